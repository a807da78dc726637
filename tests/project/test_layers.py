"""Check which packages import which (docs/architecture.md), and the size of files and functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "papernotes_plugin"

VOCABULARY = {
    "vocabulary", "text", "markup", "identifiers", "venues", "people", "citekeys", "entries", "manuscripts", "links",
    "selection", "version", "gc_tuning",
}  # fmt: skip
STAGES = {
    "reading", "recognisers", "bibtex", "citation", "resolve", "index", "render", "annotate", "exports", "checks",
}  # fmt: skip
OUTSIDE = {"files", "hosts", "markdown_extensions", "doctor", "fetch", "starter", "cli", "mkdocs_plugin", "__main__"}

ONLY_USERS = {
    "mkdocs": {"mkdocs_plugin"},
    "markdown": {"markdown_extensions", "mkdocs_plugin.direct.site_markdown"},
    "latex2mathml": {"markdown_extensions.math"},
    "yaml": {"doctor.mkdocs_yml", "reading", "starter"},
    "pyromark": {"markup.markdown_events", "markup.markdown_html"},
    "ftfy": {"text.encoding_repair"},
    "bibtexparser": {"bibtex"},
    "pylatexenc": {"text.latex_parser", "entries.ascii_entries"},
    "anyascii": {"text.romanisation"},
    "ahocorasick_rs": {"recognisers.evidence.names.name_search"},
    "rapidfuzz": {"text", "links.suggestions"},
    "jinja2": {"mkdocs_plugin", "render.template_environment", "render.templates"},
    "citeproc": {"citation.citeproc_engine"},
    "nh3": {"mkdocs_plugin.notes.sanitizer"},
    "click": {"cli"},
    "platformdirs": {"fetch"},
    "urllib3": {"fetch"},
}
"""The packages and modules that may import each library outside the standard library."""

NETWORK = {
    "socket",
    "socketserver",
    "ssl",
    "http",
    "urllib.request",
    "ftplib",
    "smtplib",
    "asyncio",
    "requests",
    "urllib3",
}
DISK = {"os", "shutil", "tempfile", "glob", "io", "subprocess", "pathlib"}
LOCAL_NETWORK = {("cli.serve", "socket")}
"""Modules that ask the system whether a local address is free, and connect to nothing."""
PURE = {("pathlib", "PurePosixPath"), ("pathlib", "PurePath")}
"""Names of these packages that do not access the disk."""

LONG_FILES: dict[str, str] = {
    "venues/dblp_venues.py": "a generated table",
    "venues/venue_table.py": "a table with a line for each venue",
}
"""Files of more than 300 lines, with the reason."""
LONG_FUNCTIONS: dict[str, str] = {}
"""Functions of more than 40 lines without their docstring, with the reason."""


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Return each module with its dotted name below `papernotes_plugin`; a package has its own name."""
    parsed: list[tuple[str, ast.Module]] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        parsed.append((name, ast.parse(path.read_text("utf-8"), str(path))))
    return tuple(parsed)


def imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield each import, also within functions, as module and name; the name is empty for a whole module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from ((node.module or "", alias.name) for alias in node.names)


def imported_packages(tree: ast.Module) -> Iterator[str]:
    """Yield the top-level packages of papernotes that a module imports, for example `recognisers`."""
    for module, name in imports(tree):
        top, _, rest = module.partition(".")
        if top == "papernotes_plugin":
            yield (rest or name).partition(".")[0]


def package_of(name: str) -> str:
    """Return the top-level package of a module: `recognisers` for `recognisers.card`."""
    return name.partition(".")[0]


def test_every_package_has_a_layer() -> None:
    """Every package is listed in this file as vocabulary, stage or outside."""
    listed = VOCABULARY | STAGES | OUTSIDE | {"", "pipeline"}
    assert {package_of(name) for name, _ in modules()} <= listed


def test_layers() -> None:
    """Vocabulary imports vocabulary, a stage only vocabulary, the pipeline both, and outer packages no stage."""
    wrong = []
    for name, tree in modules():
        package = package_of(name)
        allowed = VOCABULARY | {package}
        if package == "pipeline" or not package:
            allowed |= STAGES | {"pipeline", ""}
        elif package in OUTSIDE:
            allowed |= OUTSIDE | {"pipeline", ""}
        imported = imported_packages(tree)
        wrong += [f"{name or '__init__'} imports {other}" for other in imported if other not in allowed]
    assert wrong == []


def test_each_library_is_imported_in_one_place() -> None:
    """Only the packages in ONLY_USERS import an external library."""
    wrong = []
    for name, tree in modules():
        for module, _ in imports(tree):
            top = module.partition(".")[0]
            if top in ONLY_USERS and not _within(name, ONLY_USERS[top]):
                wrong.append(f"{name} imports {module}")
    assert wrong == []


def test_no_network() -> None:
    """Only `fetch` can open a connection."""
    wrong = {
        (name, module)
        for name, tree in modules()
        for module, _ in imports(tree)
        if _within(module, NETWORK) and package_of(name) != "fetch"
    }
    assert wrong == LOCAL_NETWORK


def test_only_the_command_imports_fetch() -> None:
    """A build, in any program, never imports the package that uses the network."""
    users = {package_of(name) for name, tree in modules() if "fetch" in imported_packages(tree)}
    assert users <= {"fetch", "cli"}


def test_the_core_touches_no_disk_and_logs_nothing() -> None:
    """Only outer packages read files, write files and log."""
    wrong = []
    for name, tree in modules():
        if package_of(name) in OUTSIDE:
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
    """No function rebinds a global name."""
    wrong = [f"{name}:{n.lineno}" for name, tree in modules() for n in ast.walk(tree) if isinstance(n, ast.Global)]
    assert wrong == []


def test_no_import_cycle() -> None:
    """No module imports itself through others, not even for type checking or within functions."""
    trees = dict(modules())
    imported = {
        name: {_module(*names, trees) for names in imports(tree)} & trees.keys() for name, tree in trees.items()
    }
    reachable = {name: _reachable(name, imported) for name in imported}
    cycles = {
        frozenset(other for other in reachable[name] if name in reachable[other])
        for name in imported
        if name in reachable[name]
    }
    assert cycles == set()


def test_no_import_cycle_between_the_packages_of_the_plugin() -> None:
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
    """No two modules have the same file name."""
    names = [path.name for path in PACKAGE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py")]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_files_are_short() -> None:
    """No file has more than 300 lines without its docstrings, unless LONG_FILES gives a reason."""
    long = {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py") if _is_long(path.read_text("utf-8"))}
    assert long - LONG_FILES.keys() == set()
    assert all((PACKAGE / name).is_file() for name in LONG_FILES)


def test_functions_are_short() -> None:
    """No function has more than 40 lines without its docstring, unless LONG_FUNCTIONS gives a reason."""
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
def test_imports_are_found(source: str, expected: list[str]) -> None:
    """Every form of import is found."""
    assert list(imported_packages(ast.parse(source))) == expected


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


class _NamedCall(ast.Call):
    func: ast.Name


def _calls(tree: ast.Module) -> Iterator[_NamedCall]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node  # type: ignore[misc]


def _lines(function: ast.FunctionDef) -> int:
    """Return the number of lines of a function without its docstring."""
    total = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        total -= (first.end_lineno or first.lineno) - first.lineno + 1
    return total


def _is_long(source: str) -> bool:
    """Whether more than 300 lines of a file belong to no docstring."""
    total = len(source.splitlines())
    if total <= 300:
        return False
    strings = (
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    )
    return total - sum((node.end_lineno or node.lineno) - node.lineno + 1 for node in strings) > 300
