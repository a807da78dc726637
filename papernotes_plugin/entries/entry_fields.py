"""What the fields of a BibTeX entry say of a paper: fields -> Evidence.

Imports the model and the other vocabulary.  Field names are those of BibTeX, of biblatex (its manual, section
2.2) and of what exporters write (Zotero, Mendeley, DBLP, OpenReview, academic home pages).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.people import parse_people
from papernotes_plugin.text import comparison_key, plain_text
from papernotes_plugin.vocabulary.model import Evidence, Identifier, Link

_VENUE_TABLE = "booktitle journal journaltitle eventtitle maintitle series howpublished publisher note"
_VENUES = tuple(_VENUE_TABLE.split())
_TEXTUAL = frozenset({"journal", "journaltitle", "howpublished", "note", "number", "eprint", "publisher"})
"""Fields that may spell out an identifier (`arXiv preprint arXiv:2401.00001`)."""
_LINKS = {
    **dict.fromkeys(("url", "ee", "link", "howpublished", "note"), ""),
    **{name: name.capitalize() for name in ("code", "website", "video", "poster", "slides", "demo", "blog", "data")},
    **{"pdf": "PDF", "html": "HTML", "arxiv": "arXiv", "openreview": "OpenReview"},
}
"""Fields that hold URLs, and how such a link is called; "" for its scheme's name."""
_URLS = frozenset({"url", "ee", "link", "pdf", "html"})
_STATING = frozenset({*_URLS, "eprint", "arxivid", "volume", *identifiers.SCHEMES})
_ADDRESSED = tuple(dict.fromkeys([*_LINKS, *sorted(_TEXTUAL)]))
_BOOK_TABLE = "book mvbook proceedings mvproceedings collection mvcollection manual booklet"
_BOOKS = frozenset(_BOOK_TABLE.split())
_YEAR = re.compile(r"(?<![\d-])(?:1\d|20|21)\d\d(?!\d)")
_EDTF_YEAR = re.compile(r"\d{4}(?![\dXxu])")
_SORTED = re.compile(r"\\noopsort\s*\{[^{}]*\}")
"""What a year is sorted by, in front of the year itself."""
_URL = re.compile(r"https?://[^\s{}<>\"\\|]+", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([_%#&~$])(?:\{\})?")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BRACED = re.compile(r"\\.|[{}]|\s+and\s+", re.IGNORECASE | re.DOTALL)
_EXTENDED = re.compile(
    r"(?<![\w-])(family|given|prefix|suffix)\s*=\s*(?:\"([^\"]*)\"|((?:\{(?:[^{}]|\{[^{}]*\})*\}|[^,{])*))",
    re.IGNORECASE,
)
"""A part of a name in biblatex's extended form; `given-i` and `useprefix` say nothing that is not there already."""


def read_evidence(kind: str, key: str, fields: Mapping[str, str]) -> Evidence:
    """What an entry of the type `kind` says; LaTeX turned into Unicode, formulas of the title kept."""
    acronym, dated, track = _venue(kind, fields)
    authors = fields.get("author") or (fields.get("editor", "") if kind in _BOOKS else "")
    addresses = _addresses(fields)
    title = decode_latex(fields.get("title", ""))
    if title and (subtitle := decode_latex(fields.get("subtitle", ""))):
        title = f"{title}: {subtitle}"
    return Evidence(
        title=title,
        authors=tuple(filter(None, map(_author, split_names(authors)))),
        year=_year(fields) or dated,
        venue=acronym,
        track=plain_text(fields.get("track", "")) or track,
        identifiers=tuple(_identifiers(kind, fields, addresses)),
        citekey=key,
        links=tuple(dict.fromkeys(_links(addresses))),
        labels=tuple(
            filter(None, (plain_text(fields[name]) for name in ("shorttitle", "abbreviation") if name in fields))
        ),
        tldr=decode_latex(fields["tldr"]) if "tldr" in fields else "",
        abstract=decode_latex(fields["abstract"]) if "abstract" in fields else "",
        tags=tuple(_tags(fields)) if fields.keys() & _KEYWORDS else (),
    )


def alternative_keys(fields: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """The further keys of an entry: biblatex's `ids`, of which none is its key any more."""
    for name, value in fields:
        if name == "ids":
            return tuple(key for key in map(str.strip, value.split(",")) if key)
    return ()


def _year(fields: Mapping[str, str]) -> int | None:
    """The year of `year`, else of `date`: of a span of time the beginning, or the end if that alone is known.

    Dates are those of EDTF, which biblatex takes (its manual, section 2.3.8); a decade, a century and a year before
    the common era are no year to show.
    """
    written = fields.get("year", "")
    if found := _YEAR.search(_SORTED.sub("", written) if "\\" in written else written):
        return int(found[0])
    start, _, end = fields.get("date", "").partition("/")
    told = _EDTF_YEAR.match(start.strip()) or (None if start.strip(" .") else _EDTF_YEAR.match(end.strip()))
    told = told or _YEAR.search(start)
    return int(told[0]) or None if told else None


# --- names ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def _author(name: str) -> str:
    """A name as Evidence holds it: `Family, Given`, an organisation as it is; "" if nothing is left of it."""
    found = parse_people([convert_extended_name(name)])[0]
    return "" if not found else found[0].inverted if found[0].given else found[0].natural


def split_names(value: str) -> list[str]:
    """The names of an author field: split at `and` outside of braces, without the `others` of a cut list."""
    if "{" not in value:
        names = _AND.split(value)
    else:
        names, depth, start = [], 0, 0
        for match in _BRACED.finditer(value):
            depth += (match[0] == "{") - (match[0] == "}")
            if depth <= 0 and match[0][0].isspace():
                names.append(value[start : match.start()])
                start = match.end()
        names.append(value[start:])
    return [name for name in map(str.strip, names) if name and name.lower() != "others"]


def convert_extended_name(name: str) -> str:
    """A name of biblatex's extended form (`family=Vries, given=Harm, prefix=de`) in the usual one, to the letter."""
    if "=" not in name:
        return name
    parts = {match[1].lower(): (match[2] or match[3] or "").strip() for match in _EXTENDED.finditer(name)}
    if "family" not in parts:
        return name
    family = " ".join(filter(None, (parts.get("prefix"), parts["family"])))
    return ", ".join(filter(None, (family, parts.get("suffix"), parts.get("given"))))


# --- venue ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def _venue_of(value: str) -> tuple[str, int | None, str]:
    return venues.parse_venue(plain_text(_bare(value)))


def _venue(kind: str, fields: Mapping[str, str]) -> tuple[str, int | None, str]:
    """Acronym, year and track; a published venue before a preprint server; a journal without acronym by its name."""
    preprint: tuple[str, int | None, str] = ("", None, "")
    for name in _VENUES:
        if value := fields.get(name):
            found = _venue_of(value)
            if found[0] and not venues.is_preprint(found[0]):
                # publishers and remarks only tell of preprint servers
                if name not in {"publisher", "note"}:
                    return found
            elif found[0] and not preprint[0]:
                preprint = found
    journal = plain_text(fields.get("journal") or fields.get("journaltitle", ""))
    if preprint[0] or kind != "article" or not journal or identifiers.find_identifiers(journal):
        return preprint
    return journal, None, ""


# --- identifiers and links ------------------------------------------------------------------------


Address = tuple[str, str, Identifier | None]
"""The field that holds it, the URL, and the paper it leads to."""


def _addresses(fields: Mapping[str, str]) -> list[Address]:
    """All URLs in the fields that may hold some, in the order of their labels."""
    return [
        (name, url, identifiers.from_url(url))
        for name in _ADDRESSED
        if name in fields and "://" in fields[name]
        for url in _urls(_bare(fields[name]))
    ]


def _identifiers(kind: str, fields: Mapping[str, str], addresses: Iterable[Address]) -> Iterator[Identifier]:
    """All identifiers, each once; remarks count only for a scheme that no field of its own states."""
    read: dict[str, list[Identifier | None]] = {}
    for name, _, identifier in addresses:
        read.setdefault(name, []).append(identifier)
    found: dict[Identifier, None] = {}
    for name in fields:
        if name in _STATING:
            stated = read.get(name, ()) if name in _URLS else (_stated(name, kind, fields),)
            found |= dict.fromkeys(filter(None, stated))
    textual = fields.keys() & _TEXTUAL
    if textual:
        schemes = {identifier.scheme for identifier in found}
        for name in sorted(textual):
            hinted = [*read.get(name, ()), *(hint for _, _, hint in identifiers.find_identifiers(_bare(fields[name])))]
            found |= dict.fromkeys(i for i in hinted if i and i.scheme not in schemes)
    yield from found


def _stated(name: str, kind: str, fields: Mapping[str, str]) -> Identifier | None:
    """The identifier that a field of its own states."""
    value = _bare(fields[name]).strip(" {}")
    if name == "eprint":
        scheme = fields.get("eprinttype") or fields.get("archiveprefix") or "arxiv"
        return identifiers.parse_identifier(value) or identifiers.parse_identifier(f"{scheme}:{value}")
    if name == "arxivid":
        return identifiers.parse_identifier(f"arxiv:{value}")
    if name == "isbn":
        return identifiers.parse_identifier(f"isbn:{value}") if kind in _BOOKS else None
    if name == "volume":
        # DBLP: journal = {CoRR}, volume = {abs/1706.03762}
        return identifiers.parse_identifier(f"arxiv:{value.removeprefix('abs/')}") if value.startswith("abs/") else None
    return identifiers.parse_identifier(value) or identifiers.parse_identifier(f"{name}:{value}")


def _bare(value: str) -> str:
    """A value whose specials are no longer escaped, as addresses want them."""
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def _urls(value: str) -> Iterator[str]:
    for match in _URL.finditer(value):
        url = match[0].rstrip(".,;:!?'")
        yield url[:-1] if url.endswith(")") and "(" not in url else url


def _links(addresses: Iterable[Address]) -> Iterator[Link]:
    for name, url, identifier in addresses:
        if name in _LINKS:
            yield Link(_LINKS[name] or (identifiers.scheme_label(identifier) if identifier else "Link"), url)


_KEYWORDS = frozenset({"keywords", "keyword", "tags"})


def _tags(fields: Mapping[str, str]) -> Iterator[str]:
    """Keywords as tag paths: no `#`, hyphens for spaces."""
    for name in ("keywords", "keyword", "tags"):
        for word in plain_text(fields.get(name, "")).replace(";", ",").split(","):
            if tag := "-".join(word.strip(" #").split()):
                yield tag


_DATED = re.compile(r"20\d\d(?=[/.])")


def year_of_identifiers(held: Iterable[Identifier]) -> int | None:
    """The year that identifiers themselves tell: `icml:2025/44567`, else `arxiv:2401.00001`, `arxiv:hep-th/9901001`.

    The arXiv tells when it was first sent in; https://info.arxiv.org/help/arxiv_identifier.html.
    """
    sent = None
    for identifier in held:
        if identifier.scheme == "arxiv":
            digits = int(identifier.value.rpartition("/")[2][:2])
            sent = digits + (1900 if digits > 90 else 2000)
        elif dated := _DATED.match(identifier.value) if identifier.scheme not in {"doi", "dblp"} else None:
            return int(dated[0])
    return sent


# --- identity -------------------------------------------------------------------------------------


def identity_keys(said: Evidence) -> Iterator[Identifier | str]:
    """By what two entries of one key may turn out to be one paper."""
    yield from said.identifiers
    if title := comparison_key(said.title):
        yield title


def is_same_paper(one: Evidence, other: Evidence) -> bool:
    """Whether two entries of one key are one paper: an identifier in common, or the title and no conflict."""
    if set(one.identifiers) & set(other.identifiers):
        return True
    for a in one.identifiers:
        for b in other.identifiers:
            if a.scheme == b.scheme and identifiers.SCHEMES[a.scheme].exclusive:
                return False
    return bool(one.title) and comparison_key(one.title) == comparison_key(other.title)
