"""Locators in any text after a key."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.citation.locators import parse_locator, with_en_dashes

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


@given(st.lists(st.sampled_from(PIECES), max_size=15).map("".join))
def test_any_text(text: str) -> None:
    """Nothing of a text is lost: the place and the rest are parts of it, in this order."""
    locator = parse_locator(text)
    rest = locator.rest.removeprefix(", ") if not text.endswith(locator.rest) else locator.rest
    assert " ".join(text.split()).endswith(" ".join(rest.split()))
    before = "".join(with_en_dashes(text[: len(text) - len(rest)]).split())
    assert "".join(locator.place.split()) in before
    if not locator.place:
        assert locator.words == ""


@pytest.mark.parametrize("piece", ["{", "}", "(", "[1", "1,", "p. ", "a.", "iv", "sub ", "1-", "{p. 1}", "\ue000"])
def test_takes_time_by_length(piece: str) -> None:
    """Hostile text takes linear time, not minutes."""
    assert parse_locator(piece * 20_000) is not None
