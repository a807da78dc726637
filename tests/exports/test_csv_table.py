"""CSV that spreadsheets and Python read back, with chosen columns and without formulas."""

from __future__ import annotations

import csv
import io

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.exports.csv_table import DEFAULT_COLUMNS, csv_table
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Source

NOTE = """\
### VideoPoet: A "Large" Language Model, for Zero-Shot Video Generation ([PDF](https://arxiv.org/pdf/2312.14125))
**TL;DR:** =HYPERLINK("https://example.org") is no formula
**Rating:** -1
**Open question:** What about
sound?
**Conference:** ICML 2024 Oral
"""
LIBRARY = pipeline.build([Source("a.md", NOTE.encode())]).library


def rows(*columns: str) -> list[list[str]]:
    """Return the lines of the table, read back."""
    return [*csv.reader(io.StringIO(csv_table(LIBRARY, LIBRARY.papers, columns)))]


def test_default_columns() -> None:
    """Each line has a value for each column, and quotes and commas come back as they were."""
    header, values = rows()
    assert header == list(DEFAULT_COLUMNS)
    table = dict(zip(header, values, strict=True))
    assert table["title"] == 'VideoPoet: A "Large" Language Model, for Zero-Shot Video Generation'
    assert (table["venue"], table["year"], table["track"], table["arxiv"]) == (
        "ICML 2024",
        "2024",
        "Oral",
        "2312.14125",
    )
    assert table["notes"] == "a.md"


def test_formulas_are_texts() -> None:
    """A spreadsheet runs nothing that a note contains; a negative number stays a number."""
    assert rows("tldr", "rating")[1] == ['\'=HYPERLINK("https://example.org") is no formula', "-1"]


def test_columns_of_fields() -> None:
    """A field of a card is a column; its name may differ in case, hyphens and underscores."""
    assert rows("citekey", "open-question")[0] == ["citekey", "open-question"]
    assert "What about" in rows("open_question")[1][0]


def test_unknown_column() -> None:
    """A column that no paper has is an error with a similar name."""
    with pytest.raises(PapernotesError, match="no paper has a fact or a field 'ratng': did you mean 'rating'"):
        rows("ratng")
