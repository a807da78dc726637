"""Check notes and bibliography for contradictions and impossible values: library + entries -> issues.

The checks compare the notes and the bibliography with each other and with the rules of identifiers; they use no
network.  Each check is one module and one line of `CHECKS`.  Its time is linear in the number of notes and entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from papernotes_plugin.checks import (
    confusable_keys,
    future_years,
    identifier_numbers,
    keys_without_titles,
    published_preprints,
    title_conflicts,
)
from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Entry, Library

CHECKS: tuple[Callable[[CheckedLibrary], Iterator[Issue]], ...] = (
    title_conflicts.check,
    identifier_numbers.check,
    future_years.check,
    published_preprints.check,
    confusable_keys.check,
    keys_without_titles.check,
)
"""The checks, in the order of their issues."""


def check(library: Library, entries: Iterable[Entry], today: date) -> tuple[Issue, ...]:
    """Return the issues of all checks.

    Args:
        library: The papers and notes.
        entries: The entries of the `.bib` files, as written there.
        today: The date after which a year or month is in the future.
    """
    checked = CheckedLibrary(library, tuple(entries), today)
    return tuple(issue for run in CHECKS for issue in run(checked))


def check_every_build(library: Library, entries: Iterable[Entry]) -> tuple[Issue, ...]:
    """Return the issues of the checks that every build runs, because another program may lose a paper."""
    return tuple(confusable_keys.keys_equal_without_case(CheckedLibrary(library, tuple(entries), date.min)))
