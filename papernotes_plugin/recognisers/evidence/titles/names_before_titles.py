"""Remove family names before titles, if most titles of a list have them: `Diffie, Hellman: New Directions in …`.

One such title alone may begin with a nickname: `Lift, Splat, Shoot: Encoding Images From Arbitrary Camera Rigs`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from papernotes_plugin.people import NAME_WORD, OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors.short_bylines import (
    is_no_person,
    may_be_family_name,
    may_be_people,
)
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Mention, MentionKind

_BETWEEN = r"(?:,? (?:and|und|et|y|&) |, )"
_OPENING = lazy_regex(
    rf"(?P<names>{NAME_WORD}(?:{_BETWEEN}{NAME_WORD}){{0,4}})(?P<others>,? et al\.?)?[:,] "
    r"(?P<title>[^\W\d_a-z][^\n]{8,300})"
)
_SEPARATOR = lazy_regex(_BETWEEN)
_MIN_SEVERAL = 2
"""Titles of a list after several names, from which a single word before the others is a name, too."""
_MIN_SHARE = 0.6
"""Share of the titles of a list that have names before them."""
_MIN_TITLE = 3
_IN_LISTS = (MentionKind.ITEM, MentionKind.CITATION)


class _Opened(NamedTuple):
    """The names before a title, and the title."""

    names: tuple[str, ...]
    title: str


def with_names_before_titles(mentions: Iterable[Mention]) -> list[Mention]:
    """Return mentions with the family names before their titles as authors."""
    mentions = list(mentions)
    opened = {mention: parts for mention in mentions if (parts := _opened(mention))}
    if sum(len(parts.names) > 1 for parts in opened.values()) < _MIN_SEVERAL:
        return mentions
    lists: defaultdict[tuple[str, ...], list[Mention]] = defaultdict(list)
    for mention in mentions:
        if mention.kind in _IN_LISTS and not mention.evidence.authors:
            lists[mention.topic].append(mention)
    named = {mention for items in lists.values() if _have_names(items, opened) for mention in items}
    return [
        mention._replace(evidence=mention.evidence._replace(title=parts.title, authors=parts.names))
        if mention in named and (parts := opened.get(mention))
        else mention
        for mention in mentions
    ]


def _have_names(items: list[Mention], opened: dict[Mention, _Opened]) -> bool:
    """Return whether most titles of a list have names before them, and half of these several names."""
    own = [opened[mention] for mention in items if mention in opened]
    several = sum(len(parts.names) > 1 for parts in own)
    return several >= max(_MIN_SEVERAL, len(own) / 2) and len(own) >= _MIN_SHARE * len(items)


def _opened(mention: Mention) -> _Opened | None:
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
    return _Opened((*names, OTHERS) if match["others"] else tuple(names), match["title"])
