"""Sort works as a CSL style says, with letters in alphabetical order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from papernotes_plugin.citation import styled_text
from papernotes_plugin.text import comparison_key

T = TypeVar("T")


class SortKey(NamedTuple):
    """One criterion of the order of works."""

    missing: bool
    number: int
    text: str
    descending: bool = False


def make_sort_key(key: object, descending: bool) -> SortKey:
    """Return a sort key of citeproc-py in comparable form: numbers as numbers, words without accents and case."""
    text = styled_text.without_marks(str(key)) if key is not None else ""
    if text.isascii() and text.isdigit():
        return SortKey(False, int(text), "", descending)
    return SortKey(not text, 0, comparison_key(text), descending)


SortKeys = tuple[SortKey, ...]


def sort_by_keys(found: Iterable[T], keys: Callable[[T], SortKeys]) -> list[T]:
    """Return the values sorted by their keys; those without a key come last, equal ones keep their order."""
    pairs = [(keys(one), one) for one in found]
    for at in reversed(range(max((len(key) for key, _ in pairs), default=0))):
        there = [pair for pair in pairs if len(pair[0]) > at and not pair[0][at].missing]
        others = [pair for pair in pairs if len(pair[0]) <= at or pair[0][at].missing]
        turned = any(key[at].descending for key, _ in there)
        pairs = sorted(there, key=lambda pair: pair[0][at], reverse=turned) + others
    return [one for _, one in pairs]
