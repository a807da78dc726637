"""The regular expressions of the package, with the methods that its modules call on them."""

from __future__ import annotations

import ast
import gc
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple, cast

import papernotes_plugin
from papernotes_plugin.text import lazy_regex

_METHODS = {
    "search": "search", "match": "match", "fullmatch": "fullmatch", "finditer": "finditer", "findall": "finditer",
    "sub": "finditer", "subn": "finditer", "split": "finditer",
}  # fmt: skip
"""The methods of an expression, and the method that scans a text in the same way."""
ALL_METHODS = frozenset(_METHODS.values())
_TEXTS = frozenset(("pattern", "flags", "groups", "groupindex"))
"""Attributes of an expression that match nothing."""
_PASSED_ON = "is passed on"
"""The use of an expression that is an argument or in a list: its methods are those that modules call on arguments."""
_MAX_DEPTH = 4
"""Levels of tuples, dictionaries and data classes in which expressions are searched."""


class Expression(NamedTuple):
    """A regular expression of the package."""

    name: str
    """The module and the name that it has there, or the line."""
    pattern: str
    flags: int
    methods: frozenset[str]
    """Those that the package calls on it, `finditer` for each that finds all matches."""


@cache
def package_modules() -> dict[str, ModuleType]:
    """Return all modules of the package by name."""
    names = [m.name for m in pkgutil.walk_packages(papernotes_plugin.__path__, f"{papernotes_plugin.__name__}.")]
    return {name: importlib.import_module(name) for name in names if not name.endswith(".__main__")}


def lazy_expressions() -> Iterator[re.Pattern[str]]:
    """Yield all lazy expressions that exist, wherever they are kept."""
    package_modules()
    gc.unfreeze()  # frozen objects are not listed
    for item in gc.get_objects():
        if type(item) is lazy_regex._LazyPattern:
            yield cast("re.Pattern[str]", item)


@cache
def package_expressions() -> list[Expression]:
    """Return the expressions of the package, each of them once."""
    uses, in_lines = _uses()
    methods: dict[tuple[str, int], set[str]] = defaultdict(set)
    names: dict[tuple[str, int], str] = {}
    for name, places, expression in _expressions():
        if isinstance(expression.pattern, str):
            key = expression.pattern, flags_of(expression)
            names.setdefault(key, name)
            of_places = set().union(*(uses[place] for place in places))
            methods[key] |= of_places & ALL_METHODS or (ALL_METHODS if _PASSED_ON in of_places or not places else set())
    for name, key, method in in_lines:
        names.setdefault(key, name)
        methods[key].add(method)
    return [Expression(names[key], *key, frozenset(methods[key])) for key in names]


def flags_of(expression: re.Pattern[str]) -> int:
    """Return the flags of an expression without compiling it."""
    return int(vars(expression)["_flags"] if isinstance(expression, lazy_regex._LazyPattern) else expression.flags)


def _expressions() -> Iterator[tuple[str, list[tuple[str, str]], re.Pattern[str]]]:
    """Yield each expression with a name and the places of its uses: pairs of a module and a name there."""
    places: dict[int, list[tuple[str, str]]] = defaultdict(list)
    of_modules: dict[int, re.Pattern[str]] = {}
    for module_name, module in package_modules().items():
        for name, value in vars(module).items():
            if not name.startswith("__"):
                for expression, of_function in _inside(value, module_name):
                    places[id(expression)].append((of_function, "") if of_function else (module_name, name))
                    of_modules[id(expression)] = expression
    for key, expression in of_modules.items():
        yield ".".join(places[key][0]).removeprefix("papernotes_plugin."), places[key], expression
    for expression in lazy_expressions():
        if id(expression) not in of_modules:
            yield f"an expression {expression.pattern[:60]}", [], expression


def _inside(value: object, module: str, depth: int = 0) -> Iterator[tuple[re.Pattern[str], str]]:
    """Yield the expressions that are a value of a module or in it, and the module of the function that has them."""
    of_function = ""
    if type(value) is lazy_regex._LazyPattern or isinstance(value, re.Pattern):
        yield cast("re.Pattern[str]", value), ""
    if depth == _MAX_DEPTH:
        return
    inner: list[Any] = []
    if isinstance(value, tuple | list | frozenset | set):
        inner = list(value)
    elif isinstance(value, dict):
        inner = [*value, *value.values()]
    elif is_dataclass(value) and not isinstance(value, type):
        inner = [getattr(value, field.name) for field in fields(value)]
    elif isinstance(value, type) and value.__module__ == module:
        inner = list(vars(value).values())
    elif isinstance(value, FunctionType):
        inner, of_function = [cell.cell_contents for cell in value.__closure__ or ()], value.__module__
    for item in inner:
        yield from ((expression, of_function or by) for expression, by in _inside(item, module, depth + 1))


def _uses() -> tuple[dict[tuple[str, str], set[str]], list[tuple[str, tuple[str, int], str]]]:
    """Return the methods that are called on each name of a module, and the expressions that are called in a line."""
    uses: dict[tuple[str, str], set[str]] = defaultdict(set)
    in_lines: list[tuple[str, tuple[str, int], str]] = []
    for name, module in package_modules().items():
        tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
        imported = {
            alias.asname or alias.name: (node.module or "", alias.name)
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        passed_on = _methods_of_passed_on(tree, module)
        uses[name, ""] |= passed_on
        parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if place := _place(node, name, imported):
                parent = parents.get(node)
                if not isinstance(parent, ast.Attribute):
                    uses[place] |= passed_on
                elif parent.attr in _METHODS:
                    uses[place].add(_METHODS[parent.attr])
                elif parent.attr not in _TEXTS:
                    uses[place] |= passed_on
            elif called := _called_in_line(node, module):
                in_lines.append((f"{name.removeprefix('papernotes_plugin.')}, line {called[0]}", *called[1:]))
    return uses, in_lines


def _place(node: ast.AST, module: str, imported: dict[str, tuple[str, str]]) -> tuple[str, str] | None:
    """Return the module and the name there that a node of the syntax tree of a module loads."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return imported.get(node.id, (module, node.id))
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in imported:
        return ".".join(imported[node.value.id]), node.attr
    return None


def _methods_of_passed_on(tree: ast.AST, module: ModuleType) -> frozenset[str]:
    """Return the methods that a module calls on what is no expression by its name, such as a loop variable."""
    return frozenset((_PASSED_ON,)).union(
        _METHODS[node.func.attr]
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in _METHODS
        and node.func.attr != "split"  # strings have it, too
        and not (isinstance(node.func.value, ast.Name) and node.func.value.id in vars(module))
    )


def _called_in_line(node: ast.AST, module: ModuleType) -> tuple[int, tuple[str, int], str] | None:
    """Return the line, the expression and the method of a call such as `re.sub("a|b", …)` of a module."""
    if not (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in _METHODS
    ):
        return None
    flags = [keyword.value for keyword in node.keywords if keyword.arg == "flags"]
    try:
        pattern, *values = [eval(_code(part), vars(module)) for part in (node.args[0], *flags)]
    except NameError:  # it has parts that only the function knows
        return None
    return node.lineno, (pattern, int(values[0]) if values else 0), _METHODS[node.func.attr]


def _code(node: ast.expr) -> CodeType:
    return compile(ast.Expression(node), "<expression>", "eval")
