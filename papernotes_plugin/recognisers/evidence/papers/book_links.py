"""Read the links to the pages of books at catalogues, shops and publishers whose address repeats the title.

Examples are `[Counting Sheep](https://www.goodreads.com/book/show/12.Counting_Sheep) by Ann Lee` and
`[Counting Sheep by Ann Lee](https://www.amazon.com/Counting-Sheep-Ann-Lee/dp/0306406152)`.
"""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import PERSON
from papernotes_plugin.recognisers.evidence.papers import sentence_facts
from papernotes_plugin.recognisers.evidence.papers.book_addresses import is_page_of_book, names_page_of_book
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text import compute_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Inline

_PEOPLE = rf"(?:(?>{PERSON}), ){{0,10}}{PERSON}(?:,? (?:and|&) {PERSON})?"
_TEXT = lazy_regex(
    r"(?P<title>[^\W_a-z].*?)"
    rf"(?:(?:,? by | [-–—] )(?P<names>{_PEOPLE})|,? (?:edited|ed\.) by {_PEOPLE})?"
    r"(?:[,:]? \((?P<year>(?:19|20)\d\d)\))?"
)
"""The title of a book, its authors or editors, and the year."""
_OWNER = lazy_regex(rf"(?<![\w’'-])(?P<names>{_PEOPLE})[’']s? (?:(?:book|textbook|monograph),? )?[“\"*_]*$")
"""The author in the possessive before a title."""
_APOSTROPHE = lazy_regex(r"['’]|(?<=[a-z])[\W_]+(?=(?:s|t|re|ve|ll|d|m)(?![a-z]))")
"""An apostrophe, also in the form that it has in an address: `Broca_s_Brain`."""
_SMALL_WORDS = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "is", "it", "of", "on", "or", "the", "to", "with")
)
"""Words that the addresses of shops leave out."""
_REMARK = lazy_regex(r"\s[-–—]\s|\s\(")
"""The mark between a title and a remark on the book: `Counting Sheep (Book, 1934)`."""
_ENDS_OF_PART = lazy_regex(r"^\d+[.-](?=\D)|\.html?$")
"""The number before a title in a part of an address, and the name of a format after it."""
_MIN_CUT = 4
"""Words of an address that may be cut before the end of the title."""
_QUOTES = ' ,.“”"*_'
_MAX_TEXT = 250


def read(context: NoteContext, inline: Inline) -> Evidence | None:
    """Return the title of a book that is the text of a link, with its authors; None for other links."""
    if inline.bare or len(inline.text) > _MAX_TEXT or "://" not in inline.url:
        return None
    if not is_page_of_book(context, inline.url):
        return None
    match = _TEXT.fullmatch(" ".join(inline.text.split()).partition(" | ")[0].strip(_QUOTES))
    title = _named_title(match["title"].strip(_QUOTES), inline.url) if match else ""
    if not match or not title:
        return None
    after, _ = sentence_facts.read_after(context.note.text[inline.span.end :].partition("\n")[0])
    owner = _OWNER.search(context.text_before(inline))
    inside = authorship.split_authors(match["names"]) if match["names"] else ()
    before = authorship.split_authors(owner["names"]) if owner else ()
    authors = next((names for names in (inside, after.authors, before) if _are_people(names)), ())
    year = int(match["year"]) if match["year"] else after.year
    return Evidence(title, authors=authors, year=year, entry_type="book")


def _named_title(words: str, url: str) -> str:
    """Return a title that an address repeats, without a remark after it that the address does not have; "" for none."""
    if names_page_of_book(words):
        return ""
    parts = unquote(urlsplit(url).path).split("/")
    addresses = list(filter(None, (_words(_ENDS_OF_PART.sub("", part)) for part in parts)))
    first = _REMARK.split(words)[0]
    if any(_opens(address, _words(words)) for address in addresses):
        return words
    # a subtitle after a colon need not be in the address, and the address may be cut
    main, title = _words(first.partition(": ")[0]), _words(first)
    is_named = any(
        _opens(address, main) or (len(address) >= _MIN_CUT and title[: len(address)] == address)
        for address in addresses
    )
    return first if is_named else ""


def _words(text: str) -> list[str]:
    """Return the words of a text in small letters, without those that addresses leave out."""
    return [word for word in compute_key(_APOSTROPHE.sub("", text.lower())).split() if word not in _SMALL_WORDS]


def _opens(address: list[str], title: list[str]) -> bool:
    """Return whether the words of a title open an address.

    One word must be all of it, as it may be only the subject of the book.
    """
    return bool(title) and address[: len(title)] == title and (len(title) > 1 or len(address) == 1)


def _are_people(names: tuple[str, ...]) -> bool:
    """Return whether names are full names of people, the first of them with a frequent given name."""
    return bool(names) and authorship.has_given_name(names[0]) and all(map(authorship.is_person, names))
