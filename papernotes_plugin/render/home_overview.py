"""Overview: the view of what a home page tells of the library.  Imports vocabulary only."""

from __future__ import annotations

from collections import Counter

from papernotes_plugin.links.addresses import group_index, papers_index, relative_href
from papernotes_plugin.render.page_links import Links
from papernotes_plugin.render.page_views import Bar, Counted, OverviewView
from papernotes_plugin.render.paper_lists import kinds, row
from papernotes_plugin.selection.paper_selection import Selection, note_date, select_papers
from papernotes_plugin.vocabulary.model import Link, Paper

SHOWN = 5
"""How many notes and papers are listed unless another number is asked for."""
YEARS = 14
"""So many years up to the latest have bars of their own; one more is for all before them."""
_STEP, _BAR, _TALLEST, _TOP, _BASE = 44, 28, 96, 16, 16
"""From bar to bar, widths and heights, in pixels; above a bar stands its number, below it the year."""


def overview_view(links: Links, page: str, limit: int | None) -> OverviewView:
    """What a page shows of the library; `limit` is how many notes and papers are listed."""
    library = links.library
    limit = limit or SHOWN
    ranked = select_papers(library, Selection(sort="-notes", limit=limit))
    dated = sorted(((note_date(note), note.path) for note in library.notes if note.path != page), reverse=True)
    latest = [(date, library.by_path[path]) for date, path in dated if date][:limit]
    bars = _bars(library.papers)
    return OverviewView(
        papers=len(library.papers),
        notes=sum(bool(pairs) for pairs in library.mentions.values()),
        papers_href=relative_href(papers_index(links.config), page),
        groups=tuple(
            Counted(Link(kind.title.lower().removesuffix("s"), relative_href(group_index(kind.folder), page)), count)
            for kind in kinds(library, links.config)
            if (count := sum(len(group.path) == 1 for group in kind.groups))
        ),
        bars=bars,
        width=len(bars) * _STEP,
        height=_TOP + _TALLEST + _BASE,
        undated=sum(not paper.year for paper in library.papers),
        most=tuple(row(paper, links, page) for paper in ranked if paper.mentions),
        latest=tuple((date, Link(note.title, relative_href(note.path, page))) for date, note in latest),
    )


def _bars(papers: tuple[Paper, ...]) -> tuple[Bar, ...]:
    """Papers a year, without a gap, from the earliest of the years that are shown."""
    counts = Counter(paper.year for paper in papers if paper.year)
    if not counts:
        return ()
    first = max(min(counts), max(counts) - YEARS + 1)
    earlier = sum(count for year, count in counts.items() if year < first)
    found = [(str(year), counts[year]) for year in range(first, max(counts) + 1)]
    found = [(f"\u2013{first - 1}", earlier), *found] if earlier else found
    most = max(count for _, count in found)
    bars = []
    for at, (label, count) in enumerate(found):
        # a paper is seen, however many another year has
        height = max(2, round(_TALLEST * count / most)) if count else 0
        left = at * _STEP + (_STEP - _BAR) // 2
        bars.append(Bar(label, count, left, _TOP + _TALLEST - height, height, at * _STEP + _STEP // 2))
    return tuple(bars)
