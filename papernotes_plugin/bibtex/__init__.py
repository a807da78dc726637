"""`.bib` text <-> Entry.

The parser splits the text into blocks and fields; what a value means (macros, concatenation, inheritance) and
what was lost is worked out here.  Nothing is dropped without an issue that names it and its line.
"""

from __future__ import annotations

from collections.abc import Iterable

from papernotes_plugin.bibtex.bib_reader import Reader
from papernotes_plugin.bibtex.inheritance import inherit
from papernotes_plugin.entries import MONTHS, format_entries
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Entry, Source

__all__ = ["format_entries", "read", "read_all", "read_quoted"]


def read(source: Source) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    """The entries of a `.bib` file in their order, their keys unique, and what was odd about it.  Never raises.

    Two entries of one key stay one if they are one paper; otherwise the later gets another key.  An entry without
    a key has the key "".
    """
    return read_all([source])


def read_all(sources: Iterable[Source]) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    r"""The entries of several `.bib` files, file by file, and what was odd about each.

    As in `\bibliography{a,b}`, each file knows the macros and the parents of the others.  Keys are unique within
    one file.
    """
    readers = [Reader(source) for source in sources]
    macros = {month: month for month in MONTHS}
    for reader in readers:
        reader.define(macros)
    for reader in readers:
        reader.evaluate(macros)
    inherit([reader.raws for reader in readers], lambda number, raw, what: readers[number].fault(raw, what))
    entries = tuple(entry for reader in readers for entry in reader.papers())
    return entries, tuple(issue for reader in readers for issue in reader.issues)


def read_quoted(source: Source) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    """The entries of a text that people quote entries in, as they stand: one key may stand many times."""
    reader = Reader(source)
    macros = {month: month for month in MONTHS}
    reader.define(macros)
    reader.evaluate(macros)
    inherit([reader.raws], lambda number, raw, what: reader.fault(raw, what))
    return reader.papers(quoted=True), tuple(reader.issues)
