"""Bounds of `note_reading`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.benchmarks import note_reading

pytestmark = pytest.mark.benchmark


def test_notes_are_read_about_as_fast_as_they_are_converted(tmp_path: Path) -> None:
    """Reading notes in Chinese, small notes and notes full of papers takes a bounded multiple of their conversion."""
    shares = note_reading.shares(tmp_path)
    print(shares)
    assert {kind: share for kind, share in shares.items() if share > note_reading.SHARES[kind]} == {}
