"""Recognise the rows of a table of books, with the title, the authors and other facts in columns."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin import identifiers
from papernotes_plugin.recognisers.evidence.authors import book_authors
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.book_addresses import is_on_book_site
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.references.publication_numbers import first_year
from papernotes_plugin.recognisers.evidence.structure import book_columns
from papernotes_plugin.recognisers.evidence.structure.book_columns import BookColumns
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles import cell_titles
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import OLD_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, Mention, MentionKind

_IN_TITLE_MARKS = lazy_regex(r"《([^《》]+)》[^\u3041-\u9fff]*|『([^『』]+)』")
"""A title in marks, perhaps before the one in Latin letters."""
_IN_QUOTES = lazy_regex(r"[“\"„«](?P<title>[^“”\"„«»]{3,250}?)[.,]?[”\"“»][.,]?")
"""A title in quotation marks, which is no book, but an essay or a chapter."""
_CHAPTER = lazy_regex(r"\s(?:->|→)\s[^\n]+")
"""The chapter to read after a book: `The Persian Empire -> Royal inscriptions`."""
_MARKS_BEFORE = lazy_regex(r"^[^\w\"“„«‘'「『《〈(（\[【#@$+.-]+")
"""Symbols that people put before a title: `⭕ `."""
_YEAR_AFTER_NAMES = lazy_regex(r"\s?[(（](?P<year>(?:1[5-9]|20)\d\d)[)）]$")
_YEARS = lazy_regex(r"(?:1[5-9]|20)\d\d\s?[-–—~]\s?(?:1[5-9]|20)\d\d")
_OLD_YEAR = lazy_regex(OLD_YEAR)
_MAX_TITLE = 300


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each row of a table of books that has a title and authors."""
    for table in context.blocks:
        if table.kind is not BlockKind.TABLE or table.index in context.claimed_blocks:
            continue
        rows = context.children(table.index)
        columns = book_columns.find(context, rows)
        is_of_others = works_announced_above(context, table) is Works.OTHERS
        if columns is None or (is_of_others and not columns.are_books):
            continue
        for row in rows:
            if not row.header and row.index not in context.claimed_blocks:
                yield from _book(context, row, columns)


def _book(context: NoteContext, row: Block, columns: BookColumns) -> Iterator[Mention]:
    """Yield the mention of the book of a row, unless its title leads to a paper or to several pages."""
    cells = context.children(row.index)
    if columns.title >= len(cells):
        return
    cell = cells[columns.title]
    links = context.unclaimed_links(cell.index)
    paper_links = PaperLinks()
    for index, link in links:
        if link.url.startswith(("http://", "https://")):
            paper_links.add(index, link)
    isbn = identifiers.parse_identifier(f"isbn:{_words(context, row, columns.isbn)}")
    if isbn:
        paper_links.add_identifier(isbn)
    is_paper = any(identifier.scheme not in ("isbn", "url") for identifier in paper_links.identifiers)
    if is_paper or len({link.url for _, link in links}) > 1:
        return
    title = _title(context, cell)
    people = _words(context, row, columns.authors)
    dated = _YEAR_AFTER_NAMES.search(people)
    names = book_authors.read(people[: dated.start()] if dated else people)
    year = _year(dated["year"] if dated and columns.year < 0 else _words(context, row, columns.year))
    is_book = bool(isbn) or any(is_on_book_site(link.url) for _, link in links)
    if not title or not (names or is_book):
        return
    quoted = _IN_QUOTES.fullmatch(title)
    publisher = _words(context, row, columns.publisher)
    has_publisher = any(map(str.isalpha, publisher)) and not is_missing(publisher)
    evidence = Evidence(
        title=quoted["title"] if quoted else title,
        authors=names,
        year=year,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
        entry_type="book" if (columns.are_books or is_book) and not quoted else "",
        fields=(Field("Publisher", publisher),) if has_publisher else (),
    )
    context.claimed_inlines.update(paper_links.indices)
    context.claimed_blocks.add(row.index)
    yield build_mention(context, MentionKind.ITEM, context.text_span(cell), title, cell.index, evidence)


def _year(date: str) -> int | None:
    """Return the year of a date; None for two years, which are those of several editions."""
    if _YEARS.search(date):
        return None
    return int(date) if _OLD_YEAR.fullmatch(date) else first_year(date)


def _words(context: NoteContext, row: Block, column: int) -> str:
    """Return the words of a cell; "" for no cell."""
    cells = context.children(row.index)
    return context.visible_text(cells[column].index).strip() if 0 <= column < len(cells) else ""


def _title(context: NoteContext, cell: Block) -> str:
    """Return the title in a cell, without symbols before it and without marks around it; "" for none."""
    words = _MARKS_BEFORE.sub("", cell_titles.read(context, cell).title.strip())
    marked = _IN_TITLE_MARKS.fullmatch(words)
    title = (marked[1] or marked[2] if marked else _CHAPTER.sub("", words)).strip()
    is_title = any(map(str.isalnum, title)) and len(title) <= _MAX_TITLE
    return title if is_title and not is_missing(title) and not book_columns.is_head(title) else ""
