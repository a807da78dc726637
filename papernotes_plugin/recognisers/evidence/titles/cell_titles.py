"""Find the title in a cell of a table, and leave out the links, the names and the remark after it."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship, trailing_authors
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, running_text
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts, count_words, is_uninformative
from papernotes_plugin.vocabulary.model import Block, Inline, InlineKind

_REMARK = re.compile(r"[.;]\s+\w|\s+[–—-]\s+\w|\s*<br\b")
"""The beginning of a remark, or a line break, after a linked title: `[Title](…). They prove it.`"""
_AFTER_TITLE = re.compile(r"\s+[–—-]+\s?(?=[a-z])")
"""A dash before the first word of a remark."""
_NAMES = re.compile(r"\s*(?:,|\bby\b|<br\s?/?>)\s*(?:by\s)?[*_]{0,2}[^\W\d_a-z]")
"""A comma, a line break or `by` after a linked title, before a word with a capital."""
_MIN_TITLE_WORDS = 3
_MIN_REMARK_WORDS = 12
"""Words after a dash from which they are no subtitle."""
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_MAX_NUMBER = 5
"""Characters before marked words that may be a number."""


def find(context: NoteContext, cell: Block) -> str:
    """Return the text of a cell without its uninformative links, or of the link to a paper before names or a remark."""
    links = context.unclaimed_links(cell.index)
    link = _linked_title(context, cell)
    if link and (_REMARK.match(context.note.text, link.span.end, cell.span.end) or _byline_after(context, cell, link)):
        return link.text
    if byline(context, cell).authors:
        return _lines(context, cell)[0]
    words = context.visible_text(cell.index, [index for index, i in links if is_uninformative(i.text)])
    return _before_remark(context, cell, words)


def byline(context: NoteContext, cell: Block) -> TitleParts:
    """Return the authors after a linked title, with venue and year, or those in a line below the title of a cell.

    Nothing if there are none: `[Title](…), Ann Lee and Bob Ray, ICML 2020`, `[Title](…) <br> Ann Lee, Bob Ray`.
    """
    link = _linked_title(context, cell)
    if link and (after := _byline_after(context, cell, link)):
        return after
    for words in _lines(context, cell)[1:]:
        if authorship.looks_like_authors(words):
            return TitleParts("", authors=authorship.split_authors(words))
    return TitleParts("")


def _linked_title(context: NoteContext, cell: Block) -> Inline | None:
    """Return the only link of a cell that has the title of a paper as its text; None for none or several."""
    links = (i for _, i in context.unclaimed_links(cell.index) if is_paper_link(i))
    titles = [i for i in links if not is_uninformative(i.text) and count_words(i.text) >= _MIN_TITLE_WORDS]
    return titles[0] if len(titles) == 1 else None


def _byline_after(context: NoteContext, cell: Block, link: Inline) -> TitleParts | None:
    """Return the authors, venue and year after a linked title and a comma, a line break or `by`; None for others."""
    if not _NAMES.match(context.note.text, link.span.end, cell.span.end):
        return None
    words = running_text(list(context.inlines_between(cell.index, link.span.end, cell.span.end)))
    venue, year, track = venues.find_venue(words)
    return TitleParts("", venue, year or trailing_authors.year_in(words), track, trailing_authors.authors_in(words))


def _lines(context: NoteContext, cell: Block) -> list[str]:
    """Return the lines of a cell without its uninformative links, as a reader sees them."""
    breaks = [match.start() for match in _BREAK.finditer(context.note.text, *cell.span)]
    pairs = zip([cell.span.start, *breaks], [*breaks, cell.span.end], strict=True)
    hidden = [i.span for _, i in context.unclaimed_links(cell.index) if is_uninformative(i.text)]
    lines = [running_text(list(context.inlines_between(cell.index, *pair)), hidden) for pair in pairs]
    return [" ".join(line.split()).strip(" ,.;") for line in lines]


def _before_remark(context: NoteContext, cell: Block, words: str) -> str:
    """Return the title before a remark on the paper: `1) **Title** - shows …`; all words without a remark."""
    marked = next((i for _, i in context.inlines_of(cell.index) if i.kind is InlineKind.STRONG), None)
    at = words.find(marked.text) if marked else -1
    if marked and 0 <= at <= _MAX_NUMBER and _AFTER_TITLE.match(words, at + len(marked.text)):
        return marked.text
    title = _AFTER_TITLE.split(words, maxsplit=1)[0]
    is_remark = count_words(words) - count_words(title) >= _MIN_REMARK_WORDS
    return title if is_remark else words
