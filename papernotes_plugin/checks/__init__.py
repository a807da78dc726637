"""What a whole library says that cannot be true, or not of one paper: library + entries -> issues.

No network: only what stands in the notes and in the bibliography is held against itself, and against the rules by
which numbers are given.  Each check is one file and one line of `CHECKS`; each is linear in what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from papernotes_plugin.checks import (
    confusable_keys,
    future_years,
    identifier_numbers,
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
)


def check(library: Library, entries: Iterable[Entry], today: date) -> tuple[Issue, ...]:
    """Everything that the checks find.

    Args:
        library: The papers and notes.
        entries: Those of the `.bib` files, as they stand there.
        today: What is later is to come.
    """
    checked = CheckedLibrary(library, tuple(entries), today)
    return tuple(issue for run in CHECKS for issue in run(checked))
