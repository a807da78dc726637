"""Test that no pattern for Asian references matches in a text that has none of its signs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from papernotes_plugin.recognisers.evidence.references import asian_marks
from papernotes_plugin.recognisers.evidence.references.reference_text import plain_reference

FOLDER = Path(__file__).parent


def lines_of_golden_files() -> list[str]:
    """Return the lines with Chinese, Japanese or Korean words in the notes of all golden files."""
    notes = (
        text
        for path in FOLDER.glob("*/*.yml")
        for text in yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)["input"].values()
    )
    return [line for note in notes for line in note.splitlines() if line and max(line) > "\u3000"]


def test_each_match_has_one_of_its_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text in which a pattern matches has one of the characters without which the pattern is not tried."""
    matches: Counter[str] = Counter()
    missing: list[tuple[str, str]] = []

    class Checked:
        """A pattern that is always tried, and reports a match in a text without its signs."""

        def __init__(self, number: int) -> None:
            self.signs, self.pattern, _ = asian_marks._REPLACEMENTS[number]
            self.name = self.pattern.pattern

        def sub(self, replacement: str, words: str) -> str:
            if self.pattern.search(words):
                matches[self.name] += 1
                if not any(map(words.__contains__, self.signs)):
                    missing.append((self.name, words))
            return self.pattern.sub(replacement, words)

    patterns = [Checked(number) for number in range(len(asian_marks._REPLACEMENTS))]
    lines = lines_of_golden_files()
    always = "".join(sorted({character for line in lines for character in line}))
    replacements = [(always, one, asian_marks._REPLACEMENTS[n][2]) for n, one in enumerate(patterns)]
    monkeypatch.setattr(asian_marks, "_REPLACEMENTS", replacements)
    for line in lines:
        plain_reference(line)
    assert missing == []
    assert [one.name for one in patterns if not matches[one.name]] == []
