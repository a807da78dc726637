"""Compare the time for writing a bibliography with bibtexparser's writer.

Run `python -m tests.benchmarks.writing`; `test_writing.py` checks the bounds.  The benchmark divides the CPU time for
exporting papers as BibTeX by the time of bibtexparser's `write_string` for the same entries.  An export chooses types
and fields, protects capitals, makes values safe, and writes.  The best round of each counts.  The papers have the
10,000 entries of `reading.library`.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from bibtexparser.entrypoint import parse_string, write_string

from papernotes_plugin import bibtex, exports
from papernotes_plugin.resolve import identity, keys
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, LATEX, UTF8, Config
from papernotes_plugin.vocabulary.model import Paper, Source
from tests.benchmarks.reading import cost, library

ENTRIES = 10_000
SHARE = 1.0
"""Maximum ratio of an export to bibtexparser's writer; 0.5 to 0.7 was measured."""
SHARE_IN_ASCII = 1.4
"""The same for ASCII with accents in each entry; 0.8 to 0.9 was measured."""
GROWTH = 1.6
"""Maximum growth of the cost of one entry from a quarter of the entries to all; quadratic time gives 4."""


def papers(text: str) -> tuple[Paper, ...]:
    """Return the papers of a bibliography."""
    entries, _ = bibtex.read(Source("library.bib", text.encode()))
    resolved, _ = identity.merge_mentions([], entries)
    return keys.assign(resolved, {}, Config())[0]


def cost_of_writing(chosen: Sequence[Paper], flavor: str, encoding: str, rounds: int = 3) -> float:
    """Return the CPU seconds to export papers."""
    return min(cost(lambda: exports.bibtex(chosen, flavor, encoding)) for _ in range(rounds))


def cost_of_the_writer(text: str, rounds: int = 3) -> float:
    """Return the CPU seconds of bibtexparser to write the same entries."""
    parsed = parse_string(text)
    # it logs each copy
    logging.disable()
    try:
        return min(cost(lambda: write_string(parsed)) for _ in range(rounds))
    finally:
        logging.disable(logging.NOTSET)


def main() -> None:
    """Print all ratios."""
    text = library(ENTRIES)
    chosen, few = papers(text), papers(library(ENTRIES // 4))
    alone = cost_of_the_writer(text)
    print(f"bibtexparser's writer: {alone * 1e6 / ENTRIES:.0f} us an entry")
    for flavor, encoding in ((BIBTEX, UTF8), (BIBTEX, LATEX), (BIBLATEX, UTF8), (BIBLATEX, LATEX)):
        share = cost_of_writing(chosen, flavor, encoding) / alone
        bound = SHARE if encoding == UTF8 else SHARE_IN_ASCII
        growth = share * alone / cost_of_writing(few, flavor, encoding) / 4
        print(f"{flavor}, {encoding}: {share:.2f} of it (at most {bound}), growth {growth:.2f} (at most {GROWTH})")


if __name__ == "__main__":
    main()
