"""Find the places where prose names a paper or a note without linking to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from papernotes_plugin.pipeline.recogniser_failures import RecogniserFailures
from papernotes_plugin.recognisers import note_name, paper_name, with_anchors
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.note_name import NameOccurrences, NoteNames
from papernotes_plugin.recognisers.paper_name import NamesInNote
from papernotes_plugin.text import counted
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Mention, Note, Paper


@dataclass(frozen=True, slots=True, eq=False)
class NamesInProse:
    """The names that the prose of all notes contains."""

    papers: tuple[Paper, ...]
    """The papers, in their order, with the mentions by name added and all anchors numbered again."""
    issues: Mapping[str, tuple[Issue, ...]] = field(default_factory=dict)
    """Issues about names that fit several papers, and about notes that could not be searched, by note path."""
    note_names: Mapping[str, NameOccurrences] = field(default_factory=dict)
    """The occurrences of names of notes, by the path of the note that contains them."""
    paper_names: NameIndex | None = None
    """The names of papers, with what all notes say about them."""


def find_names_in_prose(
    notes: Sequence[Note], papers: Sequence[Paper], paper_names: NameIndex, note_names: NoteNames
) -> NamesInProse:
    """Return the papers with the mentions by name that the prose of the notes adds, and the names of notes in it."""
    occurrences: dict[str, NameOccurrences] = {}
    issues: dict[str, tuple[Issue, ...]] = {}
    failures = RecogniserFailures()
    pairs_of: dict[str, list[tuple[Mention, int]]] = {note.path: [] for note in notes}
    for index, paper in enumerate(papers):
        for mention in paper.mentions:
            pairs_of[mention.note].append((mention, index))
    places: dict[str, NamesInNote] = {}
    for note in notes:
        search = partial(_search_note, note, paper_names, note_names)
        places[note.path], occurrences[note.path] = failures.call(note, search, (NamesInNote(), ()))
    # a name is believed only after all notes have shown what else it means
    paper_names = paper_name.with_usage(paper_names, places.values())
    mentions_of: dict[int, list[Mention]] = {}
    for note in notes:
        pairs = pairs_of[note.path]
        add = partial(add_names, note, places[note.path], pairs, paper_names)
        pairs, issues[note.path] = failures.call(note, add, (pairs, ()))
        for mention, index in pairs:
            mentions_of.setdefault(index, []).append(mention)
    named: list[Paper] = []
    for index, paper in enumerate(papers):
        mentions = tuple(mentions_of.get(index, ()))
        named.append(paper if paper.mentions == mentions else paper._replace(mentions=mentions))
    return NamesInProse(tuple(named), {**issues, **failures.issues}, occurrences, paper_names)


def _search_note(note: Note, paper_names: NameIndex, note_names: NoteNames) -> tuple[NamesInNote, NameOccurrences]:
    """Return the places of a note with the words of names of papers, and those of names of notes."""
    prose = Prose(note)
    return paper_name.search(note, prose, paper_names), note_name.find_occurrences(prose, note_names)


def add_names(
    note: Note, places: NamesInNote, pairs: Sequence[tuple[Mention, int]], names: NameIndex
) -> tuple[list[tuple[Mention, int]], tuple[Issue, ...]]:
    """Return all mentions of a note including those by name, and issues about names that fit several papers.

    Args:
        note: The note.
        places: The places of its running text that have the words of a name.
        pairs: Its other mentions, each with the index of its paper in `names.papers`.
        names: The names of the papers, with what all notes say about them.
    """
    candidates = paper_name.find(note, places, pairs, names)
    unique = [(mention, fits[0]) for mention, fits in candidates if len(fits) == 1]
    paper_of = {(mention.span, mention.kind): index for mention, index in [*pairs, *unique]}
    ambiguous = [(mention, [names.papers[i].citekey for i in fits]) for mention, fits in candidates if len(fits) > 1]
    mentions = with_anchors([mention for mention, _ in [*pairs, *unique]])
    return [(mention, paper_of[mention.span, mention.kind]) for mention in mentions], tuple(_ambiguous(ambiguous))


def _ambiguous(names: Sequence[tuple[Mention, list[str]]]) -> list[Issue]:
    """Return an issue for the first occurrence of each name that fits several citekeys."""
    first = {mention.text.casefold(): (mention, citekeys) for mention, citekeys in reversed(names)}
    issues: list[Issue] = []
    for mention, citekeys in first.values():
        listed = ", ".join(citekeys[:3]) + (", …" if len(citekeys) > 3 else "")
        message = f"'{mention.text}' is a name of {counted(len(citekeys), 'paper')} ({listed}); it was linked to none"
        issues.append(issue(Code.AMBIGUOUS_NAME, mention.note, mention.line, message, mention.column))
    return issues
