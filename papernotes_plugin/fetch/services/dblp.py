"""The search of DBLP: computer science by title, or all papers of a venue and year; https://dblp.org/faq/13501473."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from papernotes_plugin import identifiers, venues
from papernotes_plugin.fetch.answer_text import parse_object, without_markup
from papernotes_plugin.fetch.records import (
    BY_TITLE,
    Record,
    Request,
    Service,
    Status,
    UnreadableAnswer,
    items_of,
    mapping_of,
    mappings_of,
    text_of,
    year_of,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

PAGE = 1000
"""Papers in one answer."""
STREAMS = {
    "ICLR": "iclr/iclr",
    "ICML": "icml/icml",
    "NeurIPS": "nips/neurips",
    "CVPR": "cvpr/cvpr",
    "ICCV": "iccv/iccv",
    "AISTATS": "aistats/aistats",
    "COLT": "colt/colt",
    "UAI": "uai/uai",
    "IJCAI": "ijcai/ijcai",
    "AAAI": "aaai/aaai",
}
"""Name of the proceedings at DBLP by acronym, where each year is one volume."""
_NUMBER = lazy_regex(r" \d{4}$")
_WORKSHOP = lazy_regex(r"workshop|companion|tutorial|demo|tiny|@", re.I)


def contents_request(venue: str, year: int, first: int) -> Request:
    """Return the request for a page of the papers of a venue and year; `venue` is a key of `STREAMS`."""
    query = quote(f"toc:db/conf/{STREAMS[venue]}{year}.bht:", safe="")
    return Request(
        "dblp", f"search/publ/api?q={query}&h={PAGE}&f={first}&format=json", (f"{venue} {year} from {first}",)
    )


def by_title(title: str) -> Request:
    """Return the request for papers with a title."""
    words = " ".join(re.findall(r"\w+", title))
    return Request(
        "dblp", f"search/publ/api?q={quote(words, safe='')}&h=30&f=0&format=json", (BY_TITLE,), is_by_title=True
    )


def read(request: Request, body: bytes) -> list[Record]:
    """Return the papers in an answer."""
    return [record for hit in mappings_of(_hits(body).get("hit")) if (record := _record(mapping_of(hit.get("info"))))]


def _hits(body: bytes) -> Mapping[str, Any]:
    hits = mapping_of(mapping_of(parse_object(body, "result")["result"]).get("hits"))
    if "@total" not in hits:
        raise UnreadableAnswer("the answer has no hits")
    return hits


def _record(info: Mapping[str, Any]) -> Record | None:
    title = without_markup(text_of(info.get("title"))).removesuffix(".")
    if not title:
        return None
    people = items_of(mapping_of(info.get("authors")).get("author"))
    names = (_name(person) for person in people)
    name = without_markup(text_of(info.get("venue")))
    key = text_of(info.get("key"))
    is_preprint = key.startswith("journals/corr/") or text_of(info.get("type")).startswith("Informal")
    acronym = venues.parse_venue(name)[0]
    is_journal = key.startswith("journals/")
    is_published = not is_preprint and not _WORKSHOP.search(name) and bool(acronym or is_journal)
    venue = (acronym or name) if is_published else ""
    fields = {field: text_of(info.get(field)) for field in ("volume", "number")}
    fields["pages"] = text_of(info.get("pages")).replace("-", "--")
    return Record(
        service="dblp",
        identifiers=tuple(_identifiers(info, key)),
        title=title,
        authors=tuple(filter(None, names)),
        year=year_of(text_of(info.get("year")) or info.get("year")),
        venue=venue,
        venue_name="" if acronym else name,
        status=Status.PREPRINT if is_preprint else Status.PUBLISHED if is_published else Status.UNKNOWN,
        kind="misc" if is_preprint else "article" if is_journal else "inproceedings",
        fields={name: value for name, value in fields.items() if value and not is_preprint},
    )


def _name(person: Any) -> str:
    """Return the name of an author without the number that distinguishes people of one name."""
    written = text_of(person.get("text")) if isinstance(person, Mapping) else text_of(person)
    return _NUMBER.sub("", without_markup(written))


def _identifiers(info: Mapping[str, Any], key: str) -> list[Identifier]:
    """Return the identifiers to which the record leads; of arXiv only that of the record itself.

    The links of a published paper may also lead to a preprint, perhaps of another paper.
    """
    urls = [url for url in items_of(info.get("ee")) if isinstance(url, str)]
    linked = [identifiers.from_url(url) for url in urls]
    linked.append(identifiers.parse_identifier(f"doi:{text_of(info.get('doi'))}"))
    is_corr = key.startswith("journals/corr/")
    wanted = {"openreview", "doi", "acl", "pmlr", *(["arxiv"] if is_corr else [])}
    return list(dict.fromkeys(one for one in linked if one and one.scheme in wanted))


SERVICE = Service(name="dblp", base="https://dblp.org", spacing=5.0, read=read, by_title=by_title)
