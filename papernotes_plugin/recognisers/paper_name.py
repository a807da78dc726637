"""Recognise names of papers in prose: the title or a short name of a paper that another mention creates.

It runs after all papers are known, with a signature of its own.  A name never creates a paper.  A name that fits
two papers belongs to neither.  Everyday words ("Transformer", "Star") are names only if the sentence indicates it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from papernotes_plugin.recognisers.evidence.names.name_check import NameChecker
from papernotes_plugin.recognisers.evidence.names.name_meanings import (
    Meaning,
    contested_names,
    is_explained,
    meanings_at,
    meanings_of_spelling,
)
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex, name_index, name_occurrences
from papernotes_plugin.recognisers.evidence.names.name_subjects import (
    frequent_stems,
    names_in_other_titles,
    names_of_parts,
)
from papernotes_plugin.recognisers.evidence.names.name_surroundings import begins_longer_name
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.evidence.names.short_names import ProseName, TitleWords, names_by_pattern
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention, quote_sentence
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind, Note, Paper, Span


def index_names(papers: Sequence[Paper], everyday: Iterable[str] = (), notes: Sequence[Note] = ()) -> NameIndex:
    """Return the names of papers, ready for `find`.

    Args:
        papers: All papers.
        everyday: Words that are never names.
        notes: All notes.  The name of a note belongs to the paper it is about, and to no other paper.
    """
    titles = TitleWords(papers)
    by_pattern = names_by_pattern(papers, titles, everyday, notes)
    frequent = frequent_stems(titles.counts, len(papers))
    contested = names_in_other_titles(papers, by_pattern, titles) | names_of_parts(by_pattern, titles, frequent)
    return replace(name_index(papers, by_pattern, frequent), contested=contested)


@dataclass(frozen=True, slots=True, eq=False)
class NamesInNote:
    """The places of a note that have the words of a name."""

    places: Sequence[tuple[Span, Block, tuple[ProseName, ...]]] = ()
    """The span of each place where they may mean the name, its block, and all names with its words."""
    meanings: dict[ProseName, list[tuple[int, Meaning]]] = field(default_factory=dict)
    """The offsets of short names next to brackets, in small letters too, with what each place says about the name."""
    usage: frozenset[tuple[ProseName, Meaning]] = frozenset()
    """The short names of the note, with the meanings of all their places."""
    longer: frozenset[str] = frozenset()
    """Words before a name that make a longer one of it, with the words of the name: `faster r cnn`."""


def search(note: Note, prose: Prose, names: NameIndex) -> NamesInNote:
    """Return the places of a note that have the words of a name."""
    places = []
    meanings: dict[ProseName, list[tuple[int, Meaning]]] = defaultdict(list)
    unexplained: set[tuple[str, str]] = set()
    longer: set[str] = set()
    for span, block, pattern, may_be_name in name_occurrences(prose, names):
        candidates = names.by_pattern[pattern]
        if may_be_name:
            places.append((span, block, candidates))
        if block.kind is not BlockKind.HEADING and (word := begins_longer_name(note.text, span.start)):
            longer.add(word + pattern)
        if is_explained(note.text, span):
            for name, meaning in meanings_at(note.text, span, candidates, names.papers):
                meanings[name].append((span.start, meaning))
        else:
            unexplained.add((pattern, note.text[span.start : span.end]))
    usage = {(name, meaning) for name, of_name in meanings.items() for _, meaning in of_name}
    for pattern, written in unexplained:
        usage.update(meanings_of_spelling(written, names.by_pattern[pattern]))
    return NamesInNote(places, meanings, frozenset(usage), frozenset(longer))


def with_usage(names: NameIndex, notes: Iterable[NamesInNote]) -> NameIndex:
    """Return the names, with what the notes show: which are contested, and which longer names end with one."""
    notes = list(notes)
    contested = names.contested | contested_names(note.usage for note in notes)
    return replace(names, contested=contested, longer=frozenset().union(*(note.longer for note in notes)))


def find(
    note: Note, in_note: NamesInNote, mentions: Sequence[tuple[Mention, int]], names: NameIndex
) -> list[tuple[Mention, tuple[int, ...]]]:
    """Return the names of papers in the prose of a note, each with the indices of the papers that it fits.

    Args:
        note: The note.
        in_note: The places that have the words of a name.
        mentions: Its other mentions, each with the index of the paper; a name near one of its paper is left out.
        names: The names of all papers, with what all notes say about them.
    """
    cards = sorted(m.span.start for m, _ in mentions if m.kind is MentionKind.CARD)
    checker: NameChecker | None = None
    named: list[tuple[Mention, tuple[int, ...]]] = []
    for span, block, candidates in in_note.places:
        if block.kind is BlockKind.HEADING and bisect_right(cards, span.start) > bisect_left(cards, block.span.start):
            # the heading of a card is the title of its paper
            continue
        checker = checker or NameChecker(note, mentions, names, in_note.meanings)
        block = checker.block_at(span)
        if papers := checker.possible_papers(span, block, candidates):
            span = checker.with_sign(span, candidates)
            mention = build_mention(
                checker.context,
                MentionKind.NAME,
                span,
                " ".join(note.text[span.start : span.end].split()),
                block.index,
                Evidence(),
                quotation=quote_sentence(checker.context, block.index, span),
                creates_paper=False,
            )
            named.append((mention, papers))
    return named
