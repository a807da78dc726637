"""The bounds of `contest`, at the size that is built soonest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import contest, table

pytestmark = [pytest.mark.benchmark, pytest.mark.shared]


COLD = 0.8
"""How much a cold build of 300 papers may take of a plain one; 0.55 to 0.65 was measured, machines are noisy."""


def test_a_small_library(tmp_path: Path) -> None:
    """All that can be measured here is, and nothing of 300 papers is much more than it was."""
    result = {"sites": {"300": contest.Contest(tmp_path, 300).judged(2)}}
    print(table.text([*table.rows(result, "(!)")]))
    run = result["sites"]["300"]
    there = {name for name in ("zensical", "hugo") if contest.installed(name)}
    others = {"zensical", "hugo", "cold_of_zensical", "cold_of_hugo", "load", "found"}
    assert {*run} | others >= {m.name for m in table.MEASURES}
    assert there <= run.keys()
    missed = [measure for measure in table.MEASURES if measure.name != "cold_of_plain" and measure.missed(run, 300)]
    assert [measure.words for measure in missed] == []
    assert run["cold_of_plain"] <= COLD
