"""Find the offsets at which markup can be inserted into a note without breaking its Markdown."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from papernotes_plugin.links import anchors
from papernotes_plugin.links.anchors import BlockId
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Note, Span

_ATOMIC_KINDS = {
    InlineKind.LINK,
    InlineKind.IMAGE,
    InlineKind.WIKILINK,
    InlineKind.EMBED,
    InlineKind.CODE,
    InlineKind.MATH,
    InlineKind.HTML,
}
"""Inlines into which nothing may be inserted."""
_ATTRIBUTES = lazy_regex(r"\{[^{}\n]{1,500}\}")
_MYST_ROLE = lazy_regex(r"\{[a-z]\w{0,20}(?::\w{1,20})?\}")
"""Name of a MyST role, directly before its code."""
_CLOSING_BRACKET = lazy_regex(r"\]\s?\Z")
_TASK = lazy_regex(r"(?<=[-*+.)] )\[[^\]]\] ")
_MAX_LINK_TEXT = 500
_LINE_PREFIX = lazy_regex(r"[ \t>]*")


class InsertionPoints:
    """Blocks and inlines of one note by offset.

    The time of each query depends on the depth of nesting, not on the length of the note.
    """

    def __init__(self, note: Note) -> None:
        self.note = note
        self.text = note.text
        self.blocks = note.document.blocks
        self.inlines = note.document.inlines
        self._block_starts = [block.span.start for block in self.blocks]
        self._inline_starts = [inline.span.start for inline in self.inlines]

    @cached_property
    def _enclosing(self) -> list[int]:
        """Index of the innermost inline that contains the start of each inline; -1 for none."""
        enclosing: list[int] = []
        opened: list[int] = []
        for index, inline in enumerate(self.inlines):
            while opened and self.inlines[opened[-1]].span.end <= inline.span.start:
                opened.pop()
            enclosing.append(opened[-1] if opened else -1)
            opened.append(index)
        return enclosing

    @cached_property
    def _text_starts(self) -> dict[int, int]:
        """Start of the first inline of each block."""
        return {inline.block: inline.span.start for inline in reversed(self.inlines)}

    @cached_property
    def _text_ends(self) -> dict[int, int]:
        """End of the last inline of each block."""
        ends_by_block: dict[int, int] = {}
        for inline in self.inlines:
            ends_by_block[inline.block] = max(inline.span.end, ends_by_block.get(inline.block, 0))
        return ends_by_block

    def inlines_in(self, span: Span) -> Sequence[Inline]:
        """Return the inlines that lie in a span, in order."""
        first, stop = (bisect_left(self._inline_starts, offset) for offset in span)
        return [inline for inline in self.inlines[first:stop] if inline.span.end <= span.end]

    def blocks_in(self, span: Span) -> Sequence[Block]:
        """Return the blocks that lie in a span, in order."""
        first, stop = (bisect_left(self._block_starts, offset) for offset in span)
        return [block for block in self.blocks[first:stop] if block.span.end <= span.end]

    @cached_property
    def block_ids(self) -> tuple[BlockId, ...]:
        """Obsidian's block ids (`^id`), in order."""
        return tuple(anchors.find_block_ids(self.note))

    @cached_property
    def by_anchor(self) -> dict[str, int]:
        """Indices of the headings, and of the blocks with a block id, by their HTML ids."""
        headings = reversed(anchors.headings_with_ids(self.note.document))
        by_heading_id = {heading_id: block.index for block, _, heading_id in headings}
        return {**by_heading_id, **{i.anchor: i.block for i in reversed(self.block_ids)}}

    @cached_property
    def footnotes(self) -> tuple[Block, ...]:
        """Footnote definitions."""
        return tuple(block for block in self.blocks if block.kind is BlockKind.FOOTNOTE)

    def text_span(self, block: Block) -> Span:
        """Return the span from the first to the last inline of a block; an empty span at its end if it has none."""
        end = block.span.end
        return Span(self._text_starts.get(block.index, end), self._text_ends.get(block.index, end))

    def block_at(self, offset: int) -> Block | None:
        """Return the innermost block that contains an offset, its end included."""
        index = bisect_right(self._block_starts, offset) - 1
        while index >= 0 and not self.blocks[index].span.start <= offset <= self.blocks[index].span.end:
            index = self.blocks[index].parent
        return self.blocks[index] if index >= 0 else None

    def inlines_at(self, offset: int) -> list[Inline]:
        """Return the inlines that contain the character at an offset, innermost first."""
        index = bisect_right(self._inline_starts, offset) - 1
        containing: list[Inline] = []
        while index >= 0:
            if self.inlines[index].span.end > offset:
                containing.append(self.inlines[index])
            index = self._enclosing[index]
        return containing

    def unbroken_span(self, span: Span) -> Span:
        """Return a span extended so that markup before and after it breaks nothing.

        It then includes the link that it lies in, marks of emphasis around it, and the text of a reference link.
        """
        start, end = span
        containing = [*self.inlines_at(start), *self.inlines_at(max(start, end - 1))]
        for inline in sorted(containing, key=lambda i: i.span.end - i.span.start):
            is_emphasis = inline.kind in EMPHASIS_KINDS
            is_partly_outside = not (inline.span.start <= start and end <= inline.span.end)
            if (
                (inline.kind in _ATOMIC_KINDS and not (inline.bare and self.text[inline.span.start] != "<"))
                or (is_emphasis and (is_partly_outside or (start, end) == inline.inner))
                or (inline.bare and is_partly_outside)
            ):
                start, end = min(inline.span.start, start), max(inline.span.end, end)
        if self.text[start : start + 1] == "`" and self.text[start - 1 : start] == "}":
            opening = self.text.rfind("{", max(0, start - 50), start)
            start = opening if opening >= 0 and _MYST_ROLE.fullmatch(self.text, opening, start) else start
        if self.text[start : start + 1] == "[" and _CLOSING_BRACKET.search(self.text, max(0, start - 2), start):
            start = self._reference_link_start(start)
        return Span(start, end)

    def _reference_link_start(self, label_start: int) -> int:
        """Return the offset of the text of a reference link, given that of its label.

        Python-Markdown allows a line break between the two.  A task (`[x]`) is no text of a link.
        """
        depth = 0
        for offset in range(label_start - 1, max(-1, label_start - _MAX_LINK_TEXT), -1):
            depth += {"]": 1, "[": -1}.get(self.text[offset], 0)
            if not depth and self.text[offset] == "[":
                return label_start if _TASK.match(self.text, offset) else offset
        return label_start

    def after_attributes(self, offset: int, attributes: bool) -> int:
        """Return the end of the attribute list at an offset, if the Markdown has such lists, else the offset."""
        match = _ATTRIBUTES.match(self.text, offset) if attributes else None
        return match.end() if match else offset

    def heading_text_end(self, heading: Block, attributes: bool) -> int:
        """Return the end of a heading's text, before an attribute list if the Markdown has such lists."""
        end = self._text_ends.get(heading.index, heading.span.end)
        if attributes and self.text[end - 1 : end] == "}":
            opening = self.text.rfind("{", heading.span.start, end)
            if opening > 0 and self.text[opening - 1].isspace():
                return len(self.text[:opening].rstrip())
        return end

    def line_prefix(self, block: Block) -> str:
        """Return the indentation and quote marks of a further line in the container of a block."""
        start = self.text.rfind("\n", 0, block.span.start) + 1
        before = self.text[start : block.span.start]
        marks = _LINE_PREFIX.match(before)
        assert marks is not None
        return marks[0] + " " * (len(before) - len(marks[0]))

    def is_followed_by_text(self, offset: int) -> bool:
        """Return whether the line after that of an offset is not empty."""
        end = self.text.find("\n", offset)
        following = self.text.find("\n", end + 1)
        line = self.text[end + 1 : following if following >= 0 else None] if end >= 0 else ""
        return bool(line.strip(" \t>"))
