"""A site that several processes write is the site that one process writes."""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mkdocs.structure.files import File

from papernotes_plugin.mkdocs_plugin.direct.article import Article, ArticleRenderer
from papernotes_plugin.mkdocs_plugin.pages import forked_files
from papernotes_plugin.mkdocs_plugin.pages.forked_files import ForkedFiles
from tests.helpers import sites
from tests.helpers.plugin_builds import PluginBuild, write_papers

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks safely"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]
TITLES = {1: "One & <i>1</i>", 2: "#2 'two'", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}
NOTE = {"docs/linked.md": "# Linked\n\n[Six](papers/a6.md#papernotes-cite), [none](papers/a5.md#nowhere)\n"}


@pytest.fixture
def written_ahead(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Paths of the files that processes have written; processes start though the tests run in threads."""
    paths: list[str] = []
    is_written = ForkedFiles._is_written

    def recorded(self: ForkedFiles, number: int) -> bool:
        is_there = is_written(self, number)
        paths.extend([self._files[number].src_uri] if is_there else [])
        return is_there

    monkeypatch.setattr(ForkedFiles, "_is_written", recorded)
    monkeypatch.setattr(forked_files, "available_jobs", lambda jobs, is_large: jobs)
    return paths


def site_with(folder: Path, jobs: int | str, **options: Any) -> PluginBuild:
    """Return a build with a number of processes."""
    plugin = {"papernotes": {"jobs": jobs, "cache": False, **options}}
    return PluginBuild(folder, folder / f"site{jobs}", "auto", {"theme": {"name": "mkdocs"}, "plugins": [plugin]})


def test_sites_are_the_same(
    tmp_path: Path, written_ahead: list[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file has the same bytes and each message is in its place, and most files come from other processes."""
    write_papers(tmp_path, TITLES)
    render = ArticleRenderer.render

    def reporting(self: ArticleRenderer, text: str, page: File) -> Article | None:
        logging.getLogger("mkdocs.test").warning("Writing: %s", page.src_uri)
        return render(self, text, page)

    monkeypatch.setattr(ArticleRenderer, "render", reporting)
    caplog.set_level(logging.DEBUG, "mkdocs")
    one = site_with(tmp_path, 1)
    alone = _messages(caplog)
    assert written_ahead == []
    caplog.clear()
    three = site_with(tmp_path, 3)
    assert three.files == one.files
    assert _messages(caplog) == alone
    assert "Writing: papers/a6.md" in alone
    assert {"papers/a6.md", "papers/a6.bib"} <= {*written_ahead}
    assert len(written_ahead) > len(one.files) / 4


def _messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the messages about files and pages."""
    shown = re.compile(r"Writing:|Copying|\.md")
    return [message.replace("papernotes: ", "") for message in caplog.messages if shown.search(message)]


def test_an_error_is_the_same(tmp_path: Path, written_ahead: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An error in another process stops the build as it does in one process."""
    write_papers(tmp_path, TITLES)
    render = ArticleRenderer.render

    def failing(self: ArticleRenderer, text: str, page: File) -> Article | None:
        if page.src_uri == "papers/a6.md":
            raise ValueError("bad page")
        return render(self, text, page)

    monkeypatch.setattr(ArticleRenderer, "render", failing)
    for jobs in (1, 3):
        with pytest.raises(ValueError, match="bad page"):
            site_with(tmp_path, jobs, rendering="fast")
    assert "papers/a6.md" not in written_ahead
    assert "papers/a5.md" in written_ahead


@pytest.mark.parametrize("value", [0, -1, True, "two", 1.5])
def test_option_is_validated(tmp_path: Path, value: object) -> None:
    """A wrong value is an error that says what to write."""
    with pytest.raises(Exception, match=r"Aborted|configuration"):
        site_with(write_papers(tmp_path, {1: "One"}), value)  # type: ignore[arg-type]


_SCRIPT = """
import logging, os, sys
from mkdocs.__main__ import cli
from papernotes_plugin.mkdocs_plugin.direct.article import ArticleRenderer
render = ArticleRenderer.render
def changed(self, text, page):
    if page.src_uri == "papers/a6.md":
        logging.getLogger("mkdocs.x").warning("odd page")
        if sys.argv[1] == "error":
            raise OSError(28, "No space left on device", "papers/a6")
    return render(self, text, page)
ArticleRenderer.render = changed
cli(["build", "--strict", "-f", "mkdocs.yml"])
"""


@pytest.mark.full
@pytest.mark.parametrize("problem", ["warning", "error"])
def test_command_ends_in_the_same_way(tmp_path: Path, problem: str) -> None:
    """Warnings count for `--strict`, and an error has the same exit code and output."""
    sites.write(write_papers(tmp_path, TITLES), NOTE)
    results = []
    for jobs in (1, 3):
        config = f"site_name: N\ntheme: mkdocs\nplugins: [search, papernotes: {{jobs: {jobs}, cache: false}}]\n"
        config += "validation: {links: {anchors: warn}}\n"
        sites.write(tmp_path, {"mkdocs.yml": config})
        shutil.rmtree(tmp_path / "site", ignore_errors=True)
        command = [sys.executable, "-c", _SCRIPT, problem]
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
        results.append((done.returncode, done.stdout, re.sub(r"line \d+|0x[0-9a-f]+|\d+\.\d+", "", done.stderr)))
    assert results[0] == results[1]
    assert results[0][0] == 1
    assert "odd page" in results[0][2]
    assert problem == "error" or "#nowhere" in results[0][2]
