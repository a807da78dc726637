"""Both packages in empty environments of each supported Python, and the way from a clone to a site.

These tests install packages from the index.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.live_server import Server

ROOT = Path(__file__).parents[2]
NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
FIRST_PAGE = 10.0
"""Seconds from the start of `papernotes serve` on the reference notes to the first page, at most."""


def supported_versions() -> list[str]:
    """Return the versions of Python that the package names, such as `3.11`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in project["classifiers"]]
    return [match[1] for match in found if match]


def interpreters(version: str) -> Iterator[Path]:
    """Yield the paths at which a version of Python may be."""
    name = f"python{version}"
    for folder in os.environ["PATH"].split(os.pathsep):
        yield Path(folder, name)
    yield from sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/{name}"), reverse=True)
    yield from sorted(Path.home().glob(f".local/share/uv/python/cpython-{version}.*/bin/{name}"), reverse=True)


def interpreter(version: str) -> Path:
    """Return the path of a Python of a version; skip the test if the machine has none."""
    for path in interpreters(version):
        # a shim of pyenv exists for versions that are switched off
        if path.is_file() and run(path, "-c", "import ensurepip, venv", must_succeed=False) is not None:
            return path
    pytest.skip(f"this machine has no Python {version}")


def run(*command: str | Path, cwd: Path = ROOT, must_succeed: bool = True) -> str | None:
    """Return the output of a command; None if it failed and may fail."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    line = [str(part) for part in command]
    done = subprocess.run(line, cwd=cwd, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0 or not must_succeed, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout if done.returncode == 0 else None


def new_environment(python: Path, folder: Path) -> Path:
    """Create an empty environment and return its folder of programs."""
    run(python, "-m", "venv", folder)
    return folder / "bin"


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the source archive, by suffix."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return {path.suffix: path for path in folder.iterdir()}


@pytest.mark.full
@pytest.mark.parametrize("suffix", [".whl", ".gz"])
@pytest.mark.parametrize("version", supported_versions())
def test_packages_work(version: str, suffix: str, packages: dict[str, Path], tmp_path: Path) -> None:
    """`serve`, `build` and `export` work, and nothing that they use is deprecated."""
    programs = new_environment(interpreter(version), tmp_path / "environment")
    run(programs / "pip", "install", "--quiet", f"{packages[suffix]}[mkdocs]")
    sites.write(tmp_path, {"project/notes/a.md": NOTE})
    project, strict = tmp_path / "project", ("-W", "error", "-m", "papernotes_plugin")
    export = run(programs / "python", *strict, "export", "notes", "--format", "bib", cwd=project)
    assert "Attention Is All You Need" in (export or "")
    run(programs / "python", *strict, "build", "notes", "--out", "pages", cwd=project)
    assert (project / "pages/papers/index.md").exists()
    server = Server(project, "-m", "papernotes_plugin", "serve", "notes", python=programs / "python")
    try:
        assert "Attention Is All You Need" in server.page("papers/")
    finally:
        server.process.terminate()
        assert server.process.wait(60) == 0
    assert "Deprecat" not in server.output


@pytest.mark.full
@pytest.mark.shared
def test_a_person_sees_their_library(shared: Path, tmp_path: Path) -> None:
    """From a clone, the lines of the README show the reference notes, and `init` makes a site without warnings."""
    clone = tmp_path / "clone"
    run("git", "clone", "--quiet", ROOT, clone)
    install, serve = re.findall(r"^(?:\S*python3 -m venv .*|\.venv/bin/papernotes serve .*)$", readme(), re.MULTILINE)
    assert serve.split()[:2] == [".venv/bin/papernotes", "serve"]
    run("bash", "-c", install.replace("python3", sys.executable), cwd=clone)
    notes = tmp_path / "project" / "notes"
    shutil.copytree(shared / "notes", notes)
    before = sites.files(notes)
    start = time.monotonic()
    server = Server(notes.parent, "-m", "papernotes_plugin", "serve", "notes", python=clone / ".venv/bin/python")
    try:
        server.page("")
        seconds = time.monotonic() - start
    finally:
        server.process.terminate()
    assert server.process.wait(60) == 0
    print(f"first page after {seconds:.1f} s")
    assert seconds <= FIRST_PAGE
    assert sites.files(notes) == before
    (notes.parent / "serve.log").unlink()
    run(clone / ".venv/bin/papernotes", "init", "notes", cwd=notes.parent)
    output = run(clone / ".venv/bin/python", "-W", "error", "-m", "mkdocs", "build", "--strict", cwd=notes.parent)
    assert output is not None
    assert (notes.parent / "site/papers/index.html").exists()
    assert sites.files(notes) == before


def readme() -> str:
    """Return the text of the README."""
    return (ROOT / "README.md").read_text("utf-8")
