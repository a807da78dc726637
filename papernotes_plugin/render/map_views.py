"""Chart: the view of the map.  Imports vocabulary only.

A small map is made of links, so that it is whole without a script.  In a large one the dots of a row are one dashed
line, which keeps the page light; its script links them, with the positions of `exports.graph_json`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from papernotes_plugin.links.addresses import graph_file, group_page, map_page, paper_page, relative_href
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.page_views import ColumnView, Counted, DotView, LaneView, MapView
from papernotes_plugin.render.paper_lists import indexes, venue_link
from papernotes_plugin.vocabulary.model import Chart, ChartDot, ChartThread, Link, Paper

LINKED = 600
"""The largest library whose dots are all links in the page."""
HUES = 5
"""So many notes, those with the most papers, have a colour of their own."""
MOST_POINTS = 4000
"""Threads are drawn in the page, the longest first, as long as they lead by so many dots in all."""
_SHARES = (0.2, 0.27, 0.35, 0.43)
"""Radii of dots, by size, as shares of the distance between them."""
_ASIDE = 6
"""How far before a column its line stands, in pixels."""


def map_view(links: Links, chart: Chart) -> MapView:
    """The page of the map."""
    page, library = map_page(links.config), links.library
    linked = len(chart.dots) <= LINKED
    first = chart.dots[0].paper
    longest = sorted(chart.threads, key=lambda thread: (-len(thread.papers), thread.note)) if linked else []
    return MapView(
        chart=chart,
        linked=linked,
        columns=tuple(
            ColumnView(column.label, column.papers, f"{100 * column.x / chart.width:.2f}%", column.x - _ASIDE)
            for column in chart.columns
        ),
        lanes=tuple(_lanes(chart, links, longest[:HUES], linked=linked)),
        threads=tuple(_threads(chart, longest)),
        tying=tuple(
            Counted(Link(library.by_path[thread.note].title, relative_href(thread.note, page)), len(thread.papers))
            for thread in longest[:HUES]
        ),
        more=len(longest[HUES:]),
        rows=() if linked else tuple(_dashed(chart)),
        script=relative_href(graph_file(links.config, "js"), page),
        first=Link(first, relative_href(paper_page(first, links.config), page)),
        graph_href=relative_href(graph_file(links.config), page),
        indexes=indexes(links.library, links.config, page),
    )


def _lanes(chart: Chart, links: Links, coloured: Sequence[ChartThread], *, linked: bool) -> Iterator[LaneView]:
    page = map_page(links.config)
    folders = {"tags": links.config.tags_path, "topics": links.config.topics_path}
    hues: dict[str, list[int]] = {}
    for hue, thread in enumerate(coloured, 1):
        for slug in thread.papers:
            hues.setdefault(slug, []).append(hue)
    dots: dict[int, list[DotView]] = {}
    for dot in chart.dots if linked else ():
        dots.setdefault(dot.lane, []).append(_dot(dot, chart, links, hues.get(dot.paper, ())))
    for at, lane in enumerate(chart.lanes):
        yield LaneView(
            link=Link(lane.name, relative_href(group_page(folders[lane.kind], lane.group), page) if lane.group else ""),
            baseline=lane.top + 19,
            papers=sum(lane.papers),
            counts=lane.papers,
            dots=tuple(dots.get(at, ())),
        )


def _dot(dot: ChartDot, chart: Chart, links: Links, hues: Sequence[int]) -> DotView:
    paper = links.library.by_slug[dot.paper]
    return DotView(
        href=relative_href(paper_page(paper.slug, links.config), map_page(links.config)),
        words=_words(paper, links),
        x=dot.x,
        y=dot.y,
        radius=f"{_SHARES[dot.size] * chart.pitch:.1f}",
        hue=hues[0] if hues else 0,
        ring=hues[1] if len(hues) > 1 else 0,
    )


def _words(paper: Paper, links: Links) -> str:
    """Title, authors, venue or year, and how many notes."""
    venue = venue_link(paper, links, map_page(links.config))
    notes = len({mention.note for mention in paper.mentions})
    where = venue.label if venue else str(paper.year or "")
    told = ", ".join(filter(None, (paper.title, links.byline(paper), where)))
    return f"{told} ({notes} note{'' if notes == 1 else 's'})"


def _threads(chart: Chart, longest: Sequence[ChartThread]) -> Iterator[tuple[int, str]]:
    """The hue of each thread that is drawn, and its path: straight from neighbour to neighbour, curved over the rest.

    The longest are the last, so that they lie above the others.
    """
    places = {dot.paper: (dot.x, dot.y) for dot in chart.dots}
    left = MOST_POINTS
    drawn = []
    for number, thread in enumerate(longest, 1):
        left -= len(thread.papers)
        if left >= 0:
            drawn.append(
                (number if number <= HUES else 0, _curve([places[slug] for slug in thread.papers], chart.pitch))
            )
    yield from reversed(drawn)


def _curve(points: Sequence[tuple[int, int]], pitch: int) -> str:
    """A path through points, which leaves a row upright."""
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


def _dashed(chart: Chart) -> Iterator[tuple[str, str]]:
    """Per size of dots their width and a path: each run of neighbours is one line, whose dashes are the dots."""
    runs: dict[int, list[str]] = {}
    for (size, _), found in groupby(enumerate(chart.dots), lambda each: (each[1].size, _run(each[0], chart))):
        dots = [dot for _, dot in found]
        # a hair longer than to its last dot, so that no rounding loses it
        runs.setdefault(size, []).append(f"M{dots[0].x} {dots[0].y}h{dots[-1].x - dots[0].x}.1")
    for size in sorted(runs):
        yield f"{2 * _SHARES[size] * chart.pitch:.1f}", "".join(runs[size])


def _run(at: int, chart: Chart) -> tuple[int, int]:
    """The same for dots that stand side by side."""
    dot = chart.dots[at]
    return dot.y, dot.x - at * chart.pitch
