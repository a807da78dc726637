"""Views: the content of each generated page as plain data; the templates turn it into Markdown.

A string in a view is unescaped unless its type is `SafeMarkdown`: the template applies the escape of the destination.
`paper_views` has the views of a paper's own pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from papernotes_plugin.vocabulary.model import Chart, Group, Link


class SafeMarkdown(str):
    """Markdown that this package has written; a template prints it without an escape."""

    __slots__ = ()


# --- parts of several pages -----------------------------------------------------------------------


class PaperRow(NamedTuple):
    """A paper in a list or a table."""

    title: str
    """The title; without one a name with a remark."""
    name: str
    """Name of a paper without a title, as its notes call it; "" for a paper with a title."""
    href: str
    byline: str
    year: int | None
    venue: Link | None
    track: str
    tags: tuple[Link, ...]
    note_count: int
    citekey: str
    links: tuple[Link, ...]
    tldr: SafeMarkdown
    latest_note_date: str
    """Latest date of the notes that mention the paper."""


class Passage(NamedTuple):
    """Quoted text of a note, with links to where it occurs."""

    links: tuple[Link, ...]
    """To each mention in this text, labelled with topic and line."""
    text: SafeMarkdown
    same_text_links: tuple[Link, ...] = ()
    """To other notes with the same text; where `text` is empty, to the one note that shows it."""
    hidden_links: int = 0
    """Number of further occurrences that are not linked."""


class NoteView(NamedTuple):
    """A note with quoted passages."""

    link: Link
    passages: tuple[Passage, ...]
    describes_paper: bool = False
    """True if the note has a card, a list item or a whole page about the paper."""


class OutlineLine(NamedTuple):
    """A group (tag, topic or venue), or a letter, as a line of an outline."""

    depth: int
    link: Link
    paper_count: int
    note_count: int
    group_count: int = 0
    """Number of groups below a letter; 0 for a group."""


class Pagination(NamedTuple):
    """Position of a page among the pages of one long list."""

    number: int
    """Number of this page, from 1."""
    links: tuple[Link, ...]
    """To all pages of the list, by number or name; empty if there is only one.  The page itself has no URL."""


@dataclass(frozen=True, slots=True)
class CountedLink:
    """A link with a number of papers."""

    link: Link
    count: int


class BarItem(NamedTuple):
    """A link of the navigation bar at the top of a generated page."""

    link: Link
    """To an index page."""
    current: str
    """Value of `aria-current`: `page` on the index page itself, `true` on the pages below it, else ""."""


class GroupKind(NamedTuple):
    """A kind of group: tags, topics or venues."""

    folder: str
    """Folder of the pages, as the options give it."""
    groups: tuple[Group, ...]
    title: str
    """`Tags`, `Topics` or `Venues`."""


# --- index pages ----------------------------------------------------------------------------------


class GroupView(NamedTuple):
    """A page of one tag, topic or venue."""

    title: str
    subtitle: str
    """Full name of a venue, else ""."""
    breadcrumbs: tuple[Link, ...]
    """The index and the groups that contain this one, outermost first."""
    subgroups: tuple[OutlineLine, ...]
    frequent_tags: tuple[CountedLink, ...]
    """Other tags of the same papers, most frequent first."""
    rows: tuple[PaperRow, ...]
    paper_count: int
    """Number of papers on all pages of the group."""
    pagination: Pagination
    table_href: str
    """To the table of all papers, filtered by this group; "" if the table has no such filter."""
    notes: tuple[Link, ...]
    bibtex_href: str
    """"" if the group has no paper."""
    bar: tuple[BarItem, ...]


class YearView(NamedTuple):
    """A page of the papers of one year."""

    title: str
    breadcrumbs: tuple[Link, ...]
    rows: tuple[PaperRow, ...]
    paper_count: int
    pagination: Pagination
    table_href: str
    bar: tuple[BarItem, ...]


class GroupIndexView(NamedTuple):
    """A page of the index of all tags or topics."""

    title: str
    largest: tuple[CountedLink, ...]
    """The groups with the most papers; only in a long index."""
    by_letter: bool
    """True if the lines are grouped by their first letter."""
    in_columns: bool
    """True if the lines may be set in columns: no line has many lines below it."""
    lines: tuple[OutlineLine, ...]
    pagination: Pagination
    empty_text: str
    """Shown if there is no group."""
    bibtex_href: str
    bar: tuple[BarItem, ...]


class VenueLine(NamedTuple):
    """A venue in the index of venues."""

    link: Link
    full_name: str
    """"" if it says no more than the acronym."""
    paper_count: int
    years: tuple[CountedLink, ...]


class VenueIndexView(NamedTuple):
    """A page of the index of all venues."""

    title: str
    venues: tuple[VenueLine, ...]
    pagination: Pagination
    empty_text: str
    bibtex_href: str
    bar: tuple[BarItem, ...]


class PapersView(NamedTuple):
    """The page of all papers, with the first of them; its script loads the others."""

    rows: tuple[PaperRow, ...]
    columns: tuple[str, ...]
    few_tags: bool
    """Most papers have no tag, so that the column of tags can be narrow."""
    paper_count: int
    note_count: int
    years: tuple[CountedLink, ...]
    """The pages of the years, if this page does not hold all papers."""
    script_links: tuple[Link, ...]
    """Links for the script: the table's data, then one page of each kind, labelled `kind slug`, as examples of URLs."""
    bibtex_href: str
    csl_href: str
    ris_href: str
    bar: tuple[BarItem, ...]


# --- the map --------------------------------------------------------------------------------------


class MapDot(NamedTuple):
    """A paper on the map; lengths in pixels."""

    href: str
    tooltip: str
    x: int
    y: int
    radius: str
    hue: int
    """Number of the first coloured note that mentions the paper, from 1; 0 for none."""
    ring_hue: int
    """Number of the second such note; 0 for none."""


class MapColumn(NamedTuple):
    """A year of the map."""

    label: str
    paper_count: int
    label_left: str
    """Left edge of the label in percent of the map's width: labels do not grow when the map is zoomed."""
    line_x: int
    """Position of the line before the column, in pixels."""


class MapLane(NamedTuple):
    """A row of the map: the papers of one tag or topic."""

    link: Link
    """To the tag or topic; the lane of other papers has no URL."""
    baseline: int
    """Baseline of the name, in pixels from the top."""
    paper_count: int
    counts: tuple[int, ...]
    """Papers in each column."""
    dots: tuple[MapDot, ...]
    """Empty if the dots are no links."""


class MapView(NamedTuple):
    """The page of the map."""

    chart: Chart
    dots_are_links: bool
    columns: tuple[MapColumn, ...]
    lanes: tuple[MapLane, ...]
    threads: tuple[tuple[int, str], ...]
    """Drawn notes: for each its hue and the SVG path through its papers; empty on a large map."""
    coloured_notes: tuple[CountedLink, ...]
    """The notes with a hue, in the order of hues, with the number of papers that each connects."""
    more_notes: int
    """Number of notes that connect papers but have no hue."""
    dashed_rows: tuple[tuple[str, str], ...]
    """The dots of a large map: for each dot size the line width and the SVG path."""
    script_href: str
    first_paper: Link
    """To one paper, labelled with its slug: the script learns from it how the site forms URLs."""
    graph_href: str
    bar: tuple[BarItem, ...]


# --- the overview on a home page ------------------------------------------------------------------


class YearBar(NamedTuple):
    """The papers of a year in a bar chart; lengths in pixels, from the top left."""

    label: str
    paper_count: int
    x: int
    y: int
    height: int
    middle: int
    """Horizontal middle, where the labels are."""


class OverviewView(NamedTuple):
    """The overview of the library that a home page shows."""

    paper_count: int
    note_count: int
    """Notes that mention papers."""
    papers_href: str
    groups: tuple[CountedLink, ...]
    """Number of top-level tags, topics and venues, labelled with the singular of the kind."""
    bars: tuple[YearBar, ...]
    width: int
    """Width of the bar chart, in pixels."""
    height: int
    undated_count: int
    """Papers without a year."""
    most_mentioned: tuple[PaperRow, ...]
    """The papers in most notes."""
    latest_notes: tuple[tuple[str, Link], ...]
    """The notes with the latest dates, each with its date."""


# --- the home page of a site that has none ----------------------------------------------------------


class FolderLine(NamedTuple):
    """A folder of notes on the home page."""

    link: Link
    """To its own page; without a URL if it has none."""
    note_count: int
    paper_count: int
    notes: tuple[Link, ...]
    """Some of its notes, the latest first."""
    more_notes: int
    """Number of its other notes."""


class HomeView(NamedTuple):
    """The home page that a site without one gets."""

    title: str
    bar: tuple[BarItem, ...]
    overview: OverviewView
    note_count: int
    """Number of all notes, with and without papers."""
    folders: tuple[FolderLine, ...]
    more_folders: int
    """Number of folders that are not listed."""
    notes: tuple[Link, ...]
    """Notes outside folders that are not among the latest ones."""
    more_notes: int
    """Number of such notes that are not listed."""
