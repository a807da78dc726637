"""A note as the recognisers look at it: what stands in what, what is claimed, and how to quote it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from functools import cached_property

from papernotes_plugin import identifiers
from papernotes_plugin.model import Block, BlockKind, Evidence, Identifier, Inline, InlineKind, Kind, Mention, Note, Span

_PLAIN = {InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH}
_LONG = 1500
"""Characters from which a paragraph of several lines is more than the words around one mention."""
_TOPIC_WORDS = 10
"""A longer bullet is a sentence, not a topic."""


class View:
    """One note with its claims.  Lives for one pass of the recognisers over that note."""

    def __init__(self, note: Note) -> None:
        self.note = note
        self.blocks = note.document.blocks
        self.inlines = note.document.inlines
        self.claimed: set[int] = set()
        """Inlines (by index) that a recogniser has taken."""
        self.taken: set[int] = set()
        """Blocks (by index) that a recogniser has taken as a whole: headings of cards, items, code."""
        self.own: Evidence | None = None
        """What the note as a whole is about, where it is a literature note."""
        self._inlines_of: dict[int, list[int]] = {}
        for place, inline in enumerate(self.inlines):
            self._inlines_of.setdefault(inline.block, []).append(place)
        self._children: dict[int, list[int]] = {}
        for block in self.blocks:
            self._children.setdefault(block.parent, []).append(block.index)

    # --- structure ------------------------------------------------------------

    def children(self, block: int) -> list[Block]:
        """The blocks directly in a block (-1: the note), in order."""
        return [self.blocks[i] for i in self._children.get(block, ())]

    def inlines_of(self, block: int) -> list[tuple[int, Inline]]:
        """The inlines of a text block with their index, in order."""
        return [(i, self.inlines[i]) for i in self._inlines_of.get(block, ())]

    def ancestors(self, block: int) -> Iterator[Block]:
        """The blocks around a block, innermost first."""
        parent = self.blocks[block].parent
        while parent >= 0:
            yield self.blocks[parent]
            parent = self.blocks[parent].parent

    def texts(self, block: Block) -> list[Block]:
        """The text blocks of an item, row or quote, those of lists within it left out."""
        out: list[Block] = []
        for child in self.children(block.index):
            if child.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING):
                out.append(child)
            elif child.kind is BlockKind.QUOTE:
                out += self.texts(child)
        return out

    @cached_property
    def headings(self) -> list[Block]:
        """The headings, in order."""
        return [b for b in self.blocks if b.kind is BlockKind.HEADING]

    @cached_property
    def _heading_above(self) -> list[int]:
        """For each block the heading it stands under; for a heading the one of lower level above; -1 for none."""
        above: list[int] = []
        stack: list[int] = []
        for block in self.blocks:
            if block.kind is BlockKind.HEADING:
                while stack and self.blocks[stack[-1]].level >= block.level:
                    stack.pop()
                above.append(stack[-1] if stack else -1)
                stack.append(block.index)
            else:
                above.append(stack[-1] if stack else -1)
        return above

    @cached_property
    def title_heading(self) -> int:
        """The only first-level heading where it opens the note: its title, not a topic; -1 for none."""
        first = [b for b in self.headings if b.level == 1]
        return first[0].index if len(first) == 1 and self.headings[0] is first[0] else -1

    @cached_property
    def _sections(self) -> dict[int, list[int]]:
        """For each heading the top-level blocks up to the next heading or rule."""
        sections: dict[int, list[int]] = {}
        current = -1
        for block in self.children(-1):
            if block.kind is BlockKind.HEADING:
                current = block.index
                sections[current] = []
            elif block.kind is BlockKind.RULE:
                current = -1
            elif current >= 0:
                sections[current].append(block.index)
        return sections

    def section(self, heading: Block) -> list[Block]:
        """The blocks directly under a heading, up to the next heading or rule."""
        return [self.blocks[i] for i in self._sections.get(heading.index, ())]

    def within(self, block: Block) -> Iterator[Block]:
        """A block and all blocks in it, in order (blocks are in preorder)."""
        index, end = block.index, block.span.end
        while index < len(self.blocks) and (index == block.index or self.blocks[index].span.start < end):
            yield self.blocks[index]
            index += 1

    # --- words ----------------------------------------------------------------

    def source(self, span: Span) -> str:
        """The text of a span as it stands in the note."""
        return self.note.text[span.start : span.end]

    def plain(self, block: int, without: Iterable[int] = ()) -> str:
        """What a reader sees of a text block on one line; of the inlines in `without` nothing."""
        hidden = [self.inlines[i].span for i in without]
        parts = [
            inline.text
            for _, inline in self.inlines_of(block)
            if inline.kind in _PLAIN and not any(a <= inline.span.start < b for a, b in hidden)
        ]
        return " ".join("".join(parts).split())

    def before(self, inline: Inline) -> str:
        """The running text of the block before an inline."""
        parts = [
            i.text for _, i in self.inlines_of(inline.block) if i.kind in _PLAIN and i.span.end <= inline.span.start
        ]
        return "".join(parts)

    def links(self, block: int) -> list[tuple[int, Inline]]:
        """The unclaimed links of a text block."""
        return [(p, i) for p, i in self.inlines_of(block) if i.kind is InlineKind.LINK and p not in self.claimed]

    @staticmethod
    def identifier(inline: Inline) -> Identifier | None:
        """The identifier a link leads to."""
        return identifiers.from_url(inline.url)

    # --- topics and quotes ----------------------------------------------------

    def topic(self, block: int) -> tuple[str, ...]:
        """Heading path and bullet path above a block, outermost first; what is a paper itself is no topic."""
        path: list[str] = []
        heading = self._heading_above[block]
        while heading >= 0:
            if heading not in self.taken and heading != self.title_heading:
                path.insert(0, self.plain(heading))
            heading = self._heading_above[heading]
        return tuple(p for p in (*path, *self._bullets(block)) if p)

    def _bullets(self, block: int) -> list[str]:
        items = [b for b in self.ancestors(block) if b.kind is BlockKind.ITEM]
        if self.blocks[block].kind is BlockKind.ITEM:
            items.insert(0, self.blocks[block])
        path: list[str] = []
        for item in items[1:]:
            if item.index in self.taken:
                continue
            texts = self.texts(item)
            text = self.plain(texts[0].index).rstrip(":：") if texts else ""
            linked = any(self.identifier(i) for t in texts for _, i in self.inlines_of(t.index) if i.url)
            if text and not linked and len(text.split()) <= _TOPIC_WORDS:
                path.insert(0, text)
        return path

    def context(self, block: int, at: int = -1) -> str:
        """The author's words around a text block: its bullet with continuation lines, its callout, its paragraph.

        Of a paragraph of many long lines (a text whose every line is a paragraph to its author) only the
        line of the offset `at`.
        """
        if at >= 0 and self._runs_on(self.blocks[block]):
            start = self.note.text.rfind("\n", 0, at) + 1
            end = self.note.text.find("\n", at)
            return self.note.text[start : end if end >= 0 else len(self.note.text)].strip(" \t>")
        around = [self.blocks[block], *self.ancestors(block)]
        for found in around:
            if found.kind is BlockKind.ITEM:
                return self._item_text(found)
            if found.kind is BlockKind.ROW:
                cells = [self._block_text(c) for c in self.children(found.index)]
                return " · ".join(c for c in cells if c)
            if found.kind is BlockKind.QUOTE and not any(b.kind is BlockKind.ITEM for b in self.ancestors(found.index)):
                return self.source(found.span)
        return self._block_text(self.blocks[block])

    def _runs_on(self, block: Block) -> bool:
        lines = self.source(block.span).split("\n")
        return len(lines) >= 3 and len(self.source(block.span)) > _LONG and max(map(len, lines)) > _LONG / 5

    def _item_text(self, item: Block) -> str:
        parts = []
        for child in self.children(item.index):
            if child.kind is not BlockKind.LIST or not self._has_paper(child):
                parts.append(self._block_text(child))
        return "\n\n".join(p for p in parts if p)

    def _has_paper(self, block: Block) -> bool:
        return any(
            i.kind in (InlineKind.LINK, InlineKind.WIKILINK) and (i.kind is InlineKind.WIKILINK or self.identifier(i))
            for b in self.within(block)
            for _, i in self.inlines_of(b.index)
        )

    def _block_text(self, block: Block) -> str:
        """The source of a block so that it stands alone: indentation and quote marks around it removed."""
        source = self.source(block.span).strip("\n")
        if block.kind is BlockKind.HTML:
            return " ".join(self.plain(block.index).split())
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING):
            quoted = any(b.kind is BlockKind.QUOTE for b in self.ancestors(block.index))
            return re.sub(r"\n[ \t>]*" if quoted else r"\n[ \t]*", "\n", source).strip()
        first = self.note.text.rfind("\n", 0, block.span.start) + 1
        indent = self.note.text[first : block.span.start]
        return textwrap.dedent(((indent if not indent.strip() else "") + source).expandtabs(4)).strip("\n")

    # --- mentions -------------------------------------------------------------

    def mention(
        self,
        kind: Kind,
        span: Span,
        text: str,
        block: int,
        evidence: Evidence,
        *,
        context: str | None = None,
        founds: bool = True,
    ) -> Mention:
        """A mention at a span that stands in a text block."""
        line, column = self.note.place(span.start)
        return Mention(
            note=self.note.path,
            kind=kind,
            span=span,
            line=line,
            column=column,
            text=text,
            context=self.context(block, span.start) if context is None else context,
            topic=self.topic(block),
            evidence=evidence,
            founds=founds,
        )
