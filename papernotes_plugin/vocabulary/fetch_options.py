"""The options of `papernotes fetch`: the table `[fetch]` of a `papernotes.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.near_names import did_you_mean

_SERVICES_TABLE = "iclr icml neurips arxiv crossref datacite dblp openreview semanticscholar pubmed"
SERVICES = tuple(_SERVICES_TABLE.split())
"""Names of the services, as in the options and in `bib/fetched.bib`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """Contact address, endpoints and keys for the services."""

    contact: str = ""
    """E-mail address in the header `User-Agent`, so that a service can write to the user."""
    endpoints: Mapping[str, str] = field(default_factory=dict)
    """The address that the paths of a service follow, by its name; services without one have their public address."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys for services, by name; without empty ones."""

    @classmethod
    def load(cls, data: Any) -> FetchOptions:
        """Return the options in the table `fetch` of parsed TOML.

        Raises:
            PapernotesError: If an option is unknown or its value is invalid.
        """
        table = _mapping("fetch", data)
        for name in table:
            if name not in ("contact", "endpoints", "keys"):
                raise PapernotesError(
                    f"unknown option 'fetch.{name}'{did_you_mean(name, ['contact', 'endpoints', 'keys'])}"
                )
        contact = _text("fetch.contact", table.get("contact", "")).strip()
        if contact and not (contact.isascii() and contact.isprintable()):
            raise PapernotesError("option 'fetch.contact' must be an e-mail address or a URL in ASCII")
        endpoints = {name: _address(name, value) for name, value in _by_service("fetch.endpoints", table).items()}
        keys = {name: value.strip() for name, value in _by_service("fetch.keys", table).items() if value.strip()}
        return cls(contact=contact, endpoints=endpoints, keys=keys)


def _mapping(name: str, value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise PapernotesError(f"option '{name}' must be a table, not {value!r}")
    return value


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise PapernotesError(f"option '{name}' must be a text, not {value!r}")
    return value


def _by_service(name: str, table: Mapping[str, Any]) -> dict[str, str]:
    """Return a table of texts by the name of a service."""
    values = _mapping(name, table.get(name.removeprefix("fetch."), {}))
    for service in values:
        if service not in SERVICES:
            raise PapernotesError(
                f"option '{name}' names an unknown service '{service}'{did_you_mean(service, SERVICES)}"
            )
    return {service: _text(f"{name}.{service}", value) for service, value in values.items()}


def _address(service: str, value: str) -> str:
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise PapernotesError(f"option 'fetch.endpoints.{service}' must begin with https:// or http://, not {value!r}")
    return value.rstrip("/")
