"""Every program that reads CSL-JSON or RIS sees every paper of every library and reports no problem."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from papernotes_plugin import exports
from tests.consumers import libraries, programs
from tests.consumers.tolerated import is_tolerated
from tests.consumers.verdict import find_faults

pytestmark = pytest.mark.full

LIBRARIES = ["demo", "notes", "notes with bib", "vault", "hostile notes", "hostile facts", "hostile bib"]


def consumers(export_format: str, words: bool) -> dict[str, tuple[str, programs.Consumer]]:
    """Return the programs that read a format by name, each with the pytest mark of its requirements.

    With `words`, programs that can format references format all items as well.
    """
    scripts = {
        name: partial(programs.javascript_reads, name, export_format, words) for name in programs.SCRIPTS[export_format]
    }
    pandoc_format = {"csl": "csljson", "ris": "ris"}[export_format]
    return {
        "pandoc": ("", partial(programs.pandoc_reads, pandoc_format)),
        **({"rispy": ("", programs.rispy_reads)} if export_format == "ris" else {}),
        **({"bibutils": ("debian", partial(programs.bibutils_reads, "ris2xml"))} if export_format == "ris" else {}),
        **{name: ("node", program) for name, program in scripts.items()},
    }


def cases() -> Iterator[object]:
    """Yield every library in both formats with every program that reads it."""
    for library in LIBRARIES:
        for export_format in exports.PAPER_FORMATS:
            for program, (mark, _) in consumers(export_format, True).items():
                marks = [getattr(pytest.mark, mark)] if mark else []
                marks += [] if library.startswith(("demo", "hostile")) else [pytest.mark.shared]
                marks += [] if library in ("demo", "hostile facts") else [pytest.mark.full]
                yield pytest.param(
                    library,
                    export_format,
                    program,
                    id=f"{library}-{export_format}-{program}".replace(" ", "-"),
                    marks=marks,
                )


@pytest.fixture(scope="module")
def files() -> dict[tuple[str, str], Path]:
    """Return the cache of written exports."""
    return {}


@pytest.mark.parametrize(("library", "export_format", "program"), list(cases()))
def test_program_reads_every_item(
    library: str,
    export_format: str,
    program: str,
    files: dict[tuple[str, str], Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """A program sees every item with its title, first author, year and DOI, without an error or a warning."""
    papers = libraries.expected(library)
    file = files.get((library, export_format))
    if file is None:
        file = files[library, export_format] = (
            tmp_path_factory.mktemp("export") / f"refs{exports.PAPER_FORMATS[export_format].ending}"
        )
        file.write_text(exports.export_papers(libraries.papers(library), export_format), "utf-8")
    _, consumer = consumers(export_format, words=library != "vault")[program]
    faults = find_faults(consumer(file), papers)
    assert [fault for fault in faults if not is_tolerated(program, fault)] == []
