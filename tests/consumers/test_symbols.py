"""LaTeX can typeset the commands of all letters and symbols in an ASCII export, and what the tables promise."""

from __future__ import annotations

from pathlib import Path

import pytest

from papernotes_plugin import exports
from papernotes_plugin.entries.allowed_commands import COMMANDS
from papernotes_plugin.entries.ascii_entries import ascii_value
from papernotes_plugin.exports.pdflatex_support import is_supported
from papernotes_plugin.vocabulary.config import LATEX
from papernotes_plugin.vocabulary.model import Source
from tests.consumers.libraries import build_papers
from tests.consumers.programs import Consumer
from tests.consumers.tex import biblatex_reads, bibtex_reads, faulty_lines, typeset_complaints
from tests.entries.test_entries import LOOK_ALIKES, WRITABLE

pytestmark = pytest.mark.tex


def test_every_symbol_is_typeset(tmp_path: Path) -> None:
    """PdfLaTeX typesets every letter and symbol, in text and in a formula, without a warning."""
    lines = [
        f"{ascii_value(f'x{char}y')} {ascii_value(f'$x{char}y$')}\\par" for char in [*WRITABLE, *sorted(LOOK_ALIKES)]
    ]
    assert typeset_complaints("\n".join(lines), tmp_path) == ()


_FORMS = {
    **dict.fromkeys(("over", "choose", "atop"), r"$a\%s b$"),
    **dict.fromkeys(("left", "middle", "right"), r"$\left(\middle/\right)$"),
    **dict.fromkeys(("limits", "nolimits", "displaylimits"), r"$\int\%s$"),
    **dict.fromkeys(("kern", "hskip", "unskip"), r"x\%s 1em"),
    **{name: r"$\%s($" for name in COMMANDS if name.lower().rstrip("lr") in {"big", "bigg"}},
    "mkern": r"$\mkern 1mu$",
    "char": r"\char 65",
    "mathchar": r"$\mathchar 65$",
    "rule": r"\rule{1em}{1em}",
    "raisebox": r"\raisebox{1em}{x}",
    "fontencoding": r"{\fontencoding{OT1}\selectfont x}",
    "selectfont": r"\selectfont x",
    "root": r"$\root 3 \of x$",
    "of": r"$\root 3 \of x$",
    "skew": r"$\skew 1\hat x$",
    "hspace": r"\hspace{1em}",
}
"""Uses of the commands that are no symbol and take no text."""


def _undefined(names: list[str], preamble: str, folder: Path) -> set[str] | None:
    """Return the commands that pdfLaTeX can set neither in text nor in a formula; None if a package is missing."""
    forms = [_FORMS.get(name, r"x\%s{a}{b} y").replace("%s", name) for name in names]
    math = [form if name in _FORMS else f"${form}$" for name, form in zip(names, forms, strict=True)]
    faulty = faulty_lines([*forms, *math], preamble, folder)
    if faulty is None:
        return None
    return {name for number, name in enumerate(names) if {number, number + len(names)} <= faulty}


@pytest.mark.full
def test_commands_need_what_the_table_says(tmp_path: Path) -> None:
    """PdfLaTeX defines each command in a document with what the table names, and in no document without it.

    Packages that are not installed are not tested.
    """
    names = list(COMMANDS)
    without = _undefined(names, "", tmp_path)
    assert without == {name for name, need in COMMANDS.items() if need}
    needs = {need for need in COMMANDS.values() if need.startswith("\\usepackage")}
    missing = {
        need: _undefined([name for name in names if COMMANDS[name] == need], need, tmp_path) for need in sorted(needs)
    }
    assert sum(undefined is not None for undefined in missing.values()) >= 4
    assert {need: undefined for need, undefined in missing.items() if undefined} == {}


@pytest.mark.full
def test_supported_characters_are_those_of_the_kernel(tmp_path: Path) -> None:
    """PdfLaTeX with T1 accepts exactly the characters of the table."""
    chars = [
        chr(code) for code in (*range(0xA0, 0x2600), *range(0x27E0, 0x2800), *range(0x3000, 0x3020), 0xFB00, 0xFB06)
    ]
    faulty = faulty_lines([f"x{char}y" for char in chars], r"\usepackage[T1]{fontenc}", tmp_path)
    assert faulty is not None
    assert [char for n, char in enumerate(chars) if is_supported(char) == (n in faulty)] == []


@pytest.mark.parametrize(("flavor", "reads"), [("bibtex", bibtex_reads), ("biblatex", biblatex_reads)])
def test_commands_of_entries_compile(flavor: str, reads: Consumer, tmp_path: Path) -> None:
    """Entries with commands, formulas, unknown commands and characters outside ASCII compile without a complaint."""
    source = Source("commands.bib", (Path(__file__).parent / "commands.bib").read_bytes())
    written = exports.bibtex(build_papers((), [source]), flavor, LATEX)
    (tmp_path / "refs.bib").write_text(written, "utf-8")
    assert r"\textbackslash{}unknowncommand" in written
    assert "title = {The \\emph{Works} of a Preamble, and A \\emph{Second Part}}" in written
    assert r"Gel$'$fand, Izrail$'$" in written
    assert (verdict := reads(tmp_path / "refs.bib")).complaints == ()
    assert verdict.count == 4
