"""Each number in a message or on a page has its noun in the singular or plural, as `text.counted` writes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.project.test_layers import PACKAGE

_NOUNS = (
    "author|character|citation|citekey|copy|digit|duplicate|entry|error|file|folder|heading|identifier|info|issue|item"
    "|key|level|line|link|mention|note|page|paper|place|problem|row|source|tag|time|title|topic|venue|warning|word|year"
)
_PLURALS = "|".join(f"{noun[:-1]}ies" if noun.endswith(("ry", "py")) else f"{noun}s" for noun in _NOUNS.split("|"))
_PLURAL = re.compile(rf" (?:(?!of )\w+ )?(?:{_PLURALS})\b")
_IN_TEMPLATE = re.compile(rf"\b(?:count|length)[\w |]*\}}\}}(?:</\w+>)?{_PLURAL.pattern}")
_IN_SCRIPT = re.compile(rf"\$\{{[^{{}}]*\}}{_PLURAL.pattern}")
_NO_NUMBER = re.compile("counted\\(|[A-Z_]{2}")
"""A count with its noun, or a constant of the package."""
ALWAYS_MANY = {
    "doctor/performance_checks.py": "the numbers are above a threshold of many",
    "papers_page.md": "a part of more papers than one page lists",
}
"""Files with a number that is never 1, or that no user sees, and why."""


def uncounted(source: str) -> Iterator[str]:
    """Yield each text of an f-string in which a plural noun follows a value."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                    number = ast.unparse(value.value)
                    if _PLURAL.match(ast.literal_eval(text)) and not _NO_NUMBER.match(number):
                        yield f"{{{number}}}{ast.literal_eval(text)}"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f'{len(x)} notes'", ["{len(x)} notes"]),
        ("f'{n} other keys have'", ["{n} other keys have"]),
        ("f'{counted(n, \"note\")} in {folder}'", []),
        ("f'{name} of papers'", []),
        ("f'page {n} of {total}'", []),
    ],
)
def test_the_search_finds_plurals(source: str, expected: list[str]) -> None:
    """The search finds a plural behind any value, and nothing else."""
    assert list(uncounted(source)) == expected


def test_messages_count_with_one_function() -> None:
    """No message writes a plural behind a number by itself, which would be wrong for 1."""
    texts = {
        f"{path.relative_to(PACKAGE).as_posix()}: {text}"
        for path in PACKAGE.rglob("*.py")
        if path.relative_to(PACKAGE).as_posix() not in ALWAYS_MANY
        for text in uncounted(path.read_text("utf-8"))
    }
    assert texts == set()


@pytest.mark.parametrize(("suffix", "pattern"), [("md", _IN_TEMPLATE), ("js", _IN_SCRIPT)])
def test_pages_count_with_one_filter(suffix: str, pattern: re.Pattern[str]) -> None:
    """No template and no script writes a plural behind a number without a condition."""
    texts = {
        f"{path.name}: {match[0]}"
        for path in PACKAGE.rglob(f"*.{suffix}")
        if path.name not in ALWAYS_MANY
        for match in pattern.finditer(path.read_text("utf-8"))
    }
    assert texts == set()
