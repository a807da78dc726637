"""Merge several entries of one paper field by field, and find where they contradict each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.entries.entry_fields import alternative_keys, read_evidence
from papernotes_plugin.entries.work_facts import WorkFacts
from papernotes_plugin.people import known_names, parse_person
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Entry, Evidence

_ALIASES = {"journaltitle": "journal", "date": "year", "location": "address", "institution": "school"}
"""Other names of a field, and the name that replaces them here."""
_ALIASES |= {"eprinttype": "archiveprefix", "eprintclass": "primaryclass"}
_PUBLICATION_TABLE = """
    address booktitle booksubtitle chapter edition editor eid eventdate eventtitle howpublished isbn issn issue journal
    maintitle month number organization pages publisher school series type venue volume year
"""
_PUBLICATION = frozenset(_PUBLICATION_TABLE.split())
"""Fields that describe the publication; of two publications one is taken whole."""
_VAGUE_TYPES = frozenset({"misc", "online", "unpublished"})
"""Types of entries that do not describe a publication."""
_NUMBERS = lazy_regex(r"(?<![A-Za-z])[A-Za-z]*\d+")


def merge_entries(entries: Sequence[Entry]) -> Entry:
    """Return the last entry with the fields that it lacks, taken from the entries before it, the nearest first.

    A preprint among them does not hide the publication.  `Entry.merged_from` lists where the earlier entries are, and
    `Entry.further_keys` has the other keys of all.
    """
    last = entries[-1]
    if len(entries) == 1 and not alternative_keys(last.fields):
        return last
    fields = dict(last.fields)
    kind, publication = last.type, _publication(last)
    for entry in reversed(entries[:-1]):
        present = {_ALIASES.get(name, name) for name in fields}
        other_publication = _publication(entry)
        other = bool(publication and other_publication and publication != other_publication)
        fields |= {
            name: value
            for name, value in entry.fields
            if (common_name := _ALIASES.get(name, name)) not in present and not (other and common_name in _PUBLICATION)
        }
        if other_publication and not publication:
            kind, publication = (entry.type if kind in _VAGUE_TYPES else kind), other_publication
    all_keys = dict.fromkeys(key for e in reversed(entries) for key in (e.key, *alternative_keys(e.fields)))
    if keys := tuple(key for key in all_keys if key not in ("", last.key)):
        last = replace(last, further_keys=keys)
    if len(fields) == len(last.fields):
        return last
    places = tuple(entry.location for entry in entries[:-1])
    evidence = read_evidence(kind, last.key, fields)
    return replace(last, type=kind, fields=tuple(fields.items()), evidence=evidence, merged_from=places)


def _publication(entry: Entry) -> str:
    """Return a comparison key of the publication in an entry; "" for a preprint, or without one."""
    venue = entry.evidence.venue
    if venues.is_preprint(venue):
        return ""
    fields = dict(entry.fields)
    names = (fields.get(name, "") for name in ("booktitle", "journal", "journaltitle", "school", "institution"))
    return comparison_key(venue) or next(filter(None, map(comparison_key, names)), "")


_HOUSEKEEPING_TABLE = """
    abstract annotation annote bibsource biburl comment crossref date-added date-modified file groups ids keywords
    langid language note owner timestamp url urldate
"""
_HOUSEKEEPING = frozenset(_HOUSEKEEPING_TABLE.split())
"""Fields that do not describe the work."""


def place_of(entry: Entry, facts: WorkFacts) -> object:
    """Return what two entries with equal facts must have in common to be one work, if their titles say little.

    It is the pages; without authors or pages, all fields that describe the work.
    """
    if facts.authors and facts.pages:
        return tuple(_NUMBERS.findall(dict(entry.fields).get("pages", "")))
    return frozenset((name, comparison_key(value)) for name, value in entry.fields if name not in _HOUSEKEEPING)


# --- contradictions -------------------------------------------------------------------------------


def find_contradictions(one: Entry, other: Entry) -> Iterator[tuple[str, str]]:
    """Yield the fields in which two entries of one paper contradict each other, with the value of the first.

    Differences of spelling (LaTeX, capitals, initials, dashes) are no contradiction, nor is the year of a preprint.
    """
    first, second = one.evidence, other.evidence
    if first.title and second.title and comparison_key(first.title) != comparison_key(second.title):
        yield "title", first.title
    if _families_differ(first, second):
        yield "author", "; ".join(first.authors)
    first_publication, second_publication = _publication(one), _publication(other)
    if first_publication and second_publication and first_publication != second_publication:
        yield "venue", first.venue or first_publication
        return
    if bool(first_publication) == bool(second_publication) and first.year and second.year and first.year != second.year:
        yield "year", str(first.year)
    if first_publication == second_publication:
        mine, theirs = dict(one.fields), dict(other.fields)
        yield from ((name, mine[name]) for name in ("volume", "number", "pages") if _numbers_differ(name, mine, theirs))


def _families_differ(first: Evidence, second: Evidence) -> bool:
    """Return whether the family names differ; one list may be shorter."""
    pairs = zip(known_names(first.authors), known_names(second.authors), strict=False)
    return any(comparison_key(_family(a)) != comparison_key(_family(b)) for a, b in pairs)


def _family(name: str) -> str:
    person = parse_person(name)
    return person.family if person else ""


def _numbers_differ(name: str, mine: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    first, second = (_NUMBERS.findall(fields.get(name, "")) for fields in (mine, theirs))
    return bool(first and second) and first[: len(second)] != second[: len(first)]
