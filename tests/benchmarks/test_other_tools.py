"""The comparison with other tools measures what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import papernotes_plugin as pn
from tests.benchmarks import other_tools
from tests.conftest import ROOT
from tests.helpers import sites

NOTES = {
    "notes/a.md": "# A\n\n- [Deep Residual Learning](https://arxiv.org/abs/1512.03385)\n- [Adam](https://arxiv.org/abs/1412.6980)\n",
    "notes/b.md": "# B\n\nAgain [ResNet](https://arxiv.org/abs/1512.03385).\n",
    "papers.bib": "@article{he2016deep, title={Deep Residual Learning}, author={He, Kaiming}, journal={J}, year=2016, "
    "eprint={1512.03385}, archiveprefix={arXiv}}\n",
}


def test_pandoc_reads_only_citations(tmp_path: Path) -> None:
    """Pandoc shows no reference for links, and one for each entry after the mentions were repeated as citations."""
    folder = sites.write(tmp_path, NOTES)
    keys = other_tools.repeat_as_citations(folder / "notes", folder / "papers.bib", folder / "cited")
    assert keys == {"he2016deep"}
    assert [(folder / "cited" / name).read_text("utf-8").count("[@he2016deep]") for name in ("a.md", "b.md")] == [1, 1]
    assert other_tools.pandoc_references(folder / "notes", folder / "papers.bib") == set()
    assert other_tools.pandoc_references(folder / "cited", folder / "papers.bib") == keys


@pytest.mark.full
@pytest.mark.tex
def test_measure(tmp_path: Path) -> None:
    """Of two papers, papernotes finds both, joins the two mentions of one, and writes BibTeX that compiles."""
    folder = sites.write(tmp_path / "in", NOTES)
    results = [*other_tools.measure(folder / "notes", folder / "papers.bib", tmp_path)]
    assert {(r.papers, r.pages, r.joined, r.entries) for r in results[:2]} == {(2, 2, 1, "2 of 2 typeset, 0 errors")}
    others = results[2:]
    assert {r.papers for r in others} == {0}
    assert other_tools.table(results).count("\n") == len(results) + 1


@pytest.mark.full
@pytest.mark.shared
def test_the_page_has_the_present_numbers(shared: Path) -> None:
    """The comparison in the documentation says what papernotes finds in the reference notes today."""
    sources = [pn.Source(path.name, path.read_bytes()) for path in sorted((shared / "notes").glob("*.md"))]
    bib = shared / "truth" / "papers.bib"
    rows = []
    for bibliography in ([], [pn.Source(bib.name, bib.read_bytes())]):
        site = pn.build(sources, bibliography=bibliography, pages=False)
        notes_of = [{mention.note for mention in paper.mentions} for paper in site.library.papers if paper.mentions]
        rows.append((len(notes_of), sum(len(notes) > 1 for notes in notes_of)))
    for page, cells in (("comparison.md", r"(\d+) \| \| \d+ \| (\d+)"), ("index.md", r"(\d+) \| (\d+) \| \d+")):
        text = (ROOT / "docs" / page).read_text("utf-8")
        shown = re.findall(rf"^\| \**papernotes\b[^|]*\| {cells} \|", text, re.MULTILINE)
        assert [(int(papers), int(joined)) for papers, joined in shown] == rows, page
