"""Read and recognise: parse each note and find the papers that it mentions.

The analysis of a note depends on its source alone.  A later build reuses it while the source is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from papernotes_plugin import text
from papernotes_plugin.markup import visibility
from papernotes_plugin.pipeline import bibtex_in_notes
from papernotes_plugin.pipeline.recogniser_failures import RecogniserFailures
from papernotes_plugin.reading import note_reader
from papernotes_plugin.recognisers import recognise
from papernotes_plugin.vocabulary.config import Config, excluded
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Library, Mention, Note, Paper, Source


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


def analyse_notes(
    sources: Iterable[Source], config: Config, earlier: Mapping[str, NoteAnalysis]
) -> dict[str, NoteAnalysis]:
    """Return the analysis of each note that is not excluded, by path and in the order of the paths.

    Args:
        sources: The notes.
        config: The options; `exclude` has the patterns of excluded notes.
        earlier: Analyses of an earlier build by path; those of unchanged sources are reused as the same objects.
    """
    analyses: dict[str, NoteAnalysis] = {}
    for source in sorted(sources, key=lambda source: source.path):
        if not excluded(source.path, config.exclude):
            analysis = earlier.get(source.path)
            if analysis is None or analysis.data != source.data:
                analysis = analyse_note(source)
            analyses[source.path] = analysis
    return analyses


def analyse_note(source: Source) -> NoteAnalysis:
    """Return the parsed note, its mentions, and the issues in its front matter and BibTeX."""
    note, issues = note_reader.read_note(source)
    if private := visibility.private_setting(note.meta):
        return NoteAnalysis(source.data, note, private, (), (_private_note(note, private),))
    mentions, more_issues = _mentions(note)
    return NoteAnalysis(source.data, note, "", tuple(mentions), (*issues, *more_issues))


def _mentions(note: Note) -> tuple[list[Mention], list[Issue]]:
    """Return the mentions of a note with their BibTeX, and the issues; no mentions if a recogniser fails."""
    failures = RecogniserFailures()
    nothing: tuple[list[Mention], list[Issue]] = ([], [])
    mentions, issues = failures.call(note, lambda: bibtex_in_notes.attach_entries(note, recognise(note)), nothing)
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
