"""Every program that reads BibTeX sees every paper of every library and reports no problem."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import pytest

from papernotes_plugin import exports
from papernotes_plugin.entries.entry_fields import year_of_identifiers
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Paper
from tests.consumers import libraries, programs, tex
from tests.consumers.own_entries import new_faults
from tests.consumers.tolerated import is_tolerated
from tests.consumers.verdict import Verdict, find_faults

LIBRARIES = ["demo", "notes", "notes with bib", "vault", "hostile notes", "hostile facts", "hostile bib"]
DIALECTS = [(flavor, encoding) for flavor in (BIBTEX, BIBLATEX) for encoding in (LATEX, UTF8)]
"""All pairs of flavor and encoding of an export."""
COMMON_DIALECTS = {(BIBTEX, LATEX), (BIBLATEX, UTF8)}
"""The most common dialects, in which every library is tested."""
QUICK = {"demo", "hostile facts"}
"""Libraries that the default test run judges in the common dialects; all others are left to the full run."""
IN_ALL_DIALECTS = {"demo", "hostile facts", "hostile bib"}
"""Libraries that are tested in all dialects: real papers, and hostile data with unusual letters."""

_BEYOND_T1 = r"[\u0370-\u04ff\u1e00-\u1eff\u207b\u2212]"
"""Pattern of characters that the font encoding T1 lacks: Greek, Cyrillic, Vietnamese, the minus signs."""

Case = tuple[str, str, str]
"""Library, flavor and encoding."""


def consumers(flavor: str, words: bool) -> dict[str, tuple[str, programs.Consumer]]:
    """Return the programs that read a flavor by name, each with the pytest mark of its requirements.

    With `words`, programs that can format references format all entries as well.
    """
    kind = {BIBTEX: "bib", BIBLATEX: "biblatex"}[flavor]
    converter = {BIBTEX: "bib2xml", BIBLATEX: "biblatex2xml"}[flavor]
    scripts = {name: partial(programs.javascript_reads, name, kind, words) for name in programs.SCRIPTS[kind]}
    linters = {"bibclean": programs.bibclean_reads, "bibtool": programs.bibtool_reads}
    return {
        "pybtex": ("", programs.pybtex_reads),
        "bibtexparser": ("", programs.bibtexparser_reads),
        "typst": ("", programs.typst_reads),
        "pandoc": ("", partial(programs.pandoc_reads, flavor)),
        "bibutils": ("debian", partial(programs.bibutils_reads, converter)),
        **({name: ("debian", program) for name, program in linters.items()} if flavor == BIBTEX else {}),
        **{name: ("node", program) for name, program in scripts.items()},
        **({"plainnat": ("tex", tex.bibtex_reads)} if flavor == BIBTEX else {}),
        "biblatex": ("tex", tex.biblatex_reads),
        "biber": ("tex", tex.biber_reads),
    }


def is_skipped(library: str, encoding: str, program: str) -> bool:
    """Return whether a case is skipped: pdfLaTeX lacks letters, or biber reads thousands of entries again."""
    lacks_letters = program in {"plainnat", "biblatex"} and encoding == UTF8 and library.startswith("hostile")
    return lacks_letters or (
        library == "vault" and (program == "biblatex" or (program == "biber" and encoding == LATEX))
    )


def cases() -> Iterator[object]:
    """Yield every library in every dialect with every program that reads it."""
    for library in LIBRARIES:
        for flavor, encoding in DIALECTS:
            if library not in IN_ALL_DIALECTS and (flavor, encoding) not in COMMON_DIALECTS:
                continue
            for program, (mark, _) in consumers(flavor, True).items():
                if not is_skipped(library, encoding, program):
                    marks = [getattr(pytest.mark, mark)] if mark else []
                    marks += [] if library.startswith(("demo", "hostile")) else [pytest.mark.shared]
                    is_quick = library in QUICK and (flavor, encoding) in COMMON_DIALECTS
                    # biblatex reads BibTeX too, but its own flavor is the common case
                    is_quick &= flavor == BIBLATEX or program not in {"biblatex", "biber"}
                    marks += [] if is_quick else [pytest.mark.full]
                    name = f"{library}-{flavor}-{encoding}-{program}".replace(" ", "-")
                    yield pytest.param((library, flavor, encoding), program, id=name, marks=marks)


@pytest.fixture(scope="module")
def files() -> dict[tuple[object, ...], Path]:
    """Return the cache of written exports."""
    return {}


@pytest.fixture(scope="module")
def verdicts() -> dict[tuple[str, ...], tuple[Verdict, list[str]]]:
    """Return the cache of verdicts about single entries."""
    return {}


@pytest.mark.parametrize(("case", "program"), list(cases()))
def test_program_reads_every_entry(
    case: Case,
    program: str,
    files: dict[tuple[object, ...], Path],
    verdicts: dict[tuple[str, ...], tuple[Verdict, list[str]]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A program sees every entry with its title, first author, year and DOI, without an error or a warning.

    Of an entry of an author it reports nothing that it does not report of the author's own entry.
    """
    library, flavor, encoding = case
    papers = [paper for paper in libraries.expected(library) if program != "biblatex" or not _beyond_t1(paper)]

    def export(chosen: Sequence[Paper]) -> str:
        keys = {paper.citekey for paper in chosen}
        return exports.bibtex([p for p in libraries.papers(library) if p.citekey in keys], flavor, encoding)

    file = files.get((*case, len(papers)))
    if file is None:
        file = files[(*case, len(papers))] = tmp_path_factory.mktemp("export") / "refs.bib"
        file.write_text(export(papers), "utf-8")
    _, consumer = consumers(flavor, words=library != "vault")[program]
    undated = frozenset(p.citekey for p in papers if not (p.year or year_of_identifiers(p.identifiers)))

    def faults_of(verdict: Verdict, papers: Sequence[Paper]) -> list[str]:
        faults = find_faults(verdict, papers, ascii_only=encoding == LATEX)
        return [fault for fault in faults if not is_tolerated(program, fault, undated)]

    def judge(text: str, papers: Sequence[Paper]) -> tuple[Verdict, list[str]]:
        name = (*case, program, text) if len(papers) > 1 else (flavor, program, text)
        if name not in verdicts:
            file = tmp_path_factory.mktemp("part") / "refs.bib"
            file.write_text(text, "utf-8")
            verdict = consumer(file)
            verdicts[name] = verdict, faults_of(verdict, papers)
        return verdicts[name]

    faults = faults_of(consumer(file), papers)
    if faults and library == "hostile bib":
        faults = new_faults(papers, export, libraries.own_text, judge)
    assert faults == []


def _beyond_t1(paper: Paper) -> bool:
    """Return whether a paper has characters that biber decodes from commands and pdfLaTeX cannot typeset."""
    text = f"{paper.title} {paper.authors}"
    return bool(re.search(r"[\u0300-\u036f]{2}", unicodedata.normalize("NFD", text)) or re.search(_BEYOND_T1, text))
