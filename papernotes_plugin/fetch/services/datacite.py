"""The REST API of DataCite: DOIs of arXiv, Zenodo and other archives; https://support.datacite.org/docs/api."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from papernotes_plugin import identifiers
from papernotes_plugin.fetch.answer_text import parse_object, without_markup
from papernotes_plugin.fetch.records import (
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


def by_identifier(ids: Sequence[Identifier]) -> Iterator[Request]:
    """Yield one request for each DOI."""
    for one in ids:
        yield Request("datacite", f"dois/{quote(one.value, safe='')}", (str(one),))


def read(request: Request, body: bytes) -> list[Record]:
    """Return the work in an answer."""
    attributes = mapping_of(mapping_of(parse_object(body, "data")["data"]).get("attributes"))
    own = identifiers.parse_identifier(f"doi:{text_of(attributes.get('doi'))}")
    titles = [one for one in mappings_of(attributes.get("titles")) if not text_of(one.get("titleType"))]
    title = without_markup(text_of(titles[0].get("title"))) if titles else ""
    if own is None or not title:
        raise UnreadableAnswer("the answer has no work")
    kind = text_of(mapping_of(attributes.get("types")).get("bibtex")) or "misc"
    publisher = attributes.get("publisher")
    name = text_of(publisher.get("name")) if isinstance(publisher, Mapping) else text_of(publisher)
    return [
        Record(
            service="datacite",
            identifiers=(own,),
            title=title,
            authors=tuple(_names(attributes)),
            year=year_of(attributes.get("publicationYear")),
            status=Status.PREPRINT,
            kind="phdthesis" if kind == "phdthesis" else "misc",
            fields={"publisher": without_markup(name)} if name else {},
        )
    ]


def _names(attributes: Mapping[str, Any]) -> Iterator[str]:
    for person in mappings_of(attributes.get("creators")):
        family, given = text_of(person.get("familyName")), text_of(person.get("givenName"))
        name = without_markup(text_of(person.get("name")))
        if text_of(person.get("nameType")) == "Organizational" and name:
            yield f"{{{name}}}"
        elif family:
            yield without_markup(", ".join(filter(None, (family, given))))
        elif name:
            yield name


SERVICE = Service(
    name="datacite",
    base="https://api.datacite.org",
    spacing=0.2,
    read=read,
    schemes=frozenset({"doi"}),
    by_identifier=by_identifier,
    is_exact=True,
)
