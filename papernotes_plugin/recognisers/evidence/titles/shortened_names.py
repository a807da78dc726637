"""Remove names from what was read as a title: `Title by Lee et al., ICML 2018`, `DPO: Lee et al., Title`.

Several names with initials at the end are removed, too: `Title, A. Lee, B. Ray`.

Only a few titles have `et al.`: those of answers to a paper, and `Deriving Lee et al.'s Method`.
"""

from __future__ import annotations

import re

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.references.author_lists import author_lists
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, split_title
from papernotes_plugin.vocabulary.model import Evidence

_OTHERS = re.compile(r"\bet\.? al\b(?!\.?['’])\.?")
_LAST = re.compile(
    r"\W*(?P<year>(?:19|20)\d\d)?[a-z]?\W*(?:,? (?:published|accepted|to appear) (?:in|at) .{2,40})?"
    r"(?:\(chapter \d+\)+)?",
    re.IGNORECASE,
)
"""The words after the names at the end of a title: the year, and where it was published."""
_BEFORE_NAMES = re.compile(r"(?P<by>,? (?:[–—-] )?by )|\s[–—-]\s|, |\. |[:：] | \(")
_CLOSING = re.compile(r"[”»]|\"(?=\W|$)")
_LABEL = re.compile(r"[^:：]{1,40}[:：]\s+")
_ANSWER = re.compile(
    r"(?:A |The )?(?:Author['’]s )?(?:[Cc]omment|Reply|[Rr]esponse|Rejoinder|Erratum|Correction|Re|Commentary)\b"
)
_OPENING = re.compile(r"[\s.,:;“\"«(]*(?:(?P<year>(?:19|20)\d\d)[a-z]?\)?[\s.,:;“\"«]+)?")
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]+")
_INITIALS_AT_END = re.compile(r"(?<=\w{3})(?:, (?:and |& )?(?:[A-Z]\.[ -]?){1,3} ?[^\W\d_a-z][\w'’-]+){2,}$")
"""Several names with initials first at the end of a title."""
_MIN_WORDS = 3
"""Words of a title before or after the names; after `by` a name of a method suffices before them."""


def without_shortened_names(evidence: Evidence) -> Evidence:
    """Return the evidence with the title before or after names with `et al.`; without a title if it has none of both.

    Examples:
        >>> for title in "Maps of Rivers, Ann Lee et al 2015", "DPO: Lee et al., Maps of Rivers", "Survey: Lee et al.":
        ...     read = without_shortened_names(Evidence(title=title))
        ...     read.title, read.authors, read.year
        ('Maps of Rivers', ('Ann Lee', 'et al.'), 2015)
        ('Maps of Rivers', ('Lee', 'et al.'), None)
        ('', ('Lee', 'et al.'), None)
        >>> without_shortened_names(Evidence(title="Deriving Lee et al.'s Method")).title
        "Deriving Lee et al.'s Method"
    """
    title = evidence.title
    others = _OTHERS.search(title) if "et al" in title or "et. al" in title else None
    if not others:
        return _without_names_with_initials(evidence)
    if _ANSWER.match(title):
        return evidence
    before, rest = title[: others.start()].rstrip(" ,"), title[others.end() :]
    last = _LAST.fullmatch(rest)
    if last:
        return _ended_by_names(evidence, before, int(last["year"]) if last["year"] else None)
    return _opened_by_names(evidence, before, rest)


def _without_names_with_initials(evidence: Evidence) -> Evidence:
    """Return evidence without several names with initials at the end of the title: `Title, D. Kingma, M. Welling`."""
    title = evidence.title
    names = _INITIALS_AT_END.search(title) if ", " in title and ". " in title else None
    if not names:
        return evidence
    people = authorship.split_authors(names[0].strip(" ,"))
    return evidence._replace(title=title[: names.start()], authors=evidence.authors or people)


def _ended_by_names(evidence: Evidence, before: str, year: int | None) -> Evidence:
    """Return evidence with the part of a title before the names that end it."""
    for mark in _BEFORE_NAMES.finditer(before):
        head, after = before[: mark.start()].strip(" (.,:"), before[mark.end() :]
        names = _names(after) or ((after,) if mark["by"] and _NAME.fullmatch(after) else ())
        if names and not _names(head):
            is_title = count_words(head) >= _MIN_WORDS or (mark["by"] and head)
            return _with_facts(evidence, head if is_title else "", names, year)
    return _with_facts(evidence, "", _names(before), year)


def _opened_by_names(evidence: Evidence, before: str, rest: str) -> Evidence:
    """Return evidence with the part of a title after the names that open it, perhaps after a label."""
    label = _LABEL.match(before)
    names = _names(before) or (_names(before[label.end() :]) if label else ())
    opening = _OPENING.match(rest)
    words = _CLOSING.split(rest[opening.end() :])[0].rstrip(" /.,;") if opening else ""
    are_names = bool(names) or len(authorship.INITIAL.findall(before)) > 1
    if not are_names or count_words(words) < _MIN_WORDS or not words[0].isupper():
        return evidence
    parts = split_title(words)
    year = int(opening["year"]) if opening and opening["year"] else parts.year
    evidence = evidence._replace(venue=evidence.venue or parts.venue)
    # the authors were read only to the first one with an unknown form
    authors = evidence.authors if not evidence.authors or OTHERS in evidence.authors else (*evidence.authors, OTHERS)
    return _with_facts(evidence._replace(authors=authors), parts.title, names, year)


def _with_facts(evidence: Evidence, title: str, names: tuple[str, ...], year: int | None) -> Evidence:
    """Return evidence with another title, and with names and year in place of missing ones."""
    authors = evidence.authors or ((*names, OTHERS) if names else ())
    return evidence._replace(title=title, authors=authors, year=evidence.year or year)


def _names(words: str) -> tuple[str, ...]:
    """Return the names that a text is; () for other words."""
    if authorship.looks_like_authors(f"{words.rstrip('.')} et al."):
        return tuple(name for name in authorship.split_authors(words) if name != OTHERS)
    lists = (names for names in author_lists(words, 0) if names.end >= len(words))
    return next((names.names for names in lists), ())
