"""What an entry inherits from its `crossref` and `xdata` parents (biblatex manual, section 2.4.1 and appendix B).

Imports the values only.
"""

from __future__ import annotations

from collections.abc import Mapping

from papernotes_plugin.bibtex.values import Raw

_OWN_TABLE = """
    abstract annotation annote archiveprefix crossref doi entryset eprint eprintclass eprinttype file ids keywords
    label note openreview options pages pmid presort primaryclass related shortauthor shorthand shorttitle sortkey
    sorttitle subtitle title titleaddon tldr url urldate xdata xref
"""
_OWN = frozenset(_OWN_TABLE.split())
"""What a parent does not hand down by `crossref`: its own identity (biblatex manual, appendix B)."""
_ANCESTORS = 32


def inherit(files: list[list[Raw]]) -> None:
    """Give each entry what it lacks from its `xdata` and `crossref` parents, theirs included; loops are cut."""
    raws = [raw for file in files for raw in file]
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
