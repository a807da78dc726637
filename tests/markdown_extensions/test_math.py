"""Math in a page: what is set, what stays text, and what a reader of the source may not do."""

from __future__ import annotations

import re
import time

import pytest
from markdown import Markdown

EXTENSIONS = ["toc", "tables", "fenced_code", "attr_list", "papernotes_plugin.markdown_extensions.math"]


def converted(text: str) -> str:
    """The HTML of a text, without the namespace that each formula names."""
    return Markdown(extensions=EXTENSIONS).convert(text).replace(' xmlns="http://www.w3.org/1998/Math/MathML"', "")


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        pytest.param("$x_1$", "<msub><mi>x</mi><mn>1</mn></msub>", id="dollars"),
        pytest.param(r"\(x_1\)", "<msub><mi>x</mi><mn>1</mn></msub>", id="parentheses"),
        pytest.param("a $$x$$ b", '<math display="block"><mrow><mi>x</mi>', id="displayed in a line"),
        pytest.param("$$\na\n- b\n= c\n$$", "<mi>a</mi><mo>−</mo><mi>b</mi><mo>=</mo><mi>c</mi>", id="displayed block"),
        pytest.param(
            "- a\n\n    $$x$$", '<p>a</p>\n<p><span class="papernotes-math papernotes-display">', id="block in an item"
        ),
        pytest.param("*a* $b*c*d$", "<mi>b</mi><mo>*</mo><mi>c</mi>", id="no emphasis within"),
        pytest.param("$a<b$", "<mo>&lt;</mo>", id="escaped"),
        pytest.param("[$x$](y.md)", '<a href="y.md"><span', id="in a link"),
        pytest.param("$a$**b**", "</span><strong>", id="no space is put after it"),
    ],
)
def test_math_is_set(source: str, seen: str) -> None:
    """Formulas in every way of writing become MathML."""
    assert seen in converted(source)


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
def test_what_is_no_math_stays(source: str) -> None:
    """Prices, code, escaped dollars, addresses."""
    assert "<math" not in converted(source)


def test_escapes() -> None:
    """What TeX writers escape reads right outside of formulas, too."""
    assert converted(r"9.33\% of \$7") == "<p>9.33% of $7</p>"


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(r"$\frac{1$", id="unclosed"),
        pytest.param("$x^{$", id="nothing raised"),
        pytest.param(r"$\newcommand{\a}{\a\a}\a$", id="endless macro"),
        pytest.param(r"$\def\a{\a}\a$", id="endless definition"),
        pytest.param("$" + "{" * 1500 + "x" + "}" * 1500 + "$", id="deep"),
    ],
)
def test_what_cannot_be_set_is_shown(source: str) -> None:
    """A formula that the converter refuses stays as its author wrote it, as code."""
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
def test_math_is_no_way_in(source: str) -> None:
    """Neither a tag nor a link nor a style can be made of a formula."""
    tags = set(re.findall(r"<([a-z]+)", converted(source)))
    assert tags <= {"p", "span", "math", "mrow", "mi", "mo", "mn", "mtext", "mstyle", "code"}
    assert not re.search(r"<[^>]*\b(?:href|style|onclick|src)=", converted(source))


def test_headings_read_right_in_the_table_of_contents() -> None:
    """The table of contents holds the text of a formula, not its tags."""
    md = Markdown(extensions=EXTENSIONS)
    md.convert("## Mu$^2$SLAM, $\\alpha$-divergence and \\(\\textbf{T}\\)arget")
    assert [token["name"] for token in md.toc_tokens] == ["Mu2SLAM, α-divergence and Target"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("unit", ["$", "$$", "$a ", "$a$ ", "$`a`", "$a\n\n", "$$\n\n", "\\(a ", "$$a\n"])
def test_time_is_linear(unit: str) -> None:
    """No run of signs makes a page slow: four times the text in less than twelve times the time, or the host's own."""

    def cost(length: int, extensions: list[str]) -> float:
        start = time.process_time()
        Markdown(extensions=extensions).convert(unit * (length // len(unit)))
        return time.process_time() - start

    least = max(min(cost(10_000, EXTENSIONS) for _ in range(3)), 0.01, cost(40_000, EXTENSIONS[:-1]))
    assert min(cost(40_000, EXTENSIONS) for _ in range(2)) < 12 * least
