"""Read authors that are links to notes about them: `[[Ann Lee]], [[bob-ray]]`."""

from __future__ import annotations

import re

_LINK = re.compile(r"\[{2,3}(?:[^|\[\]\n]{1,80}\|)?(?P<name>[^|\[\]\n]{2,80})\]\]")
_SEPARATORS = re.compile(r"(?:[\s,;&·/]|\b(?:and|und|et|y|e)\b)*")
_FILE_NAME = re.compile(r"(?:[^\W\d_]|['’.])+(?:-(?:[^\W\d_]|['’.])+)+")
"""A name as that of a file: small letters with hyphens."""


def read(value: str) -> tuple[str, ...]:
    """Return the names in a value that consists of links to notes; none for any other value.

    Examples:
        >>> read("[[jonathan-rees]], [[karen-a.-cranston]]"), read("[[[Ann Lee]] [[[Bob Ray]]"), read("[[Ann]] wrote")
        (('Jonathan Rees', 'Karen A. Cranston'), ('Ann Lee', 'Bob Ray'), ())
    """
    if "[[" not in value or not _SEPARATORS.fullmatch(_LINK.sub(" ", value)):
        return ()
    return tuple(dict.fromkeys(_with_capitals(" ".join(link["name"].split())) for link in _LINK.finditer(value)))


def _with_capitals(name: str) -> str:
    """Return the name of a person of whom a file has the name in small letters: `ann-lee`."""
    return name.replace("-", " ").title() if name.islower() and _FILE_NAME.fullmatch(name) else name
