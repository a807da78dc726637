"""Decide whether a title in a table is that of a paper, although its row does not link to it."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announcement_of
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.table_headers import TableHeader
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block

_MIN_TITLE_WORDS = 3


def is_paper(context: NoteContext, cell: Block, title: str, header: TableHeader, *, is_dated: bool) -> bool:
    """Return whether the column has titles of papers, or whether a dated title has the form and place of one.

    The head of such a title calls it a paper, or a heading does.

    Args:
        context: The note.
        cell: The cell of the title.
        title: The title.
        header: The heads of the table.
        is_dated: Whether the row has a year of publication.
    """
    if header.lists_titles:
        # an item of the agenda among titles in English: `オープニング`
        return not (header.has_latin_titles and CJK_LETTER.search(title))
    if not is_dated or count_words(title) <= _MIN_TITLE_WORDS or not looks_like_title(title):
        return False
    row = context.blocks[cell.parent]
    is_called_paper = header.is_of_papers(context.children(row.index), cell)
    is_announced = announcement_of(context, context.heading_above[row.index]) is not None
    return (is_called_paper or is_announced) and works_announced_above(context, row) is not Works.OTHERS
