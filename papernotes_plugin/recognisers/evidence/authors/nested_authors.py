"""Read the authors in the first bullet below the title of a list item."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.vocabulary.model import Block, BlockKind

_VENUE_AT_END = re.compile(
    r"[\s,]*+(?:\((?P<venue>[^()]{3,60}\d\d)\)|(?<=[^\s,])\.\s(?P<plain>[A-Z][\w&/'’ -]{2,40}\d\d)\.?)\s*$"
)
"""A venue with its year after names: ` (ACL 2020)`, `. ICCV 2015`."""
_MIN_LISTS = 3
"""Items with several authors below them, from which a single name below another item of the list is an author, too."""
_MAX_ORGANISATIONS = 80
"""Maximum length of a bullet of organisations; a longer one is a remark."""


def authors_below(context: NoteContext, item: Block) -> tuple[str, ...]:
    """Return the names in the first bullet below an item; one name alone only if most items of the list have some."""
    line = _VENUE_AT_END.sub("", _first_bullet(context, item))
    if not line:
        return ()
    if _has_organisations_below_items(context, item.parent) and not authorship.has_given_name(line.split(",")[0]):
        return ()
    if authorship.looks_like_authors(line) and not authorship.names_organisation(line):
        return authorship.split_authors(line)
    return (line,) if authorship.is_person(line) and _has_authors_below_items(context, item.parent) else ()


def venue_below(context: NoteContext, item: Block) -> tuple[str, int | None, str]:
    """Return the venue, year and track in brackets after the names in the first bullet below an item."""
    match = _VENUE_AT_END.search(_first_bullet(context, item))
    return venues.parse_venue(match["venue"] or match["plain"]) if match else ("", None, "")


@once_per_note
def _has_authors_below_items(context: NoteContext, block: int) -> bool:
    lines = [line for item in context.children(block) if (line := _first_bullet(context, item))]
    count = sum(map(authorship.looks_like_authors, lines))
    return count >= _MIN_LISTS and 2 * count > len(lines)


@once_per_note
def _has_organisations_below_items(context: NoteContext, block: int) -> bool:
    """Return whether the first bullet below an item of a list has organisations, as those of the others have then."""
    lines = (_first_bullet(context, item) for item in context.children(block))
    return any(len(line) <= _MAX_ORGANISATIONS and authorship.names_organisation(line) for line in lines)


def _first_bullet(context: NoteContext, item: Block) -> str:
    """Return the text of the first bullet in the first list below an item; "" for none."""
    nested = next((child for child in context.children(item.index) if child.kind is BlockKind.LIST), None)
    texts = context.text_blocks(context.children(nested.index)[0])[:1] if nested else ()
    return context.visible_text(texts[0].index) if texts else ""
