"""Read the names that a line begins with, before an organisation, a date or a venue: `Ann Lee, Bob Ray, ICCV 2019`."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.affiliations import is_affiliation
from papernotes_plugin.text.lazy_regex import lazy_regex

_MAX_LENGTH = 1000
_SEPARATOR = lazy_regex(r"\s*,\s+(?:and\s+)?|\s+(?:and|&)\s+|(?<=\w\w)\.\s+|\s+(?=(?:from|at)\s[^\W\d_a-z])|\s[-–—]\s")
"""A mark between two names, or between the names and what follows them."""
_SUBMITTED = lazy_regex(
    r"(?:first |last )?(?:submitted|published|revised|accepted|presented|posted) (?:on|in|at|to)\b", re.IGNORECASE
)
"""Words before the date or the venue of a paper."""
_DATE = lazy_regex(
    r"(?:\d{1,2}(?:st|nd|rd|th)? )?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? (?:\d{1,2},? )?"
    r"(?:19|20)\d\d\b|(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_SUBJECTS = frozenset(
    ["science", "sciences", "engineering", "computer", "intelligence", "mathematics", "physics", "robotics", "coding"]
)
"""Words of subjects and departments, which two words with capitals may be: `Computer Science, Stanford University`."""
_MIN_NAMES = 2
_GLUED_INITIALS = lazy_regex(r"\b([A-Z])\.(?=[A-Z]\.)")
"""Initials without a space between them: `O.K.`."""
_PLACE = lazy_regex(r"(?:from|at)\s+(?=[^\W\d_a-z])")
_MORE = lazy_regex(r",?\s+(?:et|at) al\.?(?=\W|$)")
_OTHERS = "\x1d"
"""A character in place of `et al.`."""
_SEVERAL_GROUPS = lazy_regex(r";|\s(?:from|at)\s.*\s(?:from|at)\s")
"""Groups of authors, each with its organisation: `Ann Lee from MIT and Bob Ray from CMU`."""


def read(words: str) -> tuple[str, ...]:
    """Return the names before an organisation, a date or a venue that a line consists of; () for other lines.

    Examples:
        >>> read("Ann Lee, Bob Ray and Hwee Tou Ng, 4 Nov 2018, EMNLP 2018, National University of Singapore")
        ('Ann Lee', 'Bob Ray', 'Hwee Tou Ng')
        >>> read("Anna Lee et al., May 2019 version, Microsoft"), read("Bob Ray and Ann Lee from Oregon University")
        (('Anna Lee', 'et al.'), ('Bob Ray', 'Ann Lee'))
        >>> read("Ann Lee from MIT, Bob Ray from CMU"), read("Sparse Coding, Olfactory Bulb, ICCV 2019")
        ((), ())
        >>> read("Robert Lee, Cambridge University Press, Anna Ray"), read("Ann Lee, Bob Ray")
        ((), ())
    """
    words = words.strip(" *_")
    if len(words) > _MAX_LENGTH or _SEVERAL_GROUPS.search(words):
        return ()
    more = _MORE.search(words)
    words = f"{words[: more.start()]}, {_OTHERS}{words[more.end() :]}" if more else words
    parts = [part.strip(" .") for part in _SEPARATOR.split(words) if part.strip(" .")]
    count = next((i for i, part in enumerate(parts) if not _is_name(part)), len(parts))
    names, rest = [part for part in parts[:count] if part != _OTHERS], parts[count:]
    if not names or not rest or not _is_remark(rest[0]) or any(map(authorship.has_given_name, rest)):
        return ()
    return (*names, *([OTHERS] if more else [])) if _are_certain(names, rest[0]) else ()


def _are_certain(names: list[str], remark: str) -> bool:
    """Return whether words are names: one has a frequent given name, or an organisation follows several.

    A subject before a venue looks like a name: `Sparse Coding, Olfactory Bulb, ICCV 2019`.
    """
    if any(map(authorship.has_given_name, names)):
        return True
    if len(names) < _MIN_NAMES or any(not _SUBJECTS.isdisjoint(name.casefold().split()) for name in names):
        return False
    return authorship.are_full_names(names) or _is_organisation(remark) or bool(_SUBMITTED.match(remark))


def _is_remark(words: str) -> bool:
    """Return whether words after names are a date, a venue or an organisation."""
    is_dated = _SUBMITTED.match(words) or _DATE.match(words)
    return bool(is_dated or _is_organisation(words) or venues.parse_venue(words)[0])


def _is_organisation(words: str) -> bool:
    is_place = _PLACE.match(words) is not None
    return is_place or is_affiliation(words) or authorship.names_organisation(words)


def _is_name(words: str) -> bool:
    """Return whether a part of a line is a name, or the character for `et al.`."""
    return words == _OTHERS or authorship.is_person(_GLUED_INITIALS.sub(r"\1. ", words))
