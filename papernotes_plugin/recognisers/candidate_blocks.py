"""Units: the stretches of a note that may describe one paper each: bullets, footnotes, reference lines, paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from papernotes_plugin.recognisers import labelled_values, title_heuristics
from papernotes_plugin.recognisers.context import View
from papernotes_plugin.recognisers.labelled_values import Labelled
from papernotes_plugin.recognisers.note_structure import Placed
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind

_NUMBERED = re.compile(r"[ \t>]*(?:\*\*)?\\?\[\^?\d{1,4}\\?\]:?(?:\*\*)?[ \t]")


BEGINNINGS = (BlockKind.ITEM, BlockKind.FOOTNOTE, BlockKind.PARAGRAPH)
"""Blocks with which a unit may begin."""


class Form(Enum):
    """What an entry is in the text."""

    BULLET = "bullet"
    """A list item or a footnote."""
    LINE = "line"
    """One numbered line of a paragraph of references."""
    FREE = "free"
    """A paragraph of its own: prose unless its form says otherwise."""


class Unit:
    """The stretch of a note that may describe one paper."""

    def __init__(self, view: View, block: Block, around: Block, inlines: list[Placed], form: Form) -> None:
        self.block = block
        """The text block it begins in."""
        self.around = around
        """The item, paragraph or footnote it is."""
        self.inlines = inlines
        self.form = form
        self.links = [(p, i) for p, i in inlines if i.kind is InlineKind.LINK]
        self.fields = labelled_values.find(view, view.texts(around)) if form is Form.BULLET else []
        """The fields of its own text."""
        self.below = list(_below(view, around)) if form is Form.BULLET else []
        """Nested bullets that only hold links and facts, with their fields."""
        self.among = False
        """It is a bullet of a list of papers: its form may say less."""


def units(view: View, block: Block) -> Iterator[Unit]:
    """The stretches that may describe a paper and begin with a block."""
    if block.index in view.taken:
        return
    if block.kind in (BlockKind.ITEM, BlockKind.FOOTNOTE):
        texts = [t for t in view.texts(block) if t.index not in view.taken]
        if texts:
            inlines = [x for t in texts for x in _unclaimed(view, t)]
            yield Unit(view, texts[0], block, inlines, Form.BULLET)
    elif block.kind is BlockKind.PARAGRAPH and view.stands_free(block.index):
        starts = _reference_lines(view, block)
        for start, end in zip(starts, [*starts[1:], block.span.end], strict=False):
            inlines = [(p, i) for p, i in view.between(block.index, start, end) if p not in view.claimed]
            yield Unit(view, block, block, inlines, Form.LINE)
        if not starts and not view.quoted(block.index):
            yield Unit(view, block, block, _unclaimed(view, block), Form.FREE)


def _unclaimed(view: View, block: Block) -> list[Placed]:
    return [(p, i) for p, i in view.inlines_of(block.index) if p not in view.claimed]


def _reference_lines(view: View, block: Block) -> list[int]:
    """Where the references of a paragraph begin: its lines that open with a number in brackets."""
    source, at, starts = view.note.text, block.span.start, []
    if source.find("[", *block.span) < 0:
        return []
    while at < block.span.end:
        if _NUMBERED.match(source, at):
            starts.append(at)
        at = source.find("\n", at, block.span.end) + 1
        if at == 0:
            break
    return starts if starts and starts[0] == block.span.start else []


def _below(view: View, around: Block) -> Iterator[tuple[Block, list[Labelled]]]:
    for child in view.children(around.index):
        if child.kind is BlockKind.LIST:
            for item in view.children(child.index):
                texts = view.texts(item)
                if not texts:
                    continue
                labelled = labelled_values.find(view, texts[:1])
                words = view.plain(texts[0].index, [p for p, _ in view.links(texts[0].index)])
                if labelled or title_heuristics.words(words) <= 3:
                    yield texts[0], labelled
