"""What is shipped and what it brings along: bounded, free, the same bytes each time, and no word to anybody."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.helpers import sites

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUN = ("mkdocs", "csl", "sanitize", "pagefind")
"""The extras that a site is built with; the others are for our own tests and manual."""
TABLE = ROOT / "docs" / "dependencies.md"
FREE = {
    "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-2-Clause-Views", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "PSF-2.0",
}  # fmt: skip
"""Licences under which something may be used by a program under the MIT licence, and be given away beside it."""
NAMES = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""What licences are called in old metadata."""
UNTOLD = {"pyromark": "MIT"}
"""Those whose metadata name none, by the licence that is packed with them."""


def required() -> list[Requirement]:
    """What is installed to run."""
    extras = PROJECT["optional-dependencies"]
    texts = [*PROJECT["dependencies"], *(text for name in RUN for text in extras[name])]
    return [r for r in map(Requirement, texts) if r.name != PROJECT["name"]]


def closure() -> dict[str, str]:
    """The names of all distributions that this brings along, each with its licence."""
    found: dict[str, str] = {}
    todo = required()
    while todo:
        requirement = todo.pop()
        name = requirement.name.lower().replace("_", "-")
        extras = requirement.extras or {""}
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        seen = name in found
        distribution = metadata.distribution(name)
        found[name] = licence(name, distribution.metadata)
        for further in map(Requirement, [] if seen and extras == {""} else distribution.requires or []):
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                further.marker = None
                todo += [] if further.name.lower() in found else [further]
    return found


def licence(name: str, about: metadata.PackageMetadata) -> str:
    """By its short name."""
    told = (about.get_all("License-Expression") or [""])[0]
    classes = [c.rpartition("::")[2].strip() for c in about.get_all("Classifier") or [] if c.startswith("License")]
    old = next((value for value in [*(about.get_all("License") or []), *classes] if value and value != "UNKNOWN"), "")
    told = told or (old if len(old) < 40 else next(iter(classes), ""))
    return NAMES.get(told, told) or UNTOLD.get(name, "")


def test_what_is_required_is_bounded() -> None:
    """From the oldest version that works to the next that may not."""
    unbounded = [str(r) for r in required() if {s.operator for s in r.specifier} != {">=", "<"}]
    assert unbounded == []


def test_every_licence_is_free_and_listed() -> None:
    """`docs/dependencies.md` names all that is installed to run, with its licence, and each goes with ours."""
    wanted = "".join(f"| {name} | {told} |\n" for name, told in sorted(closure().items()))
    odd = [name for name, told in closure().items() if not any(part in FREE for part in told.split(" OR "))]
    assert odd == []
    listed = re.findall(r"^\| [a-z].* \|\n", TABLE.read_text("utf-8"), re.MULTILINE)
    # what one Python or one system needs and another does not may be missing here
    assert [line for line in wanted.splitlines(keepends=True) if line not in listed] == []


# --- the same bytes -------------------------------------------------------------------------------


def built(folder: Path, umask: int) -> Mapping[str, bytes]:
    """The wheel and the sdist of a copy of the project."""
    before = os.umask(umask)
    try:
        names = ("papernotes_plugin", "docs", "bib", "tests")
        for name in names:
            ignored = shutil.ignore_patterns("__pycache__", "node_modules", "*.pyc", "results*")
            shutil.copytree(ROOT / name, folder / name, ignore=ignored, copy_function=shutil.copyfile)
        for path in ROOT.iterdir():
            if path.is_file() and path.suffix in {".toml", ".md", ".yml", ""} and not path.name.startswith("."):
                shutil.copyfile(path, folder / path.name)
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": str(umask), "TZ": f"X{umask}"}
        command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder / "made")]
        subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
        return sites.files(folder / "made")
    finally:
        os.umask(before)


def test_the_same_source_makes_the_same_packages(tmp_path: Path) -> None:
    """In any folder, for anybody, at any time: the same bytes."""
    (tmp_path / "one").mkdir()
    (tmp_path / "another" / "place").mkdir(parents=True)
    one, other = built(tmp_path / "one", 0o22), built(tmp_path / "another" / "place", 0o77)
    assert sorted(Path(name).suffix for name in one) == [".gz", ".whl"]
    assert one == other


# --- no word to anybody ---------------------------------------------------------------------------

ALONE = """
import runpy, sys

def heard(event, given):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request"):
        print("asked for", event, given, file=sys.stderr)
        raise OSError("no network")

sys.addaudithook(heard)
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""A program that is run with no network to be had, and that says so where it asks for one."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site with everything that leads elsewhere."""
    note = (
        "# Soups\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001), ICLR 2024\n\n"
        "See [@cook2020], ![](https://example.org/x.png) and <https://doi.org/10.1000/soup>.\n"
    )
    bib = "@article{cook2020, title = {On Soup}, author = {Cook, Ann}, year = 2020, doi = {10.1000/soup}}\n"
    return sites.write(tmp_path, {"docs/a.md": note, "bib/all.bib": bib, "mkdocs.yml": sites.CONFIG})


@pytest.mark.parametrize(
    "command",
    [
        "mkdocs build -q -d out",
        "papernotes_plugin build docs --out tree",
        "papernotes_plugin export docs -o all.bib",
        "papernotes_plugin check docs",
        "papernotes_plugin doctor",
    ],
)
def test_no_connection_is_opened(folder: Path, command: str) -> None:
    """Nothing that we run asks for the network, whatever the notes link to."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    program = [sys.executable, "-c", ALONE, *command.split()]
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert "asked for" not in done.stderr
    assert done.returncode in (0, 1), done.stderr


def test_the_program_without_a_network_hears_of_one(folder: Path) -> None:
    """What the test above listens for is heard."""
    program = [sys.executable, "-c", ALONE, "asks"]
    sites.write(folder, {"asks.py": "import socket; socket.getaddrinfo('localhost', 80)"})
    done = subprocess.run(
        program, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True
    )
    assert "asked for socket.getaddrinfo" in done.stderr
