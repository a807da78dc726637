"""Read a heading that gives authors, with venue or year: `### Ann Lee et al. - NeurIPS 2017`, `### Ann Lee, 2017`."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_dated_byline
from papernotes_plugin.recognisers.evidence.papers import paper_signs
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
    is_dated: bool = False
    """True if a year follows the authors and no venue, which makes no card of a title without a link."""


def find_subtitle(context: NoteContext, heading: Block) -> Subtitle | None:
    """Return what the heading directly below a title says about the paper; None for any other heading."""
    following = _heading_below(context, heading)
    if following is None:
        return None
    words = context.visible_text(following.index)
    match = _PARTS.fullmatch(words)
    names = _names(match["names"]) if match else ""
    venue, year, track = venues.parse_venue(match["venue"]) if match and names else ("", None, "")
    if venue and year:
        return Subtitle(following, authorship.split_authors(names), venue, year, track)
    if byline := _byline_of_only_paper(context, following):
        return Subtitle(following, *byline, is_dated=True)
    authors = authorship.split_authors(_names(words))
    # a family name alone heads a section on a paper: `Lee et al.`
    is_shortened = len(authors) > 1 and authors[-1] == OTHERS and " " in authors[0]
    # the authors of a report are there, too
    if is_shortened or (
        any(map(authorship.has_given_name, authors[1:])) and paper_signs.is_on_paper_of_others(context)
    ):
        return Subtitle(following, authors, *venues.find_venue(words))
    return None


def byline_below(context: NoteContext, title: Block) -> Byline | None:
    """Return the authors and the year in the heading directly below the title of a note, which is claimed."""
    following = _heading_below(context, title)
    byline = _byline_of_only_paper(context, following) if following else None
    if following and byline:
        context.claimed_blocks.add(following.index)
    return byline


def _heading_below(context: NoteContext, heading: Block) -> Block | None:
    """Return the heading of a lower level directly below another one; None for any other block."""
    following = next(context.siblings_after(heading, 1), None)
    is_below = following and following.kind is BlockKind.HEADING and following.level > heading.level
    return following if is_below else None


def opening_byline(context: NoteContext) -> Byline | None:
    """Return the authors and the year in a heading that opens a note: `#### Ann Lee and Bob Ray, 2015`; else None."""
    first = context.blocks[0] if context.blocks else None
    is_heading = first is not None and first.kind is BlockKind.HEADING
    return _byline_of_only_paper(context, first) if first and is_heading else None


def _byline_of_only_paper(context: NoteContext, heading: Block) -> Byline | None:
    """Return the authors and the year in a heading; None if others of the note have them, too, or nothing is reviewed.

    Headings such as `Lee, 2017` are those of sections on papers if there are several.  The author of an essay states
    the same facts of it.
    """
    byline = read_dated_byline(context.visible_text(heading.index))
    if byline is None or not (paper_signs.is_on_paper_of_others(context) or byline.authors[-1] == OTHERS):
        return None
    others = (b for b in context.headings if b.index != heading.index)
    return None if any(read_dated_byline(context.visible_text(b.index)) for b in others) else byline


def _names(words: str) -> str:
    """Return the authors in a line, without their affiliation; "" for other words."""
    names = _AFTER_STOP.sub("", _AFTER_OTHERS.sub("", words)).strip()
    without_affiliation = names.rpartition(",")[0]
    for part in filter(None, (names, without_affiliation)):
        if authorship.looks_like_authors(part) or authorship.is_person(part):
            return part
    return ""
