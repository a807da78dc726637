"""Separate the year in which a reader read a book from its year of publication: `(2024) Title. Publisher, 2011`."""

from __future__ import annotations

from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Mention, MentionKind

_DATED_ITEM = lazy_regex(r"[(\[](?P<year>(?:19|20)\d\d)[)\]]:?\s[^\n]")
_YEAR_AFTER_MARK = lazy_regex(rf"[,.(] ?(?:[^\W\d_]{{3,9}}\.? )?(?P<year>{YEAR})\b(?!\s?[–-]\s?\d)")
"""A year as it ends a reference: `, 2011`, `. Dec 2014`."""
_MIN_EARLIER = 3
"""Items that end with a year before that of their beginning, from which the years of a list are of reading."""

_MIN_RATIO = 10
"""Such items for each one with a later year, which is an error of the reader."""


def without_years_of_reading(context: NoteContext, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; those in lists with years of reading have the year at the end of their line.

    They have none if their line ends without a year.  Years in brackets before titles are of reading if several lines
    end with an earlier year, and hardly one with a later one.
    """
    are_of_reading: dict[int, bool] = {}
    return [_published(context, mention, are_of_reading) for mention in mentions]


def _published(context: NoteContext, mention: Mention, are_of_reading: dict[int, bool]) -> Mention:
    """Return a mention without the year in which its paper was read.

    Args:
        context: The note.
        mention: The mention.
        are_of_reading: Whether the years in each list are of reading.  The list of the mention is added.
    """
    block = context.text_block_at(mention.span.start) if mention.kind is MentionKind.ITEM else -1
    entry = context.enclosing_entry(block) if block >= 0 else None
    line = _DATED_ITEM.match(context.visible_text(block)) if entry else None
    if not entry or not line or mention.evidence.year not in (int(line["year"]), None):
        return mention
    if entry.parent not in are_of_reading:
        are_of_reading[entry.parent] = _are_years_of_reading(context, entry.parent)
    if not are_of_reading[entry.parent]:
        return mention
    years = _years_after(line.string.partition(mention.evidence.title)[2])
    year = next(iter(years)) if len(years) == 1 else None
    return mention._replace(evidence=mention.evidence._replace(year=year))


def _are_years_of_reading(context: NoteContext, index: int) -> bool:
    """Return whether the years before the titles of a list are of reading."""
    earlier = later = 0
    for item in context.children(index):
        line = _DATED_ITEM.match(context.first_words(item))
        if line and (years := _years_after(line.string[line.end() :])):
            earlier += max(years) < int(line["year"])
            later += max(years) > int(line["year"])
    return earlier >= _MIN_EARLIER and earlier >= _MIN_RATIO * later


def _years_after(words: str) -> set[int]:
    return {int(match["year"]) for match in _YEAR_AFTER_MARK.finditer(words)}
