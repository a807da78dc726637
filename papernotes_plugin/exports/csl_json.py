r"""Papers -> CSL-JSON 1.0.2, the data of citation styles.

What an entry says in BibTeX's words is said in CSL's: https://docs.citationstyles.org/en/stable/specification.html,
appendices III and IV; the form is that of https://resource.citationstyles.org/schema/v1.0/input/json/csl-data.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from papernotes_plugin.entries import MONTHS, safe_value, valid_key
from papernotes_plugin.entries.entry_fields import split_names
from papernotes_plugin.exports.paper_entry import combined_fields
from papernotes_plugin.exports.rich_text import plain_value, rich_text
from papernotes_plugin.people import Person, parse_person
from papernotes_plugin.vocabulary.model import Paper

_TYPES = {
    "article": "article-journal",
    "inproceedings": "paper-conference",
    "conference": "paper-conference",
    "incollection": "chapter",
    "inbook": "chapter",
    "inreference": "entry-encyclopedia",
    "book": "book",
    "collection": "book",
    "mvbook": "book",
    "mvcollection": "book",
    "mvproceedings": "book",
    "proceedings": "book",
    "reference": "book",
    "manual": "book",
    "booklet": "pamphlet",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "thesis": "thesis",
    "techreport": "report",
    "report": "report",
    "unpublished": "manuscript",
    "periodical": "periodical",
    "patent": "patent",
    "dataset": "dataset",
    "software": "software",
    **dict.fromkeys(("online", "electronic", "www", "webpage", "website"), "webpage"),
}
"""CSL's types by those of BibTeX, biblatex and some exporters; a `misc` is looked at more closely."""
_PARTS = frozenset({"article-journal", "paper-conference", "chapter", "entry-encyclopedia"})
"""Types of what appears in something larger."""
_GENRES = {
    "phdthesis": "PhD thesis",
    "mastersthesis": "Master’s thesis",
    "mathesis": "Master’s thesis",
    "candthesis": "Candidate thesis",
    "techreport": "Technical report",
    "resreport": "Research report",
}
"""What biblatex's strings stand for in the field `type`, and what a type says by its name."""
_FIELDS = {
    "collection-title": ("series",),
    "volume": ("volume",),
    "edition": ("edition",),
    "chapter-number": ("chapter",),
    "publisher": ("publisher", "institution", "school", "organization"),
    "publisher-place": ("address",),
    "version": ("version",),
    "ISBN": ("isbn",),
    "ISSN": ("issn",),
    "note": ("note",),
}
"""CSL's variables that are a field of an entry as it stands, the first that is there."""
_REPOSITORIES = {"arxiv": "arXiv", "hal": "HAL", "biorxiv": "bioRxiv", "medrxiv": "medRxiv"}
_OTHERS = re.compile(r"\band\s+others\s*$", re.IGNORECASE)
_DASHES = re.compile(r"\s*(?:[-–—‐‑−]|\\textendash\s?(?:\{\})?)+\s*")
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")


def csl_text(papers: Iterable[Paper]) -> str:
    """The papers as CSL-JSON, in their order: UTF-8, one item a line, the same bytes each time."""
    return join_items(format_item(csl_paper(paper)) for paper in papers)


def join_items(items: Iterable[str]) -> str:
    """Papers as CSL-JSON, each as `written` has it."""
    lines = ",\n".join(items)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def format_item(known: CslPaper) -> str:
    """What is known of a paper as an item of CSL-JSON."""
    return json.dumps(_item(known), ensure_ascii=False)


def csl_items(papers: Iterable[Paper]) -> list[dict[str, Any]]:
    """The papers as CSL's items, in their order; each `id` is the citekey."""
    return [_item(csl_paper(paper)) for paper in papers]


class CslPaper(NamedTuple):
    """What an entry says, in CSL's words."""

    item: dict[str, Any]
    """Without the eprint; what is not known is not in it."""
    title: str
    """Without tags."""
    eprint: str
    """With its repository, `arXiv:1706.03762`; "" where there is none."""


def csl_paper(paper: Paper) -> CslPaper:
    """What is known of a paper, for the formats that do not speak BibTeX."""
    named, values = combined_fields(paper)
    # as the `.bib` file has them, so that all exports say the same
    fields = {name: safe for name, value in values.items() if (safe := safe_value(value))}
    key, title = valid_key(paper.citekey), _title(fields, plain_value)
    dressed = "\\" in fields.get("title", "") or "\\" in fields.get("subtitle", "")
    kind = _kind(paper, named, fields)
    said = {
        "id": key,
        "type": kind,
        "citation-key": key,
        "title": _title(fields, rich_text) if dressed else title,
        "author": _names(fields.get("author", "")),
        "editor": _names(fields.get("editor", "")),
        "container-title": _container(fields),
        **_plain_fields(fields),
        **_numbers(kind, fields),
        "page": _DASHES.sub("-", plain_value(_DASHES.sub("-", fields["pages"]))) if "pages" in fields else "",
        "genre": _genre(named, fields),
        "issued": _date(fields.get("date", "")) or _month(fields),
        "accessed": _date(fields.get("urldate", "")),
        "DOI": fields.get("doi", ""),
        "URL": fields.get("url", ""),
    }
    how = fields.get("howpublished", "")
    if how and kind not in _PARTS and "://" not in how:
        said["publisher"] = said["publisher"] or plain_value(how)
    known = {name: value for name, value in said.items() if value}
    return CslPaper(known, title, _eprint(fields))


def _item(known: CslPaper) -> dict[str, Any]:
    """The item with its eprint: of a preprint its number, of what was published since a remark."""
    item, eprint = known.item, known.eprint
    if not eprint:
        return item
    if item["type"] == "article":
        return {**item, "number": eprint, "publisher": item.get("publisher") or eprint.partition(":")[0]}
    note = item.get("note", "")
    return item if eprint in note else {**item, "note": ", ".join(filter(None, (note, eprint)))}


# --- what it is -----------------------------------------------------------------------------------


def _kind(paper: Paper, kind: str, fields: Mapping[str, str]) -> str:
    made = _TYPES.get(kind, "document")
    if made not in {"document", "webpage"}:
        return made
    if "eprint" in fields:
        return "article"
    if made == "webpage":
        return made
    if "doi" in fields or paper.identifiers or fields.get("url", "").lower().endswith(".pdf"):
        return "article"
    return "webpage" if "url" in fields else made


def _container(fields: Mapping[str, str]) -> str:
    """What it appeared in."""
    name = fields.get("booktitle") or fields.get("journal", "")
    sub = fields.get("booksubtitle") or fields.get("journalsubtitle", "")
    return ": ".join(filter(None, (plain_value(name), plain_value(sub))))


def _genre(kind: str, fields: Mapping[str, str]) -> str:
    said = plain_value(fields.get("type", ""))
    default = _GENRES.get(kind, "") if kind.endswith("thesis") else ""
    return _GENRES.get(said.casefold(), said) or default


def _numbers(kind: str, fields: Mapping[str, str]) -> dict[str, str]:
    """`number` and `issue` of an entry; CSL tells apart what they number."""
    number, issue = plain_value(fields.get("number", "")), plain_value(fields.get("issue", ""))
    if kind in {"article-journal", "periodical"}:
        return {"issue": number or issue, "number": plain_value(fields.get("eid", ""))}
    if kind in {"book", "chapter", "paper-conference"}:
        return {"collection-number": number, "issue": issue}
    return {"number": number, "issue": issue}


def _eprint(fields: Mapping[str, str]) -> str:
    number = fields.get("eprint", "")
    if not number:
        return ""
    prefix = fields.get("archiveprefix") or "arXiv"
    prefix = _REPOSITORIES.get(prefix.lower(), prefix)
    return number if number.lower().startswith(f"{prefix.lower()}:") else f"{prefix}:{number}"


# --- texts ----------------------------------------------------------------------------------------


def _plain_fields(fields: Mapping[str, str]) -> dict[str, str]:
    said = {name: next((fields[n] for n in names if n in fields), "") for name, names in _FIELDS.items()}
    return {name: plain_value(value) for name, value in said.items()}


def _title(fields: Mapping[str, str], read: Callable[[str], str]) -> str:
    title, sub = read(fields.get("title", "")), read(fields.get("subtitle", ""))
    return f"{title}{' ' if title[-1:] in '?!:' else ': '}{sub}" if title and sub else title or sub


# --- names ----------------------------------------------------------------------------------------


def _names(value: str) -> list[dict[str, str]]:
    """The names of an author field; a list that is cut ends in the literal `others`, as pandoc has it."""
    found = [_name(someone, name) for name in split_names(value) if (someone := parse_person(name))]
    return [*found, {"literal": "others"}] if found and _OTHERS.search(value) else found


def _name(someone: Person, written: str) -> dict[str, str]:
    if someone.organisation or (not someone.given and written.startswith("{") and written.endswith("}")):
        return {"literal": someone.natural}
    parts = {
        "family": someone.family,
        "given": someone.given,
        "non-dropping-particle": someone.particle,
        "suffix": someone.suffix,
    }
    return {name: value for name, value in parts.items() if value}


# --- dates ----------------------------------------------------------------------------------------


def _date(value: str) -> dict[str, Any]:
    """A date of biblatex, or a range of two, as far as it is one."""
    parts = []
    for one in value.split("/")[:2]:
        if not (match := _DATE.match(one.strip())):
            break
        numbers = [int(number) for number in match.groups() if number]
        month_ok = len(numbers) < 2 or 1 <= numbers[1] <= 12
        day_ok = len(numbers) < 3 or 1 <= numbers[2] <= 31
        parts.append(numbers if month_ok and day_ok else numbers[:1])
    return {"date-parts": parts} if parts else {}


def _month(fields: Mapping[str, str]) -> dict[str, Any]:
    year = re.search(r"\d{4}", fields.get("year", ""))
    if not year:
        return {}
    month = fields.get("month", "")[:3].lower()
    number = MONTHS.index(month) + 1 if month in MONTHS else 0
    return {"date-parts": [[int(year[0]), number] if number else [int(year[0])]]}
