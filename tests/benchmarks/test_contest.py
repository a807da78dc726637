"""Bounds of `contest` for the smallest library."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import contest, table

pytestmark = [pytest.mark.benchmark, pytest.mark.shared]


COLD = 0.8
"""Maximum ratio of a cold build of 300 papers to a plain build; 0.55 to 0.65 was measured."""


def test_a_small_library(tmp_path: Path) -> None:
    """Every available program is measured, and 300 papers meet their targets."""
    result = {"sites": {"300": contest.Contest(tmp_path, 300).measure(2)}}
    print(table.text([*table.rows(result, "(!)")]))
    run = result["sites"]["300"]
    available = {name for name in ("zensical", "hugo") if contest.installed(name)}
    others = {"zensical", "cold_of_zensical", "load", "found"}
    others |= {"hugo", "cold_of_hugo", "hugo_elapsed", "elapsed_of_hugo"}
    assert {*run} | others >= {m.name for m in table.MEASURES}
    assert available <= run.keys()
    missed = [measure for measure in table.MEASURES if measure.name != "cold_of_plain" and measure.missed(run, 300)]
    assert [measure.words for measure in missed] == []
    assert run["cold_of_plain"] <= COLD
