"""Recognise the works in a list below the name of their author, or after the name, if they give no authors.

Examples are `**Ann Lee**` above `- [Title](…) // Journal. 1991. № 9`, and `- **Ann Lee**. "Title", article in the
newspaper "Nature", 1991`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin.people import INITIALS, NAME_WORD
from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.authors.people_above import people_above_lists, people_in_front, read_name
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.dated_names import DatedNames
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_facts import QUOTATION_MARKS
from papernotes_plugin.recognisers.evidence.references.reference_parts import text_before_labels
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, read_after_names
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    candidates_in,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import SEPARATE_YEAR
from papernotes_plugin.vocabulary.model import Block, Mention

_SCORE = 3.0
"""Score of a name that other lines of the note confirm."""
_WORD_FOR_SERIAL = (
    r"\b(?:газет|журнал|еженедельник|альманах|сборник|newspaper|magazine|journal|zeitung|zeitschrift|magazin"
    r"|revue|hebdomadaire|quotidien|revista|periódico|diario|rivista|giornale|quotidiano|settimanale|jornal|gazet"
    r"|tygodnik|czasopi[sś]m|časopis|dergi)[^\W\d_]{0,6}(?: [^\W\d_]+){0,2}?\s{1,2}"
)
_SERIAL = lazy_regex(rf"{_WORD_FOR_SERIAL}[«“„\"](?P<venue>[^«»“”„\"\n]{{2,70}})[»”“\"]", re.IGNORECASE)
"""A word for a newspaper, a journal or a collection before its name in quotation marks."""
_BEFORE_SERIAL = lazy_regex(rf"{_WORD_FOR_SERIAL}$", re.IGNORECASE)
_MAX_BEFORE_SERIAL = 40
"""Characters of such words before a link with the name."""
_DATE_NEAR = 60
"""Characters after the name of a newspaper in which the date is."""
_OTHER_KIND = lazy_regex(
    r"\bfa-(?:film|video|youtube|music|microphone|podcast|headphones|gamepad|tv|television|picture)|[🎬🎥📹📺🎵🎶🎧🎤🎮🖼▶]"
)
"""An icon of a film, music or a game."""
_BOOK = lazy_regex(r"\bfa-(?:book|newspaper|file)|[📖📕📗📘📙📚📄📰]|\bISBN\b")
"""An icon of a book or an article, or the number of a book."""
_QUOTED_VENUE = lazy_regex(r"[^\W\d_]+\.?\s?[\"«“](?P<name>[^\"«»“”]{3,150})(?:[\"»”]|$)")
"""A word for a collection before its name in quotation marks: `Сб. "Название"`."""
_AUTHOR_OF_BOOK = lazy_regex(rf"^{NAME_WORD} {INITIALS}(?=[^\W\d_]{{2}})")
"""The author of a book before its title: `Щербаков М. К. Вишнёвое варенье`."""
_YEAR_AFTER_TITLE = lazy_regex(
    r"[\s.,]*(?:\([^()\d]{0,40}|[^()\n]{0,60}[\s,])(?P<year>(?:1[5-9]|20)\d\d)\)?[\s.,]*(?=$|[\n\[(\x1d–—-])"
)
"""The year of a book after its title, perhaps after the publisher: ` (1951)`, `, Seuil, 2005`."""
_DATE_AFTER_VENUE = lazy_regex(r"[.,]\s(?:(?:19|20)\d\d|\d{1,2}\.? [^\W\d_]{3,9})$")
_FURTHER_AUTHOR = lazy_regex(r"\((?:&|and|with|avec|et|mit|und|con|com|e|y)\s(?:par\s|by\s)?(?P<name>[^()\d]{4,60})\)")
"""A further author in brackets after a title: `(with Ann Lee)`, `(& Ann Lee)`."""
_AFTER_NAME = lazy_regex(r"[\s.,:;–—-]*(?:\([^()]{2,40}\)[\s.,:;–—-]*)?")
"""The marks between a name and a title, perhaps with a place or another form of the name in brackets."""
_OPENING = lazy_regex(r"[\"“«„]|[^\W_]")
"""The first character of a title."""
_CLOSINGS = frozenset('"”»“')
_MIN_WORKS = 10
"""Titles in emphasis below names, from which a title needs no publication, if many of them are books."""
_MIN_SHARE = 0.6
"""Share of the works below names that must be titles in emphasis."""
_MIN_BOOKS = 0.15
"""Share of these titles that must show a book."""
_MIN_TITLE_WORDS = 2
_MIN_WORKS_OF_PERSON = 2
"""Works of one person on average, from which a journal needs no numbers: a list of talks has one for each speaker."""


class _Work(NamedTuple):
    """The text of what may be a work, and its author."""

    author: str
    candidate: PaperCandidate
    words: ReferenceText
    start: int
    """The offset of the title in the words."""

    @property
    def names(self) -> AuthorList:
        """The author, and further ones in brackets."""
        further = (read_name(match["name"]) for match in _FURTHER_AUTHOR.finditer(self.words.text, self.start))
        names = (self.author, *(person.name for person in further if person and person.name[0].isupper()))
        return AuthorList(names, self.start, "inverted" if "," in self.author else "natural")

    @property
    def emphasis(self) -> tuple[int, int] | None:
        """Start and end of the emphasis with which the text begins."""
        return next((pair for pair in self.words.emphasised if pair[0] in (self.start - 1, self.start)), None)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each work in a list below the name of its author, or with the name before it."""
    people = people_above_lists(context)
    below = [
        work
        for index, author in people.items()
        for item in context.children(index)
        for work in _works(context, item, author)
    ]
    are_books = _are_books(context, below)
    are_several = len(below) >= _MIN_WORKS_OF_PERSON * len(people)
    named: set[int] = set()
    for work in below:
        read = _read_in_serial(work) or _read_published(work, are_several=are_several)
        for mention in _mention(context, work, read or (_read_book(context, work) if are_books else None)):
            yield mention
            named.add(context.blocks[work.candidate.container.parent].parent)
    # the items with the names have no other titles
    context.claimed_blocks |= named - {-1}
    for index, author in people_in_front(context).items():
        for work in _works(context, context.blocks[index], author, is_in_front=True):
            yield from _mention(context, work, _read_in_serial(work) or _read_after_slashes(work))


def _mention(context: NoteContext, work: _Work, read: Reference | None) -> Iterator[Mention]:
    mention = reference.mention_of(context, work.candidate, work.words, read, is_of_form=True) if read else None
    if mention:
        yield mention


def _works(context: NoteContext, item: Block, author: str, *, is_in_front: bool = False) -> Iterator[_Work]:
    """Yield the text of an item that may be a work, from its title on."""
    if item.index in context.claimed_blocks or works_announced_above(context, item) is Works.OTHERS:
        return
    for candidate in candidates_in(context, item):
        if candidate.form is CandidateForm.BULLET:
            words = text_before_labels(context, candidate)
            named = next((end for _, end in words.emphasised), 0) if is_in_front else 0
            after = _AFTER_NAME.match(words.text, named) if is_in_front else None
            opening = _OPENING.search(words.text, after.end() if after else 0)
            if opening:
                yield _Work(author, candidate, words, opening.start())


def _read(work: _Work) -> Reference | None:
    """Return the reading of a text as a work of its author."""
    return read_after_names(work.words, DatedNames(work.names, "", work.start, _SCORE), expects_venue=True)


def _read_published(work: _Work, *, are_several: bool) -> Reference | None:
    """Return the reading of a work with a marked title, a year and a publication; None for other words."""
    read = _read(work)
    if read is None or read.year is None or not _is_title(work, read.title):
        return None
    published = read.publication
    has_slashes = _has_slashes(work, read.title)
    marked = _marked_title(work) if has_slashes else None
    if marked and marked.end < read.title.end and work.words.text[marked.end :].lstrip().startswith("("):
        read = replace(read, title=marked)
    has_numbers = bool(published.volume or published.issue or published.pages)
    is_printed = bool(published.venue) and (has_numbers or has_slashes or are_several)
    if not (is_printed or published.publisher):
        return None
    quoted = _QUOTED_VENUE.match(published.venue)
    venue = quoted["name"].strip() if quoted else _DATE_AFTER_VENUE.sub("", published.venue)
    return replace(read, publication=replace(published, venue=_AUTHOR_OF_BOOK.sub("", venue)))


def _read_after_slashes(work: _Work) -> Reference | None:
    """Return the reading of a work whose title ends with two slashes, as Russians print it."""
    read = _read_published(work, are_several=False)
    return read if read and "//" in work.words.text[read.title.start : read.publication.end] else None


def _has_slashes(work: _Work, title: TitleReading) -> bool:
    """Return whether two slashes are at the end of a title, as Russians print them."""
    return "//" in work.words.text[title.end - 3 : title.end + 3]


def _is_title(work: _Work, title: TitleReading) -> bool:
    """Return whether a title is in emphasis, a link or quotation marks, and no longer, or before two slashes."""
    text, end = work.words.text, len(work.words.text[: title.end].rstrip(" .,"))
    is_whole = any(
        start == title.start and stop >= end - 1 for start, stop in (*work.words.linked, *work.words.emphasised)
    )
    is_quoted = text[title.start - 1 : title.start] in QUOTATION_MARKS
    is_marked = is_whole or is_quoted or _has_slashes(work, title)
    return is_marked and count_words(title.words) >= _MIN_TITLE_WORDS and not is_sentence(title.words, has_link=True)


def _marked_title(work: _Work) -> TitleReading | None:
    """Return the title that a link, emphasis or quotation marks around the first words show; None for none."""
    text, first = work.words.text, (work.start - 1, work.start)
    whole = work.emphasis or next((pair for pair in work.words.linked if pair[0] in first), None)
    if whole is None:
        read = _read(work) if text[work.start] in QUOTATION_MARKS else None
        return read.title if read and read.title.start == work.start + 1 else None
    words = _without_point(text[slice(*whole)])
    if words[:1] in QUOTATION_MARKS and words[-1:] in _CLOSINGS:
        words = _without_point(words[1:-1])
    start = text.find(words, whole[0])
    return TitleReading(words, start, whole[1], points=0) if any(map(str.isalpha, words)) else None


def _without_point(words: str) -> str:
    """Return a title without a point or comma at its end, which may be three points."""
    words = words.strip(" ,;")
    return words if words.endswith(("..", "…")) else words.rstrip(" .,")


def _read_in_serial(work: _Work) -> Reference | None:
    """Return the reading of a marked title, and words that name a newspaper, a journal or a collection, with a year."""
    title, text = _marked_title(work), work.words.text
    start, end = _serial(work, title.end) if title else (0, 0)
    is_quoted = title is not None and title.start > 0 and text[title.start - 1] in QUOTATION_MARKS
    if not title or not end or (count_words(title.words) < _MIN_TITLE_WORDS and not is_quoted):
        return None
    years = [*SEPARATE_YEAR.finditer(text, title.end, start), *SEPARATE_YEAR.finditer(text, end, end + _DATE_NEAR)]
    if not years:
        return None
    venue = text[start:end].strip(" .,")
    published = Publication(venue=venue, year=int(years[-1][0]), entry_type="article", end=end)
    return Reference(title, work.names, published.year, published, CERTAIN, is_dated=False)


def _serial(work: _Work, at: int) -> tuple[int, int]:
    """Return start and end of the name of a newspaper, a journal or a collection after an offset; (0, 0) for none."""
    text = work.words.text
    if quoted := _SERIAL.search(text, at):
        return quoted.span("venue")
    linked = (pair for pair in work.words.linked if pair[0] >= at)
    before = ((pair, text[max(at, pair[0] - _MAX_BEFORE_SERIAL) : pair[0]]) for pair in linked)
    return next((pair for pair, words in before if _BEFORE_SERIAL.search(words)), (0, 0))


def _are_books(context: NoteContext, works: list[_Work]) -> bool:
    """Return whether most works below names are titles in emphasis, many of them are books, and fewer are films."""
    marked = [work for work in works if work.emphasis]
    if len(marked) < max(_MIN_WORKS, _MIN_SHARE * len(works)):
        return False
    other_count = sum(_is_of_other_kind(context, work) for work in works)
    return sum(_shows_book(context, work) for work in marked) > max(_MIN_BOOKS * len(marked), other_count)


def _is_of_other_kind(context: NoteContext, work: _Work) -> bool:
    """Return whether the text of a work calls it a film or another kind of work."""
    return _OTHER_KIND.search(context.note.text, *work.candidate.block.span) is not None


def _shows_book(context: NoteContext, work: _Work) -> bool:
    """Return whether an icon, a number or a publisher shows a book."""
    if _BOOK.search(context.note.text, *work.candidate.block.span):
        return True
    read = _read(work)
    return read is not None and publishers.is_publisher(read.publication.publisher)


def _read_book(context: NoteContext, work: _Work) -> Reference | None:
    """Return the reading of a title in emphasis, perhaps with a year and a publisher, among the books of a note."""
    title = _marked_title(work) if work.emphasis else None
    if title is None or title.words[:1].islower() or _is_of_other_kind(context, work):
        return None
    read = _read(work)
    publisher = read.publication.publisher if read and read.title.start == title.start else ""
    published = Publication(
        publisher=publisher if publishers.is_publisher(publisher) else "",
        entry_type="book" if _shows_book(context, work) else "",
    )
    year = _YEAR_AFTER_TITLE.match(work.words.text, title.end)
    return Reference(title, work.names, int(year["year"]) if year else None, published, CERTAIN, is_dated=False)
