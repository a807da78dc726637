"""BibTeX and biber report nothing new about an exported bibliography, compared with the author's own file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from papernotes_plugin import exports
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Source
from tests.consumers import tex
from tests.consumers.libraries import build_papers
from tests.consumers.own_entries import comparable

TEX_LIVE = Path("/usr/share/texlive/texmf-dist/bibtex/bib")
_KEY = re.compile(r"[Ee]ntry '([^']+)'|(?: in| for entry|need .* in) (\S+)$")


def new_complaints(of_export: Iterable[str], of_author: Iterable[str]) -> list[str]:
    """Return the complaints about entries of an export that are none about the same entries of the author."""
    before = {(key, comparable(line, key)) for line in of_author for key in [_key(line)]}
    return [line for line in of_export for key in [_key(line)] if (key, comparable(line, key)) not in before]


def _key(line: str) -> str:
    match = _KEY.search(line)
    return (match[1] or match[2]) if match else ""


def test_new_complaints_are_found() -> None:
    """Complaints are compared by entry, without the values in them."""
    before = ["WARN - Entry 'a': x 'year' 1", "Warning--empty year in b"]
    assert new_complaints(["WARN - Entry 'a': x 'year' 2", "Warning--empty year in b"], before) == []
    after = ["WARN - Entry 'b': x 'year' 1", "Warning--empty year in a"]
    assert new_complaints(after, before) == after


@pytest.mark.full
@pytest.mark.tex
@pytest.mark.parametrize(
    ("name", "flavor", "has_complaints"),
    [
        ("biblatex/biblatex/biblatex-examples.bib", BIBLATEX, True),
        ("base/xampl.bib", BIBTEX, True),
        ("beebe/texgraph.bib", BIBTEX, False),
    ],
)
def test_an_exported_bibliography_has_no_new_complaints(
    name: str, flavor: str, has_complaints: bool, tmp_path: Path
) -> None:
    """A bibliography of TeX Live compiles after an export as it does before, with entries to the letter."""
    if not (TEX_LIVE / name).is_file():
        pytest.skip(f"{name} is not installed")
    data = (TEX_LIVE / name).read_bytes()
    papers = build_papers((), [Source("a.bib", data)])
    files = [tmp_path / "own" / "refs.bib", tmp_path / "export" / "refs.bib"]
    for file in files:
        file.parent.mkdir()
    files[0].write_bytes(data)
    files[1].write_text(exports.bibtex(papers, flavor, UTF8 if flavor == BIBLATEX else LATEX), "utf-8")
    reads = tex.biber_reads if flavor == BIBLATEX else tex.bibtex_reads
    before, after = (reads(file) for file in files)
    assert bool(before.complaints) or not has_complaints
    # LaTeX runs too seldom here to define the citations in notes
    complaints = [line for line in after.complaints if "Citation" not in line]
    assert new_complaints(complaints, before.complaints) == []
    assert after.count >= len(papers)
