"""Bounds of `reading`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import reading, scale

pytestmark = pytest.mark.benchmark


def test_a_bibliography_is_read_about_as_fast_as_it_is_parsed() -> None:
    """Reading ten thousand entries in several layouts takes little more time than parsing them."""
    share = reading.share_of_reading(reading.library(), reading.ENTRIES)
    print(f"share {share:.2f}")
    assert share <= reading.SHARE


@pytest.mark.shared
def test_the_library_of_a_vault_is_read_about_as_fast_as_it_is_parsed(tmp_path: Path) -> None:
    """The same holds for a bibliography of 6,000 papers with thousands of authors."""
    text = (scale.make_vault(tmp_path, scale.LARGE) / "library.bib").read_text("utf-8")
    share = reading.share_of_reading(text, scale.LARGE)
    print(f"share {share:.2f}")
    assert share <= reading.SHARE
