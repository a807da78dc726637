"""Recognise known venues in the names that follow the titles of references."""

from __future__ import annotations

from papernotes_plugin import identifiers, venues
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.text.lazy_regex import lazy_regex

_AFTER_NAME = lazy_regex(r"[\w+-]{2,20}, ?(?P<venue>[A-Z][^,]+)")
"""The short name of a paper before its venue: `DAgger, AISTATS`."""
_SHORT_YEAR = lazy_regex(r"(?P<name>[A-Z][\w-]*[A-Z]) ?['’](?P<year>\d\d)")
"""An unknown venue with the end of its year: `SIGARCH'11`."""
_ACRONYM_AT_END = lazy_regex(r" \(([A-Z][\w/&+-]*[A-Z])\)$")
_IN_BRACKETS = lazy_regex(r"\s*[(\[](?P<venue>[A-Z][\w&+' -]{2,40})[)\]]\W*")
"""A venue in brackets and nothing else: `(NeurIPS)`."""


def recognised_venue(name: str, volume: str) -> tuple[str, str, int | None, str]:
    """Return the name of a venue without a short year, the venue that is known by it, its year and its track."""
    acronym, year, track = parsed_venue(name, volume)
    if not acronym and (inside := _ACRONYM_AT_END.search(name)) and publishers.EVENT.search(name):
        acronym = parsed_venue(inside[1], "")[0]
    if not acronym and (short := _SHORT_YEAR.fullmatch(name)):
        name, year = short["name"], venues.expand_year(short["year"])
    if not acronym and "/" in name and identifiers.find_identifiers(name):
        # `math.DG/0211159`
        acronym = "arXiv"
    return name, acronym, year, track


def parsed_venue(name: str, volume: str) -> tuple[str, int | None, str]:
    """Return the known venue of a name; a subject such as `Machine Learning` is a journal if it has a volume."""
    if not name:
        return "", None, ""
    parsed = venues.parse_venue("arXiv" if name.casefold() == "arxiv" else name)
    if not parsed[0] and (labelled := _AFTER_NAME.fullmatch(name)):
        parsed = venues.parse_venue(labelled["venue"])
    journal = venues.parse_venue(f"{name} 1 (2000)")[0] if volume and not parsed[0] else ""
    return (journal, None, "") if journal and venues.may_be_journal(journal) else parsed


def venue_in_brackets(text: str, start: int, end: int) -> Publication | None:
    """Return the publication that a known venue in brackets is, with nothing after it; None for other words."""
    alone = _IN_BRACKETS.fullmatch(text, start, end)
    name, year, track = venues.parse_venue(alone["venue"]) if alone else ("", None, "")
    return Publication(name, year, track, is_known=True, end=end) if name else None
