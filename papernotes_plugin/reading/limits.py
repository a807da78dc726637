"""Limits that protect Markdown parsers from hostile notes, checked in one pass before a note is parsed.

Python-Markdown scans the rest of a text from each open bracket, and scans each nested list again.  A few thousand of
them take minutes, and no site generator has a limit.  Real notes contain a few; see `tests/sites/test_hostile.py`.
"""

from __future__ import annotations

import re

MAX_CHARACTERS = 8_000_000
"""Maximum length of a note in characters; a book has a tenth of it."""
MAX_OPEN_BRACKETS = 1_000
"""Maximum number of brackets, or of HTML tags, that are open at once in one paragraph."""
MAX_DEPTH = 60
"""Maximum depth of nested lists and quotes."""
_INDENT = 400
"""Maximum indentation of a list item in spaces."""
_DEEP = re.compile(
    rf"^(?:[ \t]*+(?:[-*+]|[0-9]{{1,9}}[.)])(?=[ \t])|[ \t]*+>){{{MAX_DEPTH}}}"
    rf"|^[ \t]{{{_INDENT}}}[ \t]*+(?:[-*+>]|[0-9]+[.)])[ \t]",
    re.MULTILINE,
)
_PARAGRAPHS = re.compile(r"\n[ \t]*+\n")
_PAIRS = (re.compile(r"(\[)|\]"), re.compile(r"(\()|\)"), re.compile(r"(<)(?=[A-Za-z])|>"))


def reason_too_complex(text: str) -> str:
    r"""Return why a text is too complex for a Markdown parser; "" for any text that people write.

    Examples:
        >>> reason_too_complex("# A note\n\n- [x](y)\n"), reason_too_complex("> " * 100 + "x")
        ('', 'lists or quotes are nested more than 60 deep')
        >>> reason_too_complex("![[" * 600)
        'more than 1000 brackets are open at once'
    """
    if len(text) > MAX_CHARACTERS:
        return f"it is longer than {MAX_CHARACTERS // 1_000_000} million characters"
    if _DEEP.search(text):
        return f"lists or quotes are nested more than {MAX_DEPTH} deep"
    if any(text.count(opening) > MAX_OPEN_BRACKETS for opening in "[(<"):
        for paragraph in _PARAGRAPHS.split(text):
            if any(_most_open(paragraph, pair) > MAX_OPEN_BRACKETS for pair in _PAIRS):
                return f"more than {MAX_OPEN_BRACKETS} brackets are open at once"
    return ""


def _most_open(paragraph: str, pair: re.Pattern[str]) -> int:
    """Return the largest number of brackets that are open at once."""
    most = count = 0
    if len(paragraph) > MAX_OPEN_BRACKETS:
        for match in pair.finditer(paragraph):
            count = count + 1 if match[1] else max(0, count - 1)
            most = max(most, count)
    return most
