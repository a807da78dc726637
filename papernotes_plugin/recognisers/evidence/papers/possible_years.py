"""Check the year of a paper against its venue and its identifiers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin import venues
from papernotes_plugin.vocabulary.model import Identifier

_FIRST_YEAR_OF_ARXIV = 1991
_FIRST_YEAR_OF_CONFERENCES = 1950
"""A year before which none of the known conferences took place."""
_RECENT = ("acl:", "cvf:", "iclr:", "icml:", "neurips:", "openreview:", "pmlr:", "doi:10.1145/", "doi:10.1109/cvpr")
"""Beginnings of identifiers that only papers after that year have."""


def is_possible_year(year: int, venue: str, names: Sequence[str]) -> bool:
    """Return whether a paper with a venue and with some identifiers, such as `doi:10.1145/…`, can be of a year."""
    if year < _FIRST_YEAR_OF_ARXIV and any(name.startswith("arxiv:") for name in names):
        return False
    is_recent = venues.is_conference(venue) or any(name.startswith(_RECENT) for name in names)
    return year >= _FIRST_YEAR_OF_CONFERENCES or not is_recent


def years_of_preprints(identifiers: Iterable[Identifier]) -> list[int]:
    """Return the years in which preprints of a paper were posted."""
    numbers = (identifier.value[:2] for identifier in identifiers if identifier.scheme == "arxiv")
    return [venues.expand_year(number) for number in numbers if number.isdigit()]


def is_of_number(year: int | None, identifiers: Iterable[Identifier]) -> bool:
    """Return whether a year is a part of the arXiv number of a paper: 1704 of `1103.1704`."""
    return any(i.scheme == "arxiv" and str(year) in i.value.split(".") for i in identifiers)
