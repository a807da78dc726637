"""Decide whether a short name is what a table row or a list item calls another paper."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from papernotes_plugin.people import known_names
from papernotes_plugin.recognisers.evidence.authors.authorship import split_authors
from papernotes_plugin.recognisers.evidence.names.short_names import fold
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.table_headers import TableHeader
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, Paper, Span

_BEFORE_TITLE = lazy_regex(r"[*_\"”』】]*+[ \t]*+(?:[:：|(\[（–—-][ \t]*+)?[*_\"“《\[]*")
"""The characters between a name and the title of its paper: `**RADAR**: [Title](…)`."""
_REACH = 40
_MIN_TITLE_WORDS = 3


class DescribedPapers:
    """The mentions of a note that describe a paper: short names next to them may be theirs."""

    def __init__(self, context: NoteContext, mentions: Sequence[tuple[Mention, int]]) -> None:
        self._context = context
        self._starts = sorted((mention.span.start, paper) for mention, paper in mentions if _has_title(mention))

    def has_name(self, span: Span, block: Block, index: int, paper: Paper) -> bool:
        """Return whether the words at a span are the short name of a paper that is described, and not `paper`.

        Args:
            span: The span of the words.
            block: Their block.
            index: The index of the paper that has the same name.
            paper: That paper.
        """
        context, first = self._context, bisect_left(self._starts, (span.end, -1))
        if first < len(self._starts):
            start, described = self._starts[first]
            if start - span.end <= _REACH and _BEFORE_TITLE.fullmatch(context.note.text, span.end, start):
                return described != index
        row = _named_row(context, span, block)
        if row is None:
            return False
        end = bisect_left(self._starts, (row.span.end, -1))
        in_row = {described for _, described in self._starts[bisect_left(self._starts, (row.span.start, -1)) : end]}
        return (len(in_row) == 1 and index not in in_row) or _has_other_authors(context, row, paper)


def _has_title(mention: Mention) -> bool:
    """Return whether a mention has the title of its paper, or is a link such as `paper`: it is no short name."""
    return len(mention.evidence.title.split()) >= _MIN_TITLE_WORDS or mention.text.casefold() in ("paper", "pdf")


def _named_row(context: NoteContext, span: Span, cell: Block) -> Block | None:
    """Return the row of a cell that is nothing but the name at a span, and is the first or in a column of names."""
    if cell.kind is not BlockKind.CELL:
        return None
    if context.visible_text(cell.index) != " ".join(context.note.text[span.start : span.end].split()):
        return None
    row = context.blocks[cell.parent]
    at = next(at for at, other in enumerate(context.children(row.index)) if other.index == cell.index)
    return row if at == 0 or _header(context, row.parent).are_names[at : at + 1] == [True] else None


def _has_other_authors(context: NoteContext, row: Block, paper: Paper) -> bool:
    """Return whether the column of authors of a row has names, and none of the paper's."""
    cell = _header(context, row.parent).cells_by_fact(context, context.children(row.index)).get("authors")
    given = _words(split_authors(context.visible_text(cell.index))) if cell else set()
    own = _words(paper.authors)
    return bool(own and given) and own.isdisjoint(given)


@once_per_note
def _header(context: NoteContext, table: int) -> TableHeader:
    return TableHeader.of_table(context, context.blocks[table])


def _words(authors: tuple[str, ...]) -> set[str]:
    return {word for author in known_names(authors) for word in fold(author).split() if len(word) > 1}
