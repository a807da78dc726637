"""Tests of `.ci/run` and of the workflow that starts it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from papernotes_plugin.cli.serve import serve

ROOT = Path(__file__).parents[2]
SCRIPT = (ROOT / ".ci/run").read_text("utf-8")
WORKFLOW: Any = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text("utf-8"))
RELEASE: Any = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))
DOCUMENTATION: Any = yaml.safe_load((ROOT / ".github/workflows/documentation.yml").read_text("utf-8"))


def watched_folders() -> list[str]:
    """Return the folders whose changes start a long check, relative to the project."""
    folders: list[str] = []
    for arguments in re.findall(r"^  if changed (.*); then$", SCRIPT, re.MULTILINE):
        for argument in arguments.split():
            start, _, choices = argument.rstrip("}").partition("{")
            folders += [start + choice for choice in choices.split(",")]
    return folders


@pytest.mark.parametrize("folder", watched_folders())
def test_long_checks_watch_folders_that_exist(folder: str) -> None:
    """A renamed folder cannot switch off the long checks of its code."""
    assert (ROOT / folder).is_dir()


def test_each_group_of_long_checks_watches_folders() -> None:
    """Fuzzing, site generators and the plugin matrix each have folders of the package and of the tests."""
    watched = watched_folders()
    assert {"tests/fuzz", "tests/hosts", "tests/matrix", "papernotes_plugin/recognisers"} <= set(watched)


def test_workflow_runs_the_gate_and_the_long_checks() -> None:
    """Both ways to call the script are in the workflow, and it may only read the repository."""
    commands = [step["run"].strip().split("\n")[-1] for step in steps() if "run" in step]
    assert commands[-2:] == [".ci/run", ".ci/run --full $BASE"]
    assert WORKFLOW["permissions"] == {"contents": "read"}


def test_workflows_pin_their_actions() -> None:
    """An action is named by its commit, because a tag can be moved."""
    jobs = [job for workflow in (WORKFLOW, RELEASE, DOCUMENTATION) for job in workflow["jobs"].values()]
    used = [step["uses"] for job in jobs for step in job["steps"] if "uses" in step]
    assert len(used) >= 5
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)


def steps() -> list[dict[str, Any]]:
    """Return the steps of the workflow's job."""
    return list(WORKFLOW["jobs"]["run"]["steps"])


def test_a_release_uses_no_token() -> None:
    """Only the job that publishes may ask for an identity, and no job reads a secret."""
    assert RELEASE["permissions"] == {"contents": "read"}
    assert "permissions" not in RELEASE["jobs"]["build"]
    assert RELEASE["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text("utf-8")


def test_documentation_is_published_with_each_release() -> None:
    """The same tags publish the package and its documentation, and only the job that commits may write."""
    assert DOCUMENTATION[True] == RELEASE[True]
    assert DOCUMENTATION["permissions"] == {"contents": "read"}
    assert DOCUMENTATION["jobs"]["deploy"]["permissions"] == {"contents": "write"}


def test_the_image_copies_what_exists_and_starts_a_command() -> None:
    """The files that the image needs exist, and its default command is a valid command line."""
    lines = (ROOT / ".ci/Containerfile").read_text("utf-8").splitlines()
    copied = [name for line in lines if line.startswith("COPY ") for name in line.split()[1:-1]]
    assert {"pyproject.toml", "papernotes_plugin"} <= set(copied)
    assert all((ROOT / name).exists() for name in copied)
    (arguments,) = (json.loads(line.removeprefix("CMD ")) for line in lines if line.startswith("CMD "))
    context = serve.make_context("serve", arguments[1:])
    assert (arguments[0], str(context.params["notes"]), context.params["dev_addr"]) == (
        "serve",
        "notes",
        "0.0.0.0:8000",
    )
