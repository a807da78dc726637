"""Commands of preambles are replaced in the values of entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import bibtex
from papernotes_plugin.bibtex.preamble_commands import expand_commands, read_definitions
from papernotes_plugin.vocabulary.model import Source


@pytest.mark.parametrize(
    ("preamble", "value", "expanded"),
    [
        (r"\newcommand{\noopsort}[1]{}", r"{\noopsort{1984b}}1985", "1985"),
        (r"\providecommand*\lab [1] {Lab of #1}", r"\lab{{A} B}, \lab C", "Lab of {A} B, Lab of C"),
        (r"\def\pair#1#2{#2 and #1}", r"\pair{a}{b} \pair xy", "b and a y and x"),
        (r"\DeclareMathOperator{\rank}{rank}", r"$\rank A$", r"$\operatorname{rank}A$"),
        (r"\def\cprime{$'$}", r"Gel\cprime{}fand \cprimes", r"Gel$'${}fand \cprimes"),
        (r"\newcommand{\outer}{\inner!}\newcommand{\inner}{in}", r"\outer", "in!"),
        (r"\newcommand{\e}{\'e}\newcommand{\w}{\alpha}", r"\e{}t\e x $\w b$", r"\'e{}t\'ex $\alpha b$"),
        # commands that LaTeX knows, endless or incomplete ones stay as they are
        (r"\renewcommand{\emph}[1]{#1}", r"\emph{a}", r"\emph{a}"),
        (r"\def\x{\x}", r"\x", r"\x"),
        (r"\def\x{\y}\def\y{\x\x}", r"a \x", r"a \x"),
        (r"\newcommand{\two}[2]{#1#2}", r"\two{a}", r"\two{a}"),
        (r"\newcommand{\broken}[1]{#2", r"\broken{a}", r"\broken{a}"),
        (r"\newcommand{\bad}[1]{#2}", r"\bad{a}", r"\bad{a}"),
    ],
)
def test_commands_are_replaced(preamble: str, value: str, expanded: str) -> None:
    """A command becomes its text with the arguments; one that cannot be replaced stays."""
    assert expand_commands(value, read_definitions(preamble)) == expanded


@pytest.mark.parametrize(
    "preamble", [r'"\def\cprime{$' "'" r'$}"', r'"\def\cprime" # "{$' "'" r'$}"', r"{\def\cprime{$'$}}"]
)
def test_files_share_preambles(preamble: str) -> None:
    """An entry can use a command of another file, as LaTeX reads all preambles before all entries."""
    entry = Source("a.bib", rb"@book{k, title = {T}, author = {Gel\cprime fand}, year = 1985}")
    entries, issues = bibtex.read_all([entry, Source("b.bib", f"@preamble{{{preamble}}}\n".encode())])
    assert dict(entries[0].fields)["author"] == "Gel$'$fand"
    assert entries[0].evidence.authors == ("Gel'fand",)
    assert issues == ()


@given(st.text(r"\ab{}[]#1$ "), st.text(r"\ab{}[]#1$ "))
def test_any_text_is_read(preamble: str, value: str) -> None:
    """No preamble and no value is an error, and a value without the commands stays as it is."""
    definitions = read_definitions(rf"\newcommand{{\a}}[1]{{{preamble}}} {preamble}")
    expand_commands(value, definitions)
    assert "\\" in value or expand_commands(value, definitions) == value
