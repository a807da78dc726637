"""Weigh labels with their values: those of books, such as pages and translators, and those of other things.

A film, a game, a recipe and a post may have an author and a year, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.labels.field_labels import phrases
from papernotes_plugin.recognisers.evidence.labels.plain_letters import with_plain_letters
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex

_PAGE_LABELS = frozenset(
    with_plain_letters(
        phrases("""
        pages|page count|number of pages|no. of pages|total pages|total|seiten|seitenzahl|seitenanzahl
        anzahl seiten|umfang|páginas|nº de páginas|número de páginas|nombre de pages|nb de pages|pagine
        numero di pagine|страниц|страницы|количество страниц|页数|頁數|总页数|ページ数|ページ|頁数|쪽수|페이지
        페이지 수|페이지수|sider|sidor|sidantal|sivut|sivumäärä|oldalszám|sayfa sayısı|strony|liczba stron|počet stran
    """)
    )
)
"""Labels, in lower case, of the number of pages of a book."""
_OF_BOOKS = phrases("""
    length in pages|translator|translators|translated by|translation by|isbn|isbn-13|isbn-10|isbn13|isbn10|asin
    bookshelf|bookshelves|shelf|shelves|exclusive shelf|binding|goodreads|goodreads url|book cover|chapters
    übersetzer|übersetzerin|übersetzung|übersetzt von|traductor|traductora|traducción
    traducteur|traductrice|traduction|traduttore|traduttrice|traduzione|tradutor|tradutora|tradução
    переводчик|перевод|译者|譯者|翻译|豆瓣评分|豆瓣|訳者|翻訳|翻訳者|옮긴이|역자|번역
""")
"""Further labels, in lower case, of facts that books have."""
_OF_READING = phrases("""
    genre|genres|rating|my rating|rate|stars|score|finished|finished on|date finished|finished reading|completed
    started|started on|date started|started reading|read|edition|original title|series|reading status
    language read|date read|read on|gelesen|gelesen am|gelesen im|lesedatum|leído|leído en|leído el|fecha de lectura|lu
    lu en|lu le
    date de lecture|letto|letto nel|letto il|data di lettura|lido|lido em|data de leitura|прочитано|прочитана
    дата прочтения|阅读时间|閱讀時間|读完|读完时间|阅读日期|读书时间|読了|読了日|読んだ日|読書日|読書期間
    읽은 날|읽은 날짜|읽은 기간|독서 기간|독서기간|완독일|완독
    gattung|textsorte|bewertung|ausgabe|auflage|originaltitel|reihe|angefangen|beendet
    género|calificación|puntuación|valoración|edición|título original|género literario
    note personnelle|édition|titre original|langue originale|genere|valutazione|voto|edizione|titolo originale
    gênero|avaliação|nota|edição|título original|жанр|оценка|рейтинг
    类型|评分|我的评分|版本|原作名|丛书|ジャンル|評価|장르|평점|별점|감상|한줄평
""")
"""Labels, in lower case, that notes on books often have, and those on other works: the day of reading, a rating."""
_OF_OTHERS = phrases("""
    director|directors|directed by|cast|starring|runtime|running time|watched|watched on|date watched
    seasons|episodes
    studio|network|screenplay|cinematography|regie|regisseur|darsteller|laufzeit|gesehen|gesehen am|réalisateur
    réalisation|durée|vu le|reparto|duración|visto|vista el|regia|regista|durata|diretor|direção|elenco|duração
    режиссёр|режиссер|в ролях|导演|主演|片长|監督|出演|上映|감독|출연|상영
    players|player count|number of players|playing time|play time|platform|platforms|developer|developers|engine
    system|levels|difficulty|mechanics|spieler|spieleranzahl|spieldauer|plattform|jugadores|joueurs|giocatori
    jogadores
    servings|serves|yield|prep time|cook time|total time|time|ingredients|cuisine|portionen|zutaten
    zubereitungszeit
    porciones|raciones|ingredientes|ingrédients|porzioni|ingredienti|tempo|tempo di preparazione|材料|調理時間
    artist|artists|album|record label|label|tracks|key|capo|tuning|bpm|composer|lyrics|chords|tonart|interpret
    künstler
    künstlerin|artista|artiste|technique|technik|técnica|tecnica|dimensions|maße|dimensiones|dimensioni
    ubicación|standort|museum|museo|museu|musée|owner
    attendees|participants|agenda|due|due date|deadline|assignee|sprint|team|teilnehmer
    asistentes|participantes|partecipanti|出席者|参加者|参会人员|참석자
    version|license|licence|lizenz|licencia|repo|repository|github|downloads|dependencies|requirements|install
    installation|maintainer|maintainers|changelog|compatibility
    host|hosts|guest|guests|episode|duration|channel|podcast|show|event|venue of talk|speaker|speakers
    video|views
    price|brand|manufacturer|model number|warranty|preis|precio|prix|prezzo|preço
    word count|words|reading time|read time|minutes to read|last updated|reviewers|approvers
    draft|posted|posted on|posted by|permalink|blog|newsletter|site|site name
""")
"""Labels, in lower case, of films, games, recipes, music, pictures, meetings, software, talks, products and posts."""
_BOOK_KINDS = frozenset(
    phrases("""
        book|books|ebook|e-book|audiobook|audio book|hardcover|hardback|paperback|kindle|kindle book|nonfiction
        non-fiction
        fiction|novel|monograph|textbook|book note|book notes|booknote|booknotes|book summary
        buch|bücher|taschenbuch|gebunden|roman|romane|sachbuch|fachbuch|hörbuch|monographie|buchnotiz
        buchnotizen
        libro|libros|novela|ensayo|livre|livres|essai|libri|romanzo|saggio|livro|livros|ensaio|книга|книги|роман
        książka|książki|powieść|kniha|knihy|knížka|knížky|román|bog|bøger|bok|bøker|böcker|boek|boeken|kitap|kitaplar
        könyv|könyvek|cărți|kirja|kirjat|book review|book reviews|book-review|bookreview
        书|书籍|图书|書|書籍|本|小说|小説|读书|读书笔记|読書|読書メモ|책|도서|소설|독서|독서록|독서노트
    """)
)
"""Words for the kind or the format of a book, and the tags of notes on books."""
_PICTURES = frozenset("\U0001f4d5\U0001f4d6\U0001f4d7\U0001f4d8\U0001f4d9\U0001f4da")
"""Pictures of books, which people have as tags."""
_KIND_LABELS = frozenset(
    phrases("""
        type|up|object type|source type|resource type|reference type|media type
        category|kind|format|medium|media|genre|tag|tags|topic|class|form|art|typ|kategorie|tipo
        categoría
        formato|catégorie|categoria|тип|категория|формат|类别|分类|类型|标签|種類|形式|カテゴリ|분류|종류|형식|태그|구분
    """)
)
"""Labels, in lower case, of the kind of a work."""
_STATE_LABELS = frozenset(("status", "state", "progress", "estado", "stato", "statut", "状态", "状態", "상태"))
_TAG_LABELS = frozenset(("tag", "tags", "topic", "标签", "태그"))
_LABEL_LINE = lazy_regex(
    r"^[ \t>|*+•·–-]*(?:\d{1,2}[.)][ \t])?[^\w\n]{0,4}(?P<label>[^\W\d_][^:：|*_\n\[\]]{0,28}?)"
    r"[*_\] \t]{0,5}(?:::?|：|\|)[*_ \t]{0,4}(?P<value>[^\n|]*)",
    re.MULTILINE,
)
"""A label with a value at the start of a line: `- **Pages:** 300`, `pages:: 300`, `| Pages | 300 |`."""
_VALUE_MARKS = lazy_regex(r"[^\w\s-]+|_")
_SEPARATOR = lazy_regex(rf"{OPTIONAL_SPACE}[,;/、，；]\s*|(?<!\s)\s+(?=#)")
_MAX_KIND = 80
"""Characters of a value that is the kind of a work."""
_MAX_BOOKS = 4
"""Points of labels of books, all together."""
_MAX_READING = 2
"""Points of labels that notes on books often have, which others may have as well."""
WEIGHTS = {
    **dict.fromkeys(_OF_READING, 1),
    **dict.fromkeys(_OF_OTHERS, -2),
    **dict.fromkeys((*_PAGE_LABELS, *_OF_BOOKS), 2),
}
"""The weight of each label."""
_NUMBER = lazy_regex(r"\d{1,5}")
_MIN_PAGES = 50
"""Pages of a book."""
_ADDRESS_LABELS = frozenset(
    phrases("""
        url|link|links|source|source url|website|web|quelle|fuente|lien|enlace|链接|来源|링크
    """)
)
"""Labels of addresses."""
_SHOP = lazy_regex(
    r"//(?:[\w-]+\.)*(?:goodreads|amazon|books\.google|openlibrary|librarything|thestorygraph|douban|worldcat|amzn|yes24"
    r"|aladin|bookwalker|gutenberg|babelio|casadellibro|thalia|bookmeter)\."
)
"""The address of a book in a shop or a catalogue."""


class BookSigns(NamedTuple):
    """The weight of the labels of a note."""

    weight: int = 0
    """Points for a book, less those for something else."""
    is_of_others: bool = False
    """True for a label of films, games, recipes and the like."""
    has_book_labels: bool = False
    """True for a label of books, such as pages."""
    is_read: bool = False
    """True for a label of the day of reading, and the like."""
    is_called_book: bool = False
    """True if the kind, the format or the tags call the work a book."""


_NO_SIGNS = BookSigns()


def in_text(words: str) -> BookSigns:
    r"""Return the weight of the labels at the start of the lines of a text.

    Examples:
        >>> in_text("**Author:** Ann Lee\n**Pages:** 300\n**Genre:** history").weight
        3
        >>> in_text("- Author: Ann Lee\n- Players: 2-4").is_of_others
        True
        >>> in_text("Author: Ann Lee\nFormat: Paperback").is_called_book
        True
    """
    return of_values((match["label"], match["value"]) for match in _LABEL_LINE.finditer(words))


def of_values(values: Iterable[tuple[str, str]]) -> BookSigns:
    """Return the weight of labels with their values; a label without a value has none."""
    books = reading = others = kinds = 0
    for label, value in values:
        folded, stated = label.strip().casefold().replace("_", " "), value.strip(" *_`[]\"'")
        if not stated:
            continue
        if folded in _KIND_LABELS and is_kind_of_book(stated):
            kinds = max(kinds, 2 + (folded not in _TAG_LABELS))
        weight = WEIGHTS.get(folded, 0)
        if "://" in stated and folded in _ADDRESS_LABELS:
            # the address of a page is that of a post
            weight = 2 if _SHOP.search(stated) else -2
        if weight > 1 and folded in _PAGE_LABELS and (number := _NUMBER.search(stated)):
            # a report or a paper has fewer pages
            weight = 2 * (int(number[0]) >= _MIN_PAGES)
        if weight > 1:
            books += weight
        elif weight > 0:
            reading += weight
        else:
            others += weight
    if not (books or reading or others or kinds):
        return _NO_SIGNS
    weight = min(books, _MAX_BOOKS) + min(reading, _MAX_READING) + others + kinds
    return BookSigns(weight, others < 0, books > 0, reading > 0, kinds > 0)


def is_known(label: str) -> bool:
    """Return whether a label is one of books or other works, of their kind, or of the state of reading."""
    folded = label.casefold()
    return folded in WEIGHTS or folded in _KIND_LABELS or folded in _STATE_LABELS


def is_of_reading(label: str) -> bool:
    """Return whether a label is one of notes on books: the day of reading, pages, a rating."""
    return WEIGHTS.get(label.casefold(), 0) > 0


def is_kind_of_book(value: str) -> bool:
    """Return whether one of the words for the kind of a work means a book: `#book`, `[[Books]]`, `Fiction, Classics`.

    Examples:
        >>> is_kind_of_book("📚Book"), is_kind_of_book("[[Books]], #history"), is_kind_of_book("bookmark")
        (True, True, False)
    """
    if len(value) > _MAX_KIND:
        return False
    parts = _SEPARATOR.split(value.casefold())
    if any(part.strip("#[] ") in _PICTURES for part in parts):
        return True
    return any(" ".join(_VALUE_MARKS.sub(" ", part).split()) in _BOOK_KINDS for part in parts)
