"""Read what a reference prints between a title and the name of its venue."""

from __future__ import annotations

import re
from typing import NamedTuple

_REMARK = re.compile(
    r"(?:\([^()\d]{2,20}\)|[Pp]reprint[.,:]\s)[\s.,]*|\d{1,2} (?:Bde|Bände|[Vv]ols?|voll|tomos|tomes)\b\.?[\s.,]*"
    r"|\d{1,4}[-–]\d{1,4}(?:, \d[\d–-]*)*\. (?=[^\W\d_a-z][^.:]{2,40}: )"
    r"|\(?(?P<edition>\d{1,2})(?:st|nd|rd|th|\.)?\s?(?:[Ee]d(?:ition|n)?\b|Aufl(?:age)?\b|版)\.?(?:,\sVol\.\s(?P<volume>\d{1,2}))?\)?"
    r"[\s.,]*"
)
"""A remark in brackets, the volumes of a book or the pages of a chapter, or its edition: `(4th ed., Vol. 2)`."""
_YEAR_FIRST = re.compile(r"[(\[]?((?:19|20)\d\d)[)\]]?[.,:]\s+(?=[^\W\d_a-z])")
"""A year between title and venue."""
_PAGES_IN = re.compile(r"(?:[Pp]p?|S)\.\s*\d+(?:[-–—]+\d+)?\s+in:?\s")
"""The pages before the venue, as sociologists print them: `Pp. 1–10 in Book`, `S. 1–10 in: Book`."""


class PublicationOpening(NamedTuple):
    """The marks, edition, year and pages before a venue."""

    at: int
    """The offset at which the venue begins."""
    year: int | None
    edition: str
    volume: str


def read_opening(text: str, at: int, end: int) -> PublicationOpening:
    """Return marks, edition, year and pages that come before a venue."""
    while at < end and text[at] in " \t.,:;)]*_\x1e":
        at += 1
    remark = _REMARK.match(text, at, end)
    at = remark.end() if remark else at
    year = _YEAR_FIRST.match(text, at, end)
    at = year.end() if year else at
    before = _PAGES_IN.match(text, at, end)
    edition, volume = (remark["edition"] or "", remark["volume"] or "") if remark else ("", "")
    at = text.rfind("in", at, before.end()) if before else at
    return PublicationOpening(at, int(year[1]) if year else None, edition, volume)
