"""Turn the fields of a BibTeX entry into evidence about a paper.

Field names are those of BibTeX, of biblatex (its manual, section 2.2) and of exporters (Zotero, Mendeley, DBLP,
OpenReview, academic home pages).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries.latex_values import decode_latex
from papernotes_plugin.people import OTHERS, parse_listed_person
from papernotes_plugin.text import comparison_key, plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Evidence, Identifier, Link

_VENUE_TABLE = "booktitle journal journaltitle eventtitle maintitle series howpublished publisher note"
_VENUES = tuple(_VENUE_TABLE.split())
_NAMING_VENUE = frozenset({"booktitle", "journal", "journaltitle", "eventtitle"})
"""Fields that contain nothing but a venue."""
_CONTAINERS = {
    "article": ("journal", "journaltitle"),
    **dict.fromkeys(("inproceedings", "conference", "incollection"), ("booktitle",)),
}
"""Fields with the name of the venue by entry type."""
_UNPUBLISHED = lazy_regex(
    r"(?:pre-?print|submitted|under review|in press|to appear|forthcoming|unpublished|manuscript|working paper)s?\.?",
    re.IGNORECASE,
)
"""A state of a paper, which is not the name of a journal."""
_TEXTUAL = frozenset({"journal", "journaltitle", "howpublished", "note", "number", "eprint", "publisher"})
"""Fields that may spell out an identifier (`arXiv preprint arXiv:2401.00001`)."""
_LINKS = {
    **dict.fromkeys(("url", "ee", "link", "howpublished", "note"), ""),
    **{name: name.capitalize() for name in ("code", "website", "video", "poster", "slides", "demo", "blog", "data")},
    **{"pdf": "PDF", "html": "HTML", "arxiv": "arXiv", "openreview": "OpenReview"},
}
"""Label of a link by the field that holds its URL; "" for the label of the identifier's scheme."""
_URLS = frozenset({"url", "ee", "link", "pdf", "html"})
_STATING = frozenset({*_URLS, "eprint", "arxivid", "volume", *identifiers.SCHEMES})
_ADDRESSED = {name: rank for rank, name in enumerate(dict.fromkeys([*_LINKS, *sorted(_TEXTUAL)]))}
"""Fields that may hold URLs, with the rank of their links."""
_BOOK_TABLE = "book mvbook proceedings mvproceedings collection mvcollection manual booklet"
_BOOKS = frozenset(_BOOK_TABLE.split())
_YEAR = lazy_regex(r"(?<![\d-])(?:1\d|20|21)\d\d(?!\d)")
_EDTF_YEAR = lazy_regex(r"\d{4}(?![\dXxu])")
_SORTED = lazy_regex(r"\\noopsort\s*\{[^{}]*\}")
"""Sort key in front of a year."""
_URL = lazy_regex(r"https?://[^\s{}<>\"\\|]+", re.IGNORECASE)
_ESCAPED = lazy_regex(r"\\([_%#&~$])(?:\{\})?")
_OTHERS = lazy_regex(r"\band\s+others\s*$", re.IGNORECASE)
_AND = lazy_regex(r"(?<!\s)\s+and\s+", re.IGNORECASE)
_BRACED = lazy_regex(r"\\.|[{}]|(?:(?<!\s)|(?<=\\\s))\s+and\s+", re.IGNORECASE | re.DOTALL)
_EXTENDED = lazy_regex(
    r"(?<![\w-])(family|given|prefix|suffix)\s*=\s*(?:\"([^\"]*)\"|((?:\{(?:[^{}]|\{[^{}]*\})*\}|[^,{])*))",
    re.IGNORECASE,
)
"""A part of a name in biblatex's extended form; `given-i` and `useprefix` add no information."""


UNKNOWN_TITLE = "[title unknown]"
"""Exported in place of a title that no source gives; an entry with this value has no title."""


def read_evidence(kind: str, key: str, fields: Mapping[str, str]) -> Evidence:
    """Return the facts of an entry: LaTeX as Unicode, formulas of the title in TeX.

    Args:
        kind: Type of the entry, in lower case.
        key: Its citekey.
        fields: Values by field name, in lower case; each value is on one line.
    """
    acronym, dated, track = _venue(kind, fields)
    authors = fields.get("author") or (fields.get("editor", "") if kind in _BOOKS else "")
    addresses = _addresses(fields)
    title = decode_latex(fields.get("title", ""))
    if title == UNKNOWN_TITLE:
        title = ""
    if title and (subtitle := decode_latex(fields.get("subtitle", ""))):
        title = f"{title}: {subtitle}"
    return Evidence(
        title=title,
        authors=_authors(authors),
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


def read_identifiers(kind: str, fields: Mapping[str, str]) -> tuple[Identifier, ...]:
    """Return the identifiers of an entry: those of `read_evidence`, whose arguments this takes."""
    return tuple(_identifiers(kind, fields, _addresses(fields)))


def alternative_keys(fields: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the former citekeys of an entry, which biblatex's field `ids` lists."""
    listed = dict(fields).get("ids")
    return tuple(key for key in map(str.strip, listed.split(",")) if key) if listed else ()


def _year(fields: Mapping[str, str]) -> int | None:
    """Return the year of `year`, else of `date`.

    The year of a range is its first one, or the last if the range has no start.  Dates are in the form EDTF, as in
    biblatex (its manual, section 2.3.8).  A decade, a century and a year before the common era give None.
    """
    written = fields.get("year", "")
    if year := _YEAR.search(_SORTED.sub("", written) if "\\" in written else written):
        return int(year[0])
    start, _, end = fields.get("date", "").partition("/")
    match = _EDTF_YEAR.match(start.strip()) or (None if start.strip(" .") else _EDTF_YEAR.match(end.strip()))
    match = match or _YEAR.search(start)
    return int(match[0]) or None if match else None


# --- names ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def _author(name: str) -> str:
    """Return a name as `Family, Given`, the name of an organisation unchanged; "" for an empty name."""
    person = parse_listed_person(convert_extended_name(name))
    return "" if person is None else person.inverted if person.given else person.natural


def is_shortened(value: str) -> bool:
    """Return whether an author field ends in `and others`."""
    return value.rstrip()[-6:].lower() == "others" and bool(_OTHERS.search(value))


def _authors(value: str) -> tuple[str, ...]:
    """Return the names of an author field, the last one `et al.` if it ends in `and others`."""
    names = tuple(filter(None, map(_author, split_names(value))))
    return (*names, OTHERS) if names and is_shortened(value) else names


def split_names(value: str) -> list[str]:
    """Return the names of an author field, split at `and` outside braces, without `others`."""
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
    """Return a name of biblatex's extended form (`family=Vries, given=Harm, prefix=de`) in BibTeX's form.

    Any other name is returned unchanged.
    """
    if "=" not in name:
        return name
    parts = {match[1].lower(): (match[2] or match[3] or "").strip() for match in _EXTENDED.finditer(name)}
    if "family" not in parts:
        return name
    family = " ".join(filter(None, (parts.get("prefix"), parts["family"])))
    return ", ".join(filter(None, (family, parts.get("suffix"), parts.get("given"))))


# --- venue ----------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def _venue_of(value: str, labelled: bool) -> tuple[str, int | None, str]:
    return venues.parse_venue(plain_text(_bare(value)), labelled)


def _venue(kind: str, fields: Mapping[str, str]) -> tuple[str, int | None, str]:
    """Return acronym, year and track of the venue.

    A published venue comes before a preprint server.  A journal or a book without an acronym is given by its name.
    """
    preprint: tuple[str, int | None, str] = ("", None, "")
    for name in _VENUES:
        if value := fields.get(name):
            venue = _venue_of(value, name in _NAMING_VENUE)
            if venue[0] and not venues.is_preprint(venue[0]):
                # these two fields are only used to recognise preprint servers
                if name not in {"publisher", "note"}:
                    return venue
            elif venue[0] and not preprint[0]:
                preprint = venue
    names = _CONTAINERS.get(kind, ())
    name = " ".join(plain_text(next((fields[name] for name in names if fields.get(name)), "")).split())
    if preprint[0] or not name or _UNPUBLISHED.fullmatch(name) or identifiers.find_identifiers(name):
        return preprint
    return name, None, ""


# --- identifiers and links ------------------------------------------------------------------------


Address = tuple[str, str, Identifier | None]
"""Name of the field, URL in it, and identifier of the paper that the URL leads to."""


def _addresses(fields: Mapping[str, str]) -> list[Address]:
    """Return all URLs in the fields that may hold some, in the order in which their links are listed."""
    names = [name for name in fields if name in _ADDRESSED and "://" in fields[name]]
    return [
        (name, url, identifiers.from_url(url))
        for name in sorted(names, key=_ADDRESSED.__getitem__)
        for url in _urls(_bare(fields[name]))
    ]


def _identifiers(kind: str, fields: Mapping[str, str], addresses: Iterable[Address]) -> Iterator[Identifier]:
    """Yield all identifiers, each once; text fields count only for schemes without a field of their own."""
    read: dict[str, list[Identifier | None]] = {}
    for name, _, identifier in addresses:
        read.setdefault(name, []).append(identifier)
    results: dict[Identifier, None] = {}
    # the address may lead to another version of the work than its own identifiers
    for name in sorted(fields, key=_URLS.__contains__):
        if name in _STATING:
            stated = read.get(name, ()) if name in _URLS else (_stated(name, kind, fields),)
            results |= dict.fromkeys(filter(None, stated))
    textual = fields.keys() & _TEXTUAL
    if textual:
        schemes = {identifier.scheme for identifier in results}
        for name in sorted(textual):
            hinted = [*read.get(name, ()), *(hint for _, _, hint in identifiers.find_identifiers(_bare(fields[name])))]
            results |= dict.fromkeys(i for i in hinted if i and i.scheme not in schemes)
    yield from results


def _stated(name: str, kind: str, fields: Mapping[str, str]) -> Identifier | None:
    """Return the identifier in a field that holds nothing else."""
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
    """Return a value without the escapes of special characters, which URLs do not have."""
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
    """Yield the keywords as tag paths, without `#`, with hyphens for spaces."""
    for name in ("keywords", "keyword", "tags"):
        for word in plain_text(fields.get(name, "")).replace(";", ",").split(","):
            if tag := "-".join(word.strip(" #").split()):
                yield tag


_DATED = lazy_regex(r"20\d\d(?=[/.])")


def year_of_identifiers(held: Iterable[Identifier]) -> int | None:
    """Return the year that identifiers contain: `icml:2025/44567`, else `arxiv:2401.00001`, `arxiv:hep-th/9901001`.

    An arXiv number contains the date of submission; https://info.arxiv.org/help/arxiv_identifier.html.
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


def identity_keys(evidence: Evidence) -> Iterator[Identifier | str]:
    """Yield the identifiers and the title that two entries of one paper may share."""
    yield from evidence.identifiers
    if title := comparison_key(evidence.title):
        yield title
