"""Read articles without authors: a title in quotation marks or bold, and a journal with its volume, issue or pages.

Lists of one author's works have this form, `“Title.” Journal, vol. 4, no. 7, 1961, p. 321`, and so have links in prose.
Clinicians write `**Title.** *Lancet* 2003;361(9360):799–808`.
"""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.reference_reader import Reference
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import InlineKind, Span

_TITLE = lazy_regex(
    r"[\s*_>•·–—-]*+(?:\(?\d{1,3}[.)]\s+|\[\d{1,3}\]\s*)?"
    r"(?:[“\"](?P<title>[^\n“”\"\x1d]{6,300}?)[”\"]|«\s?(?P<other>[^\n«»\x1d]{6,300}?)\s?»)[,.]?\s+(?=\S)"
)
"""A title in quotation marks that opens a text, perhaps after the mark of a list or a number."""
_SIGN = lazy_regex(
    r"\s?(?:[”\"»]|[*_]{2})[,.]?\s+[*_]{0,2}(?:[iI]n:? )?[^\W\d_a-z][^\n“”\"]{2,120}?[*_]{0,2},?\s"
    r"(?:(?:[vV]ol(?:ume)?|[nN]o|Nr|[iI]ssue|Bd)\b\.? ?\d"
    r"|\d{1,4}(?:\.\d|, no\. |\(\d|(?<=\d{4});\s?\d| \(\d{4}\)[:,] ?\d))"
)
"""The end of a quotation, the name of a journal, and its volume or issue."""
_SENTENCE_AFTER = lazy_regex(
    r"[.)]\s+(?!(?:DOI|doi|JSTOR|Crossref|Web|Print|PMID|PDF|pdf|https?)\b)[^\W\d_]{2,} [a-z]{2,}"
    r"|(?<![\w/.-])[a-z]{2,} [a-z]{2,} [a-z]{2,}\b"
)
"""A sentence, or three words in small letters, after the name of a journal."""
OPENING_QUOTES = ("“", '"', "«")
_MARKS = ("”", '"', "»", "**", "__")
"""The ends of quotations and of bold words."""
_AFTER_BOLD = lazy_regex(r"[.,]?\s+(?=[^\W\d_a-z])")
_MIN_WORDS = 2
_SCORE = 8.0
"""Score of a reference whose journal has numbers: it is one also among prose."""


def may_be_reference(source: str, span: Span) -> bool:
    """Return whether a part of a note has a quotation or bold words before words with a volume or an issue."""
    return any(source.find(mark, *span) >= 0 for mark in _MARKS) and _SIGN.search(source, *span) is not None


def read(reference: ReferenceText) -> Reference | None:
    """Return the reference that a text is, if it is a title in quotation marks and its journal; None for others.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> printed = read(plain_reference("“Counting Birds.” Critical Inquiry, vol. 4, no. 2, Dec. 1990, pp. 7–19."))
        >>> printed.title.words, printed.year, printed.publication.venue, printed.publication.volume
        ('Counting Birds', 1990, 'Critical Inquiry', '4')
    """
    text = reference.text
    places = _quoted_title(text) or _bold_title(reference)
    if places is None:
        return None
    start, end, after = places
    words = text[start:end].strip().rstrip(",.")
    if count_words(words) < _MIN_WORDS or not words[0].isalnum() or words[0].islower():
        return None
    limit = text.find(LINK_REMOVED, after)
    emphasised = next((pair for pair in reference.emphasised if pair[0] == after), None)
    published = publication(text, after, limit if limit >= 0 else len(text), emphasised)
    is_quoted = text[start - 1 : start] in OPENING_QUOTES
    has_numbers = bool(published.volume and (published.pages or published.issue or (is_quoted and published.year)))
    # `Median 0.029 (threshold 0.05)` is no volume
    has_numbers &= bool(published.volume.strip("0"))
    if not (published.venue and has_numbers) or _SENTENCE_AFTER.search(text, published.end):
        return None
    authors = AuthorList((), start, "none")
    return Reference(TitleReading(words, start, after, 0), authors, published.year, published, _SCORE, is_dated=False)


def _quoted_title(text: str) -> tuple[int, int, int] | None:
    """Return start and end of the quotation that opens a text, and where a journal begins; None for none."""
    opening = _TITLE.match(text)
    group = "title" if opening and opening["title"] else "other"
    if not opening or not _SIGN.match(text, opening.end(group)):
        return None
    return *opening.span(group), opening.end()


def _bold_title(reference: ReferenceText) -> tuple[int, int, int] | None:
    """Return start and end of the bold words that open a text, and where a journal begins; None for none."""
    bold = next((mark for mark in reference.marks if mark.kind is InlineKind.STRONG), None)
    if not bold or any(map(str.isalnum, reference.text[: bold.start])):
        return None
    after = _AFTER_BOLD.match(reference.text, bold.end)
    if after and reference.text[bold.start : bold.end].rstrip("*_ ").endswith(":"):
        # `**Full note:** Ann Lee, “Title,” Journal 2, no. 1 (1985)`
        after = None if any(mark in reference.text[bold.end :] for mark in OPENING_QUOTES) else after
    return (bold.start, bold.end, after.end()) if after else None
