"""Replace the words and marks between the parts of references in Chinese, Japanese and Korean, but not their length."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.references.access_days import without_day_of_access
from papernotes_plugin.recognisers.evidence.references.kanji_numbers import with_plain_numbers
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.romanisation import CJK

_IN_BOOK = lazy_regex(r"(?:,\s?|(?<=[》〉」]))(?:[載载刊][於于]?|收[入录錄于於]{1,2})(?=[《〈『])")
"""The word before the book or journal of an article."""
_HELPERS = lazy_regex(
    rf"(?<=[》〉」』])(?:,\s?[{CJK}·、]{{2,40}}?(?:译注|译校|校译|翻译|译|譯|訳|校点|点校|勘校|校注|校)){{1,2}}"
    rf"(?=,\s?[{CJK}《〈『])"
)
"""The translators of a book or article after its title: `《公法的变迁》,郑戈译,商务印书馆`."""
_EDITORS = lazy_regex(
    rf"(?<=[》〉」』 ]),\s?(?:[載载刊][於于]?)?[{CJK}·、]{{2,30}}?(?:主编|主編|编译|编著|編著|选编|编|編):(?=[《〈『])"
)
"""The editors of a book before its title, after that of an article: `,载刘刚主编:《风险规制》`."""
_NAMES = rf"\s?[{CJK}·《》]{{2,12}}(?:,\s?[{CJK}·]{{2,12}}){{0,4}},\s?(?:等,\s?)?"
_HELPERS_IN_STANDARD = lazy_regex(
    rf"(?<=[{CJK}）)\]])(?:\.{_NAMES}(?:译|譯|校译|主编|编|編)){{1,2}}(?:\.\s?\d{{1,2}} ?版)?(?=\.|//)"
)
"""The editors, the translators and the edition of a book in GB/T 7714: `书名[M]. 谭汝谦, 林启彦, 译. 香港: `."""
_EDITORS_IN_STANDARD = lazy_regex(
    rf"(?<=//)(?:{_NAMES}(?:主编|主編|编|編)|\s*[{CJK}]{{2,4}}(?:,\s?[{CJK}]{{2,4}}){{1,4}}(?:,\s?等)?)\.(?=\s?[{CJK}])"
)
"""The editors of a book in GB/T 7714: `题名[M]//傅敏, 编. 书名. `, `//傅敏, 傅雷. 书名. `."""
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
_CHINESE_AND = lazy_regex(r"(?<=, )[和与及](?= ?[A-Z])|(?<=[a-z] )[和与及](?= [A-Z]\.)")
"""The word `and` before a name in Latin letters."""


def with_plain_marks(words: str) -> str:
    """Return a text of the same length with the marks of English references.

    Examples:
        >>> with_plain_marks("李孝悌。〈題名〉。《新史學》, 4"), with_plain_marks("A. Lee, 和 B. Ray")
        ('李孝悌,〈題名〉,《新史學》, 4', 'A. Lee, & B. Ray')
    """
    words = _CHINESE_AND.sub("&", words).replace("载于", "in")
    for pattern in (_HELPERS, _HELPERS_IN_STANDARD, _EDITORS_IN_STANDARD):
        words = pattern.sub(lambda m: " " * len(m[0]), words)
    for pattern in (_EDITORS, _IN_BOOK, _ON_SITE):
        words = pattern.sub(lambda m: ",".ljust(len(m[0])), words)
    words = without_day_of_access(with_plain_numbers(words))
    words = _STOP_AT_MARK.sub(",", words)
    return _SERIES.sub(lambda m: m[0][:-2] + "  ", words)
