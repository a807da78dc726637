"""Find the headings that announce books or works to read, in the languages of notes."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.labels.words_for_reading import (
    BOOKS,
    READING,
    announces_reading,
    announces_references,
)
from papernotes_plugin.recognisers.evidence.papers.listed_papers import (
    Works,
    announced_works,
)
from papernotes_plugin.recognisers.evidence.references.passing_remarks import FORMAT_OF_BOOK
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import note_names
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_BOOKS = lazy_regex(BOOKS, re.IGNORECASE)
_READINGS = lazy_regex(
    rf"{READING}|\blectures?\b"
    r"|\b(?:what (?:i|we)(?:['’]ve)? read|(?:i|we)(?:['’]ve)? read|read in (?:19|20)\d\d|have read"
    r"|reading (?:log|diary|journal|notes)|gelesen\w*|gelezen|lu(?:e?s)? en|letti|leídos|lidos|læste?|läst[ae]?|leste?"
    r"|przeczytane|přečten\w+|prečítan\w+|luetut|olvasott|okuduklarım|okuduğum)\b|прочитан|读过|読了|읽은",
    re.IGNORECASE,
)
"""A word of a heading above works to read, in more words than `announces_reading` knows."""
_COURSE = lazy_regex(
    r"^\W*(?:week|session|lecture|class|unit|module|seminar|woche|sitzung|einheit|séance|semaine|cours|sesión|semana|clase"
    r"|unidad|sessão|aula|lezione|settimana|incontro|занятие|неделя|лекция|семинар)\W{0,2}\d"
    r"|\d\s?(?:주차|회차|週目)|第\s?\d{1,2}\s?[回週周讲講次]|(?:seminar|syllabus|course|kurs|séminaire|seminario|세미나|강의|수업|ゼミ|講義|课程)\w*",
    re.IGNORECASE,
)
"""A heading of a meeting of a course, or the name of a course."""
_MAX_WORDS = 6
"""Words of a heading that announces what follows."""

_MIN_FORMATS = 3
"""Items of a list with the format of a book, from which it is a list of books."""


class AnnouncedBooks(NamedTuple):
    """A heading above books or works to read."""

    heading: int
    """The index of the heading or of the line; -1 for the name of the note."""
    are_books: bool
    """False for works of any kind."""


@once_per_note
def is_for_reading(context: NoteContext, heading: int) -> bool:
    """Return whether a heading, one above it, or the title of the note is about books, a course or works to read."""
    words = context.visible_text(heading) if heading >= 0 else context.note.title
    if _COURSE.search(words) or _read(words, heading) is not None:
        return True
    return heading >= 0 and is_for_reading(context, context.heading_above[heading])


@once_per_note
def announced_books(context: NoteContext, heading: int) -> AnnouncedBooks | None:
    """Return the nearest announcement of books above the blocks of a section; None for none.

    Args:
        context: The note.
        heading: The index of the heading of the section; -1 for the beginning of a note.
    """
    works = announced_works(context, heading)
    if works is Works.OTHERS:
        return None
    words = context.visible_text(heading) if heading >= 0 else context.note.title
    if announcement := _read(words, heading):
        if heading < 0 or works or announcement.are_books:
            return announcement
        # `To read` in a note on books
        outer = announced_books(context, context.heading_above[heading])
        return announcement._replace(are_books=bool(outer and outer.are_books))
    if heading >= 0:
        return announced_books(context, context.heading_above[heading])
    return _read(note_names.name_of(context.note.path).replace("_", " ").replace("-", " "), heading)


def announced_by_line(context: NoteContext, item: Block) -> AnnouncedBooks | None:
    """Return the announcement in a short line with a colon before a list, such as `推荐几本书：`; None for none.

    A list whose items state the format of a book needs no such line: `Title - Ann Lee [Audiobook]`.
    """
    lists = [one for one in context.ancestors(item.index) if one.kind is BlockKind.LIST]
    if lists and _states_formats(context, lists[0].index):
        return AnnouncedBooks(lists[0].index, are_books=True)
    before = context.sibling_before(lists[-1]) if lists else None
    if before is None or before.kind is not BlockKind.PARAGRAPH:
        return None
    words = context.visible_text(before.index).strip()
    if not words.endswith((":", "：")) or count_words(words) > _MAX_WORDS or not _BOOKS.search(words):
        return None
    return AnnouncedBooks(before.index, are_books=True)


@once_per_note
def _states_formats(context: NoteContext, listed: int) -> bool:
    """Return whether most items of a list state the format of a book."""
    items = context.children(listed)
    count = sum(FORMAT_OF_BOOK.search(context.note.text, *item.span) is not None for item in items)
    return count >= _MIN_FORMATS and 2 * count > len(items)


def _read(words: str, heading: int) -> AnnouncedBooks | None:
    """Return the announcement in the words of a heading or of the name of a note."""
    is_short = count_words(words) <= _MAX_WORDS
    if is_short and _BOOKS.search(words):
        return AnnouncedBooks(heading, are_books=True)
    if announces_references(words) or announces_reading(words) or (is_short and _READINGS.search(words)):
        return AnnouncedBooks(heading, are_books=False)
    return None
