"""Rewrite lists and tables so that Python-Markdown reads them as CommonMark and Obsidian do.

Python-Markdown requires an empty line before a list and four spaces for each of its levels.  A list that has them stays
as it is.  Code, HTML and formulas are never read as lists.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from papernotes_plugin.markup import block_parser, formulas
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_TAB_SIZE = 4
_LIST_OR_TABLE_LINE = lazy_regex(r"^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]|[|:-][ \t|:-]*\|)", re.MULTILINE)
_QUOTE_MARK = lazy_regex(r"[ ]{0,3}>[ ]?")
_INDENT = lazy_regex(r"[ \t]*")
_MARKER = lazy_regex(r"(?:[-*+]|\d{1,9}([.)]))(?=\s|\Z)")
_OTHER_TASK_MARK = lazy_regex(r"[ ]+\[([/>?!*\"<])\](?= )")
_EMPTY_LINE = lazy_regex(r"\n[ \t>]*\n")
_ABSORBING_LISTS = {BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.TABLE, BlockKind.QUOTE}
"""Blocks that Python-Markdown would continue with a list directly below them."""
_ABSORBING_ITEMS = {BlockKind.QUOTE, BlockKind.TABLE, BlockKind.CODE, BlockKind.HTML}
"""Blocks that would absorb an item directly below them, and that a paragraph directly above would absorb."""


def normalise_lists(text: str, start: int = 0, indent: int = 4) -> str:
    """Return a text with its lists from the offset `start` on in the form that Python-Markdown reads.

    Args:
        text: The text.
        start: Offset at which the Markdown begins.
        indent: Spaces for each level of a list.
    """
    if not _LIST_OR_TABLE_LINE.search(text, start):
        return text
    blocks = block_parser.parse_blocks(formulas.mask_displayed_formulas(text, start), start)
    if not any(block.kind in (BlockKind.LIST, BlockKind.TABLE) for block in blocks):
        return text
    return _ListNormaliser(text, blocks, indent).normalise()


class _ListNormaliser:
    """Lines of one text, with the changes to them."""

    def __init__(self, text: str, blocks: tuple[Block, ...], indent: int) -> None:
        self.indent = indent
        self.text = text
        self.blocks = blocks
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.empty_line_before: dict[int, int] = {}
        """Numbers of the lines that get an empty line before them, with the column after their quote marks."""
        self.changed: dict[int, str] = {}
        """New text of changed lines, by number from 0."""
        self.depth: list[int] = []
        """Number of list items that contain each block, or are it."""
        self.quotes: list[int] = []
        """Number of quotes that contain each block."""

    def normalise(self) -> str:
        """Return the text with its lists normalised."""
        previous: dict[int, Block] = {}
        """Last block seen in each parent."""
        tops: dict[int, list[Block]] = {}
        """Outermost lists, each with all its blocks."""
        top_of: dict[int, int] = {}
        for block in self.blocks:
            self._measure(block)
            self._separate(previous.get(block.parent), block)
            previous[block.parent] = block
            top = top_of.get(block.parent, -1)
            if top < 0 and block.kind is BlockKind.LIST and self._is_normalised(block):
                top = block.index
            if top >= 0:
                tops.setdefault(top, []).append(block)
                if block.kind is not BlockKind.QUOTE:
                    # the blocks in a quote are indented together with it
                    top_of[block.index] = top
        for blocks in tops.values():
            self._replace_markers(blocks)
            if self._is_misread(blocks):
                self._indent_lines(blocks)
        return self._joined_lines()

    def _measure(self, block: Block) -> None:
        parent = self.blocks[block.parent] if block.parent >= 0 else None
        depth = self.depth[parent.index] if parent else 0
        quotes = self.quotes[parent.index] if parent else 0
        self.depth.append(depth + (block.kind is BlockKind.ITEM))
        self.quotes.append(quotes + (parent is not None and parent.kind is BlockKind.QUOTE))

    def _is_normalised(self, block: Block) -> bool:
        """Return whether a list is normalised: not in a footnote, nor in a quote inside a list."""
        index, is_quoted = block.parent, False
        while index >= 0:
            kind = self.blocks[index].kind
            if kind is BlockKind.FOOTNOTE or (kind is BlockKind.ITEM and is_quoted):
                return False
            is_quoted = is_quoted or kind is BlockKind.QUOTE
            index = self.blocks[index].parent
        return True

    # --- empty lines ----------------------------------------------------------

    def _separate(self, previous: Block | None, block: Block) -> None:
        """Insert an empty line between two sibling blocks if Python-Markdown needs it."""
        parent = self.blocks[block.parent] if block.parent >= 0 else None
        if previous is None or _EMPTY_LINE.search(self.text, self._text_end(previous), block.span.start + 1):
            return
        if parent and parent.kind is BlockKind.FOOTNOTE:
            return
        if block.kind is BlockKind.ITEM:
            if self._would_absorb_next_item(previous, block):
                self._insert_empty_line(block)
            return
        is_in_item = parent is not None and parent.kind is BlockKind.ITEM
        if is_in_item and previous.kind is BlockKind.PARAGRAPH and self._absorbs(block):
            self._insert_empty_line(block)
        starts_table = previous.kind is BlockKind.PARAGRAPH and block.kind is BlockKind.TABLE
        is_at_table = previous.kind is BlockKind.TABLE or starts_table
        is_at_list = previous.kind in _ABSORBING_LISTS and BlockKind.LIST in (previous.kind, block.kind)
        if not is_at_table and not is_at_list:
            return
        # Python-Markdown reads a list or table directly below the first paragraph of an item
        is_first = parent is not None and is_in_item and previous.index == parent.index + 1
        if not (is_first and previous.kind is BlockKind.PARAGRAPH):
            self._insert_empty_line(block)

    def _text_end(self, block: Block) -> int:
        """Return the end of a block's text: the span of a list in a quote includes empty lines after it."""
        end = block.span.end
        while end > block.span.start and self.text[end - 1] in " \t\n>":
            end -= 1
        return end

    def _insert_empty_line(self, block: Block) -> None:
        line = self._line_number(block.span.start)
        self.empty_line_before[line] = max(0, self._quote_end(line, self.quotes[block.index]))

    def _would_absorb_next_item(self, previous: Block, block: Block) -> bool:
        """Return whether an item contains an empty line, or ends with a block that would absorb the next item."""
        if _EMPTY_LINE.search(self.text, previous.span.start, previous.span.end):
            return True
        index = block.index - 1
        while index > previous.index:
            if self._absorbs(self.blocks[index]):
                return True
            index = self.blocks[index].parent
        return False

    def _absorbs(self, block: Block) -> bool:
        # Python-Markdown reads a comment as a part of the paragraph around it
        return block.kind in _ABSORBING_ITEMS and not self.text.startswith("<!--", block.span.start)

    def _is_outside_items(self, block: Block) -> bool:
        """Return whether a block is in no item despite its indentation: a footnote, or a closing tag."""
        return block.kind is BlockKind.FOOTNOTE or (
            block.kind is BlockKind.HTML and self.text.startswith("</", block.span.start)
        )

    def _line_number(self, offset: int) -> int:
        return bisect_right(self.starts, offset) - 1

    def _quote_end(self, line: int, quotes: int) -> int:
        """Return the column after the quote marks of a line; -1 if it has fewer than `quotes` marks."""
        column = 0
        for _ in range(quotes):
            match = _QUOTE_MARK.match(self.lines[line], column)
            if match is None:
                return -1
            column = match.end()
        return column

    # --- indentation ----------------------------------------------------------

    def _column(self, block: Block, quotes: int) -> int:
        """Return the indentation of a block in columns; -1 if it does not begin its line."""
        line = self._line_number(block.span.start)
        at = self._quote_end(line, quotes)
        before = self.lines[line][at : block.span.start - self.starts[line]]
        return len(before.expandtabs(_TAB_SIZE)) if at >= 0 and not before.strip() else -1

    def _is_misread(self, blocks: list[Block]) -> bool:
        """Return whether Python-Markdown would read another structure."""
        quotes = self.quotes[blocks[0].index]
        for block in blocks[1:]:
            depth = self.depth[block.index]
            parent = self.blocks[block.parent]
            if block.kind is BlockKind.ITEM:
                column = self._column(block, quotes)
                if column >= 0 and column // self.indent != depth - 1:
                    return True
            elif self._is_outside_items(block):
                continue
            elif parent.kind is BlockKind.ITEM and block.index != parent.index + 1 and block.kind is not BlockKind.LIST:
                column = self._column(block, quotes)
                fenced = self.text.startswith(("```", "~~~"), block.span.start)
                more = _TAB_SIZE if block.kind is BlockKind.CODE and not fenced else 0
                if 0 <= column < self.indent * depth + more:
                    return True
        return False

    def _indent_lines(self, blocks: list[Block]) -> None:
        """Indent the lines of an outermost list by `indent` spaces for each level."""
        quotes = self.quotes[blocks[0].index]
        top = blocks[0]
        owners: dict[int, tuple[Block, Block]] = {}
        """Innermost item and innermost block of each line."""
        item = top
        items: dict[int, Block] = {}
        for block in blocks[1:]:
            item = block if block.kind is BlockKind.ITEM else items.get(block.parent, item)
            items[block.index] = item
            for line in range(
                self._line_number(block.span.start), self._line_number(max(block.span.start, block.span.end - 1)) + 1
            ):
                owners[line] = (item, block)
        firsts = {self._line_number(b.span.start): b for b in reversed(blocks) if b.kind is BlockKind.ITEM}
        for line, (owner, block) in owners.items():
            at = self._quote_end(line, quotes)
            if at < 0 or not self.lines[line][at:].strip() or self._is_outside_items(block):
                continue
            if line in firsts:
                self._set_indent(line, at, self.indent * (self.depth[firsts[line].index] - 1))
            else:
                indent = len(_indentation(self.lines[line][at:]))
                more = indent - self._content_column(owner, quotes) if block.kind is BlockKind.CODE else 0
                self._set_indent(line, at, self.indent * self.depth[owner.index] + max(0, more))

    def _content_column(self, item: Block, quotes: int) -> int:
        """Return the column at which the text of an item begins."""
        line = self._line_number(item.span.start)
        start = item.span.start - self.starts[line]
        marker = _MARKER.match(self.lines[line], start)
        end = marker.end() if marker else start
        behind = _INDENT.match(self.lines[line], end)
        assert behind is not None
        column = len(self.lines[line][max(0, self._quote_end(line, quotes)) : end].expandtabs(_TAB_SIZE))
        return column + (len(behind[0]) if 0 < len(behind[0]) <= _TAB_SIZE else 1)

    def _set_indent(self, line: int, at: int, indent: int) -> None:
        words = self.changed.get(line, self.lines[line])
        self.changed[line] = words[:at] + " " * indent + words[at:].lstrip(" \t")

    def _replace_markers(self, blocks: list[Block]) -> None:
        """Replace `1)` by `1.`, and task marks such as `[/]` by `[x]`: in Obsidian they are ticked too."""
        for block in blocks:
            line = self._line_number(block.span.start)
            start = block.span.start - self.starts[line]
            marker = _MARKER.match(self.lines[line], start) if block.kind is BlockKind.ITEM else None
            if marker and marker[1] == ")":
                words = self.changed.get(line, self.lines[line])
                self.changed[line] = f"{words[: marker.end() - 1]}.{words[marker.end() :]}"
            task = _OTHER_TASK_MARK.match(self.lines[line], marker.end()) if marker else None
            if task:
                words = self.changed.get(line, self.lines[line])
                self.changed[line] = f"{words[: task.start(1)]}x{words[task.end(1) :]}"

    def _joined_lines(self) -> str:
        out: list[str] = []
        for number, line in enumerate(self.lines):
            changed = self.changed.get(number, line)
            if number in self.empty_line_before:
                marks = line[: self.empty_line_before[number]].strip(" \t")
                indent = changed[: len(changed) - len(changed.lstrip(" \t"))]
                out.append(indent + marks if marks else "")
            out.append(changed)
        return "\n".join(out)


def _indentation(line: str) -> str:
    match = _INDENT.match(line)
    assert match is not None
    return match[0].expandtabs(_TAB_SIZE)
