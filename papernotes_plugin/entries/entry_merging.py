"""Several entries of one paper: made one field by field, and where they contradict each other.

Imports the model and the other vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.entries.entry_fields import read_evidence
from papernotes_plugin.people import parse_person
from papernotes_plugin.text import comparison_key
from papernotes_plugin.vocabulary.model import Entry, Evidence

_ALIASES = {"journaltitle": "journal", "date": "year", "location": "address", "institution": "school"}
"""Two names of one thing."""
_ALIASES |= {"eprinttype": "archiveprefix", "eprintclass": "primaryclass"}
_PLACE_TABLE = """
    address booktitle booksubtitle chapter edition editor eid eventdate eventtitle howpublished isbn issn issue journal
    maintitle month number organization pages publisher school series type venue volume year
"""
_PLACE = frozenset(_PLACE_TABLE.split())
"""What belongs to the place where a work appeared: of two places one is taken whole."""
_LOOSE = frozenset({"misc", "online", "unpublished"})
"""Types that say nothing of the place."""


def merge_entries(entries: Sequence[Entry]) -> Entry:
    """The last entry, with what it leaves open from those before it, the nearer first.

    A preprint among them does not hide where the work was published.  `places` says where all of them stand.
    """
    last = entries[-1]
    fields = dict(last.fields)
    kind, placed = last.type, _place(last)
    for entry in reversed(entries[:-1]):
        held = {_ALIASES.get(name, name) for name in fields}
        theirs = _place(entry)
        other = bool(placed and theirs and placed != theirs)
        fields |= {
            name: value
            for name, value in entry.fields
            if (known := _ALIASES.get(name, name)) not in held and not (other and known in _PLACE)
        }
        if theirs and not placed:
            kind, placed = (entry.type if kind in _LOOSE else kind), theirs
    if len(fields) == len(last.fields):
        return last
    places = tuple(f"{entry.path}:{entry.line}" for entry in entries[:-1])
    said = read_evidence(kind, last.key, fields)
    return replace(last, type=kind, fields=tuple(fields.items()), evidence=said, merged_from=places)


def _place(entry: Entry) -> str:
    """Where an entry says that the work appeared; "" for a preprint, or where it says nothing."""
    said = entry.evidence.venue
    if venues.is_preprint(said):
        return ""
    fields = dict(entry.fields)
    names = (fields.get(name, "") for name in ("booktitle", "journal", "journaltitle", "school", "institution"))
    return comparison_key(said) or next(filter(None, map(comparison_key, names)), "")


# --- contradictions -------------------------------------------------------------------------------

_NUMBERS = re.compile(r"[A-Za-z]*\d+")


def find_contradictions(one: Entry, other: Entry) -> Iterator[tuple[str, str]]:
    """The fields in which two entries of one paper contradict each other, and what the first says there.

    How a thing is written (LaTeX, capitals, initials, dashes) is no contradiction, nor is a preprint's year.
    """
    first, second = one.evidence, other.evidence
    if first.title and second.title and comparison_key(first.title) != comparison_key(second.title):
        yield "title", first.title
    if _families_differ(first, second):
        yield "author", "; ".join(first.authors)
    here, there = _place(one), _place(other)
    if here and there and here != there:
        yield "venue", first.venue or here
        return
    if bool(here) == bool(there) and first.year and second.year and first.year != second.year:
        yield "year", str(first.year)
    if here == there:
        mine, theirs = dict(one.fields), dict(other.fields)
        yield from ((name, mine[name]) for name in ("volume", "number", "pages") if _numbers_differ(name, mine, theirs))


def _families_differ(first: Evidence, second: Evidence) -> bool:
    """Whether the family names differ; a list may be cut."""
    pairs = zip(first.authors, second.authors, strict=False)
    return any(comparison_key(_family(a)) != comparison_key(_family(b)) for a, b in pairs)


def _family(name: str) -> str:
    found = parse_person(name)
    return found.family if found else ""


def _numbers_differ(name: str, mine: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    first, second = (_NUMBERS.findall(fields.get(name, "")) for fields in (mine, theirs))
    return bool(first and second) and first[: len(second)] != second[: len(first)]
