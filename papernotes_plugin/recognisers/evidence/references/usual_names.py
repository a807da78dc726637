"""Write unusual marks in the names before a title as most references have them."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_GENERATION_BEFORE_GIVEN = lazy_regex(
    r"^(?P<family>\W{0,8}[^\W\d_a-z][\w'’-]+),(?P<generation> Jr\.?,)"
    r"(?= [^\W\d_a-z][\w'’-]+(?: [A-Z]\.)?(?:,|\.| and| et al| \(?\d))"
)
"""The generation between the family name and the given name: `Lee, Jr, James W. et al.`"""
_POINT_AFTER_NAME = lazy_regex(
    r"^(?P<name>\W{0,8}[^\W\d_a-z][\w'’-]+, [^\W\d_a-z][a-zß-öø-ÿ]{2,})\.(?= and [^\W\d_a-z])"
)
"""The point after the given name of the first of two authors: `Lee, Matthew. and Ann Ray`."""
_MAX_NAMES = 300
"""Characters of names in which such a mark is looked for."""


def with_usual_names(words: str) -> str:
    """Return words of the same length with usual marks between the names at their beginning.

    Examples:
        >>> with_usual_names("Lee, Jr, James W. 2004. Title"), with_usual_names("LEE JR., James. Title")
        ('Lee Jr,  James W. 2004. Title', 'LEE Jr,  James. Title')
        >>> with_usual_names("Lee, Matthew. and Ann Ray. Title")
        'Lee, Matthew  and Ann Ray. Title'
    """
    opening = words[:_MAX_NAMES]
    if " JR." in opening:
        # two capitals would be initials
        words = words.replace(" JR., ", " Jr,  ")
    if ", Jr" in opening:
        words = _GENERATION_BEFORE_GIVEN.sub(r"\g<family>\g<generation> ", words)
    if ". and " in opening:
        words = _POINT_AFTER_NAME.sub(r"\g<name> ", words)
    return words
