"""Prose: the running text of a note on one string, as names are looked for in it, with the way back to the note."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate

from papernotes_plugin.recognisers.evidence.short_names import fold
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Note, Span

_HIDING = {
    InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.EMBED,
    InlineKind.HTML, InlineKind.TAG, InlineKind.FOOTNOTE,
}  # fmt: skip
"""Inlines whose words are no prose."""
_READ = (InlineKind.TEXT, InlineKind.MATH)
_PROSE = (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING)
_RUN = re.compile(r"( {2,})")


class Prose:
    """The words of all paragraphs, cells and headings; between what does not belong together a NUL."""

    def __init__(self, note: Note) -> None:
        self.blocks = note.document.blocks
        self._outs: list[int] = []
        self._sources: list[int] = []
        self._owners: list[int] = []
        self._formulas: set[int] = set()
        parts = _RUN.split(self._joined(note))
        words = parts[::2]
        self.folded = " ".join(words)
        """The words in lower case without accents, one space before each."""
        self._ends = [end + run for run, end in enumerate(accumulate(map(len, words)), 1)]
        self._removed = [length - run for run, length in enumerate(accumulate(map(len, parts[1::2])), 1)]

    def _joined(self, note: Note) -> str:
        """The pieces one behind the other, each with a space before it."""
        source = fold(note.text)
        parts: list[str] = []
        out = hidden = 0
        last = block = -1
        read = False
        for inline in note.document.inlines:
            start, end = inline.span
            if inline.block != block:
                block = inline.block
                read = self.blocks[block].kind in _PROSE
            if inline.kind in _HIDING:
                hidden = max(hidden, end)
                parts.append("\0")
                out += 1
            elif inline.kind in _READ and read:
                start = max(start, hidden)
                piece = source[start:end]
                if not piece or piece.isspace():
                    continue
                parts += (" " if block == last else "\0 ", piece)
                out += 1 if block == last else 2
                last = block
                if inline.kind is InlineKind.MATH:
                    self._formulas.add(len(self._outs))
                self._outs.append(out)
                self._sources.append(start)
                self._owners.append(block)
                out += end - start
        return "".join(parts)

    def place(self, start: int, end: int) -> tuple[Span, Block] | None:
        """Where a stretch of `folded` stands in the note, and in which block; None where it is within a formula."""
        start, last = self._out(start), self._out(end - 1)
        opening = bisect_right(self._outs, start) - 1
        closing = bisect_right(self._outs, last) - 1
        if opening == closing and opening in self._formulas:
            return None
        begins = self._sources[opening] + start - self._outs[opening]
        ends = self._sources[closing] + last - self._outs[closing]
        return Span(begins, ends + 1), self.blocks[self._owners[opening]]

    def _out(self, at: int) -> int:
        """Where an offset of `folded` is in the pieces one behind the other."""
        run = bisect_right(self._ends, at)
        return at + (self._removed[run - 1] if run else 0)
