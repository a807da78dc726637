"""The text of a note that recognisers have read, as one of them looks for the next paper."""

from __future__ import annotations

from bisect import bisect_left

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block


class RecognisedText:
    """The text that recognisers have read, as one looks for the next paper."""

    def __init__(self, context: NoteContext) -> None:
        """Collect what is read so far; blocks that are claimed later count, too."""
        self._context = context
        self._blocks = {context.inlines[index].block for index in context.claimed_inlines}
        self._ends: list[int] = []
        self._starts: list[int] = []
        for start, end in sorted(context.read_spans):
            if self._ends and start <= self._ends[-1]:
                self._ends[-1] = max(end, self._ends[-1])
            else:
                self._starts.append(start)
                self._ends.append(end)

    def contains(self, block: Block) -> bool:
        """Return whether a block, or one around it, is claimed, or a part of its text is read."""
        index = block.index
        while index >= 0 and index not in self._context.claimed_blocks:
            index = self._context.blocks[index].parent
        if index >= 0 or block.index in self._blocks:
            return True
        # the first span that ends after the block begins
        at = bisect_left(self._ends, block.span.start + 1)
        return at < len(self._ends) and self._starts[at] < block.span.end
