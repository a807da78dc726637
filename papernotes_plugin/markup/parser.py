"""Parse Markdown into a `Document`: blocks and inlines with spans.

Markdown is CommonMark with tables, wikilinks, math and footnotes.  Also found, in running text only, is what CommonMark
does not have: bare URLs, `#tags`, `%%comments%%` and links in raw HTML.  No recogniser has to search the raw text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from papernotes_plugin.markup import admonitions, citation_keys, formulas, raw_html, syntax_extensions
from papernotes_plugin.markup.block_parser import BlockBuilder, new
from papernotes_plugin.markup.document_text import TEXT_KINDS, strip_attributes
from papernotes_plugin.markup.markdown_events import INLINE_TAGS, character_offsets, read_events
from papernotes_plugin.markup.wikilink_syntax import is_wikilink
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Document, Inline, InlineKind, Span

# Python 3.11 takes longer to look up a member of an enumeration than to compare it
_TEXT = InlineKind.TEXT
_LINKS = frozenset((InlineKind.LINK, InlineKind.WIKILINK))
_WIKILINKS = frozenset((InlineKind.WIKILINK, InlineKind.EMBED))
_PICTURES = frozenset((InlineKind.IMAGE, InlineKind.EMBED))
_MAX_OPEN = 50
"""Nested inlines that are kept apart; the limit matters because each holds the text of all inside it."""
_DESTINATION = lazy_regex(r"\(\s*+<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?\s*\)")
_HEADING_ID = lazy_regex(r"#([^\s{}#]+)")


def parse(text: str, body: int = 0) -> Document:
    """Return the blocks and inlines of a text.

    Args:
        text: The whole text of a note.
        body: The offset at which Markdown begins, after the front matter.  Spans count from the start of `text`.
    """
    author_text = text
    # without these marks, what they enclose is parsed as the paragraphs that it is
    text = syntax_extensions.hide_block_marks(text, body)
    text = admonitions.quote_contents(text, body)
    document = _DocumentBuilder(text, body, source=author_text).build()
    with_keys = citation_keys.hide_marks(text, document.inlines)
    if with_keys != text:
        document = _DocumentBuilder(with_keys, body, source=author_text).build()
    readable = formulas.hide_formulas(with_keys, body, document.blocks, document.inlines)
    if readable != with_keys:
        document = _DocumentBuilder(readable, body, source=author_text).build()
    hidden = syntax_extensions.find_comments(readable, document.inlines)
    if hidden:
        masked = syntax_extensions.mask_spans(readable, hidden)
        document = replace(_DocumentBuilder(masked, body, hidden, author_text).build(), comments=tuple(hidden))
    return citation_keys.show_marks(document) if with_keys != text else document


def mask_comments(text: str) -> str:
    """Return a text with each `%%comment%%` replaced by spaces, so that all offsets stay the same."""
    if text.count("%%") < 2:
        return text
    inlines = _DocumentBuilder(text, 0).build().inlines
    return syntax_extensions.mask_spans(text, syntax_extensions.find_comments(text, inlines))


@dataclass(slots=True)
class _OpenInline:
    """An inline whose end has not been read yet."""

    position: int
    """Its index among the inlines."""
    kind: InlineKind | None
    """None for one that the model does not know."""
    start: int
    url: str
    bare: bool
    inner: int
    """The offset of the first text or inline inside it; -1 before that."""


@dataclass(slots=True)
class _OpenTag:
    """An HTML tag of a link or of strong text whose end tag has not been read yet."""

    position: int
    """The index of the first inline inside it."""
    start: int
    url: str


class _DocumentBuilder(BlockBuilder):
    """Builder of a `Document` from the events of the parser."""

    def __init__(self, text: str, body: int, hidden: Sequence[Span] = (), source: str = "") -> None:
        super().__init__(text, body)
        self._source = source or text
        """Text with its formulas as the author wrote them."""
        self._hidden = hidden
        """Masked comments: no text inline covers them."""
        self._hidden_passed = 0
        """Number of hidden spans before the current event."""
        self._inlines: list[Inline | None] = []
        """None for a place reserved for an inline that is still open."""
        self._open_inlines: list[_OpenInline] = []
        self._open_links = 0
        """Number of open links: their text is not searched for URLs and tags."""
        self._open_tags: dict[InlineKind, _OpenTag] = {}
        self._unsorted = False
        """A link or strong text of raw HTML comes after its text."""
        self._consumed = 0
        """The offset up to which text already belongs to a link."""

    def build(self) -> Document:
        """Read all events, and return the document."""
        source = self.text[self.body :]
        offsets = character_offsets(source, self.body)
        for event, extent in read_events(source):
            start, end = offsets[extent["start"]], offsets[extent["end"]]
            if isinstance(event, str):
                if event == "Rule":
                    self.add_rule(start, end)
                elif event in ("SoftBreak", "HardBreak"):
                    self._add_text(start, end, " ")
                continue
            name, value = event.popitem()
            if name == "Text":
                self._add_text(start, end, value)
            elif name == "Start":
                tag, data = (value, None) if isinstance(value, str) else value.popitem()
                if tag in INLINE_TAGS:
                    self._start_inline(tag, data, start)
                else:
                    self._start_block(tag, data, start, end)
            elif name == "End":
                tag = value if isinstance(value, str) else next(iter(value))
                if tag in INLINE_TAGS:
                    self._end_inline(end)
                else:
                    self._end_block(tag)
            else:
                self._add_atom(name, value, start, end)
        self.close_text_block()
        inlines = [inline for inline in self._inlines if inline is not None]
        if self._unsorted:
            # By position, the outer before the inner.
            inlines.sort(key=lambda inline: (inline.span.start, -inline.span.end))
        return Document(tuple(self.blocks), tuple(inlines))

    def _start_block(self, name: str, data: Any, start: int, end: int) -> None:
        index = self.start_block(name, data, start, end)
        if name == "BlockQuote" and self._source[start] != ">":
            self.blocks[index] = self.blocks[index]._replace(info=admonitions.ADMONITION)
        if name == "HtmlBlock":
            self._inlines += raw_html.html_inlines(self.text, start, end, index)
            self._unsorted = True

    def _end_block(self, name: str) -> None:
        if name == "Heading":
            self._take_heading_attributes()
        self.end_block(name)
        self._open_tags.clear()

    def _take_heading_attributes(self) -> None:
        """Remove the attribute list from the text of a heading, and note the id in it."""
        last, index = self._inlines[-1] if self._inlines else None, self.open_blocks[-1]
        if last is None or last.block != index or last.kind is not InlineKind.TEXT:
            return
        words = strip_attributes(last.text) if last.text.endswith("}") else last.text
        if words != last.text:
            self._inlines[-1] = last._replace(text=words)
            match = _HEADING_ID.search(last.text, len(words))
            self.blocks[index] = self.blocks[index]._replace(info=match[1] if match else "")

    def close_implicit(self, index: int) -> None:
        """End an implicit paragraph, and everything that is open in it."""
        super().close_implicit(index)
        self._open_inlines.clear()
        self._open_links = 0
        self._open_tags.clear()

    # --- text -----------------------------------------------------------------

    def _add_atom(self, name: str, value: Any, start: int, end: int) -> None:
        """Add an inline that holds no other."""
        if name == "Code":
            self._add_inline(InlineKind.CODE, start, end, value)
        elif name in ("InlineMath", "DisplayMath"):
            self._add_inline(InlineKind.MATH, start, end, self._source[start:end])
        elif name == "InlineHtml":
            self._add_html_tag(start, end, value)
        elif name == "FootnoteReference":
            self._add_inline(InlineKind.FOOTNOTE, start, end, value)

    def _add_inline(self, kind: InlineKind, start: int, end: int, text: str) -> None:
        block = self.block_at(start) if self.text_block < 0 else self.text_block
        if self._open_inlines and self._open_inlines[-1].inner < 0:
            self._open_inlines[-1].inner = start
        span = new(Span, (start, end))
        self._inlines.append(new(Inline, (kind, span, block, text, "", span, False)))
        if end > self.text_end:
            self.text_end = end

    def _add_text(self, start: int, end: int, value: str) -> None:
        if self.text_block < 0 and self.open_kind() is BlockKind.CODE:
            return
        if start < self._consumed:
            start = min(self._consumed, end)
            value = self.text[start:end]
        if self._hidden:
            self._add_text_around_hidden(start, end, value)
        elif ("#" in value or "://" in value) and len(value) > 1:
            self._add_searched_text(start, end, value)
        elif start < end:
            self._add_inline(_TEXT, start, end, value)

    def _add_text_around_hidden(self, start: int, end: int, value: str) -> None:
        while self._hidden_passed < len(self._hidden) and self._hidden[self._hidden_passed].end <= start:
            self._hidden_passed += 1
        for span in self._hidden[self._hidden_passed :]:
            if span.start >= end:
                break
            self._add_searched_text(start, max(start, span.start), self.text[start : span.start])
            start = min(end, max(start, span.end))
            value = self.text[start:end]
        self._add_searched_text(start, end, value)

    def _add_searched_text(self, start: int, end: int, value: str) -> None:
        """Add text with the bare URLs and tags in it; the text of a link is not searched."""
        if start >= end:
            return
        in_link = self._open_links or InlineKind.LINK in self._open_tags
        if in_link or len(value) < 2 or ("#" not in value and "://" not in value):
            self._add_inline(InlineKind.TEXT, start, end, value)
            return
        self._note_inner(start)
        self._inlines += syntax_extensions.split_text(self.text, start, end, value, self.block_at(start))
        self.text_end = max(self.text_end, end)

    # --- links and emphasis ---------------------------------------------------

    def _note_inner(self, start: int) -> None:
        """Note the start of the first text or inline inside the innermost open inline."""
        if self._open_inlines and self._open_inlines[-1].inner < 0:
            self._open_inlines[-1].inner = start

    def _start_inline(self, name: str, data: Any, start: int) -> None:
        self.block_at(start)
        self._note_inner(start)
        kind, url, bare = _inline_kind(name, data)
        if len(self._open_inlines) >= _MAX_OPEN:
            kind = None
        if kind in _LINKS:
            self._open_links += 1
        self._open_inlines.append(_OpenInline(len(self._inlines), kind, start, url, bare, -1))
        if kind is not None:
            self._inlines.append(None)

    def _end_inline(self, end: int) -> None:
        if not self._open_inlines:
            return
        opened = self._open_inlines.pop()
        inner_end, self.text_end = self.text_end, max(self.text_end, end)
        if opened.kind is None:
            return
        if opened.kind in _LINKS:
            self._open_links -= 1
        inside = [inline for inline in self._inlines[opened.position + 1 :] if inline is not None]
        text = "".join([inline.text for inline in inside if inline.kind in TEXT_KINDS])
        inner = Span(opened.inner, inner_end) if inside else Span(end, end)
        kind, url = opened.kind, opened.url
        if kind in _WIKILINKS and not is_wikilink(self.text[opened.start : end]):
            self._keep_brackets(opened, end, inner_end)
            return
        if kind in _PICTURES:
            # A reader sees the image instead of its alternative text.
            del self._inlines[opened.position + 1 :]
        target = _DESTINATION.match(self.text, end) if kind is InlineKind.WIKILINK else None
        if target:
            # All other renderers read `[[pdf]](url)` as a link whose text is in brackets.
            kind, url, end = InlineKind.LINK, target.group(1), target.end()
            self.text_end = self._consumed = end
        block = self.block_at(opened.start)
        span = new(Span, (opened.start, end))
        self._inlines[opened.position] = new(Inline, (kind, span, block, text, url, inner, opened.bare))

    def _keep_brackets(self, opened: _OpenInline, end: int, inner_end: int) -> None:
        """Add the brackets of what is no wikilink as text, as its words are."""
        start = opened.start
        inner_start = opened.inner if opened.inner >= 0 else end
        block = self.block_at(start)
        words = self.text[start:inner_start]
        span = Span(start, inner_start)
        self._inlines[opened.position] = Inline(InlineKind.TEXT, span, block, words, "", span)
        if inner_start <= inner_end < end:
            self._add_inline(InlineKind.TEXT, inner_end, end, self.text[inner_end:end])

    # --- raw HTML -------------------------------------------------------------

    def _add_html_tag(self, start: int, end: int, value: str) -> None:
        self._add_inline(InlineKind.HTML, start, end, "")
        name, closes, url = raw_html.parse_tag(value)
        if name == "br":
            self._add_inline(InlineKind.TEXT, start, end, " ")
        kind = raw_html.TAG_KINDS.get(name)
        if kind is not None and not closes:
            self._open_tags[kind] = _OpenTag(len(self._inlines), start, url)
        elif kind is not None and (tag := self._open_tags.pop(kind, None)):
            inside = [i for i in self._inlines[tag.position :] if i is not None and i.kind in TEXT_KINDS]
            text = "".join(inline.text for inline in inside)
            inner = Span(inside[0].span.start, inside[-1].span.end) if inside else Span(start, start)
            span = Span(tag.start, end)
            self._inlines.append(Inline(kind, span, self.block_at(start), text, tag.url, inner))
            self._unsorted = True


def _inline_kind(name: str, data: Any) -> tuple[InlineKind | None, str, bool]:
    """Return the kind and the URL of an inline that starts, and whether it is a bare URL."""
    if name == "Strong":
        return InlineKind.STRONG, "", False
    if name == "Emphasis":
        return InlineKind.EMPHASIS, "", False
    if name not in ("Link", "Image"):
        return None, "", False
    link_type, url = data["link_type"], data["dest_url"]
    if isinstance(link_type, dict):
        # In a table the bar of a wikilink is written `\|`, and the parser keeps the backslash.
        return (InlineKind.WIKILINK if name == "Link" else InlineKind.EMBED), url.rstrip("\\").strip(), False
    if url.startswith("(http") and url.endswith(")"):
        # A common slip: `[pdf]((https://…))`.
        url = url[1:-1]
    if link_type == "Email":
        return None, "", False
    return (InlineKind.LINK if name == "Link" else InlineKind.IMAGE), url, link_type == "Autolink"
