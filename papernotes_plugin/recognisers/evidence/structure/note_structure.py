"""Navigate the blocks and inlines of one note: children, ancestors, headings and sections.

The time of each query depends on the size of its result, not on the length of the note.  A note may be one
list of 20,000 bullets or one paragraph of two megabytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from papernotes_plugin.markup.admonitions import ADMONITION
from papernotes_plugin.markup.document_text import TEXT_BLOCKS
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, Note

_ENTRIES = frozenset((BlockKind.ITEM, BlockKind.ROW))
# Python 3.11 takes longer to look up a member of an enumeration than to compare it
_HEADING, _QUOTE = BlockKind.HEADING, BlockKind.QUOTE

IndexedInline = tuple[int, Inline]
"""An inline with its index in the note."""


_Value = TypeVar("_Value")


class computed_once(Generic[_Value]):
    """A property of a note that is computed when it is first read.

    `functools.cached_property` takes a lock in Python 3.11, which costs more than most of these values of a small note.
    """

    def __init__(self, compute: Callable[[Any], _Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        """Remember the name of the attribute that holds the value."""
        self._name = name

    def __get__(self, note: Any, owner: type) -> _Value:
        """Return the value, and store it in place of this property."""
        value: _Value = self._compute(note)
        note.__dict__[self._name] = value
        return value


class NoteStructure:
    """Index over the blocks and inlines of one note.

    Blocks are given and returned in the order of the note, which is preorder.  A block index of -1 is the note
    itself.
    """

    def __init__(self, note: Note) -> None:
        self.note = note
        self.blocks = note.document.blocks
        self.inlines = note.document.inlines
        self._text_blocks: dict[int, list[Block]] = {}

    # --- structure ------------------------------------------------------------

    @computed_once
    def _inlines_of(self) -> dict[int, list[IndexedInline]]:
        """Return the inlines of each block that has some, with their places in the list of all."""
        inlines_of: dict[int, list[IndexedInline]] = {}
        block: int | None = None
        of_block: list[IndexedInline] = []
        for indexed in enumerate(self.inlines):
            # most inlines are in the block of the one before
            if indexed[1].block != block:
                block = indexed[1].block
                of_block = inlines_of.setdefault(block, [])
            of_block.append(indexed)
        return inlines_of

    @computed_once
    def _children(self) -> dict[int, list[Block]]:
        children: dict[int, list[Block]] = {}
        for block in self.blocks:
            children.setdefault(block.parent, []).append(block)
        return children

    def children(self, block: int) -> Sequence[Block]:
        """Return the direct children of a block; those of the note for -1."""
        return self._children.get(block, ())

    def siblings_after(self, block: Block, limit: int) -> Iterator[Block]:
        """Yield at most a number of the blocks that follow a block and have the same parent."""
        siblings = self.children(block.parent)
        start = bisect_right(siblings, block.index, key=lambda b: b.index)
        # by index: a copy of all siblings would take quadratic time if each block asks for those that follow
        return (siblings[at] for at in range(start, min(start + limit, len(siblings))))

    def sibling_before(self, block: Block) -> Block | None:
        """Return the block that precedes a block and has the same parent; None for the first one."""
        siblings = self.children(block.parent)
        at = bisect_left(siblings, block.index, key=lambda b: b.index)
        return siblings[at - 1] if at else None

    def inlines_of(self, block: int) -> Sequence[IndexedInline]:
        """Return the inlines of a text block, each with its index in the note."""
        return self._inlines_of.get(block, ())

    def inlines_between(self, block: int, start: int, end: int) -> Sequence[IndexedInline]:
        """Return the inlines of a text block that begin in the range of offsets [`start`, `end`)."""
        inlines = self.inlines_of(block)
        low = bisect_left(inlines, start, key=_start)
        return inlines[low : bisect_left(inlines, end, low, key=_start)]

    @computed_once
    def _starts(self) -> list[int]:
        return [i.span.start for i in self.inlines]

    def text_block_at(self, offset: int) -> int:
        """Return the index of the text block at an offset; -1 if there is none."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0 or not self.blocks[self.inlines[at].block].span.end >= offset:
            return -1
        return self.inlines[at].block

    def ancestors(self, block: int) -> Iterator[Block]:
        """Yield the blocks that contain a block, innermost first, without the block itself."""
        parent = self.blocks[block].parent
        while parent >= 0:
            yield self.blocks[parent]
            parent = self.blocks[parent].parent

    @computed_once
    def _enclosing(self) -> list[int]:
        """The innermost item or row that is or contains each block; -1 for none."""
        enclosing: list[int] = []
        for block in self.blocks:
            if block.kind in _ENTRIES:
                enclosing.append(block.index)
            else:
                enclosing.append(enclosing[block.parent] if block.parent >= 0 else -1)
        return enclosing

    def enclosing_entry(self, block: int) -> Block | None:
        """Return the innermost list item or table row that is or contains a block."""
        index = self._enclosing[block]
        return self.blocks[index] if index >= 0 else None

    @computed_once
    def _quoted(self) -> list[bool]:
        """Return for each block whether it is a quote or inside one."""
        quoted: list[bool] = []
        for block in self.blocks:
            is_quote = block.kind is _QUOTE and block.info != ADMONITION
            quoted.append(is_quote or (block.parent >= 0 and quoted[block.parent]))
        return quoted

    def is_quoted(self, block: int) -> bool:
        """Return whether a block is a quote or inside one."""
        return self._quoted[block]

    @computed_once
    def _free(self) -> list[bool]:
        """Return for each block whether it is in nothing but quotes."""
        free: list[bool] = []
        for block in self.blocks:
            parent = block.parent
            free.append(parent < 0 or (self.blocks[parent].kind is _QUOTE and free[parent]))
        return free

    def is_free_standing(self, block: int) -> bool:
        """Return whether every ancestor of a block is a quote: it is in no list, table or footnote."""
        return self._free[block]

    def text_blocks(self, block: Block) -> Sequence[Block]:
        """Return the text blocks of an item, row or quote, without those of nested lists."""
        if block.index not in self._text_blocks:
            self._text_blocks[block.index] = self._find_text_blocks(block)
        return self._text_blocks[block.index]

    def _find_text_blocks(self, block: Block) -> list[Block]:
        """Return the blocks that `text_blocks` keeps."""
        texts: list[Block] = []
        stack = list(reversed(self.children(block.index)))
        while stack:
            child = stack.pop()
            if child.kind in TEXT_BLOCKS:
                texts.append(child)
            elif child.kind is BlockKind.QUOTE:
                stack += reversed(self.children(child.index))
        return texts

    def subtree(self, block: Block) -> Iterator[Block]:
        """Yield a block and all blocks inside it."""
        index, end = block.index, block.span.end
        while index < len(self.blocks) and (index == block.index or self.blocks[index].span.start < end):
            yield self.blocks[index]
            index += 1

    # --- headings -------------------------------------------------------------

    @computed_once
    def headings(self) -> list[Block]:
        """The headings of the note."""
        return [b for b in self.blocks if b.kind is _HEADING]

    @computed_once
    def heading_positions(self) -> dict[int, int]:
        """The position of each heading in `headings`, by its block index."""
        return {heading.index: position for position, heading in enumerate(self.headings)}

    @computed_once
    def heading_above(self) -> list[int]:
        """The heading above each block by block index, for a heading the next one of lower level; -1 for none."""
        above: list[int] = []
        stack: list[int] = []
        for block in self.blocks:
            if block.kind is _HEADING:
                while stack and self.blocks[stack[-1]].level >= block.level:
                    stack.pop()
                above.append(stack[-1] if stack else -1)
                stack.append(block.index)
            else:
                above.append(stack[-1] if stack else -1)
        return above

    def headings_above(self, block: int) -> Iterator[Block]:
        """Yield the headings of the sections that contain a block, innermost first."""
        heading = self.heading_above[block]
        while heading >= 0:
            yield self.blocks[heading]
            heading = self.heading_above[heading]

    @computed_once
    def title_heading(self) -> int:
        """The first heading if it is the only one of level 1: the title of the note; -1 for none."""
        top = [b for b in self.headings if b.level == 1]
        return top[0].index if len(top) == 1 and self.headings[0] is top[0] else -1

    @computed_once
    def _sections(self) -> dict[int, list[Block]]:
        """The top-level blocks from each heading to the next heading or rule.

        A heading that is only an address, directly below another heading, opens no section.
        """
        sections: dict[int, list[Block]] = {}
        current = -1
        for block in self.children(-1):
            if block.kind is BlockKind.HEADING and not (block.index - 1 == current and self._is_address(block)):
                current = block.index
                sections[current] = []
            elif block.kind is BlockKind.RULE:
                # a rule directly below a heading underlines it
                current = current if current >= 0 and not sections[current] else -1
            elif current >= 0:
                sections[current].append(block)
        return sections

    def _is_address(self, heading: Block) -> bool:
        words = self.note.text[heading.span.start : heading.span.end].strip("# \n<>")
        return any(inline.bare and inline.text == words for _, inline in self.inlines_of(heading.index))

    def section(self, heading: Block) -> Sequence[Block]:
        """Return the blocks below a heading, up to the next heading or rule."""
        return self._sections.get(heading.index, ())


def _start(indexed: IndexedInline) -> int:
    return indexed[1].span.start
