"""LaTeX in field values: decoding, encoding, repairing and protecting capitals."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.entries import safe_value
from papernotes_plugin.entries.bibtex_escaping import encode_latex, repair_latex
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.entries.title_capitals import protect_capitals
from papernotes_plugin.text import plain_text


@pytest.mark.parametrize(
    ("value", "title"),
    [
        (r"{GAN}s and {BERT}: G{\"o}del", "GANs and BERT: Gödel"),
        (r"Mu{$^2$}{SLAM:} Multitask", "Mu$^2$SLAM: Multitask"),
        (r"A {$\Delta$-GAN} of {$n$}", r"A $\Delta$-GAN of $n$"),
        (r"9.33\% \& 5\_a \#1 \$5", "9.33% & 5_a #1 $5"),
        ("``Quotes'' and dashes -- here --- there", "“Quotes” and dashes – here — there"),
        ("A~tie and\n  a break", "A tie and a break"),
        (r"\textless{}b\textgreater{} \textasciicircum{}x \textbar{}", "<b> ^x |"),
        (r"\emph{Em} \textsc{Small}", "Em Small"),
        ("Plain", "Plain"),
    ],
)
def test_decoding(value: str, title: str) -> None:
    """LaTeX values are decoded to Unicode, and formulas stay."""
    assert decode_latex(value) == title


@pytest.mark.parametrize(
    ("value", "same"),
    [
        (r"{R\&D} in {\"U}lm \emph{now} $x_1^2$ and 9\% \url{http://a_b/%20#c}", None),
        (r"\(a_b\) $$c_d$$ \textbf{e}", None),
        ("R&D 9% a_b #1 x^2", r"R\&D 9\% a\_b \#1 x\textasciicircum{}2"),
        ("$5 and $x_1$", r"\$5 and $x_1$"),
        ("$ x_1 $ y_1", r"$ x_1 $ y\_1"),
        (
            r"\input{x} \def\x{\x} \LaTeX",
            r"\textbackslash{}input{x} \textbackslash{}def\textbackslash{}x{\textbackslash{}x} \LaTeX",
        ),
        (r"$\write18{x}$ a\\b", "$write18{x}$ a b"),
    ],
)
def test_repairing(value: str, same: str | None) -> None:
    """A value stays unchanged, except characters that break the file and commands that could run."""
    assert repair_latex(value) == (same or value)


@pytest.mark.parametrize(
    "title",
    [
        "GANs, LoRA and 3D",
        "Mu$^2$SLAM",
        "50% of R&D at $5",
        "a_b #1 ~x ^y <b> |c|",
        "“Quotes” – dash — ‘x’",
        "Set {a}",
        "C++ & C#",
    ],
)
def test_title_is_decoded_again(title: str) -> None:
    """An encoded title is decoded to the same title, without its braces."""
    assert decode_latex(protect_capitals(encode_latex(title))) == title.replace("{", "").replace("}", "")


TITLES = st.text("aBcD 12.,:;!?()-–’&%#_<>|+=/é注🧠", max_size=30).filter(lambda title: "--" not in title)


@given(TITLES)
def test_any_title_is_decoded_again(title: str) -> None:
    """Any title without markup survives encoding, protecting capitals and making the value safe."""
    read = plain_text(title)
    value = safe_value(protect_capitals(encode_latex(read)))
    assert plain_text(decode_latex(value)) == plain_text(read)


@given(st.text())
def test_dangerous_commands_are_removed(text: str) -> None:
    """No dangerous command survives in an encoded title or a repaired value."""
    for value in (encode_latex(text), repair_latex(text)):
        assert not re.search(
            r"\\(?:input|include|def|write|read|openin|openout|csname|catcode|immediate)(?![A-Za-z])", value
        )


@pytest.mark.parametrize("value", ["{BERT} and {{GAN}s}", "{Mu$^2$SLAM}", r"{\"U}ber", "A Simple Title", "{X}-{Y}"])
def test_protected_capitals_stay_unchanged(value: str) -> None:
    """Words in braces, and words that need no braces, stay unchanged."""
    assert protect_capitals(value) == value
