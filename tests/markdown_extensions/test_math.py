"""Formulas in a page become MathML, other text is unchanged, and a formula cannot inject HTML."""

from __future__ import annotations

import re
import time

import pytest
from markdown import Markdown

EXTENSIONS = ["toc", "tables", "fenced_code", "attr_list", "papernotes_plugin.markdown_extensions.math"]


def converted(text: str) -> str:
    """Return the HTML of a text without the namespaces of formulas."""
    return Markdown(extensions=EXTENSIONS).convert(text).replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("$x_1$", "<msub><mi>x</mi><mn>1</mn></msub>", id="dollars"),
        pytest.param(r"\(x_1\)", "<msub><mi>x</mi><mn>1</mn></msub>", id="parentheses"),
        pytest.param("a $$x$$ b", '<math display="block"><mrow><mi>x</mi>', id="displayed in a line"),
        pytest.param("$$\na\n- b\n= c\n$$", "<mi>a</mi><mo>−</mo><mi>b</mi><mo>=</mo><mi>c</mi>", id="displayed block"),
        pytest.param(
            "- a\n\n    $$x$$", '<p>a</p>\n<p><span class="papernotes-math papernotes-display">', id="block in an item"
        ),
        pytest.param("*a* $b*c*d$", "<mi>b</mi><mo>*</mo><mi>c</mi>", id="no emphasis in a formula"),
        pytest.param("$a<b$", "<mo>&lt;</mo>", id="escaped"),
        pytest.param("[$x$](y.md)", '<a href="y.md"><span', id="in a link"),
        pytest.param("$a$**b**", "</span><strong>", id="no added space"),
    ],
)
def test_formulas_become_mathml(source: str, expected: str) -> None:
    """Formulas in every syntax become MathML."""
    assert expected in converted(source)


@pytest.mark.parametrize(
    "source",
    [
        "It costs $5, or $10 with shipping.",
        "`$x$`",
        "```\n$x$\n```",
        "    $x$",
        "<p>$x$</p>",
        r"\$x\$",
        r"a \\(x\\)",
        "[a](https://a.org/$x) and [b](https://b.org/$y)",
        "$ x $",
    ],
)
def test_other_dollars_are_no_formulas(source: str) -> None:
    """Prices, code, HTML, escaped signs and URLs are no formulas."""
    assert "<math" not in converted(source)


def test_escapes() -> None:
    """Outside of formulas, signs escaped for TeX are shown without their backslash."""
    assert converted(r"9.33\% of \$7") == "<p>9.33% of $7</p>"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(r"$\frac{1$", id="unclosed"),
        pytest.param("$x^{$", id="missing superscript"),
        pytest.param(r"$\newcommand{\a}{\a\a}\a$", id="endless macro"),
        pytest.param(r"$\def\a{\a}\a$", id="endless definition"),
        pytest.param("$" + "{" * 1500 + "x" + "}" * 1500 + "$", id="deeply nested"),
    ],
)
def test_invalid_formulas_are_code(source: str) -> None:
    """The source of a formula that the converter refuses is shown as code."""
    assert converted(source) == f'<p><code class="papernotes-tex">{source}</code></p>'


@pytest.mark.parametrize(
    "source",
    [
        r"$\text{<script>alert(1)</script>}$",
        r"$\text{&lt;script&gt;}$",
        r"$\href{javascript:alert(1)}{x}$",
        r"$\style{background:url(//a.org)}{x}$",
        r'$\class{" onclick="alert(1)}{x}$',
        r"$\unicode{x3c}script$",
        "$x$<$y$script>",
    ],
)
def test_a_formula_cannot_inject_html(source: str) -> None:
    """A formula cannot add elements other than math, links, styles or scripts to a page."""
    tags = set(re.findall(r"<([a-z]+)", converted(source)))
    assert tags <= {"p", "span", "math", "mrow", "mi", "mo", "mn", "mtext", "mstyle", "code"}
    assert not re.search(r"<[^>]*\b(?:href|style|onclick|src)=", converted(source))


def test_formulas_in_the_table_of_contents() -> None:
    """The table of contents has the text of a formula without tags."""
    md = Markdown(extensions=EXTENSIONS)
    md.convert("## Mu$^2$SLAM, $\\alpha$-divergence and \\(\\textbf{T}\\)arget")
    assert [token["name"] for token in md.toc_tokens] == ["Mu2SLAM, α-divergence and Target"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("unit", ["$", "$$", "$a ", "$a$ ", "$`a`", "$a\n\n", "$$\n\n", "\\(a ", "$$a\n"])
def test_time_is_linear(unit: str) -> None:
    """No repeated sign makes conversion quadratic: four times the text takes less than twelve times the time."""

    def cost(length: int, extensions: list[str]) -> float:
        start = time.process_time()
        Markdown(extensions=extensions).convert(unit * (length // len(unit)))
        return time.process_time() - start

    # Python-Markdown itself may need longer for the text
    base = max(min(cost(10_000, EXTENSIONS) for _ in range(3)), 0.01, cost(40_000, EXTENSIONS[:-1]))
    assert min(cost(40_000, EXTENSIONS) for _ in range(2)) < 12 * base
