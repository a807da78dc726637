"""Shares of papers among the blocks of a section, and of a note."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from papernotes_plugin.recognisers.evidence.structure import html_parts
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CONTAINERS, may_stand_alone
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.vocabulary.model import Block, BlockKind

_MIN_OF_NOTE, _MIN_OF_SECTION = 6, 3
"""Papers of a note, and of a section, from which it can be a list of references."""
_MOST = 0.6
"""Share of the blocks of a list of references that are papers, or may be some."""
_MANY = 0.3
"""Share of the blocks that are papers from which the other blocks are worth reading."""
_SOME = 0.1
"""Share of the blocks of a note that are papers from which a whole reference is one."""
_MIN_LENGTH = 25
"""Characters of a block that counts."""
_Section = tuple[int, BlockKind]
"""The index of a heading, and a kind of blocks below it."""


@dataclass(slots=True)
class _Share:
    min_papers: int
    blocks: int = 0
    papers: int = 0
    possible: int = 0


class PaperShares:
    """The numbers of papers among the blocks of each section of a note, and of the note."""

    def __init__(self, context: NoteContext) -> None:
        """Count the blocks, and those that recognisers have read as papers."""
        self._context = context
        self._note = _Share(_MIN_OF_NOTE)
        self._sections: defaultdict[_Section, _Share] = defaultdict(lambda: _Share(_MIN_OF_SECTION))
        for block in containers(context):
            for is_paper in _parts(context, block):
                for share in self._shares(block):
                    share.blocks += 1
                    share.papers += is_paper

    def add_possible(self, block: Block) -> None:
        """Count a block that may be a paper."""
        for share in self._shares(block):
            share.possible += 1

    def has_many_papers(self, block: Block) -> bool:
        """Return whether the section or the note of a block has many papers."""
        return any(s.papers >= max(s.min_papers, _MANY * s.blocks) for s in self._shares(block))

    def has_some_papers(self) -> bool:
        """Return whether the note has some papers."""
        return self._note.papers >= max(self._note.min_papers, _SOME * self._note.blocks)

    def has_mostly_papers(self, block: Block) -> bool:
        """Return whether most of the blocks of the section or the note of a block are papers, or may be some."""
        return any(s.papers >= s.min_papers and s.papers + s.possible >= _MOST * s.blocks for s in self._shares(block))

    def _shares(self, block: Block) -> tuple[_Share, _Share]:
        return self._note, self._sections[self._context.heading_above[block.index], block.kind]


def _parts(context: NoteContext, block: Block) -> Iterator[bool]:
    """Yield whether a block is a paper, or whether each item of a list in HTML is one; short ones do not count."""
    if block.kind is not BlockKind.HTML:
        if block.span.end - block.span.start >= _MIN_LENGTH:
            yield block.index in context.claimed_blocks
        return
    for start, end in html_parts.items(context.note.text, block.span):
        inlines = context.inlines_between(block.index, start, end)
        if sum(len(inline.text) for _, inline in inlines) >= _MIN_LENGTH:
            yield any(index in context.claimed_inlines for index, _ in inlines)


@once_per_note
def containers(context: NoteContext) -> Sequence[Block]:
    """Return the blocks of a note that may each be a paper; the text of a list item is no block of its own."""
    return [
        block
        for block in context.blocks
        if block.kind in CONTAINERS and (block.kind is not BlockKind.PARAGRAPH or may_stand_alone(context, block))
    ]
