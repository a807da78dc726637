"""Several versions of a site are published below one path, and no link leaves its version."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    who = {f"GIT_{role}_{part}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
    programs = Path(sys.executable).parent
    environment = {**os.environ, **who, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}

    def run(*command: str) -> None:
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, timeout=300)
        assert done.returncode == 0, done.stderr.decode()

    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "Write"]):
        run("git", *command)
    for names in (["1.0"], ["2.0", "latest"]):
        run(str(programs / "mike"), "deploy", *names)
    run("git", "worktree", "add", "-q", "hosted", "gh-pages")
    for version in ("1.0", "2.0"):
        site = Site(tmp_path / "hosted" / version)
        assert {f"papers/{slug}/index.html" for slug in PAPERS} <= site.pages.keys()
        assert site.broken() == []
