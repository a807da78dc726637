"""Recognise the readings of a course with their pages: `Langdon Winner, “Do Artifacts Have Politics?,” 121–136`.

A book is in emphasis, and the book of a chapter is after its title: `Lee, _Maps_, 3-78`, `Lee, “Lakes,” _Maps_, 3-78`.
One paragraph may have several readings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, short_bylines
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, InlineKind, Mention, MentionKind, Span

_SIGN = lazy_regex(r"[”\"*_]\s?[,.]?\s(?:pp?\.\s?)?\d{1,4}\s?[-–]\s?\d{1,4}")
"""A range of pages after a title."""
_PAGES = lazy_regex(r"[,.]?\s(?:pp?\.\s?)?(?P<first>\d{1,4})\s?[-–]\s?(?P<last>\d{1,4})(?=[\s;.,)]|$)")
_QUOTED = lazy_regex(r"[“\"](?P<title>[^\n“”\"\x1d]{4,250}?),?[”\"],?")
_NAMES = lazy_regex(rf"(?:^|[\n;:(.]\s?|\s[–—-]\s|\band\s)(?P<names>{short_bylines.PEOPLE}),\s$")
_MAX_NAMES = 120
"""Characters before a title in which its authors are."""
_MIN_READINGS = 3
"""Readings with full names from which those of a note are assigned."""
_MAX_TEXT = 4000
"""Characters of a text in which readings are looked for."""


class _Reading(NamedTuple):
    """A work that is assigned with its pages."""

    block: Block
    title: str
    span: Span
    authors: tuple[str, ...]
    is_book: bool
    book: str
    """The title of the book of a chapter; "" for none."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each title with names before it and pages after it, if a note has several of them."""
    if len(_SIGN.findall(context.note.text)) < _MIN_READINGS:
        return
    readings = [
        reading
        for block in context.blocks
        if block.kind is BlockKind.PARAGRAPH and not context.is_claimed(block.index)
        for reading in _readings(block, text_of_block(context, block.index))
    ]
    if sum(" " in reading.authors[0] for reading in readings) < _MIN_READINGS:
        return
    for reading in readings:
        entry_type = "book" if reading.is_book else "incollection" if reading.book else ""
        evidence = Evidence(reading.title, authors=reading.authors, venue=reading.book, entry_type=entry_type)
        context.claimed_blocks.add(reading.block.index)
        yield build_mention(context, MentionKind.ITEM, reading.span, reading.title, reading.block.index, evidence)


def _readings(block: Block, words: ReferenceText) -> Iterator[_Reading]:
    """Yield the readings in the words of a text block."""
    text = words.text
    if len(text) > _MAX_TEXT:
        return
    emphasised = {mark.start: mark.end for mark in words.marks if mark.kind is InlineKind.EMPHASIS}
    titles = [(match.start(), match.end(), *match.span("title")) for match in _QUOTED.finditer(text)]
    titles += [(start, end, start, end) for start, end in emphasised.items()]
    for start, end, first, last in sorted(titles):
        after = end + text.startswith(" ", end)
        book = text[after : emphasised[after]] if after in emphasised and first > start else ""
        names = _NAMES.search(text, max(0, start - _MAX_NAMES), start)
        pages = _PAGES.match(text, after + len(book) if book else end)
        if not names or not pages or not _are_pages(pages["first"], pages["last"]):
            continue
        if any(names.start("names") < stop and at < names.end("names") for at, stop in emphasised.items()):
            # `_Houses_, “The Question of Narrative,” 204-213` has the short title of a book
            continue
        authors = authorship.split_authors(names["names"])
        title = text[first:last].strip(" ,.;:")
        if _are_people(authors) and title[:1].isupper():
            yield _Reading(block, title, words.span(first, last), authors, first == start, book.strip(" ,.;:"))


def _are_pages(first: str, last: str) -> bool:
    """Return whether two numbers are the first and the last page, of which the last may be shortened: `637–58`.

    Examples:
        >>> _are_pages("637", "58"), _are_pages("3", "78"), _are_pages("21", "15")
        (True, True, False)
    """
    whole = first[: max(0, len(first) - len(last))] + last
    return int(first) < int(whole)


def _are_people(names: tuple[str, ...]) -> bool:
    """Return whether all names are those of people: in full, or family names that are no words of titles."""
    return (
        bool(names)
        and short_bylines.may_be_people(list(names))
        and not any(map(short_bylines.is_no_person, names))
        and all(authorship.is_person(name) if " " in name else not is_title_word(name) for name in names)
    )
