"""Find the offsets at which markup can be inserted into a note without breaking its Markdown."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from papernotes_plugin.links import addresses, anchors
from papernotes_plugin.links.anchors import BlockId
from papernotes_plugin.markup import document_text
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Note, Span

_WHOLE = {
    InlineKind.LINK,
    InlineKind.IMAGE,
    InlineKind.WIKILINK,
    InlineKind.EMBED,
    InlineKind.CODE,
    InlineKind.MATH,
    InlineKind.HTML,
}
"""Inlines that nothing may be put into."""
_ATTRIBUTES = re.compile(r"\{[^{}\n]{1,500}\}")
_ROLE = re.compile(r"\{[a-z]\w{0,20}(?::\w{1,20})?\}")
"""What a MyST role has before its code."""
_BRACKET = re.compile(r"\]\s?\Z")
_TASK = re.compile(r"(?<=[-*+.)] )\[[^\]]\] ")
_FAR = 500
_LEAD = re.compile(r"[ \t>]*")


class InsertionPoints:
    """The blocks and inlines of one note, to be asked by offset.  Each question takes time by depth, not by length."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.text = note.text
        self.blocks = note.document.blocks
        self.inlines = note.document.inlines
        self._block_starts = [block.span.start for block in self.blocks]
        self._inline_starts = [inline.span.start for inline in self.inlines]

    @cached_property
    def _around(self) -> list[int]:
        """For each inline the index of the innermost one before it that reaches over its start; -1 for none."""
        out: list[int] = []
        opened: list[int] = []
        ends: list[int] = []
        for at, (start, end) in enumerate([inline.span for inline in self.inlines]):
            while opened and ends[-1] <= start:
                opened.pop()
                ends.pop()
            out.append(opened[-1] if opened else -1)
            opened.append(at)
            ends.append(end)
        return out

    @cached_property
    def _firsts(self) -> dict[int, int]:
        """Where the first inline of each block begins."""
        return {inline.block: inline.span.start for inline in reversed(self.inlines)}

    @cached_property
    def _ends(self) -> dict[int, int]:
        """Where the last inline of each block ends."""
        ends: dict[int, int] = {}
        for inline in self.inlines:
            ends[inline.block] = max(inline.span.end, ends.get(inline.block, 0))
        return ends

    def inlines_in(self, span: Span) -> Sequence[Inline]:
        """The inlines that lie in a span, in order."""
        first, behind = (bisect_left(self._inline_starts, offset) for offset in span)
        return [inline for inline in self.inlines[first:behind] if inline.span.end <= span.end]

    def blocks_in(self, span: Span) -> Sequence[Block]:
        """The blocks that lie in a span, in order."""
        first, behind = (bisect_left(self._block_starts, offset) for offset in span)
        return [block for block in self.blocks[first:behind] if block.span.end <= span.end]

    @cached_property
    def ids(self) -> tuple[BlockId, ...]:
        """The ids that the author gave to blocks, in order."""
        return tuple(anchors.find_block_ids(self.note))

    @cached_property
    def by_anchor(self) -> dict[str, int]:
        """The headings, and the blocks that have an id, by their ids in the page."""
        found = list(document_text.headings(self.note.document))
        names = addresses.heading_ids([words for _, words in found], [block.info for block, _ in found])
        known = {name: block.index for (block, _), name in reversed([*zip(found, names, strict=True)])}
        return {**known, **{i.anchor: i.block for i in reversed(self.ids)}}

    @cached_property
    def footnotes(self) -> tuple[Block, ...]:
        """The definitions of footnotes."""
        return tuple(block for block in self.blocks if block.kind is BlockKind.FOOTNOTE)

    def words(self, block: Block) -> Span:
        """From the first inline of a block to the end of its last; its end where it has none."""
        end = block.span.end
        return Span(self._firsts.get(block.index, end), self._ends.get(block.index, end))

    def block(self, offset: int) -> Block | None:
        """The innermost block around an offset."""
        at = bisect_right(self._block_starts, offset) - 1
        while at >= 0 and not self.blocks[at].span.start <= offset <= self.blocks[at].span.end:
            at = self.blocks[at].parent
        return self.blocks[at] if at >= 0 else None

    def around(self, offset: int) -> list[Inline]:
        """The inlines around the character at an offset, innermost first."""
        at = bisect_right(self._inline_starts, offset) - 1
        found: list[Inline] = []
        while at >= 0:
            if self.inlines[at].span.end > offset:
                found.append(self.inlines[at])
            at = self._around[at]
        return found

    def outer(self, span: Span) -> Span:
        """The span with all that must not be torn apart: the link it lies in, the marks of emphasis around it."""
        start, end = span
        around = [*self.around(start), *self.around(max(start, end - 1))]
        for inline in sorted(around, key=lambda i: i.span.end - i.span.start):
            a, b = inline.span
            emphasis = inline.kind in (InlineKind.STRONG, InlineKind.EMPHASIS)
            torn = not (a <= start and end <= b)
            if (
                (inline.kind in _WHOLE and not (inline.bare and self.text[a] != "<"))
                or (emphasis and (torn or (start, end) == inline.inner))
                or (inline.bare and torn)
            ):
                start, end = min(a, start), max(b, end)
        if self.text[start : start + 1] == "`" and self.text[start - 1 : start] == "}":
            opening = self.text.rfind("{", max(0, start - 50), start)
            start = opening if opening >= 0 and _ROLE.fullmatch(self.text, opening, start) else start
        if self.text[start : start + 1] == "[" and _BRACKET.search(self.text, max(0, start - 2), start):
            start = self._labelled(start)
        return Span(start, end)

    def _labelled(self, start: int) -> int:
        """Where the words begin whose label stands at an offset: Python-Markdown may have a line end between."""
        depth = 0
        for at in range(start - 1, max(-1, start - _FAR), -1):
            depth += {"]": 1, "[": -1}.get(self.text[at], 0)
            if not depth and self.text[at] == "[":
                return start if _TASK.match(self.text, at) else at
        return start

    def after(self, offset: int, attributes: bool) -> int:
        """The offset behind an attribute list that belongs to what ends at `offset`."""
        match = _ATTRIBUTES.match(self.text, offset) if attributes else None
        return match.end() if match else offset

    def heading_end(self, heading: Block, attributes: bool) -> int:
        """Where the words of a heading end, before an attribute list of its own."""
        end = self._ends.get(heading.index, heading.span.end)
        if attributes and self.text[end - 1 : end] == "}":
            opening = self.text.rfind("{", heading.span.start, end)
            if opening > 0 and self.text[opening - 1].isspace():
                return len(self.text[:opening].rstrip())
        return end

    def lead(self, block: Block) -> str:
        """What a further line of what holds the block begins with: indentation and quote marks."""
        start = self.text.rfind("\n", 0, block.span.start) + 1
        before = self.text[start : block.span.start]
        marks = _LEAD.match(before)
        assert marks is not None
        return marks[0] + " " * (len(before) - len(marks[0]))

    def followed(self, offset: int) -> bool:
        """The line after that of the offset holds something."""
        end = self.text.find("\n", offset)
        following = self.text.find("\n", end + 1)
        line = self.text[end + 1 : following if following >= 0 else None] if end >= 0 else ""
        return bool(line.strip(" \t>"))

    def is_code(self, block: Block) -> bool:
        """A block in which Markdown is not read."""
        return block.kind in (BlockKind.CODE, BlockKind.HTML)
