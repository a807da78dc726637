"""Read `.bib` files, however broken, as entries.

`bibtexparser` splits the text into blocks and fields.  The modules here resolve macros, concatenation and
inheritance, and repair broken blocks.  An issue with a line reports everything that is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from papernotes_plugin.bibtex.bib_reader import Reader
from papernotes_plugin.bibtex.inheritance import inherit
from papernotes_plugin.bibtex.preamble_commands import Definition
from papernotes_plugin.entries import MONTHS, format_entries
from papernotes_plugin.vocabulary.issues import Issue
from papernotes_plugin.vocabulary.model import Entry, Source

__all__ = ["format_entries", "read", "read_all", "read_quoted"]


def read(source: Source) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    """Return the entries of a `.bib` file in their order, and the issues in it.  Never raises.

    The citekeys are unique: two entries with one key are merged if they are one paper, otherwise the later one gets
    another key.  An entry without a key has the key "".
    """
    return read_all([source])


def read_all(sources: Iterable[Source]) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    r"""Return the entries of several `.bib` files, file by file, and the issues in them.  Never raises.

    As in `\bibliography{a,b}`, each file can use the macros and the parent entries of the others.  Citekeys are
    unique within one file.
    """
    readers = [Reader(source) for source in sources]
    _evaluate(readers)
    inherit(
        [reader.raws for reader in readers], lambda number, raw, message: readers[number].report_entry(raw, message)
    )
    entries = tuple(entry for reader in readers for entry in reader.papers())
    return entries, tuple(issue for reader in readers for issue in reader.issues)


def read_quoted(source: Source) -> tuple[tuple[Entry, ...], tuple[Issue, ...]]:
    """Return the entries quoted in a text, such as a note, and the issues in them; citekeys may repeat."""
    reader = Reader(source)
    _evaluate([reader])
    inherit([reader.raws], lambda number, raw, message: reader.report_entry(raw, message))
    return reader.papers(quoted=True), tuple(reader.issues)


def _evaluate(readers: Sequence[Reader]) -> None:
    """Evaluate the values of all entries; the files share their macros and the commands of their preambles."""
    macros = {month: month for month in MONTHS}
    definitions: dict[str, Definition] = {}
    for reader in readers:
        reader.define(macros)
        reader.define_commands(macros, definitions)
    for reader in readers:
        reader.evaluate(macros)
        reader.expand(definitions)
