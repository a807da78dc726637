"""What stands around a mention: its topics, and the author's own words as Markdown that stands alone."""

from __future__ import annotations

import re
import textwrap
import weakref
from bisect import bisect_left
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from papernotes_plugin.recognisers.evidence.paper_links import identify
from papernotes_plugin.vocabulary.model import Block, BlockKind, Inline, InlineKind, Span

if TYPE_CHECKING:
    from papernotes_plugin.recognisers.evidence.context import NoteContext

_LONG = 1500
"""Characters from which a paragraph of several lines is more than the words around one mention."""
_WINDOW = 600
"""Characters to either side of a mention that are kept of a line longer than any paragraph."""
_PARAGRAPH = 400
"""Characters from which a paragraph is more than one sentence around one link."""
_GAP = re.compile(r"\s+")
_TOPIC_WORDS = 10
"""A longer bullet is a sentence, not a topic."""
_REFERENCE = re.compile(r"\](?:\n?\[[^\[\]]*\])?")
"""What follows the words of a link that names its definition."""
_END = re.compile(r"[.!?。！？]\s+")


def _in(offset: int, spans: Iterable[Span]) -> bool:
    return any(start < offset < end for start, end in spans)


class QuotedContext:
    """Topics and contexts of the blocks of one note, each worked out once."""

    def __init__(self, context: NoteContext) -> None:
        # a note's text and trees go with its view at once, and not when the collector finds the circle
        self.context: NoteContext = weakref.proxy(context)
        self._contexts: dict[int, str] = {}
        self._bullets: dict[int, str] = {}
        self._long: dict[int, bool] = {}

    # --- topics ---------------------------------------------------------------

    def topic(self, block: int) -> tuple[str, ...]:
        """Heading path and bullet path above a block, outermost first; what is a paper itself is no topic."""
        context = self.context
        path: list[str] = []
        heading = context.heading_above[block]
        while heading >= 0:
            if heading not in context.claimed_blocks and heading != context.title_heading:
                path.append(context.plain(heading))
            heading = context.heading_above[heading]
        path.reverse()
        return tuple(p for p in (*path, *self._bullets_above(block)) if p)

    def _bullets_above(self, block: int) -> list[str]:
        blocks = self.context.blocks
        items = [b.index for b in self.context.ancestors(block) if b.kind is BlockKind.ITEM]
        if blocks[block].kind is not BlockKind.ITEM:
            items = items[1:]
        return [self._bullet(i) for i in reversed(items) if i not in self.context.claimed_blocks]

    def _bullet(self, item: int) -> str:
        """The text of a bullet where it is a topic, else ""."""
        if item not in self._bullets:
            context = self.context
            texts = context.texts(context.blocks[item])
            text = context.plain(texts[0].index).rstrip(":：") if texts else ""
            linked = any(i.url and identify(i.url) for t in texts for _, i in context.inlines_of(t.index))
            self._bullets[item] = text if not linked and len(text.split()) <= _TOPIC_WORDS else ""
        return self._bullets[item]

    # --- words ----------------------------------------------------------------

    def quote(self, block: int, at: int) -> str:
        """The author's words around a text block: its bullet with continuation lines, its callout, its paragraph.

        Of a text too long to be the words around one mention (every line a paragraph to its author, or one
        line longer than a page) only what stands around the offset `at`.
        """
        context = self.context
        if block not in self._long:
            self._long[block] = self._runs_on(context.blocks[block])
        if self._long[block]:
            return self._line(at)
        around = context.entry_around(block)
        if around is None:
            quotes = [b for b in context.ancestors(block) if b.kind is BlockKind.QUOTE]
            around = quotes[0] if quotes else context.blocks[block]
        if around.kind is BlockKind.HTML:
            return self._html_line(around, at)
        if around.index not in self._contexts:
            self._contexts[around.index] = self._words(around)
        return self._contexts[around.index]

    def sentence(self, block: int, span: Span) -> str:
        """The same words, but of a long paragraph only the sentence around a span, and never more than a page."""
        context = self.context
        here = context.blocks[block]
        whole = context.entry_around(block) or here
        most = _LONG if whole is not here else _PARAGRAPH
        if here.kind is not BlockKind.PARAGRAPH or whole.span.end - whole.span.start <= most:
            return self.quote(block, span.start)
        first, last = max(here.span.start, span.start - _WINDOW), min(here.span.end, span.end + _WINDOW)
        marked = [i.span for _, i in context.between(block, first - _WINDOW, last) if i.kind is not InlineKind.TEXT]
        text = context.note.text
        ends = [m.end() for m in _END.finditer(text, first, last) if not _in(m.end(), marked)]
        start = next((e for e in reversed(ends) if e <= span.start), first)
        end = next((e for e in ends if e >= span.end), last)
        if start == first > here.span.start:
            gaps = (m.end() for m in _GAP.finditer(text, first, span.start))
            start = next((gap for gap in gaps if not _in(gap, marked)), span.start)
        if end == last < here.span.end:
            behind = [m.start() for m in _GAP.finditer(text, span.end, last)]
            end = next((gap for gap in reversed(behind) if not _in(gap, marked)), span.end)
        return re.sub(r"\n[ \t>]*", "\n", self._standing(Span(start, end))).strip()

    def _words(self, around: Block) -> str:
        if around.kind is BlockKind.ITEM:
            return self._item_text(around)
        if around.kind is BlockKind.ROW:
            cells = [self._block_text(c) for c in self.context.children(around.index)]
            return " · ".join(c for c in cells if c)
        return self._standing(around.span) if around.kind is BlockKind.QUOTE else self._block_text(around)

    def _line(self, at: int) -> str:
        text = self.context.note.text
        start = max(text.rfind("\n", 0, at) + 1, at - 2 * _WINDOW)
        end = text.find("\n", at, at + 2 * _WINDOW)
        end = min(len(text), at + 2 * _WINDOW) if end < 0 else end
        ends = [m.end() for m in _END.finditer(text, start, end)]
        if at - start > _WINDOW:
            start = next((e for e in ends if at - _WINDOW <= e <= at), start)
        if end - at > _WINDOW:
            end = next((e for e in reversed(ends) if at < e <= at + _WINDOW), end)
        return text[start:end].strip(" \t\n>")

    def _runs_on(self, block: Block) -> bool:
        if block.span.end - block.span.start <= _LONG:
            return False
        lines = self.context.source(block.span).split("\n")
        longest = max(map(len, lines))
        return longest > 4 * _WINDOW or (len(lines) >= 3 and longest > _LONG / 5)

    def _html_line(self, block: Block, at: int) -> str:
        """What a reader sees of the line of raw HTML around an offset."""
        text = self.context.note.text
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        inlines = self.context.between(block.index, start, end if end >= 0 else len(text))
        return " ".join("".join(i.text for _, i in inlines if i.kind is InlineKind.TEXT).split())

    def _item_text(self, item: Block) -> str:
        parts = []
        for child in self.context.children(item.index):
            if child.kind is not BlockKind.LIST or not self._holds_paper[child.index]:
                parts.append(self._block_text(child))
            else:
                kept = [b for b in self.context.children(child.index) if not self._foreign(b)]
                parts.append("\n".join(self._block_text(b) for b in kept))
        return "\n\n".join(p for p in parts if p)

    def _standing(self, span: Span) -> str:
        """The source of a span, with the destinations in place of references, which are defined elsewhere."""
        first = bisect_left(self._by_reference, span.start, key=lambda i: i.span.start)
        if first == len(self._by_reference) or self._by_reference[first].span.start >= span.end:
            return self.context.source(span)
        parts, at = [], span.start
        for link in self._by_reference[first:]:
            if link.span.start >= span.end:
                break
            words = self.context.source(Span(link.span.start, link.inner.end))
            url = f"<{link.url}>" if set(" ()") & set(link.url) else link.url
            parts += [self.context.source(Span(at, link.span.start)), f"{words}]({url})"]
            # the parser does not count the empty brackets of `[words][]`
            at = link.span.end + 2 * self.context.note.text.startswith("[]", link.span.end)
        return "".join([*parts, self.context.source(Span(at, span.end))])

    @cached_property
    def _by_reference(self) -> list[Inline]:
        """The links of the note that name a definition, none within another."""
        text = self.context.note.text
        return [
            i
            for i in self.context.inlines
            if i.kind is InlineKind.LINK and not i.bare and _REFERENCE.fullmatch(text, i.inner.end, i.span.end)
            if not set("<>\n") & set(i.url)
        ]

    def _foreign(self, item: Block) -> bool:
        """The item holds a paper that is not (yet) known to be that of the item above it."""
        context = self.context
        return self._holds_paper[item.index] and any(
            place not in context.claimed_inlines and self._cites(inline)
            for b in context.within(item)
            for place, inline in context.inlines_of(b.index)
        )

    @staticmethod
    def _cites(inline: Inline) -> bool:
        if inline.kind is InlineKind.LINK:
            return identify(inline.url) is not None
        return inline.kind is InlineKind.WIKILINK

    @cached_property
    def _holds_paper(self) -> list[bool]:
        """For each block whether a paper is linked or a note named in it."""
        context = self.context
        out = [False] * len(context.blocks)
        for inline in context.inlines:
            block = inline.block if self._cites(inline) else -1
            while block >= 0 and not out[block]:
                out[block] = True
                block = context.blocks[block].parent
        return out

    def _block_text(self, block: Block) -> str:
        """The source of a block so that it stands alone: indentation and quote marks around it removed."""
        context = self.context
        if block.kind is BlockKind.HTML:
            return context.plain(block.index)
        source = self._standing(block.span).strip("\n")
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING):
            return re.sub(r"\n[ \t>]*" if context.quoted(block.index) else r"\n[ \t]*", "\n", source).strip()
        first = context.note.text.rfind("\n", 0, block.span.start) + 1
        indent = context.note.text[first : block.span.start]
        return textwrap.dedent(((indent if not indent.strip() else "") + source).expandtabs(4)).strip("\n")
