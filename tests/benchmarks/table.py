"""The measures in words, with what they shall be, as a table for a terminal and for a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

OWN_PAPERS = 12_000
"""Papers of the library of which the own work is taken."""
GROWTH = (1_000, 10_000, 50_000)
"""Papers of the libraries of which it is seen whether a paper costs more in a larger one: than in the first."""


@dataclass(frozen=True)
class Measure:
    """One line of the table."""

    name: str
    """In the results."""
    words: str
    form: str = "{:.2f}"
    unit: float = 1
    """What the number is divided by before it is shown."""
    targets: Mapping[int, float] = field(default_factory=dict)
    """The most that it may be, by the number of papers; that for 0 is for all other numbers."""

    def target(self, papers: int) -> float | None:
        """The most that it may be."""
        return self.targets.get(papers, self.targets.get(0))

    def missed(self, run: Mapping[str, Any], papers: int) -> bool:
        """Whether it is more."""
        value, target = run.get(self.name), self.target(papers)
        return value is not None and target is not None and value > target

    def shown(self, value: float) -> str:
        """A value in words."""
        return self.form.format(value / self.unit)


MEASURES = (
    Measure("notes", "notes", "{:,.0f}"),
    Measure("pages", "pages of Markdown", "{:,.0f}"),
    Measure("rounds", "turns, of which the median counts", "{:.0f}"),
    Measure("cold_of_plain", "cold build, of plain", targets={300: 0.55, 1_000: 0.28, 3_000: 0.15, 10_000: 0.12}),
    Measure("cold_of_zensical", "cold build, of Zensical", targets={10_000: 0.12}),
    Measure("cold_of_hugo", "cold build, of Hugo", targets={10_000: 0.6}),
    Measure("warm_of_plain", "build when nothing changed, of plain", "{:.3f}", targets={3_000: 0.06}),
    Measure("note_of_plain", "build when one note changed, of plain", "{:.3f}", targets={3_000: 0.06}),
    Measure("edit", "preview: save to visible", "{:.2f} s", targets={10_000: 1.0}),
    Measure("edit_of_plain", "preview: work for an edit, of plain", "{:.3f}", targets={10_000: 0.02}),
    Measure("peak_of_plain", "memory of a cold build, of plain", targets={10_000: 0.9}),
    Measure("index", "index of the search", "{:.2f} MB", 1e6, {0: 3e6}),
    Measure("index_gzip", "index of the search, compressed", "{:.2f} MB", 1e6, {0: 1e6}),
    Measure("largest", "largest page of ours", "{:.0f} kB", 1e3, {0: 400e3}),
    Measure("load", "largest page of ours: until it is there", "{:.2f} s", targets={10_000: 0.6}),
    Measure("found", "search: from opening a page to a result", "{:.2f} s", targets={10_000: 2.0}),
    Measure("paper", "page of a paper, over the theme's own", "{:.1f} kB", 1e3, {0: 20e3}),
    Measure("plain", "plain, cold", "{:.2f} s"),
    Measure("cold", "ours, cold", "{:.2f} s"),
    Measure("warm", "ours, nothing changed", "{:.2f} s"),
    Measure("note", "ours, one note changed", "{:.2f} s"),
    Measure("edit_cpu", "ours, an edit in the preview", "{:.2f} s"),
    Measure("zensical", "Zensical, cold", "{:.2f} s"),
    Measure("hugo", "Hugo, cold", "{:.2f} s"),
    Measure("peak", "memory, ours", "{:.0f} MB"),
    Measure("plain_peak", "memory, plain", "{:.0f} MB"),
    Measure("edit_peak", "memory, our preview after ten edits", "{:.0f} MB"),
)
"""In the order of the table; what nothing was measured of is left out."""
OWN = (
    Measure("cpu", "read, recognise, resolve and index", "{:.2f} s", targets={OWN_PAPERS: 4.0}),
    Measure("scan", "read and recognise alone", "{:.2f} s"),
    Measure("again", "all again in one process, nothing changed", "{:.2f} s"),
    Measure("peak", "memory", "{:.0f} MB", targets={OWN_PAPERS: 400.0}),
    Measure("growth", f"a paper, of one among {GROWTH[0]:,}", targets=dict.fromkeys(GROWTH[1:], 1.2)),
)
SMALL = (
    Measure("scan", "read and recognise", "{:.2f} s", targets={0: 1.2}),
    Measure("cpu", "with resolving and indexing", "{:.2f} s"),
    Measure("again", "again in one process, nothing changed", "{:.2f} s", targets={0: 0.15}),
    Measure("peak", "memory", "{:.0f} MB"),
)


def rows(result: Mapping[str, Any], mark: str) -> Iterator[list[str]]:
    """The cells of the table, its head first; what misses its target has a mark."""
    runs = {int(papers): run for papers, run in result["sites"].items()}
    yield ["papers", *(f"{papers:,}" for papers in runs), "goal"]
    yield from _lines(MEASURES, runs, mark)


def own_rows(result: Mapping[str, Any], mark: str) -> Iterator[list[str]]:
    """The cells of the table of the own work, its head first."""
    runs = {int(papers): run for papers, run in result["own"].items()}
    yield ["papers, without a site", *(f"{papers:,}" for papers in runs), "goal"]
    yield from _lines(OWN, runs, mark)
    yield ["a paper", *(f"{run['cpu'] / papers * 1e3:.2f} ms" for papers, run in runs.items()), ""]


def small_rows(result: Mapping[str, Any], mark: str) -> Iterator[list[str]]:
    """The cells of the table of many small notes, its head first."""
    run = result["small"]
    yield ["small notes", f"{run['notes']:,}", "goal"]
    for measure in SMALL:
        yield [measure.words, _cell(measure, run, 0, mark), _asked(measure, {})]


def _lines(measures: Sequence[Measure], runs: Mapping[int, Mapping[str, Any]], mark: str) -> Iterator[list[str]]:
    """A line for each measure of which there is any."""
    for measure in measures:
        if any(measure.name in run for run in runs.values()):
            cells = (_cell(measure, run, papers, mark) for papers, run in runs.items())
            yield [measure.words, *cells, _asked(measure, runs)]


def _cell(measure: Measure, run: Mapping[str, Any], papers: int, mark: str) -> str:
    value = run.get(measure.name)
    if value is None:
        return ""
    return measure.shown(value) + (f" {mark}" if measure.missed(run, papers) else "")


def _asked(measure: Measure, runs: Mapping[int, Any]) -> str:
    """What a measure shall be, at the numbers of papers that there are or else where it counts."""
    if 0 in measure.targets:
        return f"≤ {measure.shown(measure.targets[0])}"
    if not measure.targets:
        return ""
    here = [f"{measure.shown(measure.targets[papers])}" for papers in runs if papers in measure.targets]
    if len(here) == len(runs):
        return f"≤ {' / '.join(here)}"
    return "; ".join(f"≤ {measure.shown(most)} at {papers:,}" for papers, most in measure.targets.items())


def text(table: Sequence[Sequence[str]]) -> str:
    """A table for a terminal."""
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
    """A table for a page."""
    head, *lines = ("| " + " | ".join(line) + " |" for line in table)
    return "\n".join([head, "|---|" + "---:|" * (len(table[0]) - 2) + "---|", *lines]) + "\n"
