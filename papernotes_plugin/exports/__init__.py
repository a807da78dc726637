"""Library -> what other programs read: BibTeX entries, CSL-JSON, RIS, and the catalogue as JSON."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from papernotes_plugin.entries import format_entries, safe_label
from papernotes_plugin.entries.ascii_entries import ascii_entry
from papernotes_plugin.exports import atom_feed as atom_feed
from papernotes_plugin.exports import citation_metadata as citation_metadata
from papernotes_plugin.exports import csl_json as csl_json
from papernotes_plugin.exports import graph_json as graph_json
from papernotes_plugin.exports import ris as ris
from papernotes_plugin.exports.entry_flavors import missing_date
from papernotes_plugin.exports.json_catalogue import SCHEMA, catalogue, catalogue_text
from papernotes_plugin.exports.paper_entry import bibtex_entry
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Entry, Paper

__all__ = ["SCHEMA", "bibtex", "bibtex_entry", "catalogue", "catalogue_text", "ris"]

_LABELS = frozenset({"author", "editor", "organization", "key"})
"""Fields of which BibTeX's author-year styles make labels."""


def bibtex(
    papers: Iterable[Paper],
    flavor: str = BIBTEX,
    encoding: str = UTF8,
    further: Collection[str] = (),
    other_keys: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """The entries of the papers as `.bib` text, in their order.

    Args:
        papers: The papers.
        flavor: `bibtex` or `biblatex`: the names of types and fields.
        encoding: `utf8`, or `latex` for ASCII with LaTeX commands.
        further: Private fields of the author's entries that are given too: `abstract`, `keywords`.
        other_keys: By citekey further keys of an entry; biblatex knows them as `ids`, BibTeX cannot.
    """
    entries: Iterable[Entry] = (_dated(bibtex_entry(paper, flavor, further), flavor) for paper in papers)
    entries = map(_labelled, map(ascii_entry, entries) if encoding == LATEX else entries)
    return format_entries(_with_ids(entries, other_keys) if other_keys and flavor == BIBLATEX else entries)


def _with_ids(entries: Iterable[Entry], other_keys: Mapping[str, Sequence[str]]) -> Iterator[Entry]:
    for found in entries:
        ids = ", ".join(other_keys.get(found.key, ()))
        yield replace(found, fields=(*found.fields, ("ids", ids))) if ids else found


def _dated(found: Entry, flavor: str) -> Entry:
    missing = missing_date(dict(found.fields), flavor)
    return replace(found, fields=(*found.fields, *missing.items())) if missing else found


def _labelled(found: Entry) -> Entry:
    if not any((name in _LABELS and "[" in value) or "]" in value for name, value in found.fields):
        return found
    fields = ((name, safe_label(value) if name in _LABELS else value) for name, value in found.fields)
    return replace(found, fields=tuple(fields))
