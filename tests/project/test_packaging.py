"""The sdist and the wheel contain every file and need only the declared dependencies."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "papernotes_plugin"


def run(*command: str | Path, cwd: Path) -> str:
    """Return the output of a command, which must succeed."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def closure(requirements: list[str]) -> set[str]:
    """Return the names of the required distributions and of their own dependencies, without extras."""
    names: set[str] = set()
    todo = list(requirements)
    while todo:
        requirement = todo.pop()
        name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0].lower().replace("_", "-")
        if name in names or ";" in requirement:
            continue
        names.add(name)
        todo += metadata.requires(name) or []
    return names


def environment(folder: Path, requirements: list[str]) -> Path:
    """Create an environment with only these requirements, linked from the current one, and return its Python."""
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    for name in closure(requirements):
        distribution = metadata.distribution(name)
        for top in {file.parts[0] for file in distribution.files or () if file.parts[0] not in {"..", "__pycache__"}}:
            if not (site / top).exists():
                (site / top).symlink_to(str(distribution.locate_file(top)))
    return folder / "bin" / "python"


def test_packages_are_complete_and_work(tmp_path: Path) -> None:
    """The sdist has the tests; the wheel built from it has every file of the package and works without MkDocs."""
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path, ROOT, cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    (sdist,) = tmp_path.glob("*.tar.gz")

    with tarfile.open(sdist) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "LICENSE",
        "README.md",
        "CHANGELOG.md",
        "tests/project/test_packaging.py",
        "mkdocs.yml",
        "docs/index.md",
    } <= inside

    with zipfile.ZipFile(wheel) as packed:
        names = {name for name in packed.namelist() if name.startswith("papernotes_plugin/")}
        about = packed.read(next(n for n in packed.namelist() if n.endswith("/METADATA"))).decode()
        entries = packed.read(next(n for n in packed.namelist() if n.endswith("/entry_points.txt"))).decode()
    source_files = {
        p.relative_to(ROOT).as_posix() for p in PACKAGE.rglob("*") if p.is_file() and "__pycache__" not in p.parts
    }
    # `check --explain` reads the page of issues
    assert source_files | {"papernotes_plugin/cli/issues.md"} == names
    assert "papernotes_plugin/py.typed" in names
    assert any(name.startswith("papernotes_plugin/templates/") for name in names)
    assert any(name.startswith("papernotes_plugin/assets/") for name in names)
    assert "papernotes = papernotes_plugin.mkdocs_plugin.plugin:PapernotesPlugin" in entries

    needed = [line.removeprefix("Requires-Dist: ") for line in about.splitlines() if line.startswith("Requires-Dist: ")]
    python = environment(tmp_path / "environment", [n for n in needed if "extra ==" not in n])
    install = ("-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", wheel)
    run(sys.executable, *install, cwd=tmp_path)
    run(python, "-c", "import importlib.util as u; assert not u.find_spec('mkdocs')", cwd=tmp_path)
    assert run(python.with_name("papernotes"), "--version", cwd=tmp_path).split()[-1] == metadata.version(
        "mkdocs-papernotes"
    )
    program = (
        "import papernotes_plugin as pn\n"
        "site = pn.build([pn.Source('a.md', b'- [Attention Is All You Need](https://arxiv.org/abs/1706.03762)')])\n"
        "print(len(site.library.papers), 'papers/index.md' in {o.path for o in site.outputs})\n"
    )
    assert run(python, "-c", program, cwd=tmp_path) == "1 True\n"
    explained = run(python.with_name("papernotes"), "check", "--explain", "no-papers", cwd=tmp_path)
    assert explained.startswith("no-papers (warning)\n\npapernotes found no paper.")
