"""Read what the words next to a name say about it: its long form, its authors, its arXiv number, or small letters.

One such place shows that the name means a paper, or something else.  All notes together show which names are
also everyday words, or names of other things.  These need clear evidence.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from math import inf

from papernotes_plugin.people import known_names
from papernotes_plugin.recognisers.evidence.names import name_authors
from papernotes_plugin.recognisers.evidence.names.name_subjects import needs_subject, stems
from papernotes_plugin.recognisers.evidence.names.name_surroundings import names_other_title
from papernotes_plugin.recognisers.evidence.names.short_names import NameStrength, ProseName, fold
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Paper, Span

_REACH = 120
"""Characters before a name in brackets in which its long form is expected."""
_IN_BRACKETS = lazy_regex(r"([^()（）,;，；\n]{5,100})[)）,;，；]")
_OPENING = ("(", "（")
_CLOSING = (")", "）", ",", ";", "，", "；")
_MAX_YEARS = 1
"""Years between a preprint and its publication."""
_ARXIV = lazy_regex(r"[*_\s]*[(\[（]\s*(?:arxiv[: ]*)?(?P<id>\d{4}\.\d{4,5})(?:v\d+)?\s*[)\]）]", re.IGNORECASE)
"""The arXiv number after a name: `RADAR (2506.12104)`."""
_ADDRESS = lazy_regex(
    r"[*_\"”]{0,3}(?:\s?[(（][^()（）\n]{2,40}[)）])?[*_]{0,3}(?:\s?[:：]\s?|\s[-–—]\s|\s\|\s|\s?[(（])[*_<]{0,3}"
    r"(?:https?://(?:www\.)?arxiv\.org/(?:abs|pdf|html)/|arxiv:\s?)(?P<id>\d{4}\.\d{4,5})",
    re.IGNORECASE,
)
"""The address after a name, perhaps with authors between them: `**RADAR** (Hu et al.): https://arxiv.org/abs/…`."""
_OPENS_ENTRY = lazy_regex(r"(?:^|[\n|;；])[\s\d.)>|*_+\"“-]{0,12}$")
_DEFINED = lazy_regex(r"[*_\"”』】]*(?:\s*[:：=]|\s+[-–—])\s*[*_]*([^\n.:;()（）]{5,100})")
"""A phrase after a name that may be its long form: `**GTR** – Global Temporal Retriever`."""
_INNER_CAPITAL = lazy_regex(r"(?<=[a-z])(?=[A-Z])")
"""The place before a capital in a word: `WebImageText`."""
_EXPLANATION = lazy_regex(
    r"[*_\"”』】]*+(?:\s*(?:[*_]*[(\[（:：=,|^{<]|[-–—]\s)|\n\n|\s(?:by|of|from|de|von|por|di)\s)"
)
"""A bracket, comma, dash or word after a name: what it means may follow, such as authors, number or title."""
_WORD = lazy_regex(r"[^\W_]+")
_WRITTEN_WITH_CAPITALS = (NameStrength.SHAPED, NameStrength.CAPITALS)
_MAX_WORDS_OF_TERM = 3
"""Words of a long form that is likely a term also in capitals, so that it does not show which paper is meant."""
_MIN_PREFIX = 4
"""Letters of a word that another one begins with, so that both are the same: `auto`, `AutoML`."""
_MIN_NOTES = 2
_MIN_NOTES_IN_SMALL = 5
_MIN_SHARE = 4
"""A name is contested if two notes, and one of four with the name, use it as a word or for something else."""
_MANY_NOTES = 30
"""Number of notes from which a name that two of three contain is their subject."""


class Meaning(StrEnum):
    """The meaning of a name, as one place shows it."""

    OWN = "own"
    """It means the paper: long form, author or arXiv number agree."""
    OTHER = "other"
    """It means something else: long form, authors or arXiv number are others."""
    CITED = "cited"
    """Authors follow it, but those of the paper are unknown."""
    TERM = "term"
    """Its long form is a common term, which is all that the title contains: `visual question answering (VQA)`."""
    TITLE = "title"
    """It is before another title."""
    WORD = "word"
    """It is written like an everyday word."""
    SMALL = "small"
    """Its first letter is a small one, as in everyday words: `mono3D` for Mono3D."""
    NAME = "name"
    """It is written as a name, and nothing else is known."""


def is_explained(text: str, span: Span) -> bool:
    """Return whether the characters or authors next to a span may say what the words mean."""
    before = text[max(0, span.start - 4) : span.start]
    if _EXPLANATION.match(text, span.end) or before.rstrip("*_[ ").endswith(_OPENING):
        return True
    return name_authors.are_before(text, span.start)


def meanings_at(
    text: str, span: Span, names: Iterable[ProseName], papers: Sequence[Paper]
) -> Iterator[tuple[ProseName, Meaning]]:
    """Yield the short names among those with the words at a span, each with what the place says about it.

    Args:
        text: The text of the note.
        span: The span of the words, which `is_explained`.
        names: Names with these words.
        papers: The papers to which the names refer.
    """
    for name, meaning in meanings_of_spelling(text[span.start : span.end], names):
        is_certain = meaning is not Meaning.NAME
        yield name, meaning if is_certain else _explained_meaning(text, span, name, papers[name.target])


def meanings_of_spelling(written: str, names: Iterable[ProseName]) -> Iterator[tuple[ProseName, Meaning]]:
    """Yield the short names among those with some words, each with what the spelling of the words says about it."""
    for name in names:
        if name.strength is not NameStrength.LONG:
            is_cased = name.strength in _WRITTEN_WITH_CAPITALS
            if is_cased and _is_written_as_word(name.spelling, written):
                yield name, Meaning.WORD
            else:
                is_small = is_cased and name.spelling == written[:1].upper() + written[1:] != written
                yield name, Meaning.SMALL if is_small else Meaning.NAME


def _explained_meaning(text: str, span: Span, name: ProseName, paper: Paper) -> Meaning:
    """Return what the words next to a span say about a name of a paper."""
    if match := _ARXIV.match(text, span.end) or _address_after(text, span):
        numbers = {identifier.value for identifier in paper.identifiers if identifier.scheme == "arxiv"}
        if numbers:
            return Meaning.OWN if match["id"] in numbers else Meaning.OTHER
    if authors := name_authors.read_authors(text, span):
        families = {word for author in known_names(paper.authors) for word in fold(author).split()}
        if authors.year and paper.year and abs(authors.year - paper.year) > _MAX_YEARS:
            return Meaning.OTHER
        if not families:
            return Meaning.CITED
        return Meaning.OTHER if families.isdisjoint(fold(authors.family).split()) else Meaning.OWN
    if names_other_title(text, span, paper.title):
        return Meaning.TITLE
    written = text[span.start : span.end]
    if needs_subject(name.spelling) and (words := long_form(text, span, written)):
        return _compare(text[: span.start], words, name, paper)
    return Meaning.NAME


def _address_after(text: str, span: Span) -> re.Match[str] | None:
    """Return the arXiv number in an address after the name that opens a line, cell or bullet; None if there is none."""
    match = _ADDRESS.match(text, span.end)
    return match if match and _OPENS_ENTRY.search(text[max(0, span.start - _MIN_PREFIX * 4) : span.start]) else None


def _compare(before: str, words: frozenset[str], name: ProseName, paper: Paper) -> Meaning:
    """Return whether the words of a long form are those of the title."""
    _, colon, rest = (paper.title if ":" in paper.title else paper.title.replace(" - ", ":", 1)).partition(":")
    if colon and words.issuperset(fold(rest).split()):
        last = _WORD.findall(before[-_REACH:])[-len(words) :]
        if len(last) == len(words) and all(map(str.islower, last)) and words.issuperset(last):
            return Meaning.TERM
        if len(words) <= _MAX_WORDS_OF_TERM:
            return Meaning.NAME
    own = fold(" ".join([paper.title, *paper.tags])).split()
    is_explained_too = _is_explained_by(own[1:], name.spelling)
    given = words if is_explained_too else [word for word in words if stems([word])]
    is_in_title = set(fold(name.spelling).split()) <= set(own)
    if not given or not is_in_title or not any(word.isascii() for word in stems(own)):
        # a label is no part of the title, so the title says nothing about its long form
        return Meaning.NAME
    shared = sum(any(_is_same_word(word, other) for other in own) for word in given)
    return Meaning.OWN if shared >= (len(given) if is_explained_too else len(given) / 2) else Meaning.OTHER


def _is_same_word(word: str, other: str) -> bool:
    """Return whether two words differ at most in their endings: `completions` and `completion`, not `complex`."""
    shorter, longer = sorted((word, other), key=len)
    if len(shorter) >= _MIN_PREFIX and longer.startswith(shorter):
        return True
    common = len(longer) * 7 // 10
    return word[:common] == other[:common]


def _is_explained_by(title: Sequence[str], name: str) -> bool:
    """Return whether a title contains the words for which an acronym is short."""
    lengths = range(2, len(name) + 2)
    return any(_abbreviates(name.lower(), title[at : at + n]) for at in range(len(title)) for n in lengths)


def _is_written_as_word(spelling: str, written: str) -> bool:
    """Return whether small letters make everyday words of a name: `only` for ONLY, `LLM-as-judge` for LLM-as-Judge."""
    parts, words = _WORD.findall(spelling), _WORD.findall(written)
    if len(parts) == 1:
        return written.islower() and spelling.isupper()
    return len(parts) == len(words) and any(p[0].isupper() and w.islower() for p, w in zip(parts, words, strict=True))


def contested_names(notes: Iterable[frozenset[tuple[ProseName, Meaning]]]) -> frozenset[ProseName]:
    """Return the names that are also everyday words, or names of other things, in some notes.

    A name in most of many notes is what these are about, as a tool is in its documentation, and not its paper.

    Args:
        notes: For each note the names in it with what its places say about them.
    """
    usages = list(notes)
    counts = Counter(pair for of_note in usages for pair in of_note)
    by_note = Counter(name for of_note in usages for name in {name for name, _ in of_note})
    contested = {name for name, count in by_note.items() if 3 * count >= max(3 * _MANY_NOTES, 2 * len(usages))}
    for (name, meaning), count in counts.items():
        named = counts[name, Meaning.NAME] + counts[name, Meaning.OWN] + counts[name, Meaning.CITED]
        if count >= _notes_needed(name, meaning, named):
            contested.add(name)
    return frozenset(contested)


def _notes_needed(name: ProseName, meaning: Meaning, named: int) -> float:
    """Return the number of notes from which a meaning makes a name contested that others use as a name."""
    if meaning is Meaning.TITLE or (meaning is Meaning.OTHER and needs_subject(name.spelling)):
        return 1
    if meaning is Meaning.TERM:
        return _MIN_NOTES
    if meaning is Meaning.SMALL:
        return max(_MIN_NOTES_IN_SMALL, named)
    return max(_MIN_NOTES, named / _MIN_SHARE) if meaning in (Meaning.OTHER, Meaning.WORD) else inf


def long_form(text: str, span: Span, name: str) -> frozenset[str]:
    """Return the words that a text gives for an acronym at a span, folded; an empty set if it does not define it.

    Examples:
        >>> sorted(long_form("A Global Temporal Retriever (GTR) finds them.", Span(29, 32), "GTR"))
        ['global', 'retriever', 'temporal']
        >>> sorted(long_form("GTR (global temporal retriever) finds them.", Span(0, 3), "GTR"))
        ['global', 'retriever', 'temporal']
    """
    for words in _long_forms(text, span, len(name)):
        if _abbreviates(name.lower(), words):
            return frozenset(words)
    return frozenset()


def _long_forms(text: str, span: Span, letters: int) -> Iterator[list[str]]:
    """Yield the last words before `(NAME)`, those in brackets after `NAME`, and the first ones after `NAME:`."""
    start, end = span
    opening = text[max(0, start - 4) : start].rstrip("*_[ ")
    if opening.endswith(_OPENING) and text[end : end + 3].strip("*_ ]")[:1] in _CLOSING:
        yield from _parts(text[max(0, start - _REACH) : start].rsplit("\n", 1)[-1])
    following = text[end : end + 4].lstrip("*_ ")
    if following.startswith(_OPENING) and (match := _IN_BRACKETS.match(text, end + text[end:].index(following) + 1)):
        yield from _parts(match[1])
    if match := _DEFINED.match(text, end):
        words = fold(match[1]).split()
        yield from (words[:last] for last in range(2, letters + 2))


def _parts(phrase: str) -> Iterator[list[str]]:
    """Yield the last words of a phrase, more and more of them; `WebImageText` is three."""
    words = fold(_INNER_CAPITAL.sub(" ", phrase)).split()
    return (words[first:] for first in range(len(words) - 1, -1, -1))


def _abbreviates(name: str, words: Sequence[str]) -> bool:
    """Return whether the first letters of words contain those of an acronym in order, and begin with its first."""
    if len(words) < 2 or words[0][0] != name[0] or len(words) > len(name) + 3:
        return False
    initials = iter(word[0] for word in words)
    return all(letter in initials for letter in name)
