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
_LETTERS_OF_SOUNDS = (
    "阿埃艾奥巴贝比波伯布查达戴德迪蒂丁多杜恩尔法费菲弗夫福盖戈格古哈海汉赫霍基吉加杰金卡凯科克库拉莱兰劳勒雷里利莉林琳卢鲁伦罗洛马玛迈麦"
    "曼梅门蒙米密莫姆穆纳奈内尼诺努欧帕佩皮普奇乔切琼热荣若萨塞桑森沙圣史司斯思苏索塔泰坦汤特提图托陀妥瓦威韦维温沃乌武西希夏肖谢辛休雅亚扬耶"
    "伊因英尤于约扎泽詹朱兹佐顿逊登根宾辉勋"
)
"""Chinese characters that write the sounds of foreign names."""
CJK_NAME = lazy_regex(
    r"[가-힣]{1,5}(?: (?:[가-힣]{1,6}|[A-Z]\.)){1,3}|[가-힣]{2,5}|[\u4e00-\u9fff]{2,5}"
    rf"|[{_LETTERS_OF_SOUNDS}]{{6,8}}|(?!.*[了的很是不在我你这那就也都有])[\u4e00-\u9fff]{{1,6}}\.[\u4e00-\u9fff]{{1,6}}"
    r"|[\u30a1-\u30ff\u4e00-\u9fffA-Z.]{1,12}(?:[・·･＝•][\u30a1-\u30ff\u4e00-\u9fff.]{1,12}){1,4}"
)
"""A name in Chinese, Japanese or Korean, whose parts have a point between them if it is a foreign one."""


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
