"""Parse Markdown into blocks with spans: headings, paragraphs, lists, quotes, code, HTML, tables and footnotes."""

from __future__ import annotations

from typing import Any

from papernotes_plugin.markup.markdown_events import INLINE_TAGS, character_offsets, read_events
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

new = tuple.__new__
"""Constructor of a named tuple from all its values, in half the time of its class."""
_BLOCKS = {
    "Heading": BlockKind.HEADING,
    "Paragraph": BlockKind.PARAGRAPH,
    "List": BlockKind.LIST,
    "Item": BlockKind.ITEM,
    "BlockQuote": BlockKind.QUOTE,
    "CodeBlock": BlockKind.CODE,
    "HtmlBlock": BlockKind.HTML,
    "Table": BlockKind.TABLE,
    "TableHead": BlockKind.ROW,
    "TableRow": BlockKind.ROW,
    "TableCell": BlockKind.CELL,
    "FootnoteDefinition": BlockKind.FOOTNOTE,
}
_INLINE_HOLDERS = {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML}
"""Blocks that inlines belong to."""
_TEXT_HOLDERS = _INLINE_HOLDERS | {BlockKind.CODE}
_LISTS = {BlockKind.LIST, BlockKind.ITEM}

_QUOTE_MARK = lazy_regex(r"[ \t]*>[ \t]*")
CALLOUT = lazy_regex(r"\[!(?P<kind>[^\[\]\n]+)\][+-]?[ \t]*(?P<title>(?:[^\n]*\S)?)[ \t]*(?P<break>\n[ \t>]*(?=\S))?")
"""The first line of a callout, and the break before its body, if it has one: `[!quote] Source`."""


def parse_blocks(text: str, body: int = 0) -> tuple[Block, ...]:
    """Return the blocks of a text without its inlines, which is much faster than `parser.parse`.

    Unlike those of `parse`, the blocks include those in `%%comments%%`, and headings have no ids of their authors.

    Args:
        text: The whole text of a note.
        body: The offset at which Markdown begins, after the front matter.  Spans count from the start of `text`.
    """
    builder = BlockBuilder(text, body)
    source = text[body:]
    offsets = character_offsets(source, body)
    needs_block = False
    """The innermost open block holds no text by itself: the next inline opens an implicit paragraph."""
    behind = 0
    """The byte offset behind the last inline."""
    for event, extent in read_events(source):
        if _is_block_event(event):
            builder.text_end = max(builder.text_end, offsets[behind])
            _add_event(builder, event, offsets[extent["start"]], offsets[extent["end"]])
            needs_block = builder.open_kind() not in _TEXT_HOLDERS
        elif isinstance(event, str) or "TaskListMarker" not in event:
            if needs_block:
                builder.block_at(offsets[extent["start"]])
                needs_block = False
            behind = extent["end"]
    builder.text_end = max(builder.text_end, offsets[behind])
    builder.close_text_block()
    return tuple(builder.blocks)


def _is_block_event(event: Any) -> bool:
    if isinstance(event, str):
        return event == "Rule"
    value = event.get("Start") or event.get("End")
    return value is not None and (value if isinstance(value, str) else next(iter(value))) not in INLINE_TAGS


def _add_event(builder: BlockBuilder, event: Any, start: int, end: int) -> None:
    if isinstance(event, str):
        builder.add_rule(start, end)
    elif "Start" in event:
        builder.start_block(*split_tag(event["Start"]), start, end)
    else:
        builder.end_block(split_tag(event["End"])[0])


def split_tag(tag: Any) -> tuple[str, Any]:
    """Return the name of a `Start` or `End` event, and its data: None for a tag that has only a name."""
    return (tag, None) if isinstance(tag, str) else tag.popitem()


class BlockBuilder:
    """Builder of the blocks of one text from the events of the parser."""

    def __init__(self, text: str, body: int) -> None:
        self.text = text
        self.body = body
        self.blocks: list[Block] = []
        self.open_blocks: list[int] = []
        """Indexes of the open blocks, the innermost last; -1 for one that the model does not know."""
        self.text_block = -1
        """The block that inlines belong to; -1 before the first inline of a block."""
        self.text_end = body
        """The offset behind the last inline."""
        self._open_lists = 0
        self._implicit: int | None = None
        """The paragraph opened for the text of a tight list item: the parser has no block for it."""

    def add_rule(self, start: int, end: int) -> None:
        """Add a thematic break."""
        self.close_text_block()
        self._add_block(BlockKind.RULE, start, end)

    def start_block(self, name: str, data: Any, start: int, end: int) -> int:
        """Open a block, and return its index; -1 for a block that the model does not know."""
        self.close_text_block()
        kind = _BLOCKS.get(name)
        if kind is None:
            self.open_blocks.append(-1)
            return -1
        level, info = 0, ""
        if name == "Heading":
            level = int(data["level"][1:])
        elif name == "Item":
            level = self._open_lists
        elif name == "List":
            self._open_lists += 1
        elif name == "CodeBlock":
            info = data["Fenced"] if isinstance(data, dict) and "Fenced" in data else ""
        elif name == "FootnoteDefinition":
            info = str(data)
        elif name == "BlockQuote":
            match = CALLOUT.match(self.text, self._skip_quote_mark(start))
            info = match["kind"].split("|")[0].strip().casefold() if match else ""
        index = self._add_block(kind, start, end, level, info, header=name == "TableHead")
        self.open_blocks.append(index)
        return index

    def end_block(self, name: str) -> None:
        """Close the innermost open block."""
        self.close_text_block()
        if self.open_blocks:
            self.open_blocks.pop()
            self._open_lists -= name == "List"

    def open_kind(self) -> BlockKind | None:
        """Return the kind of the innermost open block; None outside all, and in one that the model does not know."""
        innermost = self.open_blocks[-1] if self.open_blocks else -1
        return self.blocks[innermost].kind if innermost >= 0 else None

    def block_at(self, start: int) -> int:
        """Return the block that an inline at an offset belongs to; open a paragraph where there is none."""
        if self.text_block < 0 and self.open_kind() in _INLINE_HOLDERS:
            self.text_block = self.open_blocks[-1]
        elif self.text_block < 0:
            self.text_block = self._implicit = self._add_block(BlockKind.PARAGRAPH, start, start)
        return self.text_block

    def close_text_block(self) -> None:
        """End the block that inlines belong to; an implicit paragraph ends with its last inline."""
        self.text_block = -1
        if self._implicit is not None:
            self.close_implicit(self._implicit)

    def close_implicit(self, index: int) -> None:
        """End an implicit paragraph behind its last inline."""
        block = self.blocks[index]
        start = block.span.start
        end = start + len(self.text[start : self.text_end].rstrip())
        self.blocks[index] = Block(block.kind, Span(start, end), block.index, block.parent)
        self._implicit = None

    def _add_block(
        self, kind: BlockKind, start: int, end: int, level: int = 0, info: str = "", *, header: bool = False
    ) -> int:
        parent = self.open_blocks[-1] if self.open_blocks else -1
        if parent < 0 and self.open_blocks:
            parent = next((i for i in reversed(self.open_blocks) if i >= 0), -1)
        index = len(self.blocks)
        text = self.text
        while end > start and text[end - 1].isspace():
            end -= 1
        if kind in _LISTS:
            # Before a tab, the parser's range includes the line break of the line above.
            while start < end and text[start].isspace():
                start += 1
        self.blocks.append(new(Block, (kind, new(Span, (start, end)), index, parent, level, info, header)))
        return index

    def _skip_quote_mark(self, at: int) -> int:
        """Return the offset at which the text of a quote begins, behind its own mark but not that of a nested quote."""
        match = _QUOTE_MARK.match(self.text, at)
        return match.end() if match else at
