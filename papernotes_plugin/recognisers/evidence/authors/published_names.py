"""Read the lines of authors, venue and year that search engines print below a title."""

from __future__ import annotations

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.text.lazy_regex import lazy_regex

_PRINTED = lazy_regex(
    r"(?P<names>[^\W\d_][^\n]{2,200}?)(?P<more>,? ?…)?\s[-–]\s(?:(?P<venue>[^\n]{2,120}?),\s)?(?P<year>(?:19|20)\d\d)"
    r"\s[-–]\s[\w.-]+\.?[\w.& -]{2,40}"
)
"""The line below a title that search engines print: `A Lee, B Ray - Nature, 2017 - a.org`."""
_FORMAT = lazy_regex(r"\[(?:PDF|HTML|BOOK|B|C|CITATION)\]\s+")
"""The format of a result before its title."""


def read_printed(words: str) -> Byline | None:
    """Return the authors, venue and year of a line that search engines print; None for other words.

    Examples:
        >>> read_printed("A Vaswani, N Shazeer, N Parmar… - Advances in neural …, 2017 - proceedings.neurips.cc")[:3]
        (('A Vaswani', 'N Shazeer', 'N Parmar', 'et al.'), '', 2017)
        >>> read_printed("Y LeCun, Y Bengio, G Hinton - nature, 2015 - nature.com").venue
        'Nature'
        >>> read_printed("Y LeCun, Y Bengio - MIT, 2015")
    """
    match = _PRINTED.fullmatch(words.strip()) if " - " in words or " – " in words else None
    if not match or not authorship.looks_like_authors(match["names"]):
        return None
    # a name that is cut off is no venue
    named = match["venue"] if match["venue"] and "…" not in match["venue"] else ""
    published = read_venue_value(named[:1].upper() + named[1:])
    names = authorship.split_authors(match["names"])
    return Byline((*names, *([OTHERS] if match["more"] else [])), published.venue, int(match["year"]), "")


def without_format(title: str) -> str:
    """Return a title without the format before it: `[PDF] Attention Is All You Need`."""
    return _FORMAT.sub("", title, count=1)
