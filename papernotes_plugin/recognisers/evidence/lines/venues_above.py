"""Give papers the conference that a heading above their list names: `## NeurIPS 2020`.

The year may be in a heading of its own: `## NDSS` above `### 2019`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.labels import item_facts
from papernotes_plugin.recognisers.evidence.labels.words_for_reading import announces_references
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Mention, MentionKind

_KINDS = frozenset((MentionKind.ITEM, MentionKind.CARD))
"""Kinds of mentions that describe a paper; others may cite one from anywhere."""
_YEAR_ALONE = lazy_regex(rf"\W*(?P<year>{YEAR})\s?年?\W*")
_YEAR_TWICE = lazy_regex(rf"^\W*(?P<year>{YEAR})\W{{1,4}}(?=.*(?P=year))")
"""A year before a conference that has it, too: `2019 | 26th NDSS 2019`."""
_PLACE = lazy_regex(r"(?<=\d)\s?[:,|(@–—-]\s?[^\W\d_a-z][\w .,'’-]{2,60}\)?$")
"""The place of a conference after its year: `CCS 2017: Dallas, TX, USA`."""
_AROUND = lazy_regex(
    r"^(?:(?:accepted|main|best|my|papers?|at|from|of|in|the)\s){1,4}"
    r"|(?:[\s,:(–—-]{1,3}(?:\d{1,4}\s)?(?:accepted|main|conference|papers?|reading|lists?|notes?|summar(?:y|ies)|oral"
    r"|论文|论文集|列表|阅读|笔记|論文|논문)\)?){1,4}$",
    re.IGNORECASE,
)
"""Words around the name of a conference: `Accepted papers at CVPR 2020`, `CCS Reading List`."""
_MAX_LENGTH = 90
"""Characters of a heading that names a conference."""
_MIN_PAPERS = 3
"""Papers of a note below such headings, from which these are lists of the papers of a conference."""
_MIN_SHARE = 0.8
"""Share of the papers with a venue or a year of their own below a heading that have those of the heading."""


class _Publication(NamedTuple):
    venue: str
    year: int
    track: str
    heading: int


def with_venues_above(context: NoteContext, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of a note; papers without a venue have that of the heading above their list."""
    published: dict[int, _Publication] = {}
    agree: defaultdict[int, list[bool]] = defaultdict(list)
    for index, mention in enumerate(mentions):
        block = context.text_block_at(mention.span.start)
        if block < 0 or mention.kind not in _KINDS or not mention.evidence.title:
            continue
        if (publication := _publication_above(context, context.heading_above[block])) is None:
            continue
        own = mention.evidence
        if own.venue and not venues.is_preprint(own.venue):
            agree[publication.heading].append(own.venue == publication.venue)
        elif own.year or not item_facts.may_be_of_year(publication.year, own.identifiers):
            agree[publication.heading].append(own.year == publication.year)
        if not own.venue and own.year in (None, publication.year):
            published[index] = publication
    if len(published) + sum(map(sum, agree.values())) < _MIN_PAPERS:
        return list(mentions)
    return [
        _published(mention, published[index])
        if index in published and _is_list(agree[published[index].heading])
        else mention
        for index, mention in enumerate(mentions)
    ]


def _is_list(agree: Sequence[bool]) -> bool:
    """Return whether the papers of a list that have facts of their own have those of the heading."""
    return sum(agree) >= _MIN_SHARE * len(agree)


def _published(mention: Mention, publication: _Publication) -> Mention:
    """Return a mention with a publication, unless the number of a preprint contradicts it."""
    evidence = mention.evidence
    if not item_facts.may_be_of_year(publication.year, evidence.identifiers):
        return mention
    track = evidence.track or publication.track
    return mention._replace(evidence=evidence._replace(venue=publication.venue, year=publication.year, track=track))


@once_per_note
def _publication_above(context: NoteContext, heading: int) -> _Publication | None:
    """Return the conference and the year that a heading and those above it name; None for none.

    A heading between them may divide the papers, as sessions do, and announces no other works.
    """
    year = 0
    while heading >= 0 and announced_works(context, heading) is not Works.OTHERS:
        words = context.visible_text(heading).strip()
        if announces_references(words):
            return None
        if alone := _YEAR_ALONE.fullmatch(words):
            year = year or int(alone["year"])
        elif len(words) <= _MAX_LENGTH:
            venue, stated, track = _read(words)
            if venue:
                year = stated or year
                return _Publication(venue, year, track, heading) if year else None
        heading = context.heading_above[heading]
    return None


def _read(words: str) -> tuple[str, int | None, str]:
    """Return conference, year and track of a heading that says nothing else; ("", None, "") for any other one.

    Examples:
        >>> _read("24th CCS 2017: Dallas, TX, USA"), _read("2019 | 26th NDSS 2019"), _read("CCS Reading List")
        (('CCS', 2017, ''), ('NDSS', 2019, ''), ('CCS', None, ''))
        >>> _read("After CVPR 2020"), _read("Nature"), _read("arXiv 2020")
        (('', None, ''), ('', None, ''), ('', None, ''))
    """
    words = _AROUND.sub("", _YEAR_TWICE.sub("", words))
    venue, year, track = venues.parse_venue(_PLACE.sub("", words))
    # a word such as `Nature` may be a subject
    is_certain = venues.is_conference(venue) or (venues.may_be_journal(venue) and year is not None)
    return (venue, year, track) if is_certain and not venues.is_preprint(venue) else ("", None, "")
