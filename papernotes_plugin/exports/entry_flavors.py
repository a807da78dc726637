"""Type and fields of an entry in the words of BibTeX or of biblatex, with no field that its type cannot hold.

An entry satisfies BibTeX's standard styles (btxdoc, section 3.1; what `plain.bst` and `plainnat.bst` warn of) or
biblatex's data model, and in BibTeX's flavor both, for biber reads those files as well.  What is known too little
for its type becomes a `misc`.
"""

from __future__ import annotations

from papernotes_plugin.entries import MONTHS
from papernotes_plugin.exports.biblatex_datamodel import ALLOWED, NEEDED, RENAMED, TYPES
from papernotes_plugin.vocabulary.config import BIBLATEX

_BIBTEX_TYPES = {
    **dict.fromkeys(ALLOWED, "misc"),
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
"""Fields without which a standard style or biber complains."""
_INSTEAD = {"book": "proceedings", "incollection": "inproceedings"}
"""Types that want less and look alike: biber wants an author of a book, and an editor around a chapter."""
_INSTEAD_IN_BIBLATEX = {"book": "collection", "incollection": "inbook", "mvbook": "mvcollection"}
_COUNTED = frozenset({"article", "book", "incollection", "inproceedings", "proceedings"})
"""Types of which the styles show a number only with a volume, or only without one and in a series."""
_PLACES = ("booktitle", "journal", "school", "institution", "publisher")
"""Where it appeared; a `misc` tells the first of them as `howpublished`."""
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_SUBTITLES = {"title": "subtitle", "booktitle": "booksubtitle", "journal": "journalsubtitle"}


def apply_flavor(kind: str, fields: dict[str, str], flavor: str) -> tuple[str, dict[str, str]]:
    """The type and the fields of an entry, given under BibTeX's names, in a flavor."""
    if kind == "inbook" and "booktitle" not in fields:
        # in BibTeX the title of an `inbook` is that of the book
        kind = "book"
    return _biblatex(kind, dict(fields)) if flavor == BIBLATEX else _bibtex(kind, dict(fields))


def _misc(fields: dict[str, str]) -> str:
    for name in _PLACES:
        if name in fields:
            fields.setdefault("howpublished", fields[name])
    if "publisher" in fields:
        fields.setdefault("organization", fields["publisher"])
    return "misc"


# --- BibTeX ---------------------------------------------------------------------------------------


def _bibtex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    if kind == "thesis" and "master" in fields.get("type", "").replace("mathesis", "master").lower():
        kind = "mastersthesis"
    kind = _BIBTEX_TYPES.get(kind, "misc")
    if kind.endswith("thesis") and "institution" in fields:
        fields.setdefault("school", fields.pop("institution"))
    elif "school" in fields and not kind.endswith("thesis"):
        fields.setdefault("institution", fields.pop("school"))
    for title, subtitle in _SUBTITLES.items():
        if title in fields and subtitle in fields:
            # no style of BibTeX shows a subtitle
            fields[title] = f"{fields[title]}: {fields.pop(subtitle)}"
    known = {*fields, *({"author"} if kind == "booklet" and "editor" in fields else ())}
    for option in (kind, _INSTEAD.get(kind, kind)):
        if _NEEDED.get(option, set()) <= known:
            kind = option
            break
    else:
        kind = _misc(fields)
    _numbered(kind, fields)
    fields.pop("institution" if kind.endswith("thesis") else "school", "")
    allowed = (ALLOWED[TYPES.get(kind, kind)] | {"year", "month", "key"}) - {"date"}
    return kind, {name: value for name, value in fields.items() if RENAMED.get(name, name) in allowed}


def _numbered(kind: str, fields: dict[str, str]) -> None:
    """Leave out what the styles warn of and do not show."""
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
    named = _named(fields)
    for option in (kind, _INSTEAD_IN_BIBLATEX.get(kind, kind)):
        if set(NEEDED.get(option, ())) <= named.keys() and _has_one(option, named):
            kind = option
            break
    else:
        kind = _misc(fields)
        named = _named(fields)
    _one_date(named)
    _one_volume(named)
    return kind, {name: value for name, value in named.items() if name in ALLOWED[kind]}


def _named(fields: dict[str, str]) -> dict[str, str]:
    """The fields under biblatex's names; of two for one thing biblatex's own."""
    return {RENAMED.get(name, name): value for name, value in fields.items()} | {
        name: value for name, value in fields.items() if name not in RENAMED
    }


def _has_one(kind: str, named: dict[str, str]) -> bool:
    """Whether one of the fields is there of which a type needs any."""
    wanted = {"online": {"url", "doi", "eprint"}, "booklet": {"author", "editor"}}.get(kind)
    return wanted is None or not wanted.isdisjoint(named)


def _one_date(named: dict[str, str]) -> None:
    """Put year and month, which biblatex keeps for old files, into `date`."""
    year, month = named.pop("year", ""), named.pop("month", "")
    if year and not named.get("date", "").startswith(year):
        named["date"] = f"{year}-{MONTHS.index(month) + 1:02}" if month in MONTHS else year


def _one_volume(named: dict[str, str]) -> None:
    """Make the volume a number, as biblatex wants it; another one is told in words at the end."""
    volume = named.get("volume", "")
    if volume and not (volume.isascii() and volume.isdecimal()):
        del named["volume"]
        number = _roman(volume)
        named |= {"volume": str(number)} if number else {"addendum": named.get("addendum", f"Vol. {volume}")}


def _roman(text: str) -> int:
    """The number that a Roman one stands for; 0 for what is none."""
    values = [_ROMAN.get(char, 0) for char in text.upper()]
    if not all(values):
        return 0
    return sum(-value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True))


def missing_date(fields: dict[str, str], flavor: str) -> dict[str, str]:
    """What stands for a date that nobody knows, in the form that draws no complaint.

    BibTeX's styles warn of an empty year, so it says "no date"; biber wants a date, and typst reads nothing but
    one, so `XXXX`, an unspecified year (EDTF, ISO 8601-2), stands beside.
    """
    if fields.keys() & {"year", "date"}:
        return {}
    return {"date": "XXXX"} if flavor == BIBLATEX else {"year": "n.d.", "date": "XXXX"}
