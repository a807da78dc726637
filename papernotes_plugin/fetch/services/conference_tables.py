"""The tables of the conferences ICLR, ICML and NeurIPS: one file with all papers of a year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from papernotes_plugin import identifiers, venues
from papernotes_plugin.fetch.answer_text import parse_object, without_markup
from papernotes_plugin.fetch.records import (
    Record,
    Request,
    Service,
    Status,
    UnreadableAnswer,
    mappings_of,
    text_of,
    year_of,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

VENUES = {"iclr": "ICLR", "icml": "ICML", "neurips": "NeurIPS"}
"""Acronym of the conference by the name of its service."""
_PAGE = lazy_regex(r"/virtual/(?P<year>20\d\d)/(?P<kind>poster|oral)/(?P<number>\d{1,7})$")


def table_request(name: str, year: int) -> Request:
    """Return the request for the table of a conference and year."""
    path = f"static/virtual/data/{name}-{year}-orals-posters.json"
    return Request(name, path, (table_name(name, year),))


def table_name(name: str, year: int) -> str:
    """Return the name of a table in messages and in the store."""
    return f"{VENUES[name]} {year}"


def read(request: Request, body: bytes) -> list[Record]:
    """Return the papers of a table, each once with all its identifiers."""
    table = parse_object(body, "results")
    merged: dict[tuple[str, tuple[str, ...]], list[Record]] = {}
    for row in mappings_of(table["results"]):
        if record := _record(request.service, row):
            merged.setdefault((record.title, record.authors), []).append(record)
    if not merged:
        raise UnreadableAnswer("the table has no papers")
    return [_one(records) for records in merged.values()]


def _one(records: list[Record]) -> Record:
    """Return the record of a paper that is listed as poster and as oral."""
    first, *others = records
    if not others:
        return first
    held = dict.fromkeys(one for record in records for one in record.identifiers)
    best = next((record for record in records if record.status is Status.PUBLISHED), first)
    return Record(
        service=best.service,
        identifiers=tuple(held),
        title=best.title,
        authors=best.authors,
        year=best.year,
        venue=best.venue,
        status=best.status,
        kind=best.kind,
    )


def _record(service: str, row: Mapping[str, Any]) -> Record | None:
    title = without_markup(text_of(row.get("name")))
    names = (without_markup(text_of(person.get("fullname"))) for person in mappings_of(row.get("authors")))
    held = list(_identifiers(service, row))
    page = _PAGE.search(text_of(row.get("virtualsite_url")))
    if not title or not held or page is None:
        return None
    return Record(
        service=service,
        identifiers=tuple(held),
        title=title,
        authors=tuple(filter(None, names)),
        year=year_of(page["year"]),
        venue=VENUES[service],
        status=_status(service, row, page["year"]),
        kind="inproceedings",
    )


def _identifiers(service: str, row: Mapping[str, Any]) -> Iterator[Identifier]:
    """Yield the OpenReview forum and the number of the poster or talk."""
    forum = identifiers.from_url(text_of(row.get("paper_url")))
    if forum and forum.scheme == "openreview":
        yield forum
    if page := _PAGE.search(text_of(row.get("virtualsite_url"))):
        scheme = service if page["kind"] == "poster" else f"{service}-oral"
        yield Identifier(scheme, f"{page['year']}/{page['number']}")


def _status(service: str, row: Mapping[str, Any], year: str) -> Status:
    """Return whether the conference accepted the paper; its site also shows papers of journals and workshops."""
    decision = text_of(row.get("decision")).lower()
    group = text_of(row.get("sourceurl"))
    if decision:
        return Status.PUBLISHED if decision.startswith("accept") else Status.NOT_ACCEPTED
    return Status.PUBLISHED if group.endswith(f"id={VENUES[service]}.cc/{year}/Conference") else Status.UNKNOWN


def tables_of(venue: str, year: int | None) -> tuple[str, int] | None:
    """Return service and year of the table with the papers of a venue; None if there is none."""
    name = next((name for name, acronym in VENUES.items() if acronym == venue), None)
    return (name, year) if name and year and not venues.is_preprint(venue) else None


def _row(name: str) -> Service:
    schemes = frozenset({name, f"{name}-oral"})
    return Service(
        name=name,
        base=f"https://{name}.cc",
        spacing=1.0,
        read=read,
        schemes=schemes,
        html_means_missing=True,
    )


SERVICES = tuple(map(_row, VENUES))
