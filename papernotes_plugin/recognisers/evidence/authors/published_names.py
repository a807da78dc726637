"""Read lines of authors with the venue and the year after them: `Ann Lee, Bob Ray, ICML, 2015`."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline

_PARTS = re.compile(
    r"(?P<names>[^\W\d_].{3,2000}),\s(?P<venue>[^\W\d_a-z](?!\.)[^,()\d]{2,60}?)"
    r"(?:,?\s\(?(?P<year>(?:19|20)\d\d)|['’]?(?P<short>\d\d))?\W*"
)
_SEPARATOR = re.compile(r"\s+[·•∙|–—]\s+")
"""A mark between the parts of a line: `Ann Lee, Bob Ray · ICML · 2015`."""
_YEAR = re.compile(r"\(?((?:19|20)\d\d)\)?")
_MAX_WORDS = 2
"""Words of the last name, unless it has initials or a given name: `Finding Action Tubes` is a title."""


def read(words: str, title: str = "") -> Byline | None:
    """Return the names that a whole line begins with, and the venue and year that it ends with; None for other words.

    Examples:
        >>> read("Karol Gregor, Ivo Danihelka, Daan Wierstra, ICML, 2015")[:3]
        (('Karol Gregor', 'Ivo Danihelka', 'Daan Wierstra'), 'ICML', 2015)
        >>> read("Alex Graves, ArXiv15")[:3]
        (('Alex Graves',), '', 2015)
        >>> read("Alex Graves, Greg Wayne | ICML 2014")[:3], read("Alex Graves, Greg Wayne · *ICML* · 2014 · PDF")[1:3]
        ((('Alex Graves', 'Greg Wayne'), 'ICML', 2014), ('ICML', 2014))
        >>> read("Alex Graves, Greg Wayne, ICML")[1:3]
        ('ICML', None)
        >>> read("Georgia Gkioxari, Jitendra Malik, Finding Action Tubes, CVPR, 2015")
        >>> read("Leo Breiman, Random Forests, Machine Learning, 2001")

    Args:
        words: The line.
        title: The title above it, which is no name.
    """
    match = _PARTS.fullmatch(_with_commas(words.strip()))
    if not match:
        return None
    year = int(match["year"] or f"20{match['short']}") if match["year"] or match["short"] else None
    is_preprint = match["venue"].casefold() == "arxiv"
    venue, _, track = ("", None, "") if is_preprint else venues.parse_venue(f"{match['venue']} {year or ''}".strip())
    if not (venue or is_preprint) or authorship.names_organisation(match["names"]):
        return None
    names = authorship.split_authors(match["names"])
    is_list = authorship.looks_like_authors(match["names"]) or (len(names) == 1 and authorship.has_given_name(names[0]))
    last = names[-1] if names else ""
    is_name = "." in last or authorship.has_given_name(last) or (len(names) > 2 and len(last.split()) <= _MAX_WORDS)
    if not (is_list and is_name) or last.casefold() in title.casefold():
        return None
    return Byline(names, venue, year, track)


def _with_commas(words: str) -> str:
    """Return names, venue and year with commas, where other marks separate them; any other line as it is."""
    names, *parts = _SEPARATOR.split(words.replace("*", ""))
    venue = next((part for part in parts if venues.parse_venue(part)[0]), "")
    if not venue:
        return words
    year = next((match[1] for part in parts if (match := _YEAR.fullmatch(part))), "")
    return f"{names}, {venue}" if venues.parse_venue(venue)[1] else f"{names}, {venue} {year}".rstrip()
