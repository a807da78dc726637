"""The bound of `growth`."""

from __future__ import annotations

import pytest

from tests.benchmarks import growth

pytestmark = pytest.mark.benchmark


def test_no_input_costs_more_than_its_length() -> None:
    """Neither a note nor a bibliography, whatever it is made of."""
    grown = [f"{name}: {factor:.1f} {taken}" for name, factor, taken in growth.grown() if factor > growth.GROWTH]
    assert grown == []
