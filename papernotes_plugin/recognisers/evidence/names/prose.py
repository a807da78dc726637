"""Join the running text of a note into one folded string, to search names in it."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, count
from operator import sub

from papernotes_plugin.markup.document_text import TEXT_BLOCKS
from papernotes_plugin.recognisers.evidence.names.short_names import fold_except_case
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, InlineKind, Note, Span

_HIDDEN = {
    InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.EMBED,
    InlineKind.HTML, InlineKind.TAG, InlineKind.FOOTNOTE,
}  # fmt: skip
"""Inlines whose words are not prose."""
_TEXT_INLINES = frozenset((InlineKind.TEXT, InlineKind.MATH))
_SPACES = lazy_regex(r"(   *)")
"""Two spaces or more; a search for a text is faster than one for a repeated character."""


class Prose:
    """The words of all paragraphs, table cells and headings of a note.

    `folded` has the words in lower case without accents, each with one space before it.  A NUL separates words of
    different blocks, and words with hidden inlines between them.  `spelled` is the same with capitals.
    """

    def __init__(self, note: Note) -> None:
        self.blocks = note.document.blocks
        self._offsets: list[int] = []
        """The offset of each piece of text in the joined string, before spaces are collapsed."""
        self._sources: list[int] = []
        """The offset of each piece in the note."""
        self._piece_blocks: list[int] = []
        """The index of the block of each piece."""
        self._formulas: set[int] = set()
        """The indices of the pieces that are formulas."""
        parts = _SPACES.split(self._join(note))
        words = parts[::2]
        self.spelled = " ".join(words)
        self.folded = self.spelled.lower()
        # each run of spaces is one space in `folded`: the offset behind it, and the number of characters removed so far
        self._run_ends = [end + run for run, end in enumerate(accumulate(map(len, words)), 1)]
        self._removed = [0, *map(sub, accumulate(map(len, parts[1::2])), count(1))]

    def _join(self, note: Note) -> str:
        """Return the pieces in order, each with a space before it."""
        source = fold_except_case(note.text)
        parts: list[str] = []
        length = hidden_until = 0
        last_block = block = -1
        is_text = False
        for inline in note.document.inlines:
            start, end = inline.span
            if inline.block != block:
                block = inline.block
                is_text = self.blocks[block].kind in TEXT_BLOCKS
            if inline.kind in _HIDDEN:
                hidden_until = max(hidden_until, end)
                parts.append("\0")
                length += 1
            elif inline.kind in _TEXT_INLINES and is_text:
                start = max(start, hidden_until)
                piece = source[start:end]
                if not piece or piece.isspace():
                    continue
                parts += (" " if block == last_block else "\0 ", piece)
                length += 1 if block == last_block else 2
                last_block = block
                if inline.kind is InlineKind.MATH:
                    self._formulas.add(len(self._offsets))
                self._offsets.append(length)
                self._sources.append(start)
                self._piece_blocks.append(block)
                length += end - start
        return "".join(parts)

    def locate(self, start: int, end: int) -> tuple[Span, Block] | None:
        """Return the span in the note, and its block, for a half-open range of `folded`; None within a formula."""
        run = bisect_right(self._run_ends, start)
        # the last run ends behind all words
        last_run = run if end <= self._run_ends[run] else bisect_right(self._run_ends, end - 1)
        joined_start, joined_last = start + self._removed[run], end - 1 + self._removed[last_run]
        piece = bisect_right(self._offsets, joined_start) - 1
        last_piece = bisect_right(self._offsets, joined_last, piece) - 1
        if piece == last_piece and piece in self._formulas:
            return None
        source_start = self._sources[piece] + joined_start - self._offsets[piece]
        source_end = self._sources[last_piece] + joined_last - self._offsets[last_piece] + 1
        return Span(source_start, source_end), self.blocks[self._piece_blocks[piece]]
