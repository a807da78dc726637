"""The arrows of the house that never exist, and the size of its rooms (docs/architecture.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "papernotes_plugin"

VOCABULARY = {
    "vocabulary", "text", "markup", "identifiers", "venues", "people", "citekeys", "entries", "manuscripts", "links",
    "selection", "version",
}  # fmt: skip
STAGES = {
    "reading", "recognisers", "bibtex", "citation", "resolve", "index", "render", "annotate", "exports", "checks",
}  # fmt: skip
OUTSIDE = {"files", "hosts", "markdown_extensions", "doctor", "cli", "mkdocs_plugin", "__main__"}

ONLY_USERS = {
    "mkdocs": {"mkdocs_plugin"},
    "markdown": {"markdown_extensions", "mkdocs_plugin.fast_rendering.site_markdown"},
    "latex2mathml": {"markdown_extensions.math"},
    "yaml": {"doctor.mkdocs_yml", "reading"},
    "pyromark": {"markup.markdown_events"},
    "ftfy": {"text.encoding_repair"},
    "bibtexparser": {"bibtex"},
    "pylatexenc": {"text.latex_text", "entries.ascii_entries"},
    "ahocorasick_rs": {"recognisers.evidence.name_search"},
    "rapidfuzz": {"resolve", "links.suggestions"},
    "jinja2": {"mkdocs_plugin", "render.templates"},
    "citeproc": {"citation.citeproc_engine"},
    "nh3": {"mkdocs_plugin.notes.sanitizer"},
    "click": {"cli"},
}
"""The packages and modules that may import each library outside the standard library."""

NETWORK = {"socket", "socketserver", "ssl", "http", "urllib.request", "ftplib", "smtplib", "asyncio", "requests"}
DISK = {"os", "shutil", "tempfile", "glob", "io", "subprocess", "pathlib"}
PURE = {("pathlib", "PurePosixPath"), ("pathlib", "PurePath")}
"""What of those packages touches no disk."""

LONG_FILES: dict[str, str] = {}
"""Files above 300 lines, with the reason."""
LONG_FUNCTIONS: dict[str, str] = {}
"""Functions above 40 lines, docstring apart, with the reason."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """Every module of the package by its dotted name below it; a package under its own name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        yield name, ast.parse(path.read_text("utf-8"), str(path))


def imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Every import as module and name (empty for a whole module), wherever it stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from ((node.module or "", alias.name) for alias in node.names)


def rooms(tree: ast.Module) -> Iterator[str]:
    """The rooms of the package (`recognisers`, `model`) that a module imports."""
    for module, name in imports(tree):
        top, _, rest = module.partition(".")
        if top == "papernotes_plugin":
            yield (rest or name).partition(".")[0]


def room(name: str) -> str:
    """The room of a module: `recognisers` of `recognisers.card`."""
    return name.partition(".")[0]


def test_every_room_has_a_floor() -> None:
    """A new module says whether it is vocabulary, a stage or a face, by one word in this file."""
    known = VOCABULARY | STAGES | OUTSIDE | {"", "pipeline"}
    assert {room(name) for name, _ in modules()} <= known


def test_no_arrow_leads_up() -> None:
    """Vocabulary imports vocabulary, a stage that and itself, the conductor both, a face the conductor and no stage."""
    wrong = []
    for name, tree in modules():
        here = room(name)
        allowed = VOCABULARY | {here}
        if here == "pipeline" or not here:
            allowed |= STAGES | {"pipeline", ""}
        elif here in OUTSIDE:
            allowed |= OUTSIDE | {"pipeline", ""}
        wrong += [f"{name or '__init__'} imports {there}" for there in rooms(tree) if there not in allowed]
    assert wrong == []


def test_each_package_has_its_one_user() -> None:
    """A package of somebody else's can be replaced in one file."""
    wrong = []
    for name, tree in modules():
        for module, _ in imports(tree):
            top = module.partition(".")[0]
            if top in ONLY_USERS and not _within(name, ONLY_USERS[top]):
                wrong.append(f"{name} imports {module}")
    assert wrong == []


def test_no_network() -> None:
    """Nothing in the package can open a connection."""
    found = {(name, module) for name, tree in modules() for module, _ in imports(tree) if _within(module, NETWORK)}
    assert found == set()


def test_the_core_touches_no_disk_and_logs_nothing() -> None:
    """Only faces read, write and log."""
    wrong = []
    for name, tree in modules():
        if room(name) in OUTSIDE:
            continue
        wrong += [
            f"{name} imports {module} {what}".rstrip()
            for module, what in imports(tree)
            if _within(module, DISK | {"logging"}) and (module, what) not in PURE
        ]
        wrong += [
            f"{name}:{call.lineno} calls {call.func.id}" for call in _calls(tree) if call.func.id in {"open", "print"}
        ]
    assert wrong == []


def test_no_module_state() -> None:
    """No function rebinds a name of its module."""
    found = [f"{name}:{n.lineno}" for name, tree in modules() for n in ast.walk(tree) if isinstance(n, ast.Global)]
    assert found == []


KNOWN_CIRCLES: set[frozenset[str]] = set()
"""Circles of imports that are still to be opened."""


def test_no_circle_of_imports() -> None:
    """No module imports itself through others, imports for type checking and within functions included."""
    trees = dict(modules())
    imported = {
        name: {_module(*names, trees) for names in imports(tree)} & trees.keys() for name, tree in trees.items()
    }
    reachable = {name: _reachable(name, imported) for name in imported}
    circles = {
        frozenset(other for other in reachable[name] if name in reachable[other])
        for name in imported
        if name in reachable[name]
    }
    assert circles - KNOWN_CIRCLES == set()


def test_no_circle_between_the_packages_of_the_plugin() -> None:
    """No sub-package of `mkdocs_plugin` imports itself through others."""
    trees = dict(modules())
    prefix = "mkdocs_plugin."
    imported: dict[str, set[str]] = {name.split(".")[1]: set() for name in trees if name.startswith(prefix)}
    for name, tree in trees.items():
        if name.startswith(prefix):
            package = name.split(".")[1]
            targets = {_module(*names, trees) for names in imports(tree)}
            imported[package] |= {target.split(".")[1] for target in targets if target.startswith(prefix)} - {package}
    assert "incremental" in imported["plugin"]
    assert [package for package in imported if package in _reachable(package, imported)] == []


def test_each_file_name_occurs_once() -> None:
    """A file is known by its name alone, so no other file has it."""
    names = [path.name for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_files_are_short() -> None:
    """No file has more than 300 lines without its docstrings, unless LONG_FILES gives a reason."""
    long = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        if _lines_without_docstrings(path.read_text("utf-8")) > 300
    }
    assert long - LONG_FILES.keys() == set()
    assert all((PACKAGE / name).is_file() for name in LONG_FILES)


def test_functions_are_short() -> None:
    """No function is above 40 lines, but for a reason."""
    long = set()
    for name, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and _lines(node) > 40:
                long.add(f"{name}.{node.name}")
    assert long - LONG_FUNCTIONS.keys() == set()


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import papernotes_plugin.reading.note_reader", ["reading"]),
        ("from papernotes_plugin import text", ["text"]),
        ("def f():\n    from papernotes_plugin.recognisers.card import recognise", ["recognisers"]),
        ("import re", []),
    ],
)
def test_the_test_sees_imports(source: str, expected: list[str]) -> None:
    """Every way of importing a room is seen."""
    assert list(rooms(ast.parse(source))) == expected


def _module(module: str, name: str, trees: Mapping[str, object]) -> str:
    """Return the name below the package of the module that an import loads; "-" for another package."""
    package, _, below = module.partition(".")
    if package != "papernotes_plugin":
        return "-"
    submodule = f"{below}.{name}".strip(".")
    return submodule if submodule in trees else below


def _reachable(name: str, imported: Mapping[str, set[str]]) -> set[str]:
    """Return the modules that a module imports, directly or through others."""
    seen: set[str] = set()
    waiting = list(imported[name])
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            waiting += imported[module]
    return seen


def _within(module: str, packages: set[str]) -> bool:
    return any(module == package or module.startswith(package + ".") for package in packages)


class _Named(ast.Call):
    func: ast.Name


def _calls(tree: ast.Module) -> Iterator[_Named]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node  # type: ignore[misc]


def _lines(function: ast.FunctionDef) -> int:
    """Lines of a function without its docstring."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        total -= (first.end_lineno or first.lineno) - first.lineno + 1
    return total


def _lines_without_docstrings(source: str) -> int:
    """Return the number of lines of a file that belong to no docstring."""
    strings = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return len(source.splitlines()) - sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in strings)
