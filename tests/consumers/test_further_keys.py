"""A manuscript can cite every key of a paper that has several, and no program reports a problem."""

from __future__ import annotations

from pathlib import Path

import pytest

from papernotes_plugin import exports, pipeline
from papernotes_plugin.pipeline.cited_papers import find_cited_papers
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX
from papernotes_plugin.vocabulary.model import Library, Source
from tests.consumers import tex

NOTE = """- [Attention and Graphs in Practice](https://arxiv.org/abs/2401.00001), Lee, 2024
- Scaling of Things by [JoDoe2024ICLR+](https://arxiv.org/abs/2401.00002)
"""
BIB = """
@article{Lee:2024/x, title={Attention and Graphs in Practice}, author={Lee, Ann and Kim, Bo}, journal={J}, year={2024},
  eprint={2401.00001}, archiveprefix={arXiv}, ids={lee.old, LEE:2024/X}}
@misc{lee_arxiv, title={Attention and Graphs in Practice}, author={Lee, Ann and Kim, Bo}, year={2024},
  eprint={2401.00001}, archiveprefix={arXiv}}
@misc{doe, title={Scaling of Things}, author={Doe, Jo}, year={2024}, eprint={2401.00002}, archiveprefix={arXiv}}
"""
KEYS_OF_ENTRIES = ["Lee:2024/x", "lee_arxiv", "lee.old", "doe"]
KEYS_OF_NOTES = ["JoDoe2024ICLR+", "attention2024graphs"]
CASE_VARIANT = "LEE:2024/X"


@pytest.fixture(scope="module")
def library() -> Library:
    """Return the library of the note and the entries."""
    return pipeline.build([Source("n.md", NOTE.encode())], bibliography=[Source("a.bib", BIB.encode())]).library


def write(folder: Path, text: str) -> Path:
    """Return the path of a new `.bib` file with this text."""
    (folder / "refs.bib").write_text(text, "utf-8")
    return folder / "refs.bib"


def test_the_library_knows_all_keys(library: Library) -> None:
    """All keys of the tests below are keys of the two papers."""
    assert {*KEYS_OF_ENTRIES, *KEYS_OF_NOTES, CASE_VARIANT} == library.by_key.keys()
    assert len(library.papers) == 2


@pytest.mark.tex
@pytest.mark.parametrize("style", ["plain", "plainnat", "abbrvnat", "IEEEtran"])
def test_bibtex_finds_each_key_of_an_entry(style: str, library: Library, tmp_path: Path) -> None:
    """Each key of a `.bib` entry has an entry of its own."""
    if not tex.has_style(style):
        pytest.skip(f"the style {style} is not installed")
    file = write(tmp_path, exports.bibtex(library.papers, BIBTEX, LATEX))
    assert tex.citation_complaints(file, KEYS_OF_ENTRIES, style) == ()


@pytest.mark.tex
@pytest.mark.parametrize("style", ["plain", "plainnat"])
def test_bibtex_finds_all_keys_that_a_manuscript_cites(style: str, library: Library, tmp_path: Path) -> None:
    """With `--cited-in` this includes keys of notes and generated keys; BibTeX ignores case."""
    cited_keys = [*KEYS_OF_ENTRIES[1:], *KEYS_OF_NOTES, CASE_VARIANT]
    manuscript = Source("m.tex", rf"\cite{{{','.join(cited_keys)}}}".encode())
    cited = find_cited_papers(library, [manuscript], one_entry=False)
    file = write(tmp_path, exports.bibtex(cited.papers, BIBTEX, LATEX))
    assert tex.citation_complaints(file, cited_keys, style) == ()


@pytest.mark.tex
def test_biber_finds_all_keys(library: Library, tmp_path: Path) -> None:
    """The field `ids` has all keys, even those that differ only in case; each paper has one entry."""
    text = exports.bibtex(library.papers, BIBLATEX)
    assert text.count("\n@") + text.startswith("@") == 2
    all_keys = [*KEYS_OF_ENTRIES, *KEYS_OF_NOTES, CASE_VARIANT]
    assert tex.citation_complaints(write(tmp_path, text), all_keys, "biblatex") == ()


@pytest.mark.tex
def test_an_unknown_key_is_a_complaint(library: Library, tmp_path: Path) -> None:
    """The tests above can fail."""
    for flavor, style in ((BIBTEX, "plain"), (BIBLATEX, "biblatex")):
        file = write(tmp_path, exports.bibtex(library.papers, flavor))
        assert tex.citation_complaints(file, ["doe", "nobody"], style)
