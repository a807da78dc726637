"""Read articles without authors: a title in quotation marks, and a journal with its volume, issue or pages.

Lists of one author's works have this form, `“Title.” Journal, vol. 4, no. 7, 1961, p. 321`, and so have links in prose.
"""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_TITLE = lazy_regex(
    r"[\s*_>•·–—-]*+(?:\(?\d{1,3}[.)]\s+|\[\d{1,3}\]\s*)?"
    r"(?:[“\"](?P<title>[^\n“”\"\x1d]{6,300}?)[”\"]|«\s?(?P<other>[^\n«»\x1d]{6,300}?)\s?»)[,.]?\s+(?=\S)"
)
"""A title in quotation marks that opens a text, perhaps after the mark of a list or a number."""
_SIGN = lazy_regex(
    r"\s?[”\"»][,.]?\s+[*_]{0,2}(?:[iI]n:? )?[^\W\d_a-z][^\n“”\"]{2,120}?[*_]{0,2},?\s"
    r"(?:(?:[vV]ol(?:ume)?|[nN]o|Nr|[iI]ssue|Bd)\b\.? ?\d|\d{1,4}(?:\.\d|, no\. |\(\d| \(\d{4}\)[:,] ?\d))"
)
"""The end of a quotation, the name of a journal, and its volume or issue."""
_SENTENCE_AFTER = lazy_regex(
    r"[.)]\s+(?!(?:DOI|doi|JSTOR|Crossref|Web|Print|PMID|PDF|pdf|https?)\b)[^\W\d_]{2,} [a-z]{2,}"
    r"|(?<![\w/.-])[a-z]{2,} [a-z]{2,} [a-z]{2,}\b"
)
"""A sentence, or three words in small letters, after the name of a journal."""
_MIN_WORDS = 2
_SCORE = 8.0
"""Score of a reference whose journal has numbers: it is one also among prose."""


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note has a quotation before words with a volume or an issue."""
    return any(source.find(mark, *span) >= 0 for mark in '”"»') and _SIGN.search(source, *span) is not None


def read(reference: ReferenceText) -> Reference | None:
    """Return the reference that a text is, if it is a title in quotation marks and its journal; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> printed = read(plain_reference("“Counting Birds.” Critical Inquiry, vol. 4, no. 2, Dec. 1990, pp. 7–19."))
        >>> printed.title.words, printed.year, printed.publication.venue, printed.publication.volume
        ('Counting Birds', 1990, 'Critical Inquiry', '4')
    """
    text = reference.text
    opening = _TITLE.match(text)
    group = "title" if opening and opening["title"] else "other"
    if not opening or not _SIGN.match(text, opening.end(group)):
        return None
    words = opening[group].strip().rstrip(",.")
    if count_words(words) < _MIN_WORDS or not words[0].isalnum() or words[0].islower():
        return None
    limit = text.find(LINK_REMOVED, opening.end())
    end = limit if limit >= 0 else len(text)
    emphasised = next((pair for pair in reference.emphasised if pair[0] == opening.end()), None)
    published = publication(text, opening.end(), end, emphasised)
    has_numbers = bool(published.volume and (published.pages or published.issue or published.year))
    if not (published.venue and has_numbers) or _SENTENCE_AFTER.search(text, published.end):
        return None
    title = TitleReading(words, opening.start(group), opening.end(), 0)
    return Reference(title, AuthorList((), opening.start(), "none"), published.year, published, _SCORE, is_dated=False)
