"""Remove names before titles, or in brackets after them, if titles of a list have them: `Diffie, Hellman: New …`.

One such title alone may begin with a nickname, `Lift, Splat, Shoot: Encoding Images From Arbitrary Camera Rigs`, or end
with its subject, `Essays in Art (Monet and Manet)`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable
from typing import NamedTuple

from papernotes_plugin.people import NAME_WORD, OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import (
    PARTICLES,
    are_full,
    is_no_person,
    may_be_family_name,
    may_be_people,
)
from papernotes_plugin.recognisers.evidence.references.publishing_cities import are_places
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind

_BETWEEN = r"(?:,? (?:and|und|et|y|&) |, )"
_OPENING = lazy_regex(
    rf"(?P<names>{NAME_WORD}(?:{_BETWEEN}{NAME_WORD}){{0,4}})(?P<others>,? et al\.?)?[:,] "
    r"(?P<title>[^\W\d_a-z][^\n]{8,300})"
)
_PERSON = rf"(?:{PARTICLES}|(?:[A-Z]\.[ -]?){{1,3}}|(?:{NAME_WORD} ){{1,2}}(?:[A-Z]\. )?)?{NAME_WORD}"
_CLOSING = lazy_regex(
    rf"(?P<title>[^\n]{{7,300}}\S) \((?P<names>{_PERSON}(?:{_BETWEEN}{_PERSON}){{0,5}})(?P<others>,? et al\.?)?\)"
)
"""A title and names in brackets: `Paxos Made Simple (Leslie Lamport)`, `The Title (Lamport, Shostak and Pease)`."""
_IN_BRACKETS = lazy_regex(r"\S \([^()\n]{2,60}\)$")
_SEPARATOR = lazy_regex(_BETWEEN)
_MIN_SEVERAL = 2
"""Titles of a list after several names, from which a single word before the others is a name, too."""
_MIN_SHARE_BEFORE = 0.6
"""Share of the titles of a list that have names before them."""
_MIN_SHARE_AFTER = 0.4
"""Share of the titles with brackets after them that have names in these."""
_MIN_TITLE = 3
_IN_LISTS = (MentionKind.ITEM, MentionKind.CITATION)


class _Split(NamedTuple):
    """The names before or after a title, and the title."""

    names: tuple[str, ...]
    title: str
    is_before: bool


def with_names_around_titles(mentions: Iterable[Mention]) -> list[Mention]:
    """Return mentions with the names before their titles, or in brackets after them, as authors."""
    opened = _with_names(list(mentions), _split_names_before, _MIN_SHARE_BEFORE, lambda _: True)
    return _with_names(opened, _split_names_after, _MIN_SHARE_AFTER, _ends_with_brackets)


def _with_names(
    mentions: list[Mention],
    split: Callable[[Mention], _Split | None],
    min_share: float,
    may_have_names: Callable[[Mention], bool],
) -> list[Mention]:
    """Return mentions with the names that a function splits off, in lists where enough of some titles have them."""
    parts_of = {mention: parts for mention in mentions if (parts := split(mention))}
    if sum(map(_are_certain_names, parts_of.values())) < _MIN_SEVERAL:
        return mentions
    lists: defaultdict[tuple[str, ...], list[Mention]] = defaultdict(list)
    for mention in mentions:
        if mention.kind in _IN_LISTS and not mention.evidence.authors and may_have_names(mention):
            lists[mention.topic].append(mention)
    named: dict[Mention, Evidence] = {}
    for items in lists.values():
        own = {mention: parts_of[mention] for mention in items if mention in parts_of}
        if _are_names(own.values()) and len(own) >= min_share * len(items):
            sure_names = {name for parts in own.values() if _are_certain_names(parts) for name in parts.names}
            named |= {mention: _with_authors(mention.evidence, parts, sure_names) for mention, parts in own.items()}
    return [mention._replace(evidence=named.get(mention, mention.evidence)) for mention in mentions]


def _are_names(parts: Collection[_Split]) -> bool:
    """Return whether at least half of what may be names are several names or a full one."""
    return sum(map(_are_certain_names, parts)) >= max(_MIN_SEVERAL, len(parts) / 2)


def _with_authors(evidence: Evidence, parts: _Split, sure_names: Container[str]) -> Evidence:
    """Return evidence with a title and its authors; one word after a title is one only if another title has it, too.

    Others may be a short name: `In Search of an Understandable Consensus Algorithm (Raft)`.
    """
    is_known = parts.is_before or _are_certain_names(parts) or parts.names[0] in sure_names
    return evidence._replace(title=parts.title, authors=parts.names if is_known else ())


def _are_certain_names(parts: _Split) -> bool:
    """Return whether names are several, or one with a given name."""
    return len(parts.names) > 1 or authorship.has_given_name(parts.names[0])


def _ends_with_brackets(mention: Mention) -> bool:
    """Return whether a title ends with words in brackets."""
    return _IN_BRACKETS.search(mention.evidence.title) is not None


def _split_names_after(mention: Mention) -> _Split | None:
    """Return a title and what may be names in brackets after it; None for a title with other words."""
    title = mention.evidence.title
    if mention.kind not in _IN_LISTS or mention.evidence.authors or not title.endswith(")"):
        return None
    match = _CLOSING.fullmatch(title)
    names = _SEPARATOR.split(match["names"]) if match else []
    if not match or count_words(match["title"]) < _MIN_TITLE or any(map(is_title_word, names)):
        return None
    if not (may_be_people(names) and are_full(names)) or any(is_no_person(n) or are_places(n) for n in names):
        return None
    if len(names) == 1 and " " not in names[0] and not may_be_family_name(names[0]):
        return None
    return _Split((*names, OTHERS) if match["others"] else tuple(names), match["title"], is_before=False)


def _split_names_before(mention: Mention) -> _Split | None:
    """Return what may be names and the title after them; None for a title with other words."""
    title = mention.evidence.title
    if mention.kind not in _IN_LISTS or mention.evidence.authors or not (", " in title or ": " in title):
        return None
    match = _OPENING.fullmatch(title)
    names = _SEPARATOR.split(match["names"]) if match else []
    if not match or count_words(match["title"]) < _MIN_TITLE or any(map(is_title_word, names)):
        return None
    if not all(may_be_family_name(name) and not is_no_person(name) for name in names) or not may_be_people(names):
        return None
    return _Split((*names, OTHERS) if match["others"] else tuple(names), match["title"], is_before=True)
