"""Read a stretch of a line that is names, and nothing else."""

from __future__ import annotations

from functools import lru_cache

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS, is_title_word
from papernotes_plugin.recognisers.evidence.authors import authorship, name_order
from papernotes_plugin.recognisers.evidence.authors.short_bylines import (
    NO_NAMES,
    is_collaboration,
    is_no_person,
    read_byline,
)
from papernotes_plugin.recognisers.evidence.authors.words_before_names import without_by
from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.lines.line_marks import MARK_EDGES, MARKS, without_marks
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.text.lazy_regex import lazy_regex

_WORD = lazy_regex(r"\b[^\W\d_a-z][^\W\d_]+")
_INITIAL_AT_END = lazy_regex(r"\b[A-Z]\.+$")
_INITIAL_ALONE = lazy_regex(r"(?:^|\W)[^\W\d_](?:\W|$)")
_INVERTED_PAIR = lazy_regex(
    r"[^\W\d_a-z][\w'’ -]+, [^\W\d_a-z][\w'’. -]+ and [^\W\d_a-z][\w'’ -]+, [^\W\d_a-z][\w'’. -]+"
)
"""Two people, each with the family name first: `Lee, Ann and Ray, Bob T.`."""
_NO_NAME_AT_END = lazy_regex(r"[^\W\d_a-z]\S{0,60} [^\W\d_A-Z]{4,}$|['’]s$")
"""A verb, or an ending that makes a name a part of a phrase: `Ann Lee presented`, `Ann Lee’s`."""
_COMMA_PAIR = lazy_regex(r"[^\W\d_]\S*, [^\W\d_]\S*")
"""Two words that may be the family name and the given name of one person: `Addison, Odessa`."""
_BROKEN = lazy_regex(r"(?<!\band)(?<!\bby)[^\s,;&]\s{0,40}[\x03\x04\n]\s{0,40}(?!and\b|et\b|[Ee]t al)[^\s,;&.]")
"""The end of marked text, or of a line, within a name."""
_POINT_AFTER_NAME = lazy_regex(
    r"\s(?!(?:Prof|Mrs)\b)[^\W\d_][^\W\d_A-Z]{2,}\. [^\W\d_a-z]|\s[A-Z][a-z]\. [A-Z][a-z]{3,} [A-Z]"
)
"""The end of a list of names, which is no initial: `Ann Lee, Bob Ray. Some Lab`."""
_AFTER_LAST = lazy_regex(r"^[^\W\d_][\w'’-]+ (?:&|and) [^\W\d_][\w'’-]+, (?!and\b|Jr)(?=[^,]*[^\W\d_]{3})[^,]+$")
"""Words after the last of two family names, as of a journal: `Lee & Ray, J Physiol`."""
_AFTER_OTHERS = lazy_regex(r"\bet al\b[^\w()]*[^\W\d_]{2}")
"""Words after those for further authors, which are no names."""
_MIN_NAMES = 3
_MIN_FULL = 4
"""Number of full names that are certain without a frequent given name."""


@lru_cache(maxsize=1 << 12)
def names_in(text: str) -> tuple[tuple[str, ...], bool]:
    """Return the names that a stretch of a line is, and whether they are certain; ((), False) for other words.

    Examples:
        >>> names_in("Lee, A., & Ray, B."), names_in("Lessard and Wilson"), names_in("Sparse Coding, Machine Learning")
        ((('Lee, A.', 'Ray, B.'), True), (('Lessard', 'Wilson'), False), ((), False))
    """
    inner = text.strip(MARKS)
    words = without_marks(text).lstrip(MARKS).rstrip(MARKS.replace(".", ""))
    words = words.rstrip(".") + "." * bool(_INITIAL_AT_END.search(words))
    if len(words) < _MIN_NAMES:
        return (), False
    if _BROKEN.search(inner) or _POINT_AFTER_NAME.search(inner) or _AFTER_OTHERS.search(inner):
        return (), False
    if _AFTER_LAST.search(words):
        return (), False
    names, are_certain = _read(words)
    # few stretches get here, and it takes the longest to find out whether they are an organisation or a venue
    return (names, are_certain) if names and not (is_no_person(words) or _names_venue(text)) else ((), False)


def _read(words: str) -> tuple[tuple[str, ...], bool]:
    """Return the names that words without marks are, and whether they are certain, also those of an organisation."""
    plain = without_by(words)
    first = plain.split()[0].rstrip(":.")
    if label_meanings.meaning(first) or first.casefold() in NO_NAMES:
        return (), False
    if plain != words and (names := authorship.stated_names(plain)):
        return names, True
    if is_collaboration(plain):
        return (plain,), True
    if authorship.looks_like_authors(words):
        names = authorship.split_authors(words)
    elif authorship.has_given_name(plain):
        names = (plain,)
    elif _INVERTED_PAIR.fullmatch(plain):
        names = tuple(plain.split(" and "))
        return ((), False) if _are_words(names) else (names, plain != words or bool(authorship.INITIAL.search(words)))
    else:
        is_doubtful = _INITIAL_ALONE.search(words) or _COMMA_PAIR.fullmatch(words)
        byline = None if is_doubtful else read_byline(words)
        names = byline.authors if byline and byline.year is None and len(byline.authors) > 1 else ()
    is_name = names and any(len(word) > 1 for word in _WORD.findall(words)) and not _are_words(names)
    return (names, _are_certain(words, names)) if is_name else ((), False)


def _are_words(names: tuple[str, ...]) -> bool:
    """Return whether a third of some names have frequent words of titles: `Sparse Coding, Olfactory Bulb`."""
    if any(is_generic(name) or label_meanings.meaning(name) or _NO_NAME_AT_END.search(name) for name in names):
        # `Strengths and Weaknesses`, `Ann Lee and Bob Ray presented`
        return True
    others = [name for name in names if any(map(is_title_word, _WORD.findall(name)))]
    return 3 * sum(not authorship.has_given_name(name) for name in others) > len(names)


def _names_venue(text: str) -> bool:
    """Return whether a marked part of a stretch is a venue: `Lee and Ray *Cell*`."""
    parts = [part.strip(MARKS) for part in MARK_EDGES.split(text) if "," not in part.strip(MARKS)]
    return any(venues.parse_venue(part, labelled=True)[0] for part in parts if part)


def _are_certain(words: str, names: tuple[str, ...]) -> bool:
    """Return whether names have a sign that they are those of people: `et al.`, initials or a given name."""
    if OTHERS in names or authorship.INITIAL.search(words) or any(map(authorship.has_given_name, names)):
        return True
    full = [name for name in names if " " in name and ", " not in name]
    if len(full) == len(names) >= _MIN_FULL:
        return True
    if len(full) == len(names) > 1 and 2 * sum(name_order.may_be_given_name(name.split()[0]) for name in full) >= len(
        names
    ):
        return True
    inverted = [name.split(", ")[1] for name in names if ", " in name]
    # semicolons between `Family, Given` are clear
    is_clear = len(inverted) == len(names) > 1 and (";" in words or words.count(" and ") == len(names) - 1)
    are_given = all(given.isupper() or name_order.may_be_given_name(given.split()[0]) for given in inverted)
    return is_clear or (bool(inverted) and are_given)
