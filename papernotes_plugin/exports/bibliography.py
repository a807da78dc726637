"""Write papers as a BibTeX or biblatex file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from papernotes_plugin.entries import format_entries, safe_label
from papernotes_plugin.entries.ascii_entries import ascii_entry
from papernotes_plugin.exports.paper_entry import ExportedEntry, bibtex_entry, is_set
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8
from papernotes_plugin.vocabulary.model import Entry, Paper

_LABEL_FIELDS = frozenset({"author", "editor", "organization", "key"})
"""Fields from which BibTeX's author-year styles make labels."""


def bibtex(
    papers: Iterable[Paper],
    flavor: str = BIBTEX,
    encoding: str = UTF8,
    further: Collection[str] = (),
) -> str:
    """Return the entries of papers as `.bib` text, in their order; `bibtex_entries` describes the arguments.

    BibTeX has no field for further keys.  Each key of a further `.bib` entry of a paper therefore gets a copy of the
    entry.
    """
    papers = tuple(papers)
    return format_bibliography(papers, bibtex_entries(papers, flavor, encoding, further), flavor)


def bibtex_of_keys(
    paper: Paper,
    former_keys: Iterable[str],
    flavor: str = BIBTEX,
    encoding: str = UTF8,
    further: Collection[str] = (),
) -> list[str]:
    """Return the `.bib` text of a paper, then its text with each former citekey and no further keys.

    Args:
        paper: The paper.
        former_keys: Citekeys that the paper had.
        flavor: As for `bibtex_entries`, like the other arguments.
        encoding: See there.
        further: See there.
    """
    exported = bibtex_entry(paper, flavor, further)
    texts = [format_bibliography([paper], [_as_written(exported, paper, flavor, encoding)], flavor)]
    for key in former_keys:
        former = paper._replace(citekey=key, exported_keys=())
        # only a paper that has no other name shows its citekey in a field
        of_time = bibtex_entry(former, flavor, further) if paper.name == paper.citekey else exported
        of_time = of_time._replace(entry=replace(of_time.entry, key=key))
        texts.append(format_bibliography([former], [_as_written(of_time, former, flavor, encoding)], flavor))
    return texts


def format_bibliography(papers: Iterable[Paper], exported: Iterable[ExportedEntry], flavor: str) -> str:
    """Return exported entries as `.bib` text, with copies in BibTeX for further keys.

    Args:
        papers: The papers.
        exported: Their entries by `bibtex_entries`, in the same order.
        flavor: `bibtex` or `biblatex`, as for the entries.
    """
    if flavor == BIBLATEX:
        return format_entries(entry for entry, _, _ in exported)
    pairs = [(p, e.entry) for p, e in zip(papers, exported, strict=True) if not is_set(p)]
    return format_entries(replace(e, key=key) for paper, e in pairs for key in (e.key, *_keys_of_copies(paper)))


def bibtex_entries(
    papers: Iterable[Paper],
    flavor: str = BIBTEX,
    encoding: str = UTF8,
    further: Collection[str] = (),
) -> list[ExportedEntry]:
    """Return one entry for each paper as it is written, in their order.

    In biblatex the field `ids` of an entry has all of `Paper.exported_keys`; BibTeX has no such field.  It has no sets
    either, so that `format_bibliography` leaves them out.

    Args:
        papers: The papers.
        flavor: `bibtex` or `biblatex`: whose types and field names the entries have.
        encoding: `utf8`, or `latex` for ASCII with LaTeX commands.
        further: Names of private fields of the author's entries that are written as well: `abstract`, `keywords`.
    """
    return [_as_written(bibtex_entry(paper, flavor, further), paper, flavor, encoding) for paper in papers]


def _as_written(exported: ExportedEntry, paper: Paper, flavor: str, encoding: str) -> ExportedEntry:
    """Return the entry of a paper with safe labels, in its encoding, and in biblatex with further keys."""
    entry = _with_safe_labels(ascii_entry(exported.entry) if encoding == LATEX else exported.entry)
    return exported._replace(entry=_with_ids(entry, paper.exported_keys) if flavor == BIBLATEX else entry)


def _with_ids(entry: Entry, further_keys: Collection[str]) -> Entry:
    """Return the entry with further keys in its field `ids`, after the keys that it has there."""
    written = dict(entry.fields).get("ids", "")
    keys = dict.fromkeys([*filter(None, map(str.strip, written.split(","))), *further_keys])
    fields = dict(entry.fields) | {"ids": ", ".join(key for key in keys if key != entry.key)}
    return replace(entry, fields=tuple(fields.items())) if further_keys else entry


def keys_without_entry(paper: Paper) -> tuple[str, ...]:
    """Return the further keys of a paper for which a file in BibTeX has no entry.

    BibTeX ignores case, so that an entry has all keys that differ only in case from its own.
    """
    written = {key.casefold() for key in (paper.citekey, *_keys_of_copies(paper))}
    return tuple(key for key in paper.exported_keys if key.casefold() not in written)


def _keys_of_copies(paper: Paper) -> list[str]:
    """Return the keys of further `.bib` entries of a paper, each once without regard to case."""
    of_entries = {paper.entry.key, *paper.entry.further_keys} if paper.entry else set()
    by_name = {paper.citekey.casefold(): paper.citekey}
    for key in paper.exported_keys:
        if key in of_entries:
            by_name.setdefault(key.casefold(), key)
    return list(by_name.values())[1:]


def _with_safe_labels(entry: Entry) -> Entry:
    r"""Return the entry with braces around square brackets, in the fields that become the label of `\bibitem[…]`."""
    if not any((name in _LABEL_FIELDS and "[" in value) or "]" in value for name, value in entry.fields):
        return entry
    fields = ((name, safe_label(value) if name in _LABEL_FIELDS else value) for name, value in entry.fields)
    return replace(entry, fields=tuple(fields))
