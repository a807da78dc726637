"""Values of BibTeX fields as a file gives them: macros, concatenation, where a value ends.

Imports nothing of the package.  A brace or quote behind a backslash is no delimiter, as in the parser that cut
the file into fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class RawEntry:
    """One entry as it stands in the file, its values on one line each."""

    key: str
    type: str
    line: int
    fields: dict[str, str] = field(default_factory=dict)
    bare: list[tuple[str, int]] = field(default_factory=list)
    """Fields that hold a word without braces, whose macro is still to be put in, and their lines."""


_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTE = re.compile(r'(?<!\\)[{}"]')
_PART = re.compile(r'\s*(?:([{"])|([^\s{}"#=,]+))')
_JOINT = re.compile(r"\s*#")
_EXPANDED = 10_000
"""Characters of macros in one value: more is an attack (macros that double each other), not a bibliography."""
FOLLOWER = re.compile(r"([A-Za-z][\w:.+-]*)\s*=\s*")


def closing_brace(text: str, opening: int) -> int:
    """Where the brace at `opening` closes; -1 if it does not."""
    depth = 0
    for match in _BRACE.finditer(text, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return -1


def value_of(source: str, macros: Mapping[str, str]) -> tuple[str, str, str]:
    """The text of a value on one line, what stands behind its end, and a macro in it that cannot be put in."""
    mark = {"{": "}", '"': '"'}.get(source[:1], "")
    if mark and source[-1] == mark and len(source) > 1:
        inner = source[1:-1]
        if mark not in inner and (mark == '"' or "{" not in inner) and not inner.endswith("\\"):
            return " ".join(inner.split()), "", ""
    parts: list[str] = []
    unknown, position, expanded = "", 0, 0
    while match := _PART.match(source, position):
        position = match.end()
        if match[1]:
            end = closing_brace(source, position - 1) if match[1] == "{" else _quote(source, position)
            end = len(source) if end < 0 else end
            parts.append(source[position:end])
            position = end + 1
        else:
            known = macros.get(match[2].lower())
            expanded += len(known or "")
            known = None if expanded > _EXPANDED else known
            unknown = unknown or (match[2] if known is None and not match[2].isdigit() else "")
            parts.append(match[2] if known is None else known)
        joint = _JOINT.match(source, position)
        if joint is None:
            break
        position = joint.end()
    rest = source[position:].strip()
    if rest and (not parts or unknown) and not FOLLOWER.match(rest):
        whole = " ".join(source.split())
        return whole, "", whole
    return " ".join("".join(parts).split()), rest, unknown


def _quote(text: str, start: int) -> int:
    """Where the string that began before `start` ends: at the next quote outside of braces; -1 if it does not."""
    depth = 0
    for match in _QUOTE.finditer(text, start):
        if match[0] == '"' and depth <= 0:
            return match.start()
        depth += (match[0] == "{") - (match[0] == "}")
    return -1
