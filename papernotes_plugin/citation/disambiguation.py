"""Name the works that a page cites so that readers can distinguish them.

The rules are those of APA (7th ed., 8.17 to 8.20).  Authors with the same surname get initials, and similar lists of
authors show more names.  Works with the same authors and year get letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from papernotes_plugin.citation.cited_work import CitedWork
from papernotes_plugin.people import Person
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex

_TITLE_WORDS = 4
"""Number of words of a title that replaces missing authors."""
_MOST = 8
"""Maximal number of names shown to distinguish two lists of authors."""
_ARTICLE = lazy_regex(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)


class InTextName(NamedTuple):
    """Name of a work in running text: authors and date."""

    authors: tuple[str, ...]
    """Surnames to show, with initials if two authors share one; a short title for a work without authors."""
    more: bool
    """True if `et al.` follows the authors."""
    titled: bool
    """True if `authors` is the short title."""
    date: str
    """Year, with a letter if another work would have the same name: `2020a`, `n.d.-b`."""

    def joined(self, conjunction: str) -> str:
        """Return the authors as text, without the date: `Vaswani and Shazeer`, `Vaswani et al.`.

        Args:
            conjunction: The word or sign before the last author: `and`, `&`.
        """
        if self.more:
            return f"{', '.join(self.authors)}{',' if len(self.authors) > 1 else ''} et al."
        if len(self.authors) > 2:
            return f"{', '.join(self.authors[:-1])}, {conjunction} {self.authors[-1]}"
        return f" {conjunction} ".join(self.authors)


def short_title(title: str) -> str:
    """Return the beginning of a title: up to its first colon or end of a sentence, but at most four words.

    Examples:
        >>> short_title("BERT: Pre-training of Deep Transformers"), short_title("Attention is all you need")
        ('BERT', 'Attention is all you…')
    """
    head = re.split(r"[:?!.]\s", title, maxsplit=1)[0]
    words = head.split()
    return " ".join(words[:_TITLE_WORDS]) + ("…" if len(words) > _TITLE_WORDS else "")


def sort_key(work: CitedWork) -> tuple[object, ...]:
    """Return the sort key of a work in a list of references: authors, year, title; a title replaces missing authors.

    Words are compared without accents and case.
    """
    title = _ARTICLE.sub("", work.name, count=1)
    names = [*map(_name_key, work.persons)] or [(comparison_key(title), "")]
    year = (int(work.year), "") if work.year.isdigit() else (9999 if work.year else 0, work.year)
    return names, work.cut, year, comparison_key(title), work.title.text


def _name_key(person: Person) -> tuple[str, str]:
    return comparison_key(person.surname), comparison_key(f"{person.initials} {person.suffix}")


def in_text_names(works: Sequence[CitedWork]) -> list[InTextName]:
    """Return a distinct name for each work.

    Args:
        works: The works in the order of the list of references; the letters behind equal years follow it.

    Returns:
        One name for each work, in the same order.
    """
    initialled = _namesakes(works)
    lists = [_surnames(work, initialled) for work in works]
    shown = _shown_counts(works, lists)
    names = []
    for work, surnames, count in zip(works, lists, shown, strict=True):
        authors = surnames[:count] or (short_title(work.name),)
        more = bool(surnames) and (work.cut or count < len(surnames))
        names.append(InTextName(authors, more, not surnames, work.year or "n.d."))
    return _with_year_letters(names)


# --- authors with one surname ---------------------------------------------------------------------


def _namesakes(works: Iterable[CitedWork]) -> frozenset[str]:
    """Return the surnames that two different first authors share; they are shown with initials."""
    initials_by_surname: dict[str, set[str]] = {}
    for work in works:
        if work.persons and work.persons[0].given:
            first = work.persons[0]
            initials = initials_by_surname.setdefault(comparison_key(first.surname), set())
            initials.add(comparison_key(first.initials))
    return frozenset(surname for surname, initials in initials_by_surname.items() if _differ(initials))


def _differ(initials: Iterable[str]) -> bool:
    """Return whether two initials differ in more than their length (`j`, `j r`)."""
    last = ""
    for one in sorted(initials):
        if last and not one.startswith(last):
            return True
        last = one
    return False


def _surnames(work: CitedWork, initialled: frozenset[str]) -> tuple[str, ...]:
    """Return the surnames of the authors, the first with initials if its comparison key is in `initialled`."""
    surnames = tuple(person.surname for person in work.persons)
    if surnames and work.persons[0].given and comparison_key(surnames[0]) in initialled:
        return (f"{work.persons[0].initials} {surnames[0]}", *surnames[1:])
    return surnames


# --- similar lists of authors ---------------------------------------------------------------------


def _shown_counts(works: Sequence[CitedWork], lists: Sequence[tuple[str, ...]]) -> list[int]:
    """Return the number of names to show of each work: one of three or more, unless that is ambiguous."""
    shown = [len(names) if len(names) < 3 and not work.cut else 1 for work, names in zip(works, lists, strict=True)]
    groups: dict[tuple[object, ...], list[int]] = {}
    for at, (work, names) in enumerate(zip(works, lists, strict=True)):
        if len(names) > shown[at]:
            groups.setdefault((names[0], work.year), []).append(at)
    for group in groups.values():
        for at, count in _distinct_counts(group, lists):
            shown[at] = count
    return shown


def _distinct_counts(group: Sequence[int], lists: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, int]]:
    """Yield the index of each list in a group, and the smallest number of names that distinguishes it.

    A list that needs more than `_MOST` names is left out.
    """
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
        # a list that lacks only its last name is shown whole: `A, B, and C` is as short as `A, B, et al.`
        count += 1 < count == len(lists[at]) - 1
        if count <= _MOST:
            yield at, count


def _with_year_letters(names: Sequence[InTextName]) -> list[InTextName]:
    """Return the names; equal ones get a letter behind the year."""
    groups: dict[tuple[str, str], list[int]] = {}
    for at, name in enumerate(names):
        groups.setdefault((name.joined("and"), name.date), []).append(at)
    out = list(names)
    for group in groups.values():
        for number, at in enumerate(group if len(group) > 1 else ()):
            date = names[at].date
            letter = year_letter(number)
            out[at] = names[at]._replace(date=date + (letter if date.isdigit() else f"-{letter}"))
    return out


def year_letter(number: int) -> str:
    """Return the letter behind a year for a 0-based number: a to z, then aa, ab and so on.

    Examples:
        >>> year_letter(0), year_letter(25), year_letter(26)
        ('a', 'z', 'aa')
    """
    out = ""
    number += 1
    while number:
        number, digit = divmod(number - 1, 26)
        out = chr(97 + digit) + out
    return out
