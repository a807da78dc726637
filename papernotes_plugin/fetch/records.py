"""Requests to services, the records in their answers, and the row of a service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from papernotes_plugin.vocabulary.model import Identifier

BY_TITLE = "title"
"""The subject of a request that is no identifier."""


class Request(NamedTuple):
    """A request to a service, without its address."""

    service: str
    path: str
    """Path and query behind the address of the service, percent-encoded."""
    subjects: tuple[str, ...]
    """Identifiers (`arxiv:1706.03762`) that the answer is about, or `title`."""
    body: bytes = b""
    """JSON that is sent with POST; empty for GET."""
    is_by_title: bool = False
    """True if the request contains a title from the notes."""


class Status(StrEnum):
    """Publication of a paper, as a service gives it."""

    PUBLISHED = "published"
    """At the venue of the record; there is evidence of acceptance."""
    PREPRINT = "preprint"
    NOT_ACCEPTED = "not accepted"
    """Submitted, rejected or withdrawn."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """The facts about one paper in the answer of a service."""

    service: str
    identifiers: tuple[Identifier, ...] = ()
    title: str = ""
    authors: tuple[str, ...] = ()
    """Names in the spelling of the service, "Given Family" or "Family, Given"; a group in braces."""
    year: int | None = None
    venue: str = ""
    """The acronym, or the name of a journal without one; of an unpublished paper where it was submitted."""
    venue_name: str = ""
    """The name that the service gives, if it gives more than the acronym."""
    status: Status = Status.UNKNOWN
    kind: str = "misc"
    """Type of the BibTeX entry."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """Further fields of the entry: volume, number, pages, series, publisher."""
    notice: str = ""
    """`retracted` or `withdrawn`; empty for most papers."""


class UnreadableAnswer(Exception):
    """The answer is not what the service gives; its message says what it is instead."""


class BadIdentifier(Exception):
    """The service refuses a request because of one of its identifiers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A row of the table of services."""

    name: str
    base: str
    """The public address that the paths of its requests follow."""
    spacing: float
    """Smallest time between two requests, in seconds."""
    read: Callable[[Request, bytes], list[Record]]
    """Returns the records in an answer.  Raises `UnreadableAnswer`, or `BadIdentifier`."""
    schemes: frozenset[str] = frozenset()
    """Schemes of the identifiers that it takes."""
    by_identifier: Callable[[Sequence[Identifier]], Iterator[Request]] | None = None
    by_title: Callable[[str], Request] | None = None
    key_header: str = ""
    """Header with the key of the user."""
    is_exact: bool = False
    """True if an answer is wrong that is about an identifier which was not asked for."""
    html_means_missing: bool = False
    """True if the service answers 404 with a page of HTML for what does not exist."""


# --- reading JSON that others wrote -----------------------------------------------------------------


def text_of(value: Any) -> str:
    """Return a text on one line; of a list its first text, of `{"value": …}` its value, "" for anything else."""
    if isinstance(value, Mapping):
        value = value.get("value")
    if isinstance(value, list):
        value = next((item for item in value if isinstance(item, str)), "")
    return " ".join(value.split()) if isinstance(value, str) else ""


def items_of(value: Any) -> list[Any]:
    """Return a list; the thing itself counts as a list of one, and nothing for an empty list."""
    if isinstance(value, Mapping) and set(value) == {"value"}:
        value = value["value"]
    if isinstance(value, list):
        return value
    return [] if value in (None, "") else [value]


def mappings_of(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a list."""
    return (item for item in items_of(value) if isinstance(item, Mapping))


def mapping_of(value: Any) -> Mapping[str, Any]:
    """Return an object, or the only one of a list; an empty one for anything else."""
    return next(mappings_of(value), {})


def year_of(value: Any) -> int | None:
    """Return a year, given as a number or as a text that begins with one."""
    if isinstance(value, list):
        value = value[0] if value else None
    digits = str(value)[:4] if isinstance(value, str | int) and not isinstance(value, bool) else ""
    return int(digits) if digits.isdecimal() and 1500 < int(digits) < 2200 else None


def texts_of(values: Iterable[Any]) -> tuple[str, ...]:
    """Return the texts that are not empty."""
    return tuple(filter(None, map(text_of, values)))
