"""Suggest names that are similar to an unknown one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

_MAX_LENGTH = 60
"""Number of characters of a name that are compared: the comparison takes quadratic time."""
_MIN_SIMILARITY = 0.65
"""Minimum ratio of `difflib` of a similar name; its own default of 0.6 takes `tags` for `status`."""
_MIN_PART = 3
"""Minimum length of a name that is looked for inside of others."""


def near_names(wanted: str, names: Iterable[str], limit: int = 3) -> list[str]:
    """Return the names most similar to a wanted one, ignoring case, the most similar first.

    If no name is similar as a whole, these are the names that start with or contain the wanted one or its first word.

    Examples:
        >>> near_names("Relatd", ["exclude", "related"])
        ['related']
        >>> near_names("bib_file", ["exclude", "bibliography", "key_lock"])
        ['bibliography']
        >>> near_names("x", ["exclude"])
        []

    Args:
        wanted: The unknown name.
        names: The known names; of equally similar ones the first is preferred.
        limit: Maximum number of results.
    """
    folded: dict[str, str] = {}
    for name in names:
        folded.setdefault(name.casefold()[:_MAX_LENGTH], name)
    key = wanted.casefold()[:_MAX_LENGTH]
    close = difflib.get_close_matches(key, folded, limit, _MIN_SIMILARITY)
    return [folded[name] for name in close or _with_part(key, folded, limit)]


def _with_part(wanted: str, names: Iterable[str], limit: int) -> list[str]:
    """Return the names that start with the wanted one, then those that contain it; else the same for its first word."""
    names = list(names)
    for part in dict.fromkeys((wanted, re.split(r"[\W_]+", wanted)[0])):
        if len(part) >= _MIN_PART and (matches := [name for name in names if part in name]):
            return sorted(matches, key=lambda name: not name.startswith(part))[:limit]
    return []


def did_you_mean(wanted: str, names: Iterable[str], limit: int = 1) -> str:
    """Return `: did you mean 'x'?` with similar names, for the end of a message; empty if none is similar.

    Examples:
        >>> did_you_mean("relatd", ["exclude", "related"])
        ": did you mean 'related'?"
    """
    near = near_names(wanted, names, limit)
    quoted = " or ".join(f"'{name}'" for name in near)
    return f": did you mean {quoted}?" if near else ""


def listed_near(values: Iterable[object]) -> str:
    """Return `; near: 'x', 'y'` with similar values, for the end of a message; empty without values.

    Examples:
        >>> listed_near(["nlp"]), listed_near([2003, 2005]), listed_near([])
        ("; near: 'nlp'", '; near: 2003, 2005', '')
    """
    shown = ", ".join(str(value) if isinstance(value, int) else f"'{value}'" for value in values)
    return f"; near: {shown}" if shown else ""
