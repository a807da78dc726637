"""Blank the day on which a page was read, as references in Chinese, Japanese and Korean have it."""

from __future__ import annotations

from papernotes_plugin.text.lazy_regex import lazy_regex

_WORD = r"(?:アクセス日?|閲覧日?|参照日?|검색일?|접속일?|접근일?|(?:访问|訪問|检索|檢索|存取|浏览)(?:日期|時間|时间)?)"
_DAY = r"(?:19|20)\d\d\s?[-./年년]\s?\d{1,2}\s?[-./月월]\s?\d{1,2}\s?[日일]?"
_ACCESS = lazy_regex(
    rf"[(\[]?(?:最終)?{_WORD}\s?:?\s?{_DAY}(?:閲覧|アクセス|参照)?[)\]]?|[(\[]?{_DAY}\.?\s?に?(?:最終)?{_WORD}[)\]]?"
)
"""The word for reading before or after the day: `アクセス日: 2024年12月14日`, `2020. 3. 4. 검색`."""
_SIGN = lazy_regex("アクセス|閲覧|参照|검색|접속|접근|访问|訪問|检索|檢索|存取|浏览")
"""A word of which every match of `_ACCESS` contains one."""


def without_day_of_access(words: str) -> str:
    """Return a text of the same length with spaces in place of such days.

    Examples:
        >>> without_day_of_access("鹿島建設. アクセス日: 2025 年 1 月 13 日. ")
        '鹿島建設.                       . '
        >>> without_day_of_access("参照透明性とは (2024)")
        '参照透明性とは (2024)'
    """
    return _ACCESS.sub(lambda m: " " * len(m[0]), words) if _SIGN.search(words) else words
