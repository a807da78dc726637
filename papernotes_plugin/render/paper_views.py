"""Paper views: what stands where on the page of a paper, as plain data, read as `views` is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from papernotes_plugin.render.page_views import Markdown, NoteView, Part, Row
from papernotes_plugin.vocabulary.citation_model import Run
from papernotes_plugin.vocabulary.model import Link


class Dot(NamedTuple):
    """A note, tag or paper in a picture, in the picture's own units, and where it leads."""

    kind: str
    """`note`, `tag` or `paper`."""
    x: int
    y: int
    left: int
    """Where its words begin."""
    room: int
    """How wide they may be."""
    label: str
    href: str


@dataclass(frozen=True, slots=True)
class Picture:
    """What stands around a paper: it above, what holds it on the left, on the right the papers held by the same."""

    width: int
    height: int
    label: str
    """The paper itself."""
    x: int
    y: int
    left: tuple[Dot, ...]
    right: tuple[Dot, ...]
    stems: tuple[tuple[int, int], ...]
    """Ends of the lines that begin at the paper."""
    ties: tuple[tuple[int, int, int, int], ...]
    """Lines from the left to the right."""
    notes: int
    """Notes that hold it, those among them that have no room included."""
    tags: int


@dataclass(frozen=True, slots=True)
class NotedView:
    """What the page of a paper shows of its notes."""

    open: tuple[NoteView, ...]
    folded: tuple[NoteView, ...]
    notes: int
    """That mention it, shown or not."""
    places_href: str
    """To all places, where not all are here; else ""."""


@dataclass(frozen=True, slots=True)
class PaperView:
    """The page of a paper."""

    title: str
    authors: tuple[str, ...]
    more_authors: tuple[str, ...]
    """Those that are folded away."""
    venue: Link | None
    track: str
    year: int | None
    """Where no venue tells it."""
    implied: tuple[str, ...]
    """Names of the facts that only the citekey tells."""
    missing: tuple[str, ...]
    """Of a paper without a title: names of the facts that nothing tells."""
    completed_by: str
    """Where an entry would tell them: `bib/*.bib`."""
    links: tuple[Link, ...]
    tldr: Markdown
    abstract: Markdown
    folded: bool
    """The abstract is long, and a callout may fold it."""
    noted: NotedView
    fields: tuple[tuple[str, Markdown], ...]
    tags: tuple[Link, ...]
    topics: tuple[tuple[Link, ...], ...]
    related: tuple[tuple[Row, str], ...]
    """With the reason."""
    citekey: str
    aliases: tuple[str, ...]
    reference: tuple[Run, ...]
    bibtex: str
    bibtex_href: str
    ris: str
    ris_href: str
    picture: Picture | None
    indexes: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class PlacesView:
    """A page of all places of a paper that very many notes mention."""

    title: str
    above: Link
    """To the paper."""
    notes: tuple[NoteView, ...]
    topics: tuple[tuple[Link, ...], ...]
    part: Part
    indexes: tuple[Link, ...]
