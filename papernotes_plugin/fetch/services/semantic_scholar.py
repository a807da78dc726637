"""The graph of Semantic Scholar: which arXiv number, DOI and venue belong together; https://api.semanticscholar.org."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from papernotes_plugin import identifiers, venues
from papernotes_plugin.fetch.answer_text import parse_json, without_markup
from papernotes_plugin.fetch.records import (
    BY_TITLE,
    Record,
    Request,
    Service,
    Status,
    UnreadableAnswer,
    mapping_of,
    mappings_of,
    text_of,
    year_of,
)
from papernotes_plugin.vocabulary.model import Identifier

_BATCH = 500
_FIELDS = "title,authors,year,venue,externalIds"


def by_identifier(ids: Sequence[Identifier]) -> Iterator[Request]:
    """Yield the requests for arXiv numbers and DOIs."""
    for start in range(0, len(ids), _BATCH):
        part = ids[start : start + _BATCH]
        names = [f"{'ARXIV' if one.scheme == 'arxiv' else 'DOI'}:{one.value}" for one in part]
        body = json.dumps({"ids": names}).encode()
        yield Request("semanticscholar", f"graph/v1/paper/batch?fields={_FIELDS}", tuple(map(str, part)), body)


def by_title(title: str) -> Request:
    """Return the request for the paper that is nearest to a title."""
    path = f"graph/v1/paper/search/match?query={quote(title, safe='')}&fields={_FIELDS}"
    return Request("semanticscholar", path, (BY_TITLE,), is_by_title=True)


def read(request: Request, body: bytes) -> list[Record]:
    """Return the papers in an answer; unknown identifiers have null in their place."""
    value = parse_json(body)
    papers = value.get("data") if isinstance(value, Mapping) and "data" in value else value
    if isinstance(papers, Mapping) and "paperId" not in papers:
        raise UnreadableAnswer("the answer has no papers")
    return [record for paper in mappings_of(papers) if (record := _record(paper))]


def _record(paper: Mapping[str, Any]) -> Record | None:
    title = without_markup(text_of(paper.get("title")))
    held = tuple(_identifiers(mapping_of(paper.get("externalIds"))))
    if not title:
        return None
    name = without_markup(text_of(paper.get("venue")))
    return Record(
        service="semanticscholar",
        identifiers=held,
        title=title,
        authors=tuple(
            filter(None, (without_markup(text_of(one.get("name"))) for one in mappings_of(paper.get("authors"))))
        ),
        year=year_of(paper.get("year")),
        venue=venues.parse_venue(name)[0],
        venue_name=name,
        status=Status.UNKNOWN,
    )


def _identifiers(external: Mapping[str, Any]) -> Iterator[Identifier]:
    for name, scheme in (("ArXiv", "arxiv"), ("DOI", "doi")):
        if one := identifiers.parse_identifier(f"{scheme}:{text_of(external.get(name))}"):
            yield one


SERVICE = Service(
    name="semanticscholar",
    base="https://api.semanticscholar.org",
    spacing=1.1,
    read=read,
    schemes=frozenset({"arxiv", "doi"}),
    by_identifier=by_identifier,
    by_title=by_title,
    key_header="x-api-key",
    is_exact=True,
)
