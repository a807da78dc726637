"""Views: what stands where on each page, as plain data; the templates put it into words.

Text in a view is raw unless its type is `Markdown`: a template must say where it puts it.
"""

from __future__ import annotations

from dataclasses import dataclass

from papernotes_plugin.vocabulary.model import Chart, Group, Link


class Markdown(str):
    """Markdown that we have written: it may stand in a page as it is."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Row:
    """A paper in a list or a table."""

    title: str
    href: str
    byline: str
    year: int | None
    venue: Link | None
    track: str
    tags: tuple[Link, ...]
    notes: int
    citekey: str
    links: tuple[Link, ...]
    tldr: Markdown
    recent: str
    """The latest date of a note that mentions it."""


@dataclass(frozen=True, slots=True)
class Place:
    """The author's words about a paper, and where they stand."""

    links: tuple[Link, ...]
    """To each mention in these words, the label being the topic and the line."""
    words: Markdown
    also: tuple[Link, ...] = ()
    """To places in other notes that have the same words; or to the one that shows them, where these do not."""
    more: int = 0
    """Further places with these words."""


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note that mentions a paper."""

    link: Link
    places: tuple[Place, ...]
    describes: bool = False
    """It tells what the paper is."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A group in an outline."""

    depth: int
    link: Link
    papers: int
    notes: int
    held: int = 0
    """Groups below what is a letter and no group."""


@dataclass(frozen=True, slots=True)
class Part:
    """One page of a list that takes several."""

    number: int
    links: tuple[Link, ...]
    """To all of them, by number or name; none where there is only one.  The page itself leads nowhere."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A link with a number of papers."""

    link: Link
    papers: int


@dataclass(frozen=True, slots=True)
class GroupView:
    """A page of a tag, topic or venue."""

    title: str
    about: str
    above: tuple[Link, ...]
    """The groups around it, outermost first, the index before them."""
    below: tuple[Branch, ...]
    beside: tuple[Counted, ...]
    """Tags that its papers have, too."""
    rows: tuple[Row, ...]
    papers: int
    """On all its pages."""
    part: Part
    table_href: str
    """Its papers in the table of all papers; "" where that cannot tell them."""
    notes: tuple[Link, ...]
    bibtex_href: str
    """"" where there is no paper."""
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class YearView:
    """A page of the papers of one year."""

    title: str
    above: tuple[Link, ...]
    rows: tuple[Row, ...]
    papers: int
    part: Part
    table_href: str
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class OutlineView:
    """A page of the index of all tags or topics."""

    title: str
    most: tuple[Counted, ...]
    """Those with the most papers, where it takes long to look through all."""
    lettered: bool
    """The lines stand below the letters that they begin with."""
    short: bool
    """No line has many below it: they can stand in columns."""
    branches: tuple[Branch, ...]
    part: Part
    empty: str
    """What to say where there is none."""
    bibtex_href: str
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class VenueLine:
    """A venue in the index of venues."""

    link: Link
    name: str
    """In full; "" where that says no more."""
    papers: int
    years: tuple[Counted, ...]


@dataclass(frozen=True, slots=True)
class VenuesView:
    """The index of all venues."""

    title: str
    venues: tuple[VenueLine, ...]
    part: Part
    empty: str
    bibtex_href: str
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class PapersView:
    """The page of all papers, with the first of them."""

    rows: tuple[Row, ...]
    columns: tuple[str, ...]
    few_tags: bool
    """Most papers have none: the column of tags need not be wide."""
    papers: int
    notes: int
    years: tuple[Counted, ...]
    """The pages of each year, where this one does not hold all papers."""
    data: tuple[Link, ...]
    """What a script needs: the table's data, then a page of each kind, named `kind slug`, for their addresses."""
    bibtex_href: str
    csl_href: str
    ris_href: str
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class DotView:
    """A paper on the map."""

    href: str
    words: str
    x: int
    y: int
    radius: str
    hue: int
    """Which of the coloured notes tells of it, from 1; 0 where none does."""
    ring: int
    """The next of them that does; 0 where none does."""


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A year of the map."""

    label: str
    papers: int
    share: str
    """Where its label begins, as a share of the width of the map: labels grow with no zoom."""
    line: int
    """Where the line before it stands."""


@dataclass(frozen=True, slots=True)
class LaneView:
    """A lane of the map."""

    link: Link
    """To its tag or topic; the lane of the rest leads nowhere."""
    baseline: int
    """Of its name."""
    papers: int
    counts: tuple[int, ...]
    """Per column."""
    dots: tuple[DotView, ...]
    """None where the dots of the map are no links."""


@dataclass(frozen=True, slots=True)
class MapView:
    """The page of the map."""

    chart: Chart
    linked: bool
    """Each dot is a link."""
    columns: tuple[ColumnView, ...]
    lanes: tuple[LaneView, ...]
    threads: tuple[tuple[int, str], ...]
    """Per note its hue, as dots have it, and the path through its papers; none where there are too many to be seen."""
    tying: tuple[Counted, ...]
    """The notes with hues, in their order, and how many papers each ties together."""
    more: int
    """Notes that tie papers together, too, but have no hue."""
    rows: tuple[tuple[str, str], ...]
    """The dots of a map where they are no links: per size the width of the line, and the path."""
    script: str
    first: Link
    """To the page of one paper; its label is the slug: so the script learns how the site links to papers."""
    graph_href: str
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """The papers of a year, in a picture; measures are pixels from its top left."""

    label: str
    papers: int
    left: int
    top: int
    height: int
    middle: int


@dataclass(frozen=True, slots=True)
class OverviewView:
    """What a home page tells of the library."""

    papers: int
    notes: int
    """Those that mention papers."""
    papers_href: str
    groups: tuple[Counted, ...]
    """How many tags, topics and venues there are, without those below others, under the word for one."""
    bars: tuple[Bar, ...]
    width: int
    """Of the picture of the bars."""
    height: int
    undated: int
    """Papers without a year."""
    most: tuple[Row, ...]
    """The papers in most notes."""
    latest: tuple[tuple[str, Link], ...]
    """The notes with the latest dates, by date."""


@dataclass(frozen=True, slots=True)
class Kinds:
    """One kind of group: its folder, its groups and its words."""

    folder: str
    groups: tuple[Group, ...]
    title: str
