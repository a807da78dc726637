"""Sort works by the sort keys of a CSL style, with words in alphabetical order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from papernotes_plugin.citation import styled_text
from papernotes_plugin.text import comparison_key

T = TypeVar("T")


class SortKey(NamedTuple):
    """Value of a work for one sort key of the style."""

    missing: bool
    """True if the work has no such value; it comes last then, in either direction."""
    number: int
    """Value of a number; 0 for text."""
    text: str
    """Comparison key of a text; "" for numbers."""
    descending: bool = False
    """True if the style reverses the order."""


def make_sort_key(key: object, descending: bool) -> SortKey:
    """Return a sort key of citeproc-py in comparable form: numbers as numbers, words without accents and case."""
    text = styled_text.without_marks(str(key)) if key is not None else ""
    if text.isascii() and text.isdigit():
        return SortKey(False, int(text), "", descending)
    return SortKey(not text, 0, comparison_key(text), descending)


SortKeys = tuple[SortKey, ...]
"""Sort keys of one work, the most important first."""


def sort_by_keys(values: Iterable[T], keys: Callable[[T], SortKeys]) -> list[T]:
    """Return the values sorted by their keys; those without a key come last, equal ones keep their order."""
    pairs = [(keys(one), one) for one in values]
    # sorts are stable, so the most important key is the last one
    for at in reversed(range(max((len(key) for key, _ in pairs), default=0))):
        present = [pair for pair in pairs if len(pair[0]) > at and not pair[0][at].missing]
        missing = [pair for pair in pairs if len(pair[0]) <= at or pair[0][at].missing]
        descending = any(key[at].descending for key, _ in present)
        pairs = sorted(present, key=lambda pair: pair[0][at], reverse=descending) + missing
    return [one for _, one in pairs]
