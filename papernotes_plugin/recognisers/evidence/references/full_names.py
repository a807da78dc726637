"""Read full names before or after a title, with `and` in several languages between the last two."""

from __future__ import annotations

from papernotes_plugin.people import INITIALS, NAME_WORD, PARTICLES
from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.recognisers.evidence.authors.authorship import TITLE_WORDS
from papernotes_plugin.text.lazy_regex import lazy_regex

_NAME = (
    rf"(?:{INITIALS}\s?)?(?:(?:{PARTICLES})\s)?{NAME_WORD}"
    rf"(?:\s(?:[^\W\d_a-z]\.\s)?(?:(?:{PARTICLES})\s)?{NAME_WORD}){{0,3}}"
)
_AND = r"(?:and|und|et|y|e|&)"
FULL_NAMES = rf"{_NAME}(?:(?:,\s|,?\s{_AND}\s){_NAME}){{0,3}}"
"""Pattern of up to four names: `Marx`, `Marx und Friedrich Engels`, `W.I. Lenin`."""
JOINED_NAMES = rf"{_NAME}(?:(?:,\s{_NAME}){{0,2}},?\s{_AND}\s{_NAME})?"
"""The same where a comma ends the names, unless `and` follows."""
_BETWEEN = lazy_regex(rf",\s(?:{_AND}\s)?|\s{_AND}\s")


def people_in(names: str) -> tuple[str, ...]:
    """Return the people in a match of one of the patterns; () if one of them is no person.

    Examples:
        >>> people_in("Marx und Friedrich Engels"), people_in("The Theory of Rivers")
        (('Marx', 'Friedrich Engels'), ())
    """
    people = tuple(_BETWEEN.split(names))
    words = " ".join(people).casefold().split()
    return () if any(map(short_bylines.is_no_person, people)) or not TITLE_WORDS.isdisjoint(words) else people
