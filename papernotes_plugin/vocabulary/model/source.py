"""Every type that travels between the stages: frozen, slotted, free of behaviour that decides anything.

What there is by the hundred thousand is a named tuple, which is made and compared several times faster.
Imports the standard library only.  Offsets are half-open and count characters of `Note.text`; lines and
columns are 1-based and are those the author sees in an editor; paths are posix paths relative to the
folder the notes were read from.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import blake2b
from typing import Any, NamedTuple


class Span(NamedTuple):
    """A half-open range of character offsets into the text of one note."""

    start: int
    end: int


# --- vocabulary -----------------------------------------------------------------------------------


class Identifier(NamedTuple):
    """What decides identity: a scheme of `papernotes_plugin.identifiers` and its canonical value."""

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


class Link(NamedTuple):
    """A link of a paper under the label its author gave it (`Poster`, `arXiv`, `Code`)."""

    label: str
    url: str


class Field(NamedTuple):
    """A labelled value of a card, as written: `Field("Reason", "relevant to …")`."""

    label: str
    value: str
    """Markdown."""


@dataclass(frozen=True, slots=True)
class Venue:
    """Where a work appeared.  The track ("Oral") is no part of it; it stands beside it as a fact."""

    acronym: str
    """`ICLR`, or a journal's name where it has no acronym in use (`Nature`)."""
    year: int | None = None

    def __str__(self) -> str:
        return f"{self.acronym} {self.year}" if self.year else self.acronym


# --- read -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Source:
    """One text handed to the pipeline, not yet understood."""

    path: str
    data: bytes


class BlockKind(StrEnum):
    """The blocks a note is made of.  Only HEADING, PARAGRAPH, CELL and HTML hold inlines."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    """Also the text of a tight list item: every inline of an item stands in a paragraph within it."""
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    CODE = "code"
    HTML = "html"
    TABLE = "table"
    ROW = "row"
    CELL = "cell"
    RULE = "rule"
    FOOTNOTE = "footnote"


class Block(NamedTuple):
    """One block, in the order of the note; children follow their parent."""

    kind: BlockKind
    span: Span
    index: int  # type: ignore[assignment]
    """Its place in `Document.blocks`; what a tuple calls so is never asked of a block."""
    parent: int
    """The index of the enclosing block; -1 at the top."""
    level: int = 0
    """Of a heading 1 to 6; of an item its depth in nested lists, from 1."""
    info: str = ""
    """The info string of a code block, the callout type of a quote (`quote`), the label of a footnote, the id that its
    author gives a heading."""
    header: bool = False
    """Of a row: it is the table's head."""


class InlineKind(StrEnum):
    """The inlines of a text block."""

    TEXT = "text"
    CODE = "code"
    MATH = "math"
    LINK = "link"
    """Any link: inline, reference, `<autolink>`, a bare URL in text, `<a href>`."""
    IMAGE = "image"
    WIKILINK = "wikilink"
    EMBED = "embed"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    TAG = "tag"
    FOOTNOTE = "footnote"
    HTML = "html"


class Inline(NamedTuple):
    """One inline, in the order of the note.  Nesting (a link in strong text) is containment of spans."""

    kind: InlineKind
    span: Span
    block: int
    """The index of the text block it stands in."""
    text: str = ""
    """What a reader sees of it, without markup; of a wikilink its label, or else its target."""
    url: str = ""
    """Of a link or image its destination; of a wikilink or embed its target; of a tag its path."""
    inner: Span = Span(0, 0)
    """The span of the text between the markup: of `[text](url)` that of `text`."""
    bare: bool = False
    """Of a link: the text is the URL itself (autolink, bare URL)."""


@dataclass(frozen=True, slots=True)
class Document:
    """The Markdown of one note, parsed once.  Nothing within comments is in it."""

    blocks: tuple[Block, ...]
    inlines: tuple[Inline, ...]
    comments: tuple[Span, ...] = ()
    """The `%%…%%` comments."""


@dataclass(frozen=True, slots=True, eq=False)
class Note:
    """One Markdown source, repaired for reading and parsed."""

    path: str
    text: str
    """The whole text with its front matter, line ends as LF, encoding damage undone."""
    body: int
    """The offset at which the text after the front matter begins."""
    title: str
    """From the front matter, else the only first-level heading, else the file's name."""
    meta: Mapping[str, object]
    """The front matter, scalars as the author wrote them; empty where there is none or it is broken."""
    meta_lines: Mapping[str, int]
    """The line of each top-level key of the front matter."""
    document: Document
    tags: tuple[str, ...] = ()
    """Tag paths of front matter and text, first spelling, in order, unique ignoring case."""
    aliases: tuple[str, ...] = ()
    line_starts: tuple[int, ...] = (0,)
    too_complex: str = ""
    """Why it is too much to be read as Markdown: its document is empty then."""

    def place(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


# --- recognise ------------------------------------------------------------------------------------


class MentionKind(StrEnum):
    """How a note refers to a paper: the recogniser that saw it."""

    LITERATURE_NOTE = "literature-note"
    BIBTEX = "bibtex"
    CARD = "card"
    ITEM = "item"
    CITATION = "citation"
    KEY = "key"
    NAME = "name"


class Evidence(NamedTuple):
    """What one place says of a paper.  Everything may be missing."""

    title: str = ""
    """As written, Markdown markup removed; math and LaTeX kept."""
    authors: tuple[str, ...] = ()
    """Names as written, "Given Family" or "Family, Given", in order."""
    year: int | None = None
    venue: str = ""
    """The acronym alone."""
    track: str = ""
    """As written: `Oral`, `OralPoster`, `Datasets and Benchmarks`."""
    identifiers: tuple[Identifier, ...] = ()
    citekey: str = ""
    links: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    """Short names given at this place (`Transfusion [key](url)`)."""
    tldr: str = ""
    abstract: str = ""
    fields: tuple[Field, ...] = ()
    """All labelled fields of a card in order, the ones understood above included."""
    tags: tuple[str, ...] = ()
    bibtex: str = ""
    """The source of a BibTeX entry written in the note."""


class Mention(NamedTuple):
    """One place where a note refers to a paper, and what it says there."""

    note: str
    kind: MentionKind
    span: Span
    """Of the link, the heading's text, the key or the name itself."""
    line: int
    column: int
    text: str
    """What stands at the span, without markup."""
    context: str
    """The author's own words around it, as Markdown that stands alone: bullet, paragraph, callout, card body."""
    topic: tuple[str, ...] = ()
    """Heading path and bullet path above it, outermost first."""
    evidence: Evidence = Evidence()
    anchor: str = ""
    """The id of the place within its page; unique in its note."""
    creates_paper: bool = True
    """It may establish a paper by itself; otherwise it only joins one that something else established."""
    entry: Entry | None = None
    """The BibTeX entry written there, understood; without a key, for the note's key is in the evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One BibTeX entry, understood."""

    key: str
    type: str
    """Lower case, as written: `inproceedings`."""
    fields: tuple[tuple[str, str], ...]
    """Names in lower case, values as written without their outer braces or quotes; in order."""
    path: str
    line: int
    evidence: Evidence
    """What it says, with LaTeX turned into Unicode."""
    places: tuple[str, ...] = ()
    """Of an entry made from several: where the others stand (`bib/a.bib:12`)."""


class NoteLink(NamedTuple):
    """One place where a note links to another note, or names it."""

    note: str
    target: str
    """The path of the other note."""
    span: Span
    line: int
    column: int
    text: str
    """What stands at the span, as written, on one line."""
    context: str
    """The author's own words around it, as Markdown that stands alone."""
    topic: tuple[str, ...] = ()
    """Heading path and bullet path above it, outermost first."""
    anchor: str = ""
    """The id of the place within its page."""


# --- resolve --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The resolved work: every mention of it, and the best of what they say."""

    citekey: str
    slug: str
    """Path-safe, unique ignoring case, Unicode form and punctuation."""
    title: str
    """Never empty: the citekey or the first identifier where nothing names it."""
    aliases: tuple[str, ...] = ()
    """All other keys it was ever called."""
    moved_from: tuple[str, ...] = ()
    """Slugs under which its page stood before it was renamed."""
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: Venue | None = None
    track: str = ""
    type: str = "misc"
    """BibTeX entry type that fits what is known: `inproceedings`, `article`, `misc`, …"""
    identifiers: tuple[Identifier, ...] = ()
    links: tuple[Link, ...] = ()
    labels: tuple[str, ...] = ()
    tldr: str = ""
    abstract: str = ""
    fields: tuple[Field, ...] = ()
    tags: tuple[str, ...] = ()
    topics: tuple[tuple[str, ...], ...] = ()
    mentions: tuple[Mention, ...] = ()
    """In the order of note path and offset."""
    entry: Entry | None = None
    """The entry that stands for it: of `bib/*.bib`, several made one field by field, else of a note."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """Where each fact comes from, by name of the fact: `bib/papers.bib:12`, `notes/x.md:3`, `citekey`."""


# --- index ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Group:
    """The papers (and notes) under one tag, topic or venue."""

    path: tuple[str, ...]
    """`("LLM", "Training")`; a tag `a/b` is `("a", "b")`; a venue `("ICLR", "2025")`."""
    slug: str
    """Path-safe, posix, without ending: `llm/training`."""
    papers: tuple[str, ...]
    """Slugs of the papers in it or below it, in the order of the library."""
    own: tuple[str, ...] = ()
    """Slugs of the papers directly in it."""
    notes: tuple[str, ...] = ()
    """Paths of the notes in it or below it."""
    children: tuple[str, ...] = ()
    """Slugs of the groups one step below."""

    @property
    def name(self) -> str:
        """The last step of its path."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class Related:
    """A neighbour of a paper and why it is one."""

    paper: str
    """Its slug."""
    reason: str
    """For people: `same note, 2 shared tags`."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the map: a year, or the decade of several.  All measures of a map are pixels from its top left."""

    label: str
    left: int
    width: int
    papers: int


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane of the map: papers about one thing."""

    name: str
    kind: str
    """`tags` or `topics`, "" for the papers that are in no other lane."""
    group: str
    """The slug of its tag or topic."""
    top: int
    height: int
    papers: tuple[int, ...]
    """How many stand in each column."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A paper on the map."""

    paper: str
    """Its slug."""
    x: int
    """Of its middle."""
    y: int
    lane: int
    """Index of its lane."""
    size: int
    """In how many notes it is, at most three."""


@dataclass(frozen=True, slots=True)
class Thread:
    """The papers of one note, which it ties together."""

    note: str
    papers: tuple[str, ...]
    """Slugs, each once, year by year on the map, in turns down and up again, and so from row to row."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The map of a library: what stands where."""

    width: int
    height: int
    pitch: int
    """The distance from dot to dot within one year and lane; no dot is wider."""
    columns: tuple[Column, ...]
    """From the oldest."""
    lanes: tuple[Lane, ...]
    """From the top: the fullest first, that of the rest last."""
    dots: tuple[Dot, ...]
    """By row, then from left to right."""
    threads: tuple[Thread, ...]
    """By path of the note; notes with one paper have none."""


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """Everything known, in order.  Mappings are for looking up, tuples for showing."""

    papers: tuple[Paper, ...]
    """By year (latest first), then title."""
    notes: tuple[Note, ...]
    """By path."""
    tags: tuple[Group, ...] = ()
    topics: tuple[Group, ...] = ()
    venues: tuple[Group, ...] = ()
    by_slug: Mapping[str, Paper] = field(default_factory=dict)
    by_key: Mapping[str, Paper] = field(default_factory=dict)
    """Citekeys and aliases, as written; a key that two papers claim belongs to its citekey's owner."""
    by_identifier: Mapping[Identifier, Paper] = field(default_factory=dict)
    by_title: Mapping[str, Paper] = field(default_factory=dict)
    """Normalised titles; of papers with one title the last."""
    mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]] = field(default_factory=dict)
    """Per note path, in the order of the note."""
    related: Mapping[str, tuple[Related, ...]] = field(default_factory=dict)
    """By slug, best first."""
    by_path: Mapping[str, Note] = field(default_factory=dict)
    by_name: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths of notes by the last step of their path, without ending and case; shortest path first.  Of paths that share
    it also by each longer end and, after a `/`, by the whole path."""
    by_alias: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths of notes by what else they are called, without case: those with such an alias, then those so titled."""
    links: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """Per note path its links to other notes, in the order of the note."""
    backlinks: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """Per note path the links to it, by the path of the note in which they stand and then in its order."""
    named: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """Per note path the places where its prose names other notes, in the order of the note."""
    unlinked: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """Per note path the places that name it and are no links, ordered as `backlinks`."""
    private: frozenset[str] = frozenset()
    """What notes that are kept back go by, without ending and case: name, aliases, title, and `/` with the path."""
    anchors: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Per note path the ids of its headings and blocks in the page, as a wikilink may write them (`^id` a block)."""
    by_file: Mapping[str, tuple[str, ...]] | None = None
    """Paths of the files that are no notes by their names, as `by_name` has them, but with endings.  None where nobody
    said what files there are."""
    by_tag: Mapping[tuple[str, ...], Group] = field(default_factory=dict)
    """The groups of `tags`, by path without case and Unicode form."""
    chart: Chart | None = None
    """Where the papers stand on the map; None where no pages are made, and without papers."""


# --- render ---------------------------------------------------------------------------------------


class Output:
    """One file of the site to be: text only, made when it is asked for and not kept.

    Two are equal that have one path and one text.
    """

    __slots__ = ("_digest", "_text", "front", "of", "path")

    def __init__(self, path: str, text: str | Callable[[Any], str], of: Any = None, front: str = "") -> None:
        """A file with a text, or with what makes one, the same each time, of `of`."""
        self.path = path
        """Posix path below the docs folder: `papers/x.md`, `papers.bib`."""
        self.front = front
        """The front matter that a page of ours begins with, marks included; "" of what is none."""
        self.of = of
        self._text = text
        self._digest: bytes | None = None

    @property
    def text(self) -> str:
        """All that is in it."""
        text = self._text if isinstance(self._text, str) else self._text(self.of)
        if self._digest is None:
            self._digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return text

    @property
    def digest(self) -> bytes:
        """What tells its text from another, in 16 bytes; known from when the text was made first."""
        if self._digest is None:
            _ = self.text
        assert self._digest is not None
        return self._digest

    def again(self, of: Any) -> Output:
        """The same file with the same text, made of something else."""
        other = Output(self.path, self._text, of, self.front)
        other._digest = self._digest
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and (self.path, self.digest) == (other.path, other.digest)

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"Output({self.path!r})"


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement in the text of a note; an empty span inserts."""

    span: Span
    text: str
