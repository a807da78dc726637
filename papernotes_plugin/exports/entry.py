"""Paper -> its BibTeX entry: the type and fields that its venue and its author ask for."""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries import MONTHS
from papernotes_plugin.entries.fields import implied_year
from papernotes_plugin.entries.latex import encoded, mended, protected
from papernotes_plugin.model import Entry, Evidence, Paper
from papernotes_plugin.people import Person, people

_TYPES = {
    "conference": "inproceedings",
    "report": "techreport",
    "mvbook": "book",
    "mvproceedings": "proceedings",
    "collection": "book",
    "mvcollection": "book",
    "bookinbook": "incollection",
    "inbook": "incollection",
    "suppcollection": "incollection",
}
"""biblatex's types as the nearest of BibTeX's."""
_NEEDS = {
    "article": ("author", "title", "journal", "year"),
    "inproceedings": ("author", "title", "booktitle", "year"),
    "incollection": ("author", "title", "booktitle", "publisher", "year"),
    "book": ("title", "publisher", "year"),
    "proceedings": ("title", "year"),
    "phdthesis": ("author", "title", "school", "year"),
    "mastersthesis": ("author", "title", "school", "year"),
    "techreport": ("author", "title", "institution", "year"),
    "unpublished": ("author", "title", "note"),
    "manual": ("title",),
    "booklet": ("title",),
    "misc": (),
}
"""Fields without which the standard styles warn (btxdoc, section 3.1); an entry that lacks one becomes a `misc`."""
_RENAMED = {
    "journaltitle": "journal",
    "location": "address",
    "eprinttype": "archiveprefix",
    "eprintclass": "primaryclass",
}
_PUBLIC_TABLE = """
    title subtitle author editor booktitle journal series volume number edition chapter pages publisher organization
    institution school address type howpublished month year eprint archiveprefix primaryclass doi isbn issn url
    urldate note
"""
_PUBLIC = frozenset(_PUBLIC_TABLE.split())
"""Fields of an author's entry that are passed on; all others are private or for one program alone."""
_VERBATIM = frozenset({"url", "doi", "eprint"})
_CONTAINERS = ("booktitle", "journal")
_ESCAPED = re.compile(r"\\([_%#&~$])(?:\{\})?")
_JOURNAL = re.compile(r"\b(?:journal|transactions|letters|annals|magazine|bulletin|quarterly)\b", re.IGNORECASE)
_DATE = re.compile(r"(\d{4})(?:-(\d{2}))?")


def entry(paper: Paper) -> Entry:
    """The BibTeX entry of a paper: the author's own where there is one, to the letter, completed by what is known.

    A published venue makes it an `inproceedings` or `article`, else it is a `misc` with its eprint; where too
    little is known for the type it is a `misc` too, so that every style takes it.
    """
    own, kind = _own(paper)
    facts = _facts(paper)
    if "eprint" in own and facts.get("eprint", "") not in own["eprint"]:
        facts.pop("archiveprefix", "")
    overruled = {name for name in ("title", "author", "year") if name in facts and _told_elsewhere(paper, name)}
    fields = {**facts, **{name: value for name, value in own.items() if name not in overruled}}
    kind = _placed(paper, kind, fields)
    if any(name not in fields for name in _NEEDS[kind]) or (
        kind == "book" and not fields.keys() & {"author", "editor"}
    ):
        kind = _as_misc(fields)
    if not fields.keys() & {"author", "editor"}:
        # what the styles sort by, and ask for, where nobody is known to have written it
        fields["key"] = encoded(paper.title)
    said = paper.entry.evidence if paper.entry else Evidence()
    path, line = (paper.entry.path, paper.entry.line) if paper.entry else ("", 0)
    return Entry(key=paper.citekey, type=kind, fields=tuple(fields.items()), path=path, line=line, evidence=said)


def _told_elsewhere(paper: Paper, name: str) -> bool:
    """Whether something above the author's entry, as front matter is, states a fact."""
    fact = {"author": "authors"}.get(name, name)
    origin = paper.origins.get(fact, "")
    return paper.entry is not None and origin not in {"", "citekey", f"{paper.entry.path}:{paper.entry.line}"}


def _own(paper: Paper) -> tuple[dict[str, str], str]:
    """The public fields of the author's entry under BibTeX's names, and its type."""
    if paper.entry is None:
        return {}, "misc"
    given = dict(paper.entry.fields)
    out: dict[str, str] = {}
    for name, value in given.items():
        name = _RENAMED.get(name, name)
        if name in _PUBLIC and name not in out:
            out[name] = _bare(name, value) if name in _VERBATIM else mended(value)
    if "family=" in out.get("author", "").replace(" ", ""):
        out["author"] = _names(paper.entry.evidence.authors, "others" in out["author"].split())
    _date(out, given.get("date", ""))
    if out.get("archiveprefix", "").lower() == "arxiv":
        out["archiveprefix"] = "arXiv"
    kind = paper.entry.type
    if kind == "thesis":
        kind = "mastersthesis" if "master" in given.get("type", "").lower() else "phdthesis"
    if kind.endswith("thesis") and "school" not in out and "institution" in out:
        out["school"] = out.pop("institution")
    kind = _TYPES.get(kind, kind)
    return {name: value for name, value in out.items() if value}, kind if kind in _NEEDS else "misc"


def _bare(name: str, value: str) -> str:
    """A URL, DOI or eprint without LaTeX; "" for a URL that is none."""
    value = _ESCAPED.sub(r"\1", value.removeprefix("\\url")).strip("{} ")
    if name == "doi":
        return re.sub(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", "", value, flags=re.IGNORECASE)
    return "" if name == "url" and not value.lower().startswith(("http://", "https://")) else value


def _date(out: dict[str, str], date: str) -> None:
    """Put year and month into the forms that every style takes; what is no date goes."""
    found = _DATE.match(date)
    year = re.search(r"(?<!\d)\d{4}(?!\d)", out.pop("year", ""))
    if year or found:
        out["year"] = year[0] if year else found[1] if found else ""
    month = out.pop("month", (found[2] or "") if found else "").strip().lower()
    words = [word[:3] for word in re.findall(r"[a-z]+", month) if word[:3] in MONTHS]
    if words or (month.isdecimal() and 1 <= int(month) <= 12):
        out["month"] = words[0] if words else MONTHS[int(month) - 1]


def _facts(paper: Paper) -> dict[str, str]:
    """The fields that hold whatever the type."""
    held = {identifier.scheme: identifier.value for identifier in reversed(paper.identifiers)}
    year = paper.year or implied_year(paper.identifiers)
    out = {
        "title": protected(encoded(paper.title)),
        # of all authors a citekey tells the first only
        "author": _names(paper.authors, paper.origins.get("authors") == "citekey"),
        "year": str(year) if year else "",
        "doi": held.get("doi", ""),
        "eprint": held.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in held else "",
        "url": _url(paper),
    }
    return {name: value for name, value in out.items() if value}


def _names(written: Iterable[str], more: bool) -> str:
    """Authors as BibTeX names; a list that was cut ends in `others`."""
    persons, cut = people(written)
    names = [_name(person) for person in persons]
    return " and ".join([*names, "others"] if names and (cut or more) else names)


def _name(person: Person) -> str:
    if person.organisation or (not person.given and " " in person.surname) or " and " in f" {person.inverted.lower()} ":
        return f"{{{encoded(person.natural)}}}"
    return ", ".join(encoded(part) for part in (person.surname, person.suffix, person.given) if part)


def _url(paper: Paper) -> str:
    """Where to read it: its first identifier's page; that of a DOI only says again what the entry says."""
    pages = [identifiers.url(held) for held in paper.identifiers if held.scheme not in {"doi", "isbn", "s2"}]
    pages += [link.url for link in paper.links if identifiers.is_document(link.url)]
    return next(filter(None, pages), "")


def _placed(paper: Paper, kind: str, fields: dict[str, str]) -> str:
    """The type, with the venue's fields put in, unless the author's entry names a venue that holds."""
    said = paper.entry.evidence.venue if paper.entry else ""
    published = paper.venue if paper.venue and not venues.is_preprint(paper.venue.acronym) else None
    preprint = venues.is_preprint(said) or bool(identifiers.find(fields.get("journal", "")))
    other = bool(said and published and published.acronym != said and _told_elsewhere(paper, "venue"))
    if fields.keys() & set(_CONTAINERS) and not preprint and not other:
        return kind
    if preprint or other:
        for name in (*_CONTAINERS, "volume", "number", "publisher", "pages", "howpublished", "editor", "series"):
            fields.pop(name, None)
        kind = "misc"
    if published is None or kind not in {"misc", "unpublished", "inproceedings", "article"}:
        return kind
    name = venues.full_name(published.acronym, published.year)
    journal = venues.is_journal(published.acronym) or bool(_JOURNAL.search(name))
    fields["journal" if journal else "booktitle"] = encoded(name)
    return "article" if journal else "inproceedings"


def _as_misc(fields: dict[str, str]) -> str:
    for name in _CONTAINERS:
        if name in fields:
            fields.setdefault("howpublished", fields.pop(name))
    return "misc"
