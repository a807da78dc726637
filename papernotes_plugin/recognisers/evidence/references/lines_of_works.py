"""Decide which lines are only the title and the authors of a work: `“Title” by Ann Lee: This book …`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.text.lazy_regex import lazy_regex

_OPENING = lazy_regex(r"[ >*_]{0,9}(?:\[[ xX]?\] ?)?(?:[Cc]h(?:apter|ap\.|\.) ?\d{1,3}:? )?[*_]{0,3}")
"""The marks at the beginning of a line, and the number of a chapter."""
_END_OR_REMARK = lazy_regex(r"[*_ ]{0,4}(?:[.,;]? {0,3}$|[:.] |[(\[]|[–—-] )")
"""The end of a line, or the mark before a remark."""
_ON_BOOK = lazy_regex(
    r"[*_ ]{0,4}[:.–—-] ?(?:this|the|an?) (?:[\w-]{2,15} ){0,2}?"
    r"(?:book|textbook|monograph|paper|article|study|volume|thesis)\b",
    re.IGNORECASE,
)
"""A remark on a book or paper: `: This book provides …`."""
_MIN_WORDS = 3


def is_line(text: str, work: tuple[int, int], title: str, breaks: Sequence[int]) -> bool:
    """Return whether a title in marks and names after it are a line of a text, but for a remark.

    The words of the title are those of papers, or the remark calls it a book or the like.

    Args:
        text: The text.
        work: The start of the title with its marks, and the end of the names.
        title: The title.
        breaks: The offsets of the ends of the lines.
    """
    start, end = work
    first = max((at + 1 for at in breaks if at < start), default=0)
    last = min((at for at in breaks if at >= end), default=len(text))
    rest = text[end:last]
    if not (_OPENING.fullmatch(text, first, start) and _END_OR_REMARK.match(rest)):
        return False
    return _ON_BOOK.match(rest) is not None or are_titles_of_papers([title], _MIN_WORDS)
