"""Tests of `recogniser_failures`: a recogniser that fails costs one note, never the build."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from papernotes_plugin import pipeline, recognisers
from papernotes_plugin.cli import main
from papernotes_plugin.recognisers import note_link, note_name, paper_name
from papernotes_plugin.recognisers.evidence.names.prose import Prose
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Note, Source

GOOD = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017\n\nSee [[bad]].\n"
BAD = (
    "- [Deep Residual Learning](https://arxiv.org/abs/1512.03385)\n\nAs shown in Attention Is All You Need [[good]].\n"
)
NOTES = {"good.md": GOOD, "bad.md": BAD}


def failing_on_bad_note(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that raises an exception for the note `bad.md`, and else does the same."""

    def fail(first: Note | NoteContext | Prose, *args: Any, **kwargs: Any) -> Any:
        note = first.note if isinstance(first, NoteContext) else first
        is_bad = "[[good]]" in note.text if isinstance(note, Note) else "shown in" in note.folded
        if is_bad:
            raise StopIteration
        return function(first, *args, **kwargs)

    return fail


@pytest.fixture(params=[*range(len(recognisers.RECOGNISERS)), "paper_name", "note_name", "occurrences", "note_link"])
def broken_recogniser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int | str:
    """Break one recogniser for the note `bad.md`; return its position in `RECOGNISERS`, or the name of its module."""
    broken: int | str = request.param
    modules = {"paper_name": paper_name, "note_name": note_name, "note_link": note_link}
    if isinstance(broken, int):
        functions = list(recognisers.RECOGNISERS)
        functions[broken] = failing_on_bad_note(functions[broken])
        monkeypatch.setattr(recognisers, "RECOGNISERS", tuple(functions))
    elif broken == "occurrences":
        monkeypatch.setattr(note_name, "find_occurrences", failing_on_bad_note(note_name.find_occurrences))
    else:
        monkeypatch.setattr(modules[broken], "find", failing_on_bad_note(modules[broken].find))
    return broken


def build(notes: dict[str, str], previous: pipeline.Site | None = None) -> pipeline.Site:
    """Return the site of some notes."""
    return pipeline.build([Source(path, text.encode()) for path, text in notes.items()], previous=previous)


def test_a_failing_recogniser_costs_one_note(broken_recogniser: int | str) -> None:
    """The note stays a page and is named in an issue; the other notes keep their papers."""
    site = build(NOTES)
    failures = [issue for issue in site.issues if issue.code == "unrecognised-note"]
    assert [issue.path for issue in failures] == ["bad.md"]
    assert "StopIteration at test_recogniser_failures.py:" in failures[0].message
    assert set(site.library.by_path) == set(NOTES)
    titles = {paper.title for paper in site.library.papers}
    assert titles - {"Deep Residual Learning"} == {"Attention Is All You Need"}
    assert ("Deep Residual Learning" in titles) == isinstance(broken_recogniser, str)
    assert "Deep Residual Learning" in pipeline.annotate(site, "bad.md")


def test_an_edit_of_the_note_gives_the_build_from_scratch(broken_recogniser: int | str) -> None:
    """A preview reports the failure as long as the recogniser fails, whether the wording changes or the cause."""
    reworded = NOTES | {"bad.md": BAD.replace("As shown in", "Often shown in")}
    site = build(NOTES)
    edited = build(reworded, site)
    assert list(map(str, edited.issues)) == list(map(str, build(reworded).issues))
    corrected = NOTES | {"bad.md": "# Bad\n\nNothing.\n"}
    assert not [i for i in build(corrected, edited).issues if i.code == "unrecognised-note"]


def test_the_command_reports_it(broken_recogniser: int | str, tmp_path: Path) -> None:
    """`check` names the note; the commands that write do so, and count the warning."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for path, text in NOTES.items():
        (notes / path).write_text(text, encoding="utf-8")
    checked = CliRunner().invoke(main, ["check", str(notes)])
    assert checked.exit_code == 1
    assert checked.output.count("bad.md: papernotes failed on this note") == 1
    for arguments in (["export", str(notes)], ["build", str(notes), "-o", str(tmp_path / "site")]):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0
        assert "1 warning" in result.output
