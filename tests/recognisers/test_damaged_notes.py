"""No recogniser raises an exception, whatever is cut, repeated or joined in the notes of the golden files.

An exception costs all papers of a note.  The seeds are fixed, so that a failure is the fault of the change.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from papernotes_plugin import recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Source

_MARKS = (
    ". ",
    ", ",
    " (",
    "“",
    "” ",
    " 2019",
    "*",
    ": ",
    "[",
    "](https://arxiv.org/abs/1706.03762)",
    "，",
    "。",
    "《",
    "》",
)
_WORDS = re.compile(r"(\W+)")


_GOLDEN_FILES = sorted(Path(__file__).parent.rglob("*.yml"))


@cache
def _notes_of(path: Path) -> list[str]:
    """Return the Markdown notes of a golden file."""
    golden = yaml.safe_load(path.read_text("utf-8"))
    notes = golden.get("input") if isinstance(golden, dict) else None
    return [text for text in notes.values() if isinstance(text, str)] if isinstance(notes, dict) else []


def _without_words(words: list[str], chance: random.Random) -> list[str]:
    start = chance.randrange(len(words))
    return words[:start] + words[start + chance.randint(1, 6) :]


def _damage(text: str, chance: random.Random) -> str:
    """Return a note in which lines or words are missing, moved or repeated, or marks are between other words."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(lines))
        line, other, words = lines[at], chance.choice(lines), _WORDS.split(lines[at])
        cut = chance.randint(0, len(line))
        marked = [*words[: (half := len(words) // 2)], chance.choice(_MARKS), *words[half + 1 :]]
        changes = ["".join(_without_words(words, chance)), line[:cut], line[cut:], f"{line} {other}", "".join(marked)]
        lines[at : at + 1] = chance.choice([*([change] for change in changes), [other, line], []])
        lines = lines or [""]
    return "\n".join(lines)


@pytest.mark.parametrize("count", [400, pytest.param(12_000, marks=pytest.mark.full)])
def test_damaged_notes_stop_no_recogniser(count: int) -> None:
    """Each damaged note is recognised without an exception."""
    chance = random.Random(count)
    for _ in range(count):
        text = _damage(chance.choice(_notes_of(chance.choice(_GOLDEN_FILES)) or [""]), chance)
        note, _ = note_reader.read_note(Source("note.md", text.encode()))
        try:
            list(recognisers.recognise(note))
        except Exception as error:
            raise AssertionError(f"{error!r} is raised for the note {text!r}") from error
