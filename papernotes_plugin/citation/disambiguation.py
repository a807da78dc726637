"""Give the works on a page names for its text that distinguish them: authors and year with a letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from papernotes_plugin.citation.cited_work import CitedWork
from papernotes_plugin.people import Person
from papernotes_plugin.text import comparison_key

_TITLE_WORDS = 4
"""Number of words of a title that replaces missing authors."""
_MOST = 8
"""Maximal number of names shown to distinguish two lists of authors."""
_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)


class InTextName(NamedTuple):
    """Name of a work in running text."""

    authors: tuple[str, ...]
    """Surnames to show; the beginning of the title for a work without authors."""
    more: bool
    """Whether `et al.` follows."""
    titled: bool
    """Whether it is the title."""
    date: str
    """Year, with a letter if another work would have the same name: `2020a`, `n.d.-b`."""

    def joined(self, conjunction: str) -> str:
        """`Vaswani and Shazeer`, `Vaswani et al.`."""
        if self.more:
            return f"{', '.join(self.authors)}{',' if len(self.authors) > 1 else ''} et al."
        if len(self.authors) > 2:
            return f"{', '.join(self.authors[:-1])}, {conjunction} {self.authors[-1]}"
        return f" {conjunction} ".join(self.authors)


def short_title(title: str) -> str:
    """Return the beginning of a title: up to its colon, or its first words."""
    head = re.split(r"[:?!.]\s", title, maxsplit=1)[0]
    words = head.split()
    return " ".join(words[:_TITLE_WORDS]) + ("…" if len(words) > _TITLE_WORDS else "")


def sort_key(work: CitedWork) -> tuple[object, ...]:
    """Return the sort key of a list: authors, year, title; a title replaces missing authors.

    Words are compared without accents and case.
    """
    title = _ARTICLE.sub("", work.title.text, count=1)
    names = [*map(_name_key, work.persons)] or [(comparison_key(title), "")]
    year = (int(work.year), "") if work.year.isdigit() else (9999 if work.year else 0, work.year)
    return names, work.cut, year, comparison_key(title), work.title.text


def _name_key(person: Person) -> tuple[str, str]:
    return comparison_key(person.surname), comparison_key(f"{person.initials} {person.suffix}")


def in_text_names(works: Sequence[CitedWork]) -> list[InTextName]:
    """Return the name of each work of a list; letters behind years follow the order of the list."""
    initialled = _namesakes(works)
    lists = [_surnames(work, initialled) for work in works]
    shown = _shown_counts(works, lists)
    names = []
    for work, surnames, count in zip(works, lists, shown, strict=True):
        known = surnames[:count] or (short_title(work.title.text),)
        more = bool(surnames) and (work.cut or count < len(surnames))
        names.append(InTextName(known, more, not surnames, work.year or "n.d."))
    return _lettered(names)


# --- authors of one name --------------------------------------------------------------------------


def _namesakes(works: Iterable[CitedWork]) -> frozenset[str]:
    """Return the surnames that two different first authors share; they are shown with initials."""
    known: dict[str, set[str]] = {}
    for work in works:
        if work.persons and work.persons[0].given:
            first = work.persons[0]
            known.setdefault(comparison_key(first.surname), set()).add(comparison_key(first.initials))
    return frozenset(surname for surname, initials in known.items() if _differ(initials))


def _differ(initials: Iterable[str]) -> bool:
    """Return whether two initials differ in more than their length (`j`, `j r`)."""
    last = ""
    for one in sorted(initials):
        if last and not one.startswith(last):
            return True
        last = one
    return False


def _surnames(work: CitedWork, initialled: frozenset[str]) -> tuple[str, ...]:
    surnames = tuple(person.surname for person in work.persons)
    if surnames and work.persons[0].given and comparison_key(surnames[0]) in initialled:
        return (f"{work.persons[0].initials} {surnames[0]}", *surnames[1:])
    return surnames


# --- lists of authors that begin alike ------------------------------------------------------------


def _shown_counts(works: Sequence[CitedWork], lists: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the number of names to show of each work: one of three or more, unless that is ambiguous."""
    shown = [len(names) if len(names) < 3 and not work.cut else 1 for work, names in zip(works, lists, strict=True)]
    alike: dict[tuple[object, ...], list[int]] = {}
    for at, (work, names) in enumerate(zip(works, lists, strict=True)):
        if len(names) > shown[at]:
            alike.setdefault((names[0], work.year), []).append(at)
    for group in alike.values():
        for at, count in _spread(group, lists):
            shown[at] = count
    return shown


def _spread(group: Sequence[int], lists: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    """Yield the smallest number of names that distinguishes each list of a group, up to a limit."""
    ordered = sorted(group, key=lambda at: lists[at])
    distinct = list(dict.fromkeys(lists[at] for at in ordered))
    needed: dict[tuple[str, ...], int] = dict.fromkeys(distinct, 1)
    for before, after in pairwise(distinct):
        # in sorted order the most similar lists are adjacent
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
        for one in (before, after):
            needed[one] = max(needed[one], min(common + 1, len(one)))
    for at in group:
        count = needed[lists[at]]
        # `A, B, and C` is not longer than `A, B, et al.`
        count += 1 < count == len(lists[at]) - 1
        if count <= _MOST:
            yield at, count


def _lettered(names: Sequence[InTextName]) -> list[InTextName]:
    """Return the names with a letter behind the year of equal ones."""
    alike: dict[tuple[str, str], list[int]] = {}
    for at, name in enumerate(names):
        alike.setdefault((name.joined("and"), name.date), []).append(at)
    out = list(names)
    for group in alike.values():
        for number, at in enumerate(group if len(group) > 1 else ()):
            date = names[at].date
            sign = year_letter(number)
            out[at] = names[at]._replace(date=date + (sign if date.isdigit() else f"-{sign}"))
    return out


def year_letter(number: int) -> str:
    """Return a letter for a number from 0 on: a to z, then aa, ab (bijective numeration)."""
    out = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        out = chr(97 + digit) + out
    return out
