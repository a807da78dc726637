"""Lists and tables are rewritten for Python-Markdown, and nothing else is changed."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin.annotate.inline_footnotes import number_inline_footnotes
from papernotes_plugin.annotate.list_normalisation import normalise_lists
from papernotes_plugin.pipeline import annotate, build
from papernotes_plugin.vocabulary.model import Source
from tests.helpers.converted_pages import hostile


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("Words:\n- one\n", "Words:\n\n- one\n"),
        ("> Words:\n> - one\n", "> Words:\n>\n> - one\n"),
        ("- a\n  - b\n", "- a\n    - b\n"),
        ("1. a\n   - b\n", "1. a\n    - b\n"),
        ("1) a\n2) b\n", "1. a\n2. b\n"),
        ("- a\n\n  p\n- b\n", "- a\n\n    p\n\n- b\n"),
        ("- a\n\n      code\n", "- a\n\n        code\n"),
        ("- a\n# H\n", "- a\n\n# H\n"),
        ("- a\n- b is\n  <!-- c -->.\n", "- a\n- b is\n    <!-- c -->.\n"),
        ("w\n| a |\n|---|\n| b |\n# H\n", "w\n\n| a |\n|---|\n| b |\n\n# H\n"),
    ],
)
def test_lists_are_normalised(text: str, normalised: str) -> None:
    """A list gets an empty line before it, four spaces for each level, and dots after numbers."""
    assert normalise_lists(text) == normalised


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("- a\n  - b\n    - c\n", "- a\n  - b\n    - c\n"),
        ("- a\n    - b\n", "- a\n  - b\n"),
        ("1. a\n   - b\n", "1. a\n   - b\n"),
        ("- a\n\n    p\n- b\n", "- a\n\n    p\n\n- b\n"),
    ],
)
def test_two_spaces_a_level(text: str, normalised: str) -> None:
    """With `indent=2`, each level of a list is indented by two spaces."""
    assert normalise_lists(text, indent=2) == normalised


@pytest.mark.parametrize(
    "text",
    [
        "- a\n    - b\n        - c\n",
        # outside of items: a footnote, and a closing tag around the list
        "- a[^1]\n- b\n\n  [^1]:\n    Said elsewhere.\n",
        "<div markdown>\n\n- a\n- b\n\n  </div>\n",
        "- a\n\n    p\n\n- b\n",
        "* a\n* b\n\np\n",
        "- a\n\t- b\n\t\t- c\n",
        "1.  a\n\n    p\n\n        code\n\n2.  b\n",
        "!!! note\n    - a\n      - b\n",
        '=== "Tab"\n\n    - a\n      - b\n',
        "```\nw\n- a\n  - b\n```\n",
        "<div>\nw\n- a\n</div>\n",
        "$$\na\n- b\n$$\n",
        "w\n-a\n1984. b\n",
        "[^1]: w\n    - a\n",
        "term\n:   - a\n",
        "- a\n  goes on\n- b\n",
        "---\n\n* * *\n",
    ],
)
def test_correct_text_is_unchanged(text: str) -> None:
    """Lists written for Python-Markdown, and text that is no list, are unchanged."""
    assert normalise_lists(text) == text


def test_front_matter_is_unchanged() -> None:
    """A YAML list before the start offset is unchanged."""
    text = "---\ntags:\n- a\n---\nw\n- b\n"
    assert normalise_lists(text, text.index("w")) == "---\ntags:\n- a\n---\nw\n\n- b\n"


_LINES = st.lists(
    st.tuples(
        st.integers(0, 9), st.sampled_from(["- a", "1. b", "* c", "w", "", "> q", "> - q", "# h", "```", "| a |"])
    ),
    max_size=12,
)


@given(_LINES)
@settings(max_examples=200)
def test_only_white_space_changes(lines: list[tuple[int, str]]) -> None:
    """Only white space and quote marks on empty lines change."""
    text = "\n".join(" " * indent + words for indent, words in lines)
    normalised = normalise_lists(text)
    assert [line.strip() for line in normalised.split("\n") if line.strip(" >")] == [
        line.strip() for line in text.split("\n") if line.strip(" >")
    ]


@given(hostile())
def test_nothing_is_lost(text: str) -> None:
    """No character of hostile text is lost, apart from white space and quote marks."""
    normalised = normalise_lists(text)
    assert re.sub(r"[\s>]|(?<=\d)[.)]", "", normalised) == re.sub(r"[\s>]|(?<=\d)[.)]", "", text)


@given(hostile(), hostile())
@settings(max_examples=60)
def test_hostile_notes_that_embed_each_other(one: str, two: str) -> None:
    """Hostile notes that embed each other are annotated without an error."""
    sources = [
        Source("a.md", f"{one}\n\n![[b]]\n{two}".encode()),
        Source("b.md", f"{two} ![[a]]\n\n{one} ^id".encode()),
    ]
    site = build(sources, author_files=["a.md", "b.md"], pages=False)
    for path in ("a.md", "b.md"):
        assert annotate(site, path, attributes=True)


@given(hostile())
def test_footnotes_in_hostile_text(text: str) -> None:
    """Hostile text without inline footnotes is unchanged; with one it is converted."""
    normalised = number_inline_footnotes(text)
    assert normalised == text or "[^in-line-1]: " in normalised
