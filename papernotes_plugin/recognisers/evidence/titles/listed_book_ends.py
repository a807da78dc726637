"""Find where the names end in an item of a list of books in Chinese, Japanese or Korean."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.authors import marked_names
from papernotes_plugin.recognisers.evidence.references import book_marks
from papernotes_plugin.text.lazy_regex import lazy_regex

_LAST_PART = lazy_regex(r"(?:^|[\s,、/|;·(—–-]{1,20})(?P<part>[^\s,、/|;()][^,、/|;()]{0,200})[)\s]*$")
"""The last part of what is next to a title in these languages."""
_DATE = lazy_regex(r"(?P<year>(?:1[5-9]|20)\d\d)\s?[年년]?(?:[-./]?\d{1,2}[月월]?)?(?:\s?(?:出版|版|刊))?")
_STATE = lazy_regex(
    r"(?:已|未|在|想|重)?[读讀](?:完|过|過|中)?|読了|読書中|再読|완독|읽음|재독|읽는 중"
    r"|\d{4}\S{0,8} ?(?:读完|読了|완독)"
)
"""Words for whether a book has been read."""
_MAX_LAST_PARTS = 6


def end_of_names(text: str, start: int, end: int) -> tuple[int, str]:
    """Return the offset before the publisher, the translator, the date and the state of a book, and its year or ""."""
    year = ""
    for _ in range(_MAX_LAST_PARTS):
        match = _LAST_PART.search(text, start, end)
        part = match["part"].strip() if match else ""
        date, last = _DATE.fullmatch(part), part.rpartition(" ")[2]
        if not match or not part:
            break
        is_whole = not any(mark in part for mark in "』》」>")
        if is_whole and (
            date or book_marks.is_house(part) or marked_names.is_translator(part) or _STATE.fullmatch(part)
        ):
            year = date["year"] if date else year
            slash = max(text.rfind(" / ", start, match.start()), text.rfind(" | ", start, match.start()))
            end = slash if slash >= 0 and marked_names.is_translator(part) else match.start()
        elif last != part and len(last) > 2 and book_marks.is_house(last):
            end = match.end("part") - len(last) - 1
        else:
            break
    return end, year
