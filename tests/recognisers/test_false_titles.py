"""Tests of the rules for phrases that are no titles."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.titles.false_titles import without_false_title
from papernotes_plugin.vocabulary.model import Evidence


def test_long_numbers_before_a_word_are_read_once() -> None:
    """A long row of digits and points before a word is no part of a work, and is read in linear time."""
    title = f"Survey of households, {'2019.' * 40} second wave"
    assert without_false_title(Evidence(title=title)).title == title
    title = f"see {'1.2,3-' * 40} x"
    assert without_false_title(Evidence(title=title)).title == title
