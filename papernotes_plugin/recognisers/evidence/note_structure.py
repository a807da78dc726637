"""The structure of a note: what stands in what, under which heading, beside what.

Every question takes time by what it asks about, not by the length of the note: a note may be one list of
20,000 bullets or one paragraph of two megabytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property

from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, Note

_TEXTS = (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING)

IndexedInline = tuple[int, Inline]
"""An inline with its index in the note."""


class NoteStructure:
    """The blocks and inlines of one note, to be asked for their neighbours."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.blocks = note.document.blocks
        self.inlines = note.document.inlines
        self._inlines_of: dict[int, list[IndexedInline]] = {}
        for placed in enumerate(self.inlines):
            self._inlines_of.setdefault(placed[1].block, []).append(placed)
        self._texts: dict[int, list[Block]] = {}
        self._children: dict[int, list[Block]] = {}
        for block in self.blocks:
            self._children.setdefault(block.parent, []).append(block)

    # --- structure ------------------------------------------------------------

    def children(self, block: int) -> Sequence[Block]:
        """The blocks directly in a block (-1: the note), in order."""
        return self._children.get(block, ())

    def inlines_of(self, block: int) -> Sequence[IndexedInline]:
        """The inlines of a text block with their index, in order."""
        return self._inlines_of.get(block, ())

    def between(self, block: int, start: int, end: int) -> Sequence[IndexedInline]:
        """The inlines of a text block that begin in a range of offsets, in order."""
        inlines = self.inlines_of(block)
        low = bisect_left(inlines, start, key=_start)
        return inlines[low : bisect_left(inlines, end, low, key=_start)]

    @cached_property
    def _starts(self) -> list[int]:
        return [i.span.start for i in self.inlines]

    def block_at(self, offset: int) -> int:
        """The text block in which an offset stands; -1 for none."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0 or not self.blocks[self.inlines[at].block].span.end >= offset:
            return -1
        return self.inlines[at].block

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

    def texts(self, block: Block) -> Sequence[Block]:
        """The text blocks of an item, row or quote, those of lists within it left out."""
        if block.index not in self._texts:
            self._texts[block.index] = self._texts_in(block)
        return self._texts[block.index]

    def _texts_in(self, block: Block) -> list[Block]:
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
                # a rule right under a heading underlines it
                current = current if current >= 0 and not sections[current] else -1
            elif current >= 0:
                sections[current].append(block)
        return sections

    def section(self, heading: Block) -> Sequence[Block]:
        """The blocks directly under a heading, up to the next heading or rule."""
        return self._sections.get(heading.index, ())


def _start(placed: IndexedInline) -> int:
    return placed[1].span.start
