"""Read and recognise: parse each note and find the papers that it mentions.

The analysis of a note depends on its source, and on the evidence that all notes give: see `SharedEvidence`.  A later
build reuses it while both are unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from posixpath import dirname
from typing import Protocol, TypeVar

from papernotes_plugin import text
from papernotes_plugin.markup import recurring_headings, visibility
from papernotes_plugin.pipeline import bibtex_in_notes
from papernotes_plugin.pipeline.recogniser_failures import RecogniserFailures
from papernotes_plugin.reading import note_reader
from papernotes_plugin.recognisers import recognise
from papernotes_plugin.recognisers.evidence.authors import author_profiles
from papernotes_plugin.recognisers.evidence.papers import folders_of_books, folders_of_papers
from papernotes_plugin.recognisers.evidence.papers.folders_of_books import NO_SIGNS, TitleSigns
from papernotes_plugin.recognisers.evidence.papers.folders_of_papers import NoteKind
from papernotes_plugin.recognisers.evidence.structure.context import NO_SHARED_EVIDENCE, SharedEvidence
from papernotes_plugin.recognisers.evidence.titles.names_of_books import TitleForm
from papernotes_plugin.vocabulary.config import Config, excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Library, Mention, Note, Paper, Source

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")
_Recognised = tuple[list[Mention], list[Issue]]
"""The mentions of a note, and the issues of finding them."""


@dataclass(frozen=True, slots=True, eq=False)
class NoteAnalysis:
    """A parsed note with its mentions and issues."""

    data: bytes
    """The source that was analysed."""
    note: Note
    private: str
    """The line of front matter that makes the note private; "" if it is public.  A private note has no mentions."""
    mentions: tuple[Mention, ...]
    issues: tuple[Issue, ...]
    headings: tuple[str, ...] = ()
    """The `heading_keys` of a public note."""
    kind: NoteKind = NoteKind.OTHER
    """The evidence of the note on its folder."""
    title_signs: TitleSigns = NO_SIGNS
    """The same, if it is one of notes on books."""
    shared: SharedEvidence = NO_SHARED_EVIDENCE
    """The evidence on the note that all notes give."""
    stored: bytes = b""
    """The analysis as it was read from a snapshot: see `stored_analysis`; empty if the note itself was analysed."""


class MapFunction(Protocol):
    """Function that calls another one with each item, as `map` does, and may use several processes for it."""

    def __call__(self, function: Callable[[_Item], _Result], items: Sequence[_Item], /) -> Iterable[_Result]:
        """Return the results, in the order of the items."""
        ...


def analyse_notes(
    sources: Iterable[Source],
    config: Config,
    earlier: Mapping[str, NoteAnalysis],
    map_notes: MapFunction = map,
) -> dict[str, NoteAnalysis]:
    """Return the analysis of each note that is not excluded, by path and in the order of the paths.

    Args:
        sources: The notes.
        config: The options; `exclude` has the patterns of excluded notes.
        earlier: Analyses of an earlier build by path; those of unchanged sources are reused as the same objects.
        map_notes: Function that calls another one with each note.
    """
    included = [source for source in sorted(sources, key=lambda s: s.path) if not excluded(source.path, config.exclude)]
    read: dict[str, NoteAnalysis] = {}
    for source in included:
        before = earlier.get(source.path)
        read[source.path] = before if before and before.data == source.data else read_source(source)
    labels = _labels(read, earlier)
    folders = folders_of_papers.find_folders({path: analysis.kind for path, analysis in read.items()})
    forms = folders_of_books.find_folders({path: analysis.title_signs for path, analysis in read.items()})
    profiles = author_profiles.find_profiles(analysis.note for analysis in read.values())
    changed: dict[str, tuple[NoteAnalysis, SharedEvidence]] = {}
    for source in included:
        analysis = read[source.path]
        if analysis.private:
            continue
        may_be_on_paper = analysis.kind in (NoteKind.TITLED, NoteKind.HEADED, NoteKind.ON_PAPER)
        is_among_papers = may_be_on_paper and dirname(source.path) in folders
        names = author_profiles.names_of_users(analysis.note, profiles)
        form = forms.get(folders_of_books.folder_of(source.path), TitleForm.NONE)
        shared = SharedEvidence(labels.intersection(analysis.headings), is_among_papers, form, names)
        if analysis is not earlier.get(source.path):
            changed[source.path] = analysis, shared
        elif analysis.shared != shared:
            changed[source.path] = read_source(source), shared
    results = map_notes(_mentions_with_evidence, [(analysis.note, shared) for analysis, shared in changed.values()])
    for (path, (analysis, shared)), result in zip(changed.items(), results, strict=True):
        read[path] = _with_mentions(analysis, shared, result)
    return read


def _labels(analyses: Mapping[str, NoteAnalysis], earlier: Mapping[str, NoteAnalysis]) -> frozenset[str]:
    """Return the headings that are labels of sections; those of the earlier build, if its notes have the same sections.

    Only the sections of changed notes are then read, which matters in a preview.
    """
    if analyses.keys() == earlier.keys() and all(
        analysis is earlier[path] or _sections(analysis) == _sections(earlier[path])
        for path, analysis in analyses.items()
    ):
        return frozenset().union(*(analysis.shared.labels for analysis in earlier.values()))
    return recurring_headings.find_labels({a.note: a.headings for a in analyses.values()})


def _sections(analysis: NoteAnalysis) -> tuple[object, ...]:
    return (analysis.headings, *recurring_headings.sections(analysis.note))


def read_source(source: Source) -> NoteAnalysis:
    """Return the parsed note and the issues in its front matter, without mentions."""
    note, issues = note_reader.read_note(source)
    if private := visibility.private_setting(note.meta):
        return NoteAnalysis(source.data, note, private, (), (_private_note(note, private),))
    headings = recurring_headings.heading_keys(note)
    kind, signs = folders_of_papers.note_kind(note), folders_of_books.title_signs(note)
    return NoteAnalysis(source.data, note, "", (), issues, headings, kind, signs)


def add_mentions(analysis: NoteAnalysis, shared: SharedEvidence) -> NoteAnalysis:
    """Return the analysis of a note with its mentions, and the issues in its BibTeX; a private note has none.

    Args:
        analysis: The result of `read_source`.
        shared: The evidence on the note that all notes give.
    """
    return analysis if analysis.private else _with_mentions(analysis, shared, _mentions(analysis.note, shared))


def _with_mentions(analysis: NoteAnalysis, shared: SharedEvidence, result: _Recognised) -> NoteAnalysis:
    mentions, issues = result
    return replace(analysis, mentions=tuple(mentions), issues=(*analysis.issues, *issues), shared=shared)


def _mentions_with_evidence(note_and_evidence: tuple[Note, SharedEvidence]) -> _Recognised:
    return _mentions(*note_and_evidence)


def _mentions(note: Note, shared: SharedEvidence = NO_SHARED_EVIDENCE) -> _Recognised:
    """Return the mentions of a note with their BibTeX, and the issues; no mentions if a recogniser fails."""
    failures = RecogniserFailures()
    nothing: _Recognised = ([], [])
    recognised = partial(recognise, note, shared)
    mentions, issues = failures.call(note, lambda: bibtex_in_notes.attach_entries(note, recognised()), nothing)
    return mentions, [*issues, *failures.issues.get(note.path, ())]


def _private_note(note: Note, reason: str) -> Issue:
    name = reason.partition(":")[0]
    line = next((line for key, line in note.meta_lines.items() if key.strip().casefold() == name), None)
    return issue(Code.PRIVATE_NOTE, note.path, line, f"'{reason}' makes the note private; nothing of it is published")


def match_mentions(note: Note, library: Library) -> tuple[tuple[Mention, Paper], ...]:
    """Return the mentions of a text that is not part of the build, each with its paper in the library.

    A mention matches by identifier, else by citekey, else by title.  Mentions without a match are left out.
    """
    pairs: list[tuple[Mention, Paper]] = []
    for mention in _mentions(note)[0]:
        evidence = mention.evidence
        by_identifier = (library.by_identifier.get(identifier) for identifier in evidence.identifiers)
        paper = next(filter(None, by_identifier), None) or library.by_key.get(evidence.citekey)
        paper = paper or library.by_title.get(text.comparison_key(evidence.title))
        if paper:
            pairs.append((mention, paper))
    return tuple(pairs)
