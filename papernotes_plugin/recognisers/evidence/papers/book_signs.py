"""Weigh what a note on one work says of it besides its authors: whether that is a book.

The labels around those of the authors count, and the words in the name of the note and in the headings above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import book_labels
from papernotes_plugin.recognisers.evidence.labels.author_values import year_after_names
from papernotes_plugin.recognisers.evidence.labels.field_labels import OF_PUBLISHERS
from papernotes_plugin.recognisers.evidence.labels.label_marks import is_book
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.labels.words_for_reading import announces_books
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note

_FIRST_BLOGS = 1990
_MIN_SEVERAL = 3
"""Labels of authors in a note on several books."""
_MAX_OPENING = 600
"""Characters from the first labelled value in which a note has its other labels."""
_MAX_BEFORE = 300
"""Characters before it in which there may be labels, too."""


def weigh(
    context: NoteContext, authors: Sequence[str], values: Sequence[LabelledValue], year: int | None = None
) -> int:
    """Return the points for a book of the labels around labelled values, and of the note; 0 for something else.

    Args:
        context: The note.
        authors: The authors that the values state.
        values: The labelled values of one work.
        year: The year that they state.  Without it, posts that were read and rated look the same.
    """
    if not values or not authors:
        return 0
    signs = book_labels.in_text(_labels_around(context, values[0]))
    is_sure = signs.is_called_book or signs.has_book_labels
    if signs.is_of_others or not (is_sure or all(map(_may_be_person, authors))):
        return 0
    is_called_book = (
        signs.is_called_book
        or any(map(book_labels.is_kind_of_book, context.note.tags))
        or any(value.meaning == "title" and is_book(value.label) for value in values)
    )
    is_on_books = is_among_books(context, _heading_of_books(context, values))
    if not (year or signs.has_book_labels or is_called_book or is_on_books):
        return 0
    points = signs.weight + 2 * (is_called_book and not signs.is_called_book) + 2 * is_on_books
    # a text from before blogs that was read
    points += bool(year and year < _FIRST_BLOGS and signs.is_read)
    points += any(value.meaning == "authors" and bool(year_after_names(value.value)) for value in values)
    if is_on_books:
        points += any(map(authorship.has_given_name, authors)) + _has_several(context, values)
    return points


def are_of_book(context: NoteContext, authors: Sequence[str], values: Sequence[LabelledValue]) -> bool:
    """Return whether labels of books, or a note on books, show that one word above the labels is a title."""
    return weigh(context, authors, values) > 1


def _has_several(context: NoteContext, values: Sequence[LabelledValue]) -> bool:
    """Return whether the label of the authors is in a note as often as in one on several works."""
    label = next((value.label for value in values if value.meaning == "authors"), "")
    return _count_of_label(context, label) >= _MIN_SEVERAL


@once_per_note
def _count_of_label(context: NoteContext, label: str) -> int:
    return sum(context.note.text.count(f"{label}{mark}") for mark in (":", "：", "**:", " :", "**：")) if label else 0


def are_of_other_work(context: NoteContext, values: Sequence[LabelledValue]) -> bool:
    """Return whether a publisher is all that values say of a place, next to labels of a game: `Players: 2-4`."""
    stated = {value.meaning: value for value in values if value.value}
    if (
        "venue" not in stated
        or stated["venue"].label.casefold() not in OF_PUBLISHERS
        or {"doi", "arxiv"} & stated.keys()
    ):
        return False
    signs = book_labels.in_text(_labels_around(context, values[0]))
    return signs.weight < 0


def _labels_around(context: NoteContext, first: LabelledValue) -> str:
    """Return the text around the first labelled value, from the heading above it to the next heading."""
    start, end = max(first.span.start - _MAX_BEFORE, context.note.body_start), first.span.start + _MAX_OPENING
    # by bisection, as a scan of all headings for each card would take quadratic time
    following = bisect_right(context.headings, first.span.start, key=lambda heading: heading.span.start)
    if following:
        start = max(start, context.headings[following - 1].span.end)
    if following < len(context.headings):
        end = min(end, context.headings[following].span.start)
    # the span of a value below a heading begins with that of the heading
    return context.note.text[min(start, first.span.start) : end]


def _heading_of_books(context: NoteContext, values: Sequence[LabelledValue]) -> int:
    """Return the heading above labelled values, and without a title among them the one above it; -1 for none.

    Otherwise the first heading is the title.
    """
    heading = context.heading_above[values[0].block]
    if heading < 0 or any(value.meaning == "title" for value in values):
        return heading
    return context.heading_above[heading]


def _may_be_person(name: str) -> bool:
    """Return whether a name may be one of a person; `admin` and `EconTalk` are none."""
    return " " in name or not name.isascii()


@once_per_note
def is_among_books(context: NoteContext, heading: int) -> bool:
    """Return whether the folder or the name of a note, or a heading and those above it, announce books.

    Args:
        context: The note.
        heading: The index of the heading; -1 for none.
    """
    above = [context.blocks[heading], *context.headings_above(heading)] if heading >= 0 else []
    return announces_books(context.note.path, *(context.visible_text(block.index) for block in above))
