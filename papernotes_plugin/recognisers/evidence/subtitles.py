"""Read a heading below a title that gives authors, venue and year: `### Ann Lee et al. - NeurIPS 2017`."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence import authorship
from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.vocabulary.model import Block, BlockKind

_PARTS = re.compile(r"(?P<names>.{4,600}?)\s*(?:\s[–—-]+\s|\||,)\s*(?P<venue>[^–—|,]{3,60})")
_AFTER_OTHERS = re.compile(r"(?<=\bet al)\b\.?.*")
"""The affiliation after shortened authors: `et al., DeepMind`."""


class Subtitle(NamedTuple):
    """Authors, venue and year in the heading below a title."""

    block: Block
    authors: tuple[str, ...]
    venue: str
    year: int
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
    match = _PARTS.fullmatch(context.visible_text(following.index))
    names = _AFTER_OTHERS.sub("", match["names"]).strip() if match else ""
    if not match or not (authorship.looks_like_authors(names) or authorship.is_person(names)):
        return None
    venue, year, track = venues.parse_venue(match["venue"])
    if not venue or not year:
        return None
    return Subtitle(following, authorship.split_authors(names), venue, year, track)
