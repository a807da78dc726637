"""What reading a bibliography costs beside its parser alone.

Run `python -m tests.benchmarks.reading`, beside the reference texts for a second file; `test_reading.py` holds the
bounds.  Measured is the CPU time of reading a file and of turning its entries into evidence, over that of
bibtexparser's own `parse_string` of the same text, in one process, the two interleaved, the best of the rounds each.
The files are a bibliography of 10,000 entries in the ways people write them, made here, and the `library.bib` of a
vault of 12,000 papers of `make_vault.py`.
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
"""How much reading may cost of what the parser alone costs; 1.0 to 1.2 was measured, 2.7 before it was a concern."""

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
    """So many entries in four layouts, one in eight with LaTeX in its title; the same each time."""
    out = []
    for n in range(entries):
        topic = _TOPICS[n // 3 % len(_TOPICS)]
        names = [f"{_FIRST[(n * k) % 10]} {_LAST[(n + 3 * k) % len(_LAST)]}" for k in range(1, 2 + n % 5)]
        title = f"On the {{{topic[:3].upper()}}}s of $k$-Sparse {topic}" if n % 8 == 0 else f"Plain {topic} of Part {n}"
        kind = _KINDS[n % len(_KINDS)]
        year = str(1990 + n % 35)
        said = {"title": title, "names": " and ".join(names), "year": year, "short": year[2:], "topic": topic}
        out.append(kind.format(key=f"k{n}:{topic}", n=n, **said))
    return "\n".join(out)


def cost(task: Callable[[], object]) -> float:
    """CPU seconds of a task."""
    gc.collect()
    start = time.process_time()
    task()
    return time.process_time() - start


def share_of_reading(text: str, entries: int, rounds: int = 5) -> float:
    """What reading costs, of what the parser alone costs."""
    source = Source("library.bib", text.encode())
    found, issues = bibtex.read(source)
    assert (len(found), issues) == (entries, ())
    ours, alone = [], []
    for _ in range(rounds):
        alone.append(cost(lambda: parse_string(text)))
        ours.append(cost(lambda: bibtex.read(source)))
    return min(ours) / min(alone)


def main() -> None:
    """Print all measures."""
    logging.disable()
    print(f"{ENTRIES} entries in four layouts: {share_of_reading(library(), ENTRIES):.2f} (at most {SHARE})")
    if SHARED.is_dir():
        with tempfile.TemporaryDirectory() as name:
            text = (make_vault(Path(name), LARGE) / "library.bib").read_text("utf-8")
        print(f"{LARGE} entries of a vault: {share_of_reading(text, LARGE):.2f} (at most {SHARE})")


if __name__ == "__main__":
    main()
