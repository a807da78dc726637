"""Tests of suggestions for unknown names."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.near_names import did_you_mean, near_names

OPTIONS = [option.name for option in fields(Config)]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ("bib", ["bibliography"]),
        ("bib_file", ["bibliography"]),
        ("Bibliografy", ["bibliography"]),
        ("style", ["citation_style"]),
        ("keylock", ["key_lock"]),
        ("column", ["columns"]),
        ("xyz", []),
        ("", []),
        ("_", []),
    ],
)
def test_options(wanted: str, expected: list[str]) -> None:
    """Spelling mistakes, short forms and names of other tools lead to an option; other words to none."""
    assert near_names(wanted, OPTIONS, 1) == expected


def test_several_names() -> None:
    """Several names are joined, the most similar first, each in its own spelling."""
    assert did_you_mean("NLP/parse", ["nlp/Parser", "nlp/parsing", "vision"], 3) == (
        ": did you mean 'nlp/Parser' or 'nlp/parsing'?"
    )
    assert did_you_mean("zzz", ["nlp"]) == ""


@given(st.text(), st.lists(st.text()), st.integers(1, 4))
def test_names_are_known(wanted: str, names: list[str], limit: int) -> None:
    """Every suggestion is one of the names, and there are not more than asked for."""
    near = near_names(wanted, names, limit)
    assert set(near) <= set(names)
    assert len(near) <= limit
