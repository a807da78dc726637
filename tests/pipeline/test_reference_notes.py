"""Tests of the reference notes and of large vaults, with their own scoring tools."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import papernotes_plugin as pn
from papernotes_plugin.pipeline import catalogue

SHARED = Path(__file__).parents[3] / "shared"
pytestmark = [
    pytest.mark.shared,
    pytest.mark.skipif(not (SHARED / "notes").is_dir(), reason="the reference notes of ../shared are not there"),
]


def score(folder: Path, bib: Path | None, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Return the result of the scoring tool for the library of a folder."""
    sources = [
        pn.Source(path.relative_to(folder).as_posix(), path.read_bytes()) for path in sorted(folder.rglob("*.md"))
    ]
    bibliography = [pn.Source(bib.name, bib.read_bytes())] if bib else []
    site = pn.build(sources, bibliography=bibliography, pages=False)
    out.write_text(catalogue(site), "utf-8")
    command: Sequence[str] = (sys.executable, str(SHARED / "tools" / "score_notes.py"), str(out), "--verbose", *options)
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_without_a_bib(tmp_path: Path) -> None:
    """Every paper with a link, card, heading or key is found, and none is merged, split or invented."""
    verdict = score(SHARED / "notes", None, tmp_path / "out.json")
    assert verdict.returncode == 0, verdict.stdout


def test_with_a_bib_and_names(tmp_path: Path) -> None:
    """With a .bib file papers named only in prose are found too, without false matches."""
    bib = SHARED / "truth" / "papers.bib"
    verdict = score(SHARED / "notes", bib, tmp_path / "out.json", "--prose", "--min-prose", "0.9")
    assert verdict.returncode == 0, verdict.stdout


@pytest.mark.parametrize("seed", [pytest.param(seed, marks=pytest.mark.full) for seed in (1, 2, 3)])
def test_a_vault_of_3000_papers(seed: int, tmp_path: Path) -> None:
    """In 3,000 papers of five formats recall is 0.999 or better, and no two are merged."""
    vault = tmp_path / "vault"
    tool = SHARED / "tools" / "make_vault.py"
    facts = SHARED / "data" / "facts.jsonl.xz"
    command = (sys.executable, str(tool), str(vault), "-n", "3000", "--seed", str(seed), "--facts", str(facts))
    subprocess.run(command, check=True, capture_output=True)
    truth = ("--truth", str(vault / "truth.jsonl"), "--prose", "--min-recall", "0.999", "--min-places", "0.999")
    verdict = score(vault / "docs", vault / "library.bib", tmp_path / "out.json", *truth)
    assert "wrong_merges: 0" in verdict.stdout
    assert verdict.returncode == 0, verdict.stdout
