"""Read books that begin with their title in emphasis, before the editors: `*Title*. Ed. Ann Lee. Oxford, 2000`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references import publishing_cities
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList, author_lists
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_SIGN = lazy_regex(r"(?:[*_]|</(?:em|i|cite)>)[.,]?\s[^\n*_<]{0,24}?\b(?:[Ee]ds?\.|[Ee]dited by|[Hh](?:rs)?gg?\.)\s")
"""The end of emphasis, and the mark of editors after it."""
_MARKS_OF_EDITORS = ("d.", "ds.", "g.", "dited by")
"""Strings of which every match of `_SIGN` contains one."""
_MAX_TITLE = 400
_BEFORE = lazy_regex(r"[\s*_>•·–—-]*(?:\(?\d{1,3}[.)]\s+)?")
_EDITORS = lazy_regex(
    r"[.,]?\s+(?:\d{1,2} (?:vols|Bde)\.?,?\s)?"
    r"(?:[Ee]ds?\.(?: by)?|[Ee]dited by|[Hh](?:rs)?gg?\.(?: von| v\.)?)\s+(?=[^\W\d_a-z])"
)
"""The volumes of a book, and the mark before its editors."""
_EDITION = r"(?:(?:[Rr]ev\.|(?P<edition>\d{1,2})(?:st|nd|rd|th|\.)) (?:edn?|ed|Aufl)\b\.?,?\s)?"
_NUMBER_OF_VOLUMES = r"(?:\d{1,2} (?:vols|Bde)\.?\s)?"
_PLACE = r"(?P<place>[^\W\d_a-z][^:;\d.()“”\"\x1d]{2,60}?)"
_PUBLISHER = r"(?:: (?P<publisher>[^\W\d_a-z][^:;\d()“”\"\x1d]{2,60}?))?"
_YEAR = r"(?P<year>(?:1[5-9]|20)\d\d)(?![\d–-])"
_IMPRINT = lazy_regex(rf"[.,]?\s+{_EDITION}{_NUMBER_OF_VOLUMES}{_PLACE}{_PUBLISHER},? {_YEAR}")
"""Place, publisher and year after the editors, perhaps after an edition."""


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note has emphasis near its beginning, and a mark of editors after it."""
    start, end = span.start, min(span.end, span.start + _MAX_TITLE)
    # most texts have none of these strings, which takes a tenth of the time to find out
    words = source[start:end]
    may_be_edited = any(mark in words for mark in _MARKS_OF_EDITORS)
    return may_be_edited and _SIGN.search(words) is not None


def read(reference: ReferenceText) -> Reference | None:
    """Return the book that a text is, if it begins with its title in emphasis and has editors; None for others."""
    text = reference.text
    before = _BEFORE.match(text)
    first = before.end() if before else 0
    start, end = next(((start, end) for start, end in reference.emphasised if start <= first < end), (0, 0))
    opening = _EDITORS.match(text, end) if end else None
    title = text[start:end].strip(" .,*_")
    if not opening or count_words(title) < 2:
        return None
    editors = _editors(text, opening.end())
    imprint = _IMPRINT.match(text, editors.end) if editors else None
    if not editors or not imprint:
        return None
    place = imprint["place"].strip(" ,")
    publisher = imprint["publisher"] or ""
    if "," in place and not (publisher or publishing_cities.are_places(place)):
        place, _, publisher = place.partition(", ")
    published = Publication(
        publisher=publisher.strip(" ,"),
        place=place,
        year=int(imprint["year"]),
        edition=imprint["edition"] or "",
        entry_type="book",
        has_imprint=True,
        end=imprint.end(),
    )
    reading = TitleReading(title, start, end, 0)
    return Reference(reading, editors, published.year, published, CERTAIN, is_dated=False, is_edited=True)


def _editors(text: str, at: int) -> AuthorList | None:
    """Return the names of people at an offset, up to a mark; the longest list of them."""
    lists = [names for names in author_lists(text, at) if names.form in ("natural", "initials", "inverted", "pairs")]
    names = max(lists, key=lambda names: names.end, default=None)
    return names if names and text[names.end : names.end + 1] in (".", ",") else None
