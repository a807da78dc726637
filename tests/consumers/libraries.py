"""The papers whose export is judged: reference notes, a large vault, the demo library, and a hostile lot."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

import papernotes_plugin as pn
from papernotes_plugin.vocabulary.model import Paper, Source
from tests.conftest import SHARED

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
VAULT = 3_000
"""Papers of the large vault."""


@cache
def papers(library: str) -> tuple[Paper, ...]:
    """The papers of a library, by its name."""
    if library == "notes":
        return built(sources(SHARED / "notes"))
    if library == "notes with bib":
        return built(sources(SHARED / "notes"), sources(SHARED / "truth", "*.bib"))
    if library == "vault":
        return _vault()
    if library == "demo":
        return built(sources(ROOT / "docs" / "library"), sources(ROOT / "bib", "*.bib"))
    if library == "hostile notes":
        return built(Source(f"{n:03}.md", literature_note(facts(row, n))) for n, row in enumerate(hostile()["facts"]))
    if library == "hostile facts":
        return expected(library)
    if library == "hostile bib":
        return built((), [Source("hostile.bib", bibliography())])
    raise KeyError(library)


@cache
def expected(library: str) -> tuple[Paper, ...]:
    """The papers as every program must see them: those of the hostile list with the facts that they were made of.

    So the reader of `.bib` is judged with the writer; and exported as they are, they hold what the reader of notes
    mends or refuses.
    """
    if library not in ("hostile facts", "hostile bib"):
        return papers(library)
    made = {f"{n:03}.md": facts(row, n) for n, row in enumerate(hostile()["facts"])}
    told = {**{row["key"]: row for row in made.values()}, **{k: {"title": v} for k, v in hostile()["shown"].items()}}
    found = []
    for paper in papers("hostile notes" if library == "hostile facts" else library):
        note = paper.mentions[0].note if paper.mentions else ""
        row = made.get(note) or told.get(paper.citekey, {})
        authors = tuple(row.get("authors", paper.authors))
        found.append(replace(paper, title=row.get("title", paper.title), authors=authors))
    return tuple(found)


def built(notes: Iterable[Source], bibliography: Iterable[Source] = ()) -> tuple[Paper, ...]:
    """The papers that are found."""
    return pn.build(notes, bibliography=bibliography, pages=False).library.papers


def sources(folder: Path, pattern: str = "*.md") -> list[Source]:
    """The files of a folder and the folders in it."""
    return [Source(path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(folder.rglob(pattern))]


def _vault() -> tuple[Paper, ...]:
    with tempfile.TemporaryDirectory() as folder:
        tool, facts = SHARED / "tools" / "make_vault.py", SHARED / "data" / "facts.jsonl.xz"
        command = [sys.executable, tool, folder, "-n", str(VAULT), "--facts", facts]
        subprocess.run([str(word) for word in command], check=True, capture_output=True)
        return built(sources(Path(folder) / "docs"), sources(Path(folder), "library.bib"))


# --- the hostile lot ------------------------------------------------------------------------------


@cache
def hostile() -> dict[str, Any]:
    """The golden list of facts and entries."""
    return dict(yaml.safe_load((HERE / "hostile.yml").read_text("utf-8")))


def facts(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    """The facts of a row, what it only counts spelt out; no style has letters for a hundred papers of one year."""
    told = {"authors": ["Ada Bee"], "year": 1990 + number % 30, **row}
    told.pop("in_bib", None)
    if "repeat" in told:
        name, words, times = told.pop("repeat")
        told[name] = f"{words * times} {row['key']}"
    if "authors_count" in told:
        told["authors"] = [f"Given{n} Family{n}" for n in range(told.pop("authors_count"))]
    return told


def literature_note(told: Mapping[str, Any]) -> bytes:
    """A note about one paper; JSON is YAML, and says any text exactly."""
    front = {"type": "paper", **{{"key": "citekey"}.get(name, name): value for name, value in told.items()}}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items()]
    return "\n".join(["---", *lines, "---", "Read it.", ""]).encode()


def bibliography() -> bytes:
    """The entries, and the facts as entries where their braces are balanced and a file can hold their key."""
    rows = [entry for n, row in enumerate(_in_bib()) if (entry := _entry(facts(row, n)))]
    return "\n".join([*hostile()["entries"], *rows]).encode()


def _in_bib() -> list[Mapping[str, Any]]:
    return [row for row in hostile()["facts"] if row.get("in_bib", True)]


def _entry(told: dict[str, Any]) -> str:
    key = told.pop("key")
    authors = " and ".join(told.pop("authors"))
    values = {"author": authors, **{{"venue": "booktitle"}.get(name, name): str(v) for name, v in told.items()}}
    if any(not balanced(value) for value in values.values()) or any(c in " ,{}%#\"'()=~\\" for c in key):
        return ""
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in values.items())
    return f"@inproceedings{{{key},\n{body}}}"


def balanced(value: str) -> bool:
    """Whether a value in braces ends where it should."""
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0 and not value.endswith("\\")
