"""The REST API of Crossref: facts, preprint relations and retractions by DOI; https://api.crossref.org/swagger-ui."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_BATCH = 20
"""DOIs in one request; a longer list makes the URL too long."""
_SERIES = lazy_regex(
    r"^(?:lecture notes in|communications in computer|ifip adv|springer proceedings|advances in intelligent)", re.I
)
_KINDS = {
    "journal-article": "article",
    "proceedings-article": "inproceedings",
    "book-chapter": "incollection",
    "book": "book",
    "monograph": "book",
    "edited-book": "book",
    "reference-book": "book",
    "dissertation": "phdthesis",
    "report": "techreport",
}
"""Type of the BibTeX entry by the type of the work; all others are `misc`."""
_DATES = ("published-print", "published", "issued", "published-online")
_RETRACTION = lazy_regex(r"retract|withdraw|removal", re.I)


def by_identifier(ids: Sequence[Identifier]) -> Iterator[Request]:
    """Yield the requests for DOIs: several at once, and one by one those with a comma, which separates them."""
    single = [one for one in ids if "," in one.value or len(ids) == 1]
    rest = [one for one in ids if one not in single]
    for start in range(0, len(rest), _BATCH):
        part = rest[start : start + _BATCH]
        values = ",".join(f"doi:{quote(one.value, safe='')}" for one in part)
        yield Request("crossref", f"works?filter={values}&rows={len(part)}", tuple(map(str, part)))
    for one in single:
        yield single_request(one)


def single_request(doi: Identifier) -> Request:
    """Return the request for one DOI."""
    return Request("crossref", f"works/{quote(doi.value, safe='')}", (str(doi),))


def updates_request(ids: Sequence[Identifier]) -> Request:
    """Return the request for the notices, such as retractions, about works; a comma in a DOI is escaped twice."""
    values = ",".join(f"updates:{quote(one.value.replace(',', '%2C'), safe='')}" for one in ids)
    return Request("crossref", f"works?filter={values}&rows=100", tuple(f"updates of {one}" for one in ids))


def by_title(title: str) -> Request:
    """Return the request for works with a title."""
    query = quote(title, safe="")
    return Request("crossref", f"works?query.bibliographic={query}&rows=5", (BY_TITLE,), is_by_title=True)


def works_of(body: bytes) -> list[Mapping[str, Any]]:
    """Return the works in an answer: one, or the items of a list."""
    message = mapping_of(parse_object(body, "message")["message"])
    if "items" in message:
        return list(mappings_of(message["items"]))
    if "DOI" not in message:
        raise UnreadableAnswer("the answer has no work")
    return [message]


def read(request: Request, body: bytes) -> list[Record]:
    """Return the works in an answer."""
    return [record for work in works_of(body) if (record := _record(work))]


def _record(work: Mapping[str, Any]) -> Record | None:
    own = identifiers.parse_identifier(f"doi:{text_of(work.get('DOI'))}")
    title = _title(work)
    if own is None or not title:
        return None
    kind = _KINDS.get(text_of(work.get("type")), "misc")
    containers = [
        without_markup(name) for name in map(text_of, map(_alone, items_of(work.get("container-title")))) if name
    ]
    event = without_markup(text_of(mapping_of(work.get("event")).get("name")))
    host = next((name for name in reversed(containers) if not _SERIES.match(name)), "")
    name = host or (event if kind == "inproceedings" else "")
    series = next((one for one in containers if one != name), "")
    is_preprint = text_of(work.get("type")) == "posted-content"
    is_published = kind in ("article", "inproceedings", "incollection") and bool(name)
    acronym = venues.parse_venue(name)[0] if name else ""
    return Record(
        service="crossref",
        identifiers=(own,),
        title=title,
        authors=tuple(_names(work)),
        year=_year(work),
        venue=acronym or (name if kind == "article" else ""),
        venue_name=name,
        status=Status.PREPRINT
        if is_preprint
        else Status.PUBLISHED
        if is_published or kind == "book"
        else Status.UNKNOWN,
        kind=kind,
        fields=_fields(work, series, kind),
        notice=_notice(work, title),
    )


def _alone(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _title(work: Mapping[str, Any]) -> str:
    """Return the title with its subtitle, unless it contains it."""
    title = without_markup(text_of(work.get("title")))
    subtitle = without_markup(text_of(work.get("subtitle")))
    if title and subtitle and comparison_key(subtitle) not in comparison_key(title):
        return f"{title.rstrip(':')}: {subtitle}"
    return title


def _names(work: Mapping[str, Any]) -> Iterator[str]:
    for person in mappings_of(work.get("author")):
        family, given = without_markup(text_of(person.get("family"))), without_markup(text_of(person.get("given")))
        suffix, group = text_of(person.get("suffix")), without_markup(text_of(person.get("name")))
        if family:
            yield ", ".join(filter(None, (family, suffix, given)))
        elif group:
            yield f"{{{group}}}"


def _year(work: Mapping[str, Any]) -> int | None:
    for name in _DATES:
        parts = items_of(mapping_of(work.get(name)).get("date-parts"))
        first = parts[0] if parts else None
        if year := year_of(first):
            return year
    return None


def _fields(work: Mapping[str, Any], series: str, kind: str) -> dict[str, str]:
    """Return volume, number, pages and the like."""
    pages = text_of(work.get("page")).replace("-", "--") if "--" not in text_of(work.get("page")) else ""
    out = {
        "volume": text_of(work.get("volume")),
        "number": text_of(work.get("issue")),
        "pages": pages or text_of(work.get("article-number")),
        "series": series if kind != "article" else "",
        "publisher": without_markup(text_of(work.get("publisher"))) if kind != "article" else "",
    }
    return {name: value for name, value in out.items() if value}


def _notice(work: Mapping[str, Any], title: str) -> str:
    """Return `retracted` if a notice of Crossref or the title itself says so."""
    kinds = [text_of(one.get("type")) for one in mappings_of(work.get("updated-by"))]
    return "retracted" if any(map(_RETRACTION.search, kinds)) or title.upper().startswith("RETRACTED") else ""


def retracted_by(body: bytes) -> dict[str, str]:
    """Return the DOI of the notice by the DOI of each work that the works in an answer retract."""
    return {
        text_of(update.get("DOI")).lower(): text_of(work.get("DOI")).lower()
        for work in works_of(body)
        for update in mappings_of(work.get("update-to"))
        if _RETRACTION.search(text_of(update.get("type")))
    }


SERVICE = Service(
    name="crossref",
    base="https://api.crossref.org",
    spacing=0.2,
    read=read,
    schemes=frozenset({"doi"}),
    by_identifier=by_identifier,
    by_title=by_title,
    is_exact=True,
)
