"""Strip a title of the words for a note on a book: `Fiche de lecture : La Distinction`, `《万历十五年》读书笔记`."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts
from papernotes_plugin.recognisers.evidence.titles.venue_endings import without_venue_after_comma
from papernotes_plugin.text.lazy_regex import lazy_regex

_REVIEW = (
    r"(?:short |mini[ -]?)?book[ -]reviews?|review of the book|buch(?:rezension|besprechung|kritik|tipp)|rezension"
    r"|reseñas?(?: del? libro)?|recensione(?: libro)?|recensie|boekrecensie|bokrecension|recension(?: av)?"
    r"|boganmeldelse|anmeldelse|bokanmeldelse|resenha(?: do livro)?|critique de livre|chronique(?: de lecture)?"
    r"|recenz[ej][aei]?(?: książki| knihy)?|recenzia|kitap (?:incelemesi|yorumu|tanıtımı)|рецензия(?: на книгу)?"
    r"|отзыв о книге|书评|書評|서평"
    r"|book|buch|livre|libro|livro|llibre|kniha|książka|bok|bog|boek|kitap|könyv|kirja|книга"
)
"""Words for a review of a book, or for a book."""
_KIND = (
    rf"{_REVIEW}"
    r"|fiches? de lecture|notes? de lecture|compte[ -]rendu de lecture"
    r"|fichas? (?:de lectura|de leitura|bibliográficas?)"
    r"|notas de (?:lectura|leitura)|fichamento(?: de (?:livro|leitura))?|sched[ae] (?:di lettura|libro)"
    r"|appunti di lettura|exzerpte?|buchnotiz(?:en)?|lesenotiz(?:en)?|lektürenotiz(?:en)?|lektüre|leseprotokoll"
    r"|book (?:notes?|summary)"
    r"|booknotes?|reading notes?|конспект(?: книги)?|заметки о книге"
    r"|读书笔记|讀書筆記|阅读笔记|読書(?:メモ|ノート|記録|感想)|독서\s?(?:록|노트|메모|기록|감상문|후기)"
)
_BEFORE = lazy_regex(
    rf"\W{{0,3}}(?:{_KIND})[\]】)]?(?:\s?(?:[:：|｜]|[-–—]{{1,2}}\s)\s?|\s*(?=[«“\"『《「]))(?P<title>\S.*)",
    re.IGNORECASE,
)
"""The words before a title."""
_IN_BRACKETS = lazy_regex(rf"[\[【(]\s?(?:{_KIND})\s?[\]】)]\s*(?P<title>\S.*)", re.IGNORECASE)
_REVIEW_BEFORE = lazy_regex(rf"[\W\d]{{0,6}}[\[【(]?\s?(?:{_REVIEW})\s?[\]】):：|–—«“\"『《「-]", re.IGNORECASE)
_AFTER = lazy_regex(rf"(?P<title>.*[》』」\"”»])\s?(?:[-–—:：]\s)?(?:{_KIND})", re.IGNORECASE)
"""The words after a title in marks."""
_AFTER_DASH = lazy_regex(rf"(?P<title>\S.*\S)(?:\s+[-–—|]\s+|\s?[(（【\[])(?:{_KIND})[)）】\]]?", re.IGNORECASE)
_PAIRS = (("《", "》"), ("『", "』"), ("「", "」"), ("«", "»"), ("“", "”"), ('"', '"'))
"""The marks around a title."""


def without_additions(parts: TitleParts, *, is_described: bool) -> TitleParts:
    """Return the title of a heading without a venue after a comma, and without words for a note above labelled values.

    Args:
        parts: The title in the heading.
        is_described: Whether labelled values are below it.
    """
    parts = without_venue_after_comma(parts)
    return parts._replace(title=without_kind(parts.title)) if is_described else parts


def is_review(title: str) -> bool:
    """Return whether the words before a title call the note a review of a book.

    Examples:
        >>> is_review("Book review: Emma by Jane Austen"), is_review("Recenze: Válka s mloky"), is_review("Review: X")
        (True, True, False)
    """
    return _REVIEW_BEFORE.match(title) is not None


def without_kind(title: str) -> str:
    """Return a title without the words before or after it that call the note one on a book.

    Examples:
        >>> without_kind("Fiche de lecture : La Distinction"), without_kind("Exzerpt: Wirtschaft und Gesellschaft")
        ('La Distinction', 'Wirtschaft und Gesellschaft')
        >>> without_kind("《万历十五年》读书笔记"), without_kind("読書メモ『失敗の本質』")
        ('万历十五年', '失敗の本質')
        >>> without_kind("[독서록] 소년이 온다"), without_kind("On Liberty (book notes)")
        ('소년이 온다', 'On Liberty')
        >>> without_kind("Reading Notes"), without_kind("Lektüre der Welt")
        ('Reading Notes', 'Lektüre der Welt')
    """
    for pattern in (_BEFORE, _IN_BRACKETS, _AFTER, _AFTER_DASH):
        if match := pattern.fullmatch(title):
            return _without_marks(match["title"].strip())
    return _without_marks(title)


def _without_marks(title: str) -> str:
    """Return a title without the marks around it."""
    for opening, closing in _PAIRS:
        inner = title[1:-1]
        if title.startswith(opening) and title.endswith(closing) and inner and not {opening, closing} & set(inner):
            return inner.strip()
    return title
