"""A build runs its most expensive functions a few times for each paper, as caches answer all other calls."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from types import CodeType

from papernotes_plugin import pipeline
from papernotes_plugin.entries import entry_fields
from papernotes_plugin.markup import parser
from papernotes_plugin.recognisers.evidence.labels import label_meanings, labelled_values
from papernotes_plugin.recognisers.evidence.references import reference_reader
from papernotes_plugin.recognisers.evidence.titles import false_titles, title_heuristics
from papernotes_plugin.resolve import facts
from papernotes_plugin.text import comparison, slugs
from papernotes_plugin.venues import venue_parser
from papernotes_plugin.vocabulary.model import Source
from tests.helpers.call_counting import calls_by_code

PAPERS = 20
"""Number of papers of the smaller vault; each note has ten."""
_KINDS = (
    "### Counting {word} Birds in Forest {n}\n\n**Authors:** Ann Lee, Bob Ray\n**Venue:** ICML 2021\n"
    "**Link:** [pdf](https://arxiv.org/abs/2101.{n:05d})\n\nWords on *{word}*, as the authors count {n} of them.\n\n",
    "- [Plain {word} of Part {n}](https://openreview.net/forum?id=Id{n:08d}), NeurIPS 2022: it says {word}\n\n",
    "- Lee, A., & Ray, B. (2019). Maps of {word} rivers in region {n}. *Journal of Wool*, 3(2), {n}–{n}9.\n\n",
    "As [Doe et al., 2020](https://doi.org/10.1000/{word}.{n}) say, see [[note-1]] and [@k{n}].\n\n",
)
_ENTRY = "@article{{k{n}, title = {{On {word} of Sample {n}}}, author = {{Doe, Ada}}, doi = {{10.1000/{word}.{n}}}}}\n"
BOUNDS: dict[Callable[..., object], float] = {
    parser.parse: 0.15,
    labelled_values._paragraph_values: 1.6,
    label_meanings.meaning: 0.6,
    title_heuristics.split_title: 1.0,
    title_heuristics.looks_like_title: 2.5,
    title_heuristics.is_uninformative: 1.1,
    false_titles.is_generic: 1.0,
    reference_reader.read_reference: 0.4,
    venue_parser.parse_venue: 1.9,
    comparison.comparison_key: 1.6,
    slugs.slugify: 2.4,
    entry_fields.read_evidence: 0.3,
    # with and without the bibliography
    facts.paper: 2.1,
}
"""Largest number of calls for each paper."""
GROWTH = 2.1
"""Largest accepted ratio of all calls for twice the papers; quadratic cost has the ratio 4."""


def vault(papers: int, word: str) -> tuple[list[Source], Source]:
    """Return notes and a bibliography; another word gives other texts, so that no cache has them from another test."""
    parts = [_KINDS[n % len(_KINDS)].format(n=n, word=word) for n in range(papers)]
    texts = ["".join(parts[at : at + 10]) for at in range(0, papers, 10)]
    notes = [Source(f"note-{n}.md", f"# Week {n} of {word}\n\n{text}".encode()) for n, text in enumerate(texts)]
    entries = "".join(_ENTRY.format(n=n, word=word) for n in range(3, papers, len(_KINDS)))
    return notes, Source("all.bib", entries.encode())


def code_of(function: Callable[..., object]) -> CodeType:
    """Return the code of a function behind its cache."""
    code = inspect.unwrap(function).__code__
    assert isinstance(code, CodeType)
    return code


def calls_of_build(papers: int, word: str) -> Counter[CodeType]:
    """Return the calls of each function in a build."""
    notes, bib = vault(papers, word)
    return calls_by_code(lambda: pipeline.build(notes, bibliography=[bib], pages=False))


def test_expensive_functions_run_a_few_times_for_each_paper() -> None:
    """No call exceeds its bound, and twice the papers need twice the calls."""
    calls_of_build(PAPERS, "first")  # what is computed once in each process
    small, large = calls_of_build(PAPERS, "small"), calls_of_build(2 * PAPERS, "large")
    counts = {function: large[code_of(function)] / (2 * PAPERS) for function in BOUNDS}
    assert all(counts.values())
    assert {function: count for function, count in counts.items() if count > BOUNDS[function]} == {}
    assert large.total() <= GROWTH * small.total()
