"""Explain why a selection selects no paper: which condition nothing matches, and what is similar to its value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

from papernotes_plugin.selection.field_conditions import field_values
from papernotes_plugin.selection.paper_lookup import find_by_key, near_citekeys
from papernotes_plugin.selection.paper_selection import Selection, is_selected_note, select_papers, split_path
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.model import Library
from papernotes_plugin.vocabulary.near_names import listed_near, near_names

_MAX_FIELDS = 10
"""Maximum number of listed fields if none is similar to the wanted one."""


def explain_empty_selection(library: Library, selection: Selection, others: Mapping[str, int] | None = None) -> str:
    """Return why no paper is selected: `0 of 301 papers: no tag 'nosuch'; near: 'such'`.

    Args:
        library: The library.
        selection: The selection.
        others: Further conditions, each with the number of papers that it selects alone.
    """
    if not library.papers:
        return explain_empty_library(library)
    reasons = [*unmatched_conditions(library, selection)]
    counts = {**_counts(library, selection), **(others or {})}
    reasons += [f"{condition} selects none" for condition, number in (others or {}).items() if not number]
    if not reasons:
        listed = ", ".join(f"{condition} ({counted(number, 'paper')})" for condition, number in counts.items())
        reasons = [f"no paper matches all of {listed}"]
    return f"0 of {counted(len(library.papers), 'paper')}: {'; '.join(reasons)}"


def explain_empty_library(library: Library) -> str:
    """Return why a library has no papers."""
    if not library.notes:
        return "no paper was found: there are no notes"
    return f"no paper was found: nothing in {counted(len(library.notes), 'note')} links, cites or describes one"


def unmatched_conditions(library: Library, selection: Selection) -> Iterator[str]:
    """Yield each condition that no paper matches, with similar values: `no year 1990; near: 2003`."""
    for name, describe in _CONDITIONS.items():
        if getattr(selection, name) and not select_papers(library, _only(selection, name)):
            yield describe(library, selection)


def _only(selection: Selection, name: str) -> Selection:
    """Return a selection with a single condition of another one."""
    values: dict[str, Any] = {name: getattr(selection, name)}
    if name == "venue":
        values["venue_year"] = selection.venue_year
    return Selection(**values)


def _counts(library: Library, selection: Selection) -> dict[str, int]:
    """Return the number of papers that each condition selects alone."""
    return {
        f"{name} {_value(selection, name)}": len(select_papers(library, _only(selection, name)))
        for name in _CONDITIONS
        if getattr(selection, name)
    }


def _value(selection: Selection, name: str) -> str:
    """Return the value of a condition as people write it, in quotes unless it is a number."""
    if name == "year" and selection.year:
        first, last = selection.year
        return str(first) if first == last else f"{first}-{last}"
    value = getattr(selection, name)
    if name == "venue" and selection.venue_year:
        value = f"{value} {selection.venue_year}"
    separator = "/" if name == "topic" else ", "
    return f"'{value if isinstance(value, str) else separator.join(map(str, value))}'"


# --- similar values -------------------------------------------------------------------------------


def _unknown_tag(library: Library, selection: Selection) -> str:
    tags = {tag for paper in library.papers for tag in paper.tags}
    paths = {"/".join(steps[:end]) for steps in (tag.split("/") for tag in tags) for end in range(1, len(steps) + 1)}
    return f"no tag '{selection.tag}'{listed_near(near_names(selection.tag, sorted(paths)))}"


def _unknown_topic(library: Library, selection: Selection) -> str:
    topics = {topic for paper in library.papers for topic in paper.topics}
    steps = {step for topic in topics for part in topic for step in split_path(part, "/›>")}
    wanted = "/".join(selection.topic)
    names = sorted(steps | {"/".join(topic) for topic in topics})
    return f"no topic '{wanted}'{listed_near(near_names(wanted, names))}"


def _unknown_venue(library: Library, selection: Selection) -> str:
    wanted, year = selection.venue, selection.venue_year
    editions = {(paper.venue.acronym, paper.venue.year) for paper in library.papers if paper.venue}
    years = sorted({held for name, held in editions if held and name.casefold() == wanted.casefold()})
    if year and years:
        near: Iterable[object] = [f"{wanted} {held}" for held in _nearest(year, year, years)]
    else:
        near = near_names(wanted, sorted({name for name, _ in editions}))
    return f"no venue {_value(selection, 'venue')}{listed_near(near)}"


def _unknown_year(library: Library, selection: Selection) -> str:
    first, last = selection.year or (0, 0)
    years = {paper.year for paper in library.papers if paper.year}
    return f"no paper of {_value(selection, 'year')}{listed_near(_nearest(first, last, years))}"


def _nearest(first: int, last: int, years: Iterable[int]) -> list[int]:
    """Return the last year before a range and the first one behind it."""
    years = sorted(years)
    before, after = [year for year in years if year < first], [year for year in years if year > last]
    return before[-1:] + after[:1]


def _unknown_note(library: Library, selection: Selection) -> str:
    if notes := [note.path for note in library.notes if is_selected_note(note.path, selection.note)]:
        names = (
            f"note '{notes[0]}' mentions"
            if len(notes) == 1
            else f"each of {counted(len(notes), 'note')} '{selection.note}' mentions"
        )
        return f"{names} no paper"
    names_of = {name: note.path for note in library.notes for name in (note.path, PurePosixPath(note.path).stem)}
    near = dict.fromkeys(names_of[name] for name in near_names(selection.note, names_of))
    return f"no note '{selection.note}'{listed_near(near)}"


def unknown_keys(library: Library, selection: Selection) -> Iterator[str]:
    """Yield each key of a selection that no paper has, with similar ones: `no paper has the key 'a'; near: 'b'`."""
    for key in selection.key:
        if not find_by_key(library, key):
            yield f"no paper has the key '{key}'{listed_near(near_citekeys(library, key))}"


def _unknown_key(library: Library, selection: Selection) -> str:
    return "; ".join(unknown_keys(library, selection))


def _unknown_fields(library: Library, selection: Selection) -> str:
    """Return which field no paper has, or else which condition no paper meets, with values of that field."""
    values = field_values(library)
    held: dict[str, list[list[str]]] = {}
    for paper in library.papers:
        for label, texts in values(paper).items():
            held.setdefault(label, []).append(texts)
    for condition in selection.where:
        if condition.label not in held:
            frequent_first = sorted(sorted(held), key=lambda label: -len(held[label]))
            return f"no field '{condition.label}'{_near_fields(condition.label, frequent_first)}"
        if not select_papers(library, Selection(where=(condition,))):
            near = near_names(condition.value, sorted({*chain(*held[condition.label])}))
            return f"no paper with {condition}{listed_near(near)}"
    return f"no paper with {', '.join(map(str, selection.where))}"


def _near_fields(label: str, fields: Sequence[str]) -> str:
    """Return the fields that are similar to an unknown one, otherwise the first fields."""
    if near := near_names(label, fields):
        return listed_near(near)
    shown = ", ".join(f"'{name}'" for name in fields[:_MAX_FIELDS])
    more = f" and {len(fields) - _MAX_FIELDS} more" if len(fields) > _MAX_FIELDS else ""
    return f"; papers have {shown}{more}" if fields else "; no paper has fields"


_CONDITIONS: Mapping[str, Callable[[Library, Selection], str]] = {
    "tag": _unknown_tag,
    "topic": _unknown_topic,
    "venue": _unknown_venue,
    "year": _unknown_year,
    "note": _unknown_note,
    "key": _unknown_key,
    "where": _unknown_fields,
}
"""Functions that describe a condition which no paper matches, by its field of `Selection`."""
