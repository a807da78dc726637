"""Look up a venue by acronym or phrase: its kind, its editions and its name in print."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from papernotes_plugin.text import comparison_key
from papernotes_plugin.venues import venue_table
from papernotes_plugin.venues.venue_words import ABBREVIATED, EXACT_CASE, ORDINALS, SPONSORS, format_ordinal


class VenueKind(StrEnum):
    """Kind of a venue, by what it publishes."""

    CONFERENCE = "conference"
    JOURNAL = "journal"
    PREPRINT = "preprint"


@dataclass(frozen=True, slots=True)
class KnownVenue:
    """One row of the table of venues."""

    acronym: str
    kind: VenueKind
    year_zero: int | None
    """The year before the first edition; None where editions are not numbered without a gap."""
    name: str
    """Name in print, with fields for the edition and the year: `{th}`, `{Th}`, `{n}`, `{year}`."""
    aliases: tuple[str, ...]


def _rows(table: str, kind: VenueKind) -> list[KnownVenue]:
    out = []
    for line in table.strip().splitlines():
        acronym, origin, name, aliases = (cell.strip() for cell in line.split("|"))
        names = tuple(alias.strip() for alias in aliases.split(";") if alias.strip())
        out.append(KnownVenue(acronym, kind, int(origin) if origin else None, name, names))
    return out


VENUES = {
    venue.acronym: venue
    for table, kind in (
        (venue_table.CONFERENCES, VenueKind.CONFERENCE),
        (venue_table.JOURNALS, VenueKind.JOURNAL),
        (venue_table.PREPRINTS, VenueKind.PREPRINT),
    )
    for venue in _rows(table, kind)
}
"""Every venue by its acronym."""

# --- looking up -----------------------------------------------------------------------------------


def _acronyms() -> dict[str, KnownVenue]:
    """Return venues by each short name as written and, unless it is also a word, in lower and upper case."""
    out: dict[str, KnownVenue] = {}
    for venue in VENUES.values():
        for name in (venue.acronym, *venue.aliases):
            if name == venue.acronym or (len(name) < 16 and name.count(" ") <= 1):
                out.setdefault(name, venue)
                if name.upper() not in EXACT_CASE and len(name) >= 3:
                    out.setdefault(name.lower(), venue)
                    out.setdefault(name.upper(), venue)
    return out


VENUES_BY_SHORT_NAME = _acronyms()
"""Every venue by each of its short names."""


def _phrase(name: str) -> str:
    """Return the part of a name that all its spellings share, with abbreviated words written out."""
    words = [ABBREVIATED.get(word, word) for word in comparison_key(re.sub(r"\{\w+\}", "", name)).split()]
    first = next((n for n, word in enumerate(words) if word not in SPONSORS), 0)
    return " ".join(words[first:])


def _phrases() -> list[tuple[str, KnownVenue]]:
    """Return the phrases that name a venue, the longest first, so that the most specific one wins."""
    out: dict[str, KnownVenue] = {}
    for venue in VENUES.values():
        for phrase in map(_phrase, (venue.name, *venue.aliases)):
            if " " in phrase:
                out.setdefault(phrase, venue)
    return sorted(out.items(), key=lambda row: (-len(row[0]), row[0]))


VENUES_BY_PHRASE = _phrases()
"""Phrases that name a venue, as `text.comparison_key` gives them, with their venue; the longest first."""
FIRST_WORDS = frozenset(phrase.split()[0] for phrase, _ in VENUES_BY_PHRASE)
"""First words of these phrases."""


def full_name(acronym: str, year: int | None) -> str:
    """Return the name of a venue in print, as in a `booktitle` or `journal` field; for an unknown acronym itself.

    Examples:
        >>> full_name("ICML", 2024)
        'Forty-first International Conference on Machine Learning'
        >>> full_name("NeurIPS", 2024)
        'Advances in Neural Information Processing Systems 37'
    """
    venue = VENUES.get(acronym)
    if venue is None:
        return acronym
    number = year - venue.year_zero if year and venue.year_zero else 0
    if number > 0 and number in ORDINALS:
        name = venue.name.format(Th=ORDINALS[number].capitalize(), th=format_ordinal(number), n=number, year=year)
    else:
        name = venue.name.format(Th="", th="", n="", year=year or "")
    return " ".join(name.split())


def is_journal(acronym: str) -> bool:
    """Return whether a venue is a journal."""
    venue = VENUES.get(acronym)
    return venue is not None and venue.kind is VenueKind.JOURNAL


def is_conference(acronym: str) -> bool:
    """Return whether a venue is a known conference or workshop."""
    venue = VENUES.get(acronym)
    return venue is not None and venue.kind is VenueKind.CONFERENCE


def is_preprint(acronym: str) -> bool:
    """Return whether a venue is a preprint server, which is no place of publication."""
    venue = VENUES.get(acronym) or VENUES_BY_SHORT_NAME.get(acronym)
    return venue is not None and venue.kind is VenueKind.PREPRINT
