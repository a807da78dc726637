"""Chart: the view of the map.  Imports vocabulary only.

A small map is made of links, so that it is whole without a script.  In a large one the dots of a row are one dashed
line, which keeps the page light; its script links them, with the positions of `exports.graph`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from papernotes_plugin.model import Chart, Dot, Lane, Link, Paper
from papernotes_plugin.pages.addresses import graph_file, group_page, map_page, paper_page, relative
from papernotes_plugin.render.links import Links
from papernotes_plugin.render.listing import indexes, venue_link
from papernotes_plugin.render.views import DotView, LaneView, MapView

LINKED = 600
"""The largest library whose dots are all links in the page."""
_SHARES = (0.2, 0.27, 0.35, 0.43)
"""Radii of dots, by size, as shares of the distance between them."""


def map_view(links: Links, chart: Chart) -> MapView:
    """The page of the map."""
    page = map_page(links.config)
    linked = len(chart.dots) <= LINKED
    places = {dot.paper: dot for dot in chart.dots}
    first = chart.dots[0].paper
    return MapView(
        chart=chart,
        linked=linked,
        notes=sum(bool(pairs) for pairs in links.library.mentions.values()),
        lanes=tuple(_lane(at, lane, chart, links, linked=linked) for at, lane in enumerate(chart.lanes)),
        threads=tuple(_line(places[slug] for slug in thread.papers) for thread in chart.threads) if linked else (),
        rows=() if linked else tuple(_dashed(chart)),
        script=relative(graph_file(links.config, "js"), page),
        first=Link(first, relative(paper_page(first, links.config), page)),
        graph_href=relative(graph_file(links.config), page),
        indexes=indexes(links.library, links.config, page),
    )


def _lane(at: int, lane: Lane, chart: Chart, links: Links, *, linked: bool) -> LaneView:
    page = map_page(links.config)
    folder = {"tags": links.config.tags_path, "topics": links.config.topics_path}.get(lane.kind, "")
    dots = [dot for dot in chart.dots if dot.lane == at] if linked else []
    return LaneView(
        link=Link(lane.name, relative(group_page(folder, lane.group), page) if lane.group else ""),
        baseline=lane.top + 14,
        papers=sum(lane.papers),
        counts=lane.papers,
        dots=tuple(_dot(dot, chart, links) for dot in dots),
    )


def _dot(dot: Dot, chart: Chart, links: Links) -> DotView:
    paper = links.library.by_slug[dot.paper]
    return DotView(
        href=relative(paper_page(paper.slug, links.config), map_page(links.config)),
        words=_words(paper, links),
        x=dot.x,
        y=dot.y,
        radius=f"{_SHARES[dot.size] * chart.pitch:.1f}",
    )


def _words(paper: Paper, links: Links) -> str:
    """Title, authors, venue or year, and how many notes."""
    venue = venue_link(paper, links, map_page(links.config))
    notes = len({mention.note for mention in paper.mentions})
    where = venue.label if venue else str(paper.year or "")
    told = ", ".join(filter(None, (paper.title, links.byline(paper), where)))
    return f"{told} ({notes} note{'' if notes == 1 else 's'})"


def _line(dots: Iterable[Dot]) -> str:
    return " ".join(f"{dot.x},{dot.y}" for dot in dots)


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
