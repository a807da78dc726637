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
    "small": {"notes": 10_000, "cpu": 2.0, "scan": 2.6, "again": 0.1, "peak": 90},
}


def test_the_page_matches_the_results() -> None:
    """The page in the documentation is generated from the committed results."""
    results = [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()]
    assert (ROOT / "docs" / "speed.md").read_text("utf-8") == page.page(results)


def test_results_name_no_machine() -> None:
    """The results contain facts about the machine, but no host name and no path."""
    for line in RESULTS.read_text("utf-8").splitlines():
        result = json.loads(line)
        assert set(result["machine"]) == {"cores", "python", "system"}
        assert not re.search(r"/(?:home|tmp|root|work|Users)\b", line)


def test_missed_targets_are_marked_and_listed() -> None:
    """A value above its target has a mark in the table and is listed; missing measurements are not listed."""
    text = page.page([RESULT])
    assert "| cold build / plain | 0.50 ⚠ | 0.50 ⚠ | ≤ 0.40 / 0.28 |" in text
    assert "cold build / plain at 300 papers (0.50); cold build / plain at 1,000 papers (0.50); largest gen" in text
    assert "read, recognise, resolve and index at 12,000 papers (4.50 s); read" in text
    assert "read and recognise at 10,000 small notes (2.60 s)." in text
    assert "Zensical were not measured" in text
    assert "Zensical, cold" not in text
    own, small = {**RESULT["own"]["12000"], "cpu": 3.0}, {**RESULT["small"], "scan": 1.0}
    sites = {"300": {**RUN, "cold_of_plain": 0.4, "zensical": 9, "hugo": 2}}
    good = {**RESULT, "sites": sites, "own": {"12000": own}, "small": small}
    assert "All targets are met." in page.page([good])
    assert "not measured" not in page.page([good])


def test_the_page_names_what_was_not_measured() -> None:
    """A reader learns which programs and rows a result lacks."""
    text = page.page([RESULT])
    assert "Zensical were not measured" in text
    assert "older than the rows of bare pages" in text
    complete = {**RESULT, "sites": {"300": {**RUN, "zensical": 9.0, "hugo": 9.0, "bare": 3.0, "mention": 1.0}}}
    assert "not measured" not in page.page([complete])
    assert "older than" not in page.page([complete])


def test_growth_compares_the_time_of_one_paper() -> None:
    """The growth is the time of one paper, divided by the time in the first library of the comparison."""
    runs = with_growth({"300": {"cpu": 0.6}, "1000": {"cpu": 1.0}, "10000": {"cpu": 13.0}})
    assert [run.get("growth") for run in runs.values()] == [None, None, 1.3]
    text = page.page([{**RESULT, "own": {"12000": RESULT["own"]["12000"], **runs}}])
    assert "time for a paper / the same with 1,000 papers at 10,000 papers (1.30)" in text


def test_the_plot_shows_each_measured_program() -> None:
    """The plot has a line and a label for each measured program, and no label overlaps another."""
    figure = ElementTree.fromstring(page.plot(RESULT))
    lines = [
        [tuple(map(float, point.split(","))) for point in (line.get("points") or "").split()]
        for line in figure.iter("polyline")
    ]
    assert sorted(map(len, lines)) == [1, 2, 2, 2]
    assert all(0 < x < page.WIDTH and 0 < y < page.HEIGHT for line in lines for x, y in line)
    names = {text.text: float(text.get("y") or 0) for text in figure.iter("text")}
    heights = sorted(names[name] for name in ("plain", "Hugo", "papernotes", "one edit"))
    assert all(below - above >= 16 for above, below in pairwise(heights))
    colours = {element.get(name) for element in figure.iter() for name in ("fill", "stroke")}
    assert colours <= {None, "none", "currentColor", "var(--md-typeset-a-color)"}


@pytest.mark.parametrize("form", [table.text, table.markdown])
def test_tables_hold_every_measure(form: Any) -> None:
    """A table has one line for each measured value."""
    text = form([*table.rows(RESULT, "!")])
    assert len(text.splitlines()) == len(RUN) + 2 + (form is table.markdown)
