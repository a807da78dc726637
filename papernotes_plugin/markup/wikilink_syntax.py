"""Distinguish wikilinks from other text in double brackets."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_BRACKET = lazy_regex(r"[\[\]]")


def is_wikilink(source: str) -> bool:
    """Return whether `[[…]]` is a wikilink: on one line, with balanced brackets, and with none in its target.

    Examples:
        >>> [is_wikilink(source) for source in ("[[a]]", "[[a|b]]", "[[3, 2], [4, 3]]", "[[a|b], [c]]")]
        [True, True, False, False]
    """
    target, _, label = source.lstrip("!")[2:-2].partition("|")
    if "\n" in source or "[" in target or "]" in target:
        return False
    depth = 0
    for sign in _BRACKET.findall(label):
        depth += 1 if sign == "[" else -1
        if depth < 0:
            return False
    return True
