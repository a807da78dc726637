"""Compute the position of every paper on the map.

A column is a year, a lane a subject.  The dots of one year and lane are arranged in rows.  So dots never overlap, the
layout is deterministic, and its cost is linear.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, isqrt

from papernotes_plugin import text, venues
from papernotes_plugin.index.topic_names import names_subject
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
"""Size of the map in pixels; it grows if the dots would become too small."""
PITCH = (6, 24)
"""Smallest and largest distance between dots, in pixels; the distance is even."""
LANES = 12
"""Maximum number of lanes, including that of the remaining papers."""
YEARS = 15
"""Number of years with their own column; earlier years share one for each decade."""
_OLDEST = 1900
_LABEL, _LETTER = 44, 8
"""Minimum width of a column label, and width of a letter, in pixels."""
_LANE_HEAD, _GAP = 26, 12
"""Height of the name of a lane, and space between columns and lanes, in pixels."""
_REST = "Everything else"
_SHARE = 1.2
"""Maximum ratio of the share of a column in the width to its share in the papers."""
_SIZES = 3
"""Number of notes from which a paper has the largest dot."""


def lay_out_map(library: Library) -> Chart | None:
    """Return the map of a library; None if it has no papers."""
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
    x, columns = _GAP, []
    for label, width, count in zip(labels, widths, counts, strict=True):
        columns.append(ChartColumn(label, x, width * pitch, count))
        x += width * pitch + _GAP
    return _placed(library, lanes, columns, members, pitch)


def _reading_order(paper: Paper) -> tuple[bool, str, int, str]:
    """Return a sort key that puts papers of one note next to each other."""
    first = paper.mentions[0] if paper.mentions else None
    return first is None, first.note if first else "", first.span.start if first else 0, paper.slug


# --- columns --------------------------------------------------------------------------------------


def _columns(papers: Sequence[Paper]) -> tuple[list[str], dict[str, int]]:
    """Return the labels of the columns, oldest first, and the index of the column of each paper by slug."""
    single = set(sorted({paper.year for paper in papers if paper.year})[-YEARS:])
    keys = {paper.slug: _time(paper.year, single) for paper in papers}
    order = {key: at for at, key in enumerate(sorted(set(keys.values())))}
    return [label for _, label in order], {slug: order[key] for slug, key in keys.items()}


def _time(year: int | None, single: set[int]) -> tuple[int, str]:
    """Return the sort key and the label of a column; papers without a year come first."""
    if not year:
        return 0, "no year"
    if year in single:
        return year, str(year)
    if year < _OLDEST:
        return 1, f"\u2013{_OLDEST - 1}"
    return year // 10 * 10, f"{year // 10 * 10}s"


def _sizes(counts: Sequence[Sequence[int]], labels: Sequence[str], papers: int) -> tuple[int, list[int]]:
    """Return the distance between dots, as large as the map allows, and the number of dots in a row of each column.

    Args:
        counts: Number of papers by lane and column.
        labels: The labels of the columns.
        papers: Number of all papers.
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
    """Return the number of rows of dots in all lanes together."""
    return sum(max(-(-count // width) for count, width in zip(lane, widths, strict=True)) for lane in counts)


def _widths(counts: Sequence[Sequence[int]], cells: int, least: Sequence[int]) -> list[int]:
    """Return the number of cells of each column: at least `least`, the others where they reduce the height most.

    No column becomes much wider than its share of the papers.  Cells that reduce no height are spread evenly.
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
    return _shift_cells(counts, widths, least)


def _shift_cells(counts: Sequence[Sequence[int]], widths: list[int], least: Sequence[int]) -> list[int]:
    """Return widths with the same sum and fewer rows, by moving cells to the widest column."""
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
    """A possible lane: the tags and topics of one name."""

    name: str
    """The spelling of the first of them, preferably a topic."""
    papers: set[str] = field(default_factory=set)
    group: Group | None = None
    """The largest of them."""
    kind: str = ""
    remaining: int = 0
    """Number of its papers that are in no lane yet."""
    taken: list[str] = field(default_factory=list)


def _lanes(library: Library) -> list[_Candidate]:
    """Return the lanes, fullest first, each with the papers that are in no fuller one."""
    candidates = _candidates(library)
    holders: dict[str, list[_Candidate]] = {}
    for candidate in candidates:
        candidate.remaining = len(candidate.papers)
        for slug in candidate.papers:
            holders.setdefault(slug, []).append(candidate)
    least = max(2, len(library.papers) // 100)
    chosen: list[_Candidate] = []
    free = {paper.slug: None for paper in library.papers}
    while len(chosen) < LANES - 1:
        best = min(candidates, key=lambda c: (-c.remaining, c.name.casefold(), c.name), default=None)
        if best is None or best.remaining < least:
            break
        best.taken = [slug for slug in free if slug in best.papers]
        for slug in best.taken:
            del free[slug]
            for holder in holders[slug]:
                holder.remaining -= 1
        chosen.append(best)
    chosen.sort(key=lambda c: (-len(c.taken), c.name.casefold(), c.name))
    rest = _Candidate(_REST if chosen else "All papers", taken=list(free))
    return [*chosen, rest] if free else chosen


def _candidates(library: Library) -> list[_Candidate]:
    """Return tags and topics by name.

    Those that mainly contain others or are named after a time or venue are left out, and tags of most papers.
    """
    by_name: dict[str, _Candidate] = {}
    for kind, groups in (("topics", library.topics), ("tags", library.tags)):
        by_slug = {group.slug: group for group in groups}
        for group in groups:
            if not group.papers or _only_holds(group, by_slug, len(library.papers)) or _no_subject(group.name):
                continue
            if kind == "tags" and 2 * len(group.papers) > len(library.papers):
                # such a tag ("paper", "reading") divides nothing
                continue
            name = text.comparison_key(group.name) or group.name.casefold()
            candidate = by_name.setdefault(name, _Candidate(group.name))
            candidate.papers.update(group.papers)
            if candidate.group is None or len(group.papers) > len(candidate.group.papers):
                candidate.group, candidate.kind = group, kind
    return list(by_name.values())


def _only_holds(group: Group, by_slug: dict[str, Group], papers: int) -> bool:
    """Return whether a group has a large part of the library, most of it in the groups below."""
    below = {slug for child in group.children for slug in by_slug[child].papers}
    return len(group.papers) * 5 > papers and len(below) * 2 > len(group.papers)


def _no_subject(name: str) -> bool:
    return not names_subject(name) or bool(venues.parse_venue(name)[0])


# --- places ---------------------------------------------------------------------------------------


def _placed(
    library: Library,
    lanes: Sequence[_Candidate],
    columns: Sequence[ChartColumn],
    members: Mapping[tuple[int, int], Sequence[Paper]],
    pitch: int,
) -> Chart:
    """Return the map; `members` has the papers by index of lane and column."""
    chart_lanes: list[ChartLane] = []
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
        chart_lanes.append(ChartLane(lane.name, lane.kind, lane.group.slug if lane.group else "", top, height, counts))
        top += height + _GAP
    dots.sort(key=lambda dot: (dot.y, dot.x))
    width = columns[-1].x + columns[-1].width + _GAP
    return Chart(
        width, top, pitch, tuple(columns), tuple(chart_lanes), tuple(dots), tuple(_threads(library, dots, columns))
    )


def _size(paper: Paper) -> int:
    return min(_SIZES, len(paper.note_paths))


def _threads(library: Library, dots: Iterable[ChartDot], columns: Sequence[ChartColumn]) -> Iterator[ChartThread]:
    """Yield the papers of each note with several papers: column by column, alternately down and up."""
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
