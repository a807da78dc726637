"""Each page links to its bibliography, which equals the export of the command."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from papernotes_plugin import Source, build
from papernotes_plugin.vocabulary.config import Config
from tests.helpers import sites
from tests.helpers.checked_sites import checked
from tests.helpers.cli_runs import run

NOTES = {
    "docs/index.md": "# Home\n\nNothing yet.\n",
    "docs/reading list.md": (
        "# Reading\n\n## Models\n\n"
        "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 #nlp/models\n"
        "- [Deep Residual Learning](https://arxiv.org/abs/1512.03385), CVPR 2016 #vision\n"
    ),
    "docs/log/2025.md": "Cites [@arxiv:2404.19756] and [Attention](https://arxiv.org/abs/1706.03762) #nlp\n",
    "docs/mine.md": "# Mine\n\n[Deep Residual Learning](https://arxiv.org/abs/1512.03385)\n",
}
OFFERS = {
    "papers/index": ["papers.bib", "papers.csl.json", "papers.ris"],
    "tags/index": ["tags/index.bib"],
    "tags/nlp": ["tags/nlp.bib"],
    "tags/nlp/models": ["tags/nlp/models.bib"],
    "topics/index": ["topics/index.bib"],
    "topics/models": ["topics/models.bib"],
    "venues/index": ["venues/index.bib"],
    "venues/neurips": ["venues/neurips.bib"],
    "venues/neurips/2017": ["venues/neurips/2017.bib"],
    "reading list": ["reading list.bib"],
    "log/2025": ["log/2025.bib"],
    "mine": ["mine.bib"],
    "index": [],
}
"""Bibliographies that each page links to."""
EXPORTS = {
    "papers.bib": ["-f", "bib"],
    "papers.csl.json": ["-f", "csl"],
    "papers.ris": ["-f", "ris"],
    "tags/nlp.bib": ["-f", "bib", "--tag", "nlp"],
    "tags/nlp/models.bib": ["-f", "bib", "--tag", "nlp/models"],
    "topics/models.bib": ["-f", "bib", "--topic", "Models"],
    "venues/neurips.bib": ["-f", "bib", "--venue", "NeurIPS"],
    "venues/neurips/2017.bib": ["-f", "bib", "--venue", "NeurIPS 2017"],
    "reading list.bib": ["-f", "bib", "--note", "reading list.md"],
    "log/2025.bib": ["-f", "bib", "--note", "log/2025.md"],
    "mine.bib": ["-f", "bib", "--note", "mine.md"],
}
"""Arguments of `papernotes export` that write the same file."""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with notes that have papers, tags, topics and venues."""
    monkeypatch.chdir(tmp_path)
    return sites.write(tmp_path, NOTES)


def offered(text: str, page: str, link: str) -> list[str]:
    """Return the paths of the bibliographies that a page links to, without those of single papers."""
    paths = [
        os.path.normpath(os.path.join(os.path.dirname(page), unquote(url)))
        for url in re.findall(link, text)
        if url.endswith((".bib", ".ris", ".json")) and ":" not in url
    ]
    return [path for path in dict.fromkeys(paths) if not path.startswith("papers/")]


@pytest.mark.parametrize("directories", [True, False])
def test_site_links_to_bibliographies(project: Path, directories: bool) -> None:
    """Pages of a site link to the right bibliographies, with both forms of URLs."""
    sites.write(project, {"mkdocs.yml": f"{sites.CONFIG}use_directory_urls: {str(directories).lower()}\n"})
    result = sites.build(project, "--strict")
    checked(result)
    for page, files in OFFERS.items():
        whole = page if page.endswith("index") or not directories else f"{page}/index"
        assert offered(result.page(f"{whole}.html"), whole, r'<a href="([^"]+)"') == files, page
    for file, args in EXPORTS.items():
        assert (result.site / file).read_text("utf-8") == run("export", "docs", *args).stdout, file


def test_tree_links_to_bibliographies(project: Path) -> None:
    """Pages of the tree for other site generators link to the right bibliographies."""
    assert run("build", "docs", "--out", "tree").exit_code == 0
    tree = project / "tree"
    for page, files in OFFERS.items():
        text = (tree / f"{page}.md").read_text("utf-8")
        assert offered(text, page, r"\]\(([^()\s]+)\)") == files, page
    for file, args in EXPORTS.items():
        assert (tree / file).read_text("utf-8") == run("export", "docs", *args).stdout, file
    assert len(json.loads((tree / "papers.csl.json").read_text("utf-8"))) == 3


def test_author_file_is_preserved(project: Path) -> None:
    """A file of the author's at the path of a generated one is preserved, and the page links to it."""
    own = "@misc{mine, title = {Mine}}\n"
    sites.write(project, {"docs/log/2025.bib": own, "docs/tags/nlp.bib": own})
    assert run("build", "docs", "--out", "tree").exit_code == 0
    for file in ("log/2025.bib", "tags/nlp.bib"):
        assert (project / "tree" / file).read_text("utf-8") == own
        assert (project / "docs" / file).read_text("utf-8") == own
    assert "](2025.bib)" in (project / "tree/log/2025.md").read_text("utf-8")


def test_notes_without_the_link(project: Path) -> None:
    """The option `note_bibtex` removes the link from notes, but not the file from the site."""
    sources = [Source(name.removeprefix("docs/"), text.encode()) for name, text in NOTES.items()]
    site = build(sources, config=Config(note_bibtex=False))
    assert "log/2025.bib" in {output.path for output in site.outputs}
    assert run("build", "docs", "--out", "tree").exit_code == 0
    sites.write(project, {"papernotes.toml": "note_bibtex = false\n"})
    assert run("build", "docs", "--out", "tree").exit_code == 0
    assert ".bib" not in (project / "tree/log/2025.md").read_text("utf-8")


def test_paths_are_unique(project: Path) -> None:
    """Generated paths are unique even if notes have the names of generated files."""
    names = ["papers.md", "papers/x.md", "tags/index.md", "venues/iclr.md", "a.md", "a.markdown", "a.MD", "x.note.md"]
    note = b"[Attention Is All You Need](https://arxiv.org/abs/1706.03762), ICLR 2017 #nlp\n"
    paths = [output.path for output in build([Source(name, note) for name in names]).outputs]
    assert len({path.casefold() for path in paths}) == len(paths)


def test_entries_are_the_same_in_all_files(project: Path) -> None:
    """Bibliographies of groups and notes hold the same entries as those of single papers."""
    sources = [Source(name.removeprefix("docs/"), text.encode()) for name, text in NOTES.items()]
    files = {output.path: output.text for output in build(sources).outputs if output.path.endswith(".bib")}
    own = {text for path, text in files.items() if path.startswith("papers/")}
    for path, text in files.items():
        assert set(re.split(r"\n(?=@)", text)) <= own, path
