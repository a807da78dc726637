"""Find the columns of a table of books: title, authors, date of publication, publisher and ISBN."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.labels import book_labels
from papernotes_plugin.recognisers.evidence.labels.field_labels import FIELDS, OF_BOOK_PUBLISHERS, YEAR_LABELS, phrases
from papernotes_plugin.recognisers.evidence.papers import book_signs
from papernotes_plugin.recognisers.evidence.papers.book_addresses import is_on_book_site
from papernotes_plugin.recognisers.evidence.papers.book_headings import announced_books
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.table_headers import OF_PUBLICATION, PUBLISHER_HEADS, VENUE_HEADS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, InlineKind

_BOOK_HEADS = frozenset(
    phrases("""
        book|books|book title|title of book|title of the book|book name|name of book|书名|書名|书籍|書籍|图书|圖書
        书籍名称|图书名称|图书名|書籍名|本|本のタイトル|図書名|도서|도서명|책|책이름|책 이름|책 제목|서명|buch|buchtitel
        titel des buches|livre|titre du livre|libro|título del libro|titolo del libro|livro|título do livro|книга
        название книги|boek|boektitel
        książka|tytuł książki|kniha|sách|tên sách|kitap|kitap adı|bok|boktitel
        kirja|kirjan nimi|könyv|könyv címe|název knihy|bog|bogtitel|kitabın adı
    """)
)
"""Heads of the column of the titles of books."""
_TITLE_HEADS = _BOOK_HEADS | set(FIELDS["title"])
_NAME_HEADS = frozenset(("name", "名称", "名前", "이름", "nombre", "nome", "nom"))
"""Heads of the first column of a table in Notion, if no other is that of titles."""
_MIN_POINTS = 2
_AUTHOR_HEADS = frozenset(FIELDS["authors"]) | set(
    phrases(
        "作家|저자명|지은이|글쓴이|작가|著者/訳者|著者・訳者|著者名|作者/译者|writer|writers|escritor|escritora|scrittore|écrivain"
        "|yazarı|yazar adı|kirjailija|kirjailijat|autor knihy|autor książki|автор книги|författare|forfatter|szerző"
    )
)
_PAGE_HEADS = frozenset(
    phrases("""
        pages|page count|number of pages|no. of pages|# pages|#pages|page|页数|頁数|頁數|ページ数|ページ|페이지
        페이지 수|페이지수|쪽수|쪽|seiten|seitenzahl|seitenanzahl
        nombre de pages|nb pages|páginas|nº de páginas|número de páginas|pagine
        numero di pagine|страниц|страницы|кол-во страниц|количество страниц|pagina's|liczba stron|strony
        sayfa|sayfa sayısı|sivut|sivumäärä|sidor|sider|sidetall|oldal|oldalszám|počet stran
    """)
)
"""Heads of a column of numbers of pages."""
_NO_BOOKS = frozenset(
    phrases("""
        chapter|chapters|section|module|part|lines|words|episode|session|id|price|stock|quantity|artist|game|song|film
        章|章节|節|kapitel|abschnitt|chapitre|capítulo|capitolo|глава|장|preis|prix|precio|prezzo|цена|가격|价格|価格
    """)
)
"""Heads that tables of chapters and of a database have, too, in which pages alone show no books."""
_HOUSE_HEADS = frozenset((*OF_BOOK_PUBLISHERS, "펴낸곳"))
"""Heads of the column of publishers that tables of other works do not have."""
_ISBN_HEADS = frozenset(phrases("isbn|isbn-13|isbn13|isbn-10|isbn10|isbn号|isbn码|isbn/asin"))
_PAGES = lazy_regex(
    r"[~约約]?\s?\d{2,4}\s?(?:pp?\.?|pages?|页|頁|ページ|쪽|페이지|S\.|Seiten|págs?\.?|с\.|стр\.)?",
    re.IGNORECASE,
)
"""A number of pages."""


class BookColumns(NamedTuple):
    """The numbers of the columns of a table of books; -1 for none."""

    title: int
    authors: int
    year: int
    publisher: int
    isbn: int
    are_books: bool
    """False if columns of pages, genres or ratings, or a list of readings, are the only signs of books."""


def find(context: NoteContext, rows: Sequence[Block]) -> BookColumns | None:
    """Return the columns of a table of books; None for any other table.

    The heads name a title and its authors.  A second sign is the word for a book in the head, an Asian one for its
    publisher, or an ISBN.  So are numbers of pages, links to the sites of books, and columns such as the genre and the
    rating.  A table with a column of journals or conferences lists papers.
    """
    cells = context.children(rows[0].index) if rows else ()
    heads = [context.visible_text(cell.index).casefold().strip(" :*") for cell in cells]
    title, authors = _first(heads, _TITLE_HEADS), _first(heads, _AUTHOR_HEADS)
    title = title if title >= 0 else _first(heads, _NAME_HEADS)
    if title < 0 or authors < 0 or not VENUE_HEADS.isdisjoint(heads):
        return None
    isbn, pages = _first(heads, _ISBN_HEADS), _first(heads, _PAGE_HEADS)
    publisher = _first(heads, PUBLISHER_HEADS)
    is_of_books = heads[title] in _BOOK_HEADS or isbn >= 0 or _has_book_links(context, rows, title)
    is_of_books = is_of_books or (not _HOUSE_HEADS.isdisjoint(heads) and _NO_BOOKS.isdisjoint(heads))
    has_pages = pages >= 0 and _NO_BOOKS.isdisjoint(heads) and _are_numbers_of_pages(context, rows, pages)
    if not (is_of_books or has_pages or _is_of_readings(context, rows, heads, title)):
        return None
    years = (n for n, head in enumerate(heads) if head in YEAR_LABELS or OF_PUBLICATION.search(head))
    year = next((n for n in years if heads[n] not in PUBLISHER_HEADS), -1)
    return BookColumns(title, authors, year, publisher, isbn, is_of_books or publisher >= 0)


def _is_of_readings(context: NoteContext, rows: Sequence[Block], heads: Sequence[str], title: int) -> bool:
    """Return whether a table has columns of notes on books, or is in a list of books, and links to no web pages."""
    weights = [book_labels.WEIGHTS.get(head, 0) for head in heads]
    if min(weights) < 0 or not _NO_BOOKS.isdisjoint(heads):
        return False
    inlines = (i for cell in _column(context, rows, title) for _, i in context.inlines_of(cell.index))
    if any(i.kind is InlineKind.LINK and i.url.startswith("http") for i in inlines):
        return False
    heading = context.heading_above[rows[0].index]
    is_announced = book_signs.is_among_books(context, heading) or announced_books(context, heading) is not None
    points = sum(weights) + 2 * is_announced
    return points >= _MIN_POINTS


def opens_with_titles(context: NoteContext, row: Block) -> bool:
    """Return whether the first cell of a row is a title, and no column of its table is for authors or venues."""
    rows = context.children(row.parent)
    heads = [context.visible_text(cell.index).casefold().strip(" :*") for cell in context.children(rows[0].index)]
    others = VENUE_HEADS | _AUTHOR_HEADS
    return bool(heads) and not row.header and heads[0] in _TITLE_HEADS and others.isdisjoint(heads)


def is_head(words: str) -> bool:
    """Return whether the words of a cell are the head of a column of titles, as in a template."""
    return words.casefold() in _TITLE_HEADS


def _first(heads: Sequence[str], wanted: frozenset[str] | set[str]) -> int:
    return next((number for number, head in enumerate(heads) if head in wanted), -1)


def _column(context: NoteContext, rows: Sequence[Block], number: int) -> Iterator[Block]:
    """Yield the cells of a column that has no head."""
    for row in rows:
        cells = () if row.header else context.children(row.index)
        if number < len(cells):
            yield cells[number]


def _has_book_links(context: NoteContext, rows: Sequence[Block], title: int) -> bool:
    """Return whether a title links to a site of books."""
    inlines = (i for cell in _column(context, rows, title) for _, i in context.inlines_of(cell.index))
    return any(i.kind is InlineKind.LINK and is_on_book_site(i.url) for i in inlines)


def _are_numbers_of_pages(context: NoteContext, rows: Sequence[Block], column: int) -> bool:
    """Return whether most cells of a column are one number each, and not the first and the last page."""
    words = [w for cell in _column(context, rows, column) if (w := context.visible_text(cell.index).strip())]
    return 2 * sum(_PAGES.fullmatch(w) is not None for w in words) > len(words)
