"""Read references without a list of authors: `Title. Journal, 12(3), 45–67. https://doi.org/…`.

A citation in brackets or a key may be before the title: `(Lee et al., 2020 PMID:1)Title. …`, `[@key]: Title. …`.
"""

from __future__ import annotations

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.authorship import has_sign_of_name, listed_names
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_citation
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.title_first import has_pubmed_number
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_NUMBERS = lazy_regex(
    r"[.?!]\s+(?:In )?[A-Z][^\n.;?!\[\]<>]{2,150}[,.]?\s(?:\d{1,4}(?:\(\d[^()\n]{0,12}\))?,\s|\(pp?\. |\d+[–-]\d+)"
)
"""The end of a sentence, the name of a journal or book, and its numbers."""
_OPENING = lazy_regex(
    r"[\s*_>•·–—-]*+(?P<key>\[@[^\[\]\s]{3,60}\](?::\s*|\s+)|@[\w:./-]{3,60}:\s+)?"
    r"(?P<cited>\((?P<words>[^()\x1d]{5,80}?(?:19|20)\d\d[a-z]?)[,;]?\s*(?:PMID:?\s?\d{4,9}|\x1d\s*)?\)\s*)?"
)
"""The key of a definition and a citation in brackets, with its number of PubMed or a DOI."""
_SENTENCE_END = lazy_regex(r"[.?!][”\"’']?\s+(?=[^\W\d_a-z])")
_ABBREVIATION = lazy_regex(r"\b(?:No|Nr|Vol|vs|St|Dr|pp?|e\.g|i\.e|[A-Z])\.$")
"""The point of an abbreviation at the end of words, which ends no sentence."""
_SENTENCE = lazy_regex(
    r"(?<![^\W\d_])(?!(?i:pages?|discussion|quiz|suppl(?:ement)?|epub|issue|vol|art(?:icle)?|published|online|doi|pmid"
    r"|pmcid|available|from|url|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)\b)[^\W\d_]{3,}"
)
"""A word after the name of a journal that is no part of its numbers."""
_AUTHORS_IN_WORDS = lazy_regex(r"\((?:19|20)\d\d[a-z]?\)|, [A-Z]\.|\bet al\b")
"""A date in brackets or initials, which a list of authors has and a title has not."""
_MAX_TITLE = 400
_MIN_WORDS = 3
_CERTAIN = 8.0
"""Score of a reference whose journal has numbers and which has an identifier: it is one also among prose."""


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note has an identifier, and the name of a journal with numbers after a sentence."""
    if not (source.find("doi.org/", *span) >= 0 or has_pubmed_number(source, span)):
        return False
    return _NUMBERS.search(source, *span) is not None


def read(reference: ReferenceText) -> Reference | None:
    """Return the reference that a text with an identifier is, if it is a title and its journal; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> words = "(Lee et al., 2020 PMID:32820416)Counting of wild birds. Journal of Birds, 9(5), 272–280."
        >>> printed = read(plain_reference(words))
        >>> printed.title.words, printed.all_authors, printed.year, printed.publication.volume
        ('Counting of wild birds', ('Lee', 'et al.'), 2020, '9')
    """
    text = reference.text
    if LINK_REMOVED not in text and "PMID" not in text:
        return None
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    byline = read_citation(opening["words"]) if opening and opening["cited"] else None
    if (opening and opening["cited"] and not byline) or not text[start : start + 1].isupper():
        return None
    for end in _SENTENCE_END.finditer(text, start, start + _MAX_TITLE):
        words = text[start : end.start()]
        if _AUTHORS_IN_WORDS.search(words):
            return None
        if count_words(words) < _MIN_WORDS or _ABBREVIATION.search(text[start : end.start() + 1]):
            continue
        limit = text.find(LINK_REMOVED, end.end())
        emphasised = next((pair for pair in reference.emphasised if pair[0] == end.end()), None)
        published = publication(text, end.end(), limit if limit >= 0 else len(text), emphasised)
        has_numbers = bool(published.volume and (published.pages or published.issue))
        # a citation or a key before the title says that a reference follows
        is_announced = byline is not None or bool(opening and opening["key"])
        is_printed = published.volume or published.pages or published.is_known or published.is_event
        if not published.venue or not (has_numbers or (is_announced and is_printed)):
            continue
        identifier = text.find("PMID", end.end()) if limit < 0 else limit
        if _SENTENCE.search(text, published.end, identifier if identifier >= 0 else len(text)):
            continue
        mark = text[end.start()]
        names, at = (byline.authors, start) if byline else _names_before_colon(words, start)
        words = text[at : end.start()].strip(' *_"“”')
        title = TitleReading(words + (mark if mark in "?!" else ""), at, end.start() + 1, 0)
        authors = AuthorList(tuple(name for name in names if name != OTHERS), at, "cited", has_more=OTHERS in names)
        year = byline.year if byline else published.year
        return Reference(title, authors, year, published, _CERTAIN, is_dated=False)
    return None


def _names_before_colon(words: str, start: int) -> tuple[tuple[str, ...], int]:
    """Return the people before a colon in a title that begins at an offset, and where the title itself begins."""
    people, colon, _ = words.partition(": ")
    names = listed_names(people) if colon else ()
    are_people = len(names) > 1 and any(map(has_sign_of_name, names))
    return (names, start + len(people) + len(colon)) if are_people else ((), start)
