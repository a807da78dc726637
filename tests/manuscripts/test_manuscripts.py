"""Citations in LaTeX and Typst manuscripts, and in the `.aux` and `.bcf` files of LaTeX."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.manuscripts import SUFFIXES, find_references


def cited_keys(text: str, suffix: str = ".tex") -> list[str]:
    """Return the cited keys of a text, in order."""
    return [key.name for key in find_references(text, suffix).keys]


# --- LaTeX ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        (r"\cite{a}", ["a"]),
        (r"\cite{a,b , c}", ["a", "b", "c"]),
        ("\\cite{a,% first\n  b}", ["a", "b"]),
        (r"\citep[see][p.~3]{a} \citet*{b} \Citealp{c} \citeauthor{d}", ["a", "b", "c", "d"]),
        (r"\citep[see {[}1{]} and \emph{x]}][]{a}", ["a"]),
        (r"\textcite{a} \parencite[3]{b} \autocite{c} \footcite{d} \footfullcite{e} \Citeyearpar {f}", list("abcdef")),
        (r"\cites(see)(ch.~3)[1]{a}[2][3]{b}{c} \parencites{d}{e}", list("abcde")),
        (r"\volcite{2}[3]{a} \pvolcite[see]{1}{b} \textcite{c}", ["a", "b", "c"]),
        (r"\citefield{a}{title} \citename{b}{author}", ["a", "b"]),
        (r"\citeA<see>[p. 2]{a} \citeNP{b} \shortcite{c} \newcite{d} \citeapp{e} \bibentry{f}", list("abcdef")),
        (r"\cite<1->[3]{a}", ["a"]),
        (r"\nocite{a}", ["a"]),
        ("\\cite\n{a}", ["a"]),
        (r"\citep[see \citealt{b}]{a}", ["a", "b"]),
        (r"\footnote{As \cite{a:b.c+d_e-f/g} and \cite{Ünal2020} say.}", ["a:b.c+d_e-f/g", "Ünal2020"]),
        (r"\\cite{a} 5\% \cite{b}", ["b"]),
    ],
)
def test_latex_citation_commands(text: str, keys: list[str]) -> None:
    """The citation commands of all common packages are read."""
    assert sorted(cited_keys(text)) == keys


@pytest.mark.parametrize(
    "text",
    [
        r"% \cite{a}",
        "x 5\\% y % \\cite{a}\n",
        r"\verb|\cite{a}| and \verb*+\cite{b}+ and \lstinline!\cite{c}!",
        "\\begin{verbatim}\n\\cite{a}\n\\end{verbatim}",
        "\\begin{lstlisting}[language=TeX]\n\\cite{a}\n\\end{lstlisting}",
        "\\begin{comment}\n\\cite{a}\n\\end{comment}",
        "\\end{document} \\cite{a}",
        r"\newcommand{\mine}[1]{\citep{#1}}",
        r"\newcommand{\citeboth}[2]{\citep{#1,#2}}",
        r"\citetext{priv.\ comm.} \citestyle{apa} \setcitestyle{square} \DeclareCiteCommand{\citex}{a}{b}{c}{d}",
        r"\cite \cite{} \cite{ } \cite{,} \cite[p. 3] and {a}",
        r"\cite{a\b} \cite{a b}",
        r"\ref{cite} \label{cite:a} recite{a} \excited{}",
    ],
)
def test_latex_without_citations(text: str) -> None:
    """Comments, verbatim text, definitions and commands that only look like citations give no key."""
    assert cited_keys(text) == []


def test_positions_after_verbatim_text() -> None:
    """Keys after comments and verbatim text are found with their line and column in the file."""
    text = "\\begin{verbatim}\n% \\cite{x}\n\\end{verbatim} \\cite{a}\r\n\\verb|%| \\cite{b} % \\cite{y}\n  \\cite{c}"
    assert [(key.name, key.line, key.column) for key in find_references(text, ".tex").keys] == [
        ("a", 3, 22),
        ("b", 4, 16),
        ("c", 5, 9),
    ]


def test_star_cites_everything() -> None:
    """`*` cites the whole library, unless it is in a comment."""
    assert find_references(r"\nocite{*}", ".tex").cites_everything
    assert find_references(r"\citation{*}", ".aux").cites_everything
    assert find_references("<bcf:citekey>*</bcf:citekey>", ".bcf").cites_everything
    assert not find_references(r"% \nocite{*}", ".tex").cites_everything


def test_included_files() -> None:
    """Included files are listed as the text names them, without names that contain a macro."""
    text = "\\input{a/b}\\include{c.tex} \\input d\n\\subimport{x/}{y} % \\input{no}\n"
    text += "\\input{\\jobname.x} \\includegraphics{g}"
    assert [file.name for file in find_references(text, ".tex").files] == ["a/b", "c.tex", "d", "x/y"]
    assert [file.name for file in find_references(r"\@input{ch1.aux}", ".aux").files] == ["ch1.aux"]
    typst = '#include "a.typ"\n#import "b.typ": x\n#import "@p/q:1"'
    assert [file.name for file in find_references(typst, ".typ").files] == ["a.typ", "b.typ"]


# --- files that LaTeX writes ---------------------------------------------------------------------


def test_keys_of_an_aux_file() -> None:
    """An `.aux` file gives the citations of BibTeX and biblatex, but no labels and no bibliography items."""
    text = (
        "\\relax\n\\citation{a,b}\n\\abx@aux@cite{0}{c}\n\\abx@aux@segm{0}{0}{c}\n\\abx@aux@cite{d}\n"
        "\\bibcite{e}{{1}}\n\\bibstyle{plain}\n\\newlabel{f}{{1}{2}}\n"
    )
    assert cited_keys(text, ".aux") == ["a", "b", "c", "d"]


def test_keys_of_a_bcf_file() -> None:
    """A `.bcf` file gives its keys, without XML comments and without expanded entities."""
    text = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaa">]><bcf:controlfile>
    <bcf:section number="0"><bcf:citekey order="1" intorder="1">a:b</bcf:citekey>
    <!-- <bcf:citekey order="1">no</bcf:citekey> --><bcf:citekey order="2">&lt;&a;</bcf:citekey>
    <bcf:citekeys/></bcf:section></bcf:controlfile>"""
    assert cited_keys(text, ".bcf") == ["a:b", "<&a;"]


# --- Typst ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("@a and @b.", ["a", "b"]),
        ("@a[p. 3], (@b-c:d)", ["a", "b-c:d"]),
        ('#cite(<a>, form: "prose") #cite(label("b/c"))', ["a", "b/c"]),
        ("`@a` ```\n@b\n``` // @c\n/* @d */ \\@e me@example.org https://x.org/@f @g", ["g"]),
    ],
)
def test_typst_citations(text: str, keys: list[str]) -> None:
    """Typst references and calls of `cite` are read outside of comments and raw text."""
    assert cited_keys(text, ".typ") == keys


def test_typst_labels_are_listed_separately() -> None:
    """Labels that a Typst text defines are listed separately from the keys."""
    references = find_references("@fig:one and @a #cite(<b>)\n#figure() <fig:one>", ".typ")
    assert [key.name for key in references.keys if key.name not in references.labels] == ["a", "b"]


# --- arbitrary input ------------------------------------------------------------------------------

PIECES = [r"\cite", r"\nocite", "{", "}", "[", "]", "(", "%", "\n", "\r\n", ",", "a", "b:c", " ", "\\", "$", "<", ">"]
PIECES += [
    r"\begin{verbatim}",
    r"\end{verbatim}",
    r"\verb|",
    "|",
    r"\input",
    "@",
    "`",
    "```",
    "/*",
    "*/",
    "//",
    "#cite(",
]
PIECES += ["<bcf:citekey>", "</bcf:citekey>", "<!--", "-->", r"\citation", r"\abx@aux@cite{0}", "\x00", "é", "\udc80"]


@settings(max_examples=80)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from(SUFFIXES))
def test_keys_of_any_text_have_positions(text: str, suffix: str) -> None:
    """Any text is read; each key is at its reported position, except in XML, which may encode it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for key in find_references(text, suffix).keys:
        assert key.name
        assert "\n" not in key.name
        if suffix != ".bcf":
            assert " " not in key.name
            assert lines[key.line - 1].startswith(key.name, key.column - 1)


@pytest.mark.parametrize("suffix", [".tex", ".aux", ".bcf", ".typ"])
@pytest.mark.parametrize(
    "unit", [*PIECES, r"\cite{", r"\cite[", r"\cite[a]", r"\cites(", r"\verb|x", r"\cite{a}[b]", "<a "]
)
def test_long_texts_are_read_fast(unit: str, suffix: str) -> None:
    """A long text with any repeated part is read in less than 3 seconds."""
    text = unit * (100_000 // len(unit))
    start = time.process_time()
    find_references(text, suffix)
    assert time.process_time() - start < 3


def test_thousands_of_keys_in_one_command() -> None:
    """Five thousand keys in one command are read."""
    keys = [f"key{n}" for n in range(5_000)]
    assert cited_keys(f"\\nocite{{{','.join(keys)}}}") == keys
