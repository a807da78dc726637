"""Front matter that describes a paper: its keys, in the spellings that templates and managers give them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from papernotes_plugin import citekeys, identifiers, venues
from papernotes_plugin.recognisers.evidence import authorship, title_heuristics
from papernotes_plugin.recognisers.evidence.paper_links import PaperLinks, identifier_from_url
from papernotes_plugin.vocabulary.model import Evidence, Field


def _names(lines: str) -> tuple[str, ...]:
    return tuple(lines.split())


TITLES = _names("title original-title paper paper_title paper-title papertitle full_title")
KEYS = _names("""
    citekey cite_key cite-key citation-key citationkey citation_key bibkey bibtexkey bibtex_key refkey bib-key
""")
_AUTHORS = _names("authors author paper_authors creators 作者")
_YEARS = _names("year published publication_year date-released issued pubdate publication_date 年份")
_VENUES = _names("""
    venue conference journal booktitle publication container-title publicationtitle publication_title journaltitle
    proceedings 会议 期刊
""")
_IDS = _names("doi arxiv arxiv_id arxivid arxiv-id eprint pmid isbn openreview openreview_id acl s2 pmcid")
_LINKS = _names("""
    url link pdf paper_url paper-url source paper_link arxiv_url links website code github project poster video slides
""")
_OF_LINKS = (*_IDS, *_LINKS)
_TLDR = _names("tldr tl;dr summary one-liner")
_ABSTRACT = _names("abstract 摘要")
_TYPES = _names("type category kind itemtype item_type entrytype")
_OTHER = _names("""
    tags tag aliases alias date created updated modified draft publish layout template cssclass cssclasses hide icon
    search status description categories slug same id permalink public dg-publish dg-permalink dg-home
""")
_RESERVED = frozenset(
    (*TITLES, *KEYS, *_AUTHORS, *_YEARS, *_VENUES, *_IDS, *_LINKS, *_TLDR, *_ABSTRACT, *_TYPES, *_OTHER)
)
"""Keys that are no field of the paper: facts of it already, or facts of the note."""
_FACTS = _RESERVED.difference(_TYPES, _OTHER) | {"track", "id"}
"""Keys of facts of the paper."""
_KINDS = frozenset((
    *_names("paper article literature literature-note reference source inproceedings conferencepaper journalarticle"),
    *_names("preprint 论文 論文"),
    *("literature note", "conference paper", "journal article"),
))  # fmt: skip
"""What people call the type of a note about a paper."""
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


class _FrontMatterValues:
    """Front matter to be asked for the first of several keys, whatever their case."""

    def __init__(self, meta: Mapping[str, object]) -> None:
        self.folded = {key.casefold(): value for key, value in meta.items()}

    def value(self, names: tuple[str, ...]) -> object:
        for name in names:
            if value := self.folded.get(name):
                return value
        return ""

    def text(self, names: tuple[str, ...]) -> str:
        value = self.value(names)
        if isinstance(value, list):
            value = next((v for v in value if isinstance(v, str)), "")
        return _unlinked(value) if isinstance(value, str) and not title_heuristics.is_template(value) else ""


def _unlinked(value: str) -> str:
    if "[" in value:
        value = re.sub(r"\[\[(?:[^|\[\]]*\|)?([^\[\]]*)\]\]", r"\1", value)
        value = re.sub(r"\[([^\[\]]*)\]\([^()]*\)", r"\1", value)
    return value.strip().strip("\"'")


def evidence(mapping: Mapping[str, object]) -> Evidence:
    """What the front matter of a note says of a paper."""
    if not mapping:
        return Evidence()
    meta = _FrontMatterValues(mapping)
    fields = tuple(
        Field(k, v) for k, v in mapping.items() if isinstance(v, str) and v and k.casefold() not in _RESERVED
    )
    if _FACTS.isdisjoint(meta.folded):
        return Evidence(fields=fields)
    own = _links(meta)
    venue, year, track = venues.parse_venue(meta.text(_VENUES))
    venue = venue or meta.text(_VENUES)[:80]
    dates = (m for name in _YEARS for v in _values(meta.value((name,))) if (m := _YEAR.search(v)))
    when = next(dates, None)
    return Evidence(
        title=title_heuristics.split_title(meta.text(TITLES)).title,
        authors=_authors(meta.value(_AUTHORS)),
        year=int(when.group()) if when else year,
        venue=venue,
        track=track or meta.text(("track",)),
        identifiers=own.identifiers,
        citekey=meta.text(KEYS).removeprefix("@") or _key(meta),
        links=own.links,
        tldr=meta.text(_TLDR),
        abstract=meta.text(_ABSTRACT),
        fields=fields,
    )


def _key(meta: _FrontMatterValues) -> str:
    """The key under CSL's `id`."""
    key = meta.text(("id",)).removeprefix("@")
    return key if citekeys.is_citekey(key) else ""


def describes_paper(mapping: Mapping[str, object], said: Evidence) -> bool:
    """Front matter that describes a paper, not a post: an identifier, a citekey, or authors with venue or year."""
    if said.citekey or (said.identifiers and (said.title or said.authors)):
        return True
    if not (said.authors or said.identifiers or said.year):
        return False
    meta = _FrontMatterValues(mapping)
    if meta.text(_TYPES).casefold() in _KINDS and (said.authors or said.identifiers or said.year):
        return True
    # a key `year` without a value tells a note about a paper from a post all the same
    return bool(said.authors and said.title and (said.venue or "year" in meta.folded))


def _links(meta: _FrontMatterValues) -> PaperLinks:
    """The identifiers, and the links under the name of their key."""
    own = PaperLinks()
    for name in filter(meta.folded.__contains__, _OF_LINKS):
        for value in _values(meta.value((name,))):
            if "://" in value:
                found = identifier_from_url(value)
            else:
                found = identifiers.parse_identifier(f"{_scheme(name)}:{value}")
            found = found or (identifiers.parse_identifier(value) if name in _IDS else None)
            if found:
                own.add_identifier(found)
            if value.startswith(("http://", "https://")):
                own.add_link(identifiers.scheme_label(found) if found else name.replace("_", " ").capitalize(), value)
    return own


def _scheme(name: str) -> str:
    name = re.split(r"[_-]", name)[0]
    return {"arxivid": "arxiv", "eprint": "arxiv"}.get(name, name)


def _values(value: object) -> list[str]:
    """The texts in a value of any shape, that of a Markdown link its address."""
    out: list[str] = []
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, str) and (text := part.strip()):
            match = re.search(r"\]\((\S+?)\)$", text)
            out.append(match[1] if match else text)
        elif isinstance(part, list):
            stack += reversed(part)
        elif isinstance(part, Mapping):
            stack += reversed(list(part.values()))
    return out


def _authors(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        return authorship.authors(_unlinked(value)) if isinstance(value, str) and value else ()
    names: list[str] = []
    for part in value:
        if isinstance(part, Mapping):
            given = _first(part, ("given", "firstName", "given-names"))
            family = _first(part, ("family", "lastName", "family-names", "name"))
            names.append(f"{family}, {given}".strip(", "))
        elif isinstance(part, str):
            names.append(_unlinked(part).removeprefix("@"))
    return tuple(n for n in names if n)


def _first(mapping: Mapping[str, object], names: tuple[str, ...]) -> str:
    return next((str(mapping[n]) for n in names if mapping.get(n)), "")
