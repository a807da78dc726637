"""Bound of `growth`."""

from __future__ import annotations

import pytest

from tests.benchmarks import growth

pytestmark = pytest.mark.benchmark


def test_no_input_costs_more_than_its_length() -> None:
    """The time for a note or a bibliography is linear in its length, whatever it contains."""
    slow = [f"{name}: {factor:.1f} {taken}" for name, factor, taken in growth.measurements() if factor > growth.GROWTH]
    assert slow == []
