"""Read books and chapters as historians cite them in footnotes: `Ann Lee, Titel. Untertitel, München 2013, S. 45`."""

from __future__ import annotations

import re
from dataclasses import replace

from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.references import imprints
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.editions import split_edition
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_openings import without_remarks
from papernotes_plugin.recognisers.evidence.references.publishers import split_publisher
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.textbooks import written_name
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_MAX_LENGTH = 500
_MAX_NAME = 60
"""Characters before the slash between the first two names."""
_MAX_END = 120
_PLACE_AT_END = lazy_regex(r", [^\W\d_a-z][^,\n\d]{2,40} [²³]?(?:1[5-9]|20)\d\d(?:, S\. ?\d[^\n]{0,40})?[\s.]*$")
_OPENING = lazy_regex(
    r"(?:(?:(?:Vgl|S|Zit)\.|Siehe|Zitiert|So|Dazu|Hierzu|Grundlegend|Ausführlich|Ähnlich|Kritisch)\s"
    r"(?:(?:auch|dazu|hierzu|etwa|nach|bei|z\. ?B\.|u\. ?a\.|insb\.|insbesondere|bes\.|ausführlich|grundlegend|zuletzt)"
    r":?\s){0,3})?:?\s?"
)
"""Words that point to a work: `Vgl. hierzu ausführlich: `."""
_WORD = r"(?:[^\W\d_a-z]\.){0,2}[^\W\d_a-z][\w'’-]*\.?"
_NAME = rf"{_WORD}(?: (?:v(?:on|an|\.)|zu[rm]?|de[rnm]?))?(?: {_WORD}){{1,3}}"
_FAMILY_FIRST = r"[^\W\d_a-z][\w'’-]{1,60},? (?:[^\W\d_a-z]\. ?){1,2}"
"""A family name and initials, as Poles write them: `Ossowska M.`"""
_NAME_BEFORE_COMMA = lazy_regex(rf"{_FAMILY_FIRST}(?=,|$)")
_NAMES = lazy_regex(
    rf"(?P<names>(?P<inverted>{_FAMILY_FIRST}(?:, {_FAMILY_FIRST}){{0,4}}(?=,))"
    rf"|{_NAME}(?:(?:\s?/\s?|, | und ){_NAME}){{0,5}}(?P<others> u\. ?a\.)?"
    r"(?P<role>,? \((?:Hrsgg?|Hgg?|[Ee]ds?)\.?\))"
    rf"|{_NAME}(?:(?:\s?/\s?| und ){_NAME}){{0,5}}(?P<more> u\. ?a\.)?),\s"
)
_ROLE = lazy_regex(r"(?: u\. ?a\.)?(?:,? \([^()]*\))?$")
_FURTHER_NAME = lazy_regex(rf"{_NAME}(?=[,:] )")
_BETWEEN_NAMES = lazy_regex(r"\s?/\s?|, | und ")
_IN_BOOK = lazy_regex(
    rf", [Ii]n: ?(?:(?:[Dd](?:ers|ies)|[Dd]ens)\.,? |(?P<editors>{_NAME}(?:(?:\s?/\s?|, | und ){_NAME}){{0,3}})"
    r"(?: u\. ?a\.)? \((?:Hrsgg?|Hgg?)\.?\)[,:] )"
)
"""The editors or the authors of the book of a chapter: `, in: Ann Lee (Hg.), `, `, in: ders., `."""
_PAGES_AT_END = lazy_regex(r"(?:,? (?:[Ss]\. ?|pp?\. ?)?\d[\d–-]*)?[\s.]*")
_PAGES = (", S.", ", s.")
_MIN_TITLE = 3
_VOLUME_AT_END = lazy_regex(r", (?:Bd\.|Band|[Tt]\.) ?(?P<volume>\d{1,2}(?:[–-]\d{1,2})?|[IVX]{1,5})$")
_OTHER = lazy_regex(
    r"[“”\"«»\d]\)? ?\(|\b(?:19|20)\d\d\)|\[[wW]:?\]|https?:|\x1d|[;=]|\btr(?:ad)?\. (?:it|fr)\."
    r"|, (?:il|la|lo|gli) [^,]+$"
)
"""Signs of an article in a journal, or of other words."""


_NO_BOOK = lazy_regex(
    r"\b(?:Vortrag|Tagung|Konferenz|Workshop|Öl auf|Gemälde|Ölgemälde|Ausstellung|Film|Regie|Skulptur|Brief (?:an|von)"
    r"|Interview|Treffen|Konzert|Oper|Archiv)\b"
)
"""Words for talks, letters and works of art."""


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note has two names with a slash near its beginning, and ends with a place and a year.

    Other names open a reference anyway.
    """
    if span.end - span.start > _MAX_LENGTH or source.find("/", span.start, span.start + _MAX_NAME) < 0:
        return False
    return _PLACE_AT_END.search(source, max(span.start, span.end - _MAX_END), span.end) is not None


def read(reference: ReferenceText, other: Reference | None, *, is_cited: bool) -> Reference | None:
    """Return the book or the chapter that a text is; None for others.

    A name must begin with a frequent given name, and the place be a known city unless the cited pages follow.

    Args:
        reference: The text.
        other: Another reading of it, which wins if it has a publisher after the title.
        is_cited: Whether it is a footnote or part of a bibliography.  Elsewhere it must have a subtitle, a page, or
            a mark of editors: `Anna Lee, Vortrag, Köln 2015` may be anything.
    """
    text = reference.text
    if len(text) > _MAX_LENGTH or (other and other.publication.has_in and other.publication.publisher):
        return None
    start = start_of_names(text)
    opening = _OPENING.match(text, start)
    start = opening.end() if opening else start
    names = _NAMES.match(text, start)
    people = _people(text, names) if names else ()
    imprint = _imprint(text, names.end()) if names and people else None
    if not names or not imprint:
        return None
    if any(names.end() < first < imprint.start for first, _ in reference.emphasised):
        # other names are before the title in emphasis
        return None
    words = text[names.end() : imprint.start].rstrip(" ,")
    book = _IN_BOOK.search(words)
    title = words[: book.start()] if book else words
    is_pointed = bool(opening and opening[0]) or names["role"] is not None or text.startswith(_PAGES, imprint.end)
    is_in_brackets = text.startswith(" (", imprint.start) and ("." in people[0] or bool(imprint.publisher))
    is_sure = is_cited or is_pointed or is_in_brackets or book is not None or ". " in title
    if not (is_sure or split_publisher(title)[1]) or not _may_be_title(title, words[book.end() :] if book else None):
        return None
    is_inverted = names["inverted"] is not None
    published = _publication(words, book, imprint, is_inverted=is_inverted)
    marked = next((end for first, end in reference.emphasised if first == names.end() and end < imprint.start), 0)
    if marked and not book and (house := text[marked : imprint.start].strip(" ,")):
        # `*Title*, Press, Boston 1906`
        title, published = text[names.end() : marked], replace(published, publisher=published.publisher or house)
    title = _without_volume(split_publisher(_title(title), may_be_any=is_inverted)[0])[0]
    reading = TitleReading(title, names.end(), names.end() + len(title), 0)
    authors = AuthorList(people, names.end("names"), "natural", has_more=bool(names["others"] or names["more"]))
    is_edited = names["role"] is not None
    return Reference(reading, authors, imprint.year, published, CERTAIN, is_dated=False, is_edited=is_edited)


def _people(text: str, names: re.Match[str]) -> tuple[str, ...]:
    """Return the names of people that open a text; () for other words, or if another name follows."""
    if names["inverted"]:
        return tuple(written_name(name.strip()) for name in _NAME_BEFORE_COMMA.findall(names["names"]))
    people = tuple(_BETWEEN_NAMES.split(_ROLE.sub("", names["names"])))
    further = _FURTHER_NAME.match(text, names.end())
    return () if not any(map(_is_person, people)) or (further and _is_person(further[0])) else people


def _may_be_title(title: str, book: str | None) -> bool:
    """Return whether words are the title of a book, or of a chapter of a book whose title is given, too."""
    if _NO_BOOK.search(title) or _OTHER.search(f"{title} {book or ''}") or len(title) < _MIN_TITLE:
        return False
    return not title[0].islower() and book != "" and ", in:" not in title.casefold()


def _title(words: str) -> str:
    """Return a title without the remarks and the edition after it."""
    return split_edition(without_remarks(words))[0]


def _without_volume(title: str) -> tuple[str, str]:
    """Return a title without the volume at its end, and the volume: `Gesellschaftsgeschichte, Bd. 1`."""
    volume = _VOLUME_AT_END.search(title)
    return (title[: volume.start()], volume["volume"]) if volume else (title, "")


def _publication(
    words: str, book: re.Match[str] | None, imprint: imprints.Imprint, *, is_inverted: bool
) -> Publication:
    """Return the publication of the title that some words are, or of the chapter before its book in them."""
    title = words[: book.start()] if book else words
    whole, publisher = split_publisher(_title(title), may_be_any=is_inverted)
    return Publication(
        _title(words[book.end() :]) if book else "",
        volume=_without_volume(whole)[1],
        publisher=publisher or imprint.publisher,
        place=imprint.place,
        year=imprint.year,
        edition=split_edition(without_remarks(title))[1],
        editors=tuple(_BETWEEN_NAMES.split(book["editors"])) if book and book["editors"] else (),
        entry_type="incollection" if book else "book",
        has_in=book is not None,
        has_imprint=True,
        end=imprint.end,
    )


def _imprint(text: str, start: int) -> imprints.Imprint | None:
    """Return the place and the year that end a text, also with a publisher in brackets: `(Amsterdam: Contact 2009)`."""
    at = text.rfind(" (", start)
    bracket = imprints.find_in_brackets(text, at, len(text)) if at > 0 else None
    if bracket and bracket.place and bracket.year and _PAGES_AT_END.fullmatch(text, bracket.end):
        return bracket
    return imprints.last_place(text, start)


def _is_person(name: str) -> bool:
    """Return whether a name begins with an initial or a frequent given name: `Hans-Ulrich Wehler`."""
    return name[1:2] == "." or is_given_name(name.split()[0].partition("-")[0])
