"""Locators in any text after a key."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papernotes_plugin.citation.locators import parse_locator

PIECES = [
    *"{}()[].,;:-–&§ \n",
    "p.",
    "pp.",
    "chap.",
    "Chapter",
    "sub verbo",
    "12",
    "iv",
    "A3",
    "word",
    "\ue000",
    "٣",
    "&nbsp;",
]


def _same_dashes(text: str) -> str:
    """Return a text without spaces and with one hyphen for any run of dashes."""
    return re.sub("[-–]+", "-", "".join(text.split()))


@example("Chapter-12")
@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_any_text(text: str) -> None:
    """Nothing of a text is lost: the place and the rest are parts of it, in this order."""
    locator = parse_locator(text)
    rest = locator.rest.removeprefix(", ") if not text.endswith(locator.rest) else locator.rest
    assert " ".join(text.split()).endswith(" ".join(rest.split()))
    assert _same_dashes(locator.place) in _same_dashes(text[: len(text) - len(rest)])
    if not locator.place:
        assert locator.words == ""


@pytest.mark.parametrize("piece", ["{", "}", "(", "[1", "1,", "p. ", "a.", "iv", "sub ", "1-", "{p. 1}", "\ue000"])
def test_takes_time_by_length(piece: str) -> None:
    """Hostile text takes linear time, not minutes."""
    assert parse_locator(piece * 20_000) is not None
