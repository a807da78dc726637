"""Write papers as a BibTeX or biblatex file."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from papernotes_plugin.entries import format_entries, safe_label
from papernotes_plugin.entries.ascii_entries import ascii_entry
from papernotes_plugin.exports.entry_flavors import missing_date
from papernotes_plugin.exports.paper_entry import bibtex_entry
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Entry, Paper

_LABEL_FIELDS = frozenset({"author", "editor", "organization", "key"})
"""Fields from which BibTeX's author-year styles make labels."""


def bibtex(
    papers: Iterable[Paper],
    flavor: str = BIBTEX,
    encoding: str = UTF8,
    further: Collection[str] = (),
    other_keys: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> str:
    """Return the entries of papers as `.bib` text, in their order; `bibtex_entries` describes the arguments."""
    return format_entries(bibtex_entries(papers, flavor, encoding, further, other_keys))


def bibtex_entries(
    papers: Iterable[Paper],
    flavor: str = BIBTEX,
    encoding: str = UTF8,
    further: Collection[str] = (),
    other_keys: Mapping[str, Sequence[str]] = MappingProxyType({}),
) -> Iterable[Entry]:
    """Return the entries of papers as they are written, in their order.

    Args:
        papers: The papers.
        flavor: `bibtex` or `biblatex`: whose types and field names the entries have.
        encoding: `utf8`, or `latex` for ASCII with LaTeX commands.
        further: Names of private fields of the author's entries that are written as well: `abstract`, `keywords`.
        other_keys: Further citekeys of an entry, by its citekey.  They become the field `ids`, which only biblatex has.
    """
    entries: Iterable[Entry] = (_with_date(bibtex_entry(paper, flavor, further), flavor) for paper in papers)
    entries = map(_with_safe_labels, map(ascii_entry, entries) if encoding == LATEX else entries)
    return _with_ids(entries, other_keys) if other_keys and flavor == BIBLATEX else entries


def _with_ids(entries: Iterable[Entry], other_keys: Mapping[str, Sequence[str]]) -> Iterator[Entry]:
    for entry in entries:
        ids = ", ".join(other_keys.get(entry.key, ()))
        yield replace(entry, fields=(*entry.fields, ("ids", ids))) if ids else entry


def _with_date(entry: Entry, flavor: str) -> Entry:
    missing = missing_date(dict(entry.fields), flavor)
    return replace(entry, fields=(*entry.fields, *missing.items())) if missing else entry


def _with_safe_labels(entry: Entry) -> Entry:
    r"""Return the entry with braces around square brackets, in the fields that become the label of `\bibitem[…]`."""
    if not any((name in _LABEL_FIELDS and "[" in value) or "]" in value for name, value in entry.fields):
        return entry
    fields = ((name, safe_label(value) if name in _LABEL_FIELDS else value) for name, value in entry.fields)
    return replace(entry, fields=tuple(fields))
