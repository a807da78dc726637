"""Find the papers in tables that need more than a look at one row: by the column, or several in one cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announcement_of
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks, may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.structure.table_headers import TableHeader
from papernotes_plugin.recognisers.evidence.titles import cell_titles
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
)
from papernotes_plugin.text.romanisation import CJK_LETTER
from papernotes_plugin.vocabulary.model import Block, Evidence, Mention, MentionKind, Span

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
    row = context.blocks[cell.parent]
    if header.lists_titles:
        # an item of the agenda among titles in English: `オープニング`, or among papers with authors: `No meeting`
        is_agenda = count_words(title) <= _MIN_TITLE_WORDS and _lacks_facts(context, row, header)
        return not (is_agenda or (header.has_latin_titles and CJK_LETTER.search(title)))
    if not is_dated or count_words(title) <= _MIN_TITLE_WORDS or not looks_like_title(title):
        return False
    is_called_paper = header.is_of_papers(context.children(row.index), cell)
    is_announced = announcement_of(context, context.heading_above[row.index]) is not None
    return (is_called_paper or is_announced) and works_announced_above(context, row) is not Works.OTHERS


def _lacks_facts(context: NoteContext, row: Block, header: TableHeader) -> bool:
    """Return whether a row has nothing but a title, in a table with columns for authors or venues."""
    has_columns = "authors" in header.facts or "venue" in header.facts
    return has_columns and header.cells_by_fact(context, context.children(row.index)).keys() <= {"title"}


def papers_in_lines(context: NoteContext, row: Block, header: TableHeader) -> Iterator[Mention]:
    """Yield the papers of a row whose cell of titles has one in each line."""
    cells = context.children(row.index)
    columns = zip(cells, header.are_papers, header.facts, strict=False)
    cell = next((cell for cell, is_paper, fact in columns if is_paper or fact == "title"), None)
    if cell is None or "authors" in header.facts:
        return
    for span, parts in cell_titles.several_in_lines(context, cell, are_titles=header.lists_titles):
        paper_links = PaperLinks()
        for index, link in context.unclaimed_links_in(cell.index, span):
            paper_links.add(index, link)
        context.claimed_inlines.update(paper_links.indices)
        evidence = Evidence(
            title=parts.title,
            venue=parts.venue,
            year=parts.year,
            track=parts.track,
            identifiers=paper_links.identifiers,
            links=paper_links.links,
        )
        at = context.note.text.find(parts.title, *span)
        span = Span(at, at + len(parts.title)) if at >= 0 else span
        yield build_mention(context, MentionKind.ITEM, span, parts.title, cell.index, evidence)


def has_several_titles(cell: Block, links: Sequence[IndexedInline]) -> bool:
    """Return whether a cell links to several documents by their titles: `[Title](a.pdf)<br/>[Other Title](b.pdf)`."""
    titles = [i for _, i in links if i.block == cell.index and count_words(i.text) >= _MIN_TITLE_WORDS]
    return len({i.url for i in titles if may_be_paper_or_pdf(i) and not is_uninformative(i.text)}) > 1
