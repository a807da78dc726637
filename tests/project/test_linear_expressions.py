"""No regular expression of the package takes more than linear time, with the methods that the package calls on it.

The texts are made of each expression itself; see `helpers/hostile_texts`.  Short ones come first, as an expression can
take exponential time.  The slowest text of each method is then read at two lengths.  Four times the length takes four
times the time, or sixteen times if the time is quadratic.  Only the processor time of this thread counts.
"""

from __future__ import annotations

import gc
import re
import time
from collections import deque
from collections.abc import Iterator

import pytest

from tests.helpers.expressions import ALL_METHODS, package_expressions
from tests.helpers.hostile_texts import HostileText, hostile_texts

_FEW = (3, 6, 9, 12, 15, 18, 21, 24)
"""Numbers of repetitions at which exponential time shows."""
_MORE = (30, 36, 45, 55, 70, 85, 100, 125, 160, 200, 250)
"""Further numbers for what is short, at which time shows that is worse than quadratic."""
_SHORT = _MORE[-1]
"""Length of a text up to which what it repeats is short."""
_MAX_SHORT = 0.02
"""Seconds that such a text takes at most, which is many times what it should."""
_MAX_SECONDS = 0.5
"""Seconds of a longer text from which it is not read again."""
_LENGTH = 1_000
"""Length of the texts of which the slowest is read again."""
_SUSPECT = 0.0005
"""Seconds from which a text of that length may show quadratic time; linear time is less for nearly all expressions."""
_LONGER = (2_000, 8_000)
"""Lengths whose times are compared.  The first is longer than what bounded quantifiers such as `{1,400}` match."""
_MAX_RATIO = 8
_MIN_SECONDS = 0.04
"""Time of the longest text from which it is compared."""


def _seconds(expression: re.Pattern[str], method: str, text: str, repetitions: int = 1) -> float:
    """Return the shortest processor time in which a method of an expression reads a text."""
    call = getattr(expression, method)
    times = []
    for _ in range(repetitions):
        start = time.thread_time()
        result = call(text)
        if method == "finditer":
            deque(result, 0)
        times.append(time.thread_time() - start)
    return min(times)


def _reason_slow(expression: re.Pattern[str], method: str, texts: list[HostileText]) -> str:
    """Return why a method of an expression is too slow for one of the texts; "" if it takes linear time."""
    slowest, most = texts[0], 0.0
    for text in texts:
        lengths = [number * len(text.repeated) for number in (*_FEW, *_MORE)]
        for number, length in enumerate(lengths):
            if number >= len(_FEW) and length > _SHORT:
                break
            short = text.of_length(length)
            if _seconds(expression, method, short) > _MAX_SHORT < _seconds(expression, method, short):
                return f"{method} takes too long for {length} characters of {text}"
        if (seconds := _seconds(expression, method, text.of_length(_LENGTH))) > most:
            slowest, most = text, seconds
        if seconds > _MAX_SECONDS:
            break
    if most < _SUSPECT:
        return ""
    times: list[float] = []
    for repetitions in (1, 4):  # a second time, as the machine may have been busy
        times = []
        for length in _LONGER:
            times.append(_seconds(expression, method, slowest.of_length(length), repetitions))
            if times[-1] > _MAX_SECONDS * (1 + len(times)):
                return f"{method} takes {times[-1]:.2f} s for {length} characters of {slowest}"
        if times[1] < max(_MIN_SECONDS, _MAX_RATIO * times[0]):
            return ""
    first, second = (f"{seconds:.4f} s for {length}" for seconds, length in zip(times, _LONGER, strict=True))
    return f"{method} takes {first} and {second} characters of {slowest}"


def _slow(pattern: str, flags: int, methods: frozenset[str], rounds: int) -> Iterator[str]:
    """Yield why methods of an expression are slow."""
    expression = re.compile(pattern, flags)
    if methods and (texts := list(hostile_texts(pattern, flags, rounds))):
        for method in sorted(methods):
            if reason := _reason_slow(expression, method, texts):
                yield reason


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """No collection of garbage falls into a time."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
def test_all_expressions_are_linear() -> None:
    """No method of any expression takes quadratic time for a text that is made of it."""
    slow = {
        f"{name}: {reason}"
        for name, pattern, flags, methods in package_expressions()
        for reason in _slow(pattern, flags, methods, 1)
    }
    assert sorted(slow) == []


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s+$", "search"),
        (r"\s*,\s*", "finditer"),
        (r"[A-Z]\w*[A-Z]\w*", "fullmatch"),
        (r"\s*,?\s*x", "match"),
        (r"[,;]*\s*(?:and\s*)*\s*=", "match"),
        (r"(?:\w[\w.]* ?){1,5},", "match"),
        (r"10\.\d+/(?:x{3,}[./-]?)+", "fullmatch"),
        (r"(?:van|von|Van|[A-Z][a-z]+)(?: (?:(?:van|Van) )*[A-Z][a-z]+)*,", "match"),
        (r"第.+[章巻]", "search"),
        (r"^[\s>]*a", "search"),
    ],
)
def test_slow_expressions_are_found(pattern: str, method: str) -> None:
    """The test above finds each of these, whose time is quadratic, cubic or exponential."""
    flags = re.MULTILINE if pattern.startswith("^") else 0
    assert list(_slow(pattern, flags, frozenset((method,)), 1))


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(
    "pattern",
    [
        r"(?<!\s)\s+$",
        r"(?:(?<!\s)\s++)?,\s*",
        r"[A-Z](?=\w*[A-Z])\w*,",
        r"[A-Z][\w-]{0,60}[A-Z]\w{0,60}$",
        r"(?>(?:[^()]++|\([^()]*+\))*)x$",
        r"[^\n]{3,400}\(",
    ],
)
def test_linear_expressions_are_no_findings(pattern: str) -> None:
    """Conditions, possessive quantifiers and bounds make an expression linear."""
    methods = ALL_METHODS if pattern[0] in "(" and "x$" not in pattern else frozenset(("match", "fullmatch"))
    assert list(_slow(pattern, 0, methods, 4)) == []


def test_uses_of_expressions_are_known() -> None:
    """Nearly all expressions have the methods by which the package calls them, and few have all."""
    expressions = package_expressions()
    assert len(expressions) > 2_000
    names = {expression.name: expression.methods for expression in expressions}
    assert names["citekeys._VON"] == {"finditer"}
    assert sum(expression.methods == ALL_METHODS for expression in expressions) < 50
    # one belongs to Markdown, which is also given the text of the other one
    unused = {expression.name for expression in expressions if not expression.methods}
    assert unused <= {"markdown_extensions.guarded_conversion.HTML_PLACEHOLDER_RE", "markdown_extensions.math._OPENING"}
