"""Bounds of `citation_styles`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.benchmarks import citation_styles, references

FOLDER = os.environ.get(citation_styles.FOLDER, "")


@pytest.mark.benchmark
@pytest.mark.shared
@pytest.mark.skipif(not FOLDER, reason=f"{citation_styles.FOLDER} names no folder of CSL styles")
def test_references_are_read_in_any_citation_style() -> None:
    """Title, authors, year and venue are right in references in styles that a seed draws."""
    results = citation_styles.measure(Path(FOLDER), citation_styles.COUNT, citation_styles.SEED)
    print("\n".join(references.table(citation_styles.worst_first(results))))
    assert len(results) == citation_styles.COUNT
    total, bounds = references.overall(results.values()), citation_styles.BOUNDS
    assert {name: total.share(name) for name, bound in bounds.items() if total.share(name) < bound} == {}
