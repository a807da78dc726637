"""The facts by which two works of one title differ, and the rules that compare them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries.entry_fields import split_names
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.entries.recurring_titles import is_recurring
from papernotes_plugin.text import comparison_key, similarity
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
_PREPRINT_DOI = re.compile(
    r"10\.(?:1101/(?:\d{6}|\d{4}\.\d\d\.\d\d\.)|2139/ssrn|31219/|31234/|31235/|26434/chemrxiv|21203/rs|20944/preprints"
    r"|36227/techrxiv|48550/arxiv|5281/zenodo|22541/au)"
)
"""DOIs of preprint servers: https://www.crossref.org/documentation/research-nexus/posted-content-includes-preprints."""
_PREPRINT_SCHEMES = frozenset({"arxiv", "chemrxiv", "europepmc", "hal", "iacr", "osf", "ssrn"})
_PREPRINT_FIELD = re.compile(r"\b(?:\w*rxiv|corr|ssrn|preprints?|eprint archive|research square|osf)\b", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]+")
_DIGITS = re.compile(r"\d+")
_ROMAN = re.compile(r"(?=[ivxlc])(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_VENUE_NOISE_TABLE = """
    the a an of on in for and de la le les des du der die das den und el y e di del della et proceedings proc annual
    international intl conference conf th st nd rd
"""
_VENUE_NOISE = frozenset(_VENUE_NOISE_TABLE.split())
"""Words that do not distinguish venues."""
_SIMILAR_TITLE = 60
"""Similarity, in percent, below which the titles of a mention and of another place contradict each other."""
_NEAR_TITLE = 85
"""The same for two entries, which give the title in full."""
_MAX_TITLE = 400
"""Number of characters of a title that are compared."""


class WorkFacts(NamedTuple):
    """The facts about a work at one place, in a form for comparison; unknown facts are empty."""

    title: str = ""
    authors: tuple[str, ...] = ()
    """Family names, in order."""
    year: int | None = None
    venue: str = ""
    """Acronym or name of the place of publication; "" for a preprint server."""
    volume: str = ""
    number: str = ""
    pages: str = ""
    """The first page."""
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
        authors=tuple(filter(None, (family_name(name) for name in evidence.authors or _editors(fields)))),
        year=evidence.year,
        venue=_venue_key(venue),
        volume=_number(fields.get("volume", "")),
        number=_number(fields.get("number") or fields.get("issue", "")),
        pages="" if type_class == "book" else _number(fields.get("pages") or fields.get("eid", "")),
        edition=_number(fields.get("edition", "")) or comparison_key(fields.get("edition", "")),
        type=type_class,
        isbns=frozenset(one.value for one in evidence.identifiers if one.scheme == "isbn"),
        is_preprint=is_preprint,
        is_entry=bool(fields),
    )


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


@lru_cache(maxsize=1 << 15)
def family_name(name: str) -> str:
    """Return the family name of a person for comparison, without accents, case and particles.

    Examples:
        >>> family_name("Müller, Hans"), family_name("Aaron van den Oord"), family_name("Vaswani")
        ('muller', 'oord', 'vaswani')
    """
    head = name.split(",")[0] if "," in name else name
    parts = _WORDS.findall(comparison_key(head))
    while len(parts) > 1 and parts[-1] in {"jr", "sr", "ii", "iii", "iv"}:
        parts.pop()
    return parts[-1] if parts else ""


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
    return str(_roman_value(word)) if _ROMAN.fullmatch(word) else key


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    return sum(-one if one < following else one for one, following in zip(values, [*values[1:], 0], strict=True))


# --- comparing ------------------------------------------------------------------------------------


class Judgement(StrEnum):
    """The result of comparing two places: whether they describe one work."""

    SAME = "same"
    DOUBTFUL = "doubtful"
    DIFFERENT = "different"


def compare_by_title(one: WorkFacts, other: WorkFacts) -> tuple[Judgement, str]:
    """Return whether two places with one title describe one work, and the name of the fact that speaks against it.

    A mention in a note may give any part of the facts, and the year of the preprint.  An entry describes a work in
    full.  Two entries of different years are one work only if one is the preprint of the other.
    """
    if do_authors_contradict(one.authors, other.authors):
        return Judgement.DIFFERENT, "authors"
    if are_preprint_and_publication(one, other):
        return Judgement.SAME, ""
    contradictions = list(find_contradictions(one, other))
    years = do_years_contradict(one, other)
    if not (one.is_entry and other.is_entry):
        is_veto = years and bool(contradictions) and not (one.is_preprint or other.is_preprint)
        return (Judgement.DIFFERENT, "year") if is_veto else (Judgement.SAME, "")
    if years or len(contradictions) > 1:
        return (Judgement.DIFFERENT if contradictions else Judgement.DOUBTFUL), "year" if years else contradictions[0]
    # two issues of a journal may have a page of the same number
    if contradictions and ({"volume", "number"} & {*contradictions} or not has_common_place(one, other)):
        return Judgement.DOUBTFUL, contradictions[0]
    if one.authors and other.authors and not do_authors_agree(one.authors, other.authors):
        return Judgement.DOUBTFUL, "authors"
    return Judgement.SAME, ""


def compare_by_key(one: WorkFacts, other: WorkFacts) -> tuple[Judgement, str]:
    """Return whether two entries with one citekey describe one work, and the fact that speaks against it."""
    if not are_titles_similar(one.title, other.title, _NEAR_TITLE):
        return Judgement.DIFFERENT, "title"
    judgement, against = compare_by_title(one, other)
    if is_recurring(one.title):
        is_same = judgement is Judgement.SAME and one.year is not None and one.year == other.year
        return (Judgement.SAME, "") if is_same else (Judgement.DIFFERENT, against)
    is_same = judgement is not Judgement.DIFFERENT and not (against and do_years_contradict(one, other))
    return (Judgement.SAME, "") if is_same else (judgement, against)


def is_same_paper(one: tuple[Evidence, WorkFacts], other: tuple[Evidence, WorkFacts]) -> bool:
    """Return whether two entries of one citekey are one paper, given their evidence and their facts.

    They are if nothing contradicts the citekey, or if they share an identifier and nothing contradicts that.
    """
    first, second = one[0].identifiers, other[0].identifiers
    shared = sorted({*first} & {*second} - {i for i in first if identifiers.is_placeholder(i)})
    if shared:
        return any(compare_by_identifier(one[1], other[1], i.scheme)[0] is Judgement.SAME for i in shared)
    schemes = {i.scheme for i in first if identifiers.SCHEMES[i.scheme].exclusive}
    if any(i.scheme in schemes for i in second) or not (one[1].title and other[1].title):
        return False
    return compare_by_key(one[1], other[1])[0] is Judgement.SAME


def compare_by_identifier(one: WorkFacts, other: WorkFacts, scheme: str) -> tuple[Judgement, str]:
    """Return whether two places with one identifier describe one work, and the fact that speaks against it.

    An ISBN and a DOI of a book are also in the entries of its chapters, which are other works.
    """
    titles_agree = are_titles_similar(one.title, other.title, _NEAR_TITLE)
    authors_contradict = do_authors_contradict(one.authors, other.authors)
    if not (one.is_entry and other.is_entry):
        is_other = authors_contradict and not are_titles_similar(one.title, other.title, _SIMILAR_TITLE)
        return (Judgement.DIFFERENT, "title and authors") if is_other else (Judgement.SAME, "")
    if {one.type, other.type} == {"part", "book"}:
        is_one = one.title == other.title and do_authors_agree(one.authors, other.authors)
        return (Judgement.SAME, "") if is_one else (Judgement.DIFFERENT, "")
    is_host = one.type == other.type == "part" and _is_same_venue(one.venue, other.venue)
    if is_host and one.pages != other.pages and one.pages and other.pages and one.title != other.title:
        return Judgement.DIFFERENT, ""
    if authors_contradict and (not titles_agree or is_recurring(one.title)):
        return Judgement.DIFFERENT, "" if is_host else "title and authors"
    years = do_years_contradict(one, other)
    if scheme == "isbn":
        against = [name for name in find_contradictions(one, other) if name in ("volume", "edition")]
        against += ["year"] * years + ["title"] * (not titles_agree)
        return (Judgement.DOUBTFUL, against[0]) if against else (Judgement.SAME, "")
    if titles_agree:
        return Judgement.SAME, ""
    if similarity(one.title, other.title) >= _NEAR_TITLE:
        return Judgement.DOUBTFUL, "title"  # versions or parts, which differ in a number
    if are_preprint_and_publication(one, other):
        return Judgement.SAME, ""
    is_renamed = bool(one.pages) and one.pages == other.pages and not years
    return (Judgement.SAME, "") if is_renamed else (Judgement.DIFFERENT, "title")


def are_titles_similar(one: str, other: str, percent: int) -> bool:
    """Return whether two titles, in the form for comparison, can be one title; an unknown title can be any."""
    if not one or not other or one == other:
        return True
    shorter, longer = sorted((one, other), key=len)
    if longer.startswith(f"{shorter} ") and " " in shorter:
        return True
    return similarity(one, other) >= percent and (percent < _NEAR_TITLE or numbers_in(one) == numbers_in(other))


def numbers_in(title: str) -> list[str]:
    """Return the numbers in a title: the parts of a series differ in nothing else."""
    return [word for word in title.split() if word.isdecimal() or _ROMAN.fullmatch(word)]


def do_authors_agree(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two lists of authors are those of one work: the same first author, or half of the shorter list."""
    if not one or not other:
        return False
    return one[0] == other[0] or 2 * len({*one} & {*other}) >= min(len({*one}), len({*other}))


def do_authors_contradict(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Return whether two works have no author in common, although the authors of both are known."""
    return bool(one and other) and not {*one} & {*other}


def do_years_contradict(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether two places give different years."""
    return bool(one.year and other.year) and one.year != other.year


def find_contradictions(one: WorkFacts, other: WorkFacts) -> Iterator[str]:
    """Yield the names of the facts in which two places contradict each other, apart from title, authors and year."""
    for name, mine, theirs in (
        ("volume", one.volume, other.volume),
        ("number", one.number, other.number),
        ("pages", one.pages, other.pages),
        ("type", one.type, other.type),
        ("edition", one.edition, other.edition),
    ):
        if mine != theirs and mine and theirs:
            yield name
    if one.venue and other.venue and not _is_same_venue(one.venue, other.venue):
        yield "venue"
    if one.isbns and other.isbns and not one.isbns & other.isbns:
        yield "ISBN"


def has_common_place(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether two places give the same first page, or the same volume and number."""
    if one.pages and one.pages == other.pages:
        return True
    return bool(one.volume and one.number) and (one.volume, one.number) == (other.volume, other.number)


def are_preprint_and_publication(one: WorkFacts, other: WorkFacts) -> bool:
    """Return whether one place can be the preprint of the other: at most one is published, and the authors agree."""
    if not (one.is_preprint or other.is_preprint) or (one.is_published and other.is_published):
        return False
    return do_authors_agree(one.authors, other.authors)


@lru_cache(maxsize=1 << 14)
def _is_same_venue(one: str, other: str) -> bool:
    """Return whether two names can be those of one venue: an acronym, an abbreviation, or a part of the other."""
    if one == other:
        return True
    first, second = (
        [word for word in name.split() if word not in _VENUE_NOISE and not word[0].isdigit()] for name in (one, other)
    )
    if not first or not second:
        return True
    if len(first) > len(second):
        first, second = second, first
    if len(first) == 1 and first[0] == "".join(word[0] for word in second):
        return True
    rest = iter(second)
    return all(any(full.startswith(word) or word.startswith(full) for full in rest) for word in first)
