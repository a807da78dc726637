"""Values of BibTeX fields as a file gives them: macros, concatenation, what an entry inherits.

Imports nothing of the package.  A brace or quote behind a backslash is no delimiter, as in the parser that cut
the file into fields.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class Raw:
    """One entry as it stands in the file, its values evaluated."""

    key: str
    type: str
    line: int
    fields: dict[str, str] = field(default_factory=dict)


_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTE = re.compile(r'(?<!\\)[{}"]')
_PART = re.compile(r'\s*(?:([{"])|([^\s{}"#=,]+))')
_JOINT = re.compile(r"\s*#")
_EXPANDED = 10_000
"""Characters of macros in one value: more is an attack (macros that double each other), not a bibliography."""
FOLLOWER = re.compile(r"([A-Za-z][\w:.+-]*)\s*=\s*")


def closing(text: str, opening: int) -> int:
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
            end = closing(source, position - 1) if match[1] == "{" else _quote(source, position)
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


# --- inheritance ----------------------------------------------------------------------------------

_OWN_TABLE = """
    abstract annotation annote archiveprefix crossref doi entryset eprint eprintclass eprinttype file ids keywords
    label note openreview options pages pmid presort primaryclass related shortauthor shorthand shorttitle sortkey
    sorttitle subtitle title titleaddon tldr url urldate xdata xref
"""
_OWN = frozenset(_OWN_TABLE.split())
"""What a parent does not hand down by `crossref`: its own identity (biblatex manual, appendix B)."""
_ANCESTORS = 32


def inherit(raws: list[Raw]) -> None:
    """Give each entry what it lacks from its `xdata` and `crossref` parents, theirs included; loops are cut."""
    by_key = {raw.key.casefold(): raw for raw in reversed(raws)}
    parents = {id(raw): _parents(raw, by_key) for raw in raws if "crossref" in raw.fields or "xdata" in raw.fields}
    given = {id(raw): dict(raw.fields) for raw in raws}
    for raw in raws:
        line = list(parents.get(id(raw), []))
        seen = {id(raw)}
        while line and len(seen) <= _ANCESTORS:
            parent, how = line.pop(0)
            if id(parent) in seen:
                continue
            seen.add(id(parent))
            handed = given[id(parent)] if how == "xdata" else _handed(given[id(parent)], raw.type)
            raw.fields = {**raw.fields, **{name: value for name, value in handed.items() if name not in raw.fields}}
            line += [(older, "crossref" if how == "crossref" else kind) for older, kind in parents.get(id(parent), [])]
    for raw in raws:
        if parents.get(id(raw)):
            raw.fields.pop("xdata", None)
            raw.fields.pop("crossref", None)


def _parents(raw: Raw, by_key: Mapping[str, Raw]) -> list[tuple[Raw, str]]:
    named = [(key, "xdata") for key in raw.fields.get("xdata", "").split(",")]
    named.append((raw.fields.get("crossref", ""), "crossref"))
    return [
        (by_key[key.strip().casefold()], how) for key, how in named if key.strip() and key.strip().casefold() in by_key
    ]


def _handed(fields: Mapping[str, str], kind: str) -> dict[str, str]:
    """What a `crossref` parent hands to a child of the type `kind`: its title becomes the book's."""
    out = {name: value for name, value in fields.items() if name not in _OWN}
    if kind.startswith("in") or kind in {"conference", "suppbook", "suppcollection"}:
        out |= {
            f"book{name}": fields[name]
            for name in ("title", "subtitle")
            if name in fields and f"book{name}" not in fields
        }
        out.pop("author", None)
    return out
