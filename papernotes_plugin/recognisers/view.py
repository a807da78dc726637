"""A note as the recognisers look at it: what stands in what, and what is claimed.

Every question takes time by what it asks about, not by the length of the note: a note may be one list of
20,000 bullets or one paragraph of two megabytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from papernotes_plugin.model import (
    Block,
    BlockKind,
    Evidence,
    Identifier,
    Inline,
    InlineKind,
    Kind,
    Mention,
    Note,
    Span,
)
from papernotes_plugin.recognisers.linking import identify
from papernotes_plugin.recognisers.wording import says_nothing
from papernotes_plugin.recognisers.words_around import Around

_PLAIN = {InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH}
_TEXTS = (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING)
_BEFORE = 400
"""Characters before an inline that say something about it."""

Placed = tuple[int, Inline]
"""An inline with its index in the note."""


class View:
    """One note with its claims.  Lives for one pass of the recognisers over that note."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.blocks = note.document.blocks
        self.inlines = note.document.inlines
        self.claimed: set[int] = set()
        """Inlines (by index) that a recogniser has taken."""
        self.taken: set[int] = set()
        """Blocks (by index) that a recogniser has taken as a whole: headings of cards, items, code."""
        self.own: Evidence | None = None
        """What the note as a whole is about, where it is a literature note."""
        self._inlines_of: dict[int, list[Placed]] = {}
        for placed in enumerate(self.inlines):
            self._inlines_of.setdefault(placed[1].block, []).append(placed)
        self._children: dict[int, list[Block]] = {}
        for block in self.blocks:
            self._children.setdefault(block.parent, []).append(block)
        self._running: dict[int, tuple[list[int], list[int], str]] = {}
        self._plain: dict[int, str] = {}
        self._papers: dict[int, frozenset[Identifier]] = {}
        self.around = Around(self)

    # --- structure ------------------------------------------------------------

    def children(self, block: int) -> Sequence[Block]:
        """The blocks directly in a block (-1: the note), in order."""
        return self._children.get(block, ())

    def inlines_of(self, block: int) -> Sequence[Placed]:
        """The inlines of a text block with their index, in order."""
        return self._inlines_of.get(block, ())

    def between(self, block: int, start: int, end: int) -> Sequence[Placed]:
        """The inlines of a text block that begin in a range of offsets, in order."""
        inlines = self.inlines_of(block)
        low = bisect_left(inlines, start, key=_start)
        return inlines[low : bisect_left(inlines, end, low, key=_start)]

    def ancestors(self, block: int) -> Iterator[Block]:
        """The blocks around a block, innermost first."""
        parent = self.blocks[block].parent
        while parent >= 0:
            yield self.blocks[parent]
            parent = self.blocks[parent].parent

    @cached_property
    def _enclosing(self) -> list[int]:
        """For each block the innermost item or row around it, itself included; -1 for none."""
        out: list[int] = []
        for block in self.blocks:
            if block.kind in (BlockKind.ITEM, BlockKind.ROW):
                out.append(block.index)
            else:
                out.append(out[block.parent] if block.parent >= 0 else -1)
        return out

    def entry_around(self, block: int) -> Block | None:
        """The innermost list item or table row around a block."""
        index = self._enclosing[block]
        return self.blocks[index] if index >= 0 else None

    @cached_property
    def _quoted(self) -> list[bool]:
        out: list[bool] = []
        for block in self.blocks:
            out.append(block.kind is BlockKind.QUOTE or (block.parent >= 0 and out[block.parent]))
        return out

    def quoted(self, block: int) -> bool:
        """The block is a quote or stands in one."""
        return self._quoted[block]

    @cached_property
    def _free(self) -> list[bool]:
        out: list[bool] = []
        for block in self.blocks:
            parent = block.parent
            out.append(parent < 0 or (self.blocks[parent].kind is BlockKind.QUOTE and out[parent]))
        return out

    def stands_free(self, block: int) -> bool:
        """The block stands in nothing but quotes."""
        return self._free[block]

    def texts(self, block: Block) -> list[Block]:
        """The text blocks of an item, row or quote, those of lists within it left out."""
        out: list[Block] = []
        stack = list(reversed(self.children(block.index)))
        while stack:
            child = stack.pop()
            if child.kind in _TEXTS:
                out.append(child)
            elif child.kind is BlockKind.QUOTE:
                stack += reversed(self.children(child.index))
        return out

    def within(self, block: Block) -> Iterator[Block]:
        """A block and all blocks in it, in order (blocks are in preorder)."""
        index, end = block.index, block.span.end
        while index < len(self.blocks) and (index == block.index or self.blocks[index].span.start < end):
            yield self.blocks[index]
            index += 1

    # --- headings -------------------------------------------------------------

    @cached_property
    def headings(self) -> list[Block]:
        """The headings, in order."""
        return [b for b in self.blocks if b.kind is BlockKind.HEADING]

    @cached_property
    def heading_place(self) -> dict[int, int]:
        """For the index of each heading its place among the headings."""
        return {heading.index: place for place, heading in enumerate(self.headings)}

    @cached_property
    def heading_above(self) -> list[int]:
        """For each block the heading it stands under; for a heading the one of lower level above; -1 for none."""
        above: list[int] = []
        stack: list[int] = []
        for block in self.blocks:
            if block.kind is BlockKind.HEADING:
                while stack and self.blocks[stack[-1]].level >= block.level:
                    stack.pop()
                above.append(stack[-1] if stack else -1)
                stack.append(block.index)
            else:
                above.append(stack[-1] if stack else -1)
        return above

    @cached_property
    def title_heading(self) -> int:
        """The only first-level heading where it opens the note: its title, not a topic; -1 for none."""
        first = [b for b in self.headings if b.level == 1]
        return first[0].index if len(first) == 1 and self.headings[0] is first[0] else -1

    @cached_property
    def _sections(self) -> dict[int, list[Block]]:
        """For each heading the top-level blocks up to the next heading or rule."""
        sections: dict[int, list[Block]] = {}
        current = -1
        for block in self.children(-1):
            if block.kind is BlockKind.HEADING:
                current = block.index
                sections[current] = []
            elif block.kind is BlockKind.RULE:
                current = -1
            elif current >= 0:
                sections[current].append(block)
        return sections

    def section(self, heading: Block) -> Sequence[Block]:
        """The blocks directly under a heading, up to the next heading or rule."""
        return self._sections.get(heading.index, ())

    # --- words ----------------------------------------------------------------

    def source(self, span: Span) -> str:
        """The text of a span as it stands in the note."""
        return self.note.text[span.start : span.end]

    def plain(self, block: int, without: Iterable[int] = ()) -> str:
        """What a reader sees of a text block on one line; of the inlines in `without` nothing."""
        hidden = sorted(self.inlines[i].span for i in without)
        if hidden:
            return " ".join(running(self.inlines_of(block), hidden).split())
        if block not in self._plain:
            self._plain[block] = " ".join(running(self.inlines_of(block)).split())
        return self._plain[block]

    def before(self, inline: Inline) -> str:
        """The running text of the block before an inline, of a long one the end."""
        if inline.block not in self._running:
            ends, lengths, parts, total = [], [], [], 0
            for _, i in self.inlines_of(inline.block):
                if i.kind in _PLAIN:
                    total += len(i.text)
                    ends.append(i.span.end)
                    lengths.append(total)
                    parts.append(i.text)
            self._running[inline.block] = ends, lengths, "".join(parts)
        ends, lengths, text = self._running[inline.block]
        at = bisect_right(ends, inline.span.start)
        end = lengths[at - 1] if at else 0
        return text[max(0, end - _BEFORE) : end]

    @cached_property
    def _named_links(self) -> dict[Identifier, list[Inline]]:
        found: dict[Identifier, list[Inline]] = {}
        for inline in self.inlines:
            paper = identify(inline.url) if inline.kind is InlineKind.LINK else None
            if paper and not says_nothing(inline.text):
                found.setdefault(paper, []).append(inline)
        return found

    def named_links(self, inline: Inline) -> Sequence[Inline]:
        """The links of the note that lead to the same paper and have words of their own."""
        paper = identify(inline.url)
        return self._named_links.get(paper, ()) if paper else ()

    def papers(self, block: int) -> frozenset[Identifier]:
        """The papers that a text block links to."""
        if block not in self._papers:
            found = (identify(i.url) for _, i in self.inlines_of(block) if i.kind is InlineKind.LINK)
            self._papers[block] = frozenset(i for i in found if i is not None)
        return self._papers[block]

    def tags(self, block: int) -> tuple[str, ...]:
        """The tags in a text block."""
        return self._tags.get(block, ())

    @cached_property
    def _tags(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        for inline in self.inlines:
            if inline.kind is InlineKind.TAG:
                found.setdefault(inline.block, []).append(inline.url)
        return {block: tuple(tags) for block, tags in found.items()}

    @cached_property
    def set_off(self) -> dict[int, Inline]:
        """Strong text and emphasis by the offset at which it ends."""
        return {i.span.end: i for i in self.inlines if i.kind in (InlineKind.STRONG, InlineKind.EMPHASIS)}

    def links(self, block: int) -> list[Placed]:
        """The unclaimed links of a text block."""
        return [(p, i) for p, i in self.inlines_of(block) if i.kind is InlineKind.LINK and p not in self.claimed]

    def links_in(self, block: int, span: Span) -> list[Placed]:
        """The unclaimed links of a text block that begin in a span."""
        found = self.between(block, span.start, span.end)
        return [(p, i) for p, i in found if i.kind is InlineKind.LINK and p not in self.claimed]

    # --- mentions -------------------------------------------------------------

    def mention(
        self,
        kind: Kind,
        span: Span,
        text: str,
        block: int,
        evidence: Evidence,
        *,
        context: str | None = None,
        founds: bool = True,
    ) -> Mention:
        """A mention at a span that stands in a text block."""
        line, column = self.note.place(span.start)
        return Mention(
            note=self.note.path,
            kind=kind,
            span=span,
            line=line,
            column=column,
            text=text,
            context=self.around.context(block, span.start) if context is None else context,
            topic=self.around.topic(block),
            evidence=evidence,
            founds=founds,
        )


def _start(placed: Placed) -> int:
    return placed[1].span.start


def running(inlines: Iterable[Placed], hidden: Sequence[Span] = ()) -> str:
    """The running text of inlines, without what begins in one of the hidden spans (in order)."""
    if not hidden:
        return "".join(i.text for _, i in inlines if i.kind in _PLAIN)
    parts: list[str] = []
    at = 0
    for _, inline in inlines:
        if inline.kind in _PLAIN:
            while at < len(hidden) and hidden[at].end <= inline.span.start:
                at += 1
            if at == len(hidden) or inline.span.start < hidden[at].start:
                parts.append(inline.text)
    return "".join(parts)
