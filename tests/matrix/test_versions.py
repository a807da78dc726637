"""Several versions of a site are published below one path, and no link leaves its version."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.required_plugins import skip_if_not_installed
from tests.helpers.sites import CONFIG, Site
from tests.matrix.table import BIB, COMMON, PAPERS, Case


@pytest.mark.matrix
def test_versions_by_mike(tmp_path: Path) -> None:
    """Each version that mike deploys has all papers, and every link stays within its version."""
    skip_if_not_installed(Case("mike", needs=("mike",)))
    config = f"site_url: https://example.org/notes/\n{CONFIG}extra: {{version: {{provider: mike}}}}\n"
    pages = {f"docs/{name}": text for name, text in COMMON.items()}
    sites.write(tmp_path, {"mkdocs.yml": config, "bib/papers.bib": BIB, **pages})
    _commit(tmp_path)
    for names in (["1.0"], ["2.0", "latest"]):
        _run(tmp_path, "mike", "deploy", *names)
    _run(tmp_path, "git", "worktree", "add", "-q", "hosted", "gh-pages")
    for version in ("1.0", "2.0"):
        site = Site(tmp_path / "hosted" / version)
        assert {f"papers/{slug}/index.html" for slug in PAPERS} <= site.pages.keys()
        assert site.broken() == []


@pytest.mark.full
@pytest.mark.matrix
def test_versions_of_the_documentation(tmp_path: Path) -> None:
    """The workflow publishes two releases: both stay, the links of each work, and the latest is the default."""
    skip_if_not_installed(Case("mike", needs=("mike",)))
    for name in ("docs", "bib"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    (tmp_path / ".gitignore").write_text(".cache/\n", "utf-8")
    _commit(tmp_path)
    step = yaml.safe_load((ROOT / ".github/workflows/documentation.yml").read_text("utf-8"))["jobs"]["deploy"]["steps"][
        -1
    ]
    for tag in ("0.1.0", "0.2.0"):
        environment = {**step["env"], "TAG": tag, "SITE_URL": "https://example.org/papernotes/"}
        for line in step["run"].strip().splitlines():
            # the scratch repository has no server
            words = line.replace("$TAG", tag).replace("--push ", "").removeprefix(".venv/bin/")
            _run(tmp_path, *shlex.split(words), **environment)
    _run(tmp_path, "git", "worktree", "add", "-q", "hosted", "gh-pages")
    versions = json.loads((tmp_path / "hosted" / "versions.json").read_text("utf-8"))
    assert [(version["version"], version["aliases"]) for version in versions] == [("0.2.0", ["latest"]), ("0.1.0", [])]
    assert "latest" in (tmp_path / "hosted" / "index.html").read_text("utf-8")
    for folder in ("0.1.0", "0.2.0", "latest"):
        site = Site(tmp_path / "hosted" / folder)
        assert {"index.html", "guides/latex/index.html", "papers/zhou2025transfusion/index.html"} <= site.pages.keys()
        assert '"provider": "mike"' in (site.root / "index.html").read_text("utf-8")
        assert site.broken() == []


def _run(folder: Path, *command: str, **variables: str) -> None:
    """Run git or a program of this Python, which must succeed."""
    who = {f"GIT_{role}_{part}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **who, **variables, "PATH": path}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=600)
    assert done.returncode == 0, done.stderr.decode()


def _commit(folder: Path) -> None:
    """Make a folder a git repository with one commit."""
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "Write"]):
        _run(folder, "git", *command)
