"""What an entry inherits from its `crossref` and `xdata` parents (biblatex manual, section 2.4.1 and appendix B).

Imports the values only.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from papernotes_plugin.bibtex.field_values import RawEntry

_OWN_TABLE = """
    abstract annotation annote archiveprefix crossref doi entryset eprint eprintclass eprinttype file ids keywords
    label note openreview options pages pmid presort primaryclass related shortauthor shorthand shorttitle sortkey
    sorttitle subtitle title titleaddon tldr url urldate xdata xref
"""
_OWN = frozenset(_OWN_TABLE.split())
"""What a parent does not hand down by `crossref`: its own identity."""
_ALIASES = (("year", "date"), ("journal", "journaltitle"), ("address", "location"), ("school", "institution"))
"""Two names of one thing: a child that has one does not inherit the other."""
_IN_BOOKS = frozenset({"inbook", "bookinbook", "suppbook"})
_BOOK_OF = {"conference": "book", "suppbook": "book", "bookinbook": "book", "suppcollection": "book"}
_ANCESTORS = 32

Complain = Callable[[int, RawEntry, str], None]
"""Says, for a file by its number, what is wrong with the parents of an entry."""


def inherit(files: Sequence[Sequence[RawEntry]], complain: Complain) -> None:
    """Give each entry what it lacks from its parents, theirs included; loops are cut.

    A parent in the same file comes before one of the same key in another.
    """
    raws = [raw for file in files for raw in file]
    everywhere = {raw.key.casefold(): raw for raw in reversed(raws)}
    parents: dict[int, list[tuple[RawEntry, str]]] = {}
    for number, file in enumerate(files):
        children = [raw for raw in file if "crossref" in raw.fields or "xdata" in raw.fields]
        by_key = {**everywhere, **{raw.key.casefold(): raw for raw in reversed(file)}} if children else {}
        for raw in children:
            parents[id(raw)], unknown = _parents(raw, by_key)
            if unknown:
                complain(number, raw, f"it inherits from {unknown}, which is nowhere; nothing was taken from there")
    given = {id(raw): dict(raw.fields) for raw in raws} if parents else {}
    for number, file in enumerate(files):
        for raw in file:
            if id(raw) in parents and _filled(raw, parents, given):
                complain(number, raw, "its parents lead back to it; the circle was cut")


def _filled(
    raw: RawEntry, parents: Mapping[int, list[tuple[RawEntry, str]]], given: Mapping[int, dict[str, str]]
) -> bool:
    """Fill the entry from its ancestors, the nearest first; whether they lead back to it."""
    line = deque(parents[id(raw)])
    seen = {id(raw)}
    circle = False
    while line and len(seen) <= _ANCESTORS:
        parent, how = line.popleft()
        circle |= parent is raw
        if id(parent) in seen:
            continue
        seen.add(id(parent))
        handed = given[id(parent)] if how == "xdata" else _handed(given[id(parent)], parent.type, raw.type)
        held = {*raw.fields, *(b if a in raw.fields else a for a, b in _ALIASES if a in raw.fields or b in raw.fields)}
        raw.fields = {**raw.fields, **{name: value for name, value in handed.items() if name not in held}}
        line += [(older, "crossref" if how == "crossref" else kind) for older, kind in parents.get(id(parent), [])]
    if parents[id(raw)]:
        raw.fields.pop("xdata", None)
        raw.fields.pop("crossref", None)
    return circle


def _parents(raw: RawEntry, by_key: Mapping[str, RawEntry]) -> tuple[list[tuple[RawEntry, str]], str]:
    """The parents of an entry, each with how it inherits; and the keys that are nobody's."""
    named = [(key.strip(), "xdata") for key in raw.fields.get("xdata", "").split(",")]
    named.append((raw.fields.get("crossref", "").strip(), "crossref"))
    unknown = [f"'{key}'" for key, _ in named if key and key.casefold() not in by_key]
    more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
    found = [(by_key[key.casefold()], how) for key, how in named if key and key.casefold() in by_key]
    return found, f"{unknown[0]}{more}" if unknown else ""


def _handed(fields: Mapping[str, str], parent: str, kind: str) -> dict[str, str]:
    """What a `crossref` parent hands to a child of the type `kind`: its title becomes the book's, or the journal's."""
    out = {name: value for name, value in fields.items() if name not in _OWN}
    whole = "book" if kind.startswith("in") else _BOOK_OF.get(kind, "")
    if parent.startswith("mv"):
        whole = "main"
    elif parent == "periodical":
        whole = "journal"
    if whole:
        out |= {
            f"{whole}{name}": fields[name]
            for name in ("title", "subtitle")
            if name in fields and f"{whole}{name}" not in fields
        }
    if whole and not (kind in _IN_BOOKS and parent in {"book", "mvbook"}):
        # who wrote the book did not write what stands in it, but for a chapter of the same hand
        out.pop("author", None)
    return out
