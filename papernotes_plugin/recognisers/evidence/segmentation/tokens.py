"""Tokens of a text: its words, numbers and marks, with the links and the emphasis around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from papernotes_plugin.text.lazy_regex import lazy_regex

_CJK = "\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = lazy_regex(rf"[{_CJK}]|[^\W\d_{_CJK}](?:[^\W\d_{_CJK}]|['’\u0300-\u036f](?=[^\W\d_{_CJK}]))*|\d+|\S")
"""A letter of Chinese, Japanese or Korean, a word, a number, or a mark."""
LINK, EMPHASIS, STRONG, QUOTED, BRACKETED = 1, 2, 4, 8, 16
"""Bits of `Token.marks`: the token is in a link, in emphasis, in strong text, in quotation marks, or in brackets."""
_OPENING_QUOTES = {
    "“": "”",
    "„": "“”",
    "«": "»",
    "»": "«",
    "‹": "›",
    "「": "」",
    "『": "』",
    "《": "》",
    '"': '"',
    "‘": "’",
    "〈": "〉",
}
_MAX_QUOTED = 60
"""Tokens after an opening quotation mark in which the closing one is looked for."""


class Token(NamedTuple):
    """One word, number or mark of a text."""

    text: str
    start: int
    end: int
    marks: int
    opens_line: bool
    """True if a line break is before it."""


def tokenize(
    text: str,
    *,
    linked: Sequence[tuple[int, int]] = (),
    emphasised: Sequence[tuple[int, int]] = (),
    strong: Sequence[tuple[int, int]] = (),
    breaks: Iterable[int] = (),
) -> list[Token]:
    """Return the tokens of a text.

    Args:
        text: The text.
        linked: Start and end of the links with words.
        emphasised: Start and end of emphasis.
        strong: Start and end of strong text.
        breaks: Offsets of the spaces that are line breaks in the note.
    """
    spans = [match.span() for match in _TOKEN.finditer(text)]
    marks = [0] * len(spans)
    for bit, pairs in ((LINK, linked), (EMPHASIS, emphasised), (STRONG, strong)):
        at = 0
        for start, end in sorted(pairs):
            while at < len(spans) and spans[at][0] < start:
                at += 1
            while at < len(spans) and spans[at][1] <= end:
                marks[at] |= bit
                at += 1
    words = [text[start:end] for start, end in spans]
    _mark_quoted(words, marks)
    _mark_bracketed(words, marks)
    opening = _after_breaks(spans, sorted(breaks))
    return [
        Token(word, start, end, bits, number in opening)
        for number, (word, (start, end), bits) in enumerate(zip(words, spans, marks, strict=True))
    ]


def _after_breaks(spans: Sequence[tuple[int, int]], breaks: Sequence[int]) -> set[int]:
    opening, at = set(), 0
    for offset in breaks:
        while at < len(spans) and spans[at][0] < offset:
            at += 1
        opening.add(at)
    return opening


def _mark_quoted(words: Sequence[str], marks: list[int]) -> None:
    at = 0
    while at < len(words):
        closing = _OPENING_QUOTES.get(words[at])
        numbers = range(at + 2, min(at + _MAX_QUOTED, len(words))) if closing else ()
        end = next((n for n in numbers if words[n] in (closing or "")), None)
        if end is None:
            at += 1
            continue
        for n in range(at + 1, end):
            marks[n] |= QUOTED
        at = end + 1


def _mark_bracketed(words: Sequence[str], marks: list[int]) -> None:
    depth = 0
    for at, word in enumerate(words):
        if word in "([":
            depth += 1
        elif word in ")]":
            depth = max(0, depth - 1)
        elif depth:
            marks[at] |= BRACKETED
