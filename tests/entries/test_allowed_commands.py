r"""Every known command of LaTeX survives reading and exporting, and no other command does."""

from __future__ import annotations

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import bibtex, build, exports
from papernotes_plugin.entries.allowed_commands import COMMANDS, PRODUCED_NEEDS, need_of
from papernotes_plugin.entries.ascii_entries import formula_command, text_command
from papernotes_plugin.entries.bibtex_escaping import encode_latex, repair_latex
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Source

NAMES = sorted({*COMMANDS, "cyra", "CYRZH", "C", "U"})
SIGNS = "@/-.,;:!'`^\"~=&%#_$"
VALUES = [
    *(
        form % name
        for name in NAMES
        for form in (r"Ab \%s{a}{b} cd", r"Ab {\%s} cd", r"Ab $x \%s y$ cd", r"Ab\%s", r"{\%s a}é")
    ),
    *(rf"Ab \{sign} cd" for sign in SIGNS),
    *(rf"Ab $x \{sign} y$ cd" for sign in "|>*,;:!"),
]
NEVER = (
    "input",
    "include",
    "write",
    "read",
    "openin",
    "openout",
    "def",
    "let",
    "csname",
    "catcode",
    "immediate",
    "cyrInput",
)


def exported(text: str, flavor: str, encoding: str) -> str:
    """Return the export of a `.bib` file."""
    papers = build([], bibliography=[Source("a.bib", text.encode())], pages=False).library.papers
    return exports.bibtex(papers, flavor, encoding)


@pytest.mark.full
@pytest.mark.parametrize(("flavor", "encoding"), [(BIBTEX, LATEX), (BIBLATEX, UTF8)])
def test_every_command_survives_and_the_export_is_a_fixed_point(flavor: str, encoding: str) -> None:
    """Each command and sign is exported as it was read, and the export of an export is the same file."""
    source = "".join(
        f"@article{{k{n}, author={{Bee, A{n}}}, title={{T{n}}}, journal={{J}}, year={{2001}}, note={{{value}}}}}\n"
        for n, value in enumerate(VALUES)
    )
    written = exported(source, flavor, encoding)
    notes = {entry.key: dict(entry.fields)["note"] for entry in bibtex.read(Source("b.bib", written.encode()))[0]}
    expected = {f"k{n}": value for n, value in enumerate(VALUES)}
    changed = {key: notes[key] for key, value in expected.items() if notes[key] != value}
    if encoding == LATEX:
        assert all(notes[key] == expected[key].replace("é", "{\\'e}") for key in changed)
    else:
        assert changed == {}
    assert exported(written, flavor, encoding) == written


@given(st.lists(st.sampled_from(VALUES), max_size=4).map(" ".join))
def test_commands_are_not_escaped_in_any_order(value: str) -> None:
    """Known commands stay unchanged next to any others."""
    assert repair_latex(value) == value


def test_encoder_writes_only_common_commands() -> None:
    """The commands that papernotes writes need no more than the packages that the documentation names."""
    characters = [chr(code) for code in range(0xA0, 0x2C00)]
    written = {
        name
        for char in characters
        for tex in (text_command(char), formula_command(char))
        for name in re.findall(r"\\([A-Za-z]+)", tex)
    }
    assert len(written) > 400
    assert {name: need_of(name) for name in written if need_of(name) not in PRODUCED_NEEDS} == {}


@pytest.mark.parametrize("name", NEVER)
def test_dangerous_command_is_unknown(name: str) -> None:
    """No command that reads, writes or defines anything is known."""
    assert need_of(name) is None
    assert repair_latex(rf"\{name} x") == rf"\textbackslash{{}}{name} x"


def test_formula_of_a_note_keeps_common_commands_only() -> None:
    """A command that few documents define is text in the title of a note, and unchanged in a `.bib` file."""
    assert encode_latex(r"$\mathbb{R} \hermitconjmatrix x$") == r"$\mathbb{R} hermitconjmatrix x$"
    assert repair_latex(r"$\hermitconjmatrix x$") == r"$\hermitconjmatrix x$"


def test_logo_becomes_its_name() -> None:
    """The name of a program replaces a logo that few documents define; braces keep its capitals."""
    assert (
        repair_latex(r"The \MF{}book with {\BibTeX} and \LaTeX") == r"The {METAFONT}{}book with {{BibTeX}} and \LaTeX"
    )
    assert "title = {With {BibTeX}}" in exported(r"@misc{k, title={With {\BibTeX}}}", BIBTEX, UTF8)


@pytest.mark.parametrize(
    ("value", "stays"),
    [
        (r"{\ifmmode\pm\else\textpm\fi} 3", True),
        (r"\ifmmode a\fi \ifmmode b\else c\fi", True),
        (r"\ifmmode a", False),
        (r"\else a \fi \ifmmode", False),
    ],
)
def test_choice_between_text_and_formula(value: str, stays: bool) -> None:
    """A whole choice between a text and a formula, as physics journals write it, stays; a part of one is text."""
    assert (repair_latex(value) == value) is stays


def test_table_has_no_name_twice() -> None:
    """No command is listed twice."""
    module = sys.modules[need_of.__module__]
    names = [*module._KERNEL_TABLE.split(), *" ".join(module._PACKAGES_TABLE.values()).split()]
    assert sorted(names) == sorted(set(names))
