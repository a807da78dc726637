"""The only user of the Markdown parser: text -> blocks and inlines with spans.

The parser (CommonMark with tables, wikilinks, math, footnotes) gives byte offsets; they are turned into
character offsets once a note.  What CommonMark does not know (bare URLs, `#tags`, `%%comments%%`, links in
raw HTML) is found here too, in running text only, so that no recogniser ever looks at raw text again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape as _unescape
from typing import Any

import pyromark

from papernotes_plugin.model import Block, BlockKind, Document, Inline, InlineKind, Span

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

_MAX_OPEN = 50
"""Inlines within one another that are told apart: each holds the text of all within it."""

# CJK text runs on after a URL without a space
_URL = re.compile(r"https?://[^\s<>\"'`|\\^{}\u2e80-\uffef]+", re.IGNORECASE)
# The app's own pattern for inline tags (obsidianmd/obsidian-help, issue 816)
_TAG = re.compile(r"#([^\u2000-\u200c\u200e-\u206f\u2e00-\u2e7f'!\"#$%&()*+,.:;<=>?@^`{|}~\[\]\\\s]+)")
_HTML_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>|<!--.*?(?:-->|\Z)", re.DOTALL)
_HREF = re.compile(r"\bhref\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.IGNORECASE)
_QUOTE_MARK = re.compile(r"[ \t]*>[ \t]*")
_CALLOUT = re.compile(r"\[!([^\]\n]+)\][+-]?")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_DESTINATION = re.compile(r"\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\s*\)")
_OPENING = {")": "(", "]": "["}
_RAW_TEXT = re.compile(r"<(script|style|pre|textarea|template)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)


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
    hidden = _comments(text, document)
    return _Parser(_masked(text, hidden), body).run() if hidden else document


def uncommented(text: str, body: int = 0) -> str:
    """The text with each `%%comment%%` turned into spaces: what may be shown of it, at the same offsets."""
    if text.count("%%") < 2:
        return text
    return _masked(text, _comments(text, _Parser(text, body).run()))


def _masked(text: str, hidden: list[Span]) -> str:
    parts, at = [], 0
    for start, end in hidden:
        parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def _comments(text: str, document: Document) -> list[Span]:
    """The `%%…%%` comments: both marks in running text, the first opens, the next closes."""
    if text.count("%%") < 2:
        return []
    marks = [
        match.start()
        for inline in document.inlines
        if inline.kind is InlineKind.TEXT
        for match in re.compile("%%").finditer(text, *inline.span)
    ]
    return [Span(a, b + 2) for a, b in zip(marks[::2], marks[1::2], strict=False)]


def _offsets(text: str) -> Callable[[int], int]:
    """A function from UTF-8 byte offsets to character offsets."""
    if text.isascii():
        return lambda offset: offset
    ends: list[int] = []
    surplus: list[int] = []
    total = 0
    for match in re.finditer(r"[^\x00-\x7f]", text):
        extra = len(match.group().encode("utf-8", "surrogatepass")) - 1
        total += extra
        ends.append(match.start() + total + 1)
        surplus.append(total)

    def convert(offset: int) -> int:
        at = bisect_right(ends, offset)
        return offset - surplus[at - 1] if at else offset

    return convert


class _Parser:
    """Turns the events of one text into a `Document`."""

    def __init__(self, text: str, body: int) -> None:
        self.text = text
        self.body = body
        self.blocks: list[Block | None] = []
        self.starts: list[dict[str, Any]] = []
        self.open_blocks: list[int] = []
        self.inlines: list[Inline | None] = []
        self.open_inlines: list[_Open] = []
        self.implicit: int | None = None
        """The paragraph opened for the text of a tight item, which has none of its own."""
        self.last = body
        self.links = 0
        """How many links are open: nothing is looked for in the text of a link."""
        self.anchor: tuple[int, int, str] | None = None
        self.swallowed = 0
        """Up to where text has gone into a link already."""

    def run(self) -> Document:
        source = self.text[self.body :]
        convert = _offsets(source)
        parser = pyromark.Markdown(options=_OPTIONS)
        for event, extent in parser.events_with_range(source, merge_text=True):
            start = convert(extent["start"]) + self.body
            end = convert(extent["end"]) + self.body
            self._event(event, start, end)
        self._end_implicit()
        blocks = tuple(b for b in self.blocks if b is not None)
        # an HTML link or a bare URL is known only after its text: outer before inner, by place
        inlines = sorted((i for i in self.inlines if i is not None), key=lambda i: (i.span.start, -i.span.end))
        return Document(blocks, tuple(inlines))

    # --- events ---------------------------------------------------------------

    def _event(self, event: Any, start: int, end: int) -> None:
        if isinstance(event, str):
            if event == "Rule":
                self._end_implicit()
                self._add_block(BlockKind.RULE, start, end)
            elif event in ("SoftBreak", "HardBreak"):
                self._text(start, end, " ")
            return
        ((name, value),) = event.items()
        if name == "Text":
            self._text(start, end, value)
        elif name == "Start":
            self._start(value, start, end)
        elif name == "End":
            self._end(value if isinstance(value, str) else next(iter(value)), end)
        elif name == "Code":
            self._leaf(InlineKind.CODE, start, end, value)
        elif name in ("InlineMath", "DisplayMath"):
            self._leaf(InlineKind.MATH, start, end, self.text[start:end])
        elif name == "InlineHtml":
            self._inline_html(start, end, value)
        elif name == "FootnoteReference":
            self._leaf(InlineKind.FOOTNOTE, start, end, value)

    def _start(self, value: Any, start: int, end: int) -> None:
        name, data = _named(value)
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
            level = sum(1 for i in self.open_blocks if i >= 0 and self._kind(i) is BlockKind.LIST)
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
            self._html_block(index, start, end)

    def _end(self, name: str, end: int) -> None:
        if name in _SPANNING:
            self._end_inline(end)
            return
        self._end_implicit()
        if self.open_blocks:
            self.open_blocks.pop()
        self.anchor = None

    # --- blocks ---------------------------------------------------------------

    def _kind(self, index: int) -> BlockKind:
        block = self.blocks[index]
        assert block is not None
        return block.kind

    def _add_block(
        self, kind: BlockKind, start: int, end: int, level: int = 0, info: str = "", *, header: bool = False
    ) -> int:
        parent = next((i for i in reversed(self.open_blocks) if i >= 0), -1)
        index = len(self.blocks)
        end = len(self.text[start:end].rstrip()) + start
        self.blocks.append(Block(kind, Span(start, end), index, parent, level, info, header))
        return index

    def _skip_quote_mark(self, at: int) -> int:
        """Where the text of a quote begins, behind its own mark; the mark of a quote in it is not skipped."""
        match = _QUOTE_MARK.match(self.text, at)
        return match.end() if match else at

    def _text_block(self, start: int) -> int:
        """The block that inlines at `start` belong to, opened where the item has none."""
        if self.implicit is not None:
            return self.implicit
        if self.open_blocks and self.open_blocks[-1] >= 0 and self._kind(self.open_blocks[-1]) in _TEXT_BLOCKS:
            return self.open_blocks[-1]
        self.implicit = self._add_block(BlockKind.PARAGRAPH, start, start)
        return self.implicit

    def _end_implicit(self) -> None:
        if self.implicit is None:
            return
        block = self.blocks[self.implicit]
        assert block is not None
        start = block.span.start
        end = start + len(self.text[start : self.last].rstrip())
        self.blocks[self.implicit] = Block(block.kind, Span(start, end), block.index, block.parent)
        self.implicit = None
        self.open_inlines.clear()
        self.links = 0
        self.anchor = None

    # --- inlines --------------------------------------------------------------

    def _leaf(self, kind: InlineKind, start: int, end: int, text: str, **more: Any) -> None:
        block = self._text_block(start)
        self.inlines.append(Inline(kind, Span(start, end), block, text, inner=Span(start, end), **more))
        self.last = max(self.last, end)

    def _text(self, start: int, end: int, value: str) -> None:
        if self.open_blocks and self.open_blocks[-1] >= 0 and self._kind(self.open_blocks[-1]) is BlockKind.CODE:
            return
        if start < self.swallowed:
            start = min(self.swallowed, end)
            value = self.text[start:end]
        self._leaf(InlineKind.TEXT, start, end, value)
        if self.links == 0 and self.anchor is None and len(value) > 1:
            self._in_text(start, end)

    def _in_text(self, start: int, end: int) -> None:
        """Bare URLs and tags in running text."""
        source = self.text
        block = self._text_block(start)
        lowered = source[start:end]
        if "://" in lowered:
            for match in _URL.finditer(source, start, end):
                url = _trimmed(match.group())
                span = Span(match.start(), match.start() + len(url))
                self.inlines.append(Inline(InlineKind.LINK, span, block, url, unescape(url), inner=span, bare=True))
        if "#" in lowered:
            for match in _TAG.finditer(source, start, end):
                before = source[match.start() - 1 : match.start()]
                path = match.group(1).strip("/")
                if (not before or before.isspace()) and path and not path.isdigit():
                    span = Span(match.start(), match.end())
                    self.inlines.append(Inline(InlineKind.TAG, span, block, path, path, inner=span))

    def _start_inline(self, name: str, data: Any, start: int) -> None:
        self._text_block(start)
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
        self.last = max(self.last, end)
        if opened.kind is None:
            return
        if opened.kind in (InlineKind.LINK, InlineKind.WIKILINK):
            self.links -= 1
        within = [i for i in self.inlines[opened.place + 1 :] if i is not None]
        text = "".join(i.text for i in within if i.kind in _PLAIN)
        inner = Span(within[0].span.start, within[-1].span.end) if within else Span(end, end)
        kind, url = opened.kind, opened.url
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
        match = _HTML_TAG.match(value)
        if not match or not match.group(2):
            return
        name = match.group(2).lower()
        if name == "br":
            self._leaf(InlineKind.TEXT, start, end, " ")
        elif name == "a" and not match.group(1):
            self.anchor = (len(self.inlines), start, _href(match.group(3)))
        elif name == "a" and self.anchor is not None:
            place, opened, url = self.anchor
            self.anchor = None
            within = [i for i in self.inlines[place:] if i is not None and i.kind in _PLAIN]
            text = "".join(i.text for i in within)
            inner = Span(within[0].span.start, within[-1].span.end) if within else Span(start, start)
            self.inlines.append(Inline(InlineKind.LINK, Span(opened, end), self._text_block(start), text, url, inner))

    def _html_block(self, block: int, start: int, end: int) -> None:
        """Links and strong text of a block of raw HTML; code and scripts are skipped."""
        source = self.text[start:end]
        skipped = [Span(m.start(), m.end()) for m in _RAW_TEXT.finditer(source)] if "<" in source else []
        opened: dict[str, tuple[re.Match[str], str]] = {}
        at = 0
        for match in _HTML_TAG.finditer(source):
            if any(a <= match.start() < b for a, b in skipped):
                at = match.end()
                continue
            self._html_text(source, at, match.start(), start, block)
            at = match.end()
            name = (match.group(2) or "").lower()
            if name not in ("a", "b", "strong"):
                continue
            kind = "a" if name == "a" else "b"
            if not match.group(1):
                opened[kind] = (match, _href(match.group(3)) if kind == "a" else "")
            elif kind in opened:
                first, url = opened.pop(kind)
                text = " ".join(unescape(_HTML_TAG.sub(" ", source[first.end() : match.start()])).split())
                inline_kind = InlineKind.LINK if kind == "a" else InlineKind.STRONG
                span = Span(first.start() + start, match.end() + start)
                inner = Span(first.end() + start, match.start() + start)
                self.inlines.append(Inline(inline_kind, span, block, text, url, inner))
        if not any(a <= at < b for a, b in skipped):
            self._html_text(source, at, len(source), start, block)

    def _html_text(self, source: str, at: int, end: int, offset: int, block: int) -> None:
        if source[at:end].strip():
            span = Span(at + offset, end + offset)
            self.inlines.append(Inline(InlineKind.TEXT, span, block, unescape(source[at:end]), inner=span))


_PLAIN = {InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH}


def _named(value: Any) -> tuple[str, Any]:
    """The name of what starts, and what is said about it."""
    return (value, None) if isinstance(value, str) else next(iter(value.items()))


def _inline_kind(name: str, data: Any) -> tuple[InlineKind | None, str, bool]:
    """Kind, destination and bareness of the inline that starts."""
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
    if link_type == "Email":
        return None, "", False
    return (InlineKind.LINK if name == "Link" else InlineKind.IMAGE), url, link_type == "Autolink"


def unescape(text: str) -> str:
    """Character references with their semicolon undone: `&notin` in a query is none."""
    return _ENTITY.sub(lambda m: _unescape(m.group()), text) if "&" in text else text


def _href(attributes: str) -> str:
    match = _HREF.search(attributes)
    return unescape(next((g for g in match.groups() if g), "")).strip() if match else ""


def _trimmed(url: str) -> str:
    """A bare URL without the punctuation of the sentence around it (GFM's rule for autolinks)."""
    while url:
        closing = _OPENING.get(url[-1])
        if url[-1] not in ".,:;!?*_~'\"" and (closing is None or url.count(url[-1]) <= url.count(closing)):
            break
        url = url[:-1]
    return url


def plain_text(document: Document, block: int) -> str:
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
