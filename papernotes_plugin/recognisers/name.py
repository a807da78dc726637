"""Name: in prose, the title or a short name of a paper that something else established.

The one recogniser that runs after the papers are known.  A name never creates a paper; a name that fits two
papers is nobody's; everyday words ("Transformer", "Star") are no names unless the sentence says so.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import ahocorasick_rs

from papernotes_plugin.model import Block, BlockKind, Evidence, InlineKind, Kind, Mention, Note, Paper, Span
from papernotes_plugin.recognisers.labels import CUE_PAPER, GENERIC
from papernotes_plugin.recognisers.view import View

_TOKEN = re.compile(r"[^\W_]+")
_HIDDEN = {
    InlineKind.CODE, InlineKind.LINK, InlineKind.IMAGE, InlineKind.WIKILINK, InlineKind.EMBED, InlineKind.HTML,
    InlineKind.TAG, InlineKind.FOOTNOTE,
}  # fmt: skip
_SMALL_TABLE = "a an the of for in on and or to with by from via as at is are be your our not do does can how"
_SMALL = frozenset(_SMALL_TABLE.split())
_TAIL = re.compile(r"\b(?:via|through|using|with|by)\s+", re.IGNORECASE)
_INTRODUCED = re.compile(
    r"\b(?:introduc(?:e|es|ing)|propos(?:e|es|ing)|present(?:s|ing)?|dub(?:bed)?|called|named|termed)\s+[*_]{0,3}"
    r"(?P<name>[^\W\d_][\w-]*\w)[*_]{0,3}(?=[\s:,.(])"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[\"“(]?[^\W\da-z_])")
_SIGN = re.compile(r"[+#*!^★]+$")
"""Signs that end a name are part of it: MoE++ is not MoE."""
_QUOTE_MARKS = "\"“”„«»‘’'*_"


class Strength(IntEnum):
    """What a name needs beside itself to be believed."""

    PLAIN = 0
    """An everyday word that opens a title: the sentence must speak of a paper."""
    CAPITALS = 1
    """Two or three words: written as a title is."""
    SHAPED = 2
    """Inner capitals or digits: unmistakable unless in lower case."""
    LONG = 3
    """Four words or more: in any case."""
    BY_AUTHOR = 4
    """The last part of a title: an author of the paper and its year must stand near."""


class _Name(NamedTuple):
    """One way to call one paper."""

    paper: int
    spelling: str
    strength: Strength


class _Token(NamedTuple):
    """A word of the text, folded, and where it stands."""

    folded: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The names of all papers, ready to be looked for."""

    papers: Sequence[Paper]
    patterns: tuple[tuple[_Name, ...], ...]
    automaton: ahocorasick_rs.AhoCorasick | None


def names(papers: Sequence[Paper], everyday: Iterable[str] = ()) -> Names:
    """The names of papers; words in `everyday` are never one."""
    taboo = {w.casefold() for w in everyday} | GENERIC
    by_pattern: dict[str, list[_Name]] = defaultdict(list)
    in_titles: dict[str, set[int]] = defaultdict(set)
    for index, paper in enumerate(papers):
        for token in _tokens(paper.title):
            in_titles[token.folded].add(index)
    for index, paper in enumerate(papers):
        for name in _names_of(index, paper, in_titles):
            folded = [t.folded for t in _tokens(name.spelling)]
            if folded and " ".join(folded) not in taboo and name.spelling.casefold() not in taboo:
                by_pattern[_joined(folded)].append(name)
    patterns = sorted(by_pattern)
    automaton = None
    if patterns:
        automaton = ahocorasick_rs.AhoCorasick(patterns, matchkind=ahocorasick_rs.MatchKind.LeftmostLongest)
    return Names(papers, tuple(tuple(by_pattern[p]) for p in patterns), automaton)


def _names_of(index: int, paper: Paper, in_titles: dict[str, set[int]]) -> Iterator[_Name]:
    title = paper.title
    count = len(_tokens(title))
    if title not in paper.aliases and paper.origins.get("title", "label") != "label":
        yield _Name(index, title, _strength(title, count))
    head, colon, rest = title.partition(":")
    head = head.strip()
    if colon and rest and head and head.casefold() not in ("position", "on"):
        yield _Name(index, head, _strength(head, len(_tokens(head))))
    elif not colon and (match := re.match(r"(.{2,24}?)\s+[-–—]\s+\w", title)):
        yield _Name(index, match.group(1), _strength(match.group(1), len(_tokens(match.group(1)))))
    if colon and len(_tokens(rest)) >= 4:
        yield _Name(index, rest.strip(), Strength.LONG)
    for label in paper.labels:
        strength = _strength(label, len(_tokens(label)))
        if strength >= Strength.SHAPED and label != head:
            yield _Name(index, label, strength)
    tail = _TAIL.split(title)[-1]
    if paper.year and paper.authors and tail != title and 2 <= len(_tokens(tail)) <= 5:
        yield _Name(index, tail, Strength.BY_AUTHOR)
    for text in dict.fromkeys([paper.abstract, paper.tldr, *(f.value for f in paper.fields)]):
        for match in _INTRODUCED.finditer(text):
            name = match["name"]
            folded = _tokens(name)[0].folded if _tokens(name) else ""
            if _mixed(name) and name != head and not in_titles.get(folded, set()) - {index}:
                yield _Name(index, name, Strength.SHAPED)


def _strength(name: str, count: int) -> Strength:
    if count >= 4:
        return Strength.LONG
    words = name.split()
    if any(_shaped(w) for w in words):
        return Strength.SHAPED
    return Strength.CAPITALS if count >= 3 else Strength.PLAIN


def _shaped(word: str) -> bool:
    """Capitals or digits inside the word: VideoJAM, LoRA, CAT3D, H-Net, KAN."""
    word = word.strip("()[]{}$.,;")
    letters = [c for c in word if c.isalpha()]
    if len(letters) < 2 or len(word) < 3:
        return False
    return any(c.isupper() for c in word[1:]) or (any(c.isdigit() for c in word) and any(c.isupper() for c in word))


def _mixed(word: str) -> bool:
    """Shaped, and no plain acronym: LLaVA, MoLoE; not RAG."""
    return _shaped(word) and any(c.islower() for c in word) and len(word) >= 4 and not re.fullmatch(r"[A-Z]{2,}s", word)


def _tokens(text: str) -> list[_Token]:
    return [_Token(_folded(m.group()), m.start(), m.end()) for m in _TOKEN.finditer(text)]


def _folded(word: str) -> str:
    if word.isascii():
        return word.lower()
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _joined(folded: Iterable[str]) -> str:
    """Words so that a match cannot begin or end within one, and neighbours share no character."""
    return "".join(f" {word} " for word in folded)


# --- finding --------------------------------------------------------------------------------------


def find(note: Note, known: Sequence[tuple[Mention, int]], names: Names) -> list[tuple[Mention, int]]:
    """The names in the prose of a note, each with the index of its paper.

    Args:
        note: The note.
        known: Its other mentions with the index of their paper: a name beside one adds nothing.
        names: The names of all papers.
    """
    if names.automaton is None:
        return []
    view = View(note)
    for mention, _ in known:
        if mention.kind is Kind.CARD:
            view.taken.update(h.index for h in view.headings if h.span.start <= mention.span.start < h.span.end)
    out: list[tuple[Mention, int]] = []
    for block in view.blocks:
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HEADING) and block.index not in view.taken:
            beside = _beside(view, block, known)
            for span, paper in _in_block(view, block, names):
                if paper not in beside:
                    text = " ".join(view.source(span).split())
                    out.append((view.mention(Kind.NAME, span, text, block.index, Evidence(), founds=False), paper))
    return out


def _beside(view: View, block: Block, known: Sequence[tuple[Mention, int]]) -> set[int]:
    """Papers that the block itself, its bullet, its card or the whole note is about."""
    around = next((b for b in view.ancestors(block.index) if b.kind in (BlockKind.ITEM, BlockKind.ROW)), block)
    above = [h for h in view.headings if h.span.start <= block.span.start]
    heading = above[-1].span if above else Span(-1, -1)
    return {
        paper
        for mention, paper in known
        if around.span.start <= mention.span.start < around.span.end
        or (mention.kind is Kind.CARD and heading.start <= mention.span.start < heading.end)
        or mention.kind is Kind.LITERATURE_NOTE
    }


def _in_block(view: View, block: Block, names: Names) -> Iterator[tuple[Span, int]]:
    tokens = _prose(view, block)
    if not tokens:
        return
    haystack = _joined(t.folded for t in tokens)
    starts: list[int] = []
    at = 0
    for token in tokens:
        starts.append(at)
        at += len(token.folded) + 2
    place = {start: n for n, start in enumerate(starts)}
    assert names.automaton is not None
    for pattern, start, end in names.automaton.find_matches_as_indexes(haystack):
        first = place[start]
        last = place.get(end, len(tokens)) - 1
        if any(t.folded == "\0" for t in tokens[first : last + 1]):
            continue
        span = Span(tokens[first].start, tokens[last].end)
        believed = {n.paper for n in names.patterns[pattern] if _believed(view, block, n, span, names)}
        if len(believed) == 1 and not _longer_name(view, span):
            yield span, believed.pop()


def _prose(view: View, block: Block) -> list[_Token]:
    """The words of a block outside links, code, tags and URLs; a gap is a word that nothing matches."""
    tokens: list[_Token] = []
    hidden = [i.span for _, i in view.inlines_of(block.index) if i.kind in _HIDDEN]
    at = 0
    for match in _TOKEN.finditer(view.note.text, *block.span):
        while at < len(hidden) and hidden[at].end <= match.start():
            at += 1
        if at < len(hidden) and hidden[at].start < match.end():
            if not tokens or tokens[-1].folded != "\0":
                tokens.append(_Token("\0", match.start(), match.end()))
            continue
        tokens.append(_Token(_folded(match.group()), match.start(), match.end()))
    return tokens


def _believed(view: View, block: Block, name: _Name, span: Span, names: Names) -> bool:
    """Whether the words at a place are this name and not everyday words."""
    written = view.source(span)
    sign = _SIGN.search(name.spelling)
    if sign and not view.note.text.startswith(sign.group(), span.end):
        return False
    if name.strength is Strength.LONG:
        return True
    if name.strength is Strength.SHAPED:
        return _same_shape(name.spelling, written)
    if name.strength is Strength.CAPITALS:
        return _capitalised(written)
    if not _capitalised(written):
        return False
    paper = names.papers[name.paper]
    sentence = _sentence(view, block, span)
    if name.strength is Strength.BY_AUTHOR:
        before = view.note.text[max(block.span.start, span.start - 60) : span.start]
        near = {_folded(w) for w in _TOKEN.findall(before)}
        return str(paper.year) in sentence and any(_folded(a.split(",")[0].split()[-1]) in near for a in paper.authors)
    opens = not view.note.text[block.span.start : span.start].strip(" \n>*_-") or sentence.lstrip(
        _QUOTE_MARKS
    ).startswith(written)
    if len(written.split()) == 1 and (opens or written != name.spelling):
        return False
    return bool(CUE_PAPER.search(sentence)) or _quoted(view, span)


def _same_shape(spelling: str, written: str) -> bool:
    """An acronym must be written alike; a mixed name may vary (VideoJam) but not be in lower case."""
    bare = re.sub(r"[\s-]", "", spelling)
    if bare.isupper() or len(bare) <= 4:
        return re.sub(r"[\s-]", "", written) == bare
    return any(c.isupper() for c in written)


def _capitalised(written: str) -> bool:
    words = [w for w in _TOKEN.findall(written) if w.lower() not in _SMALL]
    return bool(words) and all(not w[0].islower() for w in words)


def _quoted(view: View, span: Span) -> bool:
    text = view.note.text
    return text[span.start - 1 : span.start] in _QUOTE_MARKS[:7] and text[span.end : span.end + 1] in _QUOTE_MARKS[:7]


def _sentence(view: View, block: Block, span: Span) -> str:
    text = view.note.text
    start = block.span.start
    for match in _SENTENCE.finditer(text, start, span.start):
        start = match.end()
    end = _SENTENCE.search(text, span.end, block.span.end)
    return text[start : end.start() if end else block.span.end]


def _longer_name(view: View, span: Span) -> bool:
    """The words go on to another name: `Genie 2`, `DistiLLM-2`, `Fast-VideoJAM`."""
    text = view.note.text
    if re.match(r"(?:\s+(?:\d{1,2}(?:\.\d+)?|v\d)\b(?!\s*%)|-(?:[A-Z0-9]))", text[span.end : span.end + 8]):
        return True
    return bool(re.search(r"[\w\d]-$", text[max(0, span.start - 3) : span.start]))
