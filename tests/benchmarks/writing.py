"""What writing a bibliography costs beside bibtexparser's own writer.

Run `python -m tests.benchmarks.writing`; `test_writing.py` holds the bounds.  Measured is the CPU time of exporting
papers as BibTeX - choosing type and fields, protecting capitals, making values safe, writing - over that of
bibtexparser's `write_string` of the same entries, as it comes, in one process, the two interleaved, the best of the
rounds each.  The papers have the 10,000 entries of `reading.library`.
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
"""How much exporting may cost of what bibtexparser's writer costs; 0.5 to 0.7 was measured."""
SHARE_IN_ASCII = 1.4
"""The same for ASCII, of entries that hold letters with accents each; 0.8 to 0.9 was measured."""
GROWTH = 1.6
"""How much the cost of one entry may grow from a quarter of them to all; what is quadratic grows by 4."""


def papers(text: str) -> tuple[Paper, ...]:
    """The papers of a bibliography."""
    entries, _ = bibtex.read(Source("library.bib", text.encode()))
    found, _ = identity.resolve([], entries)
    return keys.assign(found, {}, Config())[0]


def cost_of_writing(chosen: Sequence[Paper], flavor: str, encoding: str, rounds: int = 3) -> float:
    """CPU seconds to export papers."""
    return min(cost(lambda: exports.bibtex(chosen, flavor, encoding)) for _ in range(rounds))


def cost_of_the_writer(text: str, rounds: int = 3) -> float:
    """CPU seconds that bibtexparser takes to write the same entries."""
    parsed = parse_string(text)
    # it tells each time that it copies
    logging.disable()
    try:
        return min(cost(lambda: write_string(parsed)) for _ in range(rounds))
    finally:
        logging.disable(logging.NOTSET)


def main() -> None:
    """Print all measures."""
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
