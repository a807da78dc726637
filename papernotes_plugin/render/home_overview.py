"""Build the view of the library overview that a home page shows."""

from __future__ import annotations

from collections import Counter

from papernotes_plugin.links.addresses import group_index, papers_index, relative_href
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.render.page_views import CountedLink, OverviewView, YearBar
from papernotes_plugin.render.paper_lists import group_kinds, paper_row
from papernotes_plugin.selection.paper_selection import Selection, note_date, select_papers
from papernotes_plugin.vocabulary.model import Link, Paper

DEFAULT_LIMIT = 5
"""Number of listed notes and papers if the directive gives none."""
MAX_YEARS = 14
"""Years with a bar of their own, up to the latest; one more bar is for all earlier years."""
_STEP, _BAR_WIDTH, _MAX_BAR_HEIGHT, _TOP, _BOTTOM = 44, 28, 96, 16, 16
"""Lengths in pixels: from bar to bar, of a bar, and of the space above (number) and below (year)."""


def overview_view(links: PageLinks, page: str, limit: int | None) -> OverviewView:
    """Return the view of the overview.

    Args:
        links: The library and its links.
        page: Path of the page that shows the overview.
        limit: Number of notes and papers to list; `DEFAULT_LIMIT` if None.
    """
    library = links.library
    limit = limit or DEFAULT_LIMIT
    ranked = select_papers(library, Selection(sort="-notes", limit=limit))
    dated = sorted(((note_date(note), note.path) for note in library.notes if note.path != page), reverse=True)
    latest = [(date, library.by_path[path]) for date, path in dated if date][:limit]
    bars = _year_bars(library.papers)
    return OverviewView(
        paper_count=len(library.papers),
        note_count=sum(bool(mentions) for mentions in library.mentions.values()),
        papers_href=relative_href(papers_index(links.config), page),
        groups=tuple(
            CountedLink(
                Link(kind.title.lower().removesuffix("s"), relative_href(group_index(kind.folder), page)), count
            )
            for kind in group_kinds(library, links.config)
            if (count := sum(len(group.path) == 1 for group in kind.groups))
        ),
        bars=bars,
        width=len(bars) * _STEP,
        height=_TOP + _MAX_BAR_HEIGHT + _BOTTOM,
        undated_count=sum(not paper.year for paper in library.papers),
        most_mentioned=tuple(paper_row(paper, links, page) for paper in ranked if paper.mentions),
        latest_notes=tuple((date, Link(note.title, relative_href(note.path, page))) for date, note in latest),
    )


def _year_bars(papers: tuple[Paper, ...]) -> tuple[YearBar, ...]:
    """Return a bar for each year up to the latest, years without papers included."""
    counts = Counter(paper.year for paper in papers if paper.year)
    if not counts:
        return ()
    first = max(min(counts), max(counts) - MAX_YEARS + 1)
    earlier = sum(count for year, count in counts.items() if year < first)
    labelled = [(str(year), counts[year]) for year in range(first, max(counts) + 1)]
    labelled = [(f"\u2013{first - 1}", earlier), *labelled] if earlier else labelled
    highest = max(count for _, count in labelled)
    bars = []
    for position, (label, count) in enumerate(labelled):
        # a single paper stays visible, however many another year has
        height = max(2, round(_MAX_BAR_HEIGHT * count / highest)) if count else 0
        x, middle = position * _STEP + (_STEP - _BAR_WIDTH) // 2, position * _STEP + _STEP // 2
        bars.append(YearBar(label, count, x, _TOP + _MAX_BAR_HEIGHT - height, height, middle))
    return tuple(bars)
