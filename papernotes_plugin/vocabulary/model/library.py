"""Types of the index and render stages: the library of papers and notes, and the generated files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from typing import Any, NamedTuple

from papernotes_plugin.vocabulary.model.chart import Chart
from papernotes_plugin.vocabulary.model.paper import Identifier, Mention, Paper
from papernotes_plugin.vocabulary.model.source import Note, Span


class NoteLink(NamedTuple):
    """One place where a note links to another note, or names it."""

    note: str
    """The path of the note that links."""
    target: str
    """The path of the other note."""
    span: Span
    line: int
    column: int
    text: str
    """The text of the span as written, on one line."""
    context: str
    """The author's own words around the link, as self-contained Markdown."""
    topic: tuple[str, ...] = ()
    """The headings and list items above the link, outermost first."""
    anchor: str = ""
    """HTML id of the link, unique in the page of its note."""


@dataclass(frozen=True, slots=True)
class Group:
    """The papers and notes under one tag, topic or venue."""

    path: tuple[str, ...]
    """`("LLM", "Training")`; a tag `a/b` is `("a", "b")`; a venue `("ICLR", "2025")`."""
    slug: str
    """Path-safe, posix, without file extension: `llm/training`."""
    papers: tuple[str, ...]
    """Slugs of the papers in the group or below it, in the order of the library."""
    own_papers: tuple[str, ...] = ()
    """Slugs of the papers directly in the group."""
    notes: tuple[str, ...] = ()
    """Paths of the notes in the group or below it."""
    children: tuple[str, ...] = ()
    """Slugs of the groups one level below."""

    @property
    def name(self) -> str:
        """The last step of the path."""
        return self.path[-1]


@dataclass(frozen=True, slots=True)
class RelatedPaper:
    """A related paper, and why it is related."""

    paper: str
    """The slug of the paper."""
    reason: str
    """Text for readers: `same note, 2 shared tags`."""


@dataclass(frozen=True, slots=True, eq=False)
class Library:
    """All papers and notes of a build.  Mappings are for lookup, tuples for display."""

    papers: tuple[Paper, ...]
    """Ordered by year (latest first), then title."""
    notes: tuple[Note, ...]
    """Ordered by path."""
    tags: tuple[Group, ...] = ()
    topics: tuple[Group, ...] = ()
    venues: tuple[Group, ...] = ()
    by_slug: Mapping[str, Paper] = field(default_factory=dict)
    by_key: Mapping[str, Paper] = field(default_factory=dict)
    """Papers by citekey and alias, as written; a key claimed twice belongs to the paper that has it as citekey."""
    by_identifier: Mapping[Identifier, Paper] = field(default_factory=dict)
    by_title: Mapping[str, Paper] = field(default_factory=dict)
    """Papers with a title by their normalised title; of papers with the same title the last."""
    mentions: Mapping[str, tuple[tuple[Mention, Paper], ...]] = field(default_factory=dict)
    """The mentions of each note with their papers, by note path; in the order of the note."""
    related: Mapping[str, tuple[RelatedPaper, ...]] = field(default_factory=dict)
    """Related papers by slug, the closest first."""
    by_path: Mapping[str, Note] = field(default_factory=dict)
    by_name: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths of notes by case-folded file name without extension, shortest path first.  Notes that share a file name
    also have a key for each longer end of their path and, after a `/`, for the whole path."""
    by_alias: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Paths of notes by case-folded alias or title: first the notes with that alias, then those with that title."""
    links: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """The links of each note to other notes, by note path; in the order of the note."""
    backlinks: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """The links to each note, by note path; ordered by the path of the linking note, then as in that note."""
    name_links: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """The places where the prose of a note names other notes, by note path; in the order of the note."""
    unlinked_names: Mapping[str, tuple[NoteLink, ...]] = field(default_factory=dict)
    """The places that name a note without linking to it, by the path of the named note; ordered as `backlinks`."""
    private: frozenset[str] = frozenset()
    """Names of private notes, case-folded and without extension: file name, aliases, title, and `/` with the path."""
    anchors: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """HTML ids of headings and blocks by note path, then by the form used in a wikilink (`^id` for a block)."""
    by_file: Mapping[str, tuple[str, ...]] | None = None
    """Paths of files that are not notes, keyed as in `by_name` but with extension.  None if the files are unknown."""
    by_tag: Mapping[tuple[str, ...], Group] = field(default_factory=dict)
    """The groups of `tags` by path, ignoring case and Unicode form."""
    uses_wikilinks: bool = False
    """True if `[[…]]` is a link in these notes, so that one that leads nowhere is a mistake."""
    is_vault: bool = False
    """True if the syntax of Obsidian has its meaning in these notes."""
    linked_files: frozenset[str] = frozenset()
    """Names of the `.bib` and RIS files that notes link to, as in `links.paper_files`; empty with `paper_files`."""
    chart: Chart | None = None
    """The map; None without papers, and in builds without pages."""


class Detail(Enum):
    """Amount of detail about a paper in an output; each includes those before it."""

    FACTS = 1
    """The facts in references and bibliographies."""
    ROW = 2
    """A row in a list of papers."""
    PAGE = 3
    """The page of the paper, with its mentions and related papers."""


class Subject(NamedTuple):
    """Content of an output, so that a later build knows which outputs a change can affect."""

    papers: tuple[str, ...]
    """Slugs of the papers."""
    detail: Detail
    rest: object = None
    """Everything else that a list shows, apart from the navigation bar; None if the path names the only paper."""


class Output:
    """A generated text file.  Its text is computed on each access, and stored only after `keep_text`.

    Two outputs are equal if they have the same path and the same text.
    """

    __slots__ = ("_digest", "_text", "context", "front_matter", "path", "subject")

    def __init__(
        self,
        path: str,
        text: str | Callable[[Any], str],
        context: Any = None,
        front_matter: str = "",
        subject: Subject | None = None,
    ) -> None:
        """Create a file from a text, or from a function that returns the same text for `context` on every call."""
        self.path = path
        """Posix path relative to the docs folder: `papers/x.md`, `papers.bib`."""
        self.front_matter = front_matter
        """The front matter at the start of a generated page, including its delimiters; "" for other files."""
        self.context = context
        """The argument of the function that computes the text."""
        self.subject = subject
        """The content of the file; None if it may show anything in the library."""
        self._text = text
        self._digest: bytes | None = None

    @property
    def text(self) -> str:
        """The whole content."""
        text = self._text if isinstance(self._text, str) else self._text(self.context)
        if self._digest is None:
            self._digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        return text

    @property
    def digest(self) -> bytes:
        """Digest of the text, 16 bytes; stored when the text is first computed."""
        if self._digest is None:
            _ = self.text
        assert self._digest is not None
        return self._digest

    def keep_text(self) -> None:
        """Store the text, which will be needed again."""
        self._text = self.text

    def set_digest(self, digest: bytes) -> None:
        """Store the digest of the text, which another process has computed."""
        self._digest = digest

    def with_context(self, context: Any) -> Output:
        """Return the same file, computed from another context that must give the same text."""
        other = Output(self.path, self._text, context, self.front_matter, self.subject)
        other._digest = self._digest
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Output) and (self.path, self.digest) == (other.path, other.digest)

    def __hash__(self) -> int:
        return hash(self.path)

    def __repr__(self) -> str:
        return f"Output({self.path!r})"
