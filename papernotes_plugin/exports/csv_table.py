"""Write papers as a table of comma-separated values, for review tables in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import SimpleNamespace

from papernotes_plugin.identifiers.schemes import SCHEMES
from papernotes_plugin.links.private_notes import remove_private_links
from papernotes_plugin.selection.field_conditions import field_values, folded_label
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.issues import PapernotesError
from papernotes_plugin.vocabulary.model import Library, Paper
from papernotes_plugin.vocabulary.near_names import did_you_mean

DEFAULT_COLUMNS = (
    "citekey",
    "title",
    "authors",
    "year",
    "venue",
    "track",
    "doi",
    "arxiv",
    "url",
    "tags",
    "tldr",
    "notes",
)
"""Columns of the table if none are chosen."""
_FORMULA = lazy_regex(r"[=+\-@\t\r]")
_NUMBER = lazy_regex(r"[-+]?\d+(?:\.\d+)?")
_FACTS: Mapping[str, Callable[[Paper], Iterable[object]]] = {
    "citekey": lambda paper: [paper.citekey],
    "title": lambda paper: [paper.title],
    "authors": lambda paper: paper.authors,
    "year": lambda paper: [paper.year or ""],
    "venue": lambda paper: [paper.venue or ""],
    "track": lambda paper: [paper.track],
    "type": lambda paper: [paper.type],
    "url": lambda paper: [link.url for link in paper.links[:1]],
    "tags": lambda paper: paper.tags,
    "topics": lambda paper: [" / ".join(topic) for topic in paper.topics],
    "tldr": lambda paper: [paper.tldr],
    "abstract": lambda paper: [paper.abstract],
    "notes": lambda paper: paper.note_paths,
    "mentions": lambda paper: [len(paper.mentions)],
    "aliases": lambda paper: paper.written_aliases,
}


def csv_table(library: Library, papers: Iterable[Paper], columns: Sequence[str] = ()) -> str:
    """Return papers as comma-separated values, with the names of the columns in the first line.

    Several values of one cell are separated by a semicolon.  A text that a spreadsheet would read as a formula gets an
    apostrophe in front: https://owasp.org/www-community/attacks/CSV_Injection.

    Args:
        library: The library.
        papers: The papers, one for each line.
        columns: Facts, schemes of identifiers, and labels of fields; empty for `DEFAULT_COLUMNS`.

    Raises:
        PapernotesError: If no paper of the library can have a column.
    """
    columns = columns or DEFAULT_COLUMNS
    fields = field_values(library)
    labels = {label for paper in library.papers for label in fields(paper)}
    for column in columns:
        if column not in _FACTS and column not in SCHEMES and folded_label(column) not in labels:
            near = did_you_mean(column, sorted({*_FACTS, *SCHEMES, *labels}))
            raise PapernotesError(f"no paper has a fact or a field '{column}'{near}")
    lines: list[str] = []
    writer = csv.writer(SimpleNamespace(write=lines.append), lineterminator="\n")
    writer.writerow(map(_cell, columns))
    for paper in papers:
        own = fields(paper)
        writer.writerow(_cell(_text(library, paper, column, own)) for column in columns)
    return "".join(lines)


def _text(library: Library, paper: Paper, column: str, fields: Mapping[str, Sequence[str]]) -> str:
    if column in _FACTS:
        values: Iterable[object] = _FACTS[column](paper)
    elif column in SCHEMES:
        values = [identifier.value for identifier in paper.identifiers if identifier.scheme == column]
    else:
        values = fields.get(folded_label(column), ())
    return remove_private_links("; ".join(map(str, values)), "", library)


def _cell(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text
