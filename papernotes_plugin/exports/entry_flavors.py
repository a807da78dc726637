"""Convert the type and fields of an entry to BibTeX or biblatex, with only the fields that its type may have.

An entry for BibTeX satisfies BibTeX's standard styles: section 3.1 of btxdoc, and the warnings of `plain.bst` and
`plainnat.bst`.  It also satisfies biblatex's data model, because biber reads such files as well.  An entry for biblatex
satisfies biblatex's data model.  An entry with too few fields for its type becomes a `misc`.
"""

from __future__ import annotations

from collections.abc import Mapping

from papernotes_plugin.entries import MONTHS
from papernotes_plugin.exports.biblatex_datamodel import ALLOWED, NEEDED, RENAMED, TYPES
from papernotes_plugin.vocabulary.config import BIBLATEX

BIBTEX_TYPES = {
    **dict.fromkeys(ALLOWED, "misc"),
    **dict.fromkeys(("book", "mvbook", "collection", "mvcollection", "reference", "mvreference"), "book"),
    **dict.fromkeys(("inbook", "bookinbook", "suppbook", "incollection"), "incollection"),
    **dict.fromkeys(("suppcollection", "inreference"), "incollection"),
    **dict.fromkeys(("inproceedings", "conference"), "inproceedings"),
    **dict.fromkeys(("proceedings", "mvproceedings"), "proceedings"),
    **{kind: kind for kind in ("article", "booklet", "manual", "unpublished", "phdthesis", "mastersthesis")},
    **{"report": "techreport", "techreport": "techreport", "thesis": "phdthesis"},
}
"""Nearest type of BibTeX, by type of BibTeX or biblatex."""
_NEEDED = {
    "article": {"author", "title", "journal", "year"},
    "book": {"author", "title", "publisher", "year"},
    "booklet": {"author", "title", "year"},
    "incollection": {"author", "editor", "title", "booktitle", "publisher", "year"},
    "inproceedings": {"author", "title", "booktitle", "year"},
    "manual": {"title", "year"},
    "mastersthesis": {"author", "title", "school", "year"},
    "phdthesis": {"author", "title", "school", "year"},
    "proceedings": {"editor", "title", "year"},
    "techreport": {"author", "title", "institution", "year"},
    "unpublished": {"author", "title", "note", "year"},
}
"""Fields without which a standard style or biber warns, by type."""
_FALLBACK_TYPES = {"book": "proceedings", "incollection": "inproceedings"}
"""Similar types with fewer required fields; biber requires an author of a book, and an editor of a collection."""
_FALLBACK_TYPES_IN_BIBLATEX = {"book": "collection", "incollection": "inbook", "mvbook": "mvcollection"}
_COUNTED = frozenset({"article", "book", "incollection", "inproceedings", "proceedings"})
"""Types whose number the styles show only with a volume, or only in a series without a volume."""
_PUBLICATION_FIELDS = ("booktitle", "journal", "school", "institution", "publisher")
"""Fields of the publication; a `misc` has the first of them as `howpublished`."""
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_SUBTITLES = {"title": "subtitle", "booktitle": "booksubtitle", "journal": "journalsubtitle"}


def apply_flavor(kind: str, fields: dict[str, str], flavor: str) -> tuple[str, dict[str, str]]:
    """Return the type and the fields of an entry in a flavor.

    Args:
        kind: Type of the entry, of BibTeX or biblatex.
        fields: Fields under BibTeX's names; not changed.
        flavor: `bibtex` or `biblatex`.

    Returns:
        The type, and new fields under the names of the flavor.
    """
    if kind == "inbook" and "booktitle" not in fields:
        # in BibTeX the title of an `inbook` is that of the book
        kind = "book"
    return _biblatex(kind, dict(fields)) if flavor == BIBLATEX else _bibtex(kind, dict(fields))


def bibtex_type(kind: str, fields: Mapping[str, str], default: str) -> str:
    """Return the nearest type of BibTeX for a type and fields of biblatex; `default` for a type of neither."""
    if kind == "thesis" and "master" in fields.get("type", "").replace("mathesis", "master").lower():
        return "mastersthesis"
    return BIBTEX_TYPES.get(kind, default)


def join_subtitles(fields: dict[str, str]) -> None:
    """Append the subtitles to their titles, because no style of BibTeX has subtitles."""
    for title, subtitle in _SUBTITLES.items():
        if title in fields and subtitle in fields:
            fields[title] = f"{fields[title]}: {fields.pop(subtitle)}"


def _misc(fields: dict[str, str]) -> str:
    """Move the fields of the publication to those of a `misc`, and return that type."""
    for name in _PUBLICATION_FIELDS:
        if name in fields:
            fields.setdefault("howpublished", fields[name])
    if "publisher" in fields:
        fields.setdefault("organization", fields["publisher"])
    return "misc"


# --- BibTeX ---------------------------------------------------------------------------------------


def _bibtex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    kind = bibtex_type(kind, fields, "misc")
    if kind.endswith("thesis") and "institution" in fields:
        fields.setdefault("school", fields.pop("institution"))
    elif "school" in fields and not kind.endswith("thesis"):
        fields.setdefault("institution", fields.pop("school"))
    join_subtitles(fields)
    present = {*fields, *({"author"} if kind == "booklet" and "editor" in fields else ())}
    for option in (kind, _FALLBACK_TYPES.get(kind, kind)):
        if _NEEDED.get(option, set()) <= present:
            kind = option
            break
    else:
        kind = _misc(fields)
    _drop_hidden_fields(kind, fields)
    fields.pop("institution" if kind.endswith("thesis") else "school", "")
    allowed = (ALLOWED[TYPES.get(kind, kind)] | {"year", "month", "key"}) - {"date"}
    return kind, {name: value for name, value in fields.items() if RENAMED.get(name, name) in allowed}


def _drop_hidden_fields(kind: str, fields: dict[str, str]) -> None:
    """Remove the fields that BibTeX's styles do not show but warn about."""
    if kind == "book":
        fields.pop("editor", "")
    shown = "volume" in fields if kind == "article" else "volume" not in fields and "series" in fields
    if "number" in fields and kind in _COUNTED and not shown:
        number = fields.pop("number")
        fields |= {"issue": fields.get("issue", number)} if kind == "article" else {}
    if "month" in fields and "year" not in fields:
        del fields["month"]


# --- biblatex -------------------------------------------------------------------------------------


def _biblatex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    if kind in {"phdthesis", "mastersthesis", "techreport", "report", "thesis"}:
        default = {"mastersthesis": "mathesis", "report": "techreport", "thesis": "phdthesis"}.get(kind, kind)
        fields.setdefault("type", default)
    kind = TYPES.get(kind, kind)
    kind = kind if kind in ALLOWED else "misc"
    fields.pop("key", "")
    if kind == "misc" and "eprint" in fields and not fields.keys() & {"howpublished", "type", "address"}:
        kind = "online"
    renamed = _with_biblatex_names(fields)
    for option in (kind, _FALLBACK_TYPES_IN_BIBLATEX.get(kind, kind)):
        if set(NEEDED.get(option, ())) <= renamed.keys() and _has_one(option, renamed):
            kind = option
            break
    else:
        kind = _misc(fields)
        renamed = _with_biblatex_names(fields)
    _set_date(renamed)
    _set_volume(renamed)
    return kind, {name: value for name, value in renamed.items() if name in ALLOWED[kind]}


def _with_biblatex_names(fields: dict[str, str]) -> dict[str, str]:
    """Return the fields under biblatex's names; a field that already has such a name takes precedence."""
    return {RENAMED.get(name, name): value for name, value in fields.items()} | {
        name: value for name, value in fields.items() if name not in RENAMED
    }


def _has_one(kind: str, renamed: dict[str, str]) -> bool:
    """Return whether at least one field is present, for types that need one of several."""
    options = {"online": {"url", "doi", "eprint"}, "booklet": {"author", "editor"}}.get(kind)
    return options is None or not options.isdisjoint(renamed)


def _set_date(renamed: dict[str, str]) -> None:
    """Replace year and month, which biblatex supports only for old files, by `date`."""
    year, month = renamed.pop("year", ""), renamed.pop("month", "")
    if year and not renamed.get("date", "").startswith(year):
        renamed["date"] = f"{year}-{MONTHS.index(month) + 1:02}" if month in MONTHS else year


def _set_volume(renamed: dict[str, str]) -> None:
    """Make the volume a number, as biblatex requires; any other volume moves to `addendum`."""
    volume = renamed.get("volume", "")
    if volume and not (volume.isascii() and volume.isdecimal()):
        del renamed["volume"]
        number = _roman(volume)
        renamed |= {"volume": str(number)} if number else {"addendum": renamed.get("addendum", f"Vol. {volume}")}


def _roman(text: str) -> int:
    """Return the value of a Roman numeral; 0 for any other text."""
    values = [_ROMAN.get(char, 0) for char in text.upper()]
    if not all(values):
        return 0
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))
