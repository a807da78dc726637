"""Layout: Library -> Chart.  Where every paper stands on the map; imports vocabulary only.

A column is a year, a lane what papers are about; the dots of one year and lane stand side by side in rows.  So no
two meet, nothing depends on chance, and each paper is touched a fixed number of times.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, isqrt

from papernotes_plugin import text, venues
from papernotes_plugin.vocabulary.model import (
    Chart,
    ChartColumn,
    ChartDot,
    ChartLane,
    ChartThread,
    Group,
    Library,
    Paper,
)

WIDTH, HEIGHT = 1160, 900
"""How large a map is, in pixels, if its dots can be drawn as small as that asks for."""
PITCH = (6, 24)
"""The smallest and the largest distance from dot to dot, in pixels; it is even."""
LANES = 12
"""How many lanes there are at most, that of all the rest included."""
YEARS = 15
"""So many years have columns of their own; before them each decade has one."""
_OLDEST = 1900
_LABEL, _LETTER = 44, 8
"""The width that a column's label needs, and that of a letter, in pixels."""
_LANE_HEAD, _GAP = 26, 12
"""The height of a lane's name, and what is left free between columns and lanes, in pixels."""
_REST = "Everything else"
_SHARE = 1.2
"""How much more of the width a column may have than of the papers."""
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
    full = [[len(members.get((at, number), ())) for number in range(len(labels))] for at in range(len(lanes))]
    pitch, widths = _sizes(full, labels, len(papers))
    left, columns = _GAP, []
    for label, width, count in zip(labels, widths, counts, strict=True):
        columns.append(ChartColumn(label, left, width * pitch, count))
        left += width * pitch + _GAP
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
        return 1, f"\u2013{_OLDEST - 1}"
    return year // 10 * 10, f"{year // 10 * 10}s"


def _sizes(counts: Sequence[Sequence[int]], labels: Sequence[str], papers: int) -> tuple[int, list[int]]:
    """The distance from dot to dot, and how many stand side by side in each column; `counts` has lanes of columns.

    The dots are as large as the picture allows.
    """
    height = HEIGHT - len(counts) * (_LANE_HEAD + _GAP)
    pitch = max(PITCH[0], min(PITCH[1], isqrt(WIDTH * height // papers)) // 2 * 2)
    while True:
        cells = max((WIDTH - _GAP * (len(labels) + 1)) // pitch, isqrt(papers) * 8 // 5)
        least = [ceil(max(_LABEL, _LETTER * len(label)) / pitch) for label in labels]
        widths = _widths(counts, cells, least)
        if _rows(counts, widths) * pitch <= height or pitch == PITCH[0]:
            return pitch, widths
        pitch -= 2


def _rows(counts: Sequence[Sequence[int]], widths: Sequence[int]) -> int:
    """How many rows of dots there are in all lanes together."""
    return sum(max(-(-count // width) for count, width in zip(lane, widths, strict=True)) for lane in counts)


def _widths(counts: Sequence[Sequence[int]], cells: int, least: Sequence[int]) -> list[int]:
    """How `cells` are shared out among the columns: to each its `least`, then one by one where it lowers lanes most.

    No column is much wider than by its papers, for the sake of one lane.  Cells that would lower none spread the
    columns over the picture.
    """
    widths = list(least)
    members = [sum(lane[at] for lane in counts) for at in range(len(widths))]
    most = [ceil(cells * own * _SHARE / sum(members)) for own in members]
    while sum(widths) < cells:
        gains = [0.0] * len(widths)
        for lane in counts:
            heights = [count / width for count, width in zip(lane, widths, strict=True)]
            at = heights.index(max(heights))
            if heights[at] > 1 and widths[at] < most[at]:
                gains[at] += heights[at] - lane[at] / (widths[at] + 1)
        if not any(gains):
            spare = (cells - sum(widths)) // len(widths)
            return [width + spare for width in widths]
        widths[gains.index(max(gains))] += 1
    return _settled(counts, widths, least)


def _settled(counts: Sequence[Sequence[int]], widths: list[int], least: Sequence[int]) -> list[int]:
    """Widths of the same sum with fewer rows, where a few cells of one column do more for the widest one."""
    best = _rows(counts, widths)
    widest = widths.index(max(widths))
    for at, width in enumerate(widths):
        tried = list(widths)
        for narrower in range(width - 1, least[at] - 1, -1) if at != widest else ():
            tried[at], tried[widest] = narrower, tried[widest] + 1
            if (rows := _rows(counts, tried)) < best:
                best, widths = rows, list(tried)
    return widths


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
            name = text.comparison_key(group.name) or group.name.casefold()
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
    columns: Sequence[ChartColumn],
    members: Mapping[tuple[int, int], Sequence[Paper]],
    pitch: int,
) -> Chart:
    """Everything in its place, from the top down; `members` are the papers of each lane and column."""
    made: list[ChartLane] = []
    dots: list[ChartDot] = []
    top = 0
    for at, lane in enumerate(lanes):
        counts = tuple(len(members.get((at, number), ())) for number in range(len(columns)))
        rows = max(ceil(count * pitch / column.width) for count, column in zip(counts, columns, strict=True))
        for number, column in enumerate(columns):
            for place, paper in enumerate(members.get((at, number), ())):
                row, step = divmod(place, column.width // pitch)
                x, y = column.x + step * pitch + pitch // 2, top + _LANE_HEAD + row * pitch + pitch // 2
                dots.append(ChartDot(paper.slug, x, y, at, _size(paper)))
        height = _LANE_HEAD + rows * pitch
        made.append(ChartLane(lane.name, lane.kind, lane.group.slug if lane.group else "", top, height, counts))
        top += height + _GAP
    dots.sort(key=lambda dot: (dot.y, dot.x))
    width = columns[-1].x + columns[-1].width + _GAP
    return Chart(width, top, pitch, tuple(columns), tuple(made), tuple(dots), tuple(_threads(library, dots, columns)))


def _size(paper: Paper) -> int:
    return min(_SIZES, len({mention.note for mention in paper.mentions}))


def _threads(library: Library, dots: Iterable[ChartDot], columns: Sequence[ChartColumn]) -> Iterator[ChartThread]:
    """Per note with two papers or more its papers, each once: year by year, in turns down and up again."""
    lefts = [column.x for column in columns]
    order: dict[str, tuple[int, int, int]] = {}
    for dot in dots:
        column = bisect_right(lefts, dot.x)
        order[dot.paper] = (column, dot.y if column % 2 else -dot.y, dot.x)
    for path in sorted(library.mentions):
        slugs = sorted({paper.slug for _, paper in library.mentions[path]}, key=order.__getitem__)
        if len(slugs) > 1:
            rows = (list(row) for _, row in groupby(slugs, lambda slug: order[slug][:2]))
            turns = (row[::-1] if number % 2 else row for number, row in enumerate(rows))
            yield ChartThread(path, tuple(slug for row in turns for slug in row))
