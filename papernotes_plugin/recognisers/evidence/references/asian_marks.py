"""Replace the words and marks between the parts of references in Chinese, Japanese and Korean, but not their length.

Numbers in Chinese characters are written with digits, and the day on which a page was read is removed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from papernotes_plugin.recognisers.evidence.references.passing_remarks import blank
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK

_IN_BOOK = lazy_regex(
    r"(?:,\s?|(?<=[》〉」])。?)(?:[載载刊][於于]?|收[入录錄于於]{1,2})"
    rf"(?:[{CJK}·、]{{2,20}}?等?(?:主?[編编]|著),?\s?)?(?=[《〈『])"
)
"""The word before the book or journal of an article."""
_HELPERS = lazy_regex(
    rf"(?<=[》〉」』])(?:,\s?[{CJK}·、]{{2,40}}?(?:译注|译校|校译|翻译|译|譯|訳|校点|点校|勘校|校注|校|\s?옮김)){{1,2}}"
    rf"(?=,\s?[{CJK}《〈『])"
)
"""The translators of a book or article after its title: `《公法的变迁》,郑戈译,商务印书馆`."""
_EDITORS_OF_BOOK = lazy_regex(
    rf"(?<=[》〉」』 ]),\s?(?:[載载刊][於于]?)?[{CJK}·、]{{2,30}}?(?:主编|主編|编译|编著|編著|选编|编|編):(?=[《〈『])"
)
"""The editors of a book before its title, after that of an article: `,载刘刚主编:《风险规制》`."""
_NAMES = rf"\s?[{CJK}·《》]{{2,12}}(?:,\s?[{CJK}·]{{2,12}}){{0,4}},\s?(?:等,\s?)?"
_HELPERS_IN_STANDARD = lazy_regex(
    rf"(?<=[{CJK}）)\]])(?:\.{_NAMES}(?:译|譯|校译|主编|编|編)){{1,2}}(?:\.\s?\d{{1,2}} ?版)?(?=\.|//)"
)
"""The editors, the translators and the edition of a book in GB/T 7714: `书名[M]. 谭汝谦, 林启彦, 译. 香港: `."""
_KIND_OF_PRINT = lazy_regex(
    rf"(?<=[{CJK}）)\]])\.\s?[{CJK}]{{0,8}}(?:刻本|影印本|排印本|抄本|点校本|校点本|标点本)(?=\.)"
    rf"|(?<=[{CJK}])\.\s?\d{{1,2}} ?版(?=\.)"
)
"""The kind of print of an old book, or an edition after a title without a mark: `书名[M]. 刻本. `, `书名. 2 版. `."""
_PART_OF_CLASSIC = lazy_regex(
    rf"(?<=[》〉」』])第?[{CJK}、]{{0,3}}卷[{CJK}\d、-]{{0,12}}(?:《[^《》]{{2,40}}》)?(?=,)"
    rf"|(?<=(?:19|20)\d\d年)(?:标点|影印|点校|校点|排印|铅印|整理)本"
)
"""The cited part of a classic, and its kind of print: `《清史稿》卷四八六,北京:中华书局,1977年标点本`."""
_IN_BOOK_WITH_COLON = lazy_regex(r"[.,]\s?见\s?:\s?|(?<=\])见\s?:\s?")
"""The word before the book of a chapter: `题名. 见: 研究所. 书名. `, as `//` in GB/T 7714."""
_ORGANISATION = rf"[{CJK}()《》]{{2,40}}(?:局|部|会|會|院|所|室|办|中心|大学|大學|学校|馆|館|社|公司|组|组织|联盟)"
_EDITORS = rf"(?:{_ORGANISATION}|[{CJK}]{{2,4}}(?=\s?,\s?[{CJK}]))(?:,\s?(?:{_ORGANISATION}|[{CJK}]{{2,4}})){{0,4}}"
_EDITORS_IN_STANDARD = lazy_regex(
    rf"(?<=//)(?:{_NAMES}(?:主编|主編|编|編)|\s*[{CJK}]{{2,4}}(?:,\s?[{CJK}]{{2,4}}){{1,4}}(?:,\s?等)?(?: ?编)?"
    rf"|\s*(?:[{CJK}]{{2,4}}|{_ORGANISATION}) ?编)\.(?=\s?[{CJK}])"
    rf"|(?<=//)\s*{_EDITORS}(?:,\s?等)?[.,](?=\s?(?![{CJK}]{{2,4}}: )[{CJK}][^.,]{{3,80}}[.,\[])"
)
"""The editors of a book in GB/T 7714: `题名[M]//傅敏, 编. 书名. `, `//傅敏, 傅雷. 书名. `, `//研究所. 书名. 北京: `."""
_PLACE_AND_DAY = lazy_regex(
    r"(?P<event>大会|シンポジウム|研究会|ワークショップ|フォーラム|年会|講演会|発表会|論文集|予稿集)"
    r"(?:, (?!(?:pp?|[Vv]ol|[Nn]o)\b|\d+\()[^,、。\d](?:[^,、。\x1d]|(?<=\d),(?=\d)){1,40}|, \d?[A-Z][\w-]{1,12}){0,4}"
    r", (?P<year>(?:19|20)\d\d)年\d{1,2}月(?:\d{1,2}日)?(?:[〜~～–-](?:\d{1,2}月)?\d{1,2}日)?"
    r"(?=[\s.。]*(?:$|[\x1d(（\[]))"
)
"""The number of a talk, the place and the day after an event: `研究会, B-73, 広島大学, 2014年11月15日〜16日`."""
_YEAR_OF_CODE = lazy_regex(r"(?<=[ (])(?:19|20)\d\d(?=-[A-Z]{2,6}-\d)(?=[^\x1d]{4,150}(?P<year>(?:19|20)\d\d)年)")
"""The year in the code of a Japanese report before the day, which may differ: `1998-DBS-117, … 1999年1月`."""
_COUNTRY = lazy_regex(rf"(?<=[{CJK}][,;、])\s?[\[〔(][\u4e00-\u9fff]{{1,4}}[\]〕)]\s?(?=[\u4e00-\u9fff])")
"""The country of a further author, before the name: `[美]科弗,[美]托马斯.信息论基础[M]`."""
_ON_SITE = lazy_regex(rf"(?<=[》〉」』]),\s?[載载](?=[{CJK}]{{2,12}}(?:19|20)\d\d年)")
"""The word before the site of an article and its date: `,载人民网2024年10月12日`."""
_SERIES = lazy_regex(
    rf"(?:紀要|研究報告|技術報告|論文誌|学会誌|学報|學報)\. (?=[{CJK}][^.,]{{1,30}},? ?(?:\d|[Vv]ol|第))"
)
"""The end of the name of a Japanese journal before that of its series: `大学紀要. 教育科学系, 64`."""
_STOP_AT_MARK = lazy_regex("。(?=[〈《「『])|(?<=[〉》」』])。(?=.)")
"""The stop between the names, the title and the journal, as in Taiwan: `李孝悌。〈題名〉。《新史學》`."""
REMARK_AFTER = lazy_regex(
    rf"\s[—–-]{{1,2}}\s?(?=[{CJK}])|(?<=[A-Za-z\d.])\s?\((?=[^()]*[{CJK}]{{3}})|(?<=[》』」])\s?:\s?(?=[{CJK}][^\d]{{14,}}$)"
    rf"|(?<=[\dA-Za-z])[.,]\s(?=[{CJK}]{{1,12}}[了是的を는])"
)
"""A mark before a remark in Chinese, Japanese or Korean: `CVPR — 同期工作`, `《书名》：指出…`, `CVPR. 介绍了两种`."""
_CHAPTER = lazy_regex(
    rf"[。.]\s?(?:[載载][於于]|收[录錄][於于])[{CJK}·、,& ]{{2,40}}?\((?:主?[編编]|[編编]著|合[編编])\),\s?"
    r"(?P<book>[^()]{2,60}?)\((?:[頁页第]|pp?\.)?\s?(?P<pages>\d{1,4}[-–~]\d{1,4})\s?[頁页]?\)"
)
"""The editors, the book and the pages of a chapter in the style of the APA: `。載於黃光國(主編),書名(頁7-55)`."""
_CHINESE_AND = lazy_regex(r"(?<=, )[和与及](?= ?[A-Z])|(?<=[a-z] )[和与及](?= [A-Z]\.)")
"""The word `and` before a name in Latin letters."""
_DIGITS = "〇一二三四五六七八九"
_NUMBER = lazy_regex(rf"(?<![{_DIGITS}十])[{_DIGITS}十]{{1,4}}(?=\s?[年月巻卷号號期輯辑頁页集冊])")
"""A number of up to four characters before what it counts."""
_YEAR_OF_ISSUE = lazy_regex(r"(?:(?<=,(?:19|20)\d\d)|(?<=, (?:19|20)\d\d))年(?=第\d{1,3}期)")
"""The word for a year between the year after a journal and the number of the issue: `读书,1999年第3期`."""
_CLOSING = "」』》〉"
_OPENING = ("《", "『")
_AFTER_BOOK = lazy_regex(rf"(?<=[{CJK}])[.,]\s?(?=[{CJK}]{{2,4}}: ?[{CJK}])|(?<=[{CJK}])\[[A-Z]{{1,2}}(?:/OL)?\]")
"""The mark of a type, or the mark before a city and a publisher."""
_LAST_TEN = 3
"""Characters of the longest number with a word for ten: `二十三`."""
_READING = (
    r"(?:アクセス日?|閲覧日?|参照日?|검색일?|접속일?|접근일?|(?:访问|訪問|检索|檢索|存取|浏览)(?:日期|時間|时间)?)"
)
_DAY = r"(?:19|20)\d\d\s?[-./年년]\s?\d{1,2}\s?[-./月월]\s?\d{1,2}\s?[日일]?"
_ACCESS = lazy_regex(
    rf"[(\[]?(?:最終)?{_READING}\s?:?\s?{_DAY}(?:閲覧|アクセス|参照)?[)\]]?|[(\[]?{_DAY}\.?\s?に?(?:最終)?{_READING}[)\]]?"
)
"""The word for reading before or after the day: `アクセス日: 2024年12月14日`, `2020. 3. 4. 검색`."""
_SIGN_OF_ACCESS = lazy_regex("アクセス|閲覧|参照|검색|접속|접근|访问|訪問|检索|檢索|存取|浏览")
"""A word of which every match of `_ACCESS` contains one."""


def _comma(match: re.Match[str]) -> str:
    """Return a comma, and as many spaces as a match has further characters."""
    return ",".ljust(len(match[0]))


def _plain_chapter(match: re.Match[str]) -> str:
    """Return `. In` in place of the words before the book of a chapter, and its pages after a comma."""
    before = ". In".ljust(match.start("book") - match.start())
    return f"{before}{match['book']}, {match['pages']}".ljust(len(match[0]))


_FIRST_CHARACTER = "\u3001"
"""The first of the characters of which each match of the patterns contains one."""
_REPLACEMENTS: tuple[tuple[str, re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    ("和与及", _CHINESE_AND, "&"),
    ("編编", _CHAPTER, _plain_chapter),
    ("载", lazy_regex("载于"), "in"),
    ("见", _IN_BOOK_WITH_COLON, lambda m: "//".ljust(len(m[0]))),
    ("]〕)", _COUNTRY, blank),
    ("译譯訳校김", _HELPERS, blank),
    ("译譯编編", _HELPERS_IN_STANDARD, blank),
    ("本版", _KIND_OF_PRINT, blank),
    ("卷本", _PART_OF_CLASSIC, blank),
    ("/", _EDITORS_IN_STANDARD, blank),
    ("编編", _EDITORS_OF_BOOK, _comma),
    ("《〈『", _IN_BOOK, _comma),
    ("載载", _ON_SITE, _comma),
)
"""The patterns in their order, each with characters of which a text with a match contains one."""


def with_plain_marks(words: str) -> str:
    """Return a text of the same length with the marks of English references.

    Examples:
        >>> with_plain_marks("李孝悌。〈題名〉。《新史學》, 4"), with_plain_marks("A. Lee, 和 B. Ray")
        ('李孝悌,〈題名〉,《新史學》, 4', 'A. Lee, & B. Ray')
    """
    if max(words, default="") < _FIRST_CHARACTER:
        return words
    for signs, pattern, replacement in _REPLACEMENTS:
        if any(map(words.__contains__, signs)):
            words = pattern.sub(replacement, words)
    words = _without_day_of_access(_with_plain_numbers(words))
    if "月" in words:
        words = _YEAR_OF_CODE.sub(lambda m: m["year"], words)
        words = _PLACE_AND_DAY.sub(lambda m: f"{m['event']}, {m['year']}".ljust(len(m[0])), words)
    if "。" in words:
        words = _STOP_AT_MARK.sub(",", words)
    return _SERIES.sub(lambda m: m[0][:-2] + "  ", words)


def end_of_book(text: str, start: int, end: int) -> int:
    """Return the offset of the mark or of the city after the name of a book in GB/T 7714; the end if there is none.

    Examples:
        >>> end_of_book("汶川地震震害研究[M].上海:", 0, 15), end_of_book("世界地质, 北京: 地质", 0, 12)
        (8, 4)
    """
    match = _AFTER_BOOK.search(text, start, end)
    return match.start() if match else end


def opens_title(text: str, at: int) -> bool:
    """Return whether a mark opens a title, as none does in `苏颂与《本草图经》研究`."""
    return text[at:].lstrip()[:1] in _OPENING


def _with_plain_numbers(words: str) -> str:
    """Return a reference with digits in the numbers after its first title in marks.

    Examples:
        >>> _with_plain_numbers("平石「題第一巻」(『研究』五三巻二号、二〇〇二年)、二十三頁")
        '平石「題第一巻」(『研究』53巻2号、2002年)、 23頁'
    """
    if "期" in words:
        words = _YEAR_OF_ISSUE.sub(" ", words)
    start = min((at for mark in _CLOSING if (at := words.find(mark)) >= 0), default=-1)
    if start < 0 or not _NUMBER.search(words, start):
        return words
    return words[:start] + _NUMBER.sub(_plain_number, words[start:])


def _plain_number(match: re.Match[str]) -> str:
    """Return a number with digits; as it is, if its form is another one."""
    tens, ten, ones = match[0].partition("十")
    if not ten:
        return "".join(str(_DIGITS.index(digit)) for digit in match[0])
    if len(match[0]) > _LAST_TEN or len(tens) > 1 or len(ones) > 1:
        return match[0]
    value = 10 * (_DIGITS.index(tens) if tens else 1) + (_DIGITS.index(ones) if ones else 0)
    return str(value).rjust(len(match[0]))


def _without_day_of_access(words: str) -> str:
    """Return a text of the same length with spaces in place of the day on which a page was read.

    Examples:
        >>> _without_day_of_access("鹿島建設. アクセス日: 2025 年 1 月 13 日. ")
        '鹿島建設.                       . '
        >>> _without_day_of_access("参照透明性とは (2024)")
        '参照透明性とは (2024)'
    """
    return _ACCESS.sub(blank, words) if _SIGN_OF_ACCESS.search(words) else words
