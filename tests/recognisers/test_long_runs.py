"""Regular expressions on long runs of one text: no two of their parts may divide it in many ways."""

from __future__ import annotations

import re
import time

import pytest

from papernotes_plugin.recognisers.evidence.authors import affiliations, linked_authors
from papernotes_plugin.recognisers.evidence.lines import venues_in_lines
from papernotes_plugin.recognisers.evidence.names import name_authors, name_meanings
from papernotes_plugin.recognisers.evidence.references import dates_after_names, title_readings
from papernotes_plugin.recognisers.evidence.titles import (
    dated_venues,
    reference_titles,
    title_decoration,
    venue_openings,
)

LENGTH = 40_000
SECONDS = 0.5
"""CPU seconds for one run; quadratic time takes more than a second."""
RUNS = (
    (affiliations._IN_BRACKETS, "fullmatch", " "),
    (linked_authors._LINK, "fullmatch", "A"),
    (venues_in_lines._FIRST_NUMBER, "search", " "),
    (name_authors._IN_BRACKETS, "match", "*"),
    (name_authors._AFTER_VENUE, "match", "_"),
    (name_meanings._EXPLANATION, "match", "*"),
    (dates_after_names._DATE, "match", " "),
    (title_readings._ABBREVIATED, "fullmatch", "A"),
    (dated_venues._BEFORE_TITLE, "match", "A"),
    (dated_venues._TAG, "fullmatch", "A"),
    (reference_titles._AFTER_AUTHORS, "split", " "),
    (title_decoration._EXTERNAL, "search", " "),
    (venue_openings._OPENING, "match", "A"),
)


@pytest.mark.parametrize(("pattern", "method", "piece"), RUNS)
def test_a_long_run_takes_little_time(pattern: re.Pattern[str], method: str, piece: str) -> None:
    """A run of one character between other words is read in a short time."""
    getattr(pattern, method)("Ann")  # compile it
    for text in (piece * LENGTH, f"Ann Lee {piece * LENGTH}\0"):
        start = time.process_time()
        getattr(pattern, method)(text)
        assert time.process_time() - start < SECONDS
