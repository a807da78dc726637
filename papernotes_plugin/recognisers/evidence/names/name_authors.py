"""Read the authors next to a name: `RADAR (Hu et al., 2023)`, `Hu et al. propose RADAR`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from papernotes_plugin import citekeys
from papernotes_plugin.people import INITIALS
from papernotes_plugin.recognisers.evidence.authors.short_bylines import is_no_person
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Span

_FAMILY = r"(?:[^\W\d_]\.[ -]?){0,3}(?P<family>[^\W\d_a-z][^\W\d_]{1,60}(?:[ -][^\W\d_]{1,60})?)"
_OTHERS = r"(?:,? et\.? al\b\.?| ?等|,? et coll\b|,? u\. ?a\.|\+(?!\w))"
_NO_BRACKET = r"[^()（）\[\]\n]"
"""A character between authors and their year."""
_YEAR = rf"\b(?P<year>{YEAR})[a-z]?\b"
_OPENING = r"[*_\"”』】\]]*+\s*\^?[*_]*[(\[{<（]\s*"
_IN_BRACKETS = lazy_regex(
    rf"{_OPENING}{_FAMILY}(?:{_OTHERS}|,? (?:and|&) |(?=,? {YEAR}))(?:{_NO_BRACKET}{{0,60}}?{_YEAR})?"
)
"""Authors in brackets, with others or a year: `RADAR (Hu et al., 2023)`."""
_AFTER_VENUE = lazy_regex(
    rf"{_OPENING}[^()（）\[\]\n]{{2,30}}?[,;，；]\s*{_FAMILY}{_OTHERS}(?:{_NO_BRACKET}{{0,60}}?{_YEAR})?"
)
"""The same after other words: `RADAR (ICML 2023, Hu et al.)`."""
_BEHIND = lazy_regex(
    r"[*_\"”』】]*(?:\s*[:：|]\s|\s*[-–—]+\s|\s(?:by|of|from|de|von|por|di)\s|\n\n)[*_]*"
    rf"{_FAMILY}{_OTHERS}(?:{_NO_BRACKET}{{0,20}}?{_YEAR})?"
)
"""Authors with others without brackets: `RADAR by Hu et al.`, `RADAR — Hu et al. 2023`."""
_AFTER_COMMA = lazy_regex(rf",\s{_FAMILY}{_OTHERS},? [(\[]?(?P<year>{YEAR})[a-z]?\b")
_BEFORE = lazy_regex(
    rf"{_FAMILY}{_OTHERS}(?:,? ?[(\[]?(?P<year>{YEAR})[a-z]?[)\]]?)?\s*(?:\||['’]s?|人?(?:的|提出了?)"
    r"|人?\s?(?:\w+ly\s)?(?:introduce|propose|present|develop|design|call)[a-z]*(?:\s(?:an?|the|their|new|novel))*)"
    r"\s*[*_\"“《]*$"
)
"""Authors with others who give the name: `Hu et al. (2023) propose RADAR`."""
_REFERENCE_BEFORE = lazy_regex(
    rf"(?:^|[\n.;*>-])\W{{0,40}}(?P<family>[^\W\d_a-z](?:[^\W\d_]|['’-](?=[^\W\d_]))+),? {INITIALS}"
    r"(?P<date>\((?:19|20)\d\d[a-z]?(?:, [^\d()]{3,12}(?:\d{1,2})?)?\)\.?)?\s*[*_\"“«]*$"
)
"""The only author of a reference before its title: `Lee, A. B.  `, `Lee, A. (2020, May 3). `."""
_OWNER_BEFORE = lazy_regex(
    r"(?<![^\W\d_])(?P<family>[^\W\d_a-z](?:[^\W\d_]|-(?=[^\W\d_])){1,60})['’]s?"
    r"\s(?:[a-z]+ ){0,2}(?:book|monograph|textbook|thesis|essay|article|paper|classic)[,:]?\s[*_\"“«]*$"
)
"""The author who owns a work before its title: `Silverman's book "`."""
_BY = lazy_regex(r"[*_\"”»’'?!\])]{0,4},?\s+(?:by|von|par|por|di)\s+[*_\[]{0,3}(?=[^\W\d_a-z][^\W\d_]*\.?[\s-])")
"""The word between a title and its authors: `**Counting** by *J. Moss*`."""
_LINE_OF_AUTHORS = 120
_FIRST_IN_LINE = lazy_regex(r"[ \t>*+\d.-]*")
_REACH = 70
"""Characters before a name in which its authors are expected."""


class NearAuthors(NamedTuple):
    """The authors next to a name."""

    family: str
    """The name of the first author as written."""
    year: int | None


def are_before(text: str, start: int) -> bool:
    """Return whether a text has a list of authors that is not complete right before an offset."""
    before = text[max(0, start - _REACH) : start]
    return " et al" in before or "等" in before


def read_authors(text: str, span: Span) -> NearAuthors | None:
    """Return the authors next to the words at a span; None if there are none.

    Examples:
        >>> read_authors("RADAR (Hu et al., 2023)", Span(0, 5))
        NearAuthors(family='Hu', year=2023)
        >>> read_authors("Hu et al. propose RADAR.", Span(18, 23))
        NearAuthors(family='Hu', year=None)
        >>> read_authors("RADAR (CVPR 2023)", Span(0, 5)), read_authors("RADAR (May 2023)", Span(0, 5))
        (None, None)
    """
    for match in _matches(text, span):
        family, year = match["family"], match["year"]
        if not (citekeys.is_no_name(family) or is_no_person(family)):
            return NearAuthors(family, int(year) if year else None)
    return None


def family_before(text: str, start: int) -> str:
    """Return the family name of the only author whom a text names right before a title at an offset; "" for none.

    Examples:
        >>> family_before("- Lee, A. B.  Security of Data", 14), family_before("the Lee, A. Security", 12)
        ('Lee', '')
        >>> family_before("see Moss's nice book *Counting Birds*", 22)
        'Moss'
    """
    reach = max(0, start - _REACH)
    match = _REFERENCE_BEFORE.search(text, reach, start)
    if not match:
        owner = _OWNER_BEFORE.search(text, reach, start)
        return owner["family"] if owner and not is_no_person(owner["family"]) else ""
    before = text[text.rfind("\n", 0, match.start("family")) + 1 : match.start("family")]
    # the last of several authors is before a date
    return "" if match["date"] and not _FIRST_IN_LINE.fullmatch(before) else match["family"]


def words_of_authors_after(text: str, end: int) -> str:
    """Return the words that begin with the authors of a title that ends at an offset; "" if no authors follow.

    Examples:
        >>> words_of_authors_after("**Counting Birds** by *J. Moss*.", 16)
        'J. Moss*.'
    """
    match = _BY.match(text, end)
    return text[match.end() : match.end() + _LINE_OF_AUTHORS].partition("\n")[0] if match else ""


def _matches(text: str, span: Span) -> Iterator[re.Match[str]]:
    for pattern in (_IN_BRACKETS, _AFTER_VENUE, _BEHIND, _AFTER_COMMA):
        if match := pattern.match(text, span.end):
            yield match
    if are_before(text, span.start) and (match := _BEFORE.search(text[max(0, span.start - _REACH) : span.start])):
        yield match
