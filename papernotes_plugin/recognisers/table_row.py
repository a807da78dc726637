"""Table row: an item whose facts stand in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin import citekeys, text, venues
from papernotes_plugin.model import Block, BlockKind, Evidence, Inline, InlineKind, Kind, Mention, Span
from papernotes_plugin.recognisers import wording
from papernotes_plugin.recognisers.linking import Own, is_paper, may_be_paper
from papernotes_plugin.recognisers.view import View

_PAPER = {"paper", "paper title", "papers", "论文", "论文标题", "论文名称", "論文", "论文题目", "논문", "article"}
_COLUMNS = {
    "title": {*_PAPER, "title", "name", "标题", "题目", "タイトル", "제목", "titel", "titre", "título", "method", "model"},
    "authors": {"authors", "author", "作者", "著者", "저자", "autoren", "auteurs"},
    "venue": {"venue", "conference", "publication", "pub", "pub.", "journal", "conf", "conf.", "会议", "期刊", "发表", "会議", "학회", "source"},
    "year": {"year", "date", "publish date", "published", "年份", "时间", "日期", "年", "연도", "jahr", "time"},
}
_MEANT = {name: meaning for meaning, names in _COLUMNS.items() for name in names}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def recognise(view: View) -> Iterator[Mention]:
    """The rows of a note's tables that describe papers."""
    for table in view.blocks:
        if table.kind is not BlockKind.TABLE or table.index in view.taken:
            continue
        rows = view.children(table.index)
        names = [view.plain(c.index).casefold().strip(" :*") for c in view.children(rows[0].index)] if rows else []
        heads = [_MEANT.get(n, "") for n in names]
        papers = [n in _PAPER for n in names]
        for row in rows:
            mention = None if row.header else _row(view, row, heads, papers)
            if mention:
                view.taken.add(row.index)
                yield mention


def _row(view: View, row: Block, heads: list[str], papers: list[bool]) -> Mention | None:
    cells = view.children(row.index)
    column: dict[str, Block] = {}
    for head, cell in zip(heads, cells, strict=False):
        if head and view.plain(cell.index):
            column.setdefault(head, cell)
    links = [(p, i) for c in cells for p, i in view.links(c.index)]
    if any(is_paper(i) and citekeys.is_citekey(i.text.strip("@[]` ")) for _, i in links):
        return None
    cell = _title_cell(view, cells, column, papers)
    if cell is None:
        return None
    titled = wording.cleaned(_cell_title(view, cell))
    if wording.words(titled.title) < 2 or wording.is_template(titled.title):
        return None
    own = _own(view, cells, cell, links)
    key = _key(view, cells, heads)
    venue, year, track = _venue(view, column)
    called = any(p and c.index == cell.index for p, c in zip(papers, cells, strict=False)) and any(
        i.block == cell.index and i.url.startswith("http") for _, i in links
    )
    if not (called or key or any(may_be_paper(view.inlines[p]) for p in own.places)):
        # without a link to a paper the row must say where or by whom, in columns that say so
        if "title" not in heads or not (venue or ("authors" in column and year)) or wording.words(titled.title) < 3:
            return None
    view.claimed.update(own.places)
    evidence = Evidence(
        title=titled.title,
        authors=wording.authors(text.plain(view.plain(column["authors"].index))) if "authors" in column else (),
        venue=venue or titled.venue,
        year=year or titled.year,
        track=track or titled.track,
        identifiers=tuple(own.identifiers),
        citekey=key,
        links=tuple(own.links),
    )
    inlines = [i for _, i in view.inlines_of(cell.index)]
    span = Span(inlines[0].span.start, max(i.span.end for i in inlines))
    return view.mention(Kind.ITEM, span, titled.title, cell.index, evidence)


def _own(view: View, cells: list[Block], title: Block, links: list[tuple[int, Inline]]) -> Own:
    """Links in the title, and those that say nothing of their own."""
    own = Own()
    for place, inline in links:
        if inline.block == title.index or wording.says_nothing(inline.text):
            own.add(place, inline)
    return own


def _key(view: View, cells: list[Block], heads: list[str]) -> str:
    """The citekey of a row: its one wikilink to a key."""
    found = [
        (place, name)
        for cell in cells
        for place, inline in view.inlines_of(cell.index)
        if inline.kind is InlineKind.WIKILINK
        if (name := wording.key_of_name(inline.url.split("#")[0]))
    ]
    if len({name for _, name in found}) != 1 or "title" not in heads:
        return ""
    view.claimed.update(place for place, _ in found)
    return found[0][1]


def _venue(view: View, column: dict[str, Block]) -> tuple[str, int | None, str]:
    venue, year, track = venues.parse_venue(view.plain(column["venue"].index)) if "venue" in column else ("", None, "")
    date = _YEAR.search(view.plain(column["year"].index)) if "year" in column else None
    return venue, year or (int(date.group()) if date else None), track


def _title_cell(view: View, cells: list[Block], column: dict[str, Block], papers: list[bool]) -> Block | None:
    """The cell under a title head, else the first whose words could be a title."""
    for is_paper_column, cell in zip(papers, cells, strict=False):
        if is_paper_column and wording.words(_cell_title(view, cell)) >= 3:
            return cell
    if "title" in column and wording.words(_cell_title(view, column["title"])) >= 2:
        return column["title"]
    taken = {c.index for name, c in column.items() if name != "title"}
    for cell in cells:
        if cell.index not in taken and wording.words(wording.cleaned(_cell_title(view, cell)).title) >= 4:
            return cell
    return None


def _cell_title(view: View, cell: Block) -> str:
    """The words of a cell without the links in it that say nothing."""
    return view.plain(cell.index, [p for p, i in view.links(cell.index) if wording.says_nothing(i.text)])
