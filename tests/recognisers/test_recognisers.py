"""What the recognisers see in a note: golden files, one way of writing each; `*-nope.yml` must match nothing.

A golden file holds `input` (note path to text) and gets `output` and `issues` from `pytest --update-goldens`.
Read each new output before it is accepted: it is a promise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from papernotes_plugin import pipeline, recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.vocabulary.model import Evidence, Mention, MentionKind, Source

FOLDER = Path(__file__).parent
SHOWN = 160
"""Longer values are cut in golden files."""


def cut(value: str) -> str:
    """A value on one line, at most `SHOWN` characters."""
    line = json.dumps(value, ensure_ascii=False)[1:-1]
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"


def facts(evidence: Evidence) -> Iterator[tuple[str, str]]:
    """What a place says, name and value, without what it leaves out."""
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


def described(mention: Mention) -> str:
    """A mention for people: its place, kind and text, then a line for each thing it says."""
    said = [*facts(mention.evidence), ("topic", " › ".join(mention.topic)), ("context", mention.context)]
    weak = "" if mention.creates_paper else " (founds no paper)"
    lines = [f"{mention.line}:{mention.column} {mention.kind}{weak} | {cut(mention.text)}"]
    return "\n".join([*lines, *(f"  {name}: {cut(value)}" for name, value in said if value)])


def recognised(notes: dict[str, str]) -> tuple[str, list[str]]:
    """The mentions in notes and the issues of reading them, for people."""
    out: list[str] = []
    issues: list[str] = []
    for path, text in notes.items():
        note, found = note_reader.read_note(Source(path, text.encode()))
        issues += map(str, found)
        mentions = [described(m) for m in recognisers.recognise(note)]
        out += [f"# {path}"] * (len(notes) > 1) + (mentions or ["nothing"])
    return "\n".join(out) + "\n", issues


@pytest.mark.golden_test("[!n]*/*.yml")
def test_recognised(golden: Any) -> None:
    """Each way of writing gives the mentions, with all their facts, that its golden file shows."""
    output, issues = recognised(golden["input"])
    assert golden.out["output"] == output
    assert golden.out.get("issues") == (issues or None)


def named(notes: dict[str, str]) -> str:
    """The names found in the prose of notes, each with the title of its paper, for people."""
    site = pipeline.build([Source(path, text.encode()) for path, text in notes.items()])
    found = [(m, p.title) for p in site.library.papers for m in p.mentions if m.kind is MentionKind.NAME]
    lines = [f"{m.note}:{m.line}:{m.column} {m.text} -> {title}" for m, title in sorted(found, key=_place)]
    return "\n".join(lines or ["nothing"]) + "\n"


def _place(found: tuple[Mention, str]) -> tuple[str, tuple[int, int]]:
    return found[0].note, found[0].span


@pytest.mark.golden_test("name/*.yml")
def test_named(golden: Any) -> None:
    """Names in prose join the paper that its golden file shows, and nothing else is taken for a name."""
    output = named(golden["input"])
    assert golden.out["output"] == output


@pytest.mark.parametrize("path", sorted(FOLDER.glob("name/*-nope.yml")), ids=lambda p: p.stem)
def test_nothing_is_named(path: Path) -> None:
    """What is no name stays text, whatever a golden update may have written."""
    assert named(yaml.safe_load(path.read_text(encoding="utf-8"))["input"]) == "nothing\n"


NOPE = sorted(p for p in FOLDER.rglob("*-nope.yml") if p.parent.name != "name")


@pytest.mark.parametrize("path", NOPE, ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_nothing_is_made_up(path: Path) -> None:
    """What is no paper founds none, whatever a golden update may have written."""
    for name, text in yaml.safe_load(path.read_text(encoding="utf-8"))["input"].items():
        note, _ = note_reader.read_note(Source(name, text.encode()))
        assert [described(m) for m in recognisers.recognise(note) if m.creates_paper] == []


def test_each_mention_has_its_own_anchor() -> None:
    """A key with a number keeps the id that it has, though another key is cited so many times."""
    note, _ = note_reader.read_note(
        Source("a.md", b"[@smith2020] [@smith2020-2] [@smith2020] [@smith2020] [@smith2020-2]\n")
    )
    anchors = [mention.anchor for mention in recognisers.recognise(note)]
    assert anchors == ["pn-smith2020", "pn-smith2020-2", "pn-smith2020-3", "pn-smith2020-4", "pn-smith2020-2-2"]
