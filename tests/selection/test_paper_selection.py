"""Tests of selections: their conditions, orders and errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from papernotes_plugin import Source, build
from papernotes_plugin.selection.paper_selection import SELECTION_OPTIONS, Selection, note_date, select_papers
from papernotes_plugin.vocabulary.config import ORDERS
from papernotes_plugin.vocabulary.model import Library
from tests.helpers import small_library

NOTES = {
    "2025/iclr.md": "---\ndate: 2025-06-13\n---\n# ICLR\n\na b c\n",
    "2024-03-01.md": "# Day\n\nb d\n",
    "drafts/old.md": "# Old\n\nc\n",
}
PAPERS: list[Mapping[str, Any]] = [
    {
        "citekey": "a2025",
        "title": "Zebra",
        "authors": ["Zoe Adams"],
        "year": 2025,
        "venue": "ICLR 2025",
        "tags": ["LLM/Training", "x"],
        "identifiers": ["arxiv:2401.00001"],
        "mentions": [{"note": "2025/iclr.md", "at": "a", "topic": ["LLM", "Training", "Alignment & tuning"]}],
    },
    {
        "citekey": "b2024",
        "title": "Apple",
        "authors": ["van der Berg, Jan", "Adams, Zoe"],
        "year": 2024,
        "venue": "ICLR 2024",
        "aliases": ["bee"],
        "tags": ["llmops"],
        "mentions": [
            {"note": "2025/iclr.md", "at": "b", "topic": ["Training/Data", "LLM"]},
            {"note": "2024-03-01.md", "at": "b"},
        ],
    },
    {"citekey": "c", "title": "Mango", "tags": ["llm"], "mentions": [{"note": "drafts/old.md", "at": "c"}]},
    {
        "citekey": "d2023",
        "title": "Date",
        "authors": ["Li Wei"],
        "year": 2023,
        "venue": "NeurIPS 2023",
        "mentions": [{"note": "2024-03-01.md", "at": "d"}],
    },
]


@pytest.fixture(scope="module")
def library() -> Library:
    """Return a library of the notes and papers above."""
    return small_library.library({"notes": NOTES, "papers": PAPERS})


def keys(library: Library, **options: str) -> list[str]:
    """Return the citekeys of the selected papers, in order."""
    return [paper.citekey for paper in select_papers(library, Selection.parse(options))]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, ["a2025", "b2024", "d2023", "c"]),
        ({"tag": "llm"}, ["a2025", "c"]),
        ({"tag": "#LLM/training/"}, ["a2025"]),
        ({"tag": "training"}, []),
        ({"topic": "LLM/Training"}, ["a2025"]),
        ({"topic": "training › alignment & TUNING"}, ["a2025"]),
        ({"topic": "LLM/Alignment & tuning"}, []),
        ({"topic": "Data/LLM"}, ["b2024"]),
        ({"venue": "iclr"}, ["a2025", "b2024"]),
        ({"venue": "ICLR 2024"}, ["b2024"]),
        ({"venue": "NIPS'23"}, ["d2023"]),
        ({"venue": "Nowhere 2024"}, []),
        ({"year": "2024"}, ["b2024"]),
        ({"year": "2023-2024"}, ["b2024", "d2023"]),
        ({"year": "2024–2023"}, ["b2024", "d2023"]),
        ({"note": "iclr"}, ["a2025", "b2024"]),
        ({"note": "2025/ICLR.md"}, ["a2025", "b2024"]),
        ({"note": "2025/*"}, ["a2025", "b2024"]),
        ({"note": "**/old.md"}, ["c"]),
        ({"note": "clr"}, []),
        ({"key": "d2023, @bee"}, ["d2023", "b2024"]),
        ({"key": "arxiv:2401.00001 nobody"}, ["a2025"]),
        ({"key": "d2023,bee", "sort": "title"}, ["b2024", "d2023"]),
        ({"tag": "llm", "year": "2025"}, ["a2025"]),
        ({"limit": "2"}, ["a2025", "b2024"]),
    ],
)
def test_select(library: Library, options: dict[str, str], expected: list[str]) -> None:
    """Papers satisfy all given options, and are in the order of the library."""
    assert keys(library, **options) == expected


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("title", ["b2024", "d2023", "c", "a2025"]),
        ("-title", ["a2025", "c", "d2023", "b2024"]),
        ("year", ["d2023", "b2024", "a2025", "c"]),
        ("-year", ["a2025", "b2024", "d2023", "c"]),
        ("venue", ["b2024", "a2025", "d2023", "c"]),
        ("authors", ["a2025", "b2024", "d2023", "c"]),
        ("citekey", ["a2025", "b2024", "c", "d2023"]),
        ("-notes", ["b2024", "a2025", "d2023", "c"]),
        ("recent", ["a2025", "b2024", "d2023", "c"]),
        ("-recent", ["d2023", "a2025", "b2024", "c"]),
    ],
)
def test_order(library: Library, order: str, expected: list[str]) -> None:
    """Papers without the value come last in both directions; equal papers keep their order."""
    assert keys(library, sort=order) == expected


@pytest.mark.parametrize(
    ("path", "date"),
    [
        ("log/2025-03-04 log.md", "2025-03-04"),
        ("2025-03.md", "2025-03"),
        ("2001_Topalov.md", ""),
        ("2025-iclr.md", ""),
    ],
)
def test_a_file_name_with_a_month_dates_a_note(path: str, date: str) -> None:
    """A year alone in a file name can be that of a paper or a conference, so it is no date of the note."""
    assert note_date(build([Source(path, b"# Words\n")]).library.notes[0]) == date


def test_every_order_is_known(library: Library) -> None:
    """Every order of the configuration can be used."""
    for order in ORDERS:
        assert sorted(keys(library, sort=order)) == sorted(keys(library, sort=f"-{order}")) == sorted(keys(library))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"tagg": "x"}, "unknown option 'tagg'; known are tag, topic, venue, year, note, key, where, sort, limit"),
        ({"tag": " # "}, "option 'tag' is empty"),
        ({"topic": "/"}, "option 'topic' is empty"),
        ({"venue": ""}, "option 'venue' is empty"),
        ({"year": "last"}, "option 'year' must be a year or a range like 2023-2025, not 'last'"),
        ({"key": "@"}, "option 'key' is empty"),
        ({"sort": "-size"}, "option 'sort' must be one of "),
        ({"limit": "0"}, "option 'limit' must be a whole number from 1, not '0'"),
        ({"limit": "²"}, "option 'limit' must be a whole number from 1, not '²'"),
    ],
)
def test_wrong(options: dict[str, str], message: str) -> None:
    """The error for a wrong option names it and its valid values."""
    with pytest.raises(ValueError, match=r"option") as caught:
        Selection.parse(options)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("name", SELECTION_OPTIONS)
def test_everything(name: str) -> None:
    """Every option except order and limit is a condition."""
    values = {"year": "2024", "sort": "title", "limit": "3"}
    assert Selection.parse({name: values.get(name, "x")}).selects_all is (name in ("sort", "limit"))
