"""Name: in prose, the title or a short name of a paper that something else established.

The one recogniser that runs after the papers are known.  A name never creates a paper; a name that fits two
papers is nobody's; everyday words ("Transformer", "Star") are no names unless the sentence says so.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

import ahocorasick_rs

from papernotes_plugin.recognisers.evidence.context import NoteContext
from papernotes_plugin.recognisers.evidence.field_labels import CUE_PAPER
from papernotes_plugin.recognisers.evidence.prose import Prose
from papernotes_plugin.recognisers.evidence.quoted_context import build_mention, quote_sentence
from papernotes_plugin.recognisers.evidence.short_names import NameStrength, ProseName, fold, patterns
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind, Note, Paper, Span

_WORD = re.compile(r"[^\W_]+")
_SMALL_TABLE = "a an the of for in on and or to with by from via as at is are be your our not do does can how"
_SMALL = frozenset(_SMALL_TABLE.split())
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[^\W\da-z_])")
_SIGN = re.compile(r"[+#*!^★]+$")
"""Signs that end a name are part of it: MoE++ is not MoE."""
_LONGER = re.compile(r"\s+(?:\d{1,2}(?:\.\d+)?|v\d)\b(?!\s*%)|-[A-Z0-9]|[+★]|\.[A-Za-z]{2}|@")
_LONGER_BEFORE = re.compile(r"(?:\w-|@)$")
_QUOTES = "\"“”„«»‘’'*_"
_SEAM = re.compile(r"[\s-]")
_SMALL_LETTERS = re.compile(r"[a-z\s-]+")
"""Words without a capital or a digit: as the whole of a name they are none, unless it is long."""
_PHRASE = 5
"""A title of fewer words may be everyday words in lower case."""
_HINT = 40
"""Characters beside a name within which a word must stand to speak for it."""
_NEAR = 60
"""Characters before the last part of a title within which an author stands."""
_HEAD = 24
"""Characters by which a longer name is looked for; whether the rest of it stands there, too, is seen then."""


class NameSearcher:
    """Finds many names in words at once: of those that begin at one place the longest, from the left."""

    def __init__(self, names: Mapping[str, object]) -> None:
        """The keys of `names` have a space before each word."""
        lengths: dict[str, set[int]] = defaultdict(set)
        for name in names:
            cut = name.find(" ", _HEAD)
            lengths[f"{name if cut < 0 else name[:cut]} "].add(len(name))
        heads = sorted(lengths)
        self._names = names
        self._lengths = [sorted(lengths[head], reverse=True) for head in heads]
        """Of the names that begin with each head, longest first."""
        # all letters of all titles would be much memory, and many words are the beginning of another
        self._automaton = ahocorasick_rs.AhoCorasick(heads, matchkind=ahocorasick_rs.MatchKind.Standard)

    def find(self, words: str) -> Iterator[tuple[int, str]]:
        """Where a name stands as whole words, and the name; `words` have a space before each, too."""
        words = words.replace("\0", " ") + " "
        found = self._automaton.find_matches_as_indexes(words, overlapping=True)
        # they come by their ends: of those that begin at one place the longest first
        found.reverse()
        found.sort(key=itemgetter(1))
        behind = 0
        for head, start, _ in found:
            for length in self._lengths[head] if start >= behind else ():
                end = start + length
                if words[end : end + 1] == " " and words[start:end] in self._names:
                    behind = end
                    yield start, words[start:end]
                    break


@dataclass(frozen=True, slots=True, eq=False)
class NameIndex:
    """The names of all papers, ready to be looked for."""

    papers: Sequence[Paper]
    by_pattern: dict[str, tuple[ProseName, ...]]
    lookup: NameSearcher | None


def names(papers: Sequence[Paper], everyday: Iterable[str] = (), notes: Sequence[Note] = ()) -> NameIndex:
    """The names of papers; words in `everyday` are never one, nor is what a note about something else is called."""
    found = patterns(papers, everyday, notes)
    return NameIndex(papers, found, lookup(found))


def lookup(found: Mapping[str, object]) -> NameSearcher | None:
    """What finds these patterns; None where there are none."""
    return NameSearcher(found) if found else None


def find(
    note: Note, prose: Prose, known: Sequence[tuple[Mention, int]], names: NameIndex
) -> list[tuple[Mention, tuple[int, ...]]]:
    """The names in the prose of a note, each with the index of its paper; with several where it fits several.

    Args:
        note: The note.
        prose: Its words.
        known: Its other mentions with the index of their paper: a name beside one adds nothing.
        names: The names of all papers.
    """
    cards = sorted(m.span.start for m, _ in known if m.kind is MentionKind.CARD)
    finder: NameChecker | None = None
    out: list[tuple[Mention, tuple[int, ...]]] = []
    for span, block, fitting in candidates(prose, names):
        if _SMALL_LETTERS.fullmatch(note.text, *span) and not any(n.strength is NameStrength.LONG for n in fitting):
            continue
        if block.kind is BlockKind.HEADING and bisect_right(cards, span.start) > bisect_left(cards, block.span.start):
            # the heading of a card is its title
            continue
        finder = finder or NameChecker(note, known, names)
        papers = finder.believed(span, block, fitting)
        if papers:
            span = finder.signed(span, fitting)
            text = " ".join(note.text[span.start : span.end].split())
            mention = finder.mention(span, text, block)
            out.append((mention, papers))
    return out


def candidates(prose: Prose, names: NameIndex) -> Iterator[tuple[Span, Block, tuple[ProseName, ...]]]:
    """Where the words of a name stand, as whole words."""
    for start, pattern in names.lookup.find(prose.folded) if names.lookup else ():
        if found := prose.place(start + 1, start + len(pattern)):
            yield *found, names.by_pattern[pattern]


class NameChecker:
    """Judges the words at a place of one note: are they this name, and do they add anything?"""

    def __init__(self, note: Note, known: Sequence[tuple[Mention, int]], names: NameIndex) -> None:
        self.context = NoteContext(note)
        self.text = note.text
        self.names = names
        self._sentences: dict[int, list[int]] = {}
        self._about: set[int] = {paper for m, paper in known if m.kind is MentionKind.LITERATURE_NOTE}
        self._beside: dict[int, set[int]] = defaultdict(set)
        for mention, paper in known:
            self._note(mention, paper)

    def _note(self, mention: Mention, paper: int) -> None:
        """Remember where a paper is mentioned: in its block, in the bullets around it, under its card's heading."""
        context = self.context
        block = context.text_block_at(mention.span.start)
        if block < 0:
            return
        self._beside[block].add(paper)
        for around in context.ancestors(block):
            if around.kind in (BlockKind.ITEM, BlockKind.ROW):
                self._beside[around.index].add(paper)
        if mention.kind is MentionKind.CARD and context.blocks[block].kind is BlockKind.HEADING:
            context.claimed_blocks.add(block)

    def _is_beside(self, block: Block, paper: int) -> bool:
        context = self.context
        entry = context.enclosing_entry(block.index)
        if paper in self._about or paper in self._beside.get(entry.index if entry else block.index, ()):
            return True
        heading = context.heading_above[block.index]
        while heading >= 0:
            if heading in context.claimed_blocks and paper in self._beside[heading]:
                return True
            heading = context.heading_above[heading]
        return False

    def believed(self, span: Span, block: Block, candidates: tuple[ProseName, ...]) -> tuple[int, ...]:
        """The papers that the words at a place may name; none where one of them stands there already."""
        papers = {n.paper for n in candidates if self.is_name(n, span, block)}
        if not papers or self.goes_on(span, candidates) or any(self._is_beside(block, p) for p in papers):
            return ()
        return tuple(sorted(papers))

    def mention(self, span: Span, text: str, block: Block) -> Mention:
        """A name in running text: of a long paragraph it concerns one sentence."""
        words = quote_sentence(self.context, block.index, span)
        return build_mention(
            self.context, MentionKind.NAME, span, text, block.index, Evidence(), quotation=words, creates_paper=False
        )

    def signed(self, span: Span, candidates: tuple[ProseName, ...]) -> Span:
        """The span with the sign that ends the name, where it does."""
        signs = (s.group() for n in candidates if (s := _SIGN.search(n.spelling)))
        sign = next((s for s in signs if self.text.startswith(s, span.end)), "")
        return Span(span.start, span.end + len(sign))

    def goes_on(self, span: Span, candidates: tuple[ProseName, ...]) -> bool:
        """The words go on to another name: `Genie 2`, `DistiLLM-2`, `Fast-VideoJAM`; or they are an address."""
        text = self.text
        end = self.signed(span, candidates).end
        return bool(_LONGER.match(text, end) or _LONGER_BEFORE.search(text[max(0, span.start - 3) : span.start]))

    def is_name(self, name: ProseName, span: Span, block: Block) -> bool:
        """Whether the words at a place are this name and not everyday words."""
        written = self.text[span.start : span.end]
        sign = _SIGN.search(name.spelling)
        if sign and not self.text.startswith(sign.group(), span.end):
            return False
        if name.strength is NameStrength.LONG:
            return len(written.split()) >= _PHRASE or _capitalised(written) or self._hinted(block, span)
        if name.strength is NameStrength.SHAPED:
            return _same_shape(name.spelling, written) or (_alike(name.spelling, written) and self._hinted(block, span))
        if not _capitalised(written):
            return False
        if name.strength is NameStrength.CAPITALS:
            return True
        sentence = self._sentence(block, span)
        if name.strength is NameStrength.BY_AUTHOR:
            return self._by_author(name, span, sentence)
        if len(written.split()) == 1 and (self.opens(span, block) or written != name.spelling):
            return False
        return self._hinted(block, span)

    def opens(self, span: Span, block: Block) -> bool:
        """The words open their sentence, where any word has a capital."""
        return not self.text[self._sentence(block, span).start : span.start].strip(" \n>-" + _QUOTES)

    def _hinted(self, block: Block, span: Span) -> bool:
        """The name stands in quotation marks, or near a word that speaks of a paper."""
        before, behind = self.text[span.start - 1 : span.start], self.text[span.end : span.end + 1]
        if before in _QUOTES[:7] and behind in _QUOTES[:7]:
            return True
        start, end = self._sentence(block, span)
        return bool(CUE_PAPER.search(self.text, max(start, span.start - _HINT), min(end, span.end + _HINT)))

    def _by_author(self, name: ProseName, span: Span, sentence: Span) -> bool:
        paper = self.names.papers[name.paper]
        near = set(fold(self.text[max(sentence.start, span.start - _NEAR) : span.start]).split())
        families = (fold(a.split(",")[0]).split()[-1:] for a in paper.authors)
        year = self.text.find(str(paper.year), sentence.start, sentence.end) >= 0
        return year and any(near.issuperset(f) for f in families if f)

    def _sentence(self, block: Block, span: Span) -> Span:
        """Where the sentence around a place begins and ends."""
        if block.index not in self._sentences:
            starts = [m.end() for m in _SENTENCE.finditer(self.text, *block.span)]
            self._sentences[block.index] = [block.span.start, *starts, block.span.end]
        starts = self._sentences[block.index]
        at = bisect_right(starts, span.start, 0, len(starts) - 1)
        return Span(starts[at - 1], starts[at])


def _same_shape(spelling: str, written: str) -> bool:
    """An acronym must be written alike; a mixed name may vary (VideoJam) but not lose its inner capitals (React)."""
    bare, found = _SEAM.sub("", spelling), _SEAM.sub("", written)
    if bare.isupper() or len(bare) <= 4:
        return found == bare
    return any(c.isupper() for c in found[1:])


def _alike(spelling: str, written: str) -> bool:
    """A mixed name as an everyday word would be written: Wavenet."""
    return len(spelling) > 4 and not spelling.isupper() and written[:1].isupper()


def _capitalised(written: str) -> bool:
    words = [w for w in _WORD.findall(written) if w.lower() not in _SMALL]
    return bool(words) and all(not w[0].islower() for w in words)
