"""Placeholders of templates."""

from __future__ import annotations

import pytest

from papernotes_plugin.recognisers.evidence.labels.field_labels import is_template


@pytest.mark.parametrize("value", ["[Title] - [Subtitle]", "[Journal] ([Year])", "[Title] [Subtitle].md"])
def test_brackets_are_a_template(value: str) -> None:
    """Several placeholders in brackets are a template, with marks between them."""
    assert is_template(value)


def test_many_brackets_before_other_words_are_read_in_linear_time() -> None:
    """A line of many brackets and other words is no template; with backtracking, this test would not end."""
    assert not is_template("[a] " * 1000 + "words")
