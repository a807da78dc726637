"""The characters of marks in a line, and its text without them."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

OPEN, CLOSE = "\x03", "\x04"
"""Characters where text in emphasis, in a link or in a code span begins and ends."""
MARKS = f' \t\n,;:.|·•∙⋅–—-@/()[]{{}}<>*_"“”«»{OPEN}{CLOSE}'
"""Characters around a part of a line."""
MARK_EDGES = lazy_regex("[\x03\x04]")
"""A character where marked text begins or ends."""


def without_marks(text: str) -> str:
    """Return a text on one line, without the characters of its marks."""
    return " ".join(MARK_EDGES.sub("", text).split())
