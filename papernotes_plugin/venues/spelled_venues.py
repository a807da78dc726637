"""Shorten the name of a venue in words to the acronym after it: `Pattern Recognition in Maps (PRM), 2016`."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_SPELLED = lazy_regex(
    r"(?P<name>[A-Z][\w&-]*(?: [\w&-]+){1,8}) \((?P<acronym>[A-Z]{3,8})\)(?:,? (?P<year>(?:19|20)\d\d))?"
)
"""A name and its acronym: `Neural Information Processing Systems (NIPS), 2016`."""


def with_acronym_alone(text: str) -> str:
    """Return the acronym and the year of a venue after its name in words, of which it has the initials.

    Examples:
        >>> with_acronym_alone("Computer Vision and Pattern Recognition (CVPR), 2016"), with_acronym_alone("Map (ICML)")
        ('CVPR 2016', 'Map (ICML)')
    """
    match = _SPELLED.fullmatch(text) if ")" in text[-7:] else None
    if not match or "".join(word[0] for word in match["name"].split() if word[0].isupper()) != match["acronym"]:
        return text
    return f"{match['acronym']} {match['year'] or ''}".rstrip()
