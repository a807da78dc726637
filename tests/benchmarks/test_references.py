"""Bounds of `references`."""

from __future__ import annotations

import pytest

from tests.benchmarks import reference_truth, references
from tests.benchmarks.reference_styles import STYLES


@pytest.mark.shared
@pytest.mark.parametrize("count", [210, pytest.param(references.COUNT, marks=pytest.mark.full)])
def test_references_are_read_in_all_styles_and_places(count: int) -> None:
    """Title, authors, year and venue are right in references in all styles, however notes link and emphasise them."""
    by_style, by_place = references.measure(count, per_note=1 if count < references.COUNT else references.PER_NOTE)
    assert set(by_style) == set(STYLES)
    assert set(by_place) == set(reference_truth.PLACES)
    total = references.overall(by_style.values())
    print("\n".join(references.table(by_style)))
    assert total.count == count
    assert {name: total.share(name) for name, bound in references.BOUNDS.items() if total.share(name) < bound} == {}
