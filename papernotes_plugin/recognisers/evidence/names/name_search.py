"""Search many names of papers or notes in the prose of a note at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import ahocorasick_rs

from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.evidence.names.short_names import NameStrength, ProseName
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Paper, Span

_LETTERS = lazy_regex(r"[a-z ]+")
_MIN_HEAD = 24
"""Minimum length of the beginning of a longer name that the automaton searches; the rest is compared afterwards."""


class NameSearcher:
    """Search for many names in a text: at each place the longest name, from left to right."""

    def __init__(self, names: Mapping[str, object]) -> None:
        """Build the automaton.

        Args:
            names: The names as keys: folded words, each with a space before it.
        """
        lengths: dict[str, set[int]] = defaultdict(set)
        for name in names:
            cut = name.find(" ", _MIN_HEAD)
            lengths[f"{name if cut < 0 else name[:cut]} "].add(len(name))
        heads = sorted(lengths)
        self._names = names
        self._lengths = [sorted(lengths[head], reverse=True) for head in heads]
        """The lengths of the names with each head, longest first."""
        # only heads: an automaton of whole titles needs much memory, and many names begin with the same words
        self._automaton = ahocorasick_rs.AhoCorasick(heads, matchkind=ahocorasick_rs.MatchKind.Standard)

    def find(self, words: str) -> Iterator[tuple[int, str]]:
        """Yield the offset of each name of whole words, and the name.

        Args:
            words: Folded words, each with a space before it; a NUL separates words that do not belong together.
        """
        words = words.replace("\0", " ") + " "
        matches = self._automaton.find_matches_as_indexes(words, overlapping=True)
        # matches come in order of their ends; of those with the same start the longest must come first
        matches.reverse()
        matches.sort(key=itemgetter(1))
        searched = 0
        for head, start, _ in matches:
            for length in self._lengths[head] if start >= searched else ():
                end = start + length
                if words[end : end + 1] == " " and words[start:end] in self._names:
                    searched = end
                    yield start, words[start:end]
                    break


@dataclass(frozen=True, slots=True, eq=False)
class NameIndex:
    """The names of all papers, or of all notes, with a searcher for them."""

    papers: Sequence[Paper]
    """The papers; empty for names of notes."""
    by_pattern: Mapping[str, tuple[ProseName, ...]]
    """The names by their folded words, each with a space before it."""
    searcher: NameSearcher | None
    """None if there are no names."""
    frequent_stems: frozenset[str] = frozenset()
    """Stems in so many titles that they do not distinguish the papers."""
    everyday: frozenset[str] = frozenset()
    """The keys of `by_pattern` that are no names in small letters: `only` for ONLY, `tree search` for Tree Search."""
    contested: frozenset[ProseName] = frozenset()
    """Names that are everyday words, or mean other things, in some of the notes."""
    longer: frozenset[str] = frozenset()
    """Longer names that end with those of papers, in small letters: `faster r cnn`."""


def name_index(
    papers: Sequence[Paper],
    by_pattern: Mapping[str, tuple[ProseName, ...]],
    frequent_stems: frozenset[str] = frozenset(),
) -> NameIndex:
    """Return the index of names; the arguments are those of `NameIndex`."""
    searcher = NameSearcher(by_pattern) if by_pattern else None
    everyday = frozenset(
        pattern
        for pattern, names in by_pattern.items()
        # the index of the names of notes needs each place
        if papers and _LETTERS.fullmatch(pattern) and all(name.strength is not NameStrength.LONG for name in names)
    )
    return NameIndex(papers, by_pattern, searcher, frequent_stems, everyday)


def name_occurrences(prose: Prose, names: NameIndex) -> Iterator[tuple[Span, Block, str, bool]]:
    """Yield each place with the words of a name: its span, its block, the words as in `NameIndex.by_pattern`.

    The last item is whether the words can be a name.  Of the places with everyday words in small letters, which are
    very many, only the first is given.
    """
    seen: set[str] = set()
    for start, pattern in names.searcher.find(prose.folded) if names.searcher else ():
        is_word = pattern in names.everyday and prose.spelled.startswith(pattern, start)
        if (is_word and pattern in seen) or not (place := prose.locate(start + 1, start + len(pattern))):
            continue
        if is_word:
            seen.add(pattern)
        yield *place, pattern, not is_word
