"""Keep the author's own BibTeX entry to the letter, and list what must change so that programs can read it.

An entry is converted only to the flavor for which it was not written: `convert_entry` describes the conversion.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import NamedTuple

from papernotes_plugin.entries import MONTHS, safe_value
from papernotes_plugin.entries.bibtex_escaping import repair_latex
from papernotes_plugin.entries.title_capitals import protect_commands
from papernotes_plugin.exports.author_entry import OLD_NAMES, bibtex_url, plain_identifier, standard_names
from papernotes_plugin.exports.biblatex_datamodel import ALLOWED, RENAMED, TYPES
from papernotes_plugin.exports.biblatex_dates import ISO_DATE, with_biblatex_date, with_valid_dates
from papernotes_plugin.exports.entry_flavors import BIBTEX_TYPES, bibtex_type, join_subtitles
from papernotes_plugin.text import is_script_url
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX
from papernotes_plugin.vocabulary.model import Entry

_PRIVATE_TABLE = """
    abbreviation abstract acl annotation annote citation-key comment comments creationdate date-added
    date-modified file files groups icore keyword keywords library local-url localfile modificationdate openreview
    owner pdf printed priority qualityassured ranking readstatus relevance researchnotes review timestamp tldr
    username crossref xdata
"""
_PRIVATE = frozenset(_PRIVATE_TABLE.split())
"""Fields of reference managers, of papernotes and of the author's own work, and links to parents that do not exist."""
_PRIVATE_PREFIXES = ("bdsk-", "citeulike-", "mendeley-", "papernotes-", "x-", "__")
_VERBATIM_TABLE = """
    biburl date doi entryset eprint eventdate ids langid link options origdate pmcid pmid related url urldate
"""
_VERBATIM = frozenset(_VERBATIM_TABLE.split())
"""Fields that LaTeX does not set as text."""
_IDENTIFIERS = frozenset({"doi", "eprint", "url"})
_NAMES = frozenset(["author", "bookauthor", "editor", "editora", "editorb", "editorc", "holder", "translator"])
_EXTENDED = lazy_regex(r"\b(?:family|given|prefix|suffix)\s*=", re.IGNORECASE)
_SORT_KEY = lazy_regex(r"\{\\(?:noopsort|SortNoop)\s*\{[^{}]*\}\s*\}|\\(?:noopsort|SortNoop)\s*\{[^{}]*\}")
r"""A sort key such as `{\noopsort{1984b}}`, which prints nothing, in a document that defines the command."""
_COMMAND = lazy_regex(r"\\[A-Za-z]")
_BIBTEX_ONLY = frozenset({"conference", "mastersthesis", "phdthesis", "techreport"})
_BIBLATEX_ONLY = frozenset({*ALLOWED, *TYPES}) - {*BIBTEX_TYPES.values(), *_BIBTEX_ONLY, "inbook"}
"""Types of biblatex that BibTeX's standard styles do not have."""
_DECISIVE = {"date": "year", "journaltitle": "journal"}
"""Fields of biblatex by the fields of BibTeX with the same meaning."""


class PreservedEntry(NamedTuple):
    """Type and fields of the author's entry as they are exported."""

    type: str
    fields: dict[str, str]
    changes: tuple[str, ...]
    """Changes that keep the file readable, such as `title is now '50\\% of all'`."""


def preserve_entry(entry: Entry, further: Collection[str] = ()) -> PreservedEntry:
    """Return the author's entry with its type and its public fields; values are on one line.

    Args:
        entry: The entry from a `.bib` file or a note.
        further: Names of private fields that are included as well: `abstract`, `keywords`.
    """
    fields: dict[str, str] = {}
    changes: list[str] = []
    for name, value in entry.fields:
        if name not in further and (name in _PRIVATE or name.startswith(_PRIVATE_PREFIXES)):
            continue
        written, line = safe_value(_readable(name, value)), " ".join(value.split())
        if written != line:
            changes.append(f"{name} is now '{written[:60]}'" if written else f"{name} was left out")
        if written:
            fields[name] = written
    fields, moved = with_valid_dates(fields)
    return PreservedEntry(entry.type, fields, (*changes, *moved))


def _readable(name: str, value: str) -> str:
    """Return a value, changed only where BibTeX or LaTeX would fail on it, or run something."""
    if is_script_url(value) and (name in _VERBATIM or name.endswith("url")):
        return ""
    if name in _IDENTIFIERS:
        value = plain_identifier(value)
        return bibtex_url(value) if _COMMAND.search(value) else value
    if name in _VERBATIM or name.endswith("url"):
        return value
    if name in _NAMES and not _EXTENDED.search(value):
        value = standard_names(value)
    value = repair_latex(_SORT_KEY.sub("", value) if "oop" in value else value)
    return protect_commands(value) if name == "title" and "\\" in value else value


# --- flavors --------------------------------------------------------------------------------------


def convert_entry(kind: str, fields: Mapping[str, str], flavor: str) -> tuple[str, dict[str, str]]:
    """Return type and fields of an entry for a flavor; unchanged if the entry was written for it, or for both.

    In biblatex, an entry has a date that biber reads, whatever flavor it was written for.

    Args:
        kind: The type.
        fields: The fields.
        flavor: `bibtex` or `biblatex`.
    """
    written_for = _flavor_of(kind, fields)
    if flavor == BIBTEX:
        return _as_bibtex(kind, dict(fields)) if written_for == BIBLATEX else (kind, dict(fields))
    if written_for == BIBTEX:
        kind, fields = _as_biblatex(kind, dict(fields))
    return kind, with_biblatex_date(fields)


def _flavor_of(kind: str, fields: Mapping[str, str]) -> str:
    """Return the flavor for which an entry was written; "" if its type and fields are the same in both.

    A type decides first, then fields without which the entry would have no date or journal, then other names.
    """
    if kind in _BIBTEX_ONLY:
        return BIBTEX
    has_new_name = any(new in fields and old not in fields for new, old in _DECISIVE.items())
    has_extended_name = any(_EXTENDED.search(fields[name]) for name in _NAMES & fields.keys())
    if kind in _BIBLATEX_ONLY or has_new_name or has_extended_name:
        return BIBLATEX
    if not RENAMED.keys().isdisjoint(fields):
        return BIBTEX
    return BIBLATEX if not OLD_NAMES.keys().isdisjoint(fields) else ""


def _as_bibtex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Convert to BibTeX: the nearest type, BibTeX's names of fields, year and month, and titles with subtitles."""
    written, kind = kind, bibtex_type(kind, fields, kind)
    if kind == "misc" != written and "publisher" in fields and "howpublished" not in fields:
        # BibTeX's styles show no publisher of a `misc`
        fields["howpublished"] = fields.pop("publisher")
    names = OLD_NAMES | ({"institution": "school"} if kind.endswith("thesis") else {})
    fields = _renamed(fields, names)
    join_subtitles(fields)
    for name in _NAMES & fields.keys():
        if _EXTENDED.search(fields[name]):
            fields[name] = standard_names(fields[name])
    match = ISO_DATE.match(fields.get("date", ""))
    if match and "year" not in fields:
        del fields["date"]
        fields |= {"year": match[1]} | ({"month": MONTHS[int(match[2]) - 1]} if _is_month(match[2]) else {})
    return kind, fields


def _as_biblatex(kind: str, fields: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Convert to biblatex: its type and its names of fields, and a date if the year is a number."""
    genre = {"mastersthesis": "mathesis", "phdthesis": "phdthesis", "techreport": "techreport"}.get(kind, "")
    if genre:
        fields.setdefault("type", genre)
    fields = _renamed(fields, {**RENAMED, "key": "sortkey"})
    year, month = fields.get("year", ""), fields.get("month", "")
    if re.fullmatch(r"\d{4}", year) and month in ("", *MONTHS) and "date" not in fields:
        fields.pop("month", "")
        del fields["year"]
        fields["date"] = f"{year}-{MONTHS.index(month) + 1:02}" if month else year
    return TYPES.get(kind, kind), fields


def _renamed(fields: Mapping[str, str], names: Mapping[str, str]) -> dict[str, str]:
    """Return the fields under other names; a field that already has such a name stays, and so does its namesake."""
    return {names[name] if name in names and names[name] not in fields else name: v for name, v in fields.items()}


def _is_month(number: str | None) -> bool:
    return number is not None and 1 <= int(number) <= 12
