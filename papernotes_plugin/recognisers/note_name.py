"""Note name: in prose, the title or an alias of another note that is not linked there.

Looked for as the names of papers are (see `name`), and believed more seldom: nothing but the words speaks for it.
One everyday word is no name, nor is what any vault calls a note ("Reading List", "Week 12", "2025-06-01"), nor a venue.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.field_labels import GENERIC
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.recognisers.evidence.short_names import NameStrength, ProseName, fold, strength
from papernotes_plugin.recognisers.note_link import at_place
from papernotes_plugin.recognisers.paper_name import NameChecker, NameIndex, candidates, lookup
from papernotes_plugin.venues import parse_venue
from papernotes_plugin.vocabulary.model import Block, BlockKind, Note, NoteLink, Span

_TIMES = """
    january february march april may june july august september october november december jan feb mar apr jun jul aug
    sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday day week month quarter year today
    daily weekly monthly yearly meeting meetings minutes inbox archive index readme home untitled idea ideas list
    draft drafts plan plans project projects task tasks about the a an of for and my to do new old todo faq api pdf
    url gpu cpu ai ml nlp llm llms
    """
_EVERYDAY = {*_TIMES.split(), *(word for phrase in GENERIC for word in phrase.split())}
"""Words of which names are made that any vault has."""
_LETTER = re.compile(r"[^\W\d_]")
_CAPITAL = re.compile(r"[^\W\d_a-z]")


NameOccurrences = tuple[tuple[Span, Block, ProseName], ...]
"""Where a name stands, in which block, and the name."""


@dataclass(frozen=True, slots=True, eq=False)
class NoteNames:
    """The names of all notes, ready to be looked for."""

    paths: Sequence[str] = ()
    names: NameIndex = field(default_factory=lambda: NameIndex((), {}, None))


def names(notes: Sequence[Note], everyday: Iterable[str] = ()) -> NoteNames:
    """The names of notes; words in `everyday` are never one, nor is what two notes are called."""
    taboo = {" ".join(fold(words).split()) for words in everyday}
    found: dict[str, dict[int, ProseName]] = defaultdict(dict)
    called: dict[str, set[int]] = defaultdict(set)
    for index, note in enumerate(notes):
        for spelling in dict.fromkeys((note.title, *note.aliases)):
            words = fold(spelling).split()
            called[f" {' '.join(words)}"].add(index)
            if _is_name(spelling, words) and " ".join(words) not in taboo:
                found[f" {' '.join(words)}"].setdefault(index, ProseName(index, spelling, _strength(spelling)))
    one = {pattern: tuple(fits.values()) for pattern, fits in found.items() if len(called[pattern]) == 1}
    return NoteNames([note.path for note in notes], NameIndex((), one, lookup(one)))


def _is_name(spelling: str, words: Sequence[str]) -> bool:
    if not _LETTER.search(spelling) or all(word in _EVERYDAY or word.isdigit() for word in words):
        return False
    if parse_venue(spelling)[0]:
        return False
    return len(words) > 1 or strength(spelling) is NameStrength.SHAPED


def _strength(spelling: str) -> NameStrength:
    found = strength(spelling)
    return NameStrength.CAPITALS if found is NameStrength.PLAIN else found


def find_occurrences(prose: Prose, known: NoteNames) -> NameOccurrences:
    """Where words of a note are the name of a note, by place."""
    return tuple((span, block, name) for span, block, (name, *_) in candidates(prose, known.names))


def find(
    note: Note,
    places: NameOccurrences,
    links: Sequence[NoteLink],
    mentions: Sequence[tuple[Span, str]],
    known: NoteNames,
) -> tuple[NoteLink, ...]:
    """The names of other notes in the prose of a note, of each the first in a block that does not link there.

    Args:
        note: The note.
        places: Where its words are names.
        links: Its links to other notes.
        mentions: Its mentions of papers, which are no names of notes, each with the path of the note about the paper.
        known: The names of all notes.
    """
    if not places:
        return ()
    finder = NameChecker(note, (), known.names)
    context = finder.context
    told = {(context.text_block_at(link.span.start), link.target) for link in links}
    told |= {(context.text_block_at(span.start), about) for span, about in mentions}
    taken = sorted(span for span, _ in mentions)
    used: dict[str, int] = {}
    out: list[NoteLink] = []
    for span, block, name in places:
        target = known.paths[name.paper]
        place = (block.index, target)
        if target == note.path or place in told or block.kind is BlockKind.HEADING or _within(span, taken):
            continue
        if _believed(finder, name, span, block):
            told.add(place)
            out.append(_named(context, finder.signed(span, (name,)), block, target, used))
    return tuple(out)


def _named(context: NoteContext, span: Span, block: Block, target: str, used: dict[str, int]) -> NoteLink:
    return at_place(context, span, block.index, target, None, used, "un")


def _within(span: Span, taken: Sequence[Span]) -> bool:
    """A mention of a paper stands there."""
    at = bisect_right(taken, span.end, key=lambda s: s.start) - 1
    return at >= 0 and taken[at].end > span.start


def _believed(finder: NameChecker, name: ProseName, span: Span, block: Block) -> bool:
    written = " ".join(finder.text[span.start : span.end].split())
    if finder.goes_on(span, (name,)):
        return False
    if name.strength is not NameStrength.CAPITALS:
        return finder.is_name(name, span, block)
    # two or three words: as a title has them, or as the note is called in the middle of a sentence
    return finder.is_name(name, span, block) or (
        written == name.spelling and bool(_CAPITAL.search(written)) and not finder.opens(span, block)
    )
