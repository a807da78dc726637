"""The only user of the Markdown parser: text -> blocks and inlines with spans.

The parser (CommonMark with tables, wikilinks, math, footnotes) gives byte offsets; they are turned into
character offsets once a note.  What CommonMark does not know (bare URLs, `#tags`, `%%comments%%`, links in
raw HTML) is found too, in running text only, so that no recogniser ever looks at raw text again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pyromark

from papernotes_plugin.markup import raw_html, syntax_extensions
from papernotes_plugin.vocabulary.model import Block, BlockKind, Document, Inline, InlineKind, Span

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_WIKILINKS
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
)
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
_TEXT_BLOCKS = {BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML}
_SPANNING = {"Link", "Image", "Strong", "Emphasis", "Strikethrough", "Superscript", "Subscript"}

_NOTHING: Any = None
"""What is said about a block or an inline that has only a name."""
_MAX_OPEN = 50
"""Inlines within one another that are told apart: each holds the text of all within it."""

_QUOTE_MARK = re.compile(r"[ \t]*>[ \t]*")
_CALLOUT = re.compile(r"\[!([^\]\n]+)\][+-]?")
_DESTINATION = re.compile(r"\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\s*\)")
_ATTRIBUTES = re.compile(r" ?\{:? ?[#.][^{}]*\}$")
"""An id or a class for Python-Markdown's `attr_list`, at the end of a heading."""
_OWN_ID = re.compile(r"#([^\s{}#]+)")
_WIDE = re.compile(r"[^\x00-\x7f]")


@dataclass(slots=True)
class _Open:
    """An inline whose end has not come yet."""

    place: int
    kind: InlineKind | None
    start: int
    url: str
    bare: bool
    inner: int


def parse(text: str, body: int = 0) -> Document:
    """The blocks and inlines of `text` from the offset `body` on; offsets count from the start of `text`."""
    document = _Parser(text, body).run()
    hidden = syntax_extensions.find_comments(text, document.inlines)
    if not hidden:
        return document
    return replace(_Parser(syntax_extensions.mask_spans(text, hidden), body, hidden).run(), comments=tuple(hidden))


def parse_blocks(text: str, body: int = 0) -> tuple[Block, ...]:
    """The blocks of `text` from the offset `body` on, as `parse` gives them, without the cost of what stands in them.

    Of `%%comments%%`, which a document leaves out, the blocks are among them.
    """
    return _Structure(text, body).run().blocks


def mask_comments(text: str, body: int = 0) -> str:
    """The text with each `%%comment%%` turned into spaces: what may be shown of it, at the same offsets."""
    if text.count("%%") < 2:
        return text
    return syntax_extensions.mask_spans(text, syntax_extensions.find_comments(text, _Parser(text, body).run().inlines))


def _offsets(text: str) -> tuple[list[int], list[int]]:
    """Where in UTF-8 each character of several bytes ends, and how many bytes it and those before it are ahead.

    The byte offset `at` is the character `at - surplus[bisect_right(ends, at)]`.
    """
    ends: list[int] = []
    surplus = [0]
    if not text.isascii():
        for match in _WIDE.finditer(text):
            char = match.group()
            total = surplus[-1] + (1 if char < "\u0800" else 2 if char < "\U00010000" else 3)
            ends.append(match.start() + total + 1)
            surplus.append(total)
    return ends, surplus


class _Parser:
    """Turns the events of one text into a `Document`."""

    def __init__(self, text: str, body: int, hidden: Sequence[Span] = ()) -> None:
        self.text = text
        self.body = body
        self.hidden = hidden
        """What has been masked: no text covers it."""
        self.passed = 0
        """How many of the hidden spans lie behind."""
        self.blocks: list[Block] = []
        self.open_blocks: list[int] = []
        self.here = -1
        """The block that inlines belong to; -1 where that has still to be found out."""
        self.inlines: list[Inline | None] = []
        self.lists = 0
        """How many lists are open."""
        self.open_inlines: list[_Open] = []
        self.implicit: int | None = None
        """The paragraph opened for the text of a tight item, which has none of its own."""
        self.last = body
        self.links = 0
        """How many links are open: nothing is looked for in the text of a link."""
        self.anchor: tuple[int, int, str] | None = None
        self.late = False
        """A link of raw HTML stands behind its text."""
        self.swallowed = 0
        """Up to where text has gone into a link already."""

    def run(self) -> Document:
        body = self.body
        source = self.text[body:]
        ends, surplus = _offsets(source)
        parser = pyromark.Markdown(options=_OPTIONS)
        for event, extent in parser.events_with_range(source, merge_text=True):
            start, end = extent["start"] + body, extent["end"] + body
            if ends:
                start -= surplus[bisect_right(ends, extent["start"])]
                end -= surplus[bisect_right(ends, extent["end"])]
            if isinstance(event, str):
                self._event(event, start, end)
            else:
                value: Any
                ((name, value),) = event.items()
                if name == "Text":
                    self._text(start, end, value)
                elif name == "Start":
                    self._start(value, start, end)
                elif name == "End":
                    self._end(value, end)
                else:
                    self._written(name, value, start, end)
        self._end_implicit()
        inlines = [i for i in self.inlines if i is not None]
        if self.late:
            # outer before inner, by place
            inlines.sort(key=lambda i: (i.span.start, -i.span.end))
        return Document(tuple(self.blocks), tuple(inlines))

    # --- events ---------------------------------------------------------------

    def _event(self, event: str, start: int, end: int) -> None:
        """What is nothing but its name."""
        if event == "Rule":
            self._end_implicit()
            self._add_block(BlockKind.RULE, start, end)
        elif event in ("SoftBreak", "HardBreak"):
            self._text(start, end, " ")

    def _written(self, name: str, value: Any, start: int, end: int) -> None:
        """What is neither text nor around it."""
        if name == "Code":
            self._leaf(InlineKind.CODE, start, end, value)
        elif name in ("InlineMath", "DisplayMath"):
            self._leaf(InlineKind.MATH, start, end, self.text[start:end])
        elif name == "InlineHtml":
            self._inline_html(start, end, value)
        elif name == "FootnoteReference":
            self._leaf(InlineKind.FOOTNOTE, start, end, value)

    def _start(self, value: Any, start: int, end: int) -> None:
        name, data = value, _NOTHING
        if not isinstance(value, str):
            ((name, data),) = value.items()
        if name in _SPANNING:
            self._start_inline(name, data, start)
            return
        self._end_implicit()
        kind = _BLOCKS.get(name)
        if kind is None:
            self.open_blocks.append(-1)
            return
        level, info = 0, ""
        if kind is BlockKind.HEADING:
            level = int(data["level"][1:])
        elif kind is BlockKind.ITEM:
            level = self.lists
        elif kind is BlockKind.LIST:
            self.lists += 1
        elif kind is BlockKind.CODE:
            info = data["Fenced"] if isinstance(data, dict) and "Fenced" in data else ""
        elif kind is BlockKind.FOOTNOTE:
            info = str(data)
        elif kind is BlockKind.QUOTE:
            match = _CALLOUT.match(self.text, self._skip_quote_mark(start))
            info = match.group(1).split("|")[0].strip().casefold() if match else ""
        index = self._add_block(kind, start, end, level, info, header=name == "TableHead")
        self.open_blocks.append(index)
        if kind is BlockKind.HTML:
            self.inlines += raw_html.html_inlines(self.text, start, end, index)
            self.late = True

    def _end(self, value: Any, end: int) -> None:
        name = value if isinstance(value, str) else next(iter(value))
        if name in _SPANNING:
            self._end_inline(end)
            return
        self._end_implicit()
        if name == "Heading":
            self._end_heading()
        if self.open_blocks:
            self.open_blocks.pop()
            self.lists -= name == "List"
        self.anchor = None

    def _end_heading(self) -> None:
        """The attributes at its end are none of its words."""
        last, at = self.inlines[-1] if self.inlines else None, self.open_blocks[-1]
        if last is None or last.block != at or last.kind is not InlineKind.TEXT:
            return
        words = strip_attributes(last.text) if last.text.endswith("}") else last.text
        if words != last.text:
            self.inlines[-1] = last._replace(text=words)
            own = _OWN_ID.search(last.text, len(words))
            self.blocks[at] = self.blocks[at]._replace(info=own[1] if own else "")

    # --- blocks ---------------------------------------------------------------

    def _kind(self) -> BlockKind | None:
        """The kind of the innermost open block."""
        innermost = self.open_blocks[-1] if self.open_blocks else -1
        return self.blocks[innermost].kind if innermost >= 0 else None

    def _add_block(
        self, kind: BlockKind, start: int, end: int, level: int = 0, info: str = "", *, header: bool = False
    ) -> int:
        parent = self.open_blocks[-1] if self.open_blocks else -1
        if parent < 0:
            parent = next((i for i in reversed(self.open_blocks) if i >= 0), -1)
        index = len(self.blocks)
        text = self.text
        while end > start and text[end - 1].isspace():
            end -= 1
        if kind is BlockKind.LIST or kind is BlockKind.ITEM:
            # before a tab the parser takes the end of the line above along
            while start < end and text[start].isspace():
                start += 1
        self.blocks.append(Block(kind, Span(start, end), index, parent, level, info, header))
        return index

    def _skip_quote_mark(self, at: int) -> int:
        """Where the text of a quote begins, behind its own mark; the mark of a quote in it is not skipped."""
        match = _QUOTE_MARK.match(self.text, at)
        return match.end() if match else at

    def _text_block(self, start: int) -> int:
        """The block that inlines at `start` belong to, opened where the item has none."""
        if self.here < 0 and self._kind() in _TEXT_BLOCKS:
            self.here = self.open_blocks[-1]
        elif self.here < 0:
            self.here = self.implicit = self._add_block(BlockKind.PARAGRAPH, start, start)
        return self.here

    def _end_implicit(self) -> None:
        self.here = -1
        if self.implicit is not None:
            self._close_implicit(self.implicit)

    def _close_implicit(self, index: int) -> None:
        block = self.blocks[index]
        start = block.span.start
        end = start + len(self.text[start : self.last].rstrip())
        self.blocks[index] = Block(block.kind, Span(start, end), block.index, block.parent)
        self.implicit = None
        self.open_inlines.clear()
        self.links = 0
        self.anchor = None

    # --- inlines --------------------------------------------------------------

    def _leaf(self, kind: InlineKind, start: int, end: int, text: str) -> None:
        block = self._text_block(start) if self.here < 0 else self.here
        if self.open_inlines:
            self._within(start)
        span = Span(start, end)
        self.inlines.append(Inline(kind, span, block, text, "", span))
        if end > self.last:
            self.last = end

    def _text(self, start: int, end: int, value: str) -> None:
        if self.here < 0 and self._kind() is BlockKind.CODE:
            return
        if start < self.swallowed:
            start = min(self.swallowed, end)
            value = self.text[start:end]
        if self.hidden:
            self._around_hidden(start, end, value)
        elif ("#" in value or "://" in value) and len(value) > 1:
            self._stretch(start, end, value)
        elif start < end:
            self._leaf(InlineKind.TEXT, start, end, value)

    def _around_hidden(self, start: int, end: int, value: str) -> None:
        while self.passed < len(self.hidden) and self.hidden[self.passed].end <= start:
            self.passed += 1
        for span in self.hidden[self.passed :]:
            if span.start >= end:
                break
            self._stretch(start, max(start, span.start), self.text[start : span.start])
            start = min(end, max(start, span.end))
            value = self.text[start:end]
        self._stretch(start, end, value)

    def _stretch(self, start: int, end: int, value: str) -> None:
        """Text in which addresses and tags are looked for, but for that of a link."""
        if start >= end:
            return
        if self.links or self.anchor is not None or len(value) < 2 or ("#" not in value and "://" not in value):
            self._leaf(InlineKind.TEXT, start, end, value)
            return
        self._within(start)
        self.inlines += syntax_extensions.split_text(self.text, start, end, value, self._text_block(start))
        self.last = max(self.last, end)

    def _within(self, start: int) -> None:
        """What is open has its first text or inline here."""
        if self.open_inlines and self.open_inlines[-1].inner < 0:
            self.open_inlines[-1].inner = start

    def _start_inline(self, name: str, data: Any, start: int) -> None:
        self._text_block(start)
        self._within(start)
        kind, url, bare = _inline_kind(name, data)
        if len(self.open_inlines) >= _MAX_OPEN:
            kind = None
        if kind is InlineKind.LINK or kind is InlineKind.WIKILINK:
            self.links += 1
        self.open_inlines.append(_Open(len(self.inlines), kind, start, url, bare, -1))
        if kind is not None:
            self.inlines.append(None)

    def _end_inline(self, end: int) -> None:
        if not self.open_inlines:
            return
        opened = self.open_inlines.pop()
        behind, self.last = self.last, max(self.last, end)
        if opened.kind is None:
            return
        if opened.kind in (InlineKind.LINK, InlineKind.WIKILINK):
            self.links -= 1
        within = [i for i in self.inlines[opened.place + 1 :] if i is not None]
        text = "".join([i.text for i in within if i.kind in _PLAIN])
        inner = Span(opened.inner, behind) if within else Span(end, end)
        kind, url = opened.kind, opened.url
        if kind in (InlineKind.WIKILINK, InlineKind.EMBED) and "\n" in self.text[opened.start : end]:
            # nobody else reads one over the end of a line
            return
        if kind in (InlineKind.IMAGE, InlineKind.EMBED):
            # a reader sees the picture, not the words that stand for it
            del self.inlines[opened.place + 1 :]
        target = _DESTINATION.match(self.text, end) if kind is InlineKind.WIKILINK else None
        if target:
            # `[[pdf]](url)` is a link whose text has brackets, as every other renderer reads it
            kind, url, end = InlineKind.LINK, target.group(1), target.end()
            self.last = self.swallowed = end
        block = self._text_block(opened.start)
        self.inlines[opened.place] = Inline(kind, Span(opened.start, end), block, text, url, inner, opened.bare)

    # --- raw HTML -------------------------------------------------------------

    def _inline_html(self, start: int, end: int, value: str) -> None:
        self._leaf(InlineKind.HTML, start, end, "")
        name, closes, url = raw_html.parse_tag(value)
        if name == "br":
            self._leaf(InlineKind.TEXT, start, end, " ")
        elif name == "a" and not closes:
            self.anchor = (len(self.inlines), start, url)
        elif name == "a" and self.anchor is not None:
            place, opened, url = self.anchor
            self.anchor = None
            within = [i for i in self.inlines[place:] if i is not None and i.kind in _PLAIN]
            text = "".join(i.text for i in within)
            inner = Span(within[0].span.start, within[-1].span.end) if within else Span(start, start)
            link = Inline(InlineKind.LINK, Span(opened, end), self._text_block(start), text, url, inner)
            self.inlines.append(link)
            self.late = True


class _Structure(_Parser):
    """Turns the events of one text into its blocks alone: most events are of what stands in a block."""

    def run(self) -> Document:
        source = self.text[self.body :]
        ends, surplus = _offsets(source)
        bare = False
        """What stands here has no block of its own yet."""
        behind = 0
        """The byte behind the last that stands in a block."""

        def place(offset: int) -> int:
            return offset + self.body - surplus[bisect_right(ends, offset)]

        parser = pyromark.Markdown(options=_OPTIONS)
        for event, extent in parser.events_with_range(source, merge_text=True):
            if _is_of_block(event):
                self.last = max(self.last, place(behind))
                self._block_event(event, place(extent["start"]), place(extent["end"]))
                bare = not self._holds_text()
            elif isinstance(event, str) or "TaskListMarker" not in event:
                if bare:
                    self._text_block(place(extent["start"]))
                    bare = False
                behind = extent["end"]
        self.last = max(self.last, place(behind))
        self._end_implicit()
        return Document(tuple(self.blocks), ())

    def _block_event(self, event: Any, start: int, end: int) -> None:
        if isinstance(event, str):
            self._event(event, start, end)
        elif "Start" in event:
            self._start(event["Start"], start, end)
        else:
            self._end(event["End"], end)

    def _holds_text(self) -> bool:
        return self._kind() in _HOLDING


def _is_of_block(event: Any) -> bool:
    if isinstance(event, str):
        return event == "Rule"
    value = event.get("Start") or event.get("End")
    return value is not None and (value if isinstance(value, str) else next(iter(value))) not in _SPANNING


_HOLDING = _TEXT_BLOCKS | {BlockKind.CODE}
_PLAIN = {InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH}


def _inline_kind(name: str, data: Any) -> tuple[InlineKind | None, str, bool]:
    """MentionKind, destination and bareness of the inline that starts."""
    if name == "Strong":
        return InlineKind.STRONG, "", False
    if name == "Emphasis":
        return InlineKind.EMPHASIS, "", False
    if name not in ("Link", "Image"):
        return None, "", False
    link_type, url = data["link_type"], data["dest_url"]
    if isinstance(link_type, dict):
        # in a table the bar of a wikilink is written `\|` and the parser leaves the backslash
        return (InlineKind.WIKILINK if name == "Link" else InlineKind.EMBED), url.rstrip("\\").strip(), False
    if url.startswith("(http") and url.endswith(")"):
        # `[pdf]((https://…))`
        url = url[1:-1]
    if link_type == "Email":
        return None, "", False
    return (InlineKind.LINK if name == "Link" else InlineKind.IMAGE), url, link_type == "Autolink"


def strip_attributes(heading: str) -> str:
    """The words of a heading without the id or the classes that Python-Markdown takes from its end.

    Examples:
        >>> strip_attributes("Sets {a, b} {#sets}"), strip_attributes("Braces {like these}")
        ('Sets {a, b}', 'Braces {like these}')
    """
    return _ATTRIBUTES.sub("", heading)


def block_text(document: Document, block: int) -> str:
    """What a reader sees of a text block, on one line."""
    return " ".join("".join(i.text for i in document.inlines if i.block == block and i.kind in _PLAIN).split())


def headings(document: Document) -> Iterator[tuple[Block, str]]:
    """The headings with their plain text, in order."""
    texts: dict[int, list[str]] = {}
    for inline in document.inlines:
        if inline.kind in _PLAIN and document.blocks[inline.block].kind is BlockKind.HEADING:
            texts.setdefault(inline.block, []).append(inline.text)
    for block in document.blocks:
        if block.kind is BlockKind.HEADING:
            yield block, " ".join("".join(texts.get(block.index, ())).split())
