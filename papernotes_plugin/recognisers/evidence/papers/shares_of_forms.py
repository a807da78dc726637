"""Shares of papers among the blocks of a note that are written in the same form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.reference_text import reference_text
from papernotes_plugin.recognisers.evidence.segmentation.facts_of_note import form_in_note
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import MAX_LENGTH
from papernotes_plugin.recognisers.evidence.segmentation.text_forms import Place
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block, BlockKind

MIN_PAPERS = 3
"""Papers in one form from which its other texts can be papers, too."""
_MIN_SHARE = 0.1
"""Share of papers that are known by other signs among the texts of a form."""
_MOST = 0.8
"""Share of the texts of a form that are papers, or may be some."""


class FormShares:
    """The numbers of papers among the list items, paragraphs and footnotes of a note, by their forms."""

    def __init__(self, context: NoteContext, blocks: Iterable[Block]) -> None:
        """Count the blocks by their forms, and those that recognisers have read as papers."""
        self._context = context
        self._blocks: Counter[Place] = Counter()
        self._papers: Counter[Place] = Counter()
        self._possible: Counter[Place] = Counter()
        self._form_of: dict[int, Place] = {}
        counted = [(block, block.index in context.claimed_blocks or self._links_to_paper(block)) for block in blocks]
        # if no form has enough papers, no text needs to be split
        self._uncounted = counted if sum(is_paper for _, is_paper in counted) >= MIN_PAPERS else []

    def has_papers(self, block: Block) -> bool:
        """Return whether some blocks in the form of a block are papers."""
        if self._uncounted and self._form(block):
            self._count()
        form = self._form_of.get(block.index, ())
        return bool(form) and self._papers[form] >= max(MIN_PAPERS, _MIN_SHARE * self._blocks[form])

    def _count(self) -> None:
        """Count all blocks by their forms, which takes long."""
        for counted, is_paper in self._uncounted:
            form = self._form_of[counted.index] = self._form(counted)
            self._blocks[form] += 1
            self._papers[form] += is_paper
        self._uncounted = []

    def add_possible(self, block: Block) -> None:
        """Count a block that may be a paper."""
        self._count()
        self._possible[self._form_of.get(block.index, ())] += 1

    def has_mostly_papers(self, block: Block) -> bool:
        """Return whether most blocks in the form of a block are papers, or may be some."""
        form = self._form_of.get(block.index, ())
        return self.has_papers(block) and self._papers[form] + self._possible[form] >= _MOST * self._blocks[form]

    def _links_to_paper(self, block: Block) -> bool:
        return any(is_paper_link(link) for _, link in self._context.links_within(block.span))

    def _form(self, block: Block) -> Place:
        texts = [block] if block.kind is BlockKind.PARAGRAPH else self._context.text_blocks(block)
        if block.kind is BlockKind.HTML or not texts:
            return ()
        words = reference_text(self._context.inlines_of(texts[0].index))
        return form_in_note(self._context, words) if len(words.text) <= MAX_LENGTH else ()
