"""Sorting: works in the order that a CSL style says, letters as people look them up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from papernotes_plugin.citation import styled_text
from papernotes_plugin.text import comparison_key

T = TypeVar("T")


class SortKey(NamedTuple):
    """One thing by which works are sorted."""

    missing: bool
    number: int
    text: str
    descending: bool = False


def make_sort_key(key: object, descending: bool) -> SortKey:
    """What citeproc-py would sort by: numbers as numbers, words without their marks and case."""
    text = styled_text.without_marks(str(key)) if key is not None else ""
    if text.isascii() and text.isdigit():
        return SortKey(False, int(text), "", descending)
    return SortKey(not text, 0, comparison_key(text), descending)


SortKeys = tuple[SortKey, ...]


def sort_by_keys(found: Iterable[T], keys: Callable[[T], SortKeys]) -> list[T]:
    """By their keys, those that lack one last; what is equal stays in its order."""
    pairs = [(keys(one), one) for one in found]
    for at in reversed(range(max((len(key) for key, _ in pairs), default=0))):
        there = [pair for pair in pairs if len(pair[0]) > at and not pair[0][at].missing]
        others = [pair for pair in pairs if len(pair[0]) <= at or pair[0][at].missing]
        turned = any(key[at].descending for key, _ in there)
        pairs = sorted(there, key=lambda pair: pair[0][at], reverse=turned) + others
    return [one for _, one in pairs]
