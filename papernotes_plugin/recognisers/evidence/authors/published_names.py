"""Read lines of authors with the venue and the year after them: `Ann Lee, Bob Ray, ICML, 2015`."""

from __future__ import annotations

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline
from papernotes_plugin.recognisers.evidence.labels.venue_values import read_venue_value
from papernotes_plugin.text.lazy_regex import lazy_regex

_PARTS = lazy_regex(
    r"(?P<names>[^\W\d_].{3,2000}),\s(?P<venue>[^\W\d_a-z](?!\.)[^,()\d]{2,60}?)"
    r"(?:,?\s\(?(?P<year>(?:19|20)\d\d)|['’]?(?P<short>\d\d))?\W*"
)
_PRINTED = lazy_regex(
    r"(?P<names>[^\W\d_][^\n]{2,200}?)(?P<more>,? ?…)?\s[-–]\s(?:(?P<venue>[^\n]{2,120}?),\s)?(?P<year>(?:19|20)\d\d)"
    r"(?P<site>\s[-–]\s[\w.-]+\.?[\w.& -]{2,40})?"
)
"""The line below a title that search engines print: `A Lee, B Ray - Nature, 2017 - a.org`; alerts have no site."""
_FORMAT = lazy_regex(r"\[(?:PDF|HTML|BOOK|B|C|CITATION)\]\s+")
"""The format of a result before its title."""
_SEPARATOR = lazy_regex(r"\s+[·•∙|–—]\s+")
"""A mark between the parts of a line: `Ann Lee, Bob Ray · ICML · 2015`."""
_YEAR = lazy_regex(r"\(?((?:19|20)\d\d)\)?")
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
    if printed := read_printed(words, has_site=False):
        return printed
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


def read_printed(words: str, *, has_site: bool = True) -> Byline | None:
    """Return the authors, venue and year of a line that search engines print; None for other words.

    Examples:
        >>> read_printed("A Vaswani, N Shazeer, N Parmar… - Advances in neural …, 2017 - proceedings.neurips.cc")[:3]
        (('A Vaswani', 'N Shazeer', 'N Parmar', 'et al.'), '', 2017)
        >>> read_printed("Y LeCun, Y Bengio, G Hinton - nature, 2015 - nature.com").venue
        'Nature'
        >>> read_printed("Y LeCun, Y Bengio - MIT, 2015", has_site=False)

    Args:
        words: The line.
        has_site: Whether the line must end with the site, as no title precedes it.
    """
    match = _PRINTED.fullmatch(words.strip()) if " - " in words or " – " in words else None
    if not match or (has_site and not match["site"]) or not authorship.looks_like_authors(match["names"]):
        return None
    # a name that is cut off is no venue
    named = match["venue"] if match["venue"] and "…" not in match["venue"] else ""
    published = read_venue_value(named[:1].upper() + named[1:])
    if not (match["site"] or published.is_known or (named and not authorship.names_organisation(named))):
        return None
    names = authorship.split_authors(match["names"])
    return Byline((*names, *([OTHERS] if match["more"] else [])), published.venue, int(match["year"]), "")


def without_format(title: str) -> str:
    """Return a title without the format before it: `[PDF] Attention Is All You Need`."""
    return _FORMAT.sub("", title, count=1)


def _with_commas(words: str) -> str:
    """Return names, venue and year with commas, where other marks separate them; any other line as it is."""
    names, *parts = _SEPARATOR.split(words.replace("*", ""))
    venue = next((part for part in parts if venues.parse_venue(part)[0]), "")
    if not venue:
        return words
    year = next((match[1] for part in parts if (match := _YEAR.fullmatch(part))), "")
    return f"{names}, {venue}" if venues.parse_venue(venue)[1] else f"{names}, {venue} {year}".rstrip()
