"""Papers -> RIS, the format of reference managers.

There is no one standard of it.  Types and tags are those that Zotero, EndNote, citation-js, pandoc and bibutils read
alike, as far as they do; https://en.wikipedia.org/wiki/RIS_(file_format) lists their origins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from papernotes_plugin.exports.csl_json import CslPaper, csl_paper
from papernotes_plugin.vocabulary.model import Paper

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
"""By CSL's types; all others are `GEN`."""
_EDITORS = {"CONF": "A2", "CHAP": "A2", "ENCYC": "A2", "JOUR": "A2"}
"""The tag of editors; `ED` elsewhere, where `A2` would be the editors of a series."""
_SERIES = {"BOOK": "T2", "RPRT": "T2"}
"""The tag of a series; `T3` elsewhere, where `T2` is what the work appeared in."""
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


def ris_text(papers: Iterable[Paper]) -> str:
    """The papers as RIS, in their order: UTF-8, an empty line between two, line ends as in all our files."""
    return join_records(format_record(csl_paper(paper)) for paper in papers)


def join_records(records: Iterable[str]) -> str:
    """Papers as RIS, each as `written` has it."""
    return "\n".join(records)


def format_record(known: CslPaper) -> str:
    """What is known of a paper as a record of RIS."""
    lines = "".join(f"{tag}  - {_line(value)}\n" for tag, value in _tags(known) if value)
    return f"{lines}ER  - \n"


def _line(value: str) -> str:
    """A value that ends no line and begins none."""
    return " ".join(value.split())


def _tags(known: CslPaper) -> Iterator[tuple[str, str]]:
    item = known.item
    kind = _TYPES.get(item["type"], "GEN")
    yield "TY", kind
    yield "ID", item["id"]
    yield "TI", known.title
    yield from (("AU", _name(name)) for name in item.get("author", ()))
    yield from ((_EDITORS.get(kind, "ED"), _name(name)) for name in item.get("editor", ()))
    container = item.get("container-title", "")
    yield "T2", container
    # the one is the conference to some, the other its proceedings
    yield "C3", container if kind == "CONF" else ""
    yield _SERIES.get(kind, "T3"), item.get("collection-title", "")
    yield from _dates(kind, item)
    yield from ((tag, item.get(name, "")) for name, tag in _SIMPLE.items())
    yield from _numbers(kind, known)
    first, _, last = item.get("page", "").partition("-")
    yield "SP", first
    yield "EP", last


def _name(name: Mapping[str, str]) -> str:
    """`Family, Given, Suffix`; the comma behind a name that is no person's says that it has no other part."""
    if "literal" in name:
        return name["literal"] if name["literal"] == "others" else f"{name['literal']},"
    family = " ".join(filter(None, (name.get("non-dropping-particle"), name["family"])))
    return ", ".join(filter(None, (family, name.get("given"), name.get("suffix"))))


def _dates(kind: str, item: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    issued = item.get("issued", {}).get("date-parts", [[]])[0]
    yield "PY", f"{issued[0]:04}" if issued else ""
    # to some `PY` is the year of a conference and says nothing of its papers
    yield "DA", _slashed(issued) if len(issued) > 1 or kind == "CONF" else ""
    yield "Y2", _slashed(item.get("accessed", {}).get("date-parts", [[]])[0])


def _slashed(parts: list[int]) -> str:
    """A date as `2017/06/12`; what is not known of it leaves its slashes.

    Examples:
        >>> _slashed([2017, 6, 12]), _slashed([2017, 6]), _slashed([2017]), _slashed([])
        ('2017/06/12', '2017/06//', '2017///', '')
    """
    shown = "/".join(f"{part:02}" for part in parts)
    return shown + ("", "///", "//", "")[len(parts)]


def _numbers(kind: str, known: CslPaper) -> Iterator[tuple[str, str]]:
    """Number and eprint; the number of a report stands where other works have their ISBN."""
    yield {"RPRT": "SN", "JOUR": "C7"}.get(kind, "M1"), known.item.get("number", "")
    yield "AN", known.eprint
    unpublished = kind == "UNPB" and "publisher" not in known.item
    yield "PB", known.eprint.partition(":")[0] if unpublished else ""
