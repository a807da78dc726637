"""Bounds of `scale`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import scale

pytestmark = [pytest.mark.benchmark, pytest.mark.shared]


def test_a_paper_costs_the_same_in_a_large_library(tmp_path: Path) -> None:
    """Reading and resolving take linear time: each paper costs about the same in a library of four times the size."""
    costs = [scale.cost_of_resolving(scale.make_vault(tmp_path / str(n), n), n) for n in (scale.SMALL, scale.LARGE)]
    print(f"growth {costs[1] / costs[0]:.2f}")
    assert costs[1] <= costs[0] * scale.GROWTH


def test_a_build_costs_little_more_than_a_plain_one(tmp_path: Path) -> None:
    """A build with the plugin takes at most SHARE times as long as a build of the same pages without it."""
    share = scale.share_of_building(tmp_path)
    print(f"share {share:.2f}")
    assert share <= scale.SHARE
