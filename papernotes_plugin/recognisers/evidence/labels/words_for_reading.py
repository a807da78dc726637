"""Patterns of the words for works to read, in headings and in names of notes: reading, literature and books.

They are parts of larger patterns, which ignore case.  Whole headings are read here.
"""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import WORKS_IN_FURTHER_LANGUAGES
from papernotes_plugin.text.lazy_regex import lazy_regex

READING = (
    r"\b(?:to[ -]?read|readings?(?:[ _-]?(?:group|circle|list|club|course|seminar))?|journal club"
    r"|lese(?:kreis|gruppe|liste)|lektüre\w*|lesenotiz(?:en)?|zu lesen|lecturas?|por leer"
    r"|leituras?|para ler|lettur[ae]|da leggere|à lire"
    r"|czytelnictwo|do przeczytania|lektur[ay]?|leeslijst|te lezen|läslista|att läsa|læseliste|leseliste|å lese|at læse"
    r"|okuma listesi|okunacaklar|okunacak kitaplar)\b"
    r"|читать|чтени|прочита|読書|読む|読みたい|積読|阅读|阅讀|待读|想读|在读|待讀|想讀|독서|읽을|읽기"
)
LITERATURE = r"\b(?:literatur\w*|bibliogra\w+|syllabus)\b|литератур|文献|书目"
_BOOK_WORDS = (
    r"books?|book ?(?:list|shelf|log)|bookshelf|bücher\w*|buchliste|leseliste|livres|libros|libri|livros|llibres"
    r"|boeken|bøger|bøker|böcker|książki|knihy|könyvek|kitap(?:lar\w*)?|cărți|книги|книг"
    r"|książek|lektury|knih|okuma notlar\w*|buku|sách|kirjat|böckerna|bøgerne|boekenlijst|leeslijst|läslista"
    r"|bokhyll[ae]\w*|bogreol\w*|boekenkast|kirjahylly|könyvespolc|kitaplık"
)
"""Words for books and for lists of books."""
BOOKS = (
    rf"\b(?:{_BOOK_WORDS})\b"
    r"|几本书|推荐.{0,2}书|书单|书籍|读书|書單|書籍|図書|読書|読んだ本|本棚|책|도서|독서|讀書"
)
_ON_BOOKS = lazy_regex(
    rf"(?<![^\W_])(?:{_BOOK_WORDS}|booklist|booknotes?|buchnotizen|lektüren?|gelesen(?:e bücher)?"
    r"|lecturas|leituras|letture|mes lectures|reading (?:list|log|notes|journal)|i(?:['’]ve)? read"
    r"|прочитано|przeczytane|přečtené|luetut|okuduklarım|olvasmányok|exzerpte?|(?:fiche|notes?) de lecture"
    r"|fichas? de (?:lectura|leitura)"
    r"|fichamento|scheda (?:di lettura|libro)|literature note|literaturnotiz)(?![^\W_])"
    r"|书单|书摘|读书|讀書|阅读清单|読書|読んだ本|本棚|読了|독서|책장|읽은 책|(?<![가-힣])책(?![가-힣])",
    re.IGNORECASE,
)
"""Words in the name, the folder or the headings of a note on books."""
_ON_OTHERS = lazy_regex(
    r"quotes|quotations|zitate|citas|citations|movies|films|filme|películas|games|music|recipes|recettes|rezepte|recetas"
    r"|podcasts|articles|posts|meetings|talks|courses|名言|语录|명언|电影|映画|영화"
    rf"|(?<![^\W_])(?:{WORKS_IN_FURTHER_LANGUAGES})(?![^\W_])",
    re.IGNORECASE,
)
"""Words of notes on something else."""
_OWN_BOOK = lazy_regex(r"(?:^|/)book/(?:src/)?", re.IGNORECASE)
_REFERENCES = lazy_regex(
    r"[\W\d_]*(?:(?:list of |paper |selected |annotated |key |main )?(?:references?|bibliography|works cited"
    r"|(?:gr[ae]y )?literature(?: cited)?|(?:further|suggested|recommended|required|additional|optional|core|background"
    r"|essential|assigned|supplementary) (?:readings?|texts?)|(?:recommended|required|essential|core) (?:papers|books)"
    r"|(?:(?:class|course|seminar|weekly|(?:week|session) \d{1,2}:?) )?readings"
    r"(?: \([^()\n]{1,30}\)| (?:for|due|on) [^.\n]{2,40})?"
    r"|related (?:papers|literature)|(?:[a-z]+(?: [a-z]+)? (?:and|&) )?reading list"
    r"|publications(?: and [^.]{2,40})?|dissertations)"
    r"|(?:(?:zitierte|weitere|weiterführende|ausgewählte) )?"
    r"(?:(?:forschungs|sekundär|pflicht|grundlagen|basis|zusatz)?(?:literatur(?:verzeichnis|hinweise|liste)?|lektüre)"
    r"|quellen(?:verzeichnis|angaben)?)(?: (?:und (?:literatur|quellen)|zu[mr]? .{2,60}))?"
    r"|bibliogra(?:ph|f)[ií][ea]?(?: .{2,60})?|références(?: bibliographiques)?|referencias(?: bibliográficas)?"
    r"|referências(?: bibliográficas)?|riferimenti(?: bibliografici)?|(?:список )?литератур[аы]"
    r"|(?:дополнительная|рекомендуемая) литература|библиография"
    r"|lectures? (?:recommandées?|complémentaires?|obligatoires?)|letture (?:consigliate|suggerite|obbligatorie)"
    r"|le[ci]turas (?:recom\w+|obligatorias|obrigatórias|complement\w+|básicas)"
    r"|literatura(?: przedmiotu)?|piśmiennictwo|kaynakça"
    r"|参考文献(?:一覧)?|文献(?:一覧|目录|リスト)?|引用文献|参考論文|参考书目|참고\s?문헌|관련 논문)[:：]?",
    re.IGNORECASE,
)
"""A heading above references, in the languages of notes; words after `Bibliography` say of what they are."""
_TO_READ = lazy_regex(
    r"\W*(?:(?:papers? |articles? |things )?to read|(?:(?:my|weekly|daily|current|next|deep) )?readings?"
    r"|reading (?:list|log|queue)|read(?:ing)? (?:later|next|this (?:week|month))|(?:lese|lektüre)liste|zu lesen|à lire"
    r"|leeslijst|läslista|lista lektur|okuma listesi"
    r"|lecturas|por leer|leituras|literatur|literature|papers?|articles|待读|阅读)(?: #\w+)?\W*",
    re.IGNORECASE,
)
"""A heading or a bullet above works to read."""


@lru_cache(maxsize=1 << 12)
def announces_references(words: str) -> bool:
    """Return whether words above a list or section announce references: `Further reading:`."""
    return _REFERENCES.fullmatch(words) is not None


def announces_reading(words: str) -> bool:
    """Return whether words above a list announce works to read: `Reading list`."""
    return _TO_READ.fullmatch(words) is not None


def announces_books(path: str, *headings: str) -> bool:
    """Return whether the folder or the name of a note, or the headings above a part of it, announce books.

    Examples:
        >>> announces_books("books/emma.md"), announces_books("notes/emma.md", "Knihy"), announces_books("emma.md")
        (True, True, False)
        >>> announces_books("book/src/emma.md"), announces_books("books/quotes.md")
        (False, False)
    """
    # the sources of a book of the author's own are in `book/src`
    name = _OWN_BOOK.sub("/", posixpath.splitext(path)[0]).replace("-", " ")
    words = " / ".join([name, *headings])
    return _ON_BOOKS.search(words) is not None and not _ON_OTHERS.search(words)
