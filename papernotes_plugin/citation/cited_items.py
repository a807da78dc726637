"""Works of one citation, as the CSL engine gets them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple


class CitedItem(NamedTuple):
    """One work of a citation, for the engine."""

    reference: Any
    """Work as `Engine.reference` returns it."""
    number: int
    """1-based number of the work in the list of references."""
    prefix: str = ""
    suffix: str = ""
    label: str = ""
    """CSL's label of the locator: `page`, `chapter`."""
    place: str = ""
    """Page numbers, or the numbers of another locator."""
    whole: Any = None
    """Complete work for sorting, if `reference` lacks its authors."""
    authors: tuple[str, ...] = ()
    """The authors, if the style names the same authors once; equal only for the same persons."""

    def continues(self, before: CitedItem) -> bool:
        """Return whether the work before has the same authors, with nothing between the two works."""
        return (
            bool(self.authors) and self.authors == before.authors and not (self.prefix or self.suffix or before.suffix)
        )


def sortable_groups(numbered: Iterable[tuple[int, CitedItem]]) -> list[list[tuple[int, CitedItem]]]:
    """Split the works of a citation into groups: a prefix or suffix keeps its place among the works, as in pandoc."""
    groups: list[list[tuple[int, CitedItem]]] = []
    for at, one in numbered:
        if groups and not (one.prefix or one.suffix or groups[-1][0][1].prefix):
            groups[-1].append((at, one))
        else:
            groups.append([(at, one)])
    return groups
