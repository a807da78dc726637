"""Read the source that a note names for its words: `Kuhn, The Structure of Scientific Revolutions, 1962, p. 24`.

Such a line is below an idea or a quotation, in an order and with marks of its own.  Films, talks and pictures are named
so, too.  A title therefore needs marks, a year, pages to read, or a publisher or venue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from papernotes_plugin.people import is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_affiliation
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person, may_be_family_name
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.name_lists import JOINED_NAMES, MORE, people_in
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, read_reference
from papernotes_plugin.recognisers.evidence.references.reference_text import (
    LINK_REMOVED,
    ReferenceText,
    plain_reference,
)
from papernotes_plugin.recognisers.evidence.references.source_ends import SourceEnd, is_other_work, read_end
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence, is_unfinished
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import OLD_YEAR
from papernotes_plugin.vocabulary.model import InlineKind

_NAMES = rf"(?P<names>{JOINED_NAMES}){MORE}?"
_NAMES_BEFORE = lazy_regex(rf"{_NAMES}(?:,?\s[(\[]?(?P<year>{OLD_YEAR})[a-z]?[)\]]?)?[,:.]?\s?(?:[–—-]\s)?$")
"""Names, and perhaps a year, before a title with marks."""
_NAMES_AFTER = lazy_regex(
    rf"[,.]?\s(?:(?:by|von|de|di|par|por|af|av|van|[–—/-])\s|(?P<open>\())?{_NAMES}(?:,?\s(?P<year>{OLD_YEAR}))?(?(open)\))"
)
"""Names, and perhaps a year, after a title with marks."""
_DATED = lazy_regex(
    rf"{_NAMES},?\s(?:[(\[](?P<year>{OLD_YEAR})[a-z]?[)\]][,:.]?|(?P<plain>{OLD_YEAR})[a-z]?(?:[,:]|(?=\s[–—-]\s)))\s(?:[–—-]\s)?(?=\S)"
)
"""`Kahneman & Tversky (1979) `, before a title without marks."""
_UNDATED = lazy_regex(rf"{_NAMES}(?:,|:|\s[–—-])\s(?=\S)")
_WRITTEN_BY = lazy_regex(
    rf"(?P<title>\S.*\S)(?:,?\s(?:by|von|par|por|di|de)\s{_NAMES}|\s(?P<open>\()(?P<inner>{JOINED_NAMES})(?:,\s|\s)(?P<year>{OLD_YEAR})\))$"
)
"""A title without marks before its authors: `Peak by Anders Ericsson`, `Thinking in Systems (Meadows, 2008)`."""
_QUOTED = lazy_regex(
    r"[“„\"«]\s?(?P<title>[^“”„\"«»\n]{3,250}?)[,.]?\s?[”“\"»]|‘(?P<single>[^‘’\n]{8,250})’(?=[\s,.(]|$)"
)
_NO_AUTHOR_TABLE = """
    wikipedia youtube netflix twitter reddit medium quora spotify instagram facebook linkedin tiktok coursera
    udemy substack economist guardian atlantic wired forbes vox spiegel zeit tagesschau monde figaro país reuters
    bloomberg yahoo google microsoft apple amazon obsidian logseq notion zotero github wikihow imdb goodreads kindle
    readwise pinterest
    oma opa grandma grandpa mama papa mom dad mum aunt uncle tante onkel abuela abuelo chef dr prof professor
    podcast lecture course kurs vorlesung meeting talk video film chapter part section note notes week day today source
    bible bibel biblia internet web anonymous unknown book books article card quote author
"""
_NO_AUTHOR = frozenset(_NO_AUTHOR_TABLE.split())
"""Words that name sites, media, relatives and kinds of notes where an author may be."""
_SMALL_TABLE = """
    a an and as at by de del der des die du el et for from how in into is its la las le les of on or the
    to und von with
    che da di do e em en i il o y zur im über ein eine how why what
"""
_SMALL = frozenset(_SMALL_TABLE.split())
"""Short words of titles in several languages."""
_INVERTED = ("inverted", "capitals", "pointed")
"""The forms of names that no title has."""
_MAX_MARKS, _MIN_MARK = 4, 3
_MAX_LENGTH = 400
_MAX_TITLE = 30
_SAYING = lazy_regex(r"[^.!?]*\b(?:is|are|was|were|has|have|can|cannot|must|should|will)\b[^.!?]*[.!]")
"""A whole sentence, which is a quotation of a person: `The grammar is short.`"""
_MIN_TITLE = 3
"""Words of a title that has no marks, no pages and no publisher."""


class StatedSource(NamedTuple):
    """The work that a text names, and the signs that it is one."""

    reference: Reference
    is_marked: bool
    """True if the title is in emphasis or quotation marks."""
    is_located: bool
    """True if pages or a chapter to read follow."""
    is_published: bool
    """True if a known publisher or venue follows."""
    is_by: bool
    """True if a word or brackets show that the names are those of authors."""

    @property
    def is_sure(self) -> bool:
        """True if a page, a chapter, a publisher or a venue shows that it is a text."""
        count = count_words(self.reference.title.words)
        is_named = self.is_marked or count >= 2 or self._has_full_names or self.reference.year
        return self.is_published or bool(self.is_located and is_named)

    @property
    def is_likely(self) -> bool:
        """True if the signs suffice below a label for sources."""
        title = self.reference.title.words
        count = count_words(title)
        if self.is_sure or (count >= _MIN_TITLE and self.reference.year and self._may_be_people):
            return True
        if self.is_marked:
            return count >= _MIN_TITLE and self._has_full_names
        is_titled = looks_like_title(title) and not _SMALL.isdisjoint(title.casefold().split())
        return count >= _MIN_TITLE and self._has_given_names and (looks_like_title(title) if self.is_by else is_titled)

    @property
    def _may_be_people(self) -> bool:
        """True if a mark or a date after the names shows people, or none of them is two unknown words."""
        is_shown = self.is_marked or self.is_by or self.reference.is_dated
        return is_shown or all(" " not in n or authorship.has_sign_of_name(n) for n in self.reference.authors.names)

    @property
    def _has_full_names(self) -> bool:
        return all(" " in name for name in self.reference.authors.names)

    @property
    def _has_given_names(self) -> bool:
        return all(" " in name and authorship.has_sign_of_name(name) for name in self.reference.authors.names)


def read_source(words: ReferenceText, start: int, end: int) -> StatedSource | None:
    """Return the work that a part of a text names by authors and title; None for other words.

    Examples:
        >>> from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference
        >>> def source(text):
        ...     read = read_source(plain_reference(text), 0, len(text))
        ...     return read and read.is_likely and (read.reference.title.words, *read.reference.authors.names)
        >>> source("Luhmann, Kommunikation mit Zettelkästen, 1981")
        ('Kommunikation mit Zettelkästen', 'Luhmann')
        >>> source("Thinking, Fast and Slow by Daniel Kahneman")
        ('Thinking, Fast and Slow', 'Daniel Kahneman')
        >>> source("Dorothea Lange, Migrant Mother, 1936"), source("How to squash commits")
        (False, None)
    """
    text = words.text
    if end - start > _MAX_LENGTH or LINK_REMOVED in text[start:end] or is_other_work(text[start:end]):
        return None
    ending = read_end(text, start, end)
    read = next(filter(None, _readings(words, start, ending)), None)
    return read or _read_inverted(words, start, ending)


def _read_inverted(words: ReferenceText, start: int, ending: SourceEnd) -> StatedSource | None:
    """Return the work of a text that begins with a family name and initials, or with the family name in capitals."""
    read = read_reference(plain_reference(words.text[start : ending.end])) if ending.year else None
    if read is None or read.authors.form not in _INVERTED or read.year or read.publication.is_printed:
        return None
    title = read.title.words.strip(" ,.;:")
    if count_words(title) < _MIN_TITLE or not _may_be_title(title, is_marked=False):
        return None
    at = words.text.index(title, start)
    reading = TitleReading(title, at, at + len(title), points=0)
    authors = AuthorList(read.authors.names, at, read.authors.form, has_more=read.authors.has_more)
    is_published = bool(ending.published.publisher or ending.published.venue)
    reference = Reference(reading, authors, ending.year, ending.published, CERTAIN, is_dated=True)
    return StatedSource(reference, is_marked=False, is_located=ending.is_located, is_published=is_published, is_by=True)


def read_note_name(name: str, *, is_located: bool) -> StatedSource | None:
    """Return the work whose authors and title are the name of a note, `Ahrens - How to Take Smart Notes`.

    Examples:
        >>> read_note_name("Rosa 2016 - Resonanz", is_located=False).reference.title.words
        'Resonanz'
        >>> read_note_name("Podcast - How to Sleep", is_located=True), read_note_name("Zotero - Sync", is_located=False)
        (None, None)
    """
    read = read_source(plain_reference(name), 0, len(name)) if " " in name else None
    if read is None or read.is_marked:
        return None
    title, names = read.reference.title.words, read.reference.authors.names
    is_of_one = len(names) == 1 and " " not in names[0] and not is_given_name(names[0])
    is_sure = is_located or bool(read.reference.year) or (is_of_one and count_words(title) >= _MIN_TITLE)
    return read if is_sure or read.is_likely else None


def _readings(words: ReferenceText, start: int, ending: SourceEnd) -> Iterator[StatedSource | None]:
    """Yield the readings of a text in each form, the more certain first."""
    text, end = words.text, ending.end
    marks = list(islice(_marked_titles(words, start, end), _MAX_MARKS))
    for first, last, after in marks:
        before = text[start:first].rstrip('“„"«‘ ') + " "
        if not before.strip():
            if match := _NAMES_AFTER.match(text, after, end):
                yield _source(
                    words, match, (first, last), ending, match["year"], is_marked=True, rest=(match.end(), end)
                )
        elif match := _NAMES_BEFORE.match(before):
            yield _source(words, match, (first, last), ending, match["year"], is_marked=True, rest=(after, end))
    if marks:
        return
    if match := _DATED.match(text, start, end):
        yield _source(words, match, (match.end(), end), ending, match["year"] or match["plain"])
    if match := _WRITTEN_BY.match(text, start, end):
        yield _source(words, match, match.span("title"), ending, match["year"], is_by=True)
    if match := _UNDATED.match(text, start, end):
        yield _source(words, match, (match.end(), end), ending, None)


def _marked_titles(words: ReferenceText, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Yield where each part in emphasis or quotation marks begins and ends, and where the rest begins."""
    if quoted := _QUOTED.search(words.text, start, end):
        yield *quoted.span("title" if quoted["title"] else "single"), quoted.end()
    for mark in words.marks:
        if (
            mark.kind is InlineKind.LINK
            or mark.start < start
            or mark.end > end + 1
            or mark.end - mark.start < _MIN_MARK
        ):
            continue
        inner = words.text[mark.start : min(mark.end, end)]
        first = mark.start + len(inner) - len(inner.lstrip(' “„"«'))
        yield first, mark.start + len(inner.rstrip(' ,.”"»')), min(mark.end, end)


def _source(
    words: ReferenceText,
    match: re.Match[str],
    span: tuple[int, int],
    ending: SourceEnd,
    year: str | None,
    *,
    is_marked: bool = False,
    is_by: bool = False,
    rest: tuple[int, int] | None = None,
) -> StatedSource | None:
    """Return the work with the facts of a form; None if its names or its title are other words."""
    groups = match.groupdict()
    names = people_in(groups["names"] or groups.get("inner") or "")
    title = words.text[slice(*span)].strip(" ,;:")
    start = words.text.index(title, span[0]) if title else span[0]
    stated = int(year) if year else ending.year
    if not names or not all(map(_may_be_author, names)) or not _may_be_title(title, is_marked=is_marked):
        return None
    if is_marked and _SAYING.fullmatch(words.text, span[0], span[1] + 1):
        return None
    if rest and words.text[slice(*rest)].strip(" ,.;:"):
        # other words between the title and the publication are facts of an unknown kind
        return None
    published = ending.published
    is_by = is_by or groups.get("open") is not None
    authors = AuthorList(names, start, "natural", has_more=groups["more"] is not None)
    reading = TitleReading(title, start, start + len(title), points=0)
    reference = Reference(reading, authors, stated, published, CERTAIN, is_dated=bool(year))
    is_published = bool(ending.published.publisher or published.venue)
    return StatedSource(reference, is_marked, ending.is_located, is_published, is_by)


def _may_be_author(name: str) -> bool:
    """Return whether words may be the full name or the family name of a person."""
    parts = name.split()
    if not parts[-1][0].isupper() or not _NO_AUTHOR.isdisjoint(map(str.casefold, parts)):
        return False
    if is_no_person(name) or is_affiliation(name):
        return False
    if len(parts) == 1:
        return may_be_family_name(name) and not is_title_word(name) and not name.isupper()
    return is_given_name(parts[0]) or not any(map(is_title_word, parts))


def _may_be_title(title: str, *, is_marked: bool) -> bool:
    """Return whether words may be a title: no sentence, no place of work and no half of brackets."""
    count = count_words(title)
    if not 1 <= count <= _MAX_TITLE or title.count("(") != title.count(")"):
        return False
    if not title[0].isalnum() and title[0] not in "¿¡'‘“\"(…":
        return False
    if title[0].islower() and not is_marked:
        return False
    is_place = is_affiliation(title) or authorship.names_organisation(title)
    if (is_place and not is_marked) or is_unfinished(title):
        return False
    return not is_sentence(title, has_link=is_marked)
