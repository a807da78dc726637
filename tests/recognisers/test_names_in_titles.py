"""Tests of what golden files do not show of `names_in_titles`: its cost."""

from __future__ import annotations

import pytest

from papernotes_plugin.recognisers.evidence.titles.names_in_titles import without_names
from papernotes_plugin.vocabulary.model import Evidence
from tests.helpers.call_counting import calls


@pytest.mark.parametrize("unit", ["Ann Lee{n}, ", "Maps{n}: A - ", "Word{n}. Other "])
def test_a_long_list_takes_linear_time(unit: str) -> None:
    """Twice the names take at most about twice the calls, as no title is so long that each mark in it is tried."""

    def cost(count: int) -> int:
        title = "".join(unit.format(n=n) for n in range(count))
        return calls(lambda: without_names(Evidence(title=f"{title}End {count}")))

    cost(50)  # what is computed once in each process
    assert cost(800) <= 2.5 * cost(400)
