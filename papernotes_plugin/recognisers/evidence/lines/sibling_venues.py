"""Read venues that no table lists, at the place where most papers of a note have a known one.

`*Ann Lee*. ACL 2019.` and `*Bob Ray*. CAIC 2019.` have the same place, between the same marks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.people import is_title_word
from papernotes_plugin.recognisers.evidence.authors.affiliations import ORGANISATIONS
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import BlockKind, Mention, MentionKind

_MIN_KNOWN = 3
"""Papers with a known venue at one place."""
_REACH = 1500
"""Characters after a title in which its venue is."""
_YEAR = r"(?P<gap>,? ?['’]?)(?P<year>(?:19|20)\d\d|(?<!\d)[0129]\d)(?![\w-])"
_NAME = r"(?P<name>(?:[A-Z][\w&/+-]*,? ){0,3}[A-Z][\w&/+-]*[A-Za-z])"
_DATED = lazy_regex(rf"(?P<before>[^\w\s,]|^)\s{{0,2}}{_NAME}{_YEAR}\s?(?P<after>[^\w\s]|$)")
_ACRONYM = lazy_regex(r"(?:[A-Z][\w&+-]* ){0,2}[A-Z]\w*[A-Z]\w*(?:[-/][A-Z]\w*)?")
"""A word with two capitals, perhaps after other names: `CAIC`, `SEMANTiCS`, `IEEE SmartCloud`."""
_UNKNOWN = lazy_regex(rf"{_NAME}{_YEAR}")
_NO_VENUE_TABLE = """
    pdf html ai ml nlp cv usa uk eu todo phd msc bsc ibm mit cmu eth nasa nist inria gpt bert llm covid dblp
"""
_NO_VENUE = frozenset(_NO_VENUE_TABLE.split())
"""Acronyms of formats, subjects, places, degrees, organisations and models, in small letters."""


class _Place(NamedTuple):
    """The marks around a venue with its year, and what is between both."""

    before: str
    gap: str
    is_short: bool
    """True if the year has two digits."""
    after: str


class _DatedName(NamedTuple):
    place: _Place
    name: str
    year: int


def read_unknown_venue(words: str) -> tuple[str, int | None]:
    """Return an acronym with its year, where only a venue can be; `("", None)` for other words.

    Examples:
        >>> read_unknown_venue("HAI25"), read_unknown_venue("IEEE SmartCloud 2016")
        (('HAI', 2025), ('IEEE SmartCloud', 2016))
        >>> read_unknown_venue("Berlin 2016"), read_unknown_venue("OpenAI 2016")
        (('', None), ('', None))
    """
    match = _UNKNOWN.fullmatch(words)
    return (match["name"], venues.expand_year(match["year"])) if match and _may_be_venue(match["name"]) else ("", None)


def with_sibling_venues(context: NoteContext, mentions: Sequence[Mention]) -> list[Mention]:
    """Return mentions with the unknown venues at the places where others have known ones, and their years."""
    if sum(bool(mention.evidence.venue) for mention in mentions) < _MIN_KNOWN:
        return list(mentions)
    limits = [*(mention.span.start for mention in mentions[1:]), len(context.note.text)]
    papers = [
        (mention, min(end, mention.span.end + _REACH, _end_of_entry(context, mention)))
        for mention, end in zip(mentions, limits, strict=True)
        if mention.kind in (MentionKind.ITEM, MentionKind.CARD) and mention.evidence.title
    ]
    certain: Counter[_Place] = Counter()
    unknown: dict[Mention, list[_DatedName]] = {}
    for mention, end in papers:
        names = list(_dated_names(context, mention, end))
        if mention.evidence.venue:
            certain.update(
                d.place for d in names if venues.parse_venue(f"{d.name} {d.year}")[0] == mention.evidence.venue
            )
        elif names:
            unknown[mention] = names
    others = Counter(dated.place for names in unknown.values() for dated in names)
    completed: dict[Mention, Mention] = {}
    for mention, names in unknown.items():
        at_place = [d for d in names if certain[d.place] >= max(_MIN_KNOWN, others[d.place])]
        if len(at_place) == 1 and _may_be_venue(at_place[0].name):
            _, name, year = at_place[0]
            if mention.evidence.year in (None, year):
                completed[mention] = mention._replace(evidence=mention.evidence._replace(venue=name, year=year))
    return [completed.get(mention, mention) for mention in mentions]


def _end_of_entry(context: NoteContext, mention: Mention) -> int:
    """Return the end of the list item, or of the text block, that has a mention."""
    index = context.text_block_at(mention.span.start)
    if index < 0:
        return mention.span.end
    item = next((b for b in context.ancestors(index) if b.kind is BlockKind.ITEM), context.blocks[index])
    return item.span.end


def _dated_names(context: NoteContext, mention: Mention, end: int) -> Iterator[_DatedName]:
    for match in _DATED.finditer(context.note.text, mention.span.end, end):
        place = _Place(match["before"], match["gap"], len(match["year"]) < 4, match["after"])
        yield _DatedName(place, match["name"], venues.expand_year(match["year"]))


def _may_be_venue(name: str) -> bool:
    """Return whether a name is an acronym, and not that of a company, a university, a place or a format."""
    words = name.casefold().split()
    return (
        _ACRONYM.fullmatch(name) is not None
        and _NO_VENUE.isdisjoint(words)
        and ORGANISATIONS.isdisjoint(words)
        and not is_title_word(words[-1])
        and not venues.is_preprint(venues.parse_venue(name)[0])
    )
