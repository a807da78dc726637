"""What one calls a paper in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from papernotes_plugin.people.bylines import byline, paper_tooltip, short_citation
from papernotes_plugin.vocabulary.model import Paper, Venue


def paper(**known: Any) -> Paper:
    """A paper of which little is known."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "Short: a long title"} | known)


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({}, ""),
        ({"authors": ("Ann Lee",)}, "Lee"),
        ({"authors": ("Lee, Ann", "van der Berg, Bo")}, "Lee and van der Berg"),
        ({"authors": ("Ann Lee", "Bo Ray", "Cy Fox")}, "Lee et al."),
        ({"authors": ("Ann Lee", "et al.")}, "Lee et al."),
        ({"authors": ("Ann Lee",), "origins": {"authors": "citekey"}}, "Lee et al."),
    ],
)
def test_byline(known: dict[str, Any], expected: str) -> None:
    """One, two or many; of a citekey only the first is known, so there may be more."""
    assert byline(paper(**known)) == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"authors": ("Ann Lee",), "year": 2020}, "Lee 2020"),
        ({"authors": ("Ann Lee",)}, "Lee"),
        ({"year": 2020}, "Short 2020"),
        ({"labels": ("BERT",), "year": 2020}, "BERT 2020"),
        ({"title": "One two three four five six seven eight"}, "One two three four five six …"),
        ({"title": "Mu$^2$SLAM"}, "Mu²SLAM"),
    ],
)
def test_short(known: dict[str, Any], expected: str) -> None:
    """Authors and year; without authors the short name, or how the title begins."""
    assert short_citation(paper(**known)) == expected


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({}, "Short: a long title"),
        ({"year": 2020}, "Short: a long title (2020)"),
        ({"authors": ("Ann Lee",), "venue": Venue("ICLR", 2020)}, "Short: a long title (Lee, ICLR 2020)"),
    ],
)
def test_hint(known: dict[str, Any], expected: str) -> None:
    """All that identifies a paper, on one line."""
    assert paper_tooltip(paper(**known)) == expected
