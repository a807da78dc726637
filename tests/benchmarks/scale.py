"""How the cost grows with the library, and what a build costs beside a plain one.

Run `python -m tests.benchmarks.scale` beside the reference texts; `test_scale.py` holds the bounds.

- *Reading and resolving*: the notes of two vaults of `make_vault.py`, of 1,500 and 6,000 papers, are read,
  recognised and resolved in this process.  Measured is its CPU time for each paper, the best of the rounds; what
  counts is the second over the first.  A ratio of 1 is linear; more than `GROWTH` is a failure.  The process time
  of Python is used, not the wall clock: the machine may be shared.  Garbage collection is left on, as it is in use.
- *Building*: `mkdocs build` of a vault with the plugin, against `mkdocs build` of the same pages as files without
  it (what `papernotes build` writes), same theme, same search.  Measured is the CPU time of the child process, the
  two interleaved; what counts is the first over the second.  More than `SHARE` is a failure.

Seconds are printed for the curious and mean nothing on another machine.
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
"""Papers of the two vaults."""
GROWTH = 2.0
"""How much the cost of one paper may grow from the small vault to the large one; what is quadratic grows by 4."""
PAGES = 300
"""Papers of the vault that is built."""
SHARE = 1.5
"""How much a build may cost, of a plain build of the same pages; 0.75 was measured, machines are noisy."""


def make_vault(folder: Path, papers: int) -> Path:
    """The folder, with a vault of so many papers in it."""
    tool, facts = SHARED / "tools" / "make_vault.py", SHARED / "data" / "facts.jsonl.xz"
    subprocess.run(
        [sys.executable, str(tool), str(folder), "-n", str(papers), "--facts", str(facts)],
        check=True,
        capture_output=True,
    )
    return folder


def cost_of_resolving(vault: Path, papers: int, rounds: int = 2) -> float:
    """CPU seconds for each paper to read the notes of a vault and say which papers are in them."""
    docs = vault / "docs"
    sources = [Source(p.relative_to(docs).as_posix(), p.read_bytes()) for p in sorted(docs.rglob("*.md"))]
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        mentions: list[Mention] = []
        for source in sources:
            note, _ = note_reader.read_note(source)
            mentions += recognisers.recognise(note)
        found, _ = identity.resolve(mentions, ())
        best = min(best, time.process_time() - start)
        assert len(found) >= papers * 0.99
    return best / papers


def cost_of_building(folder: Path, config: str, docs: Path) -> float:
    """CPU seconds to build a site."""
    sites.write(folder, {"mkdocs.yml": f"{config}docs_dir: {docs}\n"})
    before = os.times()
    built = sites.build(folder, "--quiet")
    after = os.times()
    assert built.code == 0, built.output
    return after.children_user + after.children_system - before.children_user - before.children_system


def share_of_building(folder: Path, rounds: int = 2) -> float:
    """What a build with the plugin costs, of a plain build of the same pages."""
    vault = make_vault(folder / "vault", PAGES)
    tree = folder / "tree"
    command = [sys.executable, "-m", "papernotes_plugin", "build", str(vault / "docs"), "--out", str(tree)]
    subprocess.run(command, check=True, capture_output=True)
    with_us, plain = [], []
    # The nav is the notes alone in both: pages in a nav cost by the square of their number
    outside = "not_in_nav: |\n  /papers/*\n  /tags/*\n  /topics/*\n  /venues/*\n"
    for _ in range(rounds):
        with_us.append(cost_of_building(folder / "ours", sites.CONFIG, vault / "docs"))
        plain.append(cost_of_building(folder / "plain", sites.PLAIN + outside, tree))
    return min(with_us) / min(plain)


def main() -> None:
    """Print all measures."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        costs = {n: cost_of_resolving(make_vault(folder / str(n), n), n) for n in (SMALL, LARGE)}
        for papers, cost in costs.items():
            print(f"{papers} papers: {cost * 1e3:.3f} ms each to read and resolve")
        print(f"growth of the cost of one paper: {costs[LARGE] / costs[SMALL]:.2f} (at most {GROWTH})")
        print(f"build over plain build of {PAGES} papers: {share_of_building(folder):.2f} (at most {SHARE})")


if __name__ == "__main__":
    main()
