"""Compare the time for reading a bibliography with the time of its parser.

Run `python -m tests.benchmarks.reading`; `test_reading.py` checks the bounds.  The benchmark divides the CPU time for
reading a file and its entries by the time of bibtexparser's `parse_string` for the same text.  Both alternate in one
process, and the best round of each counts.  One file has 10,000 generated entries in several layouts.  The other one
is the `library.bib` of a vault of `make_vault.py`, if the reference texts are available.
"""

from __future__ import annotations

import gc
import logging
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bibtexparser.entrypoint import parse_string

from papernotes_plugin import bibtex
from papernotes_plugin.vocabulary.model import Source
from tests.benchmarks.scale import LARGE, make_vault
from tests.conftest import SHARED

ENTRIES = 10_000
SHARE = 1.5
"""Maximum ratio of reading to parsing; 1.0 to 1.2 was measured."""

_FIRST = ["Ada", "Wei", "Yuki", "Lars", "Priya", "Chloé", "José", "Kwame", "Ingrid", "Tomáš"]
_LAST = ["Chen", "Müller", "Tanaka", "Okafor", "García", "Novák", "Kim", r"{\'O}stlund", "van der Berg", "O'Neill"]
_TOPICS = ["Flows", "Kernels", "Policies", "Embeddings", "Operators", "Graphs", "Codes", "Samplers"]
_KINDS = (
    "@inproceedings{{{key},\n  title = {{{title}}},\n  author = {{{names}}},\n"
    "  booktitle = {{Proceedings of the International Conference on Machine Learning}},\n  year = {{{year}}},\n"
    "  url = {{https://openreview.net/forum?id=x{n:09d}}},\n}}\n",
    '@article{{{key},\n  author = "{names}",\n  title = "{title}",\n  journal = "Journal of Soup Research",\n'
    "  month = mar,\n  year = {year},\n  doi = {{10.1000/soup.{n}}}\n}}\n",
    "@misc{{{key}, title={{{title}}}, author={{{names}}}, eprint={{{short}01.{n:05d}}}, archivePrefix={{arXiv}},"
    " year={{{year}}}}}\n",
    "@book{{{key},\n\ttitle = {{{title}}},\n\tauthor = {{{names}}},\n\tpublisher = {{House}} # {{ of Soup}},\n"
    "\tdate = {{{year}-03}},\n\tkeywords = {{soup, {topic}}},\n\tabstract = {{We study {topic}. 5\\% more.}},\n}}\n",
)


def library(entries: int = ENTRIES) -> str:
    """Return a bibliography in four layouts, with LaTeX in every eighth title; the same each time."""
    out = []
    for n in range(entries):
        topic = _TOPICS[n // 3 % len(_TOPICS)]
        names = [f"{_FIRST[(n * k) % 10]} {_LAST[(n + 3 * k) % len(_LAST)]}" for k in range(1, 2 + n % 5)]
        title = f"On the {{{topic[:3].upper()}}}s of $k$-Sparse {topic}" if n % 8 == 0 else f"Plain {topic} of Part {n}"
        kind = _KINDS[n % len(_KINDS)]
        year = str(1990 + n % 35)
        values = {"title": title, "names": " and ".join(names), "year": year, "short": year[2:], "topic": topic}
        out.append(kind.format(key=f"k{n}:{topic}", n=n, **values))
    return "\n".join(out)


def cost(task: Callable[[], object]) -> float:
    """Return the CPU seconds of a task."""
    gc.collect()
    start = time.process_time()
    task()
    return time.process_time() - start


def share_of_reading(text: str, entries: int, rounds: int = 5) -> float:
    """Return the time for reading divided by the time of the parser."""
    source = Source("library.bib", text.encode())
    read_entries, issues = bibtex.read(source)
    assert (len(read_entries), issues) == (entries, ())
    reading, parsing = [], []
    for _ in range(rounds):
        parsing.append(cost(lambda: parse_string(text)))
        reading.append(cost(lambda: bibtex.read(source)))
    return min(reading) / min(parsing)


def main() -> None:
    """Print all ratios."""
    logging.disable()
    print(f"{ENTRIES} entries in four layouts: {share_of_reading(library(), ENTRIES):.2f} (at most {SHARE})")
    if SHARED.is_dir():
        with tempfile.TemporaryDirectory() as name:
            text = (make_vault(Path(name), LARGE) / "library.bib").read_text("utf-8")
        print(f"{LARGE} entries of a vault: {share_of_reading(text, LARGE):.2f} (at most {SHARE})")


if __name__ == "__main__":
    main()
