"""Recognise the labelled values of a web page, a post, a podcast or a video, which is no paper."""

from __future__ import annotations

import re
from collections.abc import Iterable

from papernotes_plugin import identifiers
from papernotes_plugin.entries.item_types import is_web_clipping
from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import FILMS, PODCASTS
from papernotes_plugin.text.lazy_regex import lazy_regex

_CLIPPING_TITLE = "full title"
"""The label of the title in the exports of Readwise, which gives the address of web pages, and not of books."""
_MEDIUM = lazy_regex(rf"{FILMS}|{PODCASTS}|vid[eé]os?|vídeos?|视频|動画|영상", re.IGNORECASE)
"""A type of what a note is about that is no text."""

_REPOST = lazy_regex(
    r"(?<!禁止)转[载載](?!次数)|[转轉]自|^[^\w\n]*(?:责任?编辑?|编辑|编译|公众号|公號)\W{0,3}[:：丨|]"
    r"|(?:来源|來源|出处|出處)\W{0,5}(?:知乎|微信|公众号|博客|[Pp]aper[Ww]eekly|CSDN|简书|掘金|机器之心|量子位|新智元|雷[锋峰]网"
    r"|极市平台|AI\s?科技|头条|豆瓣|网络|網路)",
    re.MULTILINE,
)
"""A line by which Chinese sites say where they have a post from, or who edited it: `来源：知乎`, `编辑：李四`."""
_OF_POST = ("authors", "venue", "year")
"""Meanings of what the lines of a copied post state: its author, its site and its date."""


def meanings_of_post(text: str, meanings: Iterable[str]) -> tuple[str, ...]:
    """Return the meanings of values that are of a post, if a text with values says that it was copied from one.

    Examples:
        >>> [meanings_of_post(f"作者：张三；来源：{name}", ["authors"]) for name in ("知乎", "学报")]
        [('authors', 'venue', 'year'), ()]
    """
    return _OF_POST if "authors" in meanings and not text.isascii() and _REPOST.search(text) else ()


def have_values(values: Iterable[tuple[str, str, str]]) -> bool:
    """Return whether labelled values are those of a web page, a post, a podcast or a video.

    Args:
        values: The label, the value and the meaning of each.
    """
    stated = [(label.casefold().replace("-", " "), value, meaning) for label, value, meaning in values if value]
    if any(of in ("doi", "arxiv") for _, _, of in stated):
        return False
    labels = {label for label, _, _ in stated}
    if _CLIPPING_TITLE in labels and any(identifiers.from_url(value) for _, value, of in stated if of == "link"):
        return False
    if "type" in labels and any(label == "type" and _MEDIUM.fullmatch(value) for label, value, _ in stated):
        return True
    if types := [value for _, value, of in stated if of == "type"]:
        return any(map(is_web_clipping, types))
    return _CLIPPING_TITLE in labels and any(of == "link" and v[-4:] != ".pdf" for _, v, of in stated)
