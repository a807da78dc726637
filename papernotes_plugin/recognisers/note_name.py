"""Recognise names of notes in prose: the title or an alias of another note without a link to it.

The names are searched like those of papers (`paper_name`), but with stricter rules, as only the words indicate
them.  No name is a single everyday word, a common name of notes ("Reading List", "Week 12", "2025-06-01"), or a venue.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from papernotes_plugin.recognisers.evidence.labels.field_labels import GENERIC
from papernotes_plugin.recognisers.evidence.names.name_check import NameChecker
from papernotes_plugin.recognisers.evidence.names.name_search import NameIndex, name_index, name_occurrences
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.evidence.names.short_names import NameStrength, ProseName, fold, name_strength
from papernotes_plugin.recognisers.note_link import build_note_link
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.venues import parse_venue
from papernotes_plugin.vocabulary.model import Block, BlockKind, Note, NoteLink, Span

_COMMON_TABLE = """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday day week month quarter year today
    daily weekly monthly yearly meeting meetings minutes inbox archive index readme home untitled idea ideas list
    draft drafts plan plans project projects task tasks about the a an of for and my to do new old todo faq api pdf
    url gpu cpu ai ml nlp llm llms
    """
_COMMON_WORDS = {*_COMMON_TABLE.split(), *(word for phrase in GENERIC for word in phrase.split())}
"""Words that names of notes consist of in any collection of notes."""
_LETTER = lazy_regex(r"[^\W\d_]")
_CAPITAL = lazy_regex(r"[^\W\d_a-z]")

NameOccurrences = tuple[tuple[Span, Block, ProseName], ...]
"""The places of names of notes in one note: span, block and name."""


@dataclass(frozen=True, slots=True, eq=False)
class NoteNames:
    """The names of all notes, ready to be searched."""

    paths: Sequence[str] = ()
    """The paths of the notes; `ProseName.target` is an index of it."""
    index: NameIndex = field(default_factory=lambda: NameIndex((), {}, None))


def index_names(notes: Sequence[Note], everyday: Iterable[str] = ()) -> NoteNames:
    """Return the titles and aliases of notes, ready to be searched.

    Args:
        notes: All notes.  A name of two notes is left out.
        everyday: Words that are never names.
    """
    excluded = {" ".join(fold(words).split()) for words in everyday}
    names: dict[str, dict[int, ProseName]] = defaultdict(dict)
    owners: dict[str, set[int]] = defaultdict(set)
    for index, note in enumerate(notes):
        for spelling in dict.fromkeys((note.title, *note.aliases)):
            words = fold(spelling).split()
            pattern = f" {' '.join(words)}"
            owners[pattern].add(index)
            if _is_distinctive(spelling, words) and " ".join(words) not in excluded:
                names[pattern].setdefault(index, ProseName(index, spelling, _strength(spelling)))
    unique = {pattern: tuple(fits.values()) for pattern, fits in names.items() if len(owners[pattern]) == 1}
    return NoteNames([note.path for note in notes], name_index((), unique))


def _is_distinctive(spelling: str, words: Sequence[str]) -> bool:
    """Return whether the name of a note has words that are not common, and is no venue."""
    if not _LETTER.search(spelling) or all(word in _COMMON_WORDS or word.isdigit() for word in words):
        return False
    if parse_venue(spelling)[0]:
        return False
    return len(words) > 1 or name_strength(spelling) is NameStrength.SHAPED


def _strength(spelling: str) -> NameStrength:
    """Return the strength of the name of a note, which counts with capitals at least."""
    strength = name_strength(spelling)
    return NameStrength.CAPITALS if strength is NameStrength.PLAIN else strength


def find_occurrences(prose: Prose, names: NoteNames) -> NameOccurrences:
    """Return the places of a note at which its words are those of a name of a note."""
    by_pattern = names.index.by_pattern
    return tuple((span, block, by_pattern[words][0]) for span, block, words, _ in name_occurrences(prose, names.index))


def find(
    note: Note,
    occurrences: NameOccurrences,
    links: Sequence[NoteLink],
    mentions: Sequence[tuple[Span, str]],
    names: NoteNames,
) -> tuple[NoteLink, ...]:
    """Return the first name of each other note in each block without a link to that note.

    Args:
        note: The note.
        occurrences: The result of `find_occurrences` for the note.
        links: Its links to other notes.
        mentions: The spans of its mentions of papers, each with the path of the note about the paper, or "".
            They are no names of notes.
        names: The names of all notes.
    """
    if not occurrences:
        return ()
    checker = NameChecker(note, (), names.index)
    context = checker.context
    linked = {(context.text_block_at(link.span.start), link.target) for link in links}
    linked |= {(context.text_block_at(span.start), path) for span, path in mentions}
    mention_spans = sorted(span for span, _ in mentions)
    id_counts: dict[str, int] = {}
    named: list[NoteLink] = []
    for span, _, name in occurrences:
        block = checker.block_at(span)
        target = names.paths[name.target]
        is_linked = target == note.path or (block.index, target) in linked
        if is_linked or block.kind is BlockKind.HEADING or _overlaps(span, mention_spans):
            continue
        if _is_name(checker, name, span, block):
            linked.add((block.index, target))
            span = checker.with_sign(span, (name,))
            named.append(build_note_link(context, span, block.index, target, None, id_counts, "un"))
    return tuple(named)


def _overlaps(span: Span, spans: Sequence[Span]) -> bool:
    """Return whether a span overlaps one of several in ascending order."""
    at = bisect_right(spans, span.end, key=lambda s: s.start) - 1
    return at >= 0 and spans[at].end > span.start


def _is_name(checker: NameChecker, name: ProseName, span: Span, block: Block) -> bool:
    if checker.is_part_of_longer_name(span, (name,)):
        return False
    if checker.is_name(name, span, block):
        return True
    # two or three words count also if they have the spelling of the note and one capital within a sentence
    written = " ".join(checker.text[span.start : span.end].split())
    is_spelled_alike = name.strength is NameStrength.CAPITALS and written == name.spelling
    return is_spelled_alike and bool(_CAPITAL.search(written)) and not checker.hints.opens_sentence(span, block)
