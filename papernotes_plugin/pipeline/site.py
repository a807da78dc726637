"""Result of a build, and the intermediate results that a later build can reuse."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from papernotes_plugin.entries import fetched_fields
from papernotes_plugin.pipeline.linked_notes import NoteLinks
from papernotes_plugin.pipeline.missing_facts import missing_facts
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.pipeline.output_digests import OutputDigests
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import Entry, Library, Output, Source

_DOUBTS = {
    Code.CONFLICTING_IDENTIFIERS,
    Code.IDENTIFIER_CONTRADICTS,
    Code.POSSIBLE_DUPLICATE,
    Code.AMBIGUOUS_NAME,
    Code.DUPLICATE_CITEKEY,
}


@dataclass(frozen=True, slots=True)
class Counts:
    """Summary of a build in numbers."""

    notes: int = 0
    """Number of public notes."""
    mentions: int = 0
    papers: int = 0
    merged: int = 0
    """Number of papers with more than one mention."""
    doubtful: int = 0
    """Number of doubts about the identity of papers that were reported and changed nothing."""
    private: int = 0
    """Number of private notes."""
    entries: int = 0
    """Number of entries in the bibliography."""
    duplicates: int = 0
    """Number of these entries that describe the paper of another entry."""
    incomplete: int = 0
    """Number of papers that lack facts: see `missing_facts`."""

    def __str__(self) -> str:
        private = f" ({self.private} more private)" if self.private else ""
        entries = f"{counted(self.entries, 'entry', 'entries')}, " if self.entries else ""
        duplicates = f"{counted(self.duplicates, 'duplicate')}, " if self.entries else ""
        return (
            f"{counted(self.notes, 'note')}{private}, {counted(self.mentions, 'mention')}, "
            f"{entries}{counted(self.papers, 'paper')}, {duplicates}"
            f"{self.merged} merged, {self.doubtful} doubtful"
        )

    @classmethod
    def of(cls, library: Library, issues: Sequence[Issue], private: int, entries: Sequence[Entry]) -> Counts:
        """Return the counts of a library.

        Args:
            library: The papers and notes.
            issues: The issues of the build.
            private: The number of private notes.
            entries: The entries of the bibliography, as written.
        """
        files = {entry.path for entry in entries}
        described = sum(paper.entry is not None and paper.entry.path in files for paper in library.papers)
        return cls(
            notes=len(library.notes),
            mentions=sum(len(p.mentions) for p in library.papers),
            papers=len(library.papers),
            merged=sum(len(p.mentions) > 1 for p in library.papers),
            doubtful=sum(i.code in _DOUBTS for i in issues),
            private=private,
            entries=len(entries),
            duplicates=len(entries) - described,
            incomplete=sum(bool(missing_facts(paper)) for paper in library.papers),
        )

    def after_text_edit(self, library: Library, issues: Sequence[Issue]) -> Counts:
        """Return the counts of the library with its issues, after the wording of a note changed."""
        return replace(
            self,
            mentions=sum(len(p.mentions) for p in library.papers),
            merged=sum(len(p.mentions) > 1 for p in library.papers),
            doubtful=sum(i.code in _DOUBTS for i in issues),
        )


@dataclass(frozen=True, slots=True)
class BuildInputs:
    """All inputs of a build except the notes; see the arguments of `build`."""

    bibliography: tuple[Source, ...]
    key_lock: str
    csl: str
    author_files: tuple[str, ...]
    unpublished: tuple[str, ...]
    pages: bool
    config: Config

    @property
    def written_bibliography(self) -> tuple[Source, ...]:
        """The `.bib` files without that of facts that were looked up."""
        return tuple(source for source in self.bibliography if source.path != fetched_fields.FILE)


@dataclass(frozen=True, slots=True, eq=False)
class IssuesBySource:
    """The issues of a build by origin, without those of single notes, which are in `BuildMemo.analyses`."""

    general: tuple[Issue, ...]
    """Issues that concern several notes, the bibliography, the key lock or the outputs."""
    names: Mapping[str, tuple[Issue, ...]]
    """Issues about names in prose, by note path."""
    edits: Mapping[str, tuple[Issue, ...]]
    """Issues about links, citations and directives, by note path."""

    def all_issues(self, analyses: Mapping[str, NoteAnalysis], config: Config) -> tuple[Issue, ...]:
        """Return these issues and those of the analyses, with the levels of the options and ordered by place."""
        issues = [issue for analysis in analyses.values() for issue in analysis.issues]
        issues += self.general
        issues += (issue for of_note in (*self.names.values(), *self.edits.values()) for issue in of_note)
        return config.issues_to_report(issues)


@dataclass(frozen=True, slots=True)
class StoredSite:
    """The parts of a site as `stored_site` writes them."""

    rows: Mapping[str, bytes] = field(default_factory=dict)
    """Each part as compressed JSON, by name; empty if JSON cannot express one."""
    parts: Mapping[str, object] = field(default_factory=dict)
    """The value of each part, by the same names."""


@dataclass(frozen=True, slots=True, eq=False)
class BuildMemo:
    """Inputs and intermediate results of a build, for reuse by the next build."""

    inputs: BuildInputs
    analyses: Mapping[str, NoteAnalysis]
    """The analyses of all notes by path, private notes included."""
    issues: IssuesBySource
    names: NameIndex | None
    """The names of papers in prose; None if the option `names` is off."""
    read_entries: Callable[[], tuple[Entry, ...]]
    """Returns the entries of the bibliography, as written."""
    stored: StoredSite = StoredSite()
    """The parts of a site that was restored, as they are stored; empty for another site."""


@dataclass(frozen=True, eq=False)
class Site:
    """The result of a build: the library, the generated files and the issues."""

    library: Library
    outputs: tuple[Output, ...]
    """The generated pages and files, ordered by path; those that would replace a file of the author are left out."""
    issues: tuple[Issue, ...]
    counts: Counts
    config: Config
    style: Style
    """The style of citations and references."""
    prose: Style
    """The style of citations in notes without a list of references."""
    facts: PaperFacts
    """The facts of the papers that several outputs share; an edit of the wording of a note does not change them."""
    memo: BuildMemo
    backlinks: Mapping[str, str] = field(default_factory=dict)
    """The Markdown at the end of a note that lists the notes which link to it, by note path."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """The path of the author's file by the path of the output it replaces, if they differ in case or Unicode form."""
    private: Mapping[str, str] = field(default_factory=dict)
    """The line of front matter that makes a note private, by note path; the site contains nothing else of the note."""
    note_links: NoteLinks = field(default_factory=NoteLinks)
    changed_paths: frozenset[str] | None = None
    """The paths of the notes and outputs that may differ from those of the previous build.  None if all may differ, or
    if nothing was compared."""
    digests: OutputDigests | None = None
    """Digests of what the outputs show; None if nothing was compared."""

    @cached_property
    def output_paths(self) -> frozenset[str]:
        """The paths of the generated pages and files."""
        return frozenset(output.path for output in self.outputs)
