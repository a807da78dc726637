"""Quoted text of a note reads the same on another page, and does no harm there."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.citation import STYLES
from papernotes_plugin.render.excerpt import MAX_DEPTH, excerpt, one_line_excerpt
from papernotes_plugin.render.page_links import ExcerptContext, PageLinks
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library
from tests.helpers import converted_pages, small_library

NOTES = {
    "notes/a.md": "---\ntags: [LLM/Training, 🧠]\n---\n# A\n\n## Sub & x\n"
    "\n[^f]: Its *text* [b](b.md), see [^g].\n\n[^g]: `More`.\n\n    - and more\n",
    "notes/b.md": "# B\n",
}
PAPERS = [
    {"citekey": "k", "authors": ["Ann Lee"], "year": 2020, "title": "The paper"},
    {"citekey": "here", "authors": ["Bo Ray"], "title": "The page's own"},
]


EMBEDDED = (
    "[Lee](k.md) ([2020](k.md), p. 3) **([2020](k.md))** "
    "(*a* [Lee, 2020](k.md), `b` $c_1$ [d](../notes/b.md) *[Lee](k.md) ([2020](k.md))*)"
)
ONE_TWO = "<sup>2</sup> one\n\n<sup>1</sup> two"
ELSEWHERE = "<sup>1</sup> Its *text* [b](../notes/b.md), see <sup>2</sup>.\n\n<sup>2</sup> `More`.\n\n- and more"
TAGGED = '<span class="papernotes-tag">[&#35;LLM/training](../tags/llm/training.md)</span> &#35;unknown &#35;1'


@cache
def context(page: str = "papers/here.md") -> ExcerptContext:
    """Return the context of a text of `notes/a.md` on the page of a paper."""
    library: Library = small_library.library({"notes": NOTES, "papers": PAPERS})
    return ExcerptContext(PageLinks(library, Config(), STYLES["author-year"]), "notes/a.md", page)


_PLAIN = "a Foo bar. e.g. www.x.org 3.5 1. 1) A. (c) - -- + c/o 1/2 // : http: ? ! % %% 'q' “x” … 1st é 注意 = # @a *"
PLAIN = st.lists(st.sampled_from([*_PLAIN.split(), "\n"]), min_size=1, max_size=6)


@given(st.builds(str.join, st.sampled_from(["", " "]), PLAIN))
def test_markdown_changes_no_other_text(words: str) -> None:
    """Text reads the same whether it is all or a part of it has to be parsed."""
    marked = f"{words}\n\n**b**"
    assert excerpt(marked, context()) == "\n\n".join(filter(None, (excerpt(words, context()), "**b**")))
    assert one_line_excerpt(marked, context()).split() == [*one_line_excerpt(words, context()).split(), "**b**"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Plain *em* and **strong** `code`.", "Plain *em* and **strong** `code`."),
        ("_a **b**_ ~~gone~~", "*a <strong>b</strong>* <del>gone</del>"),
        ("a ==b **c** d== e", "a <mark>b **c** d</mark> e"),
        ("a == b == c, **x ==y** z==", "a =&#61; b =&#61; c, **x =&#61;y** z=&#61;"),
        ("==a http://x.y/b==c d==", "<mark>a [http&#58;//x.y/b=&#61;c](http://x.y/b==c) d</mark>"),
        ("one\ntwo  \nthree\\\nfour", "one two<br>three<br>four"),
        (r"9.33\% of \textbf{M}ulti \(x_1\)", "9.33% of Multi $x_1$"),
        ("Mu$^2$SLAM, $a<b$", r"Mu²SLAM, $a\lt b$"),
        # links, relative to the page
        ("[b](b.md) [c](sub/c.pdf#p)", "[b](../notes/b.md) [c](../notes/sub/c.pdf#p)"),
        ("[d](#here) ![i](i.png)", "[d](../notes/a.md#here) ![i](../notes/i.png)"),
        ("[gone](nowhere.md) [dir](other/) [out](../../x.pdf)", "gone dir out"),
        ("[x](javascript:alert(1)) ![y](data:text/html,x)", "x y"),
        ("<https://x.y/z>", "[https&#58;//x.y/z](https://x.y/z)"),
        ("At https://x.y/a_b.", "At [https&#58;//x.y/a\\_b](https://x.y/a_b)."),
        ("[[b]] [[b#x|L]] [[gone|G]] [[lost]]", "[b](../notes/b.md) [L](../notes/b.md) G lost"),
        ("x[[b1]] [[1]]", "x&#91;&#91;b1&#93;&#93; &#91;&#91;1&#93;&#93;"),
        ("![[b]] ![[p.png]]", "[b](../notes/b.md) p.png"),
        ("[[a#Sub & x]]", "[a › Sub &amp; x](../notes/a.md#sub-x)"),
        # papers; the page's own paper gets no link
        ("[see @k, p. 3; @nobody]", "(see [Lee, 2020](k.md), p. 3) &#91;&#64;nobody&#93;"),
        ("[@nobody] @nobody [p. 3]", "&#91;&#64;nobody&#93; &#64;nobody &#91;p. 3&#93;"),
        ("@k [p. 3] **[-@k]** [*a* @k, `b` $c_1$\n[d](b.md) *@k*]", EMBEDDED),
        ("> as [see\n> @k] x", "> as (see [Lee, 2020](k.md)) x"),
        ("{cite:p}`k` {cite:t}`k, nobody`", "([Lee, 2020](k.md)) [Lee](k.md) ([2020](k.md)) &#91;nobody&#93;"),
        ("[[k]] `{k}` [@k](b.md)", "[k](k.md) [`k`](k.md) [&#64;k](../notes/b.md)"),
        ("[[here|this]] @here", "this Ray (n.d.)"),
        ("#LLM/training #unknown #1", TAGGED),
        # blocks
        ("# A *head*\n\nText\n\nUnder\n=====", "<strong>A *head*</strong>\n\nText\n\n<strong>Under</strong>"),
        ("#nohead\n\n#", "&#35;nohead"),
        ("- a\n  - b\n\n    c\n- [x] d", "- a\n\n    - b\n\n        c\n\n- ☑ d"),
        ("* a\n  1. b\n  2. c\n* d", "- a\n    1. b\n    2. c\n- d"),
        ("- a\n\n<!-- -->\n\n- b", "- a\n\n<!-- -->\n\n- b"),
        ("> [!Quote]- A *title*\n> body\n>> deep", "> [!Quote]- A *title*\n> body\n>\n> > deep"),
        ("> [!note]\n>\n> x", "> [!note]\n> x"),
        ("```py\nx = {{1}}\n  y\n```", "<code>x = &#123;&#123;1&#125;&#125;<br>&nbsp;&nbsp;y</code>"),
        ("> - ~~~\n>   a\n>   ~~~", "> - <code>a</code>"),
        ("| a | b |\n|---|---|\n| `x\\|y` | |", "| a | b |\n| --- | --- |\n| <code>x&#124;y</code> | &nbsp; |"),
        ("a\n\n---\n\nb", "a\n\n***\n\nb"),
        ("> [!quote]- A\n> * **\n\n- ***\n  a", "> [!quote]- A\n> ***\n\n- ***\n\n    a"),
        # footnotes, including those defined elsewhere in the note
        ("a[^2] **b[^1]**\n\n[^1]: one\n[^2]: two\n[^3]: three", "a<sup>1</sup> **b<sup>2</sup>**\n\n" + ONE_TWO),
        ("> x[^f] y[^h]", "> x<sup>1</sup> y&#91;&#94;h&#93;\n\n" + ELSEWHERE),
        # what is removed
        ("a %%secret%% b <!-- papernotes:papers --> c", "a b c"),
        ("<!-- papernotes:tags -->", ""),
        ("<p align=x>\n<b>x</b> <img src='i.png' alt='A'></p>", "<b>x</b> ![A](../notes/i.png)"),
        ("<div>\n<a href='b.md'>t</a>\n<script>x</script></div>", "[t](../notes/b.md)"),
        ("H<sub>2</sub>O, <think> and <b>open", "H<sub>2</sub>O, &lt;think&gt; and &lt;b&gt;open"),
        ("<details><summary>S</summary>\n\ninside\n\n</details>", "S\n\ninside"),
        ("{{ x }} {% y %}", "&#123;&#123; x &#125;&#125; &#123;% y %&#125;"),
        ("::: z\n\n[TOC]\n\na ::: z", "&#91;TOC&#93;\n\na :&#58;&#58; z"),
        ("--8<-- 'w'", "&#45;-8&lt;-&#45; 'w'"),
    ],
)  # fmt: skip
def test_excerpt(words: str, expected: str) -> None:
    """Links are relative to the page, headings become strong text, and comments are removed."""
    assert excerpt(words, context()) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("one\n\n- two\n- three\n\n> four", "one two three four"),
        ("x | y", "x &#124; y"),
        ("a[^1] b[^f]\n\n[^1]: gone", "a b"),
        ("", ""),
    ],
)
def test_line(words: str, expected: str) -> None:
    """The one-line form joins the text of all blocks."""
    assert one_line_excerpt(words, context()) == expected


@pytest.mark.parametrize("name", converted_pages.HOSTS)
@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("> [!quote] T\n> body", ["body</p>"]),
        ("- a\n  - b\n    - c", ["<li>c</li>"]),
        ("1. a\n2. b\n\n   more\n\n       code", ["<p>more</p>", "<code>code</code>"]),
        ("| a |\n|---|\n| b |", ["<td>b</td>"]),
        (
            "*a*, **b**, `c` and [d](http://e.f)",
            ["<em>a</em>, <strong>b</strong>, <code>c</code>", '<a href="http://e.f">d</a>'],
        ),
    ],
)
def test_words_render(name: str, words: str, parts: list[str]) -> None:
    """In a quote, the text renders to the same elements with every Markdown renderer."""
    html = converted_pages.html("\n".join(f"> {line}" for line in excerpt(words, context()).split("\n")), name)
    assert html.startswith("<blockquote>")
    for part in parts:
        assert part in html


@pytest.mark.parametrize("name", converted_pages.HOSTS)
@settings(deadline=None, max_examples=60)
@given(words=converted_pages.hostile())
def test_no_harm(name: str, words: str) -> None:
    """Hostile text adds no script, event handler, heading or template, and swallows nothing after it."""
    blocks, single = excerpt(words, context()), one_line_excerpt(words, context())
    assert not any(mark in blocks + single for mark in ("{{", "{%", "{#", "--8<--"))
    quoted = "\n".join(f"> {line}" for line in blocks.split("\n"))
    for part in (quoted, blocks, f"| x | y |\n| --- | --- |\n| {single} | z |"):
        html = converted_pages.html(f"# T\n\n{part}\n\nEND", name)
        seen = converted_pages.Seen(html)
        assert seen.harm == []
        assert seen.tags.count("h1") == 1
        assert "<p>END</p>" in html
    assert seen.tags.count("td") == 2


@given(st.integers(1, 60), st.sampled_from([("- ", "  "), ("> ", "> ")]))
def test_nesting_is_limited(depth: int, marks: tuple[str, str]) -> None:
    """Deep nesting is flattened without losing text."""
    first, rest = marks
    words = "\n".join(rest * i + first + f"w{i}" for i in range(depth))
    markdown = excerpt(words, context())
    assert all(f"w{i}" in markdown for i in range(depth))
    assert max(map(len, markdown.split("\n"))) < 4 * MAX_DEPTH + 20


REPEATED_MARKS = (
    "[",
    "[[",
    "![[",
    "<",
    "<a",
    "`",
    "*",
    "**a",
    "_a",
    "$",
    "~~",
    ">",
    "-",
    "@k",
    "#t",
    "&",
    "\\",
    "%%",
    "<!--",
    "|",
)


@pytest.mark.parametrize("piece", REPEATED_MARKS)
def test_time_is_linear(piece: str) -> None:
    """Thousands of repeated marks are processed in linear time."""
    words = f"{piece} " * 5_000 + piece * 5_000
    assert isinstance(excerpt(words, context()), str)
