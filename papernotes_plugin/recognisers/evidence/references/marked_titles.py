"""Find the titles in quotation marks, in emphasis or in links in a line of family names."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.references.family_line_ends import is_publication
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import PRINTED_YEAR
from papernotes_plugin.vocabulary.model import InlineKind

QUOTED = lazy_regex(r"[“„\"«‟](?P<title>[^“”„\"«»‟\n]{4,300}?)[,.]?[“”\"»]")
"""A title in quotation marks, of four characters or more."""
_MIN_MARKED = 2
"""Words in emphasis or in quotation marks that are a title, and no journal."""


def start_of_mark(words: ReferenceText) -> int:
    """Return where the first emphasis, link or quotation in a text begins; 0 for none."""
    quoted = QUOTED.search(words.text)
    starts = [mark.start for mark in words.marks if mark.kind is not InlineKind.STRONG]
    return min([*starts, *([quoted.start()] if quoted else [])], default=0)


def opens_mark(words: ReferenceText, at: int) -> bool:
    """Return whether emphasis or a link is at an offset, or strong text ends before it."""
    return any(mark.start <= at < mark.end and mark.kind is not InlineKind.STRONG for mark in words.marks) or any(
        mark.kind is InlineKind.STRONG and at - 2 <= mark.end <= at for mark in words.marks
    )


def marked_title(words: ReferenceText, start: int, end: int) -> tuple[int, int, int] | None:
    """Return where a title in quotation marks, in emphasis or in a link begins and ends, and where the rest begins."""
    if quoted := QUOTED.match(words.text, start, end):
        return *quoted.span("title"), quoted.end()
    last = max((mark.end for mark in words.marks if mark.start in (start, start - 1)), default=0)
    if last <= start + 3 or last > end:
        return None
    return start, last, last


def has_marked_words(words: ReferenceText, start: int) -> bool:
    """Return whether a title in emphasis or in quotation marks follows other words."""
    marked = [words.text[mark.start : mark.end] for mark in words.marks if mark.start > start]
    if quoted := QUOTED.search(words.text, start):
        marked.append(quoted["title"])
    return any(count_words(part) >= _MIN_MARKED and not is_publication(part.strip(" .,")) for part in marked)


def is_in_marked_title(words: ReferenceText, at: int) -> bool:
    """Return whether names that end at an offset are in a title in italics: `*Batman: The Joke.* DC, 2008`.

    Strong text without a year is a title, too, and may be a whole reference with one.
    """
    outer = (mark for mark in words.marks if mark.start < at < mark.end and words.text[mark.end :].strip(" ."))
    return any(
        mark.kind is InlineKind.EMPHASIS
        or (mark.kind is InlineKind.STRONG and not re.search(PRINTED_YEAR, words.text[mark.start : mark.end]))
        for mark in outer
    )
