"""Dependencies have bounds and free licences, packages are reproducible, and nothing connects to the network."""

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
"""Extras for users; the others are for the tests and the documentation of the project."""
TABLE = ROOT / "docs" / "dependencies.md"
FREE = {
    "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-2-Clause-Views", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0", "PSF-2.0",
}  # fmt: skip
"""Licences of dependencies that a program under the MIT licence may use and be distributed with."""
NAMES = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}
"""Short names of licences by their names in old metadata."""
WITHOUT_METADATA = {"pyromark": "MIT"}
"""Licences of distributions whose metadata has none, from their licence files."""


def required() -> list[Requirement]:
    """Return the requirements of the package and of the extras for users."""
    extras = PROJECT["optional-dependencies"]
    texts = [*PROJECT["dependencies"], *(text for name in RUN for text in extras[name])]
    return [r for r in map(Requirement, texts) if r.name != PROJECT["name"]]


def closure() -> dict[str, str]:
    """Return the licence of every distribution that is installed, by its name."""
    licences: dict[str, str] = {}
    todo = required()
    while todo:
        requirement = todo.pop()
        name = requirement.name.lower().replace("_", "-")
        extras = requirement.extras or {""}
        if requirement.marker and not requirement.marker.evaluate({"extra": ""}):
            continue
        seen = name in licences
        distribution = metadata.distribution(name)
        licences[name] = licence(name, distribution.metadata)
        for further in map(Requirement, [] if seen and extras == {""} else distribution.requires or []):
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                further.marker = None
                todo += [] if further.name.lower() in licences else [further]
    return licences


def licence(name: str, about: metadata.PackageMetadata) -> str:
    """Return the short name of a distribution's licence, or an empty string if it is unknown."""
    expression = (about.get_all("License-Expression") or [""])[0]
    classes = [c.rpartition("::")[2].strip() for c in about.get_all("Classifier") or [] if c.startswith("License")]
    old = next((value for value in [*(about.get_all("License") or []), *classes] if value and value != "UNKNOWN"), "")
    expression = expression or (old if len(old) < 40 else next(iter(classes), ""))
    return NAMES.get(expression, expression) or WITHOUT_METADATA.get(name, "")


def test_every_requirement_has_bounds() -> None:
    """Every requirement has a lower and an upper bound."""
    unbounded = [str(r) for r in required() if {s.operator for s in r.specifier} != {">=", "<"}]
    assert unbounded == []


def test_every_licence_is_free_and_listed() -> None:
    """Every dependency has a licence that is compatible with MIT and is listed in `docs/dependencies.md`."""
    licences = closure()
    assert [name for name, text in licences.items() if not any(part in FREE for part in text.split(" OR "))] == []
    listed = re.findall(r"^\| [a-z].* \|\n", TABLE.read_text("utf-8"), re.MULTILINE)
    # the table may have more rows: some dependencies are only for other systems or versions of Python
    assert [name for name, text in sorted(licences.items()) if f"| {name} | {text} |\n" not in listed] == []


# --- reproducible packages ------------------------------------------------------------------------


def build_packages(folder: Path, umask: int) -> Mapping[str, bytes]:
    """Copy the project to a folder and return its wheel and sdist, built with a umask and environment of their own."""
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
    """The wheel and the sdist are the same bytes in every folder and with every umask, time zone and hash seed."""
    (tmp_path / "one").mkdir()
    (tmp_path / "another" / "place").mkdir(parents=True)
    one, other = build_packages(tmp_path / "one", 0o22), build_packages(tmp_path / "another" / "place", 0o77)
    assert sorted(Path(name).suffix for name in one) == [".gz", ".whl"]
    assert one == other


# --- no network -----------------------------------------------------------------------------------

WITHOUT_NETWORK = """
import runpy, sys

def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request"):
        print("network use:", event, arguments, file=sys.stderr)
        raise OSError("no network")

sys.addaudithook(refuse)
sys.argv = sys.argv[1:]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""Program that runs a module, refuses and reports its uses of the network."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a site with links and images of other servers."""
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
        *(
            pytest.param(f"papernotes_plugin {command}", marks=pytest.mark.full)
            for command in ("export docs -o all.bib", "check docs", "doctor")
        ),
    ],
)
def test_no_connection_is_opened(folder: Path, command: str) -> None:
    """No command uses the network, whatever the notes link to."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    program = [sys.executable, "-c", WITHOUT_NETWORK, *command.split()]
    done = subprocess.run(program, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert "network use" not in done.stderr
    assert done.returncode in (0, 1), done.stderr


def test_the_program_reports_uses_of_the_network(folder: Path) -> None:
    """The program of the test above refuses and reports a use of the network."""
    program = [sys.executable, "-c", WITHOUT_NETWORK, "connect"]
    sites.write(folder, {"connect.py": "import socket; socket.getaddrinfo('localhost', 80)"})
    done = subprocess.run(
        program, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}, capture_output=True, text=True
    )
    assert "network use: socket.getaddrinfo" in done.stderr
