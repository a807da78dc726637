"""Read references that begin with the title, as PubMed lists them: `Title. Lee A, Ray B. Journal. 2020;1:2-3`."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList, author_lists
from papernotes_plugin.recognisers.evidence.references.reference_reader import LIKELY, Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_readings import TitleReading
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_NAMES = lazy_regex(
    r"[.?!][\]*_]*(?:\([^()\s]*\))?\s+"
    r"(?=[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+)? [A-Z]{1,3}(?:, |\. |,? et al))"
)
"""The end of a sentence, or of the link that it is, before a family name and initials without points."""
_OPENING = lazy_regex(r"[\s*_>•·–—-]*+(?:\(?\d{1,3}[.)]\s+|\[\d{1,3}\]\s*)?[\s*_“\"]*+")
_AFTER_NAMES = lazy_regex(r"\.?\s+(?=\S)")
_MAX_TITLE = 400
_MIN_WORDS = 4
_CERTAIN = 8.0
"""Score of a reference with a volume or a number of PubMed, which is one also among prose."""


def may_be_title_first(source: str, span: Span) -> bool:
    """Return whether a part of a note has the signs of such a reference: names with initials after a point, numbers."""
    if source.find(";", *span) < 0 and source.find("PMID", *span) < 0 and source.find("pubmed", *span) < 0:
        return False
    return _NAMES.search(source, span.start, min(span.end, span.start + 2 * _MAX_TITLE)) is not None


def read(reference: ReferenceText) -> Reference | None:
    """Return the reference that a text is, if it begins with its title; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> words = "Risk of heart disease by category. Wilson PW, Levy D. Circulation. 1998;97:1837-47."
        >>> printed = read(plain_reference(words))
        >>> printed.title.words, printed.authors.names, printed.publication.venue, printed.year
        ('Risk of heart disease by category', ('Wilson, P. W.', 'Levy, D.'), 'Circulation', 1998)
    """
    text = reference.text
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    names = _NAMES.search(text, start, start + _MAX_TITLE)
    title = text[start : names.start()].strip(' .*_"”') if names else ""
    if not names or count_words(title) < _MIN_WORDS or not title[:1].isupper():
        return None
    authors = _authors(text, names.end())
    after = _AFTER_NAMES.match(text, authors.end) if authors else None
    if not authors or not after:
        return None
    limit = text.find(LINK_REMOVED, after.end())
    emphasised = next((pair for pair in reference.emphasised if pair[0] == after.end()), None)
    published = publication(text, after.end(), limit if limit >= 0 else len(text), emphasised)
    if not (published.venue and published.year):
        return None
    ending = text[names.start()] if text[names.start()] in "?!" else ""
    reading = TitleReading(title + ending, start, names.start() + 1, 0)
    is_certain = published.volume or "PMID" in text
    score = _CERTAIN if is_certain else LIKELY + 2.0 * published.is_known
    return Reference(reading, authors, published.year, published, score, is_dated=False)


def _authors(text: str, at: int) -> AuthorList | None:
    """Return the family names with initials at an offset."""
    names = next((names for names in author_lists(text, at) if names.form == "glued"), None)
    # no `EG NR. L 148`
    return names if names and any(map(str.islower, names.names[0].partition(",")[0])) else None
