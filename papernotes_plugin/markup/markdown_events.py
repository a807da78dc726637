"""Events of the CommonMark parser (pyromark), and the way from its byte offsets to character offsets.

This is the only module that imports the parser.  It reads CommonMark with tables, wikilinks, math, footnotes,
strikethrough and task lists.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, Protocol

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
_BEGINS_CHARACTER = bytes(not 0x80 <= byte < 0xC0 for byte in range(256))
"""1 for each byte that begins a character in UTF-8, 0 for each one that continues one."""
_CONTINUES_CHARACTER = re.compile(rb"[\x80-\xbf]")
_SPARSE = 20
"""Share of the bytes that continue a character, one in so many, up to which it is quicker to search for them."""


def read_events(source: str) -> Iterable[tuple[Any, Any]]:
    """Return the events of a Markdown text in order, each with its range of UTF-8 byte offsets.

    An event is a string (`"Rule"`, `"SoftBreak"`), or a dict of one item such as `{"Text": "words"}`,
    `{"Start": {"Heading": {"level": "H1"}}}` or `{"End": "Paragraph"}`.  A range is a dict with `start` and `end`.
    """
    return pyromark.Markdown(options=_OPTIONS).events_with_range(source, merge_text=True)


class CharacterOffsets(Protocol):
    """Offsets of characters by the offsets of bytes."""

    def __getitem__(self, byte: int, /) -> int:
        """Return the offset of the character at the offset of a byte."""


class _SparseOffsets:
    """Offsets in a text with few characters of several bytes; a list of all offsets takes longer than all look-ups."""

    def __init__(self, continuing: list[int], first: int) -> None:
        self._continuing = continuing
        """The offsets of the bytes that continue a character."""
        self._first = first

    def __getitem__(self, byte: int) -> int:
        return self._first + byte - bisect_left(self._continuing, byte)


def character_offsets(source: str, first: int = 0) -> CharacterOffsets:
    """Return the offset of a character for each offset in the UTF-8 bytes of a text.

    Args:
        source: The text.
        first: The offset of its first character.
    """
    if source.isascii():
        return range(first, first + len(source) + 1)
    encoded = source.encode()
    if _SPARSE * (len(encoded) - len(source)) < len(encoded):
        return _SparseOffsets([match.start() for match in _CONTINUES_CHARACTER.finditer(encoded)], first)
    return array("L", accumulate(encoded.translate(_BEGINS_CHARACTER), initial=first))
