"""Known venues: the table as values, and the ways to look one up.

Imports only the table, the words around venues, and text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from papernotes_plugin.text import comparison_key
from papernotes_plugin.venues import venue_table
from papernotes_plugin.venues.venue_words import ABBREVIATED, EXACT_CASE, SPONSORS


class VenueKind(StrEnum):
    """What appears there."""

    CONFERENCE = "conference"
    JOURNAL = "journal"
    PREPRINT = "preprint"


@dataclass(frozen=True, slots=True)
class KnownVenue:
    """One line of the table."""

    acronym: str
    kind: VenueKind
    year_zero: int | None
    """The year before the first edition."""
    name: str
    """In print, with places for the edition and the year."""
    aliases: tuple[str, ...]


def _rows(table: str, kind: VenueKind) -> list[KnownVenue]:
    out = []
    for line in table.strip().splitlines():
        acronym, origin, name, aliases = (cell.strip() for cell in line.split("|"))
        names = tuple(alias.strip() for alias in aliases.split(";") if alias.strip())
        out.append(KnownVenue(acronym, kind, int(origin) if origin else None, name, names))
    return out


VENUES = {
    known.acronym: known
    for table, kind in (
        (venue_table.CONFERENCES, VenueKind.CONFERENCE),
        (venue_table.JOURNALS, VenueKind.JOURNAL),
        (venue_table.PREPRINTS, VenueKind.PREPRINT),
    )
    for known in _rows(table, kind)
}
"""Every venue by its acronym."""

# --- looking up -----------------------------------------------------------------------------------


def _acronyms() -> dict[str, KnownVenue]:
    """Every short name, as written and, unless it is also a word, in small and in capital letters."""
    out: dict[str, KnownVenue] = {}
    for known in VENUES.values():
        for name in (known.acronym, *known.aliases):
            if name == known.acronym or (len(name) < 16 and name.count(" ") <= 1):
                out.setdefault(name, known)
                if name.upper() not in EXACT_CASE and len(name) >= 3:
                    out.setdefault(name.lower(), known)
                    out.setdefault(name.upper(), known)
    return out


VENUES_BY_SHORT_NAME = _acronyms()
"""Venues by every short name."""


def _phrase(name: str) -> str:
    """The part of a name that every way of writing it has, with abbreviated words written out."""
    words = [ABBREVIATED.get(word, word) for word in comparison_key(re.sub(r"\{\w+\}", "", name)).split()]
    first = next((n for n, word in enumerate(words) if word not in SPONSORS), 0)
    return " ".join(words[first:])


def _phrases() -> list[tuple[str, KnownVenue]]:
    """The phrases that name a venue, longest first so that the most special one wins."""
    out: dict[str, KnownVenue] = {}
    for known in VENUES.values():
        for phrase in map(_phrase, (known.name, *known.aliases)):
            if " " in phrase:
                out.setdefault(phrase, known)
    return sorted(out.items(), key=lambda row: (-len(row[0]), row[0]))


VENUES_BY_PHRASE = _phrases()
"""Normalised phrases, the longest first."""
FIRST_WORDS = frozenset(phrase.split()[0] for phrase, _ in VENUES_BY_PHRASE)
"""The words with which they begin."""
