"""The page about speed, as it is made of results."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.benchmarks import page, table
from tests.benchmarks.__main__ import RESULTS, with_growth
from tests.conftest import ROOT

RUN = {"notes": 9, "pages": 600, "plain": 8.0, "cold": 4.0, "note": 1.0, "cold_of_plain": 0.5, "largest": 100_000}
RESULT: dict[str, Any] = {
    "commit": "0123456789",
    "date": "2026-01-02",
    "machine": {"cores": 2, "python": "3.11.7", "system": "Linux"},
    "sites": {"300": RUN, "1000": {**RUN, "plain": 30.0, "hugo": 9.0, "largest": 500_000}},
    "own": {"12000": {"cpu": 4.5, "scan": 3, "again": 0.1, "peak": 300}},
    "small": {"notes": 10_000, "cpu": 2.0, "scan": 1.5, "again": 0.1, "peak": 90},
}


def test_the_page_is_that_of_the_results() -> None:
    """The page in the documentation is the one that the committed results make."""
    results = [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()]
    assert (ROOT / "docs" / "speed.md").read_text("utf-8") == page.page(results)


def test_results_name_no_machine() -> None:
    """A line for each run, with facts about the machine but no name and no path of it."""
    for line in RESULTS.read_text("utf-8").splitlines():
        result = json.loads(line)
        assert set(result["machine"]) == {"cores", "python", "system"}
        assert not re.search(r"/(?:home|tmp|root|work|Users)\b", line)


def test_what_is_missed_is_said() -> None:
    """Each number that is more than it shall be, in the table and in words; what was not measured takes no part."""
    made = page.page([RESULT])
    assert "| cold build, of plain | 0.50 | 0.50 ⚠ | ≤ 0.55 / 0.28 |" in made
    assert "⚠ More than it shall be: cold build, of plain at 1,000 papers (0.50); largest page of ours at 1,000" in made
    assert "read, recognise, resolve and index at 12,000 papers (4.50 s); read" in made
    assert "read and recognise at 10,000 small notes (1.50 s)." in made
    assert "Zensical took no part in this run" in made
    assert "Zensical, cold" not in made
    own, small = {**RESULT["own"]["12000"], "cpu": 3.0}, {**RESULT["small"], "scan": 1.0}
    sites = {"300": {**RUN, "zensical": 9, "hugo": 2}}
    good = {**RESULT, "sites": sites, "own": {"12000": own}, "small": small}
    assert "Nothing is more than it shall be." in page.page([good])
    assert "no part" not in page.page([good])


def test_growth_is_that_of_a_paper() -> None:
    """What one costs in a large library, of what it does in the first that is asked for it; none is told of smaller."""
    told = with_growth({"300": {"cpu": 0.6}, "1000": {"cpu": 1.0}, "10000": {"cpu": 13.0}})
    assert [run.get("growth") for run in told.values()] == [None, None, 1.3]
    made = page.page([{**RESULT, "own": {"12000": RESULT["own"]["12000"], **told}}])
    assert "a paper, of one among 1,000 at 10,000 papers (1.30)" in made


def test_the_drawing() -> None:
    """It is a picture by itself, with a line and a name for each that took part, none upon another."""
    figure = ElementTree.fromstring(page.plot(RESULT))
    lines = [
        [tuple(map(float, point.split(","))) for point in (line.get("points") or "").split()]
        for line in figure.iter("polyline")
    ]
    assert sorted(map(len, lines)) == [1, 2, 2, 2]
    assert all(0 < x < page.WIDTH and 0 < y < page.HEIGHT for line in lines for x, y in line)
    names = {text.text: float(text.get("y") or 0) for text in figure.iter("text")}
    places = sorted(names[name] for name in ("plain", "Hugo", "ours", "ours, one edit"))
    assert all(below - above >= 16 for above, below in pairwise(places))
    colours = {element.get(name) for element in figure.iter() for name in ("fill", "stroke")}
    assert colours <= {None, "none", "currentColor", "var(--md-typeset-a-color)"}


@pytest.mark.parametrize("form", [table.text, table.markdown])
def test_tables_hold_every_measure(form: Any) -> None:
    """One line each, of what was measured."""
    made = form([*table.rows(RESULT, "!")])
    assert len(made.splitlines()) == len(RUN) + 2 + (form is table.markdown)
