"""Bounds of `writing`."""

from __future__ import annotations

import pytest

from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from tests.benchmarks import writing
from tests.benchmarks.reading import library

pytestmark = pytest.mark.benchmark


def test_a_bibliography_is_written_faster_than_by_the_parsers_own_writer() -> None:
    """Exporting ten thousand papers takes less time than bibtexparser needs to write their entries."""
    text = library(writing.ENTRIES)
    chosen = writing.papers(text)
    alone = writing.cost_of_the_writer(text)
    for flavor, encoding, bound in ((BIBTEX, UTF8, writing.SHARE), (BIBLATEX, LATEX, writing.SHARE_IN_ASCII)):
        share = writing.cost_of_writing(chosen, flavor, encoding) / alone
        print(f"{flavor}, {encoding}: share {share:.2f}")
        assert share <= bound


def test_an_entry_costs_the_same_in_a_large_bibliography() -> None:
    """Exporting four times as many papers takes about four times as long."""
    few, many = (writing.papers(library(n)) for n in (writing.ENTRIES // 4, writing.ENTRIES))
    growth = writing.cost_of_writing(many, BIBTEX, LATEX) / writing.cost_of_writing(few, BIBTEX, LATEX) / 4
    print(f"growth {growth:.2f}")
    assert growth <= writing.GROWTH
