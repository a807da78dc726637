"""No regular expression of the package takes more than linear time, with the methods that the package calls on it.

The texts are made of each expression itself; see `helpers/hostile_texts`.  Short ones come first, as an expression can
take exponential time.  The slowest text of each method is then read at two lengths.  Four times the length takes four
times the time, or sixteen times if the time is quadratic.

The machine may be busy.  Only processor time of this thread counts, the two lengths are read by turns, and the
shortest time of each counts.  A finding must come again in each of several attempts.
"""

from __future__ import annotations

import gc
import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE
from tests.helpers.expressions import ALL_METHODS, package_expressions
from tests.helpers.hostile_texts import HostileText, hostile_texts

_ROOT = Path(__file__).parents[2]
_REPETITIONS = (3, 6, 9, 12, 15, 18, 21, 24, 30, 45, 70, 100, 160, 250)
"""Numbers of repetitions at which time shows that is exponential, or worse than quadratic."""
_FEW = 24
"""Number of repetitions up to which a text is short, whatever it repeats."""
_SHORT = 250
"""Length of a text up to which it is short, with any number of repetitions."""
_MAX_SHORT = 0.02
"""Seconds that a short text takes at most, which is many times what it should."""
_LENGTH = 1_000
"""Length of the texts of which the slowest is read again."""
_SUSPECT = 0.0005
"""Seconds from which a text of that length may show quadratic time; linear time is less for nearly all expressions."""
_LONGER = (2_000, 8_000)
"""Lengths whose times are compared.  The first is longer than what bounded quantifiers such as `{1,400}` match."""
_MAX_RATIO = 8
_MIN_SECONDS = 0.04
"""Time of the longer text from which the times are compared."""
_MAX_SECONDS = 1
"""Seconds that a text takes at most before a longer one is read."""
_TURNS = 2
"""Number of times that both lengths are read."""
_ATTEMPTS = 3
_PAUSE = 0.2
"""Seconds between attempts, after which the machine may be less busy."""

_Read = Callable[[str], float]
"""Type of a function that reads a text and returns the seconds."""


def _seconds(expression: re.Pattern[str], method: str, text: str) -> float:
    """Return the processor time in which a method of an expression reads a text."""
    call = getattr(expression, method)
    start = time.thread_time()
    result = call(text)
    if method == "finditer":
        deque(result, 0)
    return time.thread_time() - start


def _is_too_slow(read: _Read, text: str) -> bool:
    """Whether a short text takes so long that a longer one may take for ever."""
    return read(text) > _MAX_SHORT


def _is_worse_than_linear(read: _Read, text: HostileText) -> bool:
    """Whether the time for a text grows faster than its length, or the shorter text takes too long already."""
    shorter, longer = (text.of_length(length) for length in _LONGER)
    first = second = float("inf")
    for _ in range(_TURNS):
        first = min(first, read(shorter))
        if first > _MAX_SECONDS:
            return True
        second = min(second, read(longer))
        if second < _MIN_SECONDS:
            return False
    return second > _MAX_RATIO * first


def _is_confirmed(is_finding: Callable[[], bool]) -> bool:
    """Whether each of several attempts has the same finding."""
    for attempt in range(_ATTEMPTS):
        if attempt:
            time.sleep(_PAUSE)
        if not is_finding():
            return False
    return True


def _reason_slow(read: _Read, texts: list[HostileText]) -> str:
    """Return why one of the texts takes too long; "" if all take linear time."""
    slowest, most = texts[0], 0.0
    for text in texts:
        for number in _REPETITIONS:
            length = number * len(text.repeated)
            if number > _FEW and length > _SHORT:
                break
            short = text.of_length(length)
            if _is_too_slow(read, short) and _is_confirmed(partial(_is_too_slow, read, short)):
                return f"takes too long for {length} characters of {text}"
        if (seconds := read(text.of_length(_LENGTH))) > most:
            slowest, most = text, seconds
        if seconds > _MAX_SECONDS:
            break
    is_slow = most > _SUSPECT and _is_confirmed(partial(_is_worse_than_linear, read, slowest))
    return f"takes more than linear time for {slowest}" if is_slow else ""


def _reasons_slow(pattern: str, flags: int, methods: frozenset[str], rounds: int) -> Iterator[str]:
    """Yield why methods of an expression are slow for the texts of some rounds."""
    expression = re.compile(pattern, flags)
    if methods and (texts := list(hostile_texts(pattern, flags, rounds))):
        for method in sorted(methods):
            if reason := _reason_slow(partial(_seconds, expression, method), texts):
                yield f"{method} {reason}"


@pytest.fixture
def _no_collection() -> Iterator[None]:
    """No collection of garbage falls into a time."""
    gc.disable()
    yield
    gc.enable()


def _slow_expressions() -> list[str]:
    """Return what is slow about each expression of the package."""
    slow = {
        f"{name}: {reason}"
        for name, pattern, flags, methods in package_expressions()
        for reason in _reasons_slow(pattern, flags, methods, 1)
    }
    return sorted(slow)


def test_all_expressions_are_linear() -> None:
    """No method of any expression takes quadratic time for a text that is made of it.

    A new process reads the texts, as other tests of this one may have compiled expressions that no module names.
    """
    command = [sys.executable, "-m", __name__]
    run = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert (run.stdout, run.returncode) == ("", 0), run.stderr


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(
    ("pattern", "method"),
    [
        (r"\s+$", "search"),
        (r"\s*,\s*", "finditer"),
        (r"[A-Z]\w*[A-Z]\w*", "fullmatch"),
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
    assert list(_reasons_slow(pattern, flags, frozenset((method,)), 1))


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize(
    "pattern",
    [
        r"(?<!\s)\s+$",
        rf"{OPTIONAL_SPACE},\s*",
        r"[A-Z](?=\w*[A-Z])\w*,",
        r"[A-Z][\w-]{0,60}[A-Z]\w{0,60}$",
        r"(?>(?:[^()]++|\([^()]*+\))*)x$",
        r"[^\n]{3,400}\(",
    ],
)
def test_linear_expressions_are_no_findings(pattern: str) -> None:
    """Conditions, possessive quantifiers and bounds make an expression linear."""
    methods = ALL_METHODS if pattern[0] in "(" and "x$" not in pattern else frozenset(("match", "fullmatch"))
    assert list(_reasons_slow(pattern, 0, methods, 4)) == []


@pytest.mark.usefixtures("_no_collection")
def test_names_with_many_particles_are_read_in_linear_time() -> None:
    """A list of names that can be read in several ways takes no exponential time, as it once did."""
    read = partial(_seconds, short_bylines._CITATION, "fullmatch")
    text = HostileText("", "De La Cruz, ", "")
    assert not _is_confirmed(partial(_is_too_slow, read, text.of_length(_SHORT)))


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


if __name__ == "__main__":
    gc.disable()
    sys.stdout.write("\n".join(_slow_expressions()))
