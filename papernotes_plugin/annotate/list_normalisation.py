"""Lists and tables: written so that Python-Markdown sees those which CommonMark, and with it Obsidian, sees.

Python-Markdown wants an empty line before a list and four spaces for each step within it.  A list that has them stays
as it is; code, HTML and formulas are no lists.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from papernotes_plugin.markup import block_parser
from papernotes_plugin.text import math_spans
from papernotes_plugin.vocabulary.model import Block, BlockKind

_TAB = 4
_POSSIBLE = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|[|:-][ \t|:-]*\|)", re.MULTILINE)
_QUOTE = re.compile(r"[ ]{0,3}>[ ]?")
_INDENT = re.compile(r"[ \t]*")
_MARKER = re.compile(r"(?:[-*+]|\d{1,9}([.)]))(?=\s|\Z)")
_LETTER = re.compile(r"[^\s>]")
_TASK = re.compile(r"[ ]+\[([-/>?!*\"<])\](?= )")
_PARTED = re.compile(r"\n[ \t>]*\n")
_BEFORE = {BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.TABLE, BlockKind.QUOTE}
"""Blocks that would take a list right below them into themselves."""
_TAKING = {BlockKind.QUOTE, BlockKind.TABLE, BlockKind.CODE, BlockKind.HTML}
"""Blocks that would take an item right below theirs into themselves, and that words right above would take."""


def normalise_lists(text: str, start: int = 0, step: int = 4) -> str:
    """Return a text with its lists from the offset `start` on in the form that Python-Markdown reads.

    Args:
        text: The text.
        start: Offset at which the Markdown begins.
        step: Spaces for each level of a list.
    """
    if not _POSSIBLE.search(text, start):
        return text
    blocks = block_parser.parse_blocks(_without_formulas(text), start)
    if not any(block.kind in (BlockKind.LIST, BlockKind.TABLE) for block in blocks):
        return text
    return _Lists(text, blocks, step).run()


def _without_formulas(text: str) -> str:
    """The text with other letters in place of its displayed formulas: a minus in them is no list."""
    parts: list[str] = []
    at = 0
    for start, end, _, display in math_spans(text) if "$$" in text or "\\[" in text else ():
        if display:
            parts += [text[at:start], _LETTER.sub("x", text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


class _Lists:
    """The lines of one text, some of them to be changed."""

    def __init__(self, text: str, blocks: tuple[Block, ...], step: int) -> None:
        self.step = step
        self.text = text
        self.blocks = blocks
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.parted: dict[int, int] = {}
        """Lines that an empty one goes before, with where they begin behind the marks of quotes around."""
        self.changed: dict[int, str] = {}
        self.depth: list[int] = []
        """Per block in how many items of one list it lies."""
        self.quotes: list[int] = []
        """Per block in how many quotes it lies."""

    def run(self) -> str:
        """The text, mended."""
        before: dict[int, Block] = {}
        tops: dict[int, list[Block]] = {}
        """Per outermost list all that lies in it."""
        top_of: dict[int, int] = {}
        for block in self.blocks:
            self._measure(block)
            self._part(before.get(block.parent), block)
            before[block.parent] = block
            top = top_of.get(block.parent, -1)
            if top < 0 and block.kind is BlockKind.LIST and self._mendable(block):
                top = block.index
            if top >= 0:
                tops.setdefault(top, []).append(block)
                if block.kind is not BlockKind.QUOTE:
                    # what stands in a quote moves with it
                    top_of[block.index] = top
        for blocks in tops.values():
            self._number(blocks)
            if self._narrow(blocks):
                self._widen(blocks)
        return self._joined()

    def _measure(self, block: Block) -> None:
        parent = self.blocks[block.parent] if block.parent >= 0 else None
        depth = self.depth[parent.index] if parent else 0
        quotes = self.quotes[parent.index] if parent else 0
        self.depth.append(depth + (block.kind is BlockKind.ITEM))
        self.quotes.append(quotes + (parent is not None and parent.kind is BlockKind.QUOTE))

    def _mendable(self, block: Block) -> bool:
        """Not within a footnote, nor in a quote in a list."""
        at, quoted = block.parent, False
        while at >= 0:
            kind = self.blocks[at].kind
            if kind is BlockKind.FOOTNOTE or (kind is BlockKind.ITEM and quoted):
                return False
            quoted = quoted or kind is BlockKind.QUOTE
            at = self.blocks[at].parent
        return True

    # --- empty lines ----------------------------------------------------------

    def _part(self, before: Block | None, block: Block) -> None:
        parent = self.blocks[block.parent] if block.parent >= 0 else None
        if before is None or _PARTED.search(self.text, self._end(before), block.span.start + 1):
            return
        if parent and parent.kind is BlockKind.FOOTNOTE:
            return
        if block.kind is BlockKind.ITEM:
            if self._taking(before, block):
                self._apart(block)
            return
        held = parent is not None and parent.kind is BlockKind.ITEM
        if held and before.kind is BlockKind.PARAGRAPH and self._takes(block):
            self._apart(block)
        table = before.kind is BlockKind.TABLE or (before.kind is BlockKind.PARAGRAPH and block.kind is BlockKind.TABLE)
        listed = before.kind in _BEFORE and BlockKind.LIST in (before.kind, block.kind)
        if not table and not listed:
            return
        # what stands right below the first words of an item is seen
        first = parent is not None and parent.kind is BlockKind.ITEM and before.index == parent.index + 1
        if not (first and before.kind is BlockKind.PARAGRAPH):
            self._apart(block)

    def _end(self, block: Block) -> int:
        """Where the words of a block end: a list in a quote takes empty lines along."""
        at = block.span.end
        while at > block.span.start and self.text[at - 1] in " \t\n>":
            at -= 1
        return at

    def _apart(self, block: Block) -> None:
        line = self._line(block.span.start)
        self.parted[line] = max(0, self._quoted(line, self.quotes[block.index]))

    def _taking(self, before: Block, block: Block) -> bool:
        """An item ends with what would take the next item into itself, or holds an empty line."""
        if _PARTED.search(self.text, before.span.start, before.span.end):
            return True
        at = block.index - 1
        while at > before.index:
            if self._takes(self.blocks[at]):
                return True
            at = self.blocks[at].parent
        return False

    def _takes(self, block: Block) -> bool:
        # a comment is a part of the words around it to Python-Markdown
        return block.kind in _TAKING and not self.text.startswith("<!--", block.span.start)

    def _outside(self, block: Block) -> bool:
        """What lies in no item, however far it is indented: a footnote, and the end of an element around the list."""
        return block.kind is BlockKind.FOOTNOTE or (
            block.kind is BlockKind.HTML and self.text.startswith("</", block.span.start)
        )

    def _line(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def _quoted(self, line: int, quotes: int) -> int:
        """Where a line begins behind the marks of the quotes that its list lies in; -1 where it has not so many."""
        at = 0
        for _ in range(quotes):
            match = _QUOTE.match(self.lines[line], at)
            if match is None:
                return -1
            at = match.end()
        return at

    # --- indentation ----------------------------------------------------------

    def _column(self, block: Block, quotes: int) -> int:
        """How far a block that begins its line is indented; -1 for one that does not."""
        line = self._line(block.span.start)
        at = self._quoted(line, quotes)
        before = self.lines[line][at : block.span.start - self.starts[line]]
        return len(before.expandtabs(_TAB)) if at >= 0 and not before.strip() else -1

    def _narrow(self, blocks: list[Block]) -> bool:
        """Python-Markdown would see another structure."""
        quotes = self.quotes[blocks[0].index]
        for block in blocks[1:]:
            depth = self.depth[block.index]
            parent = self.blocks[block.parent]
            if block.kind is BlockKind.ITEM:
                column = self._column(block, quotes)
                if column >= 0 and column // self.step != depth - 1:
                    return True
            elif self._outside(block):
                continue
            elif parent.kind is BlockKind.ITEM and block.index != parent.index + 1 and block.kind is not BlockKind.LIST:
                column = self._column(block, quotes)
                fenced = self.text.startswith(("```", "~~~"), block.span.start)
                more = _TAB if block.kind is BlockKind.CODE and not fenced else 0
                if 0 <= column < self.step * depth + more:
                    return True
        return False

    def _widen(self, blocks: list[Block]) -> None:
        quotes = self.quotes[blocks[0].index]
        top = blocks[0]
        owners: dict[int, tuple[Block, Block]] = {}
        """Per line the innermost item, and the innermost block, that it belongs to."""
        item = top
        items: dict[int, Block] = {}
        for block in blocks[1:]:
            item = block if block.kind is BlockKind.ITEM else items.get(block.parent, item)
            items[block.index] = item
            for line in range(self._line(block.span.start), self._line(max(block.span.start, block.span.end - 1)) + 1):
                owners[line] = (item, block)
        firsts = {self._line(b.span.start): b for b in reversed(blocks) if b.kind is BlockKind.ITEM}
        for line, (owner, block) in owners.items():
            at = self._quoted(line, quotes)
            if at < 0 or not self.lines[line][at:].strip() or self._outside(block):
                continue
            if line in firsts:
                self._put(line, at, self.step * (self.depth[firsts[line].index] - 1))
            else:
                indent = len(_indent(self.lines[line][at:]))
                more = indent - self._content(owner, quotes) if block.kind is BlockKind.CODE else 0
                self._put(line, at, self.step * self.depth[owner.index] + max(0, more))

    def _content(self, item: Block, quotes: int) -> int:
        """The column at which the text of an item begins."""
        line = self._line(item.span.start)
        start = item.span.start - self.starts[line]
        marker = _MARKER.match(self.lines[line], start)
        end = marker.end() if marker else start
        behind = _INDENT.match(self.lines[line], end)
        assert behind is not None
        column = len(self.lines[line][max(0, self._quoted(line, quotes)) : end].expandtabs(_TAB))
        return column + (len(behind[0]) if 0 < len(behind[0]) <= _TAB else 1)

    def _put(self, line: int, at: int, indent: int) -> None:
        words = self.changed.get(line, self.lines[line])
        self.changed[line] = words[:at] + " " * indent + words[at:].lstrip(" \t")

    def _number(self, blocks: list[Block]) -> None:
        """`1)` is a number too, and `[/]` a task that is begun: any sign but a space ticks it."""
        for block in blocks:
            line = self._line(block.span.start)
            start = block.span.start - self.starts[line]
            marker = _MARKER.match(self.lines[line], start) if block.kind is BlockKind.ITEM else None
            if marker and marker[1] == ")":
                words = self.changed.get(line, self.lines[line])
                self.changed[line] = f"{words[: marker.end() - 1]}.{words[marker.end() :]}"
            task = _TASK.match(self.lines[line], marker.end()) if marker else None
            if task:
                words = self.changed.get(line, self.lines[line])
                self.changed[line] = f"{words[: task.start(1)]}x{words[task.end(1) :]}"

    def _joined(self) -> str:
        out: list[str] = []
        for number, line in enumerate(self.lines):
            changed = self.changed.get(number, line)
            if number in self.parted:
                marks = line[: self.parted[number]].strip(" \t")
                indent = changed[: len(changed) - len(changed.lstrip(" \t"))]
                out.append(indent + marks if marks else "")
            out.append(changed)
        return "\n".join(out)


def _indent(line: str) -> str:
    match = _INDENT.match(line)
    assert match is not None
    return match[0].expandtabs(_TAB)
