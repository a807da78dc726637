"""Tests of `markdown_events`: from byte offsets to character offsets."""

from __future__ import annotations

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.markup import markdown_events


@given(st.text(), st.integers(0, 1_000))
def test_each_character_has_its_offset(text: str, first: int) -> None:
    """The offset of each character in UTF-8 leads to its offset in the text, and the end to the end."""
    offsets = markdown_events.character_offsets(text, first)
    begins = accumulate((len(char.encode()) for char in text), initial=0)
    assert [offsets[begin] for begin in begins] == list(range(first, first + len(text) + 1))
