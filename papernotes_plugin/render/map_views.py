"""Build the view of the map of papers.

In a small map every dot is a link, so that it works without a script.  In a large map the dots of a row are one dashed
line, which keeps the page small.  A script makes links of them, with the positions of `exports.graph_json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from papernotes_plugin.links.addresses import graph_file, group_page, map_page, paper_page, relative_href
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import CountedLink, MapColumn, MapDot, MapLane, MapView
from papernotes_plugin.render.paper_lists import navigation_bar, venue_link
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.model import Chart, ChartDot, ChartThread, Link, Paper

MAX_LINKED_DOTS = 600
"""Papers of the largest map whose dots are links."""
HUES = 5
"""Number of notes with a colour of their own: those with the most papers."""
MAX_THREAD_DOTS = 4000
"""Threads are drawn, the longest first, while they connect at most this many dots in total."""
_RADII = (0.2, 0.27, 0.35, 0.43)
"""Radius of a dot by its size, as a fraction of the distance between dots."""
_LINE_OFFSET = 6
"""Distance of a column's line from the column, in pixels."""


def map_view(links: PageLinks, chart: Chart) -> MapView:
    """Return the view of the map page."""
    page, library = map_page(links.config), links.library
    dots_are_links = len(chart.dots) <= MAX_LINKED_DOTS
    first = chart.dots[0].paper
    longest = sorted(chart.threads, key=lambda thread: (-len(thread.papers), thread.note)) if dots_are_links else []
    return MapView(
        chart=chart,
        dots_are_links=dots_are_links,
        columns=tuple(
            MapColumn(column.label, column.papers, f"{100 * column.x / chart.width:.2f}%", column.x - _LINE_OFFSET)
            for column in chart.columns
        ),
        lanes=tuple(_lanes(chart, links, longest[:HUES], dots_are_links=dots_are_links)),
        threads=tuple(_thread_paths(chart, longest)),
        coloured_notes=tuple(
            CountedLink(Link(library.by_path[thread.note].title, relative_href(thread.note, page)), len(thread.papers))
            for thread in longest[:HUES]
        ),
        more_notes=len(longest[HUES:]),
        dashed_rows=() if dots_are_links else tuple(_dashed_rows(chart)),
        script_href=relative_href(graph_file(links.config, "js"), page),
        first_paper=Link(first, relative_href(paper_page(first, links.config), page)),
        graph_href=relative_href(graph_file(links.config), page),
        bar=navigation_bar(links, page),
    )


def _lanes(
    chart: Chart, links: PageLinks, coloured: Sequence[ChartThread], *, dots_are_links: bool
) -> Iterator[MapLane]:
    page = map_page(links.config)
    folders = {"tags": links.config.tags_path, "topics": links.config.topics_path}
    hues: dict[str, list[int]] = {}
    for hue, thread in enumerate(coloured, 1):
        for slug in thread.papers:
            hues.setdefault(slug, []).append(hue)
    dots: dict[int, list[MapDot]] = {}
    for dot in chart.dots if dots_are_links else ():
        dots.setdefault(dot.lane, []).append(_dot(dot, chart, links, hues.get(dot.paper, ())))
    for number, lane in enumerate(chart.lanes):
        yield MapLane(
            link=Link(lane.name, relative_href(group_page(folders[lane.kind], lane.group), page) if lane.group else ""),
            baseline=lane.top + 19,
            paper_count=sum(lane.papers),
            counts=lane.papers,
            dots=tuple(dots.get(number, ())),
        )


def _dot(dot: ChartDot, chart: Chart, links: PageLinks, hues: Sequence[int]) -> MapDot:
    paper = links.library.by_slug[dot.paper]
    return MapDot(
        href=relative_href(paper_page(paper.slug, links.config), map_page(links.config)),
        tooltip=_tooltip(paper, links),
        x=dot.x,
        y=dot.y,
        radius=f"{_RADII[dot.size] * chart.pitch:.1f}",
        hue=hues[0] if hues else 0,
        ring_hue=hues[1] if len(hues) > 1 else 0,
    )


def _tooltip(paper: Paper, links: PageLinks) -> str:
    """Return title, authors, venue or year, and the number of notes."""
    venue = venue_link(paper, links, map_page(links.config))
    notes = len(paper.note_paths)
    venue_or_year = venue.label if venue else str(paper.year or "")
    facts = ", ".join(filter(None, (page_title(paper), links.byline(paper), venue_or_year)))
    return f"{facts} ({counted(notes, 'note')})"


def _thread_paths(chart: Chart, longest: Sequence[ChartThread]) -> Iterator[tuple[int, str]]:
    """Yield hue and SVG path of each thread that is drawn; the longest last, so that they lie on top."""
    positions = {dot.paper: (dot.x, dot.y) for dot in chart.dots}
    room = MAX_THREAD_DOTS
    drawn = []
    for number, thread in enumerate(longest, 1):
        room -= len(thread.papers)
        if room >= 0:
            path = _path([positions[slug] for slug in thread.papers], chart.pitch)
            drawn.append((number if number <= HUES else 0, path))
    yield from reversed(drawn)


def _path(points: Sequence[tuple[int, int]], pitch: int) -> str:
    """Return an SVG path through points: straight between adjacent dots, else a curve that starts vertically."""
    (x, y), *rest = points
    steps = [f"M{x} {y}"]
    for to_x, to_y in rest:
        if y == to_y or abs(to_x - x) + abs(to_y - y) <= 2 * pitch:
            steps.append(f"L{to_x} {to_y}")
        else:
            middle = (y + to_y) // 2
            steps.append(f"C{x} {middle} {to_x} {middle} {to_x} {to_y}")
        x, y = to_x, to_y
    return "".join(steps)


def _dashed_rows(chart: Chart) -> Iterator[tuple[str, str]]:
    """Yield for each dot size the line width and an SVG path: each row of adjacent dots is one dashed line."""
    rows: dict[int, list[str]] = {}
    for (size, _), group in groupby(enumerate(chart.dots), lambda item: (item[1].size, _row(item[0], chart))):
        dots = [dot for _, dot in group]
        # slightly longer than to its last dot, so that rounding does not lose the dot
        rows.setdefault(size, []).append(f"M{dots[0].x} {dots[0].y}h{dots[-1].x - dots[0].x}.1")
    for size in sorted(rows):
        yield f"{2 * _RADII[size] * chart.pitch:.1f}", "".join(rows[size])


def _row(number: int, chart: Chart) -> tuple[int, int]:
    """Return a key that is equal for dots that are adjacent in one row."""
    dot = chart.dots[number]
    return dot.y, dot.x - number * chart.pitch
