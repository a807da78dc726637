"""Read an unknown venue after a title and a comma, if other items of the list have known venues there.

Examples are `- Title, NSDI 2016` and, below it, `- Title, IEEE Computer 2015`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.venue_names import may_be_venue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Mention, MentionKind

_WORD = r"[^\W\d_a-z][\w&'’./-]*"
_NAME = rf"{_WORD}(?: (?:(?:of|the|in|on|for|and|&) )?{_WORD}){{0,5}}"
_AT_END = lazy_regex(rf"(?<=[\w)?!]), (?P<name>{_NAME})(?:,? \(?(?P<year>{YEAR})\)?)?$")
"""Capitalised words after the last comma of a title, perhaps with a year: `…, IEEE Computer 2015`."""
_AFTER_TITLE = lazy_regex(rf"[\s*_\"”]{{0,4}}(?:\]\([^()\s]{{1,300}}\))?,? ?(?P<name>{_NAME}),? ?\(?(?P<year>{YEAR})\b")
"""The venue and the year after a title in the text of a note."""
_DATE_AFTER = lazy_regex(rf"[\s,(]{{1,3}}{YEAR}\b")
_MIN_KNOWN = 4
"""Known venues after a comma in a note, from which other words there are venues, too."""
_MIN_SHARE = 1 / 3
"""Share of such items among all items of a note that are papers."""
_MIN_TITLE = 3
"""Words of a title before an unknown venue."""


class _End(NamedTuple):
    title: str
    venue: str
    year: int


def with_venues_of_siblings(context: NoteContext, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; the words after a comma in a title are its venue, if those of most others are."""
    venues_of_titles = {mention: end for mention in mentions if (end := _title_before_venue(context, mention))}
    if not venues_of_titles or not _have_venues_after_commas(context, mentions):
        return list(mentions)
    return [_completed(mention, venues_of_titles.get(mention)) for mention in mentions]


def _title_before_venue(context: NoteContext, mention: Mention) -> _End | None:
    """Return the title before capitalised words and a year that may be a venue; None for another title."""
    evidence = mention.evidence
    if mention.kind is not MentionKind.ITEM or evidence.venue or evidence.authors:
        return None
    match = _AT_END.search(evidence.title) if "," in evidence.title else None
    after = _AFTER_TITLE.match(context.note.text, _end_of_title(context, mention))
    if match and not (match["year"] or _DATE_AFTER.match(context.note.text, _end_of_title(context, mention))):
        match = None
    match, title = (match, evidence.title[: match.start()]) if match else (after, evidence.title)
    if not match or count_words(title) < _MIN_TITLE:
        return None
    year = int(match["year"]) if match["year"] else evidence.year
    name = match["name"]
    is_other = publishers.is_publisher(name) or authorship.has_given_name(name) or OTHERS in name
    if not year or evidence.year not in (None, year) or is_other or not may_be_venue(name, is_marked=False):
        return None
    return _End(title, name, year)


def _end_of_title(context: NoteContext, mention: Mention) -> int:
    """Return the offset after the title of a mention in its note."""
    at = context.note.text.find(mention.evidence.title, *mention.span)
    return max(at, mention.span.start) + len(mention.evidence.title)


def _have_venues_after_commas(context: NoteContext, mentions: Sequence[Mention]) -> bool:
    """Return whether known venues are directly after the titles of several items, and of many of all."""
    items = [m for m in mentions if m.kind is MentionKind.ITEM and m.creates_paper]
    after = (
        _AFTER_TITLE.match(context.note.text, _end_of_title(context, m))
        for m in items
        if m.evidence.venue and not m.evidence.authors
    )
    count = sum(bool(match and venues.parse_venue(match["name"], labelled=True)[0]) for match in after)
    return count >= max(_MIN_KNOWN, _MIN_SHARE * len(items))


def _completed(mention: Mention, end: _End | None) -> Mention:
    """Return a mention with the venue at the end of its title as a fact; a preprint server is none."""
    if end is None:
        return mention
    venue = "" if venues.is_preprint(venues.parse_venue(end.venue)[0]) else end.venue
    return mention._replace(evidence=mention.evidence._replace(title=end.title, venue=venue, year=end.year))
