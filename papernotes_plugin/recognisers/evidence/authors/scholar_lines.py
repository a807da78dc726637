"""Read the line below a title that search engines print: `A Vaswani, N Shazeer - NeurIPS, 2017 - acm.org`."""

from __future__ import annotations

import re

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors.authorship import looks_like_authors, split_authors
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value

_LINE = re.compile(
    r"(?P<names>[^\W\d_][^\n]{2,200}?)(?P<more>,? ?…)?\s[-–]\s(?:(?P<venue>[^\n]{2,120}?),\s)?(?P<year>(?:19|20)\d\d)"
    r"\s[-–]\s[\w.-]+\.?[\w.& -]{2,40}"
)
_FORMAT = re.compile(r"\[(?:PDF|HTML|BOOK|B|C|CITATION)\]\s+")
"""The format of a result before its title."""


def read(words: str) -> Byline | None:
    """Return the authors, venue and year of a whole line between dashes; None for other words.

    Examples:
        >>> read("A Vaswani, N Shazeer, N Parmar… - Advances in neural …, 2017 - proceedings.neurips.cc")[:3]
        (('A Vaswani', 'N Shazeer', 'N Parmar', 'et al.'), '', 2017)
        >>> read("Y LeCun, Y Bengio, G Hinton - nature, 2015 - nature.com").venue
        'Nature'
    """
    match = _LINE.fullmatch(words.strip()) if " - " in words or " – " in words else None
    if not match or not looks_like_authors(match["names"]):
        return None
    # a name that is cut off is no venue
    named = match["venue"] if match["venue"] and "…" not in match["venue"] else ""
    venue = read_venue_value(named[:1].upper() + named[1:]).venue
    return Byline((*split_authors(match["names"]), *([OTHERS] if match["more"] else [])), venue, int(match["year"]), "")


def without_format(title: str) -> str:
    """Return a title without the format before it: `[PDF] Attention Is All You Need`."""
    return _FORMAT.sub("", title, count=1)
