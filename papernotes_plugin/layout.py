"""Layout: Library -> Chart.  Where every paper stands on the map; imports vocabulary only.

A column is a year, a lane what papers are about; the dots of one year and lane stand side by side in rows.  So no
two meet, nothing depends on chance, and each paper is touched a fixed number of times.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, isqrt

from papernotes_plugin import text, venues
from papernotes_plugin.model import Chart, Column, Dot, Group, Lane, Library, Paper, Thread

WIDTH = 1000
"""How many pixels a map is wide, if its dots can be drawn that small."""
PITCH = (6, 16)
"""The smallest and the largest distance from dot to dot, in pixels; it is even."""
LANES = 12
"""How many lanes there are at most, that of all the rest included."""
YEARS = 15
"""So many years have columns of their own; before them each decade has one."""
_OLDEST = 1900
_LEAST_CELLS = 56
_LABEL = 44
"""The width that a column's label needs, in pixels."""
_HEAD, _LANE_HEAD, _GAP = 34, 22, 12
"""Heights of the years' labels and of a lane's name, and what is left free between columns and lanes, in pixels."""
_REST = "Everything else"
_SIZES = 3
"""Papers in so many notes, or more, have the largest dots."""
_DATE = re.compile(r"[\d\s./:-]+")


def layout(library: Library) -> Chart | None:
    """The map of a library; None where it has no papers."""
    papers = library.papers
    if not papers:
        return None
    labels, column_of = _columns(papers)
    lanes = _lanes(library)
    lane_of = {slug: at for at, lane in enumerate(lanes) for slug in lane.taken}
    members: dict[tuple[int, int], list[Paper]] = {}
    counts = [0] * len(labels)
    for paper in sorted(papers, key=_reading_order):
        column = column_of[paper.slug]
        counts[column] += 1
        members.setdefault((lane_of[paper.slug], column), []).append(paper)
    cells = max(_LEAST_CELLS, isqrt(len(papers)) * 8 // 5)
    pitch = max(PITCH[0], min(PITCH[1], WIDTH // cells)) // 2 * 2
    columns = _widths(labels, counts, cells, pitch)
    return _placed(library, lanes, columns, members, pitch)


def _reading_order(paper: Paper) -> tuple[bool, str, int, str]:
    """Papers of one note side by side."""
    first = paper.mentions[0] if paper.mentions else None
    return first is None, first.note if first else "", first.span.start if first else 0, paper.slug


# --- columns --------------------------------------------------------------------------------------


def _columns(papers: Sequence[Paper]) -> tuple[list[str], dict[str, int]]:
    """The labels of the columns from the oldest, and the column of each paper by its slug."""
    single = set(sorted({paper.year for paper in papers if paper.year})[-YEARS:])
    keys = {paper.slug: _time(paper.year, single) for paper in papers}
    order = {key: at for at, key in enumerate(sorted(set(keys.values())))}
    return [label for _, label in order], {slug: order[key] for slug, key in keys.items()}


def _time(year: int | None, single: set[int]) -> tuple[int, str]:
    """What a column is sorted by, and its label; what has no year stands first."""
    if not year:
        return 0, "no year"
    if year in single:
        return year, str(year)
    if year < _OLDEST:
        return 1, f"before {_OLDEST}"
    return year // 10 * 10, f"{year // 10 * 10}s"


def _widths(labels: Sequence[str], counts: Sequence[int], cells: int, pitch: int) -> list[Column]:
    """The columns; each is as wide as its share of the papers, for then all lanes are about as full."""
    papers = sum(counts)
    least = ceil(_LABEL / pitch)
    narrow = [count * cells < least * papers for count in counts]
    shared = max(cells - least * sum(narrow), least)
    among = sum(count for count, is_narrow in zip(counts, narrow, strict=True) if not is_narrow)
    out: list[Column] = []
    left = _GAP
    for label, count, is_narrow in zip(labels, counts, narrow, strict=True):
        width = pitch * (least if is_narrow else max(least, round(shared * count / among)))
        out.append(Column(label, left, width, count))
        left += width + _GAP
    return out


# --- lanes ----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Candidate:
    """What could be a lane: the tags and topics of one name."""

    name: str
    """As the first of them is spelled: a topic where there is one."""
    papers: set[str] = field(default_factory=set)
    group: Group | None = None
    """The largest of them."""
    kind: str = ""
    left: int = 0
    """How many of its papers are in no lane yet."""
    taken: list[str] = field(default_factory=list)


def _lanes(library: Library) -> list[_Candidate]:
    """The lanes, the fullest first, each with the papers it takes: those that no fuller one has."""
    found = _candidates(library)
    holders: dict[str, list[_Candidate]] = {}
    for candidate in found:
        candidate.left = len(candidate.papers)
        for slug in candidate.papers:
            holders.setdefault(slug, []).append(candidate)
    least = max(2, len(library.papers) // 100)
    chosen: list[_Candidate] = []
    free = {paper.slug: None for paper in library.papers}
    while len(chosen) < LANES - 1:
        best = min(found, key=lambda c: (-c.left, c.name.casefold(), c.name), default=None)
        if best is None or best.left < least:
            break
        best.taken = [slug for slug in free if slug in best.papers]
        for slug in best.taken:
            del free[slug]
            for holder in holders[slug]:
                holder.left -= 1
        chosen.append(best)
    chosen.sort(key=lambda c: (-len(c.taken), c.name.casefold(), c.name))
    rest = _Candidate(_REST if chosen else "All papers", taken=list(free))
    return [*chosen, rest] if free else chosen


def _candidates(library: Library) -> list[_Candidate]:
    """Tags and topics by name, without those that only hold others, and names that say a time or a venue."""
    found: dict[str, _Candidate] = {}
    for kind, groups in (("topics", library.topics), ("tags", library.tags)):
        by_slug = {group.slug: group for group in groups}
        for group in groups:
            if not group.papers or _only_holds(group, by_slug, len(library.papers)) or _no_subject(group.name):
                continue
            name = text.normalised(group.name) or group.name.casefold()
            candidate = found.setdefault(name, _Candidate(group.name))
            candidate.papers.update(group.papers)
            if candidate.group is None or len(group.papers) > len(candidate.group.papers):
                candidate.group, candidate.kind = group, kind
    return list(found.values())


def _only_holds(group: Group, by_slug: dict[str, Group], papers: int) -> bool:
    """Most of a large part of the library is in it, and most of that in the groups below it."""
    below = {slug for child in group.children for slug in by_slug[child].papers}
    return len(group.papers) * 5 > papers and len(below) * 2 > len(group.papers)


def _no_subject(name: str) -> bool:
    return _DATE.fullmatch(name) is not None or bool(venues.parse_venue(name)[0])


# --- places ---------------------------------------------------------------------------------------


def _placed(
    library: Library,
    lanes: Sequence[_Candidate],
    columns: Sequence[Column],
    members: Mapping[tuple[int, int], Sequence[Paper]],
    pitch: int,
) -> Chart:
    """Everything in its place, from the top down; `members` are the papers of each lane and column."""
    made: list[Lane] = []
    dots: list[Dot] = []
    top = _HEAD
    for at, lane in enumerate(lanes):
        counts = tuple(len(members.get((at, number), ())) for number in range(len(columns)))
        rows = max(ceil(count * pitch / column.width) for count, column in zip(counts, columns, strict=True))
        for number, column in enumerate(columns):
            for place, paper in enumerate(members.get((at, number), ())):
                row, step = divmod(place, column.width // pitch)
                x, y = column.left + step * pitch + pitch // 2, top + _LANE_HEAD + row * pitch + pitch // 2
                dots.append(Dot(paper.slug, x, y, at, _size(paper)))
        height = _LANE_HEAD + rows * pitch
        made.append(Lane(lane.name, lane.kind, lane.group.slug if lane.group else "", top, height, counts))
        top += height + _GAP
    dots.sort(key=lambda dot: (dot.y, dot.x))
    width = columns[-1].left + columns[-1].width + _GAP
    return Chart(width, top, pitch, tuple(columns), tuple(made), tuple(dots), tuple(_threads(library, dots, columns)))


def _size(paper: Paper) -> int:
    return min(_SIZES, len({mention.note for mention in paper.mentions}))


def _threads(library: Library, dots: Iterable[Dot], columns: Sequence[Column]) -> Iterator[Thread]:
    """Per note with two papers or more its papers, each once: year by year, in turns down and up again."""
    lefts = [column.left for column in columns]
    order: dict[str, tuple[int, int, int]] = {}
    for dot in dots:
        column = bisect_right(lefts, dot.x)
        order[dot.paper] = (column, dot.y if column % 2 else -dot.y, dot.x)
    for path in sorted(library.mentions):
        slugs = sorted({paper.slug for _, paper in library.mentions[path]}, key=order.__getitem__)
        if len(slugs) > 1:
            yield Thread(path, tuple(slugs))
