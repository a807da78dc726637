"""Derive facts of a paper from its identifiers and citekeys, where no note states them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.identifiers import schemes
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Identifier

NOTHING = Evidence()
"""The facts of an identifier that implies none."""
_CVF = lazy_regex(r"content[/_](?P<venue>CVPR|ICCV|WACV|ECCV|ACCV)_?(?P<year>\d{4})(?!\d|_?W)", re.IGNORECASE)
_USENIX_EVENTS = {
    "osdi": "OSDI",
    "nsdi": "NSDI",
    "fast": "FAST",
    "atc": "USENIX ATC",
    "usenixsecurity": "USENIX Security",
}
"""Venues of the conferences of USENIX with reviewed papers, by their name in an address."""
_USENIX = lazy_regex(rf"(?P<event>{'|'.join(_USENIX_EVENTS)})(?P<year>[012]\d)/(?!keynote|panel)")
_ARXIV = lazy_regex(r"(?:[a-z-]+/)?(?P<year>\d\d)\d\d")
_WORDS_AND_YEAR = lazy_regex(r"[a-z]+(?:(?:_(?!etal_)[a-z\d]+)+_)?(?:19|20)\d\d")
_MIN_ACRONYM = 3
"""Letters from which the first part of a citekey may be an acronym of the title."""
_MIN_PREFIX = 5
"""Letters from which it may be the beginning of words in the title: `superres`."""


@lru_cache(maxsize=1 << 15)
def facts_of_identifier(identifier: Identifier) -> Evidence:
    """Return the facts that an identifier implies: conference and year of an address, year of an arXiv number."""
    scheme, value = identifier.scheme.removesuffix("-oral"), identifier.value
    if identifier.scheme in schemes.EVENT_HOSTS or scheme in schemes.EVENT_HOSTS:
        return Evidence(venue=schemes.EVENT_HOSTS[scheme][0], year=int(value[:4]))
    if scheme == "cvf" and (match := _CVF.match(value)):
        return Evidence(venue=match["venue"].upper(), year=int(match["year"]))
    if scheme == "usenix" and (match := _USENIX.match(value)):
        return Evidence(venue=_USENIX_EVENTS[match["event"]], year=2000 + int(match["year"]))
    if scheme == "arxiv" and (match := _ARXIV.match(value)):
        year = int(match["year"])
        return Evidence(year=(1900 if year > 90 else 2000) + year)
    return NOTHING


def type_in(venue: str, held: Iterable[Identifier]) -> str:
    """Return the BibTeX entry type of a paper in a venue that is no known journal, by its name or the DOI.

    Examples:
        >>> doi = Identifier("doi", "10.1007/s00146-026-03070-1")
        >>> type_in("SoCC", ()), type_in("AI & SOCIETY", (doi,)), type_in("BBC News", ())
        ('inproceedings', 'article', 'misc')
    """
    if venues.is_event(venue):
        return "inproceedings"
    return "article" if any(map(identifiers.is_doi_of_article, held)) else "misc"


def facts_of_citekey(key: str, titles: Iterable[str]) -> Evidence:
    """Return what a citekey implies; a word of the title before the year is no author: `frank_wolfe_2013`.

    Words and a year name no author where no title is known: they may be those of a system, `surgicalgpt2023`.

    Args:
        key: The citekey.
        titles: The titles and short names of its paper, as `comparison_key` gives them.
    """
    evidence = citekeys.citekey_evidence(key)
    titles = tuple(titles)
    if not titles and _WORDS_AND_YEAR.fullmatch(key):
        return evidence._replace(authors=())
    name = text.comparison_key("".join(evidence.authors)).replace(" ", "")
    for words in (title.split() for title in titles if name):
        initials = "".join(word[0] for word in words)
        joined = ("".join(words[start : start + 3]) for start in range(len(words)))
        is_acronym = len(name) >= _MIN_ACRONYM and name in initials
        if is_acronym or name in words or (len(name) >= _MIN_PREFIX and any(j.startswith(name) for j in joined)):
            return evidence._replace(authors=())
    return evidence
