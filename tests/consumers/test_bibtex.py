"""Every program that reads BibTeX sees every paper of every library, as it is, and has nothing to say."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from papernotes_plugin import exports
from papernotes_plugin.entries.entry_fields import year_of_identifiers
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Paper
from tests.consumers import libraries, programs, tex
from tests.consumers.tolerated import tolerated
from tests.consumers.verdict import faults

LIBRARIES = ["demo", "notes", "notes with bib", "vault", "hostile notes", "hostile facts", "hostile bib"]
DIALECTS = [(flavor, encoding) for flavor in (BIBTEX, BIBLATEX) for encoding in (LATEX, UTF8)]
"""Flavor and encoding of an export."""
COMMON = {(BIBTEX, LATEX), (BIBLATEX, UTF8)}
"""The dialects most in use: those in which every library is judged."""
QUICK = {"demo", "hostile facts"}
"""Libraries that the default test run judges in the common dialects; all others are left to the full run."""
EVERY_DIALECT = {"demo", "hostile facts", "hostile bib"}
"""Libraries judged in the others, too: one of real papers, and those with every letter that is hard to write."""

_BEYOND_T1 = r"[\u0370-\u04ff\u1e00-\u1eff\u207b\u2212]"
"""Greek, Cyrillic, Vietnamese, the minus sign."""

Case = tuple[str, str, str]
"""Library, flavor and encoding."""


def consumers(flavor: str, words: bool) -> dict[str, tuple[str, programs.Consumer]]:
    """The programs that take a flavor, each with the mark of what it needs; `words`: have all entries worded, too."""
    kind = {BIBTEX: "bib", BIBLATEX: "biblatex"}[flavor]
    converter = {BIBTEX: "bib2xml", BIBLATEX: "biblatex2xml"}[flavor]
    scripts = {name: partial(programs.javascript_reads, name, kind, words) for name in programs.SCRIPTS[kind]}
    old = {"bibclean": programs.bibclean_reads, "bibtool": programs.bibtool_reads}
    return {
        "pybtex": ("", programs.pybtex_reads),
        "bibtexparser": ("", programs.bibtexparser_reads),
        "typst": ("", programs.typst_reads),
        "pandoc": ("", partial(programs.pandoc_reads, flavor)),
        "bibutils": ("debian", partial(programs.bibutils_reads, converter)),
        **({name: ("debian", program) for name, program in old.items()} if flavor == BIBTEX else {}),
        **{name: ("node", program) for name, program in scripts.items()},
        **({"plainnat": ("tex", tex.bibtex_reads)} if flavor == BIBTEX else {}),
        "biblatex": ("tex", tex.biblatex_reads),
        "biber": ("tex", tex.biber_reads),
    }


def left_out(library: str, encoding: str, program: str) -> bool:
    """What is not asked of a program: of pdfLaTeX letters that its fonts lack; of biber thousands of entries twice."""
    hopeless = program in {"plainnat", "biblatex"} and encoding == UTF8 and library.startswith("hostile")
    return hopeless or (library == "vault" and (program == "biblatex" or (program == "biber" and encoding == LATEX)))


def cases() -> Iterator[object]:
    """Every library in every dialect, read by every program."""
    for library in LIBRARIES:
        for flavor, encoding in DIALECTS:
            if library not in EVERY_DIALECT and (flavor, encoding) not in COMMON:
                continue
            for program, (mark, _) in consumers(flavor, True).items():
                if not left_out(library, encoding, program):
                    marks = [getattr(pytest.mark, mark)] if mark else []
                    marks += [] if library.startswith(("demo", "hostile")) else [pytest.mark.shared]
                    marks += [] if library in QUICK and (flavor, encoding) in COMMON else [pytest.mark.full]
                    name = f"{library}-{flavor}-{encoding}-{program}".replace(" ", "-")
                    yield pytest.param((library, flavor, encoding), program, id=name, marks=marks)


@pytest.fixture(scope="module")
def files() -> dict[tuple[object, ...], Path]:
    """The exports that were written already."""
    return {}


@pytest.mark.parametrize(("case", "program"), list(cases()))
def test_everybody_reads_everything(
    case: Case, program: str, files: dict[tuple[object, ...], Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """No error, no warning, every entry, with the title, the first author, the year and the DOI that it has."""
    library, flavor, encoding = case
    papers = [paper for paper in libraries.expected(library) if program != "biblatex" or not _beyond_t1(paper)]
    file = files.get((*case, len(papers)))
    if file is None:
        keys = {paper.citekey for paper in papers}
        file = files[(*case, len(papers))] = tmp_path_factory.mktemp("export") / "refs.bib"
        written = [paper for paper in libraries.papers(library) if paper.citekey in keys]
        file.write_text(exports.bibtex(written, flavor, encoding), "utf-8")
    _, consumer = consumers(flavor, words=library != "vault")[program]
    undated = frozenset(p.citekey for p in papers if not (p.year or year_of_identifiers(p.identifiers)))
    found = faults(consumer(file), papers, ascii_only=encoding == LATEX)
    assert [fault for fault in found if not tolerated(program, fault, undated)] == []


def _beyond_t1(paper: Paper) -> bool:
    """Whether a paper has letters or signs that biber makes of LaTeX's commands and pdfLaTeX cannot set."""
    text = f"{paper.title} {paper.authors}"
    return bool(re.search(r"[\u0300-\u036f]{2}", unicodedata.normalize("NFD", text)) or re.search(_BEYOND_T1, text))
