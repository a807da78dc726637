"""Run the workflows, hooks and options that the page about linting offers to copy."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from papernotes_plugin.starter.project_files import NewSite, project_files
from papernotes_plugin.version import __version__
from papernotes_plugin.vocabulary.config import Config
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "linting.md").read_text("utf-8")
WORKFLOWS = re.findall(r"^```yaml title=\"\.github/workflows/\w+\.yml\"\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
GOOD = "[Attention Is All You Need](https://arxiv.org/abs/1706.03762) is read.\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Write a repository with a note without issues, and the command in its folder `bin`."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text(GOOD, "utf-8")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "papernotes").write_text(f'#!/bin/sh\nexec {sys.executable} -m papernotes_plugin "$@"\n')
    (tmp_path / "bin" / "papernotes").chmod(0o755)
    return tmp_path


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of shell in a repository as a runner of GitHub does, and return the result."""
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["bash", "-e", "-c", line], cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(WORKFLOWS[0], id="annotations"),
        pytest.param(WORKFLOWS[1], id="code scanning", marks=pytest.mark.full),
    ],
)
def test_a_workflow_passes_good_notes_and_fails_on_faults(text: str, repository: Path) -> None:
    """The steps of a workflow pass or fail in their order, and write the uploaded file in both cases."""
    workflow: Any = yaml.safe_load(text)
    (job,) = workflow["jobs"].values()
    lines = [step["run"] for step in job["steps"] if step.get("run", "").startswith("papernotes ")]
    assert lines
    for note, code in ((GOOD, 0), (f"{GOOD}\n[@nobody2020]\n", 1)):
        (repository / "docs" / "a.md").write_text(note, "utf-8")
        (repository / "bib").mkdir(exist_ok=True)
        (repository / "bib" / "x.bib").write_text("@misc{x, title={On Something}}\n", "utf-8")
        done = [shell(line, repository) for line in lines]
        assert max(d.returncode for d in done) == code, done
        assert ("::warning file=docs/a.md,line=3," in done[0].stdout) is (code == 1 and "github" in lines[0])
        for step in job["steps"]:
            if "upload-sarif" in step.get("uses", ""):
                assert step["if"] == "always()"
                assert workflow["permissions"]["security-events"] == "write"
                log = json.loads((repository / step["with"]["sarif_file"]).read_text("utf-8"))
                assert [r["ruleId"] for r in log["runs"][0]["results"]] == ["unknown-key"] * code


SHOWN = re.findall(r"^```yaml title=\"\.pre-commit-config\.yaml\"\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
HOOKS = [
    *yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")),
    *yaml.safe_load(SHOWN[0])["repos"][0]["hooks"],
]


@pytest.mark.parametrize(
    "hook",
    [
        pytest.param(HOOKS[0], id="offered", marks=pytest.mark.full),
        pytest.param(HOOKS[1], id="fixing", marks=pytest.mark.full),
        pytest.param(HOOKS[2], id="local"),
    ],
)
def test_a_hook_passes_good_notes_and_stops_faults(hook: dict[str, Any], repository: Path) -> None:
    """A hook runs for notes, bibliographies and key locks; its command passes good notes and fails on faults."""
    assert {"id", "name", "entry", "language", "files"} <= hook.keys()
    assert hook["language"] == "python"
    assert hook["pass_filenames"] is False
    for path, wanted in {"docs/a.md": True, "bib/x.BIB": True, "bib/keys.txt": True, "docs/a.png": False}.items():
        assert bool(re.search(hook["files"], path)) is wanted
    line = shlex.join([*shlex.split(hook["entry"]), *hook.get("args", ())])
    assert shell(line, repository).returncode == 0
    (repository / "bib").mkdir()
    (repository / "bib" / "x.bib").write_text("@misc{x, title={On Something}}\n" * 2, "utf-8")
    assert shell(line, repository).returncode == ("--fix" not in line)
    (repository / "docs" / "a.md").write_text("[@nobody2020]\n", "utf-8")
    assert shell(line, repository).returncode == 1


def test_the_page_shows_what_init_writes() -> None:
    """The page has the text of the workflow and of the hook, and the workflow for code scanning differs as it says."""
    written = {
        path: text.replace(f"  Written by papernotes {__version__}.", "")
        for path, text in project_files(NewSite("Papers", "docs")).items()
    }
    annotations, scanning = WORKFLOWS
    assert [annotations] == [written[".github/workflows/notes.yml"]]
    assert written[".pre-commit-config.yaml"] == SHOWN[0]
    last = annotations.splitlines()[-1]
    assert scanning.startswith(
        annotations.removesuffix(f"{last}\n").replace("contents: read", "contents: read\n  security-events: write")
    )


def test_the_options_of_the_page_are_valid() -> None:
    """The options in TOML and in YAML are valid, and those in YAML have the same values in TOML."""
    import tomllib

    shown_toml = re.search(r"^```toml title=\"papernotes.toml\"\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown_toml
    config = Config.load(tomllib.loads(shown_toml[1]))
    shown_yaml = re.search(r"^```yaml\n(plugins:.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert shown_yaml
    other = Config.load(yaml.safe_load(shown_yaml[1])["plugins"][0]["papernotes"])
    assert other.issues.items() <= config.issues.items()
    assert other.ignore.items() <= config.ignore.items()
