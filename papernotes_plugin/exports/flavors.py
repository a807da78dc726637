"""Type and fields of an entry in the words of BibTeX or of biblatex, with no field that its type cannot hold.

In both flavors an entry satisfies BibTeX's standard styles (btxdoc, section 3.1) or biblatex's data model, and in
BibTeX's flavor the latter too, for biber reads those files as well.  What is known too little for its type becomes
a `misc`.
"""

from __future__ import annotations

from papernotes_plugin.config import BIBLATEX
from papernotes_plugin.entries import MONTHS
from papernotes_plugin.exports import datamodel

_BIBTEX_TYPES = {
    **dict.fromkeys(datamodel.ALLOWED, "misc"),
    **dict.fromkeys(("book", "mvbook", "collection", "mvcollection", "reference", "mvreference"), "book"),
    **dict.fromkeys(("inbook", "bookinbook", "suppbook", "incollection"), "incollection"),
    **dict.fromkeys(("suppcollection", "inreference"), "incollection"),
    **dict.fromkeys(("inproceedings", "conference"), "inproceedings"),
    **dict.fromkeys(("proceedings", "mvproceedings"), "proceedings"),
    **{kind: kind for kind in ("article", "booklet", "manual", "unpublished", "phdthesis", "mastersthesis")},
    **{"report": "techreport", "techreport": "techreport", "thesis": "phdthesis"},
}
"""The nearest of BibTeX's types."""
_NEEDED = {
    "article": ("author", "title", "journal", "year"),
    "book": ("title", "publisher", "year"),
    "booklet": ("title", "year"),
    "incollection": ("author", "title", "booktitle", "publisher", "year"),
    "inproceedings": ("author", "title", "booktitle", "year"),
    "manual": ("title", "year"),
    "mastersthesis": ("author", "title", "school", "year"),
    "phdthesis": ("author", "title", "school", "year"),
    "proceedings": ("title", "year"),
    "techreport": ("author", "title", "institution", "year"),
    "unpublished": ("author", "title", "note", "year"),
}
"""Fields without which the standard styles or biber complain."""
_MENDED = ("booktitle", "journal", "school", "institution", "publisher")
"""Where it appeared, of which a `misc` tells the first as `howpublished`."""


def flavored(kind: str, fields: dict[str, str], flavor: str) -> tuple[str, dict[str, str]]:
    """The type and the fields of an entry, given under BibTeX's names, in a flavor."""
    if kind == "inbook" and "booktitle" not in fields:
        # in BibTeX the title of an `inbook` is that of the book
        kind = "book"
    return _biblatex(kind, dict(fields)) if flavor == BIBLATEX else _bibtex(kind, dict(fields))


def _bibtex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    if kind == "thesis" and "master" in fields.get("type", "").lower():
        kind = "mastersthesis"
    kind = _BIBTEX_TYPES.get(kind, "misc")
    if kind.endswith("thesis") and "school" not in fields and "institution" in fields:
        fields["school"] = fields.pop("institution")
    if kind == "book" and "author" not in fields:
        # biber wants an author of a book; the styles show the two alike
        kind = "proceedings" if "editor" in fields else "misc"
    if kind == "incollection" and "editor" not in fields:
        kind = "inproceedings"
    if kind == "booklet" and not fields.keys() & {"author", "editor"}:
        kind = "misc"
    if any(name not in fields for name in _NEEDED.get(kind, ())):
        kind = _as_misc(fields)
    fields.pop("date", "")
    allowed = datamodel.ALLOWED[datamodel.TYPES.get(kind, kind)] | {"year", "month", "key"}
    return kind, {name: value for name, value in fields.items() if datamodel.RENAMED.get(name, name) in allowed}


def _as_misc(fields: dict[str, str]) -> str:
    for name in _MENDED:
        if name in fields:
            fields.setdefault("howpublished", fields[name])
    if "publisher" in fields:
        fields.setdefault("organization", fields["publisher"])
    return "misc"


def _biblatex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    if kind in {"phdthesis", "mastersthesis", "techreport"}:
        fields.setdefault("type", {"mastersthesis": "mathesis"}.get(kind, kind))
    if kind == "report":
        fields.setdefault("type", "techreport")
    kind = datamodel.TYPES.get(kind, kind)
    kind = kind if kind in datamodel.ALLOWED else "misc"
    if kind == "book" and "author" not in fields:
        kind = "collection"
    if kind == "incollection" and "editor" not in fields:
        kind = "inbook"
    if kind == "misc" and "eprint" in fields and not fields.keys() & {"howpublished", "type", "address"}:
        kind = "online"
    named = {datamodel.RENAMED.get(name, name): value for name, value in fields.items()}
    if any(name not in named for name in datamodel.NEEDED.get(kind, ())):
        _as_misc(fields)
        named = {datamodel.RENAMED.get(name, name): value for name, value in fields.items()}
        kind = "misc"
    _one_date(named)
    return kind, {name: value for name, value in named.items() if name in datamodel.ALLOWED[kind]}


def _one_date(named: dict[str, str]) -> None:
    """Put year and month, which biblatex keeps for old files, into `date`."""
    year, month = named.pop("year", ""), named.pop("month", "")
    if year and not named.get("date", "").startswith(year):
        named["date"] = f"{year}-{MONTHS.index(month) + 1:02}" if month in MONTHS else year
