"""Every program that reads CSL-JSON or RIS sees every paper of every library, and has nothing to say."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from papernotes_plugin import exports
from tests.consumers import libraries, programs
from tests.consumers.tolerated import tolerated
from tests.consumers.verdict import faults

LIBRARIES = ["demo", "notes", "notes with bib", "vault", "hostile notes", "hostile facts", "hostile bib"]


def consumers(form: str, words: bool) -> dict[str, tuple[str, programs.Consumer]]:
    """The programs that take a form, each with the mark of what it needs; `words`: have all entries worded, too."""
    scripts = {name: partial(programs.javascript_reads, name, form, words) for name in programs.SCRIPTS[form]}
    pandoc = {"csl": "csljson", "ris": "ris"}[form]
    return {
        "pandoc": ("", partial(programs.pandoc_reads, pandoc)),
        **({"rispy": ("", programs.rispy_reads)} if form == "ris" else {}),
        **({"bibutils": ("debian", partial(programs.bibutils_reads, "ris2xml"))} if form == "ris" else {}),
        **{name: ("node", program) for name, program in scripts.items()},
    }


def cases() -> Iterator[object]:
    """Every library in either form, read by every program."""
    for library in LIBRARIES:
        for form in exports.PAPER_FORMATS:
            for program, (mark, _) in consumers(form, True).items():
                marks = [getattr(pytest.mark, mark)] if mark else []
                marks += [] if library.startswith(("demo", "hostile")) else [pytest.mark.shared]
                marks += [] if library in ("demo", "hostile facts") else [pytest.mark.full]
                yield pytest.param(
                    library, form, program, id=f"{library}-{form}-{program}".replace(" ", "-"), marks=marks
                )


@pytest.fixture(scope="module")
def files() -> dict[tuple[str, str], Path]:
    """The exports that were written already."""
    return {}


@pytest.mark.parametrize(("library", "form", "program"), list(cases()))
def test_everybody_reads_everything(
    library: str,
    form: str,
    program: str,
    files: dict[tuple[str, str], Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """No error, no warning, every item, with the title, the first author, the year and the DOI that it has."""
    papers = libraries.expected(library)
    file = files.get((library, form))
    if file is None:
        file = files[library, form] = tmp_path_factory.mktemp("export") / f"refs{exports.PAPER_FORMATS[form].ending}"
        file.write_text(exports.export_papers(libraries.papers(library), form), "utf-8")
    _, consumer = consumers(form, words=library != "vault")[program]
    found = faults(consumer(file), papers)
    assert [fault for fault in found if not tolerated(program, fault)] == []
