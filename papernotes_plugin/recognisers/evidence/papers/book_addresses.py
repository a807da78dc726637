"""Decide which web addresses lead to one book: at catalogues, shops, communities of readers and publishers."""

from __future__ import annotations

import re
from urllib.parse import unquote

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind

_BOOK_SITE = lazy_regex(
    r"https?://(?:book\.douban\.com/subject/|(?:www\.)?goodreads\.com/(?:[a-z]{2}/)?book/|openlibrary\.org/(?:works|books)/"
    r"|(?:www\.|search\.)?worldcat\.org/(?:[a-z]{2}/)?(?:title|oclc|isbn)/|books\.google\.[a-z.]{2,6}/|play\.google\.com/store/books/"
    r"|(?:www\.)?google\.[a-z.]{2,6}/books/|bookmeter\.com/books/|booklog\.jp/item/|(?:www\.)?yes24\.com/[Pp]roduct/"
    r"|(?:www\.)?aladin\.co\.kr/shop/wproduct|(?:product\.)?kyobobook\.co\.kr/|(?:www\.)?librarything\.com/work/"
    r"|app\.thestorygraph\.com/books/|hardcover\.app/books/|(?:www\.)?bookshop\.org/(?:p/)?books/|bookwalker\.jp/"
    r"|(?:www\.)?amazon\.[a-z.]{2,6}/(?:[^/?#]+/)?(?:dp|gp/product)/(?:\d{9}[\dX]|B0\w{8})"
    r"|amzn\.(?:to|com|eu|asia)/\w|a\.co/d?/?\w|(?:www\.)?(?:barnesandnoble\.com/w/|waterstones\.com/book/|audible\.com/pd/"
    r"|penguinrandomhouse\.com/books/|penguin\.co\.uk/books/|indiebound\.org/book/|libro\.fm/audiobooks/"
    r"|bookdepository\.com/[^/?#]+/97[89]|ibs\.it/[^/?#]+/e/97[89]|lafeltrinelli\.it/[^/?#]+/e/97[89]"
    r"|thalia\.(?:de|at)/shop/home/artikeldetails/|hugendubel\.de/[a-z]{2}/|buecher\.de/artikel/buch/|lovelybooks\.de/autor/"
    r"|babelio\.com/livres/|decitre\.fr/livres/|placedeslibraires\.fr/livre/|casadellibro\.com/libro-|bokus\.com/bok/"
    r"|adlibris\.com/[a-z]{2}/(?:bok|bog|kirja)/|skoob\.com\.br/livro/|wook\.pt/livro/|databazeknih\.cz/(?:knihy|prehled-knihy)/"
    r"|kitapyurdu\.com/kitap/|dr\.com\.tr/[Kk]itap/|1000kitap\.com/kitap/|idefix\.com/[^?#]{0,80}kitap|moly\.hu/konyvek/"
    r"|labirint\.ru/books/|litres\.ru/(?:book/)?|books\.com\.tw/products/|ridibooks\.com/books/)|honto\.jp/netstore/pd-book"
    r"|(?:www\.|learning\.)?oreilly\.com/library/view/[^/?#]+/\d{13}|weread\.qq\.com/web/(?:bookDetail|reader)/|(?:www\.)?livelib\.ru/book/|lubimyczytac\.pl/ksiazka/)"
)
"""The address of a book at a catalogue, a shop or a community of readers."""
_MAY_BE_NO_BOOK = lazy_regex(r"https?://(?:amzn\.|a\.co/|(?:www\.)?amazon\.(?![^?#]*book)[^?#]*?/B0\w{8})")
"""An address at a shop of the product of any kind; `-ebook` in it shows that of a book."""
_ISBN_IN_ADDRESS = lazy_regex(
    r"https?://[^\s()<>]{3,120}?(?:[/=_-]|ISBN)97[89](?:-?\d{10}(?!\d)|(?:-\d{1,7}){3}-\d(?!\d))"
)
"""An address with an ISBN, as publishers and shops have."""
_BOOK_ADDRESS = lazy_regex(
    rf"{_ISBN_IN_ADDRESS.pattern}"
    r"|https?://[^\s()<>]{3,120}?/(?:livres?|ouvrages?|libros?|livros?|romans?|buecher|boeken)/[^\s()<>/]"
    r"|https?://[\w.-]{3,60}\.jp/books?/[^\s()<>/]"
)
"""An address with an ISBN, or with a folder for books, as the sites of publishers have."""
_WORDS_FOR_PAGE = lazy_regex(
    r"\b(?:goodreads|amazon|douban|kindle|audible|kobo|worldcat|librarything|storygraph|bookshop|openlibrary|paperback"
    r"|hardcover|hardback|e-?book|audiobook|audio ?book|isbn|buy|publisher|excerpt|reviews?|pdf|epub)\b"
    r"|豆瓣|微信读书|当当|京东|亚马逊|알라딘|교보|リンク|アマゾン|\d{9}",
    re.IGNORECASE,
)
"""The name of a site, a word for a format or the number of a book: `Counting Sheep: Amazon.com: Books`."""
_MIN_ADDRESSES = 5
"""Items that lead to such addresses or to catalogues, from which the items of a note are books."""
_MIN_SHARE_OF_ADDRESSES = 0.4
"""The share of such items among those with a link to the web."""


@once_per_note
def has_lists_of_books(context: NoteContext) -> bool:
    """Return whether the items of a note lead mostly to books, at catalogues, shops and publishers."""
    if len(_BOOK_ADDRESS.findall(context.note.text)) < _MIN_ADDRESSES:
        return False
    items = (block for block in context.blocks if block.kind is BlockKind.ITEM)
    texts = (next(iter(context.text_blocks(item)), None) for item in items)
    urls = [next((link.url for _, link in context.links_within(text.span)), "") for text in texts if text]
    web = [url for url in urls if url.startswith("http")]
    books = sum(is_on_book_site(url) or _BOOK_ADDRESS.match(url) is not None for url in web)
    return books >= _MIN_ADDRESSES and books >= _MIN_SHARE_OF_ADDRESSES * len(web)


def is_on_book_site(url: str) -> bool:
    """Return whether an address is that of a book at a catalogue, a shop or a community of readers.

    Examples:
        >>> [is_on_book_site(f"https://{page}") for page in ("book.douban.com/subject/1134199/", "douban.com/group/1")]
        [True, False]
    """
    return _BOOK_SITE.match(url) is not None


def is_page_of_book(context: NoteContext, url: str) -> bool:
    """Return whether an address is that of one book, so that the words of a link to it are the title.

    In a list that leads mostly to books, the folder of a publisher is enough.
    """
    if _MAY_BE_NO_BOOK.match(url):
        return False
    is_sure = is_on_book_site(url) or _ISBN_IN_ADDRESS.match(url) is not None
    return is_sure or (_BOOK_ADDRESS.match(url) is not None and has_lists_of_books(context))


def is_in_address(words: str, url: str) -> bool:
    """Return whether an address has all words of a link to it.

    Examples:
        >>> [is_in_address("Watership Down", f"https://a.com/{page}") for page in ("Watership-Down/dp/1", "Adams/dp/1")]
        [True, False]
    """
    address = unquote(url).casefold()
    return all(word in address for word in words.casefold().split())


def names_page_of_book(words: str) -> bool:
    """Return whether the words of a link name a site, a format or a number, so that they are not the title of a book.

    Examples:
        >>> [names_page_of_book(words) for words in ("Counting Sheep", "Buy on Amazon", "Paperback")]
        [False, True, True]
    """
    return _WORDS_FOR_PAGE.search(words) is not None
