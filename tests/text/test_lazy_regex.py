"""Regular expressions that are compiled at their first use."""

from __future__ import annotations

import gc
import importlib
import pkgutil
import re

import pytest

import papernotes_plugin
from papernotes_plugin.text import lazy_regex as lazy_regex_module
from papernotes_plugin.text.lazy_regex import lazy_regex


def test_methods_are_those_of_a_compiled_expression() -> None:
    """Each method gives what that of the compiled expression gives."""
    lazy, compiled = lazy_regex(r"a(?P<digit>\d)", re.IGNORECASE), re.compile(r"a(?P<digit>\d)", re.IGNORECASE)
    text = "A1 b a2"
    for method in ("search", "match", "fullmatch"):
        assert str(getattr(lazy, method)(text)) == str(getattr(compiled, method)(text))
    assert list(map(str, lazy.finditer(text, 1))) == list(map(str, compiled.finditer(text, 1)))
    assert (lazy.findall(text), lazy.split(text)) == (compiled.findall(text), compiled.split(text))
    assert (lazy.sub("-", text), lazy.subn("-", text, 1)) == (compiled.sub("-", text), compiled.subn("-", text, 1))
    assert (lazy.pattern, lazy.flags, lazy.groupindex) == (compiled.pattern, compiled.flags, compiled.groupindex)


def test_an_expression_is_compiled_once_and_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first call of a method compiles the expression, and no other call does."""
    compiled: list[str] = []

    def compile_and_count(pattern: str, flags: int) -> re.Pattern[str]:
        compiled.append(pattern)
        return re.compile(pattern, flags)

    fake_re = type("FakeRe", (), {"compile": staticmethod(compile_and_count)})
    monkeypatch.setattr(lazy_regex_module, "re", fake_re)
    lazy = lazy_regex("a")
    assert lazy.pattern == "a"
    assert not hasattr(lazy, "__wrapped__")  # as doctest asks
    assert compiled == []
    assert lazy.search("a")
    assert lazy.match("a")
    assert compiled == ["a"]


def test_an_invalid_expression_fails_at_its_first_use() -> None:
    """An invalid expression is an error only where it is used."""
    invalid = lazy_regex("(")
    with pytest.raises(re.error):
        invalid.search("a")


def test_all_expressions_are_valid() -> None:
    """No expression of the package is invalid."""
    for module in pkgutil.walk_packages(papernotes_plugin.__path__, f"{papernotes_plugin.__name__}."):
        if not module.name.endswith(".__main__"):
            importlib.import_module(module.name)
    gc.unfreeze()  # frozen objects are not listed
    expressions = [item for item in gc.get_objects() if type(item) is lazy_regex_module._LazyPattern]
    assert len(expressions) > 1000
    invalid = {}
    for expression in expressions:
        try:
            re.compile(expression.pattern, expression._flags)
        except re.error as error:
            invalid[expression.pattern] = str(error)
    invalid.pop("(", None)  # of the test above
    assert invalid == {}
