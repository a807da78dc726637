"""LaTeX with simple commands is converted without the parser, and as the parser does."""

from __future__ import annotations

import gc
import time
import weakref
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.text import latex_parser, latex_text, plain_text

_PIECES_TEXT = r"""
    \"o \"{o} {\"o} \'{\i} \'\i \H{o} \c{c} \r{a} \c_c \^o \`e \~n \=o \.z \v{s} \k{a} \d{a} \alpha_ \alpha \alpha{}
    \ss{} \ss_ \& \% \$ \_ \# \o_ \textbf{ \emph{ {\em_ {\bf_ } { _ a b_c 1 . , ( ) - – ' : = + \AA{} \le_ \times \to
    \ldots \LaTeX \TeX{} \mathrm{ \text{ \mbox{ \url{ \cal_ \quad_ \log_ \S_ \i \L_ \oe_ \cite{ \relax_ \copyright " ;
    ? ! @ | / < > \textless_ \textgreater{} [ ] * \frac{1}{2} \sqrt{x} \unknown_ \item[a] \\ \{ \- \,
"""
_PIECES = st.sampled_from([piece if piece == r"\_" else piece.replace("_", " ") for piece in _PIECES_TEXT.split()])


@given(st.lists(_PIECES, max_size=8).map("".join))
def test_simple_commands_are_converted_as_by_the_parser(source: str) -> None:
    """Whatever the conversion without the parser accepts shows what the parser shows."""
    simple = latex_parser._convert_simple(source)
    assert simple is None or simple == latex_parser._READER.latex_to_text(source)


def test_common_titles_need_no_parser() -> None:
    """Accents, signs and symbols need no parser; a letter of another script after a command is not lost."""
    for source, shown in {
        r"M{\"u}ller \& S{\o}ren": "Müller & Søren",
        r"{\em A} \textbf{b\'{e}c} \LaTeX{}": "A béc LaTeX",
        r"\alpha \le \infty": "α≤∞",
        r"\ldotsété": "…été",
    }.items():
        assert latex_parser._convert_simple(source) == shown
    assert latex_parser._convert_simple(r"\frac{1}{2}") is None


def test_very_long_texts_are_fast() -> None:
    """A text that is too long for the parser stays as it is, and takes less than a second a megabyte."""
    for piece in (r"\frac{1}{2}", "$", "\\", r"{\"o}", r"\x{", "{", "$a$ "):
        text = piece * (1_000_000 // len(piece))
        began = time.process_time()
        assert plain_text(text)
        assert len(latex_text.latex_to_unicode(text)) <= len(text)
        assert time.process_time() - began < 3


_TOKENS = st.sampled_from([
    "a", "Bc 1", " ", "  ", "\n\n", "{", "}", "[x]", "\\emph{", "\\v Z", "\\'e", "\\frac12", "\\cite[p. 3]{a}", "\\\\*",
    "$", "--", "``", "~", "&", "%", "é", "文字", "\\begin{x}", "\\end{x}", "\\verb|a b|", "\\sqrt[3]{x}", "_1", "^{ab}",
    ",", ". ", "<<", "\\",
])  # fmt: skip


@given(st.lists(_TOKENS, max_size=12).map("".join))
def test_texts_are_read_as_the_parser_reads_them(source: str) -> None:
    """Plain characters are read at once, which changes nothing in the result of the parser."""

    def result(convert: Callable[[str], str]) -> str:
        try:
            return convert(source)
        except Exception as error:  # the parser raises many types
            return type(error).__name__

    assert result(latex_parser._parse) == result(latex_parser._READER.latex_to_text)


class _Page(list[int]):
    """A list that weak references can refer to."""


def test_the_parser_keeps_nothing_of_its_callers_alive() -> None:
    """What a caller holds is freed without a garbage collection, although the parser ends by an exception."""

    def read() -> weakref.ref[_Page]:
        page = _Page([1])
        assert latex_text.latex_to_unicode(r"\frac{a}{\sqrt{b}} \weakly{read}", math=True)
        return weakref.ref(page)

    gc.disable()
    try:
        assert read()() is None
    finally:
        gc.enable()
