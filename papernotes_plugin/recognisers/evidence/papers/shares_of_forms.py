"""Shares of papers among the blocks of a note that are written in the same form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
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
        """Take the blocks, and note those that recognisers have read as papers."""
        self._context = context
        self._all_blocks = list(blocks)
        self._read = [b for b in self._all_blocks if b.index in context.claimed_blocks or self._links_to_paper(b)]
        self._form_of: dict[int, Place] = {}
        self._possible: Counter[Place] = Counter()

    @cached_property
    def _papers(self) -> dict[Place, int]:
        """The numbers of papers by their forms, of the forms that have enough."""
        forms = Counter(map(self._form, self._read))
        return {form: count for form, count in forms.items() if form and count >= MIN_PAPERS}

    def has_papers(self, block: Block) -> bool:
        """Return whether some blocks in the form of a block are papers."""
        # if no form can have enough papers, no text needs to be split; a text of one part has no form
        form = self._form(block) if len(self._read) >= MIN_PAPERS else ()
        return bool(form) and form in self._papers and self._papers[form] >= _MIN_SHARE * self._counts[form]

    @cached_property
    def _counts(self) -> Counter[Place]:
        """The numbers of blocks by their forms, which take long to find."""
        return Counter(map(self._form, self._all_blocks))

    def add_possible(self, block: Block) -> None:
        """Count a block that may be a paper."""
        if len(self._read) >= MIN_PAPERS:
            self._possible[self._form(block)] += 1

    def has_mostly_papers(self, block: Block) -> bool:
        """Return whether most blocks in the form of a block are papers, or may be some."""
        if not self.has_papers(block):
            return False
        form = self._form(block)
        return self._papers[form] + self._possible[form] >= _MOST * self._counts[form]

    def _links_to_paper(self, block: Block) -> bool:
        return any(is_paper_link(link) for _, link in self._context.links_within(block.span))

    def _form(self, block: Block) -> Place:
        if block.index not in self._form_of:
            self._form_of[block.index] = self._find_form(block)
        return self._form_of[block.index]

    def _find_form(self, block: Block) -> Place:
        texts = [block] if block.kind is BlockKind.PARAGRAPH else self._context.text_blocks(block)
        if block.kind is BlockKind.HTML or not texts:
            return ()
        words = text_of_block(self._context, texts[0].index)
        return form_in_note(self._context, words) if len(words.text) <= MAX_LENGTH else ()
