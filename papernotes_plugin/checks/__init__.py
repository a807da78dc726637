"""What a whole library says that cannot be true, or not of one paper: library + entries -> issues.

No network: only what stands in the notes and in the bibliography is held against itself, and against the rules by
which numbers are given.  Each check is one file and one line of `CHECKS`; each is linear in what there is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import date

from papernotes_plugin.checks import keys, numbers, published, titles, years
from papernotes_plugin.checks.known import Known
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Entry, Library

CHECKS: tuple[Callable[[Known], Iterator[Issue]], ...] = (
    titles.check,
    numbers.check,
    years.check,
    published.check,
    keys.check,
)


def check(library: Library, entries: Iterable[Entry], today: date) -> tuple[Issue, ...]:
    """Everything that the checks find.

    Args:
        library: The papers and notes.
        entries: Those of the `.bib` files, as they stand there.
        today: What is later is to come.
    """
    known = Known(library, tuple(entries), today)
    return tuple(issue for look in CHECKS for issue in look(known))
