"""Remove the year of a day on which people met or read, which is no year of a paper: `(July 8, 2020) [Title](…)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from papernotes_plugin.recognisers.evidence.references.publication_numbers import DAY
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Mention, MentionKind, Span

_STATED = lazy_regex(
    r"(?:\b(?:publi\w+|submit\w+|posted|released?|revised|appear\w+|issued|accepted|date|erschienen|vom)\b[^\w\n]*"
    r"(?:on|in|am|le|el)?\W*|[^\W\d]:+\W*)$",
    re.IGNORECASE,
)
"""Words before a day that say what it is the day of."""
_URL = lazy_regex(r"\]\([^()\s]*|https?://[^\s)\]>]+")
_REACH = 40
"""Characters before a day in which words say what it is."""


def without_meeting_days(context: NoteContext, mentions: Iterable[Mention]) -> Iterator[Mention]:
    """Yield mentions without a year that their block states only as that of a day, next to a title and its links.

    A reference may end with a day: the authors or the venue before it show that.

    Args:
        context: The note.
        mentions: The mentions.
    """
    for mention in mentions:
        is_meeting = mention.evidence.year and not mention.evidence.venue and _has_only_day(context, mention)
        yield mention._replace(evidence=mention.evidence._replace(year=None)) if is_meeting else mention


def _has_only_day(context: NoteContext, mention: Mention) -> bool:
    """Return whether the year of a mention is in its block, and only in a day that no word explains."""
    index = context.text_block_at(mention.span.start)
    if mention.kind not in (MentionKind.ITEM, MentionKind.CITATION) or index < 0:
        return False
    words, year = context.note.text, str(mention.evidence.year)
    days_in_block, outside = _days_in(context, index)
    days = [day for day in days_in_block if year in words[day.start : day.end]]
    if not days or year in outside:
        return False
    # a day inside a reference is its date
    if mention.evidence.authors and days[0].start > mention.span.start:
        return False
    first = context.blocks[index].span.start
    return not any(_STATED.search(words, max(first, day.start - _REACH), day.start) for day in days)


@once_per_note
def _days_in(context: NoteContext, index: int) -> tuple[tuple[Span, ...], str]:
    """Return the days in a text block, and its text without them and without the targets of its links."""
    words = context.source(context.blocks[index].span)
    start = context.blocks[index].span.start
    days = tuple(Span(start + day.start(), start + day.end()) for day in DAY.finditer(words))
    return days, _URL.sub("", DAY.sub("", words)) if days else ""
