"""Measures of a preview, without a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.benchmarks import measuring


class _LatePreview:
    """A preview that shows each edit only when it is asked for the second time."""

    def __init__(self, note: Path) -> None:
        self.note, self.shown, self.waits = note, note.read_text("utf-8"), 0

    def visible(self, page: str, text: str) -> None:
        """Show the note as it is now, and count a wait if its text was not visible before."""
        self.waits += text not in self.shown
        self.shown = f"<html {self.note.read_text('utf-8')}"
        assert text in self.shown

    def cpu(self) -> float:
        """Return no time."""
        return 0.0

    peak = cpu


def test_a_second_measurement_waits_for_its_own_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that still contains the edits of an earlier measurement ends no wait."""
    note = tmp_path / "a.md"
    note.write_text("", "utf-8")

    @contextmanager
    def served(folder: Path) -> Iterator[_LatePreview]:
        yield preview

    monkeypatch.setattr(measuring, "served", served)
    monkeypatch.setattr("time.sleep", lambda seconds: None)
    for _ in range(2):
        preview = _LatePreview(note)
        measuring.edits(tmp_path, note, "a/", 3)
        assert preview.waits == 1 + 3
