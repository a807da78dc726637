"""Libraries whose exports are tested: reference notes, a large vault, the demo library and hostile data."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
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
"""Number of papers in the large vault."""


@cache
def papers(library: str) -> tuple[Paper, ...]:
    """Return the papers of a library by its name."""
    if library == "notes":
        return build_papers(sources(SHARED / "notes"))
    if library == "notes with bib":
        return build_papers(sources(SHARED / "notes"), sources(SHARED / "truth", "*.bib"))
    if library == "vault":
        return _vault()
    if library == "demo":
        return build_papers(sources(ROOT / "docs" / "library"), sources(ROOT / "bib", "*.bib"))
    if library == "hostile notes":
        return build_papers(
            Source(f"{n:03}.md", literature_note(facts(row, n))) for n, row in enumerate(hostile()["facts"])
        )
    if library == "hostile facts":
        return expected(library)
    if library == "hostile bib":
        return build_papers((), [Source("hostile.bib", bibliography())])
    raise KeyError(library)


@cache
def expected(library: str) -> tuple[Paper, ...]:
    """Return the papers as every program must see them.

    Papers of the hostile list have the facts of their row. So the tests of "hostile bib" also cover the reader of
    `.bib` files. The papers of "hostile facts" have values that the reader of notes repairs or rejects.
    """
    if library not in ("hostile facts", "hostile bib"):
        return papers(library)
    by_note = {f"{n:03}.md": facts(row, n) for n, row in enumerate(hostile()["facts"])}
    by_key = {
        **{row["key"]: row for row in by_note.values()},
        **{k: {"title": v} for k, v in hostile()["shown"].items()},
    }
    papers_with_facts = []
    for paper in papers("hostile notes" if library == "hostile facts" else library):
        note = paper.mentions[0].note if paper.mentions else ""
        row = by_note.get(note) or by_key.get(paper.citekey, {})
        authors = tuple(row.get("authors", paper.authors))
        papers_with_facts.append(paper._replace(title=row.get("title", paper.title), authors=authors))
    return tuple(papers_with_facts)


def build_papers(notes: Iterable[Source], bibliography: Iterable[Source] = ()) -> tuple[Paper, ...]:
    """Return the papers of a build of the notes and the bibliography."""
    return pn.build(notes, bibliography=bibliography, pages=False).library.papers


def sources(folder: Path, pattern: str = "*.md") -> list[Source]:
    """Return the files in a folder and its subfolders, with paths relative to it."""
    return [Source(path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(folder.rglob(pattern))]


def _vault() -> tuple[Paper, ...]:
    with tempfile.TemporaryDirectory() as folder:
        tool, facts = SHARED / "tools" / "make_vault.py", SHARED / "data" / "facts.jsonl.xz"
        command = [sys.executable, tool, folder, "-n", str(VAULT), "--facts", facts]
        subprocess.run([str(word) for word in command], check=True, capture_output=True)
        return build_papers(sources(Path(folder) / "docs"), sources(Path(folder), "library.bib"))


# --- hostile data ---------------------------------------------------------------------------------


@cache
def hostile() -> dict[str, Any]:
    """Return the facts and entries of `hostile.yml`."""
    return dict(yaml.safe_load((HERE / "hostile.yml").read_text("utf-8")))


def facts(row: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return the facts of a row, with repeated texts and counted authors written out.

    The years differ because no style has enough letters for a hundred papers of one author and year.
    """
    row_facts = {"authors": ["Ada Bee"], "year": 1990 + number % 30, **row}
    row_facts.pop("in_bib", None)
    if "repeat" in row_facts:
        name, words, times = row_facts.pop("repeat")
        row_facts[name] = f"{words * times} {row['key']}"
    if "authors_count" in row_facts:
        row_facts["authors"] = [f"Given{n} Family{n}" for n in range(row_facts.pop("authors_count"))]
    return row_facts


def literature_note(row_facts: Mapping[str, Any]) -> bytes:
    """Return a note about one paper; its front matter is JSON, which is valid YAML for any text."""
    front = {"type": "paper", **{{"key": "citekey"}.get(name, name): value for name, value in row_facts.items()}}
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in front.items()]
    return "\n".join(["---", *lines, "---", "Read it.", ""]).encode()


def bibliography() -> bytes:
    """Return the hostile entries, and the facts as entries if their braces are balanced and their key is valid."""
    return "\n".join(_entries()).encode()


def _entries() -> list[str]:
    rows = [entry for n, row in enumerate(_in_bib()) if (entry := _entry(facts(row, n)))]
    return [*hostile()["entries"], *rows]


def own_text(paper: Paper) -> str:
    """Return the author's text of the entry of a paper in "hostile bib", with the entries from which it inherits."""
    assert paper.entry is not None
    line, by_line = 1, dict[int, str]()
    for text in _entries():
        by_line[line] = text
        line += text.count("\n") + 1
    chosen = {paper.entry.line: by_line[paper.entry.line]}
    for _ in range(2):
        parents = re.findall(r"crossref=\{([^{}]*)\}", "\n".join(chosen.values()))
        chosen |= {at: text for at, text in by_line.items() if any(f"{{{key}," in text for key in parents)}
    return "\n".join(chosen.values())


def _in_bib() -> list[Mapping[str, Any]]:
    return [row for row in hostile()["facts"] if row.get("in_bib", True)]


def _entry(row_facts: dict[str, Any]) -> str:
    key = row_facts.pop("key")
    authors = " and ".join(row_facts.pop("authors"))
    values = {
        "author": authors,
        "booktitle": "Proceedings of Tests",
        **{{"venue": "booktitle"}.get(name, name): str(v) for name, v in row_facts.items()},
    }
    if any(not balanced(value) for value in values.values()) or any(c in " ,{}%#\"'()=~\\" for c in key):
        return ""
    body = "".join(f"  {name} = {{{value}}},\n" for name, value in values.items())
    return f"@inproceedings{{{key},\n{body}}}"


def balanced(value: str) -> bool:
    """Return whether the braces of a value are balanced and it does not end in a backslash."""
    depth = 0
    for sign in value:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0 and not value.endswith("\\")
