"""Naming: what a paper is called in prose, and how sure each of its names is."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from itertools import chain
from pathlib import PurePosixPath
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.field_labels import GENERIC
from papernotes_plugin.vocabulary.model import MentionKind, Note, Paper

_WORD = re.compile(r"[^\W_]+")
_TAIL = re.compile(r"\b(?:via|through|using|with|by)\s+", re.IGNORECASE)
_INTRODUCED = re.compile(
    r"\b(?:introduc(?:e|es|ing)|propos(?:e|es|ing)|present(?:s|ing)?|dub(?:bed)?|called|named|termed)\s+[*_]{0,3}"
    r"(?P<name>[^\W\d_][\w-]*\w)[*_]{0,3}(?=[\s:,.(])"
)
_DASHED = re.compile(r"(.{2,24}?)\s+[-–—]\s+\w")
_PREFIXES = {"position", "on"}
"""What stands before a colon and is no name."""


_SHARED = 40
"""What more papers are called is nobody's name."""


class NameStrength(IntEnum):
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


class ProseName(NamedTuple):
    """One way to call one paper."""

    paper: int
    spelling: str
    strength: NameStrength


def patterns(
    papers: Sequence[Paper], everyday: Iterable[str] = (), notes: Sequence[Note] = ()
) -> dict[str, tuple[ProseName, ...]]:
    """The names of papers by their folded words, a space before each; words in `everyday` are never one.

    What a note is called is a name of the paper it is about, and else of none.
    """
    taboo = {_key(w) for w in (*everyday, *GENERIC)}
    called: dict[str, set[str]] = defaultdict(set)
    for note in notes:
        for own in (note.title, PurePosixPath(note.path).stem, *note.aliases):
            called[_key(own)].add(note.path)
    found: dict[str, list[ProseName]] = defaultdict(list)
    in_titles = Counter(chain.from_iterable(set(fold(paper.title).split()) for paper in papers))
    for index, paper in enumerate(papers):
        for name in _names_of(index, paper, in_titles):
            words = _key(name.spelling)
            if words and words not in taboo and not _of_another(name, paper, called.get(words)):
                found[f" {words}"].append(name)
    return {pattern: tuple(names) for pattern, names in found.items() if len(names) <= _SHARED}


def _key(words: str) -> str:
    return " ".join(fold(words).split())


def _of_another(name: ProseName, paper: Paper, notes: Collection[str] | None) -> bool:
    """Notes have this name, and none of them is about the paper."""
    if not notes or name.strength is NameStrength.LONG:
        return False
    return not any(
        m.kind in (MentionKind.LITERATURE_NOTE, MentionKind.CARD) and m.note in notes for m in paper.mentions
    )


def _names_of(index: int, paper: Paper, in_titles: Counter[str]) -> Iterator[ProseName]:
    title = paper.title
    origin = paper.origins.get("title", "")
    # a label that stands for a title is a name where any label would be one
    if title not in paper.aliases and origin and (origin != "label" or strength(title) >= NameStrength.SHAPED):
        yield ProseName(index, title, strength(title))
    head, colon, rest = title.partition(":")
    head = head.strip()
    dashed = None if colon else _DASHED.match(title)
    if colon and rest and head and head.casefold() not in _PREFIXES:
        yield ProseName(index, head, strength(head))
    elif dashed:
        yield ProseName(index, dashed[1], strength(dashed[1]))
    if colon and _count(rest) >= 4:
        yield ProseName(index, rest.strip(), NameStrength.LONG)
    for label in paper.labels:
        sure = strength(label)
        if sure >= NameStrength.SHAPED and label != head:
            yield ProseName(index, label, sure)
    tail = _TAIL.split(title)[-1]
    if paper.year and paper.authors and tail != title and 2 <= _count(tail) <= 5:
        yield ProseName(index, tail, NameStrength.BY_AUTHOR)
    for text in dict.fromkeys([paper.abstract, paper.tldr, *(f.value for f in paper.fields)]):
        for match in _INTRODUCED.finditer(text):
            name = match["name"]
            if _mixed(name) and name != head and not _in_others(name, title, in_titles):
                yield ProseName(index, name, NameStrength.SHAPED)


def _in_others(name: str, title: str, in_titles: Counter[str]) -> bool:
    """The name begins with a word of another paper's title."""
    first = next(iter(fold(name).split()), "")
    return bool(first) and in_titles[first] > (first in fold(title).split())


def _count(text: str) -> int:
    return len(_WORD.findall(text))


def strength(name: str) -> NameStrength:
    """What a name needs beside itself, by its form."""
    count = _count(name)
    if count >= 4:
        return NameStrength.LONG
    if any(_shaped(word) for word in name.split()):
        return NameStrength.SHAPED
    return NameStrength.CAPITALS if count >= 3 else NameStrength.PLAIN


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


# --- folding --------------------------------------------------------------------------------------

_ASCII = bytes(ord(chr(c).lower()) if chr(c).isalnum() or not c else 32 for c in range(128)) + bytes(128)
_FOREIGN = re.compile(r"[^\x00-\x7f]+")


def fold(text: str) -> str:
    """The text without case and accents, a space for each character that is no letter or digit; its length stays."""
    folded = text.encode("ascii", "replace").translate(_ASCII).decode()
    if text.isascii():
        return folded
    parts, at = [], 0
    for match in _FOREIGN.finditer(text):
        parts += [folded[at : match.start()], *map(_folded, match.group())]
        at = match.end()
    return "".join([*parts, folded[at:]])


@lru_cache(maxsize=1 << 12)
def _folded(char: str) -> str:
    if not char.isalnum():
        return " "
    base = [c for c in unicodedata.normalize("NFKD", char.casefold()) if not unicodedata.combining(c)]
    return base[0] if len(base) == 1 else char.lower()[:1]
