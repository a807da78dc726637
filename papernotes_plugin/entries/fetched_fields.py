"""The file of facts that `papernotes fetch` looked up, and the fields in it that are never exported."""

from __future__ import annotations

from papernotes_plugin import identifiers
from papernotes_plugin.vocabulary.model import Identifier

FILE = "bib/fetched.bib"
"""Path of the file, relative to the project."""
SOURCE, FETCHED, REJECTED = FIELDS = ("papernotes-source", "papernotes-fetched", "papernotes-rejected")
"""The services that answered, with the identifier that each was asked for; the date; answers never to take again."""
_BETWEEN = "; "


def source_value(pairs: list[tuple[str, str]]) -> str:
    """Return the value of `papernotes-source` for names of services with what each was asked for.

    Examples:
        >>> source_value([("iclr", "openreview:SI2hI0frk6"), ("dblp", "title")])
        'iclr openreview:SI2hI0frk6; dblp title'
    """
    return _BETWEEN.join(f"{service} {subject}" for service, subject in dict.fromkeys(pairs))


def source_pairs(value: str) -> list[tuple[str, str]]:
    """Return the pairs in a value that `source_value` wrote, or that a person edited."""
    parts = (part.strip().partition(" ") for part in value.split(_BETWEEN))
    return [(service, subject.strip()) for service, _, subject in parts if service]


def source_identifiers(value: str) -> tuple[Identifier, ...]:
    """Return the identifiers in a value of `papernotes-source`."""
    parsed = (identifiers.parse_identifier(subject) for _, subject in source_pairs(value))
    return tuple(filter(None, parsed))
