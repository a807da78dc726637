"""Measure how the cost grows with the library, and compare a build with a plain build.

Run `python -m tests.benchmarks.scale` with the reference texts; `test_scale.py` checks the bounds.

- *Reading and resolving*: two vaults of `make_vault.py` with 1,500 and 6,000 papers are read, recognised and resolved
  in this process.  The benchmark takes the CPU time for each paper in the best round, and divides the second value by
  the first.  A ratio of 1 is linear, and more than `GROWTH` is a failure.  Garbage collection stays on.
- *Building*: `mkdocs build` of a vault with the plugin is compared with `mkdocs build` of the same pages as files.
  Theme and search are the same, and both builds alternate.  A ratio of CPU times above `SHARE` is a failure.

Printed seconds are valid for this machine only.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from papernotes_plugin import recognisers
from papernotes_plugin.reading import note_reader
from papernotes_plugin.resolve import identity
from papernotes_plugin.vocabulary.model import Mention, Source
from tests.conftest import SHARED
from tests.helpers import sites

SMALL, LARGE = 1_500, 6_000
"""Numbers of papers in the two vaults."""
GROWTH = 2.0
"""Maximum growth of the cost of one paper from the small to the large vault; quadratic time gives 4."""
PAGES = 300
"""Number of papers in the vault of the build."""
SHARE = 1.5
"""Maximum ratio of a build to a plain build of the same pages; 0.75 was measured."""


def make_vault(folder: Path, papers: int) -> Path:
    """Write a vault into a folder and return the folder."""
    tool, facts = SHARED / "tools" / "make_vault.py", SHARED / "data" / "facts.jsonl.xz"
    subprocess.run(
        [sys.executable, str(tool), str(folder), "-n", str(papers), "--facts", str(facts)],
        check=True,
        capture_output=True,
    )
    return folder


def cost_of_resolving(vault: Path, papers: int, rounds: int = 2) -> float:
    """Return the CPU seconds for each paper to read, recognise and resolve the notes of a vault."""
    docs = vault / "docs"
    sources = [Source(p.relative_to(docs).as_posix(), p.read_bytes()) for p in sorted(docs.rglob("*.md"))]
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        mentions: list[Mention] = []
        for source in sources:
            note, _ = note_reader.read_note(source)
            mentions += recognisers.recognise(note)
        papers_found, _ = identity.merge_mentions(mentions, ())
        best = min(best, time.process_time() - start)
        assert len(papers_found) >= papers * 0.99
    return best / papers


def cost_of_building(folder: Path, config: str, docs: Path) -> float:
    """Return the CPU seconds to build a site."""
    sites.write(folder, {"mkdocs.yml": f"{config}docs_dir: {docs}\n"})
    before = os.times()
    result = sites.build(folder, "--quiet")
    after = os.times()
    assert result.code == 0, result.output
    return after.children_user + after.children_system - before.children_user - before.children_system


def share_of_building(folder: Path, rounds: int = 2) -> float:
    """Return the time of a build with the plugin divided by a plain build of the same pages."""
    vault = make_vault(folder / "vault", PAGES)
    tree = folder / "tree"
    command = [sys.executable, "-m", "papernotes_plugin", "build", str(vault / "docs"), "--out", str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    with_plugin, plain = [], []
    # both navigations contain only the notes, because the time for a navigation is quadratic
    outside = "not_in_nav: |\n  /papers/*\n  /tags/*\n  /topics/*\n  /venues/*\n"
    for _ in range(rounds):
        with_plugin.append(cost_of_building(folder / "plugin", sites.CONFIG, vault / "docs"))
        plain.append(cost_of_building(folder / "plain", sites.PLAIN + outside, tree))
    return min(with_plugin) / min(plain)


def main() -> None:
    """Print all ratios."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        costs = {n: cost_of_resolving(make_vault(folder / str(n), n), n) for n in (SMALL, LARGE)}
        for papers, cost in costs.items():
            print(f"{papers} papers: {cost * 1e3:.3f} ms each to read and resolve")
        print(f"growth of the cost of one paper: {costs[LARGE] / costs[SMALL]:.2f} (at most {GROWTH})")
        print(f"build over plain build of {PAGES} papers: {share_of_building(folder):.2f} (at most {SHARE})")


if __name__ == "__main__":
    main()
