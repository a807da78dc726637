"""Read the editors of a book in the reference of one of its chapters."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import INITIALS, NAME_WORD, is_given_name
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.author_lists import author_lists
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR, YEAR

EDITOR = (
    r"(?:[Ee]ds?|[Éé]ds?|[Hh]rsgg?|[Hh]gg?|[Ee]ditors?|[Cc]oords?|[Cc]omps?|[Dd]irs?|[Oo]rgs?|[Rr]ed(?=\.)|[Rr]eds"
    r"|toim(?=\.\)))"
)
"""Pattern of the abbreviations that say that the names before them are those of editors."""
_WORD_IN_BRACKETS = r"(?:Trans|Trad|Übers|Vert|[EÉ]d|Hrsgg?|Hgg?|Org|Coord|Dir)s?\b\.?"
PEOPLE_IN_BRACKETS = (
    rf"[^()\[\]\d]{{2,80}}, {_WORD_IN_BRACKETS}(?: (?:&|und|and|et|[ye]) {_WORD_IN_BRACKETS})?(?:; [^()]{{2,60}})?\)"
)
"""Pattern of the editors or translators of a book after its title: `A. Reader & J. Writer, Eds.; No. 3; 2nd ed.)`."""
_MARK = lazy_regex(rf"[\s,]{{0,20}}\(?\b{EDITOR}\b(?!\.? (?:von|v\.|by|par|por) )\.?\)?[\s.,:]*")
"""The mark after the names of editors: `(Eds.)`, `(Hrsg.): `, `, editors, `."""
_OPENING = lazy_regex(
    r"[\s,.;(]{1,20}+(?:[Ee]dited by|[EeÉé]ds?\.(?: by| par)?(?=\s+[^\W\d_a-z])|[Hh](?:rs)?gg?\.(?: v(?:on|\.)|:)"
    r"|[Hh]erausgegeben von|(?:[Pp]od |[Uu]nder )?[Rr]ed(?:akcją|aktion|\.)(?: av| van)?(?=\s+[^\W\d_a-z])"
    r"|[Rr]edige(?:rt av|rad av|ret af)"
    r"|[Oo]nder redactie van|[Pp]od redakcją|/ ?[Пп]од (?:общ\. )?ред\."
    r"|[Ss]ous la dir(?:ection|\.) d(?:e |['’])|[Aa] cura di|[ÉéEe]dité par|[Dd]irigé par"
    r"|(?:[Ee]ditado|[Oo]rgani[sz]ad[ao]|[Cc]oordinad[ao]|[Cc]oordenad[ao]|[Cc]ompilad[ao]) por|[Oo]rganização de)\s*"
)
"""The words before the names of editors: `edited by `, `hrsg. von `."""

_UNMARKED = lazy_regex(
    rf"(?P<name>(?P<given>[^\W\d_a-z][^\W\d_]+) (?:[A-Z]\. )?{NAME_WORD}), "
    rf"(?P<title>{NAME_WORD} [^,]*\b[a-z]{{2,}}\b[^,]*)"
)
"""A name and a title with a word in lower case: `Joan Reader, Handbook of quiet rivers`."""


ORGANISATION = lazy_regex(r"[^\W\d_a-z][^.,;:()“”\"«»\d]{2,80} \((?:[Hh]rsgg?|[Hh]gg?)\.?\)[.,:]\s+(?=\w)")
"""An organisation that edits a journal, before its name: `Institut für Medien (Hrsg.), merz 2012`."""
_EDITORS = lazy_regex(
    rf"[^“”\"«»?]{{3,200}}?(?<!\d[.ªº] )"
    rf"(?:\((?!{EDITOR}\.?:)|(?<!\())\b{EDITOR}\b\.?\)?[.,:]{{0,2}}\s+(?:\({YEAR}[a-z]?\)[.,:]{{0,2}}\s+)?"
    r"(?<!, [Rr]ed\. )(?!(?:von|by|par|por|av|van|[vV]\.)\s)(?=[\w„“«»¿¡]|(?<=: )\(\w)"
)
"""Words up to the mark of editors, before the name of a book."""
_AUTHORS_OF_BOOK = lazy_regex(
    rf"{NAME_WORD}, (?:[A-Z]\. ?|d[aeo]s? (?=[A-Z]\.)){{1,4}}(?<=\. )(?=[^\W\d_a-z][\w'’-]* [^\W\d_])"
    rf"|{NAME_WORD}(?: {NAME_WORD})?, {INITIALS}\({YEAR}[a-z]?\)[.,:]{{1,2}}"
    r"\s(?=[^\W\d_a-z])"
    rf"|(?:(?:; )?(?:[^\W\d_a-z]{{2,}}+[ '’-]?){{1,4}}, (?:[^\W\d_a-z][^\W\d_]++(?: [^\W\d_]++\.?){{0,3}}|{INITIALS}))"
    r"{1,3}"
    r"(?:(?<=\.)|\.|,? et al\.?) (?=[^\W\d_a-z])"
    rf"|(?:(?:, |,? & )?(?:[A-Z]\. ?){{1,3}}{NAME_WORD}){{1,6}}, reds?\.? (?=[^\W\d_a-z])"
    rf"|(?:(?:[A-Z]\. ?){{1,3}}{NAME_WORD},? ){{1,4}}(?:&|and|und|et|y|e) (?:[A-Z]\. ?){{1,3}}{NAME_WORD}, "
    r"(?=[^\W\d_a-z][\w-]* [^\W\d_])"
)
"""People before the book of a chapter, also without a mark: `FREIRE, Paulo. `, `A. Ek, red. `, `A. Lee & B. Ek, `."""
_NAMED_PEOPLE = lazy_regex(
    rf"{NAME_WORD} {NAME_WORD}(?:(?:,|,? (?:&|and|und|et)) {NAME_WORD} {NAME_WORD}){{0,3}}: (?=[^\W\d_a-z])"
)
"""Full names before a colon: `Ann Reader, Lee Writer: `."""
_MARKED_PEOPLE = lazy_regex(
    rf"(?:[^\W\d_a-z][\w.'’-]*,? (?:(?:&|and|und|et|og|och|y|e) )?){{1,8}}"
    rf"(?:\({EDITOR}\b\.?\)|(?<=, )reds?\b\.?)[.,:]{{0,2}} (?=[^\W\d_a-z])"
)
"""Names and a mark of editors, before the name of a book: `Reader, Ann (eds), `, in Swedish `A. Reader, red. `."""
_YEAR_OR_EDITORS = lazy_regex(rf"\W*(?:{PRINTED_YEAR}[a-z]?|[^()\d]{{3,120}}\({EDITOR}\b\.?\)?)\W*")
"""A year, or the editors of a book, which some print in bold: `BJ **2011b**`, `In: **Reader & Meyer (Hrsg.)**: `."""
_BOOK_BEFORE_EDITORS = lazy_regex(
    rf"[^\W\d_a-z][^.,?!()]{{9,150}}[^\W_]{{3}}\. {NAME_WORD}(?: {NAME_WORD})?, {INITIALS}"
)
"""The name of a book before its editors, in place of after them: `In: Rivers of Asia. Lee, A. (Hrsg.), `."""
_WORD_OF_TITLE = lazy_regex(r"\b(?:to|of|in|the|for|on|from|with)\b")
"""A word that is in titles of books, and not among names."""
_BOOK_OF_CHAPTERS = lazy_regex(
    r"\b(?:handbook|encyclop(?:a?edia|édie)\w*|companion to|handbuch|lexikon|dictionary|textbook|festschrift)\b",
    re.IGNORECASE,
)
"""A word in the names of books of which each chapter has its own authors."""
_PAGES_IN_BRACKETS = lazy_regex(r"[\s,]{0,2}\((?:[^()]{1,60}[,;] )?(?:pp?|[Ss]|págs?)\.\s?\d")
"""The pages of a chapter after the name of its book: ` (Vol. 2, pp. 291–324)`; those of journals have no brackets."""


def start_of_editors(text: str, start: int, end: int) -> int:
    """Return the offset at which the words before the names of editors begin; the end for none.

    Examples:
        >>> start_of_editors("A Book, ed. Joan Reader", 0, 23)
        6
    """
    opening = _OPENING.search(text, start, end)
    return opening.start() if opening else end


def editors_before(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the editors whose names and mark fill a part of a reference: `D. Reader & J. Writer (Eds.), `.

    Examples:
        >>> text = "Reader, D., & Writer, J. (Eds.), "
        >>> editors_before(text, 0, len(text))
        ('Reader, D.', 'Writer, J.')
        >>> editors_before("Proceedings of the (Eds.), ", 0, 27)
        ()
    """
    return _marked_editors(text, start, end, is_end=True)


def _marked_editors(text: str, start: int, end: int, *, is_end: bool) -> tuple[str, ...]:
    """Return the names before a mark of editors; with `is_end`, nothing may follow the mark."""
    readings = []
    for authors in author_lists(text[:end], start):
        # any words with capitals may be family names
        is_list = authors.form != "surname" and not authors.has_more
        mark = _MARK.match(text, authors.end, end) if is_list else None
        if mark and (mark.end() == end or not is_end):
            readings.append(authors.names)
    # `Ann Lee Reader, Jim Writer` is two names
    return min(readings, key=lambda names: sum(n.partition(", ")[0].count(" ") for n in names if ", " in n), default=())


def editors_after(text: str, start: int, end: int) -> tuple[str, ...]:
    """Return the editors after the name of a book: `, edited by Joan Reader and Ann Writer, 1–20`.

    Examples:
        >>> text = ", ed. Joan Reader (Paris: Seuil, 1991)"
        >>> editors_after(text, 0, len(text))
        ('Joan Reader',)
        >>> editors_after(", J. Reader and A. Writer, Eds. Paris", 0, 37)
        ('J. Reader', 'A. Writer')
    """
    opening = _OPENING.match(text, start, end)
    if not opening:
        is_marked = text[start : start + 2] in (", ", ". ") and _MARK.search(text, start, end)
        return _marked_editors(text, start + 2, end, is_end=False) if is_marked else ()
    readings = [authors for authors in author_lists(text[:end], opening.end()) if authors.form != "surname"]
    longest = max(readings, key=lambda authors: authors.end, default=None)
    return longest.names if longest and not longest.has_more else ()


def unmarked_editor(book: str) -> tuple[str, str] | None:
    """Return the editor before the title of a book and a comma, and that title; None for others.

    Examples:
        >>> unmarked_editor("Joan Reader, Handbook of quiet rivers"), unmarked_editor("San Jose, California")
        (('Joan Reader', 'Handbook of quiet rivers'), None)
    """
    match = _UNMARKED.fullmatch(book)
    return (match["name"], match["title"]) if match and is_given_name(match["given"]) else None


def are_year_or_editors(text: str, start: int, end: int) -> bool:
    """Return whether a part of a reference is a year, or the names of editors with their mark.

    Examples:
        >>> [are_year_or_editors(words, 0, len(words)) for words in ("2011b", "A. Reader (Hrsg.):", "Quiet Rivers")]
        [True, True, False]
    """
    return _YEAR_OR_EDITORS.fullmatch(text, start, end) is not None


def after_people(text: str, at: int, end: int, emphasised: tuple[int, int] | None, *, has_in: bool) -> int:
    """Return the offset after the editors of a book, at which its name begins: `In A. Reader (ed.), Book`.

    Args:
        text: The reference.
        at: The offset after the title, or after `In`.
        end: The offset at which the reference ends.
        emphasised: The emphasised name of the book; None for none.
        has_in: Whether `In` is before the editors; without it they have a mark in brackets.
    """
    if emphasised and has_in:
        return max(at, emphasised[0])
    people = _people_of_book(text, at, end) if has_in else _MARKED_PEOPLE.match(text, at, end)
    return people.end() if people else at


def _people_of_book(text: str, at: int, end: int) -> re.Match[str] | None:
    """Return the editors or authors after `In`, before the name of a book; None for none: `In Maps of X, ed. Lee`."""
    editors = _EDITORS.match(text, at, end)
    if editors and _BOOK_BEFORE_EDITORS.match(editors[0]):
        return None
    if editors and not _WORD_OF_TITLE.search(editors[0]):
        return editors
    named = _NAMED_PEOPLE.match(text, at, end)
    return named if named and is_given_name(named[0].split()[0]) else _AUTHORS_OF_BOOK.match(text, at, end)


def is_of_chapter(published: Publication, text: str, end: int) -> bool:
    """Return whether a venue is no journal, as its name or the pages in brackets at an offset after it show."""
    if published.is_known or published.issue or not venues.may_be_journal(published.venue):
        return False
    end = len(text[:end].rstrip(" ,("))
    has_pages = not published.volume and _PAGES_IN_BRACKETS.match(text, end) is not None
    is_named = _BOOK_OF_CHAPTERS.search(published.venue) is not None
    return (is_named or has_pages) and publishers.EVENT.search(published.venue) is None
