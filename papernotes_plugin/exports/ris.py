"""Write papers as RIS, the format of reference managers.

RIS has no single standard.  Types and tags are those that Zotero, EndNote, citation-js, pandoc and bibutils share.
https://en.wikipedia.org/wiki/RIS_(file_format) lists the sources.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from papernotes_plugin.exports.csl_json import CslPaper

_TYPES = {
    "article": "UNPB",
    "article-journal": "JOUR",
    "book": "BOOK",
    "chapter": "CHAP",
    "dataset": "DATA",
    "entry-encyclopedia": "ENCYC",
    "manuscript": "UNPB",
    "pamphlet": "PAMP",
    "paper-conference": "CONF",
    "patent": "PAT",
    "report": "RPRT",
    "software": "COMP",
    "thesis": "THES",
    "webpage": "ELEC",
}
"""RIS types by CSL type; all other papers are `GEN`."""
_EDITORS = {"CONF": "A2", "CHAP": "A2", "ENCYC": "A2", "JOUR": "A2"}
"""Tag of the editors by RIS type; `ED` for other types, in which `A2` means the editors of a series."""
_SERIES = {"BOOK": "T2", "RPRT": "T2"}
"""Tag of the series by RIS type; `T3` for other types, in which `T2` means the container."""
_SIMPLE = {
    "volume": "VL",
    "issue": "IS",
    "edition": "ET",
    "version": "ET",
    "chapter-number": "SE",
    "publisher": "PB",
    "publisher-place": "CY",
    "ISBN": "SN",
    "ISSN": "SN",
    "DOI": "DO",
    "URL": "UR",
    "genre": "M3",
    "note": "N1",
}
"""RIS tags by CSL variable whose value is written unchanged."""


def join_records(records: Iterable[str]) -> str:
    """Return the text of a RIS file from the texts that `format_record` returns, with an empty line between two."""
    return "\n".join(records)


def format_record(paper: CslPaper) -> str:
    """Return a paper as a RIS record from `TY` to `ER`; lines end in LF."""
    lines = "".join(f"{tag}  - {_line(value)}\n" for tag, value in _tags(paper) if value)
    return f"{lines}ER  - \n"


def _line(value: str) -> str:
    """Return a value on one line."""
    return " ".join(value.split())


def _tags(paper: CslPaper) -> Iterator[tuple[str, str]]:
    """Yield the tags of a record with their values, which may be empty; `TY` is the first."""
    item = paper.item
    kind = _TYPES.get(item["type"], "GEN")
    yield "TY", kind
    yield "ID", item["id"]
    yield "TI", paper.title
    yield from (("AU", _name(name)) for name in item.get("author", ()))
    yield from ((_EDITORS.get(kind, "ED"), _name(name)) for name in item.get("editor", ()))
    container = item.get("container-title", "")
    yield "T2", container
    # some programs read C3 as the conference, others as its proceedings
    yield "C3", container if kind == "CONF" else ""
    yield _SERIES.get(kind, "T3"), item.get("collection-title", "")
    yield from _dates(kind, item)
    yield from ((tag, item.get(name, "")) for name, tag in _SIMPLE.items())
    yield from _numbers(kind, paper)
    first, _, last = item.get("page", "").partition("-")
    yield "SP", first
    yield "EP", last


def _name(name: Mapping[str, str]) -> str:
    """Return `Family, Given, Suffix`; the name of an organisation ends in a comma, because it has no other part."""
    if "literal" in name:
        return name["literal"] if name["literal"] == "others" else f"{name['literal']},"
    family = " ".join(filter(None, (name.get("non-dropping-particle"), name["family"])))
    return ", ".join(filter(None, (family, name.get("given"), name.get("suffix"))))


def _dates(kind: str, item: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the tags of the year, of the date, and of the date of access."""
    issued = item.get("issued", {}).get("date-parts", [[]])[0]
    yield "PY", f"{issued[0]:04}" if issued else ""
    # some programs read PY as the year of the conference, not as that of the paper
    yield "DA", _slashed(issued) if len(issued) > 1 or kind == "CONF" else ""
    yield "Y2", _slashed(item.get("accessed", {}).get("date-parts", [[]])[0])


def _slashed(parts: list[int]) -> str:
    """Return a date as `2017/06/12`; missing parts leave their slashes.

    Examples:
        >>> _slashed([2017, 6, 12]), _slashed([2017, 6]), _slashed([2017]), _slashed([])
        ('2017/06/12', '2017/06//', '2017///', '')
    """
    shown = "/".join(f"{part:02}" for part in parts)
    return shown + ("", "///", "//", "")[len(parts)]


def _numbers(kind: str, paper: CslPaper) -> Iterator[tuple[str, str]]:
    """Yield the tags of number and eprint; a report has its number in the tag that is the ISBN of other works."""
    yield {"RPRT": "SN", "JOUR": "C7"}.get(kind, "M1"), paper.item.get("number", "")
    yield "AN", paper.eprint
    unpublished = kind == "UNPB" and "publisher" not in paper.item
    yield "PB", paper.eprint.partition(":")[0] if unpublished else ""
