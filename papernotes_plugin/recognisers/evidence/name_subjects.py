"""Decide whether a note speaks of the subject of a paper, or defines a name otherwise, before an acronym is a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from papernotes_plugin.recognisers.evidence.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.short_names import fold
from papernotes_plugin.vocabulary.model import Block, Paper

_ACRONYM = re.compile(r"[A-Za-z]{2,5}")
"""A name that many things can have; any other one has digits or is long."""
_REACH = 120
"""Characters before a name in brackets in which its long form is expected."""
_MAX_LONG_FORM = re.compile(r"[^()\n]{5,100}\)")
_TAG = re.compile(r"[^\[\]\n]{0,40}\](?!\()")
"""The end of a tag in brackets: `[mono3D]`."""
_AUTHORS = re.compile(
    r"[*_\s]*[(\[（]\s*(?P<family>[^\W\d_a-z][^\W\d_]+(?:[ -][^\W\d_]+)?)(?: et al\b|,? (?:and|&) |,? (?:19|20)\d\d)"
)
"""The first author after a name: `RADAR (Hu et al., 2023)`."""
_MIN_LETTERS = 4
"""Letters of a word that says what a paper is about."""
_STEM = 6
"""Letters by which two forms of a word are compared."""
_MIN_WORDS_OF_NOTE = 2
"""Words of the subject, and half of them, that must be anywhere in a note if none is near the name."""
_UNSPECIFIC_TABLE = """
    about against analysis approach approaches based better beyond data deep efficient estimation evaluation
    fast framework from generation improving into large learned learning method methods model modeling models
    more network networks neural only over paper papers problem results scalable simple some study survey system
    systems their this through toward towards training under using very what when with without your
"""
_UNSPECIFIC = frozenset(word[:_STEM] for word in _UNSPECIFIC_TABLE.split())
"""Words that titles of any subject contain."""


def needs_subject(spelling: str) -> bool:
    """Return whether a name is an acronym that can mean anything: `GTR`, `LoRA`; not `VideoJAM`."""
    return bool(_ACRONYM.fullmatch(spelling))


def is_tag(text: str, start: int, end: int) -> bool:
    """Return whether a span of a text is part of a tag in square brackets: `[mono3D]`, `[lidar, mono3D]`."""
    opening = text.rfind("[", max(0, start - 40), start)
    if opening < 0 or text.find("]", opening, start) >= 0 or text.find("\n", opening, start) >= 0:
        return False
    return bool(_TAG.match(text, end))


def long_form(text: str, name: str) -> frozenset[str]:
    """Return the words that a text gives for an acronym, folded; an empty set if it does not define it.

    Examples:
        >>> sorted(long_form("A Global Temporal Retriever (GTR) finds them.", "GTR"))
        ['global', 'retriever', 'temporal']
        >>> sorted(long_form("GTR (global temporal retriever) finds them.", "GTR"))
        ['global', 'retriever', 'temporal']
    """
    for phrase in _long_forms(text, name):
        words = fold(phrase).split()
        for first in range(len(words) - 1, -1, -1):
            if _abbreviates(name.lower(), words[first:]):
                return frozenset(words[first:])
    return frozenset()


def _long_forms(text: str, name: str) -> Iterator[str]:
    """Yield the phrases before `(NAME)`, and those in brackets after `NAME`."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        opening = text[max(0, at - 4) : at].rstrip("*_[ ")
        if opening.endswith(("(", "（")) and text[end : end + 3].strip("*_ ]")[:1] in (")", "）", ",", ";"):
            yield text[max(0, at - _REACH) : at].rsplit("\n", 1)[-1]
        following = text[end : end + 4].lstrip("*_ ")
        if following[:1] == "(" and (match := _MAX_LONG_FORM.match(text, text.index("(", end) + 1)):
            yield match.group()
        at = text.find(name, end)


def _abbreviates(name: str, words: list[str]) -> bool:
    """Return whether the first letters of words contain those of an acronym in order, and begin with its first."""
    if len(words) < 2 or words[0][0] != name[0] or len(words) > len(name) + 3:
        return False
    initials = iter(word[0] for word in words)
    return all(letter in initials for letter in name)


def is_by_others(text: str, end: int, paper: Paper) -> bool:
    """Return whether the authors in brackets after a name are not those of a paper: `RADAR (Hu et al.)`."""
    match = _AUTHORS.match(text, end)
    if not match or not paper.authors:
        return False
    names = {word for author in paper.authors for word in fold(author).split()}
    return names.isdisjoint(fold(match["family"]).split())


def is_defined_otherwise(context: NoteContext, name: str, paper: Paper) -> bool:
    """Return whether a note gives a name a long form that is not that of a paper."""
    words = _stems(_long_form_in(context, name))
    return bool(words) and 2 * len(words & _subject(paper)) < len(words)


@once_per_note
def _long_form_in(context: NoteContext, name: str) -> frozenset[str]:
    return long_form(context.note.text, name)


def speaks_of(context: NoteContext, paper: Paper, block: Block, others: Iterable[Paper]) -> bool:
    """Return whether the words near a name, its headings, other papers near it, or the note speak of a paper's subject.

    Args:
        context: The note.
        paper: The paper that the name may mean.
        block: The block of the name.
        others: The papers mentioned in the block.
    """
    subject = _subject(paper)
    if not subject:
        return True
    near = [context.visible_text(block.index), *(other.title for other in others)]
    heading = context.heading_above[block.index]
    while heading >= 0:
        near.append(context.visible_text(heading))
        heading = context.heading_above[heading]
    is_near = not subject.isdisjoint(_stems(word for text in near for word in fold(text).split()))
    in_note = len(subject & _stems_of_note(context))
    needed = _MIN_WORDS_OF_NOTE if is_near else max(_MIN_WORDS_OF_NOTE, (len(subject) + 1) // 2)
    return in_note >= min(len(subject), needed)


@once_per_note
def _stems_of_note(context: NoteContext) -> frozenset[str]:
    return _stems(fold(context.note.text).split())


def _subject(paper: Paper) -> frozenset[str]:
    """Return the stems of the words that say what a paper is about: those of title and tags, without the name."""
    name, colon, rest = paper.title.partition(":")
    return _stems(fold(" ".join([rest if colon else name, *paper.tags])).split())


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words if len(word) >= _MIN_LETTERS) - _UNSPECIFIC
