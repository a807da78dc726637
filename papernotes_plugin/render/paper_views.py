"""Views of the pages of one paper, as plain data; see `page_views`."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.render.page_views import BarItem, NoteView, Pagination, PaperRow, SafeMarkdown
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Link


class GraphNode(NamedTuple):
    """A note, tag or paper in an ego graph; lengths in the units of the graph."""

    kind: str
    """`note`, `tag` or `paper`."""
    x: int
    y: int
    text_left: int
    """Left edge of the label."""
    text_width: int
    """Greatest width of the label."""
    label: str
    href: str


class EgoGraph(NamedTuple):
    """A paper (top) with its notes and tags (left) and its related papers (right)."""

    width: int
    height: int
    label: str
    """Label of the paper itself."""
    x: int
    y: int
    left_nodes: tuple[GraphNode, ...]
    right_nodes: tuple[GraphNode, ...]
    stems: tuple[tuple[int, int], ...]
    """End points of the lines that begin at the paper."""
    ties: tuple[tuple[int, int, int, int], ...]
    """Lines from the left to the right, as x, y, x, y."""
    note_count: int
    """Notes that mention the paper, drawn or not."""
    tag_count: int


class NotesView(NamedTuple):
    """The notes that the page of a paper shows."""

    open: tuple[NoteView, ...]
    folded: tuple[NoteView, ...]
    """Notes in a collapsed callout below the others."""
    note_count: int
    """Notes that mention the paper, shown or not."""
    all_notes_href: str
    """To the pages with every passage; "" if all are shown here."""


class PaperView(NamedTuple):
    """The page of a paper."""

    title: str
    """The title; without one a name with a remark."""
    name: str
    """Name of a paper without a title, as its notes call it; "" for a paper with a title."""
    authors: tuple[str, ...]
    more_authors: tuple[str, ...]
    """Authors that are folded away."""
    venue: Link | None
    track: str
    year: int | None
    """None if the venue shows the year."""
    from_citekey: tuple[str, ...]
    """Names of the facts that are known from the citekey alone."""
    missing: tuple[str, ...]
    """Names of the unknown facts; only of a paper without a title."""
    bibliography_file: str
    """File in which an entry would supply them, such as `bib/*.bib`."""
    links: tuple[Link, ...]
    tldr: SafeMarkdown
    abstract: SafeMarkdown
    abstract_folded: bool
    """True if the abstract is in a collapsed callout."""
    notes: NotesView
    fields: tuple[tuple[str, SafeMarkdown], ...]
    """Label and value."""
    tags: tuple[Link, ...]
    topics: tuple[tuple[Link, ...], ...]
    related: tuple[tuple[PaperRow, str], ...]
    """Related papers with the reason."""
    citekey: str
    aliases: tuple[str, ...]
    reference: tuple[Run, ...]
    bibtex: str
    bibtex_href: str
    """"" if a script makes the file from the page; so is `ris_href`."""
    ris: str
    ris_href: str
    ego_graph: EgoGraph | None
    bar: tuple[BarItem, ...]


class AllNotesView(NamedTuple):
    """A page with every passage about a paper that very many notes mention."""

    title: str
    paper: Link
    notes: tuple[NoteView, ...]
    topics: tuple[tuple[Link, ...], ...]
    pagination: Pagination
    bar: tuple[BarItem, ...]
