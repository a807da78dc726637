"""Read the publication of an article as lawyers cite it: `3 J.L. & Econ. 1 (1960)`, `[2005] PL 440`."""

from __future__ import annotations

import re
from typing import NamedTuple

_JOURNAL = r"[^\W\d_a-z][\w&'’.-]*(?: (?:[^\W\d_a-z][\w&'’.-]*|&|of|on|and)){0,7}?"
_YEAR_LAST = re.compile(
    rf"[\s,]*(?P<volume>\d{{1,4}}) (?P<journal>{_JOURNAL}) (?P<page>\d{{1,5}})(?:, [\d–-]{{1,12}})? "
    r"\((?P<year>(?:1[89]|20)\d\d)\)[\s.]*(?=$|\x1d)"
)
"""Volume, journal, first page, the page that is cited, and the year."""
_YEAR_FIRST = re.compile(
    rf"[\s,]*(?:\[(?P<year>(?:1[89]|20)\d\d)\]|\((?P<in_brackets>(?:1[89]|20)\d\d)\)(?= \d))"
    rf"(?: (?P<volume>\d{{1,4}})(?:\((?P<issue>\d{{1,3}})\))?)? (?P<journal>{_JOURNAL}) (?P<page>\d{{1,5}})"
    r"(?:, [\d–-]{1,12})?[\s.]*(?=$|\x1d)"
)
"""The year before the volume, as the British write it."""


class LawCitation(NamedTuple):
    """The journal of an article, with its numbers as far as they are stated."""

    journal: str
    year: int
    volume: str
    issue: str
    page: str
    """The first page."""
    end: int
    """The offset after the name of the journal."""


def find_law_citation(text: str, start: int, end: int) -> LawCitation | None:
    """Return the citation in the form of lawyers that ends a reference; None for another form.

    Examples:
        >>> find_law_citation(", 3 J.L. & Econ. 1 (1960).", 0, 26)
        LawCitation(journal='J.L. & Econ.', year=1960, volume='3', issue='', page='1', end=16)
        >>> find_law_citation(", 12 Angry Men 3 (1957)", 0, 23) is None
        True
    """
    if match := _YEAR_LAST.match(text, start, end):
        # law reviews are shortened; `12 Angry Men 3` is a title
        if "." not in match["journal"]:
            return None
    elif not (match := _YEAR_FIRST.match(text, start, end)):
        return None
    parts = match.groupdict()
    year = parts["year"] or parts["in_brackets"]
    return LawCitation(
        match["journal"],
        int(year),
        match["volume"] or "",
        parts.get("issue") or "",
        match["page"],
        match.end("journal"),
    )
