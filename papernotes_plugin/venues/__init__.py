"""Venues: conferences, journals and preprint servers, in the many ways people write them.

To add a venue, add a line to `venue_table` and a case to `tests/venues/test_venues.py`.
"""

from __future__ import annotations

from papernotes_plugin.venues.venue_lookup import (
    full_name,
    is_archive,
    is_conference,
    is_event,
    is_journal,
    is_preprint,
    may_be_journal,
)
from papernotes_plugin.venues.venue_parser import find_venue, parse_venue
from papernotes_plugin.venues.venue_words import expand_year, fold_track, is_track

__all__ = [
    "expand_year",
    "find_venue",
    "fold_track",
    "full_name",
    "is_archive",
    "is_conference",
    "is_event",
    "is_journal",
    "is_preprint",
    "is_track",
    "may_be_journal",
    "parse_venue",
]
