"""Write the numbers of years, volumes and pages in Chinese characters with digits, in a text of the same length."""

from __future__ import annotations

import re

from papernotes_plugin.text.lazy_regex import lazy_regex

_DIGITS = "〇一二三四五六七八九"
_NUMBER = lazy_regex(rf"(?<![{_DIGITS}十])[{_DIGITS}十]{{1,4}}(?=\s?[年月巻卷号號期輯辑頁页集冊])")
"""A number of up to four characters before what it counts."""
_YEAR_OF_ISSUE = lazy_regex(r"(?:(?<=,(?:19|20)\d\d)|(?<=, (?:19|20)\d\d))年(?=第\d{1,3}期)")
"""The word for a year between the year after a journal and the number of the issue: `读书,1999年第3期`."""
_CLOSING = "」』》〉"
_LAST_TEN = 3
"""Characters of the longest number with a word for ten: `二十三`."""


def with_plain_numbers(words: str) -> str:
    """Return a reference with digits in the numbers after its first title in marks.

    Examples:
        >>> with_plain_numbers("平石「題第一巻」(『研究』五三巻二号、二〇〇二年)、二十三頁")
        '平石「題第一巻」(『研究』53巻2号、2002年)、 23頁'
    """
    if "期" in words:
        words = _YEAR_OF_ISSUE.sub(" ", words)
    start = min((at for mark in _CLOSING if (at := words.find(mark)) >= 0), default=-1)
    if start < 0 or not _NUMBER.search(words, start):
        return words
    return words[:start] + _NUMBER.sub(_plain, words[start:])


def _plain(match: re.Match[str]) -> str:
    """Return a number with digits; as it is, if its form is another one."""
    tens, ten, ones = match[0].partition("十")
    if not ten:
        return "".join(str(_DIGITS.index(digit)) for digit in match[0])
    if len(match[0]) > _LAST_TEN or len(tens) > 1 or len(ones) > 1:
        return match[0]
    value = 10 * (_DIGITS.index(tens) if tens else 1) + (_DIGITS.index(ones) if ones else 0)
    return str(value).rjust(len(match[0]))
