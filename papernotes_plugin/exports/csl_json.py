r"""Write papers as CSL-JSON 1.0.2, the input format of citation styles.

The types and variables are those of appendices III and IV of
https://docs.citationstyles.org/en/stable/specification.html.  The JSON schema is
https://resource.citationstyles.org/schema/v1.0/input/json/csl-data.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from papernotes_plugin.entries import MONTHS, safe_value, valid_key
from papernotes_plugin.entries.entry_fields import is_shortened, split_names
from papernotes_plugin.exports.biblatex_dates import ISO_DATE
from papernotes_plugin.exports.paper_entry import combined_fields
from papernotes_plugin.exports.rich_text import plain_value, rich_text
from papernotes_plugin.people import Person, parse_person
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
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
"""CSL types by the entry types of BibTeX, biblatex and some exporters; `_csl_type` decides on a `misc`."""
_CONTAINED_TYPES = frozenset({"article-journal", "paper-conference", "chapter", "entry-encyclopedia"})
"""CSL types of works that appear in a larger one."""
_GENRES = {
    "phdthesis": "PhD thesis",
    "mastersthesis": "Master’s thesis",
    "mathesis": "Master’s thesis",
    "candthesis": "Candidate thesis",
    "techreport": "Technical report",
    "resreport": "Research report",
}
"""English text of biblatex's strings for the field `type`, and of entry types that name a genre."""
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
"""CSL variables that copy a field of the entry: the first of these that exists."""
_REPOSITORIES = {"arxiv": "arXiv", "hal": "HAL", "biorxiv": "bioRxiv", "medrxiv": "medRxiv"}
_DASHES = lazy_regex(rf"{OPTIONAL_SPACE}(?:[-–—‐‑−]|\\textendash\s?(?:\{{\}})?)+\s*")


def join_items(items: Iterable[str]) -> str:
    """Return the text of a CSL-JSON file from the texts that `format_item` returns, with one item a line."""
    lines = ",\n".join(items)
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def format_item(paper: CslPaper) -> str:
    """Return a paper as one line of JSON; equal papers give the same bytes."""
    return json.dumps(_item(paper), ensure_ascii=False)


def csl_items(papers: Iterable[Paper]) -> list[dict[str, Any]]:
    """Return the papers as CSL items, in their order; each `id` is the citekey."""
    return [_item(csl_paper(paper)) for paper in papers]


class CslPaper(NamedTuple):
    """Paper in the terms of CSL."""

    item: dict[str, Any]
    """CSL item without the eprint; variables without a value are left out."""
    title: str
    """Title without the tags of CSL's rich text."""
    eprint: str
    """Number of the preprint with its repository, `arXiv:1706.03762`; "" if there is none."""

    def with_citekey(self, citekey: str) -> CslPaper:
        """Return the same paper with another citekey."""
        key = valid_key(citekey)
        item = {**self.item, "id": key, "citation-key": key}
        return self._replace(item={name: value for name, value in item.items() if value})


def csl_paper(paper: Paper) -> CslPaper:
    """Return a paper in the terms of CSL.

    All formats but BibTeX are written from this.  Its values are those of the `.bib` file, so that all exports agree.
    """
    entry_type, values = combined_fields(paper)
    fields = {name: safe for name, value in values.items() if (safe := safe_value(value))}
    key, title = valid_key(paper.citekey), _title(fields, plain_value)
    has_commands = "\\" in fields.get("title", "") or "\\" in fields.get("subtitle", "")
    kind = _csl_type(paper, entry_type, fields)
    variables = {
        "id": key,
        "type": kind,
        "citation-key": key,
        "title": _title(fields, rich_text) if has_commands else title,
        "author": _names(fields.get("author", "")),
        "editor": _names(fields.get("editor", "")),
        "container-title": _container(fields),
        **_plain_fields(fields),
        **_numbers(kind, fields),
        "page": _DASHES.sub("-", plain_value(_DASHES.sub("-", fields["pages"]))) if "pages" in fields else "",
        "genre": _genre(entry_type, fields),
        "issued": _date(fields.get("date", "")) or _month(fields),
        "accessed": _date(fields.get("urldate", "")),
        "DOI": fields.get("doi", ""),
        "URL": fields.get("url", ""),
    }
    publication = fields.get("howpublished", "")
    if publication and kind not in _CONTAINED_TYPES and "://" not in publication:
        variables["publisher"] = variables["publisher"] or plain_value(publication)
    return CslPaper({name: value for name, value in variables.items() if value}, title, _eprint(fields))


def _item(paper: CslPaper) -> dict[str, Any]:
    """Return the item with its eprint: as the number of a preprint, as a note of a published paper."""
    item, eprint = paper.item, paper.eprint
    if not eprint:
        return item
    if item["type"] == "article":
        return {**item, "number": eprint, "publisher": item.get("publisher") or eprint.partition(":")[0]}
    note = item.get("note", "")
    return item if eprint in note else {**item, "note": ", ".join(filter(None, (note, eprint)))}


# --- type and container -----------------------------------------------------------------------------------


def _csl_type(paper: Paper, entry_type: str, fields: Mapping[str, str]) -> str:
    """Return the CSL type; a work of a general type is a preprint, a document or a web page."""
    csl_type = _TYPES.get(entry_type, "document")
    if csl_type not in {"document", "webpage"}:
        return csl_type
    if "eprint" in fields:
        return "article"
    if csl_type == "webpage":
        return csl_type
    if "doi" in fields or paper.identifiers or fields.get("url", "").lower().endswith(".pdf"):
        return "article"
    return "webpage" if "url" in fields else csl_type


def _container(fields: Mapping[str, str]) -> str:
    """Return the title of the journal, the proceedings or the book that the paper appeared in."""
    name = fields.get("booktitle") or fields.get("journal", "")
    sub = fields.get("booksubtitle") or fields.get("journalsubtitle", "")
    return ": ".join(filter(None, (plain_value(name), plain_value(sub))))


def _genre(entry_type: str, fields: Mapping[str, str]) -> str:
    """Return the genre in words: `PhD thesis`; "" if there is none."""
    genre = plain_value(fields.get("type", ""))
    default = _GENRES.get(entry_type, "") if entry_type.endswith("thesis") else ""
    return _GENRES.get(genre.casefold(), genre) or default


def _numbers(kind: str, fields: Mapping[str, str]) -> dict[str, str]:
    """Return the variables for `number` and `issue` of an entry; the type decides their meaning."""
    number, issue = plain_value(fields.get("number", "")), plain_value(fields.get("issue", ""))
    if kind in {"article-journal", "periodical"}:
        return {"issue": number or issue, "number": plain_value(fields.get("eid", ""))}
    if kind in {"book", "chapter", "paper-conference"}:
        return {"collection-number": number, "issue": issue}
    return {"number": number, "issue": issue}


def _eprint(fields: Mapping[str, str]) -> str:
    """Return the number of the preprint with its repository: `arXiv:1706.03762`; "" if there is none."""
    number = fields.get("eprint", "")
    if not number:
        return ""
    prefix = fields.get("archiveprefix") or "arXiv"
    prefix = _REPOSITORIES.get(prefix.lower(), prefix)
    return number if number.lower().startswith(f"{prefix.lower()}:") else f"{prefix}:{number}"


# --- texts ----------------------------------------------------------------------------------------


def _plain_fields(fields: Mapping[str, str]) -> dict[str, str]:
    values = {name: next((fields[n] for n in names if n in fields), "") for name, names in _FIELDS.items()}
    return {name: plain_value(value) for name, value in values.items()}


def _title(fields: Mapping[str, str], convert: Callable[[str], str]) -> str:
    """Return the title with its subtitle, each converted by a function of `rich_text`."""
    title, sub = convert(fields.get("title", "")), convert(fields.get("subtitle", ""))
    return f"{title}{' ' if title[-1:] in '?!:' else ': '}{sub}" if title and sub else title or sub


# --- names ----------------------------------------------------------------------------------------


def _names(value: str) -> list[dict[str, str]]:
    """Return the names of an author field; a shortened list ends in the literal `others`, as in pandoc's output."""
    names = [_name(someone, name) for name in split_names(value) if (someone := parse_person(name))]
    return [*names, {"literal": "others"}] if names and is_shortened(value) else names


def _name(someone: Person, written: str) -> dict[str, str]:
    """Return a name as CSL's name variable; an organisation is a `literal`."""
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
    """Return a biblatex date, or a range of two, as CSL's `date-parts`; invalid months and days are left out."""
    parts = []
    for date in value.split("/")[:2]:
        if not (match := ISO_DATE.match(date.strip())):
            break
        numbers = [int(number) for number in match.groups() if number]
        month_ok = len(numbers) < 2 or 1 <= numbers[1] <= 12
        day_ok = len(numbers) < 3 or 1 <= numbers[2] <= 31
        parts.append(numbers if month_ok and day_ok else numbers[:1])
    return {"date-parts": parts} if parts else {}


def _month(fields: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields `year` and `month` as CSL's `date-parts`; empty without a year."""
    year = re.search(r"\d{4}", fields.get("year", ""))
    if not year:
        return {}
    month = fields.get("month", "")[:3].lower()
    number = MONTHS.index(month) + 1 if month in MONTHS else 0
    return {"date-parts": [[int(year[0]), number] if number else [int(year[0])]]}
