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
_RIGHTS = "著作权归作者所有"
"""The notice that Chinese sites of posts add to copied text, below author, address and site."""


def have_values(values: Iterable[tuple[str, str, str]]) -> bool:
    """Return whether labelled values are those of a web page, a post, a podcast or a video.

    Args:
        values: The label, the value and the meaning of each.
    """
    stated = [(label.casefold().replace("-", " "), value, meaning) for label, value, meaning in values if value]
    if _RIGHTS in "\n".join([value for _, value, _ in stated]):
        return True
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
