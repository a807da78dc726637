"""Split names from a title in the marks of Japanese and Chinese for titles of works: `今井むつみ『ことばと思考』`."""

from __future__ import annotations

from papernotes_plugin.people import OTHERS
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import TitleParts
from papernotes_plugin.text.lazy_regex import lazy_regex

_NAMED = lazy_regex(
    r"(?P<names>[^『』《》「」\[\]()\d\n]{1,60}?)(?P<others>ら|等|他|ほか| et al\.?)?著?\s?"
    r"(?:『(?P<title>[^『』]{2,200})』|《(?P<book>[^《》]{2,200})》)\s?(?:[(（](?P<remark>[^()（）]{1,100})[)）])?"
)
"""Names before a title, and perhaps its translation in brackets after it."""
_BETWEEN_NAMES = lazy_regex(r"\s?[・、，,&＆]\s?| and ")
_KATAKANA = lazy_regex(r"[ァ-ヺー・＝=. ]+")
"""A foreign name in Japanese, in which `・` separates the parts of one name."""
_NAME = lazy_regex(
    r"[㐀-鿿々ヶ][ぁ-ん㐀-鿿々ヶ]{1,6}|[ァ-ヺー・＝=. ]{2,30}"
    r"|(?:(?:de|von|van|del|di|le|la) )*[A-Z][\w.’'-]+(?: [A-Z][\w.’'-]+){0,3}"
)
"""A name in Chinese characters, which hiragana may follow, in katakana or in Latin letters."""
_NO_NAMES = lazy_regex(
    r"(?:の|は|を|と|へ|から|映画|書評|小説|漫画|雑誌|新書|文庫|論文|論考|特集|感想|紹介|読書|読了|本書|書籍|参考|文献|資料"
    r"|教科書|メモ|ノート|レビュー|について|上巻|下巻|第.{1,99}[章巻回]|读|阅读|笔记|书评|电影|小说|书籍|推荐)|^(?:Book|Review|Notes?|Reading|Film)\b"
)
"""A particle, or a word for a kind of text, which no name contains."""

_MAX_LENGTH = 300


def split_names(words: str) -> TitleParts | None:
    """Return the title in book marks with the names before it as authors; None for any other words.

    Examples:
        >>> split_names("島並・上野『特許法入門』").authors, split_names("Norman『Everyday things』").title
        (('島並', '上野'), 'Everyday things')
        >>> split_names("映画『七人の侍』"), split_names("第3章『特許法入門』を読む")
        (None, None)
    """
    has_marks = len(words) <= _MAX_LENGTH and ("』" in words or "》" in words)
    match = _NAMED.fullmatch(words.strip()) if has_marks else None
    if match is None:
        return None
    written = match["names"].strip()
    is_foreign = _KATAKANA.fullmatch(written) is not None
    names = [written] if is_foreign else [name for name in _BETWEEN_NAMES.split(written) if name]
    if not names or _NO_NAMES.search(written) or not all(map(_NAME.fullmatch, names)):
        return None
    shortened = (OTHERS,) if match["others"] else ()
    return TitleParts((match["title"] or match["book"]).strip(), authors=(*names, *shortened))
