"""Read the facts by which two works of one title differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.entries.entry_fields import split_names
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.people import known_names
from papernotes_plugin.text import comparison_key, compute_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence

_HOSTS = ("journal", "journaltitle", "booktitle", "maintitle", "eventtitle", "school", "institution", "organization")
_TYPE_TABLE = {
    "article": "article periodical suppperiodical",
    "part": "incollection inbook inproceedings conference inreference bookinbook suppbook suppcollection",
    "book": "book mvbook proceedings mvproceedings collection mvcollection reference mvreference",
    "thesis": "phdthesis mastersthesis thesis",
    "report": "techreport report manual",
}
_CLASSES = {kind: name for name, kinds in _TYPE_TABLE.items() for kind in kinds.split()}
"""Class of publication by type of entry; types that describe no publication are absent."""
_PREPRINT_DOI = lazy_regex(
    r"10\.(?:1101/(?:\d{6}|\d{4}\.\d\d\.\d\d\.)|2139/ssrn|31219/|31234/|31235/|26434/chemrxiv|21203/rs|20944/preprints"
    r"|36227/techrxiv|48550/arxiv|5281/zenodo|22541/au)"
)
"""DOIs of preprint servers: https://www.crossref.org/documentation/research-nexus/posted-content-includes-preprints."""
_PREPRINT_SCHEMES = frozenset({"arxiv", "chemrxiv", "europepmc", "hal", "iacr", "osf", "ssrn"})
_PREPRINT_FIELD = lazy_regex(r"\b(?:\w*rxiv|corr|ssrn|preprints?|eprint archive|research square|osf)\b", re.IGNORECASE)
_WORDS = lazy_regex(r"[^\W\d_]+")
_DIGITS = lazy_regex(r"\d+")
ROMAN = lazy_regex(r"(?=[ivxlc])(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_RANGE = lazy_regex(r"(?<!\w)(\w*\d)\s*[-\u2010-\u2015]++\s*\w*\d")
_EXTENT = lazy_regex(r"(?:[ivxlcIVXLC]+\s*[,+]\s*)?(\d{1,5})\s*(?:pp?|pages|S|s)?\.?")
_YEAR = lazy_regex(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_VERSION = lazy_regex(r"\d+(?:\.\d+)*")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_EDITION_NOISE_TABLE = """
    edition editions ed edit edn edi revised revision rev enlarged enl expanded extended updated corrected and with
    version ver v release rel printing print reprint repr st nd rd th aufl auflage ausgabe uberarbeitete erweiterte neu
    bearbeitete durchgesehene und edicion edizione editie revue corrigee et
"""
_EDITION_NOISE = frozenset(_EDITION_NOISE_TABLE.split())
"""Words that do not distinguish editions."""
_MAX_TITLE = 400
"""Number of characters of a title that are compared."""


class WorkFacts(NamedTuple):
    """The facts about a work at one place, in a form for comparison; unknown facts are empty."""

    title: str = ""
    authors: tuple[str, ...] = ()
    """Family names, in order."""
    initial: str = ""
    """First letter of the given name of the first author."""
    year: int | None = None
    venue: str = ""
    """Acronym or name of the place of publication; "" for a preprint server."""
    volume: str = ""
    number: str = ""
    pages: str = ""
    """The first page."""
    extent: int = 0
    """Number of pages of a book; 0 if unknown."""
    edition: str = ""
    type: str = ""
    """Class of publication: `article`, `part`, `book`, `thesis` or `report`."""
    isbns: frozenset[str] = frozenset()
    is_preprint: bool = False
    """True if the place names a preprint server."""
    is_entry: bool = False
    """True for a BibTeX entry, which describes a work in full; a mention may give any part of it."""

    @property
    def is_published(self) -> bool:
        """True if the place names a publication, not only a preprint."""
        return bool(self.venue or self.type in ("article", "part", "book", "thesis")) and not (
            self.is_preprint and not self.venue
        )


# --- reading --------------------------------------------------------------------------------------


def facts_of(evidence: Evidence, kind: str = "", entry_fields: tuple[tuple[str, str], ...] = ()) -> WorkFacts:
    """Return the facts in some evidence, and in the fields of the entry that it comes from, if any."""
    fields = dict(entry_fields)
    names = known_names(evidence.authors) or known_names(_editors(fields))
    acronym = "" if venues.is_preprint(evidence.venue) else evidence.venue
    venue = acronym or next((fields[name] for name in _HOSTS if fields.get(name)), "")
    type_class = _CLASSES.get(kind, "")
    if type_class == "book":
        venue = fields.get("publisher", "") or acronym
    is_preprint = _is_preprint(evidence, fields)
    if venue and not acronym and _PREPRINT_FIELD.search(venue):
        venue = ""
    return WorkFacts(
        title=comparison_key(evidence.title)[:_MAX_TITLE],
        authors=tuple(filter(None, map(family_name, names))),
        initial=_initial(names[0]) if names else "",
        year=evidence.year or _year_of_event(fields),
        venue=_venue_key(venue),
        volume=_number(fields.get("volume", "")),
        number=_number(fields.get("number") or fields.get("issue", "")),
        pages="" if type_class == "book" else _first_page(fields.get("pages") or fields.get("eid", "")),
        extent=_number_of_pages(fields.get("pages", "")) if type_class == "book" else 0,
        edition=_edition(fields.get("edition") or _stated_value(evidence, "Edition")),
        type=type_class,
        isbns=frozenset(one.value for one in evidence.identifiers if one.scheme == "isbn"),
        is_preprint=is_preprint,
        is_entry=bool(fields),
    )


def _stated_value(evidence: Evidence, label: str) -> str:
    """Return the value of a field that a mention has; "" for none."""
    return next((field.value for field in evidence.fields if field.label == label), "")


def _is_preprint(evidence: Evidence, fields: dict[str, str]) -> bool:
    """Return whether the evidence names a preprint server: by venue, eprint, identifier or DOI."""
    if venues.is_preprint(evidence.venue) or fields.get("eprint"):
        return True
    if any(one.scheme in _PREPRINT_SCHEMES or _PREPRINT_DOI.match(one.value) for one in evidence.identifiers):
        return True
    return any(
        _PREPRINT_FIELD.search(fields[name])
        for name in ("journal", "journaltitle", "howpublished", "publisher", "archiveprefix", "eprinttype")
        if name in fields
    )


def _editors(fields: dict[str, str]) -> list[str]:
    return [decode_latex(name) for name in split_names(fields.get("editor", ""))]


def family_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the family names of people for comparison, without the mark that there are more."""
    return tuple(filter(None, map(family_name, known_names(names))))


@lru_cache(maxsize=1 << 15)
def family_name(name: str) -> str:
    """Return the family name of a person for comparison, without accents, case and particles.

    Examples:
        >>> family_name("Müller, Hans"), family_name("Aaron van den Oord"), family_name("Vaswani")
        ('muller', 'oord', 'vaswani')
    """
    head = name.split(",")[0] if "," in name else name
    parts = _WORDS.findall(compute_key(head))
    while len(parts) > 1 and parts[-1] in {"jr", "sr", "ii", "iii", "iv"}:
        parts.pop()
    return parts[-1] if parts else ""


def _initial(name: str) -> str:
    """Return the first letter of a given name; "" without one, or if it is that of an organisation."""
    if name.startswith("{"):
        return ""
    parts = [part for part in name.split(",") if comparison_key(part) not in {"jr", "sr", "ii", "iii", "iv"}]
    given = parts[-1] if len(parts) > 1 else "" if "," in name else name.strip().rpartition(" ")[0]
    return comparison_key(given)[:1]


def _year_of_event(fields: dict[str, str]) -> int | None:
    """Return the year in the name of a conference; None without exactly one."""
    years = {*_YEAR.findall(fields.get("eventdate") or fields.get("booktitle", ""))}
    return int(years.pop()) if len(years) == 1 else None


@lru_cache(maxsize=1 << 12)
def _venue_key(venue: str) -> str:
    return comparison_key(decode_latex(venue)) if venue else ""


def _number(value: str) -> str:
    """Return the first number of a value, with the letters before it; a Roman number as digits."""
    if not value:
        return ""
    key = comparison_key(value)
    if digits := _DIGITS.search(key):
        return digits[0].lstrip("0") or "0"
    word = key.split()[0] if key else ""
    return str(_roman_value(word)) if ROMAN.fullmatch(word) else key


def _first_page(value: str) -> str:
    """Return the first page of the first range of pages, as in `144 (55-90)`; the first number without a range."""
    return _number(match[1] if (match := _RANGE.search(value)) else value)


def _number_of_pages(value: str) -> int:
    """Return how many pages a book has, from values such as `xi + 361` and `116 p.`; 0 for a range of pages."""
    match = _EXTENT.fullmatch(value.strip())
    return int(match[1]) if match else 0


def _edition(value: str) -> str:
    """Return the number and the words that distinguish an edition from others: "2" for `Second, revised ed.`."""
    if not value:
        return ""
    number = _VERSION.search(value)
    words = [word for word in comparison_key(value).split() if word.isalpha() and word not in _EDITION_NOISE]
    if words and words[0] in _ORDINALS and not number:
        return " ".join([str(_ORDINALS.index(words[0]) + 1), *words[1:]])
    return " ".join([number[0], *words] if number else words)


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return sum(-one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True))
