"""Strip a title of the words after it that name the kind of note, or its reader: `阅读笔记`, `- JOSH, 7`."""

from __future__ import annotations

import re

_NOTE_WORDS = re.compile(
    r"[\s:：\-–—_|]*[(（【\[]?(?:论文(?:阅读|学习|精读)?笔记|论文(?:阅读|解读|精读|总结)|(?:精读|阅读|学习)笔记|論文(?:メモ|紹介|まとめ|解説)"
    r"|논문\s?(?:리뷰|정리|요약))[)）】\]]?$"
    r"|(?<=[A-Za-z\d])\s?(?:解读|详解|精读|笔记)$"
    r"|\s[-–—]\s(?-i:[A-Z]{3,}),\s\d{1,2}(?:\s\([^()]*\))?$"
    r"|\s+[-–—|]\s+(?:(?:paper|reading)\s+(?:notes?|review|summary)|notes)$",
    re.IGNORECASE,
)
"""Words after a title that name the kind of note: `End-to-End Speech Separation 阅读笔记`, `VideoJAM - Paper Notes`.

Also the reader with a number: `Sequence to Sequence Learning - JOSH, 7`.
"""
_ENDINGS_TABLE = (
    "笔记 阅读 解读 详解 精读 总结 メモ 紹介 まとめ 解説 리뷰 정리 요약 ) ） 】 ] otes Note note eview ummary"
)
_ENDINGS = (*_ENDINGS_TABLE.split(), *"0123456789")
"""The ends of all matches of `_NOTE_WORDS`."""


def without_note_words(title: str) -> str:
    """Return a title without the words after it that name the kind of note.

    Examples:
        >>> [without_note_words(title) for title in ("LayerGlue - Paper Notes", "Deep Learning: A Review")]
        ['LayerGlue', 'Deep Learning: A Review']
    """
    return _NOTE_WORDS.sub("", title) or title if title.endswith(_ENDINGS) else title
