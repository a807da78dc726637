"""Prose: the running text of a note on one string, as names are looked for in it, with the way back to the note."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container

from papernotes_plugin.model import Block, BlockKind, InlineKind, Note, Span
from papernotes_plugin.recognisers.naming import fold

_HIDING = {
    InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.EMBED,
    InlineKind.HTML, InlineKind.TAG, InlineKind.FOOTNOTE,
}  # fmt: skip
"""Inlines whose words are no prose."""
_READ = (InlineKind.TEXT, InlineKind.MATH)
_PROSE = (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING)
_RUN = re.compile(r" {2,}")


class Prose:
    """The words of all paragraphs, cells and headings; between what does not belong together a NUL.

    They are folded piece by piece: most are ASCII, which goes much faster than one text with a single accent.
    """

    def __init__(self, note: Note, cards: Container[int]) -> None:
        """Read a note; headings in which a mention of `cards` (their offsets) begins are left out."""
        self.blocks = note.document.blocks
        parts: list[str] = []
        self._outs: list[int] = []
        self._sources: list[int] = []
        self._owners: list[int] = []
        self._formulas: list[bool] = []
        out = hidden = 0
        last = card = -1
        for inline in note.document.inlines:
            block = inline.block
            if inline.span.start in cards and self.blocks[block].kind is BlockKind.HEADING:
                card = block
            if inline.kind in _HIDING:
                hidden = max(hidden, inline.span.end)
                parts.append("\0")
                out += 1
            elif inline.kind in _READ and self.blocks[block].kind in _PROSE and block != card:
                start, end = max(inline.span.start, hidden), inline.span.end
                if start >= end:
                    continue
                parts.append(" " if block == last else "\0 ")
                out += len(parts[-1])
                last = block
                self._outs.append(out)
                self._sources.append(start)
                self._owners.append(block)
                self._formulas.append(inline.kind is InlineKind.MATH)
                parts.append(fold(note.text[start:end]))
                out += end - start
        joined = "".join(parts)
        self.folded = _RUN.sub(" ", joined)
        """The words in lower case without accents, one space before each."""
        self._ends: list[int] = []
        self._removed: list[int] = []
        removed = 0
        for match in _RUN.finditer(joined):
            removed += match.end() - match.start() - 1
            self._ends.append(match.end() - removed)
            self._removed.append(removed)

    def place(self, start: int, end: int) -> tuple[Span, Block] | None:
        """Where a stretch of `folded` stands in the note, and in which block; None where it is within a formula."""
        first, last = self._piece(start), self._piece(end - 1)
        if first == last and self._formulas[first]:
            return None
        span = Span(self._source(start, first), self._source(end - 1, last) + 1)
        return span, self.blocks[self._owners[first]]

    def _out(self, at: int) -> int:
        run = bisect_right(self._ends, at)
        return at + (self._removed[run - 1] if run else 0)

    def _piece(self, at: int) -> int:
        return bisect_right(self._outs, self._out(at)) - 1

    def _source(self, at: int, piece: int) -> int:
        return self._sources[piece] + self._out(at) - self._outs[piece]
