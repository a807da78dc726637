"""Select papers of a library by tag, topic, venue, year, note, key or field, and sort them.

Directives, commands and the Python library use the same options.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from papernotes_plugin import text, venues
from papernotes_plugin.people import parse_people
from papernotes_plugin.selection.field_conditions import FieldCondition, all_accept, field_values, parse_conditions
from papernotes_plugin.selection.paper_lookup import find_by_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import ORDERS
from papernotes_plugin.vocabulary.model import Library, Note, Paper

_YEARS = lazy_regex(r"(\d{4})(?:\s*(?:-|–|\.\.)\s*(\d{4}))?")
_DATE = lazy_regex(r"(?:19|20)\d\d(?:-\d\d){0,2}")
_DATES = ("updated", "update", "modified", "last_modified", "date", "created")
"""Keys of front matter with a date of a note, the date of its last change first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """Conditions for papers (all that are set must hold), their order and their maximum number."""

    tag: str = ""
    """Tag path; papers with a tag below it are selected too."""
    topic: tuple[str, ...] = ()
    """Consecutive steps of a topic path."""
    venue: str = ""
    """Acronym of the venue, without a year."""
    venue_year: int | None = None
    year: tuple[int, int] | None = None
    """First and last year, both inclusive."""
    note: str = ""
    """Path of a note, its name without folder and suffix, or a glob pattern for paths."""
    key: tuple[str, ...] = ()
    """Citekeys, aliases or identifiers (`arxiv:2401.00001`)."""
    where: tuple[FieldCondition, ...] = ()
    """Conditions for fields of cards and of front matter."""
    sort: str = ""
    """One of `config.ORDERS`, reversed by `-` in front; "" for the order of `key`, or of the library."""
    limit: int | None = None

    @classmethod
    def parse(cls, options: Mapping[str, str]) -> Selection:
        """Return the selection for options as people write them.

        Raises:
            ValueError: An option is unknown or its value is not valid; the message names the option.

        Examples:
            >>> Selection.parse({"venue": "ICLR 2025", "year": "2023-2025"}).year
            (2023, 2025)
        """
        values: dict[str, Any] = {}
        for name, value in options.items():
            if name not in _PARSERS:
                raise ValueError(f"unknown option '{name}'; known are {', '.join(_PARSERS)}")
            values |= _PARSERS[name](value.strip())
        return cls(**values)

    @property
    def selects_all(self) -> bool:
        """Return whether the selection sets no condition, only an order or a limit."""
        return all(getattr(self, f.name) == f.default for f in fields(self) if f.name not in ("sort", "limit"))


# --- options --------------------------------------------------------------------------------------


def _not_empty(name: str, value: str) -> str:
    if not value:
        raise ValueError(f"option '{name}' is empty")
    return value


def _tag(value: str) -> dict[str, Any]:
    return {"tag": _not_empty("tag", "/".join(split_path(value.lstrip("#"), "/")))}


def _topic(value: str) -> dict[str, Any]:
    path = split_path(value, "/›>")
    _not_empty("topic", "".join(path))
    return {"topic": path}


def _venue(value: str) -> dict[str, Any]:
    acronym, year, _ = venues.parse_venue(_not_empty("venue", value), labelled=True)
    if acronym:
        return {"venue": acronym, "venue_year": year}
    # The name of an unknown venue may end in a year too.
    name, _, last = value.rpartition(" ")
    return {"venue": name.strip(), "venue_year": int(last)} if name and _YEARS.fullmatch(last) else {"venue": value}


def _year(value: str) -> dict[str, Any]:
    match = _YEARS.fullmatch(value)
    if not match:
        raise ValueError(f"option 'year' must be a year or a range like 2023-2025, not '{value}'")
    first, last = int(match[1]), int(match[2] or match[1])
    return {"year": (min(first, last), max(first, last))}


def _note(value: str) -> dict[str, Any]:
    return {"note": _not_empty("note", value.removeprefix("./"))}


def _key(value: str) -> dict[str, Any]:
    keys = tuple(key.lstrip("@") for key in re.split(r"[,;\s]+", value) if key.strip("@"))
    _not_empty("key", "".join(keys))
    return {"key": keys}


def _where(value: str) -> dict[str, Any]:
    return {"where": parse_conditions(value)}


def _sort(value: str) -> dict[str, Any]:
    if value.removeprefix("-") not in ORDERS:
        raise ValueError(f"option 'sort' must be one of {', '.join(ORDERS)} (with '-' for descending), not '{value}'")
    return {"sort": value}


def _limit(value: str) -> dict[str, Any]:
    if not re.fullmatch(r"[0-9]{1,9}", value) or not int(value):
        raise ValueError(f"option 'limit' must be a whole number from 1, not '{value}'")
    return {"limit": int(value)}


_PARSERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "tag": _tag,
    "topic": _topic,
    "venue": _venue,
    "year": _year,
    "note": _note,
    "key": _key,
    "where": _where,
    "sort": _sort,
    "limit": _limit,
}
SELECTION_OPTIONS = tuple(_PARSERS)
"""Names of the options that `Selection.parse` accepts."""


def split_path(path: str, separators: str) -> tuple[str, ...]:
    """Split a path at any of the separators, without empty steps."""
    return tuple(s for s in (part.strip() for part in re.split(f"[{re.escape(separators)}]", path)) if s)


# --- selecting ------------------------------------------------------------------------------------


def select_papers(library: Library, selection: Selection) -> tuple[Paper, ...]:
    """Return the selected papers, each once, in the order of the selection, then in that of the library."""
    papers = _by_key(library, selection.key) if selection.key else list(library.papers)
    tests = _tests(library, selection)
    papers = [paper for paper in papers if all(test(paper) for test in tests)]
    if selection.sort:
        papers = _sorted(library, papers, selection.sort)
    return tuple(papers[: selection.limit])


def _by_key(library: Library, keys: tuple[str, ...]) -> list[Paper]:
    selected: dict[str, Paper] = {}
    for key in keys:
        for paper in find_by_key(library, key):
            selected |= {each.slug: each for each in (paper, *set_members(library, paper)) if each.slug not in selected}
    return list(selected.values())


def set_members(library: Library, paper: Paper) -> list[Paper]:
    """Return the members of a set of biblatex, which has no text of its own; empty for any other paper."""
    if paper.entry is None or paper.entry.type != "set":
        return []
    keys = filter(None, map(str.strip, dict(paper.entry.fields).get("entryset", "").split(",")))
    members = (member for key in keys for member in find_by_key(library, key))
    return [member for member in members if not (member.entry and member.entry.type == "set")]


def _tests(library: Library, wanted: Selection) -> list[Callable[[Paper], bool]]:
    tests: list[Callable[[Paper], bool]] = []
    if wanted.tag:
        tag = wanted.tag.casefold()
        tests.append(lambda p: any(f"{t.casefold()}/".startswith(f"{tag}/") for t in p.tags))
    if wanted.topic:
        part = _flat(wanted.topic)
        tests.append(lambda p: any(_holds(_flat(topic), part) for topic in p.topics))
    if wanted.venue:
        venue, year = wanted.venue.casefold(), wanted.venue_year
        tests.append(lambda p: p.venue is not None and p.venue.acronym.casefold() == venue)
        if year:
            tests.append(lambda p: p.venue is not None and p.venue.year == year)
    if wanted.year:
        first, last = wanted.year
        tests.append(lambda p: p.year is not None and first <= p.year <= last)
    if wanted.note:
        notes = {note.path for note in library.notes if is_selected_note(note.path, wanted.note)}
        tests.append(lambda p: any(mention.note in notes for mention in p.mentions))
    if wanted.where:
        values = field_values(library)
        tests.append(lambda p: all_accept(wanted.where, values(p)))
    return tests


def _flat(topic: tuple[str, ...]) -> tuple[str, ...]:
    """Return a topic with steps that contain a slash split, as those of the option are."""
    return tuple(step.casefold() for part in topic for step in split_path(part, "/›>"))


def _holds(path: tuple[str, ...], part: tuple[str, ...]) -> bool:
    return any(path[at : at + len(part)] == part for at in range(len(path) - len(part) + 1))


def is_selected_note(path: str, wanted: str) -> bool:
    """Return whether the condition `note` of a selection means the note at this path."""
    folded, wanted = path.casefold(), wanted.casefold()
    pure = PurePosixPath(folded)
    return wanted in (folded, folded.removesuffix(pure.suffix), pure.name, pure.stem) or fnmatchcase(folded, wanted)


# --- order ----------------------------------------------------------------------------------------


def _sorted(library: Library, papers: list[Paper], order: str) -> list[Paper]:
    """Return papers in an order; papers without the value come last, also in reverse order."""
    name = order.removeprefix("-")
    of = latest_note_dates(library) if name == "recent" else _VALUES[name]
    pairs = [(of(paper), paper) for paper in papers]
    present = [(value, paper) for value, paper in pairs if value not in (None, "")]
    # `recent` means the latest first; `-recent` the oldest first.
    descending = order.startswith("-") != (name == "recent")
    present.sort(key=lambda pair: pair[0], reverse=descending)
    return [p for _, p in present] + [p for value, p in pairs if value in (None, "")]


_VALUES: dict[str, Callable[[Paper], Any]] = {
    "title": lambda p: text.comparison_key(p.name),
    "year": lambda p: p.year,
    "venue": lambda p: (p.venue.acronym.casefold(), p.venue.year or 0) if p.venue else None,
    "authors": lambda p: (text.comparison_key(" ".join(_sorted_names(p))), p.year or 0) if p.authors else None,
    "citekey": lambda p: p.citekey.casefold(),
    "notes": lambda p: len(p.note_paths),
}


def _sorted_names(paper: Paper) -> list[str]:
    return [someone.inverted for someone in parse_people(paper.authors)[0]]


def latest_note_dates(library: Library) -> Callable[[Paper], str]:
    """Return a function from a paper to the latest date of the notes that mention it; "" if they have no date."""
    dates = {note.path: note_date(note) for note in library.notes}
    return lambda paper: max((dates.get(mention.note, "") for mention in paper.mentions), default="")


def note_date(note: Note) -> str:
    """Return the date of a note in its front matter or its file name, such as `2025-06-30` or `2025-06`; "" if none."""
    return next(note_dates(note), "")


def note_dates(note: Note) -> Iterator[str]:
    """Yield all dates in the front matter and the file name of a note, that of the last change first."""
    for words in (note.meta.get(name) for name in _DATES):
        if match := _DATE.match(str(words or "").strip()):
            yield match[0]
    # a year alone is often that of the paper: `2001_Topalov.md`
    if (match := _DATE.match(PurePosixPath(note.path).name)) and len(match[0]) > 4:
        yield match[0]
