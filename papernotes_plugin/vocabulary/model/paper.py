"""Types of the recognise and resolve stages: mentions, bibliography entries and papers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

from papernotes_plugin.vocabulary.model.source import Span


class Identifier(NamedTuple):
    """An identifier of a paper: a scheme of `papernotes_plugin.identifiers` and a value in canonical form."""

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


class Link(NamedTuple):
    """A link of a paper with the label that its author wrote (`Poster`, `arXiv`, `Code`)."""

    label: str
    url: str


class Field(NamedTuple):
    """A labelled value of a card, as written: `Field("Reason", "relevant to …")`."""

    label: str
    value: str
    """Markdown."""


@dataclass(frozen=True, slots=True)
class Venue:
    """The conference or journal of a paper.  The track ("Oral") is not part of it; see `Paper.track`."""

    acronym: str
    """`ICLR`, or the name of a journal without a common acronym (`Nature`)."""
    year: int | None = None
    """Year of the publication; None if only the year of a preprint is known."""

    def __str__(self) -> str:
        return f"{self.acronym} {self.year}" if self.year else self.acronym


class MentionKind(StrEnum):
    """Kind of a mention: the recogniser that found it."""

    LITERATURE_NOTE = "literature-note"
    BIBTEX = "bibtex"
    CARD = "card"
    ITEM = "item"
    CITATION = "citation"
    KEY = "key"
    NAME = "name"


class Evidence(NamedTuple):
    """The facts about a paper found at one place.  Every field may be empty."""

    title: str = ""
    """Title as written, without Markdown markup; math and LaTeX are kept."""
    authors: tuple[str, ...] = ()
    """Names as written, "Given Family" or "Family, Given", in order; `et al.` comes last if there are more."""
    year: int | None = None
    venue: str = ""
    """The acronym alone."""
    track: str = ""
    """Track as written: `Oral`, `OralPoster`, `Datasets and Benchmarks`."""
    identifiers: tuple[Identifier, ...] = ()
    citekey: str = ""
    links: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    """Short names used at this place (`Transfusion [key](url)`)."""
    tldr: str = ""
    abstract: str = ""
    fields: tuple[Field, ...] = ()
    """All labelled fields of a card in order, including those parsed into the attributes above."""
    tags: tuple[str, ...] = ()
    bibtex: str = ""
    """The source of a BibTeX entry written in the note."""
    entry_type: str = ""
    """Entry type that the item type of a reference manager means; "" if none is stated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A parsed BibTeX entry."""

    key: str
    type: str
    """Lower case, as written: `inproceedings`."""
    fields: tuple[tuple[str, str], ...]
    """Names in lower case and values as written, without their outer braces or quotes; in order."""
    path: str
    line: int
    evidence: Evidence
    """The facts in the entry, with LaTeX converted to Unicode."""
    merged_from: tuple[str, ...] = ()
    """Places of the other entries, if this one was merged from several (`bib/a.bib:12`)."""
    further_keys: tuple[str, ...] = ()
    """Keys of these other entries, and those that biblatex's field `ids` lists."""

    @property
    def location(self) -> str:
        """Path and line, as in `Paper.origins`: `bib/papers.bib:12`."""
        return f"{self.path}:{self.line}"


class Mention(NamedTuple):
    """One place where a note refers to a paper, with the evidence found there."""

    note: str
    """The path of the note."""
    kind: MentionKind
    span: Span
    """Span of the link, the heading text, the key or the name itself."""
    line: int
    column: int
    text: str
    """The text of the span, without markup."""
    context: str
    """The author's own words around the mention, as self-contained Markdown: list item, paragraph, callout, card."""
    topic: tuple[str, ...] = ()
    """The headings and list items above the mention, outermost first."""
    evidence: Evidence = Evidence()
    anchor: str = ""
    """HTML id of the mention, unique in the page of its note."""
    creates_paper: bool = True
    """True if the mention creates a paper by itself; if not, it can only join a paper that exists without it."""
    entry: Entry | None = None
    """The BibTeX entry at the mention, parsed.  Its key is empty: the key of the note is in the evidence."""

    @property
    def location(self) -> str:
        """Path and line, as in `Paper.origins`: `notes/x.md:3`."""
        return f"{self.note}:{self.line}"


class Paper(NamedTuple):
    """A resolved paper: all its mentions, and the best of their facts."""

    citekey: str
    slug: str
    """Path-safe, unique ignoring case, Unicode form and punctuation."""
    title: str
    """Title that a source gives; "" if no source does.  `name` is never empty."""
    called: str = ""
    """Short name, citekey or identifier by which notes call a paper without a title; it is no title."""
    aliases: tuple[str, ...] = ()
    """All other keys under which the paper is or was cited."""
    former_keys: tuple[str, ...] = ()
    """The aliases that were its citekey: before it was renamed, or without the bibliography."""
    unwritten_keys: tuple[str, ...] = ()
    """The aliases that neither a note nor a file contains: its generated citekey without the bibliography."""
    lost_keys: tuple[str, ...] = ()
    """Its citekeys without the bibliography that name another paper now."""
    exported_keys: tuple[str, ...] = ()
    """The aliases that an exported file can contain: first the keys of its entries, then the others."""
    moved_from: tuple[str, ...] = ()
    """Slugs of its page before the citekey was renamed, or without the bibliography."""
    moved_keys: tuple[str, ...] = ()
    """The citekey at the time of each of these slugs."""
    authors: tuple[str, ...] = ()
    """Names in order, as in `Evidence.authors`."""
    year: int | None = None
    venue: Venue | None = None
    track: str = ""
    type: str = "misc"
    """The BibTeX entry type that fits the known facts: `inproceedings`, `article`, `misc`, …"""
    identifiers: tuple[Identifier, ...] = ()
    links: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    tldr: str = ""
    abstract: str = ""
    fields: tuple[Field, ...] = ()
    tags: tuple[str, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()
    mentions: tuple[Mention, ...] = ()
    """Ordered by note path, then offset."""
    entry: Entry | None = None
    """Its BibTeX entry: from `bib/*.bib`, several merged field by field, else from a note."""
    origins: Mapping[str, str] = MappingProxyType({})
    """The place each fact was taken from, by name of the fact: `bib/papers.bib:12`, `notes/x.md:3`, `citekey`."""

    @property
    def name(self) -> str:
        """Title, else what the notes call the paper, else the citekey; to be shown as a title only if there is one."""
        return self.title or self.called or self.citekey

    @property
    def written_aliases(self) -> tuple[str, ...]:
        """The other keys that the author knows, in the order of `aliases`."""
        return tuple(key for key in self.aliases if key != self.citekey and key not in self.unwritten_keys)

    @property
    def note_paths(self) -> tuple[str, ...]:
        """Paths of the notes that mention the paper, in the order of the mentions, each once."""
        return tuple(dict.fromkeys(mention.note for mention in self.mentions))
