"""Write the documentation page about speed from benchmark results."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from tests.benchmarks import table

TEMPLATE = Path(__file__).with_name("page.md")
"""Template of the page; names in braces are replaced by results."""


def page(results: Sequence[Mapping[str, Any]]) -> str:
    """Return the page for the last result; the table of commits contains all results."""
    result = results[-1]
    machine = result["machine"]
    return TEMPLATE.read_text("utf-8").format(
        commit=result["commit"],
        date=result["date"],
        machine=f"{machine['cores']} cores, {machine['system']}, Python {machine['python']}",
        plot=plot(result),
        table=table.markdown([*table.rows(result, "⚠")]).rstrip(),
        own=table.markdown([*table.own_rows(result, "⚠")]).rstrip(),
        small=table.markdown([*table.small_rows(result, "⚠")]).rstrip(),
        missed=_missed(result),
        absent=_absent(result),
        history=_history(results),
    )


def _missed(result: Mapping[str, Any]) -> str:
    """Return a sentence with all values that miss their target."""
    small = {"0": result["small"]}
    groups = ((table.MEASURES, result["sites"]), (table.OWN, result["own"]), (table.SMALL, small))
    missed = [
        f"{measure.words} at {_size(int(papers), run)} ({measure.shown(run[measure.name])})"
        for measures, runs in groups
        for measure in measures
        for papers, run in runs.items()
        if measure.missed(run, int(papers))
    ]
    return f"⚠ Missed targets: {'; '.join(missed)}." if missed else "All targets are met."


def _size(papers: int, run: Mapping[str, Any]) -> str:
    return f"{papers:,} papers" if papers else f"{run['notes']:,} small notes"


def _absent(result: Mapping[str, Any]) -> str:
    """Return sentences about what the measurement does not contain."""
    measured = set[str]().union(*result["sites"].values())
    names = [name.title() for name in ("zensical", "hugo") if name not in measured]
    sentences = [f"{' and '.join(names)} were not measured: not installed on this machine."] if names else []
    if not {"bare", "mention"} <= measured:
        rows = "bare pages, of elapsed times and of added mentions"
        sentences.append(f"This measurement is older than the rows of {rows}, and may lack them.")
    return " ".join(sentences)


def _history(results: Sequence[Mapping[str, Any]]) -> str:
    """Return a table with the ratio of a cold build to plain for each commit."""
    sizes = sorted({int(papers) for result in results for papers in result["sites"]})
    lines = [["cold build / plain", *(f"{size:,}" for size in sizes), "12,000 papers without a site"]]
    for result in reversed(results):
        runs = [result["sites"].get(str(size), {}).get("cold_of_plain") for size in sizes]
        own = result["own"].get(str(table.OWN_PAPERS), {}).get("cpu")
        cells = ["" if share is None else f"{share:.2f}" for share in runs]
        lines.append([f"`{result['commit']}` {result['date']}", *cells, "" if own is None else f"{own:.1f} s"])
    return table.markdown(lines).rstrip()


# --- the plot -------------------------------------------------------------------------------------

WIDTH, HEIGHT = 560, 360
LEFT, RIGHT, TOP, BOTTOM = 52, 112, 16, 50
_COLOUR = "var(--md-typeset-a-color)"
_LINES = (
    ("plain", "plain", "currentColor", ""),
    ("zensical", "Zensical", "currentColor", "7 4"),
    ("hugo", "Hugo", "currentColor", "2 4"),
    ("cold", "papernotes", _COLOUR, ""),
    ("note", "one edit", _COLOUR, "7 4"),
)
"""Lines of the plot: measure, label, colour, dash pattern."""


def plot(result: Mapping[str, Any]) -> str:
    """Return an SVG plot of CPU seconds over the number of papers, with logarithmic axes."""
    runs = {int(papers): run for papers, run in result["sites"].items()}
    seconds = [run[name] for run in runs.values() for name, *_ in _LINES if name in run]
    scale = _Scale(min(runs), max(runs), min(seconds), max(seconds))
    parts = [*_axes(scale, runs), *_series(scale, runs)]
    title = "CPU seconds for a build by the number of papers"
    return (
        f'<figure>\n<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img" aria-label="{title}" '
        f'font-family="inherit" font-size="14" fill="currentColor">\n{chr(10).join(parts)}\n</svg>\n'
        f"<figcaption>{title}; both axes are logarithmic</figcaption>\n</figure>"
    )


class _Scale:
    """Positions of values in the plot, in pixels."""

    def __init__(self, fewest: int, most: int, least: float, longest: float) -> None:
        self._fewest, self._most = math.log(fewest), math.log(max(most, fewest * 2))
        self.decades = range(math.floor(math.log10(least)), math.ceil(math.log10(longest)) + 1)

    def x(self, papers: int) -> float:
        """Return the horizontal position of a number of papers."""
        share = (math.log(papers) - self._fewest) / (self._most - self._fewest)
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def y(self, seconds: float) -> float:
        """Return the vertical position of a number of seconds."""
        share = (math.log10(seconds) - self.decades[0]) / (len(self.decades) - 1)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _axes(scale: _Scale, runs: Mapping[int, Any]) -> Iterator[str]:
    for decade in scale.decades:
        y = scale.y(10**decade)
        yield f'<path d="M{LEFT} {y}H{WIDTH - RIGHT}" stroke="currentColor" stroke-opacity=".2"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{10.0**decade:g} s</text>'
    for papers in runs:
        x = scale.x(papers)
        yield f'<path d="M{x} {TOP}V{HEIGHT - BOTTOM}" stroke="currentColor" stroke-opacity=".2"/>'
        yield f'<text x="{x}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{papers:,}</text>'
    yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">papers</text>'


def _series(scale: _Scale, runs: Mapping[int, Any]) -> Iterator[str]:
    """Yield the lines with their points, and a label at the end of each line."""
    labels: list[float] = []
    for name, words, colour, dashes in sorted(_LINES, key=lambda line: -_last(runs, line[0])):
        points = [(scale.x(papers), scale.y(run[name])) for papers, run in runs.items() if name in run]
        if not points:
            continue
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        coordinates = " ".join(f"{x},{y}" for x, y in points)
        yield f'<polyline points="{coordinates}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>'
        yield from (f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points)
        x, y = points[-1]
        # labels must not overlap
        y = max([y + 4, *(label + 16 for label in labels)])
        labels.append(y)
        yield f'<text x="{x + 8}" y="{y}" fill="{colour}">{escape(words)}</text>'


def _last(runs: Mapping[int, Any], name: str) -> float:
    return next((float(run[name]) for run in reversed([*runs.values()]) if name in run), 0.0)
