"""Remove words that are no part of a name from the names of authors: labels, venues, and the texts of links."""

from __future__ import annotations

from papernotes_plugin import venues
from papernotes_plugin.people import OTHERS
from papernotes_plugin.text.lazy_regex import lazy_regex

_LABEL = lazy_regex(r"(?:[Bb]y|Authors?|Author\(s\))[:：]?\s+(?=[^\W\d_a-z])")
_ADDRESS = lazy_regex(r"(?:Prof|Dr)\.\s+(?=[^\W\d_a-z]\S* )")
"""The academic title before a full name: `Prof. Ann Lee`."""
_AFTER_NAME = lazy_regex(r"\s+(?:(?:doi|arXiv|link|pdf|paper)\b.*|[-–—|·]+)$")
_ACRONYM_AT_END = lazy_regex(r"(?:(?<=[^\W\d_]{2})|(?<=\.)) (?P<venue>[A-Z][\w-]*[A-Z]\w*)$")
"""A word with capitals after a name."""


def without_other_words(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return names without a label, an academic title, a venue or the text of a link before or after them.

    Examples:
        >>> without_other_words(("By Ann Lee", "Prof. Bob Ray", "Alistarh, Dan ICML", "R. Yan arXiv", "NeurIPS"))
        ('Ann Lee', 'Bob Ray', 'Alistarh, Dan', 'R. Yan')
        >>> without_other_words(("Wei XU", "Lee AB"))
        ('Wei XU', 'Lee AB')
    """
    label = _LABEL.match(names[0]) if names else None
    names = (names[0][label.end() :], *names[1:]) if label else names
    cleaned = tuple(name if name == OTHERS else _name(name) for name in names)
    return cleaned if cleaned == names else tuple(filter(None, cleaned))


def _name(words: str) -> str:
    """Return the name that words are; "" for a venue."""
    words = _AFTER_NAME.sub("", words)
    if address := _ADDRESS.match(words):
        words = words[address.end() :]
    acronym = _ACRONYM_AT_END.search(words)
    if acronym and _is_conference(acronym["venue"]):
        return words[: acronym.start()]
    return "" if " " not in words and _is_conference(words) else words


def _is_conference(word: str) -> bool:
    return len(word) > 2 and not word.islower() and venues.is_conference(venues.parse_venue(word)[0])
