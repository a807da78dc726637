"""Tests of plain text, comparison keys, word counts, formulas and slugs."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.text import comparison, comparison_key, count_words, math_spans, plain_text, slugify


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # math
        (r"Mu$^2$SLAM", "Mu²SLAM"),
        (r"4096$\times$4096", "4096×4096"),
        (r"$\textbf{T}$arget", "Target"),
        (r"$\mathbf{3}$D", "3D"),
        (r"$\ell_1$ Guarantees", "ℓ₁ Guarantees"),
        (r"\ell_1 norms", "ℓ₁ norms"),
        (r"$\ell_p$, $\ell_\infty$ and $x^\top$", "ℓₚ, ℓ_∞ and x^⊤"),
        (r"$k$-Sparse", "k-Sparse"),
        (r"$n$ -player", "n -player"),
        (r"$\mathbb{R}^n$", "ℝⁿ"),
        (r"$10^{\text{th}}$, 10\textsuperscript{th}", "10ᵗʰ, 10ᵗʰ"),
        (r"$x_{max}^{10}$ H$_2$O", "xₘₐₓ¹⁰ H₂O"),
        (r"$\pi_{0.5}$ and $\pi_0$", "π_0.5 and π₀"),
        (r"$O(\sqrt{n}\log n)$", "O(√(n) log n)"),
        (r"$p < 0.05$", "p < 0.05"),
        (r"\(\alpha\)-VAE", "α-VAE"),
        (r"$$x$$", "x"),
        (r"$\infty$", "∞"),
        (r"${\rm D}^2$", "D²"),
        # prices
        ("cost $5 and $10", "cost $5 and $10"),
        ("US$ 5 or $10-$20", "US$ 5 or $10-$20"),
        (r"\$5 a year", "$5 a year"),
        ("costs $5, or 10 dollars$ each", "costs $5, or 10 dollars$ each"),
        # LaTeX in running text
        (r"9.33\%", "9.33%"),
        (r"50% of A \& B, #1, R\&D", "50% of A & B, #1, R&D"),
        (r"G{\"o}del, \'{e}t\'e, na\"{\i}ve, {\L}ukasz, \c{c}, \H{o}, \ss", "Gödel, été, naïve, Łukasz, ç, ő, ß"),
        (r"{BERT}: {P}re-training", "BERT: Pre-training"),
        (r"\textsc{Foo} \texttt{a\_b} \textsf{x} \mbox{y} \emph{z}", "Foo a_b x y z"),
        (r"\unknown{argument} stays", "argument stays"),
        (r"\ours: a method, \ours{} too", "ours: a method, ours too"),
        (r"\LaTeX\ and \TeX{}", "LaTeX and TeX"),
        (r"\href{http://a.org}{text} \cite{key}", "text"),
        (r"See \href for links", r"See \href for links"),
        (r"a~b and \~{n}, ~5\%", "a b and ñ, ~5%"),
        (r"\{a\} \_ \$", "{a} _ $"),
        # Markdown
        ("**bold** and *it* and _it_ and __b__ and `code`", "bold and it and it and b and code"),
        ("***both***", "both"),
        (r"\*literal\* \_x\_ \[Oral\]", "*literal* _x_ [Oral]"),
        ("A* search and B* search", "A* search and B* search"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("snake_case_name", "snake_case_name"),
        ("*open, never closed", "*open, never closed"),
        # entities, spaces
        ("A &amp; B &lt;x&gt; &#233;", "A & B <x> é"),
        ("AT&T; R&D", "AT&T; R&D"),
        ("  two\n lines\u00a0here ", "two lines here"),
        ("", ""),
        # Text that the parser cannot read stays readable.
        ("{BERT", "BERT"),
        ("a } b", "a b"),
        ("$x", "$x"),
        ("x\\", "x"),
    ],
)
def test_plain(text: str, expected: str) -> None:
    """LaTeX, math, braces, entities and emphasis become what people see in print."""
    assert plain_text(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"1/2 \frac12 $\frac{a}{b}$ \frac", "1/2 1/2 a/b"),
        (r"\textcolor{red}{x} \textcolor", "x"),
        (r"$\sqrt[3]{x}$ \underline", "√(x)"),
        (r"a\footnote{b} \footnote", "a"),
        (r"\input{/etc/passwd} x \input", "x"),
        (r"\unknown \begin{nowhere}x\end{elsewhere}", "unknown x"),
        (r"\def\x{y} z", "defy z"),
    ],
)
def test_unusual_latex_logs_nothing(text: str, expected: str, caplog: pytest.LogCaptureFixture) -> None:
    """Incomplete, unknown and dangerous commands result in text only, and nothing is logged."""
    assert plain_text(text) == expected
    assert caplog.records == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("MeshFormer : High-Quality Mesh", "MeshFormer: High-Quality Mesh"),
        ("Mu$^2$SLAM", "Mu2SLAM"),
        ("Mu²SLAM", "Mu2SLAM"),
        ("Low-Communication Training", "Low Communication Training"),
        ("Low–Communication — Training", "low communication training"),
        ("Würstchen", "Wurstchen"),
        ("Wu\u0308rstchen", "Würstchen"),
        ("Łojasiewicz", "Lojasiewicz"),
        ("“Quoted” title’s end.", '"Quoted" title\'s end'),
        ("{BERT}: Pre-training", "BERT: Pre-training"),
        (r"$\textbf{T}$arget", "Target"),
        (r"with $\ell_1$ Guarantees", r"with \ell_1 guarantees"),
        (r"a gain of 9.33\%", "A gain of 9.33%"),
        ("R&amp;D", "R&D"),
        ("Knowledge Discovery & Data Mining", "Knowledge Discovery and Data Mining"),
        ("**Bold** title", "bold title"),
        ("ﬁne-tuning", "fine-tuning"),
        ("ＦＵＬＬ width", "full width"),
        ("Ｗｏｒｄ：注意力", "word: 注意力"),
        ("Straße", "STRASSE"),
        ("  spaces\tand\nlines ", "spaces and lines"),
        ("İstanbul", "istanbul"),
    ],
)
def test_same_titles(one: str, other: str) -> None:
    """Titles that differ only in form have the same key."""
    assert comparison_key(one) == comparison_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("注意力机制", "变换器"),
        ("ガギグ", "カキク"),
        ("Part 1", "Part 2"),
        ("α-VAE", "β-VAE"),
        ("ελληνικά", "русский"),
        ("한국어", "日本語"),
        ("हिन्दी", "हनद"),
    ],
)
def test_different_titles(one: str, other: str) -> None:
    """A key keeps the letters of every script."""
    assert comparison_key(one) != comparison_key(other)
    assert comparison_key(one)
    assert comparison_key(other)


@pytest.mark.parametrize("text", ["", " ", "—", "$$", "{}", "!?", "∞", "🧠"])
def test_nothing_to_compare(text: str) -> None:
    """A title without letters and digits has an empty key."""
    assert comparison_key(text) == ""
    assert count_words(text) == 0


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_the_short_way_for_ascii_is_the_long_way(text: str) -> None:
    """The fast path for ASCII gives the same key."""
    if not re.search(r"[\\${}&`*_]", text):
        assert comparison_key(text) == comparison._unicode_key(text)


@given(st.text())
def test_keys_are_clean_and_stable(text: str) -> None:
    """A key consists of words separated by one space, and is its own key."""
    key = comparison_key(text)
    assert key == " ".join(key.split())
    assert comparison_key(key) == key
    if text.isascii() and not {"\\", "&"} & set(text):
        assert comparison_key(text.upper()) == key
    assert count_words(text) >= len(key.split())
    assert "  " not in plain_text(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Attention Is All You Need", 5),
        ("BERT", 1),
        ("Mu$^2$SLAM: A Title", 3),
        ("注意力就是你所需要的", 5),
        ("BERT 模型", 2),
        ("Low-Communication", 2),
    ],
)
def test_words(text: str, expected: int) -> None:
    """In scripts without spaces two characters count as one word."""
    assert count_words(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"price $5 and $10, then $n$ -player", [("n", False)]),
        (r"$$a$$ and $b$ and \(c\)", [("a", True), ("b", False), ("c", False)]),
        (r"\$5 $x$ \$6", [("x", False)]),
        (r"$x", []),
        (r"$ x $", []),
        (r"$20,000 and $30,000", []),
        (r"$a$b$", [("a", False)]),
        (r"$10$", [("10", False)]),
        (r"$2 \times 3$", [(r"2 \times 3", False)]),
        ("$a\n\nb$", []),
        ("$a\nb$", [("a\nb", False)]),
        ("$$", []),
        (r"\\(x\\)", []),
        ("", []),
    ],
)
def test_math_spans(text: str, expected: list[tuple[str, bool]]) -> None:
    """Formulas are returned with their offsets; prices, escapes and single dollars are none."""
    spans = math_spans(text)
    assert [(tex, display) for _, _, tex, display in spans] == expected
    assert all(tex in text[start:end] for start, end, tex, _ in spans)


@given(st.text(alphabet="$\\()ab1 \n."))
def test_math_spans_are_in_order(text: str) -> None:
    """Spans of formulas are inside the text, in order, and do not overlap."""
    last = 0
    for start, end, tex, _ in math_spans(text):
        assert last <= start < end <= len(text)
        assert tex.strip()
        last = end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Attention Is All You Need", "attention-is-all-you-need"),
        ("Mu$^2$SLAM", "mu2slam"),
        (r"a gain of 9.33\%", "a-gain-of-9-33"),
        ("Würstchen & Brot", "wurstchen-and-brot"),
        ("Don't", "dont"),
        ("β-VAE", "beta-vae"),
        ("vaswani2017attention", "vaswani2017attention"),
        ("JiachenTWang2025ICLR+", "jiachentwang2025iclr"),
        ("../../etc/passwd", "etc-passwd"),
        ("<script>", "script"),
        ("CON", "con-x"),
        ("nul.txt", "nul-txt"),
        ("index", "index-x"),
        ("404", "404-x"),
        ("Search", "search-x"),
        ("lpt1", "lpt1-x"),
        ("注意力", "x"),
        ("BERT 模型", "bert"),
        ("🧠", "x"),
        (".", "x"),
        ("", "x"),
        ("\0", "x"),
        ("a" * 100, "a" * 80),
        ("word " * 30, "-".join(["word"] * 16)),
    ],
)
def test_slugs(text: str, expected: str) -> None:
    """A slug is valid as a file name everywhere and resembles the title."""
    assert slugify(text) == expected


@given(st.text(), st.integers(8, 100))
def test_slugs_are_safe(text: str, limit: int) -> None:
    """Any text gives a slug of letters, digits and single hyphens that is not empty and not too long."""
    name = slugify(text, limit)
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", name)
    assert len(name) <= limit + 2
    assert slugify(name, limit + 2) == name


@given(st.text(alphabet="\\{}$^_%&#~ab1*`<>[]\n'\"", max_size=40))
def test_plain_never_raises(text: str) -> None:
    """Invalid LaTeX results in some text on one line."""
    assert "\n" not in plain_text(text)
    comparison_key(text)
    slugify(text)


@pytest.mark.parametrize(
    "text",
    [
        "$" * 100_000,
        "$a " * 50_000,
        "\\(" * 50_000,
        "*" * 100_000,
        "**a " * 30_000,
        "_a_" * 30_000,
        "{" * 3_000,
        "`" * 100_000,
    ],
)
def test_long_texts_take_little_time(text: str) -> None:
    """Many unclosed marks take linear time and no deep recursion."""
    start = time.process_time()
    math_spans(text)
    plain_text(text)
    comparison_key(text)
    assert time.process_time() - start < 5
