"""Attribute lists: without `attr_list` only unambiguous ones are read, and with it they end at their own brace."""

from __future__ import annotations

import markdown
import pytest

NAME = "papernotes_plugin.markdown_extensions.attributes"


def html(text: str) -> str:
    """Return the HTML of Python-Markdown with this extension only."""
    return markdown.markdown(text, extensions=[NAME])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[a](b "c"){ .papernotes-sign }, d', '<p><a class="papernotes-sign" href="b" title="c">a</a>, d</p>'),
        ("## Head { #the-id }", '<h2 id="the-id">Head</h2>'),
        ("## Head { .name data-search-exclude }", '<h2 class="name" data-search-exclude>Head</h2>'),
        ('![a](b.png){ width="10" height="2" }', '<p><img alt="a" height="2" src="b.png" width="10" /></p>'),
        ('*a*{ .b aria-label="c d" }', '<p><em aria-label="c d" class="b">a</em></p>'),
    ],
)
def test_lists(text: str, expected: str) -> None:
    """Lists of classes, ids and quoted values are read."""
    assert html(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "## Uses of {% include 'a.md' %}",
        "## The set {x}",
        "## The case {x=1}",
        "## Several {a, b}",
        "*a*{b}",
        "*a*{}",
        "*a*{ .5 }",
        "words\n{ here }",
        "## " + "{ " * 2000,
        "## " + " " * 20_000 + "{ .a",
        "## {" + " a" * 10_000 + "}",
    ],
)
def test_words(text: str) -> None:
    """All other text in braces is unchanged."""
    assert html(text) == markdown.markdown(text)


@pytest.mark.parametrize("extension", ["attr_list", "extra", "pymdownx.extra"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[a](b){ .c } and {x} so", '<p><a class="c" href="b">a</a> and {x} so</p>'),
        ("*a*{.c}} so", '<p><em class="c">a</em>} so</p>'),
        ("*a*{x='}'} {y}", '<p><em x="}">a</em> {y}</p>'),
        ('*a*{ title="x}y" #z } and } so', '<p><em id="z" title="x}y">a</em> and } so</p>'),
        ("*a*{: .c title=it's } so", """<p><em class="c" title="it's">a</em> so</p>"""),
        ("*a*{} {x}", "<p><em>a</em>{} {x}</p>"),
        ("*a*{.x} *b*{.y}", '<p><em class="x">a</em> <em class="y">b</em></p>'),
    ],
)
def test_list_ends_at_its_own_brace(extension: str, text: str, expected: str) -> None:
    """With `attr_list`, text after a list keeps its place even if the line has another brace."""
    html = markdown.markdown(text, extensions=[extension, NAME])
    assert html == expected
