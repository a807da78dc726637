"""Let entries inherit from their `crossref` and `xdata` parents (biblatex manual, section 2.4.1 and appendix B)."""

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
"""Fields that are not inherited by `crossref`, because they identify the parent."""
_ALIASES = (("year", "date"), ("journal", "journaltitle"), ("address", "location"), ("school", "institution"))
"""Pairs of field names with one meaning; a child that has one of them does not inherit the other."""
_IN_BOOKS = frozenset({"inbook", "bookinbook", "suppbook"})
_BOOK_OF = {"conference": "book", "suppbook": "book", "bookinbook": "book", "suppcollection": "book"}
_ANCESTORS = 32

Report = Callable[[int, RawEntry, str], None]
"""Callback that reports an issue: the index of the file, the entry, and the message."""


def inherit(files: Sequence[Sequence[RawEntry]], report: Report) -> None:
    """Add the fields that entries lack from their parents, in place; parents of parents count, and circles are cut.

    A parent in the same file comes before one with the same key in another file.
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
                report(number, raw, f"it inherits from {unknown}, which does not exist; nothing was inherited")
    given = {id(raw): dict(raw.fields) for raw in raws} if parents else {}
    for number, file in enumerate(files):
        for raw in file:
            if id(raw) in parents and _inherit_fields(raw, parents, given):
                report(number, raw, "it inherits from itself through its parents; the circle was cut")


def _inherit_fields(
    raw: RawEntry, parents: Mapping[int, list[tuple[RawEntry, str]]], given: Mapping[int, dict[str, str]]
) -> bool:
    """Add the fields of its ancestors to an entry, the nearest first; return whether it is one of them itself."""
    queue = deque(parents[id(raw)])
    seen = {id(raw)}
    is_circular = False
    while queue and len(seen) <= _ANCESTORS:
        parent, link_field = queue.popleft()
        is_circular |= parent is raw
        if id(parent) in seen:
            continue
        seen.add(id(parent))
        inherited = given[id(parent)] if link_field == "xdata" else _inherited(given[id(parent)], parent.type, raw.type)
        present = {
            *raw.fields,
            *(b if a in raw.fields else a for a, b in _ALIASES if a in raw.fields or b in raw.fields),
        }
        raw.fields = {**raw.fields, **{name: value for name, value in inherited.items() if name not in present}}
        queue += [
            (older, "crossref" if link_field == "crossref" else kind) for older, kind in parents.get(id(parent), [])
        ]
    if parents[id(raw)]:
        raw.fields.pop("xdata", None)
        raw.fields.pop("crossref", None)
    return is_circular


def _parents(raw: RawEntry, by_key: Mapping[str, RawEntry]) -> tuple[list[tuple[RawEntry, str]], str]:
    """Return the parents of an entry, each with its way of inheritance, and the keys without an entry as text."""
    keys = [(key.strip(), "xdata") for key in raw.fields.get("xdata", "").split(",")]
    keys.append((raw.fields.get("crossref", "").strip(), "crossref"))
    unknown = [f"'{key}'" for key, _ in keys if key and key.casefold() not in by_key]
    more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
    parents_found = [
        (by_key[key.casefold()], link_field) for key, link_field in keys if key and key.casefold() in by_key
    ]
    return parents_found, f"{unknown[0]}{more}" if unknown else ""


def _inherited(fields: Mapping[str, str], parent: str, kind: str) -> dict[str, str]:
    """Return the fields that a child of the type `kind` inherits by `crossref`.

    The title of the parent becomes the title of the book, or of the journal.
    """
    out = {name: value for name, value in fields.items() if name not in _OWN}
    container = "book" if kind.startswith("in") else _BOOK_OF.get(kind, "")
    if parent.startswith("mv"):
        container = "main"
    elif parent == "periodical":
        container = "journal"
    if container:
        out |= {
            f"{container}{name}": fields[name]
            for name in ("title", "subtitle")
            if name in fields and f"{container}{name}" not in fields
        }
    if container and not (kind in _IN_BOOKS and parent in {"book", "mvbook"}):
        # the author of a book is not the author of a contribution to it, except of an `inbook`
        out.pop("author", None)
    return out
