"""The search of OpenReview: venue and acceptance by title; by identifier it answers with a challenge."""

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
    items_of,
    mapping_of,
    mappings_of,
    text_of,
    texts_of,
    year_of,
)
from papernotes_plugin.text.lazy_regex import lazy_regex

_CONFERENCE = lazy_regex(r"(?P<name>[\w-]+)\.(?:cc|org|com)/(?P<year>20\d\d)/Conference")
_REJECTED = lazy_regex(r"submitted|withdrawn|reject|under review", re.I)


def by_title(title: str) -> Request:
    """Return the request for papers with a title."""
    query = quote(title, safe="")
    return Request("openreview", f"notes/search?term={query}&source=forum&limit=10", (BY_TITLE,), is_by_title=True)


def read(request: Request, body: bytes) -> list[Record]:
    """Return the papers in an answer."""
    notes = mappings_of(parse_object(body, "notes")["notes"])
    return [record for note in notes if (record := _record(note))]


def _record(note: Mapping[str, Any]) -> Record | None:
    content = mapping_of([note.get("content")])
    own = identifiers.parse_identifier(f"openreview:{text_of(note.get('forum')) or text_of(note.get('id'))}")
    title = without_markup(text_of(content.get("title")))
    if own is None or not title:
        return None
    venue, group = text_of(content.get("venue")), text_of(content.get("venueid"))
    conference = _CONFERENCE.fullmatch(group)
    acronym = venues.parse_venue(conference["name"])[0] if conference else ""
    invitations = texts_of(items_of(note.get("invitations")))
    is_revised = any(one.endswith("/-/Camera_Ready_Revision") for one in invitations)
    if _REJECTED.search(venue) or _REJECTED.search(group):
        status = Status.NOT_ACCEPTED
    elif acronym and (is_revised or venues.parse_venue(venue)[0] == acronym):
        status = Status.PUBLISHED
    else:
        status = Status.UNKNOWN
    return Record(
        service="openreview",
        identifiers=(own,),
        title=title,
        authors=texts_of(items_of(content.get("authors"))),
        year=year_of(conference["year"]) if conference else None,
        venue=acronym if status is Status.PUBLISHED else "",
        venue_name="",
        status=status,
        kind="inproceedings" if status is Status.PUBLISHED else "misc",
    )


SERVICE = Service(name="openreview", base="https://api2.openreview.net", spacing=0.35, read=read, by_title=by_title)
