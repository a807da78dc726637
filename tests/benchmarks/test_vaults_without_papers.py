"""Public vaults without papers give none: a language's book, recipes, documentation, minutes, lists of links, courses.

PAPERNOTES_SITES_MIRRORS names a folder of Git mirrors: `OWNER+NAME/repo`.  The repository contains no text of theirs.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.vocabulary.model import Source

MIRRORS = os.environ.get("PAPERNOTES_SITES_MIRRORS", "")
PAPERS = {
    "Anduin2017/HowToCook": 0,
    "JaeYeopHan/Interview_Question_for_Beginner": 0,
    "LukeSmithxyz/based.cooking": 0,
    "OldManUmby/DND.SRD.Wiki": 0,
    "TheOdinProject/curriculum": 0,
    "Tycholiz/Digital-Garden": 0,
    "alphagov/govuk-developer-docs": 0,
    "awesome-selfhosted/awesome-selfhosted": 0,
    "basecamp/handbook": 0,
    "brunoruas2/personal_zettelkasten": 0,
    "gaearon/overreacted.io": 0,
    "gyoogle/tech-interview-for-developer": 0,
    "julianstoerig/zettelkasten": 0,
    "knative/docs": 0,
    "mgp/book-notes": 0,
    "missing-semester/missing-semester": 0,
    "nodejs/TSC": 0,
    "recep-yigit-samsa/DND-OBSIDIAN-VAULT": 0,
    "rust-lang/book": 0,
    "rustwasm/book": 0,
    "trimstray/the-book-of-secret-knowledge": 0,
    "vinta/awesome-python": 0,
    # minutes with many links to slides and reports; these are the papers that they cite
    "WebAssembly/meetings": 29,
    "patcg/meetings": 8,
    "privacycg/meetings": 1,
    "tc39/notes": 6,
    # proposals, newsletters and documentation that now and then cite a paper
    "bundestag/gesetze": 1,
    "charlax/professional-programming": 6,
    "dt-fe/weekly": 1,
    "emberjs/rfcs": 1,
    "github/site-policy": 1,
    "golang/proposal": 37,
    "krahets/hello-algo": 1,
    "libp2p/specs": 10,
    "prometheus/docs": 1,
    "rust-lang/rfcs": 19,
    "simonw/til": 1,
}
"""The number of papers in each repository."""


def read_sources(mirror: Path) -> Iterator[Source]:
    """Yield the Markdown files of the newest commit of a Git directory."""
    git = ["git", f"--git-dir={mirror / '.git' if (mirror / '.git').is_dir() else mirror}"]
    listing = subprocess.run([*git, "ls-tree", "-r", "-z", "HEAD"], check=True, capture_output=True).stdout
    entries = [
        entry.split(b"\t", 1) for entry in listing.split(b"\0") if entry.lower().endswith((b".md", b".markdown"))
    ]
    hashes = [meta.split()[2] for meta, _ in entries]
    batch = subprocess.run(
        [*git, "cat-file", "--batch"], input=b"\n".join(hashes), check=True, capture_output=True
    ).stdout
    at = 0
    for _, name in entries:
        header_end = batch.index(b"\n", at)
        start = header_end + 1
        end = start + int(batch[at:header_end].split()[2])
        yield Source(os.fsdecode(name), batch[start:end])
        at = end + 1


@pytest.mark.full
@pytest.mark.parametrize("name", PAPERS)
def test_no_paper_is_made_up(name: str) -> None:
    """Text that is not about papers makes no paper, however many documents it links to."""
    mirror = Path(MIRRORS) / name.replace("/", "+") / "repo"
    if not MIRRORS or not mirror.is_dir():
        pytest.skip(f"PAPERNOTES_SITES_MIRRORS has no mirror of {name}")
    papers = pipeline.build(list(read_sources(mirror))).library.papers
    assert len(papers) <= PAPERS[name], [(p.title, p.mentions[0].note, p.mentions[0].line) for p in papers]
