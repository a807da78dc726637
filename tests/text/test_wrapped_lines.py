"""Tests for `papernotes_plugin.text.wrapped_lines`."""

from __future__ import annotations

import textwrap
from itertools import pairwise

import pytest

from papernotes_plugin.text.wrapped_lines import is_wrap, wrap_width

_WORDS = (
    "Readers who keep notes on papers wrap their lines at a width that their editor has, so that a break says nothing. "
)


@pytest.mark.parametrize("width", [60, 72, 80, 100])
def test_the_width_of_wrapped_text_is_found(width: int) -> None:
    """The longest line of wrapped text has the width of the editor, or a few characters less."""
    text = textwrap.fill(_WORDS * 6, width)
    measured = wrap_width(text)
    assert width - 12 < measured <= width
    lines = text.split("\n")
    assert all(is_wrap(line, following, measured) for line, following in pairwise(lines))


def test_an_address_that_is_longer_than_the_width_changes_nothing() -> None:
    """An editor cannot break an address."""
    text = textwrap.fill(_WORDS * 8, 72)
    assert wrap_width(f"{text}\nhttps://example.org/{'a' * 200}\n{text}") <= 72


@pytest.mark.parametrize(
    "text",
    [
        "",
        "One line only.",
        # the facts of papers, each on a line of its own
        "\n\n".join(["Attention Is All You Need\nVaswani, Shazeer and Parmar\nNeurIPS 2017"] * 5),
        # lists, tables and code have lines of their own
        textwrap.indent(textwrap.fill(_WORDS * 6, 72), "- "),
        textwrap.indent(textwrap.fill(_WORDS * 6, 72), "| "),
        f"```\n{textwrap.fill(_WORDS * 6, 72)}\n```",
    ],
)
def test_other_texts_are_not_wrapped(text: str) -> None:
    """The breaks of such lines are those of their author."""
    assert wrap_width(text) == 0


def test_a_hard_break_is_no_wrap() -> None:
    """Two spaces at the end of a line break it on the page, too."""
    assert is_wrap("a" * 70, "word", 72)
    assert not is_wrap("a" * 70 + "  ", "word", 72)
    assert not is_wrap("a" * 40, "word", 72)
