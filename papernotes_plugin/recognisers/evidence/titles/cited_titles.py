"""Read a title with the names and the year of its citation: `World Models (Ha & Schmidhuber, 2018)`.

The citation is in brackets, after a dash, or before the title: `Ha & Schmidhuber (2018): World Models`,
`[Ha & Schmidhuber 2018] World Models`.
"""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.people import OTHERS, is_given_name
from papernotes_plugin.recognisers.evidence.authors.short_bylines import Byline, read_byline, read_citation
from papernotes_plugin.recognisers.evidence.references.dated_names import read_dated_names
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import ANY_MODERN_YEAR

_AFTER_TITLE = lazy_regex(
    r"(?P<title>[^\n]{4,300}?[^\s,–—-])(?:\s?[(\[](?P<bracketed>[^()\[\]\n]{4,120})[)\]]|,?\s[–—-]{1,2}\s(?P<after>[^\n]{4,120}))[.*_]*"
)
_BEFORE_TITLE = lazy_regex(
    r"(?P<names>(?:[(\[][^\n()\[\]]{3,120}?,?\s|[^\W\d][^\n()\[\]]{2,120}?,?\s[(\[]?)(?:1[89]|20)\d\d[a-z]?[)\]]?)"
    r"(?:[:.,]|\s[–—-]{1,2}|(?<=[)\]]))\s+[\"“«*_]*"
    r"(?P<title>[^\W_][^\n]{4,300}?)[\"”».*_]*"
)
_IS_CITED = lazy_regex(r" (?:&|and|et|und|y|e) |\bet al\b|[(\[]")
"""A mark that other words with commas and a year have not: `Berlin, Germany, 2019`."""
_SECTION_NUMBER = lazy_regex(r"^(?:Part|Section|Chapter) \d{1,2}(?:\.\d{1,2})+[.:]? (?=[A-Z])")
"""The number of a section before a title: `Part 2.1.3. `."""
_MIN_WORDS = 2
"""Words of a title."""


class CitedTitle(NamedTuple):
    """A title and its citation."""

    title: str
    byline: Byline
    has_initials: bool = False
    """True if the names have initials after the family name, as no song or film has: `Foucault, M. (1975).`"""


def read(words: str) -> CitedTitle | None:
    """Return the title and the citation in the words of a heading or the name of a note; None for others.

    Examples:
        >>> read("World Models for Control (Ha & Schmidhuber, 2018)").byline.authors
        ('Ha', 'Schmidhuber')
        >>> read("Card (1990): The Impact of the Mariel Boatlift").title
        'The Impact of the Mariel Boatlift'
        >>> read("(Ha & Schmidhuber, 2018) World Models for Control").title
        'World Models for Control'
        >>> read("Release notes (March 2018)"), read("Berlin, Germany, 2019. A week of talks")
        (None, None)
    """
    if not ANY_MODERN_YEAR.search(words):
        return None
    words = " ".join(words.split())
    after, before = _AFTER_TITLE.fullmatch(words), _BEFORE_TITLE.fullmatch(words)
    title, cited = "", ""
    if after:
        title, cited = after["title"], after["bracketed"] or after["after"]
    byline = _byline(cited)
    has_initials = before is not None and byline is None and "." in before["names"]
    names, year = read_dated_names(before["names"]) if before and has_initials else ((), None)
    if before and names:
        title, byline = before["title"], Byline(names, "", year)
    if byline is None and before and _IS_CITED.search(before["names"]):
        title, cited = before["title"], before["names"]
        byline = _byline(cited)
    title = _SECTION_NUMBER.sub("", title).strip(' "“”«»*_').removesuffix(".")
    min_words = 1 if names else _MIN_WORDS
    if byline is None or count_words(title) < min_words or title[:1].islower() or is_generic(title):
        return None
    return CitedTitle(title, byline, has_initials=bool(names))


def _byline(words: str) -> Byline | None:
    """Return the byline that words are; None if they have no year, or name places or friends."""
    byline = read_citation(words) or read_byline(words)
    if byline is None or byline.year is None or all(map(_is_given_name, byline.authors)):
        # `Trip to Rome (Anna & Ben, 2019)`
        return None
    if any(map(is_city, byline.authors)):
        # `(Rome and Paris, 2019) Photos of a Journey`
        return None
    return byline


def _is_given_name(name: str) -> bool:
    """Return whether a name is a frequent given name, and not the mark of further authors."""
    return name != OTHERS and is_given_name(name)
