"""The API of arXiv: 100 identifiers in one request, answers in Atom; https://info.arxiv.org/help/api/user-manual.html."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import quote
from xml.etree.ElementTree import Element

from papernotes_plugin import identifiers
from papernotes_plugin.fetch.answer_text import parse_xml
from papernotes_plugin.fetch.records import (
    BY_TITLE,
    BadIdentifier,
    Record,
    Request,
    Service,
    Status,
    UnreadableAnswer,
    year_of,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Identifier

_BATCH = 100
_ATOM = "{http://www.w3.org/2005/Atom}"
_OWN = "{http://arxiv.org/schemas/atom}"
_WITHDRAWN = lazy_regex(
    r"\b(?:paper|article|manuscript|submission|it)\s+(?:\w+\s+)?(?:has been|is|was)\s+withdrawn\b|^withdrawn\b",
    re.I,
)


def by_identifier(ids: Sequence[Identifier]) -> Iterator[Request]:
    """Yield the requests for arXiv numbers."""
    for start in range(0, len(ids), _BATCH):
        part = ids[start : start + _BATCH]
        values = ",".join(quote(one.value, safe="/.") for one in part)
        yield Request("arxiv", f"api/query?id_list={values}&max_results={len(part)}", tuple(map(str, part)))


def by_title(title: str) -> Request:
    """Return the request for papers with a title."""
    words = re.sub(r'["\\]', " ", title)
    query = quote(f'ti:"{" ".join(words.split())}"', safe="")
    return Request("arxiv", f"api/query?search_query={query}&max_results=10", (BY_TITLE,), is_by_title=True)


def read(request: Request, body: bytes) -> list[Record]:
    """Return the papers of a feed; unknown numbers have no entry."""
    root = parse_xml(body)
    if root.tag != f"{_ATOM}feed":
        raise UnreadableAnswer("the answer is not a feed")
    records = []
    for entry in root.iterfind(f"{_ATOM}entry"):
        if "api/errors" in _text(entry, f"{_ATOM}id"):
            if len(request.subjects) > 1:
                raise BadIdentifier
            return []
        if record := _record(entry):
            records.append(record)
    return records


def _record(entry: Element) -> Record | None:
    own = identifiers.from_url(_text(entry, f"{_ATOM}id").replace("http://", "https://"))
    title = _text(entry, f"{_ATOM}title")
    if own is None or own.scheme != "arxiv" or not title:
        return None
    names = (_text(author, f"{_ATOM}name") for author in entry.iterfind(f"{_ATOM}author"))
    doi = identifiers.parse_identifier(_text(entry, f"{_OWN}doi"))
    category = entry.find(f"{_OWN}primary_category")
    term = category.get("term", "") if category is not None else ""
    notes = (_text(entry, f"{_OWN}comment"), _text(entry, f"{_ATOM}summary")[:200])
    return Record(
        service="arxiv",
        identifiers=(own, doi) if doi and doi.scheme == "doi" else (own,),
        title=title,
        authors=tuple(filter(None, names)),
        year=year_of(_text(entry, f"{_ATOM}published")),
        status=Status.PREPRINT,
        fields={"primaryclass": term} if term else {},
        notice="withdrawn" if any(map(_WITHDRAWN.search, notes)) else "",
    )


def _text(parent: Element, name: str) -> str:
    """Return the text of the first child with a name, on one line."""
    child = parent.find(name)
    return " ".join("".join(child.itertext()).split()) if child is not None else ""


SERVICE = Service(
    name="arxiv",
    base="https://export.arxiv.org",
    spacing=3.0,
    read=read,
    schemes=frozenset({"arxiv"}),
    by_identifier=by_identifier,
    by_title=by_title,
    is_exact=True,
)
