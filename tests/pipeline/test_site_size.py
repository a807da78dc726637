"""The estimated size of a generated site is that of the built site."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.files import notes_folder, project
from papernotes_plugin.pipeline import site_size
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source
from tests.conftest import ROOT
from tests.helpers import sites

TITLES = (
    "Slow Walks on Steep Hills",
    "Fast Runs on Flat Fields",
    "Long Swims in Cold Lakes",
    "Short Dives in Warm Seas",
)
NOTES = {
    f"docs/note{number}.md": f"---\ntags: [tag{number}, sport]\n---\n# Note {number}\n\n"
    + "".join(
        f"- [{title} {number}{digit}](https://arxiv.org/abs/20{number:02}.0{number:02}{digit:02}), ICLR 2020\n"
        for digit, title in enumerate(TITLES)
    )
    for number in range(1, 9)
}


def check_estimate(folder: Path) -> site_size.SiteSize:
    """Build the site of a folder, and check that the estimated size differs by at most a fifth."""
    result = sites.build(folder)
    assert result.code == 0, result.output
    notes = notes_folder.read_notes([folder / "docs"]).sources
    bibliography, _, _ = project.read_bibliography(Config().bibliography, folder, folder, required=False)
    lock = folder / Config().key_lock
    key_lock = lock.read_text("utf-8") if lock.exists() else ""
    site = pipeline.build(notes, bibliography=bibliography, key_lock=key_lock)
    paths = {output.path for output in site.outputs}
    pages = [path.removesuffix(".md").removesuffix("/index") for path in paths if path.endswith(".md")]
    files = [result.site / page.removeprefix("index") / "index.html" for page in pages]
    size = sum(file.stat().st_size for file in files)
    size += sum((result.site / path).stat().st_size for path in paths if not path.endswith(".md"))
    paper = result.page(f"papers/{site.library.papers[0].slug}/index.html")
    estimate = site_size.estimate_size(site, site_size.shell_size(paper))
    assert estimate.pages == len(files)
    assert abs(estimate.megabytes * 1e6 - size) <= size / 5
    return estimate


def test_a_small_site(tmp_path: Path) -> None:
    """Pages and bytes are those of the built site; the tags of single notes are named as pages to leave out."""
    estimate = check_estimate(sites.write(tmp_path, {"mkdocs.yml": sites.CONFIG, **NOTES}))
    # the tags of the notes, which their papers do not have
    assert estimate.small_groups == 9


def test_groups_with_few_papers() -> None:
    """The advice counts the pages that the option leaves out."""
    sources = [sites_source(name, text) for name, text in NOTES.items()]
    sources.append(sites_source("docs/other.md", "---\ntags: [alone, apart]\n---\n# Other\n\nWords.\n"))
    before = site_size.estimate_size(pipeline.build(sources), 0)
    after = site_size.estimate_size(pipeline.build(sources, config=Config(min_papers=site_size.FEW_PAPERS)), 0)
    assert site_size.advice(before) == f"'min_papers: 3' makes {before.small_groups} pages fewer"
    assert before.pages - after.pages == before.small_groups == 11
    assert site_size.advice(after) == ""


def sites_source(name: str, text: str) -> Source:
    """Return a note as the pipeline reads it."""
    return Source(name.removeprefix("docs/"), text.encode())


@pytest.mark.full
@pytest.mark.shared
def test_the_reference_notes(tmp_path: Path, shared: Path) -> None:
    """The estimate holds for the reference notes with their bibliography."""
    sites.write(
        tmp_path, {"mkdocs.yml": sites.CONFIG, "bib/papers.bib": (shared / "truth" / "papers.bib").read_bytes()}
    )
    shutil.copytree(shared / "notes", tmp_path / "docs")
    check_estimate(tmp_path)


@pytest.mark.full
def test_the_documentation(tmp_path: Path) -> None:
    """The estimate holds for the notes of the documentation."""
    sites.write(tmp_path, {"mkdocs.yml": sites.CONFIG})
    shutil.copytree(ROOT / "docs" / "library", tmp_path / "docs")
    shutil.copytree(ROOT / "bib", tmp_path / "bib")
    check_estimate(tmp_path)


def test_groups_with_few_papers_are_left_out() -> None:
    """`min_papers` leaves out groups with fewer papers; the others keep their slugs, and tags of one name theirs."""
    note = (
        b"---\ntags: [solo]\n---\n# A\n\n## Big\n\n- [One Good Paper Title](https://arxiv.org/abs/2001.00001) #many\n"
    )
    note += b"- [Two Good Paper Titles](https://arxiv.org/abs/2001.00002) #many #few\n\n## Small\n\n"
    note += b"- [Three Good Paper Titles](https://arxiv.org/abs/2001.00003)\n"
    complete = pipeline.build([Source("a.md", note)]).library
    some = pipeline.build([Source("a.md", note)], config=Config(min_papers=2)).library
    assert {"many", "few", "solo"} <= {group.slug for group in complete.tags}
    assert [group.slug for group in some.tags] == ["many"]
    assert [group.slug for group in some.topics] == [g.slug for g in complete.topics if len(g.papers) >= 2]
