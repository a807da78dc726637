"""Both packages in empty environments of each supported Python, and the way from a clone to a site.

These tests install packages from the index.
"""

from __future__ import annotations

import json
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
"""Processor seconds of `papernotes serve` up to the first page of the reference notes, at most.

On an idle machine, a person waits as long.  Other processes of a busy machine do not count.
"""


def supported_versions() -> list[str]:
    """Return the versions of Python that the package names, such as `3.11`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in project["classifiers"]]
    return [match[1] for match in named if match]


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
    lines = re.search(r"^(python3 -m venv .*)\n(\.venv/bin/papernotes serve .*)$", readme(), re.MULTILINE)
    assert lines
    install, serve = lines.groups()
    assert serve.split()[:2] == [".venv/bin/papernotes", "serve"]
    run("bash", "-c", install.replace("python3", sys.executable, 1), cwd=clone)
    notes = tmp_path / "project" / "notes"
    shutil.copytree(shared / "notes", notes)
    before = sites.files(notes)
    start, processor = time.monotonic(), seconds_of_children()
    server = Server(notes.parent, "-m", "papernotes_plugin", "serve", "notes", python=clone / ".venv/bin/python")
    try:
        server.page("")
        waited = time.monotonic() - start
    finally:
        server.process.terminate()
    assert server.process.wait(60) == 0
    seconds = seconds_of_children() - processor
    print(f"first page after {waited:.1f} s, of which the processor worked {seconds:.1f} s")
    assert seconds <= FIRST_PAGE
    assert sites.files(notes) == before
    (notes.parent / "serve.log").unlink()
    run(clone / ".venv/bin/papernotes", "init", "notes", cwd=notes.parent)
    output = run(clone / ".venv/bin/python", "-W", "error", "-m", "mkdocs", "build", "--strict", cwd=notes.parent)
    assert output is not None
    assert (notes.parent / "site/papers/index.html").exists()
    assert sites.files(notes) == before


def seconds_of_children() -> float:
    """Return the processor time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def readme() -> str:
    """Return the text of the README."""
    return (ROOT / "README.md").read_text("utf-8")


@pytest.mark.full
def test_the_commands_of_the_image_work(tmp_path: Path) -> None:
    """What the image copies and installs is enough for its default command, which writes nothing into the project."""
    lines = (ROOT / ".ci/Containerfile").read_text("utf-8").splitlines()
    steps = [(line.partition(" ")[0], line.partition(" ")[2]) for line in lines if line and not line.startswith("#")]
    for name, arguments in steps:
        *sources, target = arguments.split()
        for source in sources if name == "COPY" else ():
            into = tmp_path / "source" / target
            into.mkdir(parents=True, exist_ok=True)
            is_folder = (ROOT / source).is_dir()
            shutil.copytree(ROOT / source, into, dirs_exist_ok=True) if is_folder else shutil.copy(ROOT / source, into)
    programs = new_environment(Path(sys.executable), tmp_path / "environment")
    (install,) = (arguments.partition(" && useradd")[0] for name, arguments in steps if name == "RUN")
    run("bash", "-c", install.replace("pip install", f"{programs / 'pip'} install -q", 1), cwd=tmp_path / "source")
    (command,) = (json.loads(arguments) for name, arguments in steps if name == "CMD")
    assert ("ENTRYPOINT", '["papernotes"]') in steps
    sites.write(tmp_path, {"project/notes/a.md": NOTE})
    (tmp_path / "project/notes").chmod(0o555)
    # the helper chooses a free address
    server = Server(tmp_path / "project", "-m", "papernotes_plugin", *command[:-2], python=programs / "python")
    try:
        assert "Attention Is All You Need" in server.page("papers/")
    finally:
        server.process.terminate()
    assert server.process.wait(60) == 0
    assert sorted(sites.files(tmp_path / "project")) == ["notes/a.md", "serve.log"]


@pytest.mark.full
def test_the_image_can_be_built() -> None:
    """Where a container engine runs, it builds the image, and the image starts."""
    engine = next((name for name in ("docker", "podman") if run_if_present(name, "info")), None)
    if engine is None:
        pytest.skip("this machine runs no container engine")
    run(engine, "build", "--file", ".ci/Containerfile", "--tag", "papernotes-test", ".")
    assert "papernotes" in (run(engine, "run", "--rm", "papernotes-test", "--version") or "")


@pytest.mark.full
def test_the_image_serves_a_mounted_folder(tmp_path: Path) -> None:
    """Built without a container engine, the image shows the notes of a mounted folder.

    The registry may be out of reach, so Debian with the same Python replaces the image that it is based on.
    """
    if missing := [name for name in ("buildah", "debootstrap") if shutil.which(name) is None]:
        pytest.skip(f"not installed: {', '.join(missing)}")
    if os.geteuid() != 0:
        pytest.skip("only root can change the root folder of a process")
    storage = ("--storage-driver", "vfs", "--root", f"{tmp_path}/storage", "--runroot", f"{tmp_path}/run")
    buildah = ("buildah", *storage)
    lines = (ROOT / ".ci/Containerfile").read_text("utf-8").splitlines()
    (base,) = (line.removeprefix("FROM ") for line in lines if line.startswith("FROM "))
    assert base == f"python:{_DEBIAN_PYTHON}-slim"
    write_base_system(tmp_path / "base")
    local = ("build", "--isolation", "chroot", "--pull-never", "--quiet")
    run(*buildah, *local, "--tag", f"docker.io/library/{base}", tmp_path / "base")
    # the machine may reach the package index through a certificate of its own
    certificates = ("--volume", "/etc/ssl/certs:/etc/ssl/certs:ro")
    run(*buildah, *local, *certificates, "--file", ".ci/Containerfile", "--tag", "papernotes", ".")
    container = (run(*buildah, "from", "--pull-never", "papernotes") or "").strip()
    config = json.loads(run(*buildah, "inspect", "--type", "image", "papernotes") or "")["OCIv1"]["config"]
    notes = sites.write(tmp_path / "notes", {"a.md": NOTE})
    tmp_path.chmod(0o755)
    start = (*storage, "run", "--isolation", "chroot", "--volume", f"{notes}:{config['WorkingDir']}/notes:ro")
    command = [container, "--", *config["Entrypoint"], *config["Cmd"][:-2]]
    server = Server(tmp_path, *start, *command, python="buildah")
    try:
        assert "Attention Is All You Need" in server.page("papers/")
    finally:
        server.process.terminate()
    server.process.wait(60)
    assert config["User"] == "reader"
    assert sorted(sites.files(notes)) == ["a.md"]


_DEBIAN, _DEBIAN_PYTHON = "trixie", "3.13"
"""A release of Debian and its Python."""


def write_base_system(folder: Path) -> None:
    """Write a folder from which an image is built, with Debian and a Python as in Python's own images."""
    system = folder / "system"
    packages = "--include=ca-certificates,python3,python3-pip,python3-venv"
    run("debootstrap", "--variant=minbase", packages, _DEBIAN, system)
    # Python's own images let pip write into the system
    for mark in system.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
        mark.unlink()
    (system / "usr/bin/python").symlink_to("python3")
    run("tar", "--create", "--file", folder / "system.tar", "--directory", system, ".")
    (folder / "Containerfile").write_text("FROM scratch\nADD system.tar /\n")
    (folder / ".containerignore").write_text("system\n")


def run_if_present(program: str, *arguments: str) -> bool:
    """Return whether a program exists and succeeds."""
    return shutil.which(program) is not None and run(program, *arguments, must_succeed=False) is not None
