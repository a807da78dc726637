"""Patterns of lists of names before or after a title: `Acemoglu, Johnson & Robinson`, `Marx und Friedrich Engels`."""

from __future__ import annotations

from papernotes_plugin.people import FURTHER_AUTHORS, INITIALS, NAME_WORD, PARTICLES
from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.recognisers.evidence.authors.authorship import TITLE_WORDS
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CAPITALS, LETTERS

_PARTICLE = (
    r"(?:[Vv]an|[Vv]on|[Dd]er|[Dd]en|[Dd]e|[Dd]el|[Dd]ella|[Dd]i|[Dd]a|[Dd]u|[Dd]os|[Ll]a|[Ll]e|[Ee]l|[Oo]p|[Tt]en"
    r"|[Tt]er)"
)
WORD = rf"(?:[dlDLO]['’])?[{CAPITALS}][{LETTERS}]+(?:['’-][{LETTERS}]+)*"
FAMILY = rf"(?:{_PARTICLE} ){{0,2}}{WORD}(?: (?:de|del|da|van|von|y) {WORD})?"
AND = r"(?:,? (?:and|und|et|&|\\&) | (?:y|e|и|i|og|och|en) | ?[/–] ?)"
MORE = rf"(?P<more>,? (?:et ?al\b\.?|& al\b\.?|(?:and|&) others|{FURTHER_AUTHORS}))"
LISTED = rf"{FAMILY}(?:(?:{AND}|, ){FAMILY}){{0,6}}"
"""Family names with commas or words between them."""
JOINED = rf"{FAMILY}(?:(?:, {FAMILY}){{0,5}}{AND}{FAMILY})?"
"""The same where a title may follow a comma, so that a word is before the last of several names."""
BETWEEN = lazy_regex(rf"{AND}|, ")
_NAME = (
    rf"(?:{INITIALS}\s?)?(?:(?:{PARTICLES})\s)?{NAME_WORD}"
    rf"(?:\s(?:[^\W\d_a-z]\.\s)?(?:(?:{PARTICLES})\s)?{NAME_WORD}){{0,3}}"
)
_AND_OF_FULL_NAMES = r"(?:and|und|et|y|e|&)"
FULL_NAMES = rf"{_NAME}(?:(?:,\s|,?\s{_AND_OF_FULL_NAMES}\s){_NAME}){{0,3}}"
"""Pattern of up to four names: `Marx`, `Marx und Friedrich Engels`, `W.I. Lenin`."""
JOINED_NAMES = rf"{_NAME}(?:(?:,\s{_NAME}){{0,2}},?\s{_AND_OF_FULL_NAMES}\s{_NAME})?"
"""The same where a comma ends the names, unless `and` follows."""
_BETWEEN_FULL_NAMES = lazy_regex(rf",\s(?:{_AND_OF_FULL_NAMES}\s)?|\s{_AND_OF_FULL_NAMES}\s")


def people_in(names: str) -> tuple[str, ...]:
    """Return the people in full names that a pattern has matched; () if one of them is no person.

    Examples:
        >>> people_in("Marx und Friedrich Engels"), people_in("The Theory of Rivers")
        (('Marx', 'Friedrich Engels'), ())
    """
    people = tuple(_BETWEEN_FULL_NAMES.split(names))
    words = " ".join(people).casefold().split()
    return () if any(map(short_bylines.is_no_person, people)) or not TITLE_WORDS.isdisjoint(words) else people


def has_word_of_title(name: str) -> bool:
    """Return whether a word of a name is one of titles, except after an initial.

    Examples:
        >>> [has_word_of_title(name) for name in ("Deep Learning", "K. Deep", "Ann Lee")]
        [True, False, False]
    """
    return name[1:2] != "." and not TITLE_WORDS.isdisjoint(name.casefold().replace(",", " ").split())
