"""Read the tables of raw HTML as those of Markdown: with a block for each table, row and cell."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, Span

HTML_CELL = "html"
"""The `info` of a cell whose text is raw HTML."""
_ROW = lazy_regex(r"<tr\b", re.IGNORECASE)
_TAG = lazy_regex(r"<(?P<close>/?)(?P<name>table|tr|td|th)\b[^<>]{0,400}>", re.IGNORECASE)
_LIST_ITEM = lazy_regex(r"<li\b", re.IGNORECASE)
_NO_WORDS = lazy_regex(r"<caption\b[^<>]{0,400}>[^<>]{0,400}</caption>|<[^<>]{1,400}>|&nbsp;", re.IGNORECASE)
"""The caption of a table, tags, and a space, which may be around its rows."""
_SPANNED = lazy_regex(r"\b(?P<name>rowspan|colspan)\s?=\s?[\"']?(?P<count>\d{1,3})\b", re.IGNORECASE)
"""An attribute of a cell that takes the place of cells below it, or after it."""
_MIN_COLUMNS = 2
_MAX_COLUMNS = 50
"""Maximum number of columns of a row, whatever its attributes state."""


class _Row(NamedTuple):
    """A row of a table, and its cells."""

    span: Span
    cells: list[Span]
    is_header: bool


class _Spanned(NamedTuple):
    """The numbers of rows and of columns that a cell takes."""

    rows: int
    columns: int


def with_html_tables(
    blocks: tuple[Block, ...], inlines: tuple[Inline, ...], source: str
) -> tuple[tuple[Block, ...], tuple[Inline, ...]]:
    """Return the blocks and the inlines of a note with the blocks of a table in place of each one that is raw HTML.

    A block of raw HTML that has words outside of a table stays as it is.

    Args:
        blocks: The blocks of the note.
        inlines: The inlines of the note.
        source: The text of the note.
    """
    tables = {
        block.index: rows
        for block in blocks
        if block.kind is BlockKind.HTML
        and _ROW.search(source, *block.span)
        and (rows := _rows(source, block.span))
        and not _is_layout(source, block.span, rows)
    }
    if not tables:
        return blocks, inlines
    changed: list[Block] = []
    places: dict[int, int] = {-1: -1}
    cells: dict[int, list[Block]] = {}
    for block in blocks:
        places[block.index] = len(changed)
        rows = tables.get(block.index, [])
        kind = BlockKind.TABLE if rows else block.kind
        changed.append(block._replace(kind=kind, index=len(changed), parent=places[block.parent]))
        if rows:
            inner = list(_blocks_of(rows, len(changed) - 1))
            changed += inner
            cells[block.index] = [one for one in inner if one.kind is BlockKind.CELL]
    moved = (_moved(inline, places, cells.get(inline.block, ())) for inline in inlines)
    return tuple(changed), tuple(inline for inline in moved if inline)


def _is_layout(source: str, span: Span, rows: Sequence[_Row]) -> bool:
    """Return whether a table places lists on a page: it has more list items than cells."""
    return sum(1 for _ in _LIST_ITEM.finditer(source, *span)) > sum(len(row.cells) for row in rows)


def _rows(source: str, span: Span) -> list[_Row]:
    """Return the rows of the only table in a block of raw HTML; [] if it has several, or other words."""
    rows: list[_Row] = []
    start = cell = -1
    cells: list[Span] = []
    spanned: list[_Spanned] = []
    taken: dict[int, int] = {}
    heads = tables = 0
    at = span.start
    for tag in _TAG.finditer(source, *span):
        name, is_end = tag["name"].lower(), bool(tag["close"])
        if start < 0 and _NO_WORDS.sub("", source[at : tag.start()]).strip():
            return []
        if cell >= 0:
            cells.append(Span(cell, tag.start()))
            cell = -1
        if start >= 0 and name in ("tr", "table"):
            is_header = bool(cells) and heads == len(cells)
            rows.append(_Row(Span(start, tag.start()), _with_spanned_cells(cells, spanned, taken), is_header))
            start = -1
        if name == "table":
            tables += not is_end
        elif name == "tr" and not is_end:
            start, cells, spanned, heads = tag.start(), [], [], 0
        elif name in ("td", "th") and not is_end:
            cell = tag.end()
            spanned.append(_spanned(tag[0]))
            heads += name == "th"
        at = tag.end()
    if start >= 0 or tables > 1 or _NO_WORDS.sub("", source[at : span.end]).strip():
        return []
    return rows if rows and max(len(row.cells) for row in rows) >= _MIN_COLUMNS else []


def _spanned(tag: str) -> _Spanned:
    """Return how many rows and columns a cell takes, as its tag states.

    Examples:
        >>> _spanned('<td rowspan="3">'), _spanned("<td>")
        (_Spanned(rows=3, columns=1), _Spanned(rows=1, columns=1))
    """
    stated = {match["name"].lower(): max(int(match["count"]), 1) for match in _SPANNED.finditer(tag)}
    return _Spanned(stated.get("rowspan", 1), stated.get("colspan", 1))


def _with_spanned_cells(cells: Sequence[Span], spanned: Sequence[_Spanned], taken: dict[int, int]) -> list[Span]:
    """Return the cells of a row with an empty one wherever a cell above or before takes the place.

    Args:
        cells: The cells that the source has.
        spanned: The numbers of rows and columns of each of them.
        taken: The number of rows that are taken in each column from here on; it is changed.
    """
    placed: list[Span] = []
    below: dict[int, int] = {}
    for number, (cell, (rows, columns)) in enumerate(zip(cells, spanned, strict=True)):
        while len(placed) in taken:
            placed.append(Span(cell.start, cell.start))
        # a last cell over several columns is a remark on the row: `<td colspan="4">No meeting</td>`
        is_last = number == len(cells) - 1
        following = [Span(cell.end, cell.end)] * (0 if is_last else min(columns, _MAX_COLUMNS) - 1)
        below |= dict.fromkeys(range(len(placed), len(placed) + 1 + len(following)), rows - 1)
        placed += [cell, *following]
    while cells and len(placed) in taken:
        placed.append(Span(cells[-1].end, cells[-1].end))
    rows_left = {column: rows - 1 for column, rows in taken.items()} | below
    taken.clear()
    taken.update((column, rows) for column, rows in rows_left.items() if rows)
    return placed


def _blocks_of(rows: Sequence[_Row], table: int) -> Iterator[Block]:
    """Yield the blocks of the rows and cells of a table."""
    index = table
    for number, row in enumerate(rows):
        index = of_row = index + 1
        yield Block(BlockKind.ROW, row.span, of_row, table, header=row.is_header and number == 0)
        for cell in row.cells:
            index += 1
            yield Block(BlockKind.CELL, cell, index, of_row, info=HTML_CELL)


def _moved(inline: Inline, places: dict[int, int], cells: Sequence[Block]) -> Inline | None:
    """Return an inline in its block; None for white space between the cells of a table."""
    if not cells:
        return inline if inline.block == places[inline.block] else inline._replace(block=places[inline.block])
    at = bisect_right(cells, inline.span.start, key=lambda cell: cell.span.start) - 1
    is_inside = at >= 0 and inline.span.end <= cells[at].span.end
    return inline._replace(block=cells[at].index) if is_inside else None
