"""Events of the CommonMark parser (pyromark), and the way from its byte offsets to character offsets.

This is the only module that imports the parser.  It reads CommonMark with tables, wikilinks, math, footnotes,
strikethrough and task lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pyromark

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_WIKILINKS
    | pyromark.Options.ENABLE_MATH
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
)
INLINE_TAGS = {"Link", "Image", "Strong", "Emphasis", "Strikethrough", "Superscript", "Subscript"}
"""Names of the `Start` and `End` events of inlines; all other names are those of blocks."""
_MULTIBYTE = re.compile(r"[^\x00-\x7f]")


def read_events(source: str) -> Iterable[tuple[Any, Any]]:
    """Return the events of a Markdown text in order, each with its range of UTF-8 byte offsets.

    An event is a string (`"Rule"`, `"SoftBreak"`), or a dict of one item such as `{"Text": "words"}`,
    `{"Start": {"Heading": {"level": "H1"}}}` or `{"End": "Paragraph"}`.  A range is a dict with `start` and `end`.
    """
    return pyromark.Markdown(options=_OPTIONS).events_with_range(source, merge_text=True)


def byte_surplus(text: str) -> tuple[list[int], list[int]]:
    """Return the byte offset behind each multibyte character, and by how many bytes UTF-8 is ahead from there on.

    The second list has one item more: it begins with 0.  The byte offset `at` is that of the character
    `at - surplus[bisect_right(char_ends, at)]`.  A text in ASCII has no `char_ends`, and needs no conversion.
    """
    char_ends: list[int] = []
    surplus = [0]
    if not text.isascii():
        for match in _MULTIBYTE.finditer(text):
            char = match.group()
            total = surplus[-1] + (1 if char < "\u0800" else 2 if char < "\U00010000" else 3)
            char_ends.append(match.start() + total + 1)
            surplus.append(total)
    return char_ends, surplus
