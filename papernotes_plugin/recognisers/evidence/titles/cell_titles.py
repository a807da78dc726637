"""Find the title in a cell of a table, and leave out the links, the names and the remark after it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from papernotes_plugin import text, venues
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines, trailing_authors
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import lines_on_page
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, running_text
from papernotes_plugin.recognisers.evidence.structure.table_headers import TableHeader
from papernotes_plugin.recognisers.evidence.titles import title_finding
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    SMALL_WORDS,
    TitleParts,
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
    starts_lowercase,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Inline, InlineKind, Span

_REMARK = lazy_regex(r"[.;]\s+\w|\s+[–—-]\s+\w|\s*<br\b")
"""The beginning of a remark, or a line break, after a linked title: `[Title](…). They prove it.`"""
_NEXT_WORD = lazy_regex(r"\s+([^\W\d_]+)")
_AFTER_TITLE = lazy_regex(r"(?<!\s)\s+[–—-]+\s?(?=[a-z])")
"""A dash before the first word of a remark."""
_NAMES = lazy_regex(r"\s*(?:,|\bby\b|<br\s?/?>)\s*(?:by\s)?[*_]{0,2}[^\W\d_a-z]")
"""A comma, a line break or `by` after a linked title, before a word with a capital."""
_NAMES_AND_YEAR = lazy_regex(r"(?P<names>[^\d(].*?),?\s\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?")
_MIN_TITLE_WORDS = 3
_MIN_OF_SEVERAL = 5
"""Words of a line from which it may be a whole title."""
_MIN_REMARK_WORDS = 12
"""Words after a dash from which they are no subtitle."""
_EMPTY_PART = lazy_regex(r"\(\s*\)|\[\s*\]|(?<=[(\[])[\s,;|]+")
"""Empty brackets, or the marks at the beginning of brackets, after a link is gone: `(, SIGIR 2019)`."""
_BREAK = lazy_regex(r"<br\s?/?>", re.IGNORECASE)


def read(context: NoteContext, cell: Block) -> TitleParts:
    """Return the words of a cell that may be a title, with the authors, venue and year after or below a linked one.

    Examples are `[Title](…), Ann Lee and Bob Ray, ICML 2020` and `[Title](…) <br> Ann Lee, Bob Ray`.  Other words have
    no facts, and are without uninformative links and a remark.
    """
    link = _linked_title(context, cell)
    after = _byline_after(context, cell, link) if link else None
    names = filter(None, map(authorship.listed_names, _lines(context, cell)[1:]))
    stated = after or TitleParts("", authors=next(names, ()))
    if link and (after or _precedes_remark(context, cell, link)):
        return stated._replace(title=link.text)
    silent = [index for index, i in context.unclaimed_links(cell.index) if is_uninformative(i.text)]
    strong = [i.text.strip() for _, i in context.inlines_of(cell.index) if i.kind is InlineKind.STRONG]
    return TitleParts(_before_remark(context.visible_text(cell.index, silent), strong))


def several_in_lines(context: NoteContext, cell: Block, *, are_titles: bool) -> list[tuple[Span, TitleParts]]:
    """Return the titles in the lines of a cell with several papers, and their spans: `Title (ICML 2020)<br>Title (…)`.

    Args:
        context: The note.
        cell: The cell.
        are_titles: Whether the cells of the column are titles, so that they need no venue.
    """
    lines = lines_on_page(context.note.text, cell.span, is_cell=True)
    parts = [split_title(words) for words in _words_of(context, cell, lines)]
    are_papers = [bool(part.venue) or (are_titles and _may_be_one_of_several(part.title)) for part in parts]
    if len(lines) < 2 or not all(are_papers) or any(count_words(part.title) < _MIN_TITLE_WORDS for part in parts):
        return []
    return list(zip(lines, parts, strict=True))


def _may_be_one_of_several(title: str) -> bool:
    """Return whether a line may be a whole title, and no part of one or a list of names."""
    is_long = count_words(title) >= _MIN_OF_SEVERAL and title[:1].isupper() and looks_like_title(title)
    return is_long and not authorship.listed_names(title)


def before_names(context: NoteContext, cell: Block) -> TitleParts | None:
    """Return the title of a cell before names, as in a list item: `Title. Lee & Ray, ICML 2020`."""
    match = title_finding.find(context, list(context.inlines_of(cell.index)), [], is_prose=False)
    byline = short_bylines.read_byline(match.rest.replace(". ", ", ")) if match else None
    authors = trailing_authors.authors_in(match.rest) if match else ()
    if not match or not (authors or byline):
        return None
    venue, year, track = venues.find_venue(match.rest)
    authors = authors or (byline.authors if byline else ())
    return match.parts.completed(TitleParts("", venue, year, track))._replace(authors=authors)


def find(
    context: NoteContext, cells: Sequence[Block], by_fact: dict[str, Block], header: TableHeader, min_words: int
) -> Block | None:
    """Return the cell in a column of papers or titles, else the first whose words can be a title."""
    for is_paper, cell in zip(header.are_papers, cells, strict=False):
        if is_paper and count_words(read(context, cell).title) >= 3:
            return cell
    if "title" in by_fact and count_words(read(context, by_fact["title"]).title) >= min(2, min_words):
        return by_fact["title"]
    # next to a paper that has a short name, an unknown column is a remark: `| Mono3D | Early detector of objects |`
    has_name = any(header.are_papers) and "title" in by_fact
    for cell in header.cells_that_may_be_titles(cells, by_fact):
        title = split_title(read(context, cell).title).title
        is_linked = any(i.block == cell.index for _, i in context.unclaimed_links(cell.index))
        if count_words(title) >= 4 and (is_linked or not (has_name or starts_lowercase(title))):
            return cell
    return None


def _precedes_remark(context: NoteContext, cell: Block, link: Inline) -> bool:
    """Return whether a remark follows a linked title; a small word is a part of the title: `[Reading](…) of Maps`."""
    if _REMARK.match(context.note.text, link.span.end, cell.span.end):
        return True
    word = _NEXT_WORD.match(context.note.text, link.span.end, cell.span.end)
    return word is not None and word[1] not in SMALL_WORDS


def _linked_title(context: NoteContext, cell: Block) -> Inline | None:
    """Return the only link of a cell that has the title of a paper as its text; None for none or several."""
    links = (i for _, i in context.unclaimed_links(cell.index) if is_paper_link(i))
    titles = [i for i in links if not is_uninformative(i.text) and count_words(i.text) >= _MIN_TITLE_WORDS]
    return titles[0] if len(titles) == 1 else None


def _byline_after(context: NoteContext, cell: Block, link: Inline) -> TitleParts | None:
    """Return the authors, venue and year after a linked title and a comma, a line break or `by`; None for others."""
    if not _NAMES.match(context.note.text, link.span.end, cell.span.end):
        return None
    words = running_text(context.inlines_between(cell.index, link.span.end, cell.span.end))
    venue, year, track = venues.find_venue(words)
    return TitleParts("", venue, year or trailing_authors.year_in(words), track, trailing_authors.authors_in(words))


def _lines(context: NoteContext, cell: Block) -> list[str]:
    """Return the lines of a cell without its uninformative links, as a reader sees them."""
    breaks = [match.start() for match in _BREAK.finditer(context.note.text, *cell.span)]
    lines = map(Span, [cell.span.start, *breaks], [*breaks, cell.span.end])
    return [words.strip(" ,.;") for words in _words_of(context, cell, lines)]


def _words_of(context: NoteContext, cell: Block, lines: Iterable[Span]) -> list[str]:
    """Return the words of each line of a cell, without uninformative links."""
    hidden = [i.span for _, i in context.unclaimed_links(cell.index) if is_uninformative(i.text)]
    words = (running_text(context.inlines_between(cell.index, *line), hidden) for line in lines)
    return [_EMPTY_PART.sub("", " ".join(of_line.split())) for of_line in words]


def _before_remark(words: str, strong: list[str]) -> str:
    """Return the title before a remark on the paper: `Title - shows …`; all words without a remark.

    Args:
        words: The words of the cell.
        strong: The parts of them in bold; after a title in bold, a remark may be short.
    """
    title = _AFTER_TITLE.split(words, maxsplit=1)[0]
    is_strong = len(strong) == 1 and title.endswith(strong[0])
    is_remark = is_strong or count_words(words) - count_words(title) >= _MIN_REMARK_WORDS
    return title if is_remark else words


def _names_in_cell(context: NoteContext, cell: Block) -> str:
    """Return the words of a cell of authors, with a comma where a line break is between two whole names."""
    lines = lines_on_page(context.note.text, cell.span, is_cell=True)
    parts = [context.visible_part(cell.index, line).strip(" ,;") for line in lines]
    are_names = len(parts) > 1 and all(" " in part for part in parts)
    return ", ".join(parts) if are_names else context.visible_text(cell.index)


def authors_in_cell(context: NoteContext, cell: Block | None, *, has_year: bool) -> tuple[tuple[str, ...], int | None]:
    """Return the names in a cell of authors, and the year after them; no names for no cell and for a placeholder.

    Args:
        context: The note.
        cell: The cell; None for a row without one.
        has_year: Whether the head of the column says that the year follows the names.
    """
    names = _names_in_cell(context, cell) if cell else ""
    if not names or is_missing(names):
        return (), None
    byline = short_bylines.read_byline(names.lstrip("⭐★☆ "))
    year = byline.year if byline else None
    if has_year and not year and (dated := _NAMES_AND_YEAR.fullmatch(names)):
        names, year = dated["names"], int(dated["year"])
        if any(map(str.isdigit, names)):
            # an organisation: `Unit 42, 2021`
            return (names,), year
    return authorship.split_authors(text.plain_text(names)), year
