"""Find the imprint of a book in a reference: place, publisher and year."""

from __future__ import annotations

import re
from typing import NamedTuple

_IMPRINT = re.compile(
    r"(?:^|(?<=[.,:] )|(?<=[\]»”’] ))(?P<place>[^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_]+){0,2}"
    r"(?:(?:,| and|, and| und| et| y|;|/| &)? \[?[^\W\d_a-z][^\W\d_]*(?:[ -][^\W\d_a-z][^\W\d_]*){0,2}\]?){0,6}"
    r"(?: \([A-Z][^\W\d_]{1,8}\)| [ai]\. ?(?:M|Br)\.)?) ?: "
    r"(?P<name>(?!pp?\.)(?=[^\W\d_a-z]|(?:les?|la|el|the|de|éditions|mentis|transcript)\b)[^\W\d_](?:[^:;“”\"«»()\x1d]){1,70}?)"
    r"(?P<date>[,;]?\s+(?:[^\W\d_]+\s)?(?P<year>(?:1[5-9]|20)\d\d)\b|(?=,\s\(?(?:(?:pp?|S)\.\s)?\d)|(?=[\s.]*(?:$|\x1d)))"
)
"""Place and publisher of a book, and often the year: `Paris: Seuil, 1991`."""
_IMPRINT_IN_COMMAS = re.compile(
    r"(?P<place>[^\W\d_a-z][^\W\d_]{2,}(?:[ -][^\W\d_a-z][^\W\d_]*){0,2}), "
    r"(?P<name>[^\W\d_a-z][^,:;.“”\"«»()\x1d]{2,50}), (?P<year>(?:1[5-9]|20)\d\d)"
    r"(?=[\s.]*(?:$|\x1d)|,\s(?:pp?|S)\.\s?\d)"
)
"""The same as the French write it: `Paris, Hermès, 2011`."""
_NAME = "[^\\W\\d_a-z][a-zà-öø-ÿ]{2,}"
_CITY = rf"{_NAME}(?: (?:(?:am|an der|im) {_NAME}|[ai]\. ?(?:M|Br)\.|{_NAME}))?"
_CITIES = rf"{_CITY}(?:(?:/ ?| und |, ){_CITY}){{0,3}}(?:,? u\. ?a\.)?"
_PLACE_AND_YEAR = re.compile(
    rf"(?:(?P<series>\(=? ?[^()]{{3,100}}\))[.,]?\s+)?(?P<place>{_CITIES})(?: \d?(?P<year>(?:1[5-9]|20)\d\d))?"
    r"(?=[\s.]*(?:$|\x1d|\(=|— )|, S\. ?\d)"
)
"""Series, place and year alone, as German historians write them: `Leiden/Boston 2003`."""
_PUBLISHER = re.compile(
    r"(?P<name>[^\W\d_a-z][\w&.'’-]*(?: (?:of |and |& |the )?[^\W\d_a-z][\w&'’-]*){0,4})"
    r"(?:,\s+[^\W\d_a-z][^\W\d_]+(?:[ -][^\W\d_a-z][^\W\d_]+)?)?"
    r"(?:[,;.]?\s+\(?(?P<year>(?:1[5-9]|20)\d\d)\)?)?[\s.]*(?:$|\x1d)"
)
"""A publisher, often its city, and the year, which end a reference: `Athena Scientific.`."""
_MAX_SERIES = 100
"""Maximum number of characters of series and edition before place and publisher."""


class Imprint(NamedTuple):
    """The imprint of a book."""

    publisher: str
    year: int | None
    start: int
    end: int


def find_imprint(text: str, start: int, end: int, *, may_lack_publisher: bool) -> Imprint | None:
    """Return the imprint that follows a title, at once or after a series and an edition; None for none.

    Args:
        text: The reference.
        start: The offset after the title.
        end: The offset at which the imprint ends.
        may_lack_publisher: Whether place and year are enough.
    """
    match = _IMPRINT.search(text, start, end) or _IMPRINT_IN_COMMAS.match(text, start, end)
    place = None if match else _PLACE_AND_YEAR.match(text, start, end)
    if place and (place["series"] or (place["year"] and may_lack_publisher)):
        return Imprint("", int(place["year"]) if place["year"] else None, place.start(), place.end())
    if not match or match.start() > start + _MAX_SERIES:
        return None
    if any(word[:1].isdigit() and len(word) > 4 for word in text[start : match.start()].split()):
        # pages or a date
        return None
    year = int(match["year"]) if match["year"] else None
    return Imprint(match["name"].strip(" .,"), year, match.start(), match.end())


def find_publisher(text: str, start: int, end: int) -> Imprint | None:
    """Return the publisher that follows the edition of a book and ends the reference; None for other words."""
    match = _PUBLISHER.match(text, start, end)
    if not match:
        return None
    return Imprint(match["name"].strip(" .,"), int(match["year"]) if match["year"] else None, start, match.end("name"))
