"""Evaluate the values of BibTeX fields: macros, concatenation, and the end of a value.

A brace or quote behind a backslash is no delimiter, as in the parser.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from papernotes_plugin.text.lazy_regex import lazy_regex


@dataclass(slots=True)
class RawEntry:
    """Entry as it is written in the file; each value is on one line."""

    key: str
    type: str
    line: int
    fields: dict[str, str] = field(default_factory=dict)
    bare: list[tuple[str, int]] = field(default_factory=list)
    """Fields whose value is a word without braces, perhaps a macro, and their lines."""


_BRACE = lazy_regex(r"(?<!\\)[{}]")
_QUOTE = lazy_regex(r'(?<!\\)[{}"]')
_PART = lazy_regex(r'\s*(?:([{"])|([^\s{}"#=,]+))')
_JOINT = lazy_regex(r"\s*#")
_EXPANDED = 10_000
"""Maximal length of the expanded macros in one value, against macros that double each other."""
FOLLOWER = lazy_regex(r"([A-Za-z][\w:.+-]*)\s*=\s*")


def brace_depth(text: str) -> int:
    """Return how many more braces a text opens than it closes."""
    if "\\" not in text:
        return text.count("{") - text.count("}")
    braces = _BRACE.findall(text)
    return 2 * braces.count("{") - len(braces)


def closing_brace(text: str, opening: int) -> int:
    """Return the offset of the brace that closes the one at `opening`; -1 if there is none."""
    depth = 0
    for match in _BRACE.finditer(text, opening):
        depth += 1 if match[0] == "{" else -1
        if depth == 0:
            return match.start()
    return -1


def value_of(source: str, macros: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the text of a value on one line, the text behind its end, and the first undefined macro in it."""
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
            expansion = macros.get(match[2].lower())
            expanded += len(expansion or "")
            expansion = None if expanded > _EXPANDED else expansion
            unknown = unknown or (match[2] if expansion is None and not match[2].isdigit() else "")
            parts.append(match[2] if expansion is None else expansion)
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
    """Return the offset of the quote that ends a string begun before `start`; -1 if there is none outside braces."""
    depth = 0
    for match in _QUOTE.finditer(text, start):
        if match[0] == '"' and depth <= 0:
            return match.start()
        depth += (match[0] == "{") - (match[0] == "}")
    return -1
