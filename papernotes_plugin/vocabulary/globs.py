"""Match paths against glob patterns.  Imports nothing from the package."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase


def excluded(path: str, patterns: Iterable[str]) -> bool:
    """Return whether a posix path, or a folder above it, matches a pattern.

    `*` matches within one folder or file name, `**` any number of folders.

    Examples:
        >>> excluded("drafts/a/b.md", ["drafts"]), excluded("a/private/b.md", ["**/private/**"])
        (True, True)
        >>> excluded("a/drafts/b.md", ["drafts/*"]), excluded("b.md", ["*.txt", "?.markdown"])
        (False, False)
    """
    steps = path.split("/")
    return any(_matches(steps, pattern.strip("/").split("/")) for pattern in patterns if pattern.strip("/"))


def _matches(steps: list[str], pattern: list[str]) -> bool:
    # The set of all positions reached in the pattern, step by step: no pattern can make this slow.
    reached = _past_stars({0}, pattern)
    if len(pattern) in reached:
        return True  # nothing but `**`
    for step in steps:
        stay = {i for i in reached if pattern[i] == "**"}
        reached = _past_stars(stay | {i + 1 for i in reached - stay if fnmatchcase(step, pattern[i])}, pattern)
        if len(pattern) in reached:
            return True
    return False


def _past_stars(reached: set[int], pattern: list[str]) -> set[int]:
    """Return the positions and those after a `**`, which may match no step at all."""
    out = set(reached)
    for i in reached:
        while i < len(pattern) and pattern[i] == "**":
            i += 1
            out.add(i)
    return out
