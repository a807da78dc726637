"""A note as the recognisers look at it: what is claimed, what a reader sees, where it leads."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from papernotes_plugin.markup import visibility
from papernotes_plugin.recognisers.evidence.note_structure import IndexedInline, NoteStructure
from papernotes_plugin.recognisers.evidence.paper_links import identify
from papernotes_plugin.recognisers.evidence.quoted_context import QuotedContext
from papernotes_plugin.recognisers.evidence.title_heuristics import says_nothing
from papernotes_plugin.vocabulary.model import (
    Block,
    Evidence,
    Identifier,
    Inline,
    InlineKind,
    Mention,
    MentionKind,
    Note,
    Span,
)

if TYPE_CHECKING:
    from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue

_PLAIN = {InlineKind.TEXT, InlineKind.CODE, InlineKind.MATH}
_BEFORE = 400
"""Characters before an inline that say something about it."""


class NoteContext(NoteStructure):
    """One note with its claims.  Lives for one pass of the recognisers over that note."""

    def __init__(self, note: Note) -> None:
        # what is hidden in comments must not get into any context, field or abstract
        shown = visibility.shown(note)
        super().__init__(note if shown == note.text else replace(note, text=shown))
        self.claimed_inlines: set[int] = set()
        """Inlines (by index) that a recogniser has taken."""
        self.claimed_blocks: set[int] = set()
        """Blocks (by index) that a recogniser has taken as a whole: headings of cards, items, code."""
        self.read_spans: list[Span] = []
        """Stretches of text that a recogniser has read: an identifier written out in them is no further mention."""
        self.labelled_values: dict[int, list[LabelledValue]] = {}
        """The fields of the paragraphs that have been looked at."""
        self.note_evidence: Evidence | None = None
        """What the note as a whole is about, where it is a literature note."""
        self._running: dict[int, tuple[list[int], list[int], str]] = {}
        self._plain: dict[int, str] = {}
        self._papers: dict[int, frozenset[Identifier]] = {}
        self.quoted_context = QuotedContext(self)

    # --- words ----------------------------------------------------------------

    def source(self, span: Span) -> str:
        """The text of a span as it stands in the note."""
        return self.note.text[span.start : span.end]

    def text_span(self, block: Block) -> Span:
        """The span of the words of a text block, without its marks."""
        inlines = self.inlines_of(block.index)
        if not inlines:
            return block.span
        return Span(inlines[0][1].span.start, max(i.span.end for _, i in inlines))

    def plain(self, block: int, without: Collection[int] = ()) -> str:
        """What a reader sees of a text block on one line; of the inlines in `without` nothing."""
        if without:
            hidden = sorted(self.inlines[i].span for i in without)
            return " ".join(running(self.inlines_of(block), hidden).split())
        if block not in self._plain:
            words = "".join([i.text for _, i in self.inlines_of(block) if i.kind in _PLAIN])
            self._plain[block] = " ".join(words.split())
        return self._plain[block]

    def before(self, inline: Inline) -> str:
        """The running text of the block before an inline, of a long one the end."""
        if inline.block not in self._running:
            ends, lengths, parts, total = [], [], [], 0
            for _, i in self.inlines_of(inline.block):
                if i.kind in _PLAIN:
                    total += len(i.text)
                    ends.append(i.span.end)
                    lengths.append(total)
                    parts.append(i.text)
            self._running[inline.block] = ends, lengths, "".join(parts)
        ends, lengths, text = self._running[inline.block]
        at = bisect_right(ends, inline.span.start)
        end = lengths[at - 1] if at else 0
        return text[max(0, end - _BEFORE) : end]

    @cached_property
    def _named_links(self) -> dict[Identifier, list[Inline]]:
        found: dict[Identifier, list[Inline]] = {}
        for inline in self.inlines:
            paper = identify(inline.url) if inline.kind is InlineKind.LINK else None
            if paper and not says_nothing(inline.text):
                found.setdefault(paper, []).append(inline)
        return found

    def named_links(self, inline: Inline) -> Sequence[Inline]:
        """The links of the note that lead to the same paper and have words of their own."""
        paper = identify(inline.url)
        return self._named_links.get(paper, ()) if paper else ()

    def papers(self, block: int) -> frozenset[Identifier]:
        """The papers that a text block links to."""
        if block not in self._papers:
            found = (identify(i.url) for _, i in self.inlines_of(block) if i.kind is InlineKind.LINK)
            self._papers[block] = frozenset(i for i in found if i is not None)
        return self._papers[block]

    def tags(self, block: int) -> tuple[str, ...]:
        """The tags in a text block."""
        return self._tags.get(block, ())

    @cached_property
    def _tags(self) -> dict[int, tuple[str, ...]]:
        found: dict[int, list[str]] = {}
        for inline in self.inlines:
            if inline.kind is InlineKind.TAG:
                found.setdefault(inline.block, []).append(inline.url)
        return {block: tuple(tags) for block, tags in found.items()}

    @cached_property
    def set_off(self) -> dict[int, Inline]:
        """Strong text and emphasis by the offset at which it ends."""
        return {i.span.end: i for i in self.inlines if i.kind in (InlineKind.STRONG, InlineKind.EMPHASIS)}

    def links(self, block: int) -> list[IndexedInline]:
        """The unclaimed links of a text block."""
        return [
            (p, i) for p, i in self.inlines_of(block) if i.kind is InlineKind.LINK and p not in self.claimed_inlines
        ]

    def links_in(self, block: int, span: Span) -> list[IndexedInline]:
        """The unclaimed links of a text block that begin in a span."""
        found = self.between(block, span.start, span.end)
        return [(p, i) for p, i in found if i.kind is InlineKind.LINK and p not in self.claimed_inlines]

    # --- mentions -------------------------------------------------------------

    def mention(
        self,
        kind: MentionKind,
        span: Span,
        text: str,
        block: int,
        evidence: Evidence,
        *,
        context: str | None = None,
        creates_paper: bool = True,
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
            context=self.quoted_context.quote(block, span.start) if context is None else context,
            topic=self.quoted_context.topic(block) if block >= 0 else (),
            evidence=evidence,
            creates_paper=creates_paper,
        )


def running(inlines: Iterable[IndexedInline], hidden: Sequence[Span] = ()) -> str:
    """The running text of inlines, without what begins in one of the hidden spans (in order)."""
    parts: list[str] = []
    at, block = 0, -1
    for _, inline in inlines:
        if inline.kind in _PLAIN:
            while at < len(hidden) and hidden[at].end <= inline.span.start:
                at += 1
            if at == len(hidden) or inline.span.start < hidden[at].start:
                if inline.block != block:
                    parts.append("\n" if parts else "")
                    block = inline.block
                parts.append(inline.text)
    return "".join(parts)
