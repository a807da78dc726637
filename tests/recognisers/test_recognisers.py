"""Golden tests of the recognisers, with one folder for each recogniser.

A golden file has `input`, a mapping of note paths to Markdown; `pytest --update-goldens` writes `output` and
`issues`.  Review each new output before you commit it.  Files `*-nope.yml` must not create any paper.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from papernotes_plugin import pipeline, recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.recognisers import evidence
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind, Source

FOLDER = Path(__file__).parent
RECOGNISERS = [recogniser.__module__.rpartition(".")[2] for recogniser in recognisers.RECOGNISERS]
"""The names of the modules that recognise mentions in one note."""
COUNTEREXAMPLES = sorted(path for name in RECOGNISERS for path in FOLDER.glob(f"{name}/*-nope.yml"))
MAX_LENGTH = 160
"""Number of characters after which values are cut in golden files."""


def cut(value: str) -> str:
    """Return a value on one line with at most `MAX_LENGTH` characters."""
    line = json.dumps(value, ensure_ascii=False)[1:-1]
    return line if len(line) <= MAX_LENGTH else f"{line[:MAX_LENGTH]}…"


def facts(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Yield the name and text of each kind of fact; the text is empty for a missing fact."""
    yield "title", evidence.title
    yield "authors", "; ".join(evidence.authors)
    yield "year", str(evidence.year or "")
    yield "venue", " / ".join(filter(None, (evidence.venue, evidence.track)))
    yield "identifiers", ", ".join(map(str, evidence.identifiers))
    yield "citekey", evidence.citekey
    yield "labels", "; ".join(evidence.labels)
    yield "links", ", ".join(f"{link.label} <{link.url}>" for link in evidence.links)
    yield "tldr", evidence.tldr
    yield "abstract", evidence.abstract
    yield "fields", "; ".join(f"{field.label} = {field.value}" for field in evidence.fields)
    yield "tags", ", ".join(evidence.tags)
    yield "bibtex", evidence.bibtex
    yield "entry type", evidence.entry_type


def describe(mention: Mention) -> str:
    """Return a readable mention: position, kind and text, then one line for each fact."""
    details = [*facts(mention.evidence), ("topic", " › ".join(mention.topic)), ("context", mention.context)]
    weak = "" if mention.creates_paper else " (creates no paper)"
    lines = [f"{mention.line}:{mention.column} {mention.kind}{weak} | {cut(mention.text)}"]
    return "\n".join([*lines, *(f"  {name}: {cut(value)}" for name, value in details if value)])


def recognise_all(notes: dict[str, str]) -> tuple[str, list[str]]:
    """Return the mentions in notes as readable text, and the issues of reading the notes."""
    lines: list[str] = []
    issues: list[str] = []
    for path, text in notes.items():
        note, issues_of_note = note_reader.read_note(Source(path, text.encode()))
        issues += map(str, issues_of_note)
        mentions = [describe(m) for m in recognisers.recognise(note)]
        lines += [f"# {path}"] * (len(notes) > 1) + (mentions or ["nothing"])
    return "\n".join(lines) + "\n", issues


@pytest.mark.parametrize("name", RECOGNISERS)
def test_each_recogniser_has_golden_files(name: str) -> None:
    """A new recogniser comes with a folder of its name."""
    assert list(FOLDER.glob(f"{name}/*.yml"))


@pytest.mark.golden_test(*(f"{name}/*.yml" for name in RECOGNISERS))
def test_recognised(golden: Any) -> None:
    """Each way of writing gives the mentions of its golden file, with all facts."""
    output, issues = recognise_all(golden["input"])
    assert golden.out["output"] == output
    assert golden.out.get("issues") == (issues or None)


@pytest.mark.parametrize("path", COUNTEREXAMPLES, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_counterexamples_create_no_paper(path: Path) -> None:
    """Text that is not about a paper creates none, even if an update of the golden files wrote one."""
    output = yaml.safe_load(path.read_text(encoding="utf-8"))["output"]
    mentions = [line for line in output.splitlines() if line != "nothing" and not line.startswith(("#", "  "))]
    assert all(" (creates no paper) | " in mention for mention in mentions), mentions


def list_names(notes: dict[str, str]) -> str:
    """Return the names in the prose of notes as readable text, each with the name of its paper."""
    site = pipeline.build([Source(path, text.encode()) for path, text in notes.items()])
    names = [(m, p.name) for p in site.library.papers for m in p.mentions if m.kind is MentionKind.NAME]
    names.sort(key=lambda pair: (pair[0].note, pair[0].span))
    lines = [f"{m.note}:{m.line}:{m.column} {m.text} -> {name}" for m, name in names]
    return "\n".join(lines or ["nothing"]) + "\n"


@pytest.mark.golden_test("paper_name/*.yml")
def test_names_in_prose(golden: Any) -> None:
    """Names in prose join the papers of their golden file; no other word is a name."""
    assert golden.out["output"] == list_names(golden["input"])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("paper_name/*-nope.yml")), ids=lambda p: p.stem)
def test_everyday_words_are_no_names(path: Path) -> None:
    """Words that are not meant as a name stay text, even if an update of the golden files wrote a name."""
    assert list_names(yaml.safe_load(path.read_text(encoding="utf-8"))["input"]) == "nothing\n"


def test_each_mention_has_its_own_anchor() -> None:
    """A key that ends with a number keeps its anchor, however often another key is cited."""
    note, _ = note_reader.read_note(
        Source("a.md", b"[@smith2020] [@smith2020-2] [@smith2020] [@smith2020] [@smith2020-2]\n")
    )
    anchors = [mention.anchor for mention in recognisers.recognise(note)]
    assert anchors == ["pn-smith2020", "pn-smith2020-2", "pn-smith2020-3", "pn-smith2020-4", "pn-smith2020-2-2"]


def test_every_helper_is_listed() -> None:
    """The docstring of each package of helpers names its modules, so that a newcomer finds the place of a rule."""
    folder = Path(evidence.__file__).parent
    packages = [folder, *(path.parent for path in folder.glob("*/__init__.py"))]
    assert len(packages) > 1
    for package in packages:
        helpers = {path.stem for path in package.glob("*.py")} | {path.parent.name for path in package.glob("*/*.py")}
        listed = re.findall(r"`(\w+)`", (package / "__init__.py").read_text("utf-8"))
        assert helpers - {"__init__"} - set(listed) == set(), package
