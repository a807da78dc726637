"""Read a heading below a title that gives authors, and venue and year: `### Ann Lee et al. - NeurIPS 2017`."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.papers import note_signs
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block, BlockKind

_PARTS = re.compile(r"(?P<names>.{4,600})(?:\s[–—-]+\s|\||,)\s*(?P<venue>[^–—|,]{3,60})")
_AFTER_OTHERS = re.compile(r"(?<=\bet al)\b\.?.*")
"""The affiliation after shortened authors: `et al., DeepMind`."""
_AFTER_STOP = re.compile(r"(?<=[^\W\d_]{3})\.\s.*")
"""The affiliation after a full stop, which does not follow an initial."""


class Subtitle(NamedTuple):
    """Authors in the heading below a title, with venue and year if it has them."""

    block: Block
    authors: tuple[str, ...]
    venue: str
    year: int | None
    track: str


def find_subtitle(context: NoteContext, heading: Block) -> Subtitle | None:
    """Return what the heading directly below a title says about the paper; None for any other heading.

    Args:
        context: The note.
        heading: The title.
    """
    following = next((block for block in context.children(-1) if block.index > heading.index), None)
    if following is None or following.kind is not BlockKind.HEADING or following.level <= heading.level:
        return None
    words = context.visible_text(following.index)
    match = _PARTS.fullmatch(words)
    names = _names(match["names"]) if match else ""
    venue, year, track = venues.parse_venue(match["venue"]) if match and names else ("", None, "")
    if venue and year:
        return Subtitle(following, authorship.split_authors(names), venue, year, track)
    authors = authorship.split_authors(_names(words))
    # a family name alone heads a section on a paper: `Lee et al.`
    is_shortened = len(authors) > 1 and authors[-1] == OTHERS and " " in authors[0]
    # the authors of a report are there, too
    if is_shortened or (any(map(authorship.has_given_name, authors[1:])) and note_signs.names_paper(context)):
        return Subtitle(following, authors, *venues.find_venue(words))
    return None


def _names(words: str) -> str:
    """Return the authors in a line, without their affiliation; "" for other words."""
    names = _AFTER_STOP.sub("", _AFTER_OTHERS.sub("", words)).strip()
    without_affiliation = names.rpartition(",")[0]
    for part in filter(None, (names, without_affiliation)):
        if authorship.looks_like_authors(part) or authorship.is_person(part):
            return part
    return ""
