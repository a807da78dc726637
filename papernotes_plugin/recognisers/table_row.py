"""Table row: an item whose facts stand in columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.recognisers.evidence import authorship, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks, is_paper, may_be_paper
from papernotes_plugin.vocabulary.model import (
    Block,
    BlockKind,
    Evidence,
    Inline,
    InlineKind,
    Mention,
    MentionKind,
    Span,
)


def _names(lines: str) -> frozenset[str]:
    return frozenset(name for line in lines.strip().split("\n") for name in line.strip().split("|"))


_PAPER = _names("paper|paper title|papers|study title|article title|论文|论文标题|论文名称|論文|论文题目|논문|article")
"""Heads of a column whose links lead to papers, whatever page they are on."""
_COLUMNS = {
    "title": _PAPER | _names("title|name|标题|题目|タイトル|제목|titel|titre|título|method|model"),
    "authors": _names("authors|author|作者|著者|저자|autoren|auteurs"),
    "venue": _names("""
        venue|conference|publication|pub|pub.|journal|conf|conf.|会议|期刊|发表|会議|학회|source
    """),
    "year": _names("year|date|publish date|published|年份|时间|日期|年|연도|jahr|time"),
}
_MEANT = {name: meaning for meaning, names in _COLUMNS.items() for name in names}
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


class _TableHeader:
    """The heads of a table."""

    def __init__(self, names: list[str]) -> None:
        self.meanings = [_MEANT.get(n, "") for n in names]
        self.papers = [n in _PAPER for n in names]

    def columns(self, context: NoteContext, cells: Sequence[Block]) -> dict[str, Block]:
        """The first cell of a row under a head of each meaning, empty ones left out."""
        out: dict[str, Block] = {}
        for meaning, cell in zip(self.meanings, cells, strict=False):
            if meaning and context.plain(cell.index):
                out.setdefault(meaning, cell)
        return out


def recognise(context: NoteContext) -> Iterator[Mention]:
    """The rows of a note's tables that describe papers."""
    for table in context.blocks:
        if table.kind is not BlockKind.TABLE or table.index in context.claimed_blocks:
            continue
        rows = context.children(table.index)
        names = (
            [context.plain(c.index).casefold().strip(" :*") for c in context.children(rows[0].index)] if rows else []
        )
        heads = _TableHeader(names)
        for row in rows:
            mention = None if row.header else _row(context, row, heads) or _keyed(context, row)
            if mention:
                context.claimed_blocks.add(row.index)
                yield mention


def _row(context: NoteContext, row: Block, heads: _TableHeader) -> Mention | None:
    cells = context.children(row.index)
    links = [(p, i) for c in cells for p, i in context.links(c.index)]
    if any(is_paper(i) and citekeys.is_citekey(i.text.strip("@[]` ")) for _, i in links):
        return None
    column = heads.columns(context, cells)
    cell = _title_cell(context, cells, column, heads)
    titled = title_heuristics.split_title(_cell_title(context, cell)) if cell else None
    if (
        cell is None
        or titled is None
        or title_heuristics.words(titled.title) < 2
        or title_heuristics.is_template(titled.title)
    ):
        return None
    own = _own(cell, titled.title, links)
    key = _key(context, cells, heads)
    venue, year, track = _venue(context, column)
    if not (
        key or _calls_paper(heads, cells, cell, links) or any(may_be_paper(context.inlines[p]) for p in own.places)
    ):
        # without a link to a paper the row must say where or by whom, in columns that say so
        told = "title" in heads.meanings and (venue or ("authors" in column and year))
        if not told or title_heuristics.words(titled.title) < 3:
            return None
    context.claimed_inlines.update(own.places)
    evidence = Evidence(
        title=titled.title,
        authors=authorship.authors(text.plain(context.plain(column["authors"].index))) if "authors" in column else (),
        venue=venue or titled.venue,
        year=year or titled.year,
        track=track or titled.track,
        identifiers=own.identifiers,
        citekey=key,
        links=own.links,
    )
    inlines = [i for _, i in context.inlines_of(cell.index)]
    span = Span(inlines[0].span.start, max(i.span.end for i in inlines))
    return context.mention(MentionKind.ITEM, span, titled.title, cell.index, evidence)


def _keyed(context: NoteContext, row: Block) -> Mention | None:
    """A row without a title that holds one key and one identifier: they are one paper's."""
    inlines = [(p, i) for c in context.children(row.index) for p, i in context.inlines_of(c.index)]
    keys = [(p, i, k) for p, i in inlines if (k := _wikilinked(i))]
    linked = [(p, i) for p, i in inlines if i.kind is InlineKind.LINK and is_paper(i)]
    source = context.source(row.span)
    written = [] if linked else identifiers.find(source)
    if len(keys) != 1 or len(linked) + len(written) != 1:
        return None
    place, inline, key = keys[0]
    own = PaperLinks()
    for p, i in linked:
        own.add(p, i)
    context.claimed_inlines.update((place, *own.places))
    context.read_spans += (Span(row.span.start + start, row.span.start + end) for start, end, _ in written)
    evidence = Evidence(citekey=key, identifiers=own.with_(i for _, _, i in written), links=own.links)
    return context.mention(MentionKind.KEY, inline.span, inline.text.strip() or key, inline.block, evidence)


def _wikilinked(inline: Inline) -> str:
    """The citekey that a wikilink leads to, or ""."""
    return title_heuristics.key_of_name(inline.url.split("#")[0]) if inline.kind is InlineKind.WIKILINK else ""


def _calls_paper(heads: _TableHeader, cells: Sequence[Block], title: Block, links: list[IndexedInline]) -> bool:
    """The title stands in a column of papers and links to a page."""
    here = any(paper and c.index == title.index for paper, c in zip(heads.papers, cells, strict=False))
    return here and any(i.block == title.index and i.url.startswith("http") for _, i in links)


def _own(title: Block, titled: str, links: list[IndexedInline]) -> PaperLinks:
    """Links in the title, and those that say nothing of their own."""
    own = PaperLinks()
    for place, inline in links:
        named = text.normalised(title_heuristics.split_title(inline.text).title) == text.normalised(titled)
        if inline.block == title.index or named or title_heuristics.says_nothing(inline.text):
            own.add(place, inline)
    return own


def _key(context: NoteContext, cells: Sequence[Block], heads: _TableHeader) -> str:
    """The citekey of a row: its one wikilink to a key."""
    found = [(p, k) for cell in cells for p, i in context.inlines_of(cell.index) if (k := _wikilinked(i))]
    if len({name for _, name in found}) != 1 or "title" not in heads.meanings:
        return ""
    context.claimed_inlines.update(place for place, _ in found)
    return found[0][1]


def _venue(context: NoteContext, column: dict[str, Block]) -> tuple[str, int | None, str]:
    venue, year, track = (
        venues.parse_venue(context.plain(column["venue"].index)) if "venue" in column else ("", None, "")
    )
    date = _YEAR.search(context.plain(column["year"].index)) if "year" in column else None
    return venue, year or (int(date.group()) if date else None), track


def _title_cell(
    context: NoteContext, cells: Sequence[Block], column: dict[str, Block], heads: _TableHeader
) -> Block | None:
    """The cell under a title head, else the first whose words could be a title."""
    for is_paper_column, cell in zip(heads.papers, cells, strict=False):
        if is_paper_column and title_heuristics.words(_cell_title(context, cell)) >= 3:
            return cell
    if "title" in column and title_heuristics.words(_cell_title(context, column["title"])) >= 2:
        return column["title"]
    taken = {c.index for name, c in column.items() if name != "title"}
    for cell in cells:
        if (
            cell.index not in taken
            and title_heuristics.words(title_heuristics.split_title(_cell_title(context, cell)).title) >= 4
        ):
            return cell
    return None


def _cell_title(context: NoteContext, cell: Block) -> str:
    """The words of a cell without the links in it that say nothing."""
    return context.plain(cell.index, [p for p, i in context.links(cell.index) if title_heuristics.says_nothing(i.text)])
