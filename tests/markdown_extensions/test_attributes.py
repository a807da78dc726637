"""Attribute lists on a site without `attr_list`: only unambiguous lists are read."""

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
