"""What a build gives back, and what of it the next one may use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from papernotes_plugin.pipeline.linked_notes import NoteLinks
from papernotes_plugin.pipeline.note_analysis import NoteAnalysis
from papernotes_plugin.recognisers.paper_name import NameIndex
from papernotes_plugin.vocabulary.citation_model import Style
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import Entry, Library, Output, Source

_DOUBTS = {
    Code.CONFLICTING_IDENTIFIERS,
    Code.POSSIBLE_DUPLICATE,
    Code.AMBIGUOUS_NAME,
    Code.DUPLICATE_CITEKEY,
}


@dataclass(frozen=True, slots=True)
class Counts:
    """The summary of one build."""

    notes: int = 0
    mentions: int = 0
    papers: int = 0
    merged: int = 0
    """Papers mentioned at more than one place."""
    doubtful: int = 0
    """Doubts reported and not acted on."""
    private: int = 0
    """Notes that their front matter keeps back; they are not among `notes`."""

    def __str__(self) -> str:
        kept = f" ({self.private} more kept back)" if self.private else ""
        return (
            f"{self.notes} notes{kept}, {self.mentions} mentions, {self.papers} papers, "
            f"{self.merged} merged, {self.doubtful} doubtful"
        )

    @classmethod
    def of(cls, library: Library, issues: Sequence[Issue], private: int) -> Counts:
        """What there is in a library."""
        return cls(
            notes=len(library.notes),
            mentions=sum(len(p.mentions) for p in library.papers),
            papers=len(library.papers),
            merged=sum(len(p.mentions) > 1 for p in library.papers),
            doubtful=sum(i.code in _DOUBTS for i in issues),
            private=private,
        )


@dataclass(frozen=True, slots=True)
class BuildInputs:
    """What a build was asked for, its notes apart."""

    bibliography: tuple[Source, ...]
    key_lock: str
    csl: str
    taken: tuple[str, ...]
    unpublished: tuple[str, ...]
    pages: bool
    config: Config


@dataclass(frozen=True, slots=True, eq=False)
class IssuesBySource:
    """The issues of a build by where they come from; what each note says is in `BuildMemo.analyses`."""

    general: tuple[Issue, ...]
    """Of what the notes say together."""
    names: Mapping[str, tuple[Issue, ...]]
    """Per note path, of the names in its prose."""
    edits: Mapping[str, tuple[Issue, ...]]
    """Per note path, of what stands in it that leads nowhere."""

    def all_issues(self, analyses: Mapping[str, NoteAnalysis], config: Config) -> tuple[Issue, ...]:
        """All of them as the author wants them told."""
        every = [issue for one in analyses.values() for issue in one.issues]
        every += self.general
        every += (issue for of_note in (*self.names.values(), *self.edits.values()) for issue in of_note)
        return config.told(every)


@dataclass(frozen=True, slots=True, eq=False)
class BuildMemo:
    """What the next build may use of one: everything in it depends on the notes and on what was asked alone."""

    inputs: BuildInputs
    analyses: Mapping[str, NoteAnalysis]
    """By note path, those that are kept back among them."""
    issues: IssuesBySource
    names: NameIndex | None
    """What papers are called in prose; None where nobody looks for that."""
    entries: tuple[Entry, ...]
    """Those of the bibliography, as they stand there."""


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """What a build gives back."""

    library: Library
    outputs: tuple[Output, ...]
    """The generated pages and files, by path; a page of the author's own at one of these paths is left out."""
    issues: tuple[Issue, ...]
    counts: Counts
    config: Config
    style: Style
    """That of its citations and references."""
    prose: Style
    """That of its citations where there is no list of references."""
    memo: BuildMemo
    backlinks: Mapping[str, str] = field(default_factory=dict)
    """Per note path what stands at its end about the notes that link to it."""
    replaced: Mapping[str, str] = field(default_factory=dict)
    """Per path of a page that is left out the path of the author's, where the two differ in case or Unicode form."""
    private: Mapping[str, str] = field(default_factory=dict)
    """Per path of a note that its front matter keeps back what says so; nothing of it is anywhere else in it."""
    note_links: NoteLinks = field(default_factory=NoteLinks)
    """What its notes have to do with one another."""
    changed_paths: frozenset[str] | None = None
    """Of a build that followed another the paths of the notes and the outputs that may be other than they were; None
    where all may be, or nobody has compared them."""
