"""Regular expressions that are compiled at their first use."""

from __future__ import annotations

import re
from collections.abc import Iterator
from re import _constants, _parser  # type: ignore[attr-defined]

import pytest

from papernotes_plugin.recognisers.evidence.references.author_lists import author_lists
from papernotes_plugin.text import lazy_regex as lazy_regex_module
from papernotes_plugin.text.lazy_regex import lazy_regex
from tests.helpers.expressions import flags_of, lazy_expressions

_OF_ONE_CHARACTER = (_constants.IN, _constants.LITERAL, _constants.NOT_LITERAL, _constants.ANY)


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


def _expressions_of_package() -> Iterator[tuple[str, int]]:
    """Yield the pattern and the flags of each lazy expression of the package."""
    for expression in lazy_expressions():
        if expression.pattern != "(":  # that of the test above
            yield expression.pattern, flags_of(expression)


def test_all_expressions_are_valid() -> None:
    """No expression of the package is invalid."""
    expressions = list(_expressions_of_package())
    assert len(expressions) > 1000
    invalid = {}
    for pattern, flags in expressions:
        try:
            re.compile(pattern, flags)
        except re.error as error:
            invalid[pattern] = str(error)
    assert invalid == {}


def _possessive_groups(parsed: object) -> Iterator[object]:
    """Yield what possessive quantifiers of more than one character repeat in a parsed expression."""
    if isinstance(parsed, _parser.SubPattern | tuple | list):
        if len(parsed) == 2 and parsed[0] is _constants.POSSESSIVE_REPEAT:
            repeated = parsed[1][2]
            if len(repeated) != 1 or repeated[0][0] not in _OF_ONE_CHARACTER:
                yield repeated
        for part in parsed:
            yield from _possessive_groups(part)


def test_no_possessive_quantifier_follows_a_group() -> None:
    """No expression has `(?:…)*+`, which Python 3.11.0 to 3.11.4 match wrongly; `(?>(?:…)*)` means the same.

    See https://github.com/python/cpython/issues/106052.  Debian 12 has Python 3.11.2.
    """
    # the expressions for names are made when they are first used
    assert list(author_lists("Lee, A., & Kim, B. (2020). Maps.", 0))
    wrong = [
        pattern
        for pattern, flags in _expressions_of_package()
        if any(_possessive_groups(_parser.parse(pattern, flags)))
    ]
    assert wrong == []


@pytest.mark.parametrize("pattern", ["(?:ab?c)*+", "x(a|b)++", "(?=(?:ab){2,3}+)", "(?:ab)?+|c"])
def test_possessive_groups_are_found(pattern: str) -> None:
    """The test above finds each quantifier, wherever it is."""
    assert list(_possessive_groups(_parser.parse(pattern)))


@pytest.mark.parametrize("pattern", [r"\)++", "[()]*+", "(?>(?:ab)*)", "[(*)+]", r"(?:a\w++)*"])
def test_possessive_characters_are_allowed(pattern: str) -> None:
    """All versions are right about a quantifier of one character."""
    assert not list(_possessive_groups(_parser.parse(pattern)))
