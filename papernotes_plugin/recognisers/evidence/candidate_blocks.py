"""Units: the stretches of a note that may describe one paper each: bullets, footnotes, reference lines, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from papernotes_plugin.recognisers.evidence import labelled_values, title_heuristics
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.note_structure import IndexedInline
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind

_NUMBERED = re.compile(r"[ \t>]*(?:\*\*)?\\?\[\^?\d{1,4}\\?\]:?(?:\*\*)?[ \t]")


BEGINNINGS = (BlockKind.ITEM, BlockKind.FOOTNOTE, BlockKind.PARAGRAPH)
"""Blocks with which a unit may begin."""


class CandidateForm(Enum):
    """What an entry is in the text."""

    BULLET = "bullet"
    """A list item or a footnote."""
    LINE = "line"
    """One numbered line of a paragraph of references."""
    FREE = "free"
    """A paragraph of its own: prose unless its form says otherwise."""


class PaperCandidate:
    """The stretch of a note that may describe one paper."""

    def __init__(
        self, context: NoteContext, block: Block, around: Block, inlines: list[IndexedInline], form: CandidateForm
    ) -> None:
        self.block = block
        """The text block it begins in."""
        self.container = around
        """The item, paragraph or footnote it is."""
        self.inlines = inlines
        self.form = form
        self.links = [(p, i) for p, i in inlines if i.kind is InlineKind.LINK]
        self.fields = labelled_values.find(context, context.text_blocks(around)) if form is CandidateForm.BULLET else []
        """The fields of its own text."""
        self.below = list(_below(context, around)) if form is CandidateForm.BULLET else []
        """Nested bullets that only hold links and facts, with their fields."""
        self.among = False
        """It is a bullet of a list of papers: its form may say less."""


def units(context: NoteContext, block: Block) -> Iterator[PaperCandidate]:
    """The stretches that may describe a paper and begin with a block."""
    if block.index in context.claimed_blocks:
        return
    if block.kind in (BlockKind.ITEM, BlockKind.FOOTNOTE):
        texts = [t for t in context.text_blocks(block) if t.index not in context.claimed_blocks]
        if texts:
            inlines = [x for t in texts for x in _unclaimed(context, t)]
            yield PaperCandidate(context, texts[0], block, inlines, CandidateForm.BULLET)
    elif block.kind is BlockKind.PARAGRAPH and context.is_free_standing(block.index):
        starts = _reference_lines(context, block)
        for start, end in zip(starts, [*starts[1:], block.span.end], strict=False):
            inlines = [
                (p, i) for p, i in context.inlines_between(block.index, start, end) if p not in context.claimed_inlines
            ]
            yield PaperCandidate(context, block, block, inlines, CandidateForm.LINE)
        if not starts and not context.is_quoted(block.index):
            yield PaperCandidate(context, block, block, _unclaimed(context, block), CandidateForm.FREE)


def _unclaimed(context: NoteContext, block: Block) -> list[IndexedInline]:
    return [(p, i) for p, i in context.inlines_of(block.index) if p not in context.claimed_inlines]


def _reference_lines(context: NoteContext, block: Block) -> list[int]:
    """Where the references of a paragraph begin: its lines that open with a number in brackets."""
    source, at, starts = context.note.text, block.span.start, []
    if source.find("[", *block.span) < 0:
        return []
    while at < block.span.end:
        if _NUMBERED.match(source, at):
            starts.append(at)
        at = source.find("\n", at, block.span.end) + 1
        if at == 0:
            break
    return starts if starts and starts[0] == block.span.start else []


def _below(context: NoteContext, around: Block) -> Iterator[tuple[Block, list[LabelledValue]]]:
    for child in context.children(around.index):
        if child.kind is BlockKind.LIST:
            for item in context.children(child.index):
                texts = context.text_blocks(item)
                if not texts:
                    continue
                labelled = labelled_values.find(context, texts[:1])
                words = context.visible_text(texts[0].index, [p for p, _ in context.unclaimed_links(texts[0].index)])
                if labelled or title_heuristics.count_words(words) <= 3:
                    yield texts[0], labelled
