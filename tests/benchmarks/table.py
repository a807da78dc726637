"""Tables of benchmark results and their targets, for a terminal and for a Markdown page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

OWN_PAPERS = 12_000
"""Number of papers for the measurement without a site."""
GROWTH = (1_000, 10_000, 50_000)
"""Numbers of papers whose times are compared: a paper must not cost more in a larger library than in the first."""


@dataclass(frozen=True)
class Measure:
    """One line of a table."""

    name: str
    """Key in the results."""
    words: str
    form: str = "{:.2f}"
    unit: float = 1
    """Divisor for the displayed value."""
    targets: Mapping[int, float] = field(default_factory=dict)
    """Maximum values by the number of papers; the key 0 applies to all other numbers."""

    def target(self, papers: int) -> float | None:
        """Return the maximum value for a number of papers, or None."""
        return self.targets.get(papers, self.targets.get(0))

    def missed(self, run: Mapping[str, Any], papers: int) -> bool:
        """Return whether the value exceeds its target."""
        value, target = run.get(self.name), self.target(papers)
        return value is not None and target is not None and value > target

    def shown(self, value: float) -> str:
        """Return a value with its unit."""
        return self.form.format(value / self.unit)


MEASURES = (
    Measure("notes", "notes", "{:,.0f}"),
    Measure("pages", "pages of Markdown", "{:,.0f}"),
    Measure("rounds", "rounds (the table shows the median)", "{:.0f}"),
    Measure("cold_of_plain", "cold build / plain", targets={300: 0.40, 1_000: 0.28, 3_000: 0.18, 10_000: 0.15}),
    Measure("cold_of_zensical", "cold build / Zensical", targets={300: 0.30, 1_000: 0.20, 3_000: 0.15, 10_000: 0.13}),
    Measure("cold_of_hugo", "cold build / Hugo", targets={300: 1.5, 1_000: 1.1, 3_000: 1.0, 10_000: 0.95}),
    Measure(
        "elapsed_of_hugo",
        "cold build / Hugo, elapsed time",
        targets={300: 2.0, 1_000: 1.4, 3_000: 1.2, 10_000: 1.1},
    ),
    Measure("cold_of_bare", "cold build / bare pages", targets={10_000: 0.8}),
    Measure(
        "warm_of_plain",
        "build without changes / plain",
        "{:.3f}",
        targets={300: 0.06, 1_000: 0.04, 3_000: 0.02, 10_000: 0.01},
    ),
    Measure("note_of_plain", "build after one edit / plain", "{:.3f}", targets={3_000: 0.06}),
    Measure("mention_of_plain", "build after a mention was added / plain", "{:.3f}", targets={3_000: 0.06}),
    Measure("edit", "preview: from saving to the visible change", "{:.2f} s", targets={10_000: 1.0}),
    Measure("edit_of_plain", "preview: CPU time of an edit / plain", "{:.3f}", targets={10_000: 0.02}),
    Measure("peak_of_plain", "memory of a cold build / plain", targets={300: 1.1, 1_000: 1.0, 3_000: 0.8, 10_000: 0.6}),
    Measure("index", "search index", "{:.2f} MB", 1e6, {0: 3e6}),
    Measure("index_gzip", "search index, compressed", "{:.2f} MB", 1e6, {0: 1e6}),
    Measure("largest", "largest generated page", "{:.0f} kB", 1e3, {0: 400e3}),
    Measure("load", "largest generated page: load time", "{:.2f} s", targets={10_000: 0.6}),
    Measure("found", "search: from opening a page to a result", "{:.2f} s", targets={10_000: 2.0}),
    Measure("paper", "page of a paper", "{:.1f} kB", 1e3, {0: 25e3}),
    Measure("files", "files of the site", "{:,.0f}"),
    Measure("size", "size of the site", "{:.0f} MB", 1e6, {10_000: 450e6}),
    Measure("plain", "plain, cold", "{:.2f} s"),
    Measure("cold", "papernotes, cold", "{:.2f} s"),
    Measure("warm", "papernotes, no changes", "{:.2f} s"),
    Measure("note", "papernotes, one edit", "{:.2f} s", targets={10_000: 4.0}),
    Measure("mention", "papernotes, a mention added", "{:.2f} s", targets={10_000: 4.0}),
    Measure("edit_cpu", "papernotes, an edit in the preview", "{:.2f} s"),
    Measure("zensical", "Zensical, cold", "{:.2f} s"),
    Measure("hugo", "Hugo, cold", "{:.2f} s"),
    Measure("bare", "bare pages, cold", "{:.2f} s"),
    Measure("elapsed", "papernotes, cold, elapsed time", "{:.2f} s"),
    Measure("hugo_elapsed", "Hugo, cold, elapsed time", "{:.2f} s"),
    Measure("peak", "memory, papernotes", "{:.0f} MB"),
    Measure("plain_peak", "memory, plain", "{:.0f} MB"),
    Measure("edit_peak", "memory, papernotes preview after ten edits", "{:.0f} MB"),
)
"""Measures of the first table, in order; measures without a value are left out."""
OWN = (
    Measure("cpu", "read, recognise, resolve and index", "{:.2f} s", targets={OWN_PAPERS: 4.0}),
    Measure("scan", "read and recognise alone", "{:.2f} s"),
    Measure("again", "the same again in one process, no changes", "{:.2f} s"),
    Measure("peak", "memory", "{:.0f} MB", targets={OWN_PAPERS: 400.0}),
    Measure("growth", f"time for a paper / the same with {GROWTH[0]:,} papers", targets=dict.fromkeys(GROWTH[1:], 1.2)),
)
SMALL = (
    Measure("scan", "read and recognise", "{:.2f} s", targets={0: 2.5}),
    Measure("cpu", "with resolving and indexing", "{:.2f} s"),
    Measure("again", "again in one process, no changes", "{:.2f} s", targets={0: 0.15}),
    Measure("peak", "memory", "{:.0f} MB"),
)


def rows(result: Mapping[str, Any], mark: str) -> Iterator[list[str]]:
    """Yield the rows of the first table, with its head; `mark` follows values that miss their target."""
    runs = {int(papers): run for papers, run in result["sites"].items()}
    yield ["papers", *(f"{papers:,}" for papers in runs), "goal"]
    yield from _lines(MEASURES, runs, mark)


def own_rows(result: Mapping[str, Any], mark: str) -> Iterator[list[str]]:
    """Yield the rows of the table without a site, with its head."""
    runs = {int(papers): run for papers, run in result["own"].items()}
    yield ["papers, without a site", *(f"{papers:,}" for papers in runs), "goal"]
    yield from _lines(OWN, runs, mark)
    yield ["a paper", *(f"{run['cpu'] / papers * 1e3:.2f} ms" for papers, run in runs.items()), ""]


def small_rows(result: Mapping[str, Any], mark: str) -> Iterator[list[str]]:
    """Yield the rows of the table of small notes, with its head."""
    run = result["small"]
    yield ["small notes", f"{run['notes']:,}", "goal"]
    for measure in SMALL:
        yield [measure.words, _cell(measure, run, 0, mark), _target_text(measure, {})]


def _lines(measures: Sequence[Measure], runs: Mapping[int, Mapping[str, Any]], mark: str) -> Iterator[list[str]]:
    """Yield a row for each measure that has a value."""
    for measure in measures:
        if any(measure.name in run for run in runs.values()):
            cells = (_cell(measure, run, papers, mark) for papers, run in runs.items())
            yield [measure.words, *cells, _target_text(measure, runs)]


def _cell(measure: Measure, run: Mapping[str, Any], papers: int, mark: str) -> str:
    value = run.get(measure.name)
    if value is None:
        return ""
    return measure.shown(value) + (f" {mark}" if measure.missed(run, papers) else "")


def _target_text(measure: Measure, runs: Mapping[int, Any]) -> str:
    """Return the targets of a measure for the displayed numbers of papers, or for the numbers with a target."""
    if 0 in measure.targets:
        return f"≤ {measure.shown(measure.targets[0])}"
    if not measure.targets:
        return ""
    here = [f"{measure.shown(measure.targets[papers])}" for papers in runs if papers in measure.targets]
    if len(here) == len(runs):
        return f"≤ {' / '.join(here)}"
    return "; ".join(f"≤ {measure.shown(most)} at {papers:,}" for papers, most in measure.targets.items())


def text(table: Sequence[Sequence[str]]) -> str:
    """Return a table as text for a terminal."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "".join(
        " ".join(
            [
                line[0].ljust(widths[0]),
                *(cell.rjust(width) for cell, width in zip(line[1:-1], widths[1:-1], strict=True)),
            ]
        )
        + f"  {line[-1]}".rstrip()
        + "\n"
        for line in table
    )


def markdown(table: Sequence[Sequence[str]]) -> str:
    """Return a table as Markdown."""
    head, *lines = ("| " + " | ".join(line) + " |" for line in table)
    return "\n".join([head, "|---|" + "---:|" * (len(table[0]) - 2) + "---|", *lines]) + "\n"
