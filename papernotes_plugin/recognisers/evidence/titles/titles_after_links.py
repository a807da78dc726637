"""Read the titles after links to papers whose text is an identifier, a format or an address."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.authors import authorship, linked_authors
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note, running_text
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.reference_titles import inlines_from
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    TitleParts,
    count_words,
    looks_like_title,
    split_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import MAX_TEXT, TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Inline, Span

_AFTER_ADDRESS = lazy_regex(
    r"[\s,.;:|–—-]*(?:[\"“«《「](?P<quoted>[^\"”»》」\n]{6,300})[\"”»》」]"
    r"|\((?P<bracketed>[^\W\d_a-z][^()\n]{6,300})\)[.\s]*$"
    r"|(?P<plain>[^\W\d_a-z][^\n!?|]{6,200}?)(?=(?<!\bal)\.\s|\s*\||[.\s]*$))"
)
"""A title in quotation marks, one in brackets, or a sentence without a mark in it."""
_MIN_WORDS_AFTER_FORMAT = 4
"""Words of a title after a link such as `PDF`; fewer may be a remark."""
_AFTER_IDENTIFIER = lazy_regex(
    r"^[ \t]*(?:[-*+]|\d+[.)]) \[{1,2}(?:ar[xX]iv:)?(?:[a-z-]+/)?\d{4}\.?\d{3,5}(?:v\d)? ?\]{1,2}\([^()\s]+\)\]?,? ?"
    r"(?P<title>[^\W_][^\n\[\]]{3,200})$",
    re.MULTILINE,
)
"""An item that is a linked identifier and its title: `- [[1412.6980]](…) Adam: a method`."""
_MIN_TITLES = 3
"""Titles with capitals from which other words after identifiers are titles, too."""


@once_per_note
def _lists_titles_after_identifiers(context: NoteContext) -> bool:
    """Return whether items of a note are linked identifiers and titles, as those with capitals show."""
    titles = _AFTER_IDENTIFIER.findall(context.note.text)
    are_remarks = any(map(linked_authors.is_remark_on_paper, titles))
    return sum(map(looks_like_title, titles)) >= max(_MIN_TITLES, len(titles) / 3) and not are_remarks


def title_after_link(context: NoteContext, link: Inline, inlines: list[IndexedInline]) -> TitleMatch | None:
    """Return the title after a link whose text is an identifier or a format: `[1412.6980](…): Adam: A Method`."""
    following = inlines_from(inlines, link.span.end)
    match = title_after_address(following)
    is_number = any(map(str.isdigit, link.text))
    if match is None and is_number and _lists_titles_after_identifiers(context):
        words = running_text(following).strip(" ],.:–—-")
        if len(following) == 1 and words and not linked_authors.is_remark_on_paper(words):
            start = following[0][1].span.start + following[0][1].text.index(words)
            return TitleMatch(TitleParts(words), Span(start, start + len(words)), "", is_distinct=True)
    return match if match and (is_number or count_words(match.parts.title) >= _MIN_WORDS_AFTER_FORMAT) else None


def title_after_address(following: list[IndexedInline]) -> TitleMatch | None:
    """Return the title that follows the address of a paper: `<url> - “Title” by Ann Lee`; None for a remark."""
    words = running_text(following)[:MAX_TEXT]
    match = _AFTER_ADDRESS.match(words)
    parts = split_title(match["quoted"] or match["bracketed"] or match["plain"]) if match else None
    if not match or not parts or count_words(parts.title) < 2 or authorship.has_given_name(parts.title):
        return None
    if not (looks_like_title(parts.title) or (parts.authors and parts.title[0].isupper())):
        return None
    span = Span(following[0][1].span.start, following[-1][1].span.end)
    return TitleMatch(parts, span, words[match.end() :], is_distinct=True)
