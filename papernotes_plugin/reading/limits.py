"""Burden: what makes a single note too much for those that read Markdown, seen in one pass before any of them does.

Python-Markdown looks from each open bracket through all that follows it, and into each list in a list anew: a few
thousand of them take minutes, and no host has a limit.  Real notes hold a few; see `tests/sites/test_hostile.py`.
"""

from __future__ import annotations

import re

MAX_CHARACTERS = 8_000_000
"""Characters of a note: a book has a tenth of it."""
MAX_OPEN_BRACKETS = 1_000
"""Brackets, or tags of HTML, that are open at once in one paragraph."""
MAX_DEPTH = 60
"""Lists and quotes in one another."""
_INDENT = 400
"""Spaces before an item of a list."""
_DEEP = re.compile(
    rf"^(?:[ \t]*+(?:[-*+]|[0-9]{{1,9}}[.)])(?=[ \t])|[ \t]*+>){{{MAX_DEPTH}}}"
    rf"|^[ \t]{{{_INDENT}}}[ \t]*+(?:[-*+>]|[0-9]+[.)])[ \t]",
    re.MULTILINE,
)
_PARAGRAPHS = re.compile(r"\n[ \t]*+\n")
_PAIRS = (re.compile(r"(\[)|\]"), re.compile(r"(\()|\)"), re.compile(r"(<)(?=[A-Za-z])|>"))


def too_complex(text: str) -> str:
    r"""Why a note is too much; "" for any that somebody has written.

    Examples:
        >>> too_complex("# A note\n\n- [x](y)\n"), too_complex("> " * 100 + "x"), too_complex("![[" * 600)
        ('', 'lists or quotes are more than 60 deep in one another', 'more than 1000 brackets are open at once')
    """
    if len(text) > MAX_CHARACTERS:
        return f"it is longer than {MAX_CHARACTERS // 1_000_000} million characters"
    if _DEEP.search(text):
        return f"lists or quotes are more than {MAX_DEPTH} deep in one another"
    if any(text.count(opening) > MAX_OPEN_BRACKETS for opening in "[(<"):
        for paragraph in _PARAGRAPHS.split(text):
            if any(_most_open(paragraph, pair) > MAX_OPEN_BRACKETS for pair in _PAIRS):
                return f"more than {MAX_OPEN_BRACKETS} brackets are open at once"
    return ""


def _most_open(paragraph: str, pair: re.Pattern[str]) -> int:
    """How many are open at once at most."""
    most = now = 0
    if len(paragraph) > MAX_OPEN_BRACKETS:
        for found in pair.finditer(paragraph):
            now = now + 1 if found[1] else max(0, now - 1)
            most = max(most, now)
    return most
