"""Tests of the short texts that name a paper."""

from __future__ import annotations

from typing import Any

import pytest

from papernotes_plugin.people.bylines import byline, paper_tooltip, short_citation
from papernotes_plugin.vocabulary.model import Paper, Venue


def paper(**fields: Any) -> Paper:
    """Return a paper with few fields."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "Short: a long title"} | fields)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, ""),
        ({"authors": ("Ann Lee",)}, "Lee"),
        ({"authors": ("Lee, Ann", "van der Berg, Bo")}, "Lee and van der Berg"),
        ({"authors": ("Ann Lee", "Bo Ray", "Cy Fox")}, "Lee et al."),
        ({"authors": ("Ann Lee", "et al.")}, "Lee et al."),
        ({"authors": ("Ann Lee",), "origins": {"authors": "citekey"}}, "Lee"),
    ],
)
def test_byline(fields: dict[str, Any], expected: str) -> None:
    """A byline names one or two authors, or the first of many; a citekey contains only the first of its authors."""
    assert byline(paper(**fields)) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"authors": ("Ann Lee",), "year": 2020}, "Lee 2020"),
        ({"authors": ("Ann Lee",)}, "Lee"),
        ({"year": 2020}, "Short 2020"),
        ({"labels": ("BERT",), "year": 2020}, "BERT 2020"),
        ({"title": "One two three four five six seven eight"}, "One two three four five six …"),
        ({"title": "Mu$^2$SLAM"}, "Mu²SLAM"),
    ],
)
def test_short(fields: dict[str, Any], expected: str) -> None:
    """A citation is authors and year; without authors the short name, or the start of the title."""
    assert short_citation(paper(**fields)) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "Short: a long title"),
        ({"year": 2020}, "Short: a long title (2020)"),
        ({"authors": ("Ann Lee",), "venue": Venue("ICLR", 2020)}, "Short: a long title (Lee, ICLR 2020)"),
    ],
)
def test_hint(fields: dict[str, Any], expected: str) -> None:
    """A tooltip has title, authors and venue on one line."""
    assert paper_tooltip(paper(**fields)) == expected
