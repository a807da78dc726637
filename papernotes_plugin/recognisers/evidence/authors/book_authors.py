"""Read the authors of a book as catalogues and shops write them, with countries, roles and translators."""

from __future__ import annotations

import re

from papernotes_plugin import text
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.text.romanisation import CJK, CJK_LETTER

_SEPARATOR = lazy_regex(rf"{OPTIONAL_SPACE}[/／;；|]\s*|(?<=[{CJK}])\s+(?=[\[〔【][^\W\d_]{{1,3}}[\]〕】]\s?[^\W\d_])")
"""A mark between people, or the space before the country of the next one."""
_COMMA = lazy_regex(rf"{OPTIONAL_SPACE}[,，、](?![^()（）]{{0,40}}[)）])\s*")
"""A comma that is not in brackets."""
_COUNTRY = lazy_regex(rf"{OPTIONAL_SPACE}[\[［〔【(（][^\W\d_]{{1,5}}(?:代|朝)?[\]］〕】)）]\s*")
"""The country or the dynasty before a name: `[美]`, `（清）`, `〔日〕`."""
_TRANSLATOR = lazy_regex(
    rf"(?:(?:(?<=[{CJK}]{{2}})|(?<=[\s)）]))(?:编译|編訳|译注|訳注|译|訳|譯|翻译|翻譯|翻訳|校注|校訂|校订|校点|注释|注釈|监修|監修|插图|插画|绘"
    r"|画|イラスト)|\s(?:옮김|역|번역|감수|그림))$"
    r"|\((?:translat\w+|illustrat\w+|narrat\w+|foreword|introduction|trad\w*\.?|übers\w*\.?|ill\.?)\)$"
    r"|^(?:tr(?:ans|ad)?\.|translated by)\s",
    re.IGNORECASE,
)
"""The role of a person who is no author, as the last or first word."""
_ROLE = lazy_regex(
    rf"(?:(?<=[{CJK}]{{2}})(?:编著|編著|主编|主編|编|編|撰|著)|\s?[\[(（]?(?:编著|編著|主编|主編|编|編|撰|著者|著|作|지음|저|글|엮음|편저)[\])）]?"
    r"|\s?\((?:authors?|eds?\.?|editors?|hrsg\.?|hg\.)\)|,\s?(?:eds?\.?|editors?|hrsg\.?|hg\.))$",
    re.IGNORECASE,
)
"""The role of an author or an editor after a name."""
_UNKNOWN = frozenset(("佚名", "无名氏", "未知", "不详", "anonymous", "anonym", "various", "anónimo"))


def read(words: str) -> tuple[str, ...]:
    """Return the authors of a book, without their countries and roles, and without translators.

    Examples:
        >>> read("[美]罗伯特·麦基"), read("（清）袁枚 著"), read("刘基撰"), read("佚名")
        (('罗伯特·麦基',), ('袁枚',), ('刘基',), ())
        >>> read("[日] 东野圭吾 / 刘姿君 译"), read("유발 하라리 지음, 조현욱 옮김")
        (('东野圭吾',), ('유발 하라리',))
        >>> read("Ann Lee; Bo Yu (Illustrator)"), read("Ann Lee, ed.")
        (('Ann Lee',), ('Ann Lee',))
    """
    bare = words.strip()
    if is_missing(bare) or bare.casefold() in _UNKNOWN or not any(map(str.isalpha, bare)):
        return ()
    names: list[str] = []
    for part in _SEPARATOR.split(bare):
        # `Orwell, George` is one name
        pieces = _COMMA.split(part) if _has_roles(part) else [part]
        for piece in pieces:
            name = _COUNTRY.sub("", piece).strip() if not piece.isascii() else piece
            if not _TRANSLATOR.search(name):
                names.extend(authorship.split_authors(text.plain_text(_ROLE.sub("", name).strip())))
    return tuple(dict.fromkeys(names))


def has_marks(words: str) -> bool:
    """Return whether names in East Asian scripts have countries or roles, as catalogues write them.

    Examples:
        >>> has_marks("【美】摩根·豪泽尔"), has_marks("유발 하라리 지음, 조현욱 옮김"), has_marks("王小波, 李银河")
        (True, True, False)
    """
    if words.isascii() or not CJK_LETTER.search(words):
        return False
    return any(_COUNTRY.match(part) is not None or _has_roles(part) for part in _SEPARATOR.split(words))


def _has_roles(words: str) -> bool:
    """Return whether a part of a list of names ends with a role: `유발 하라리 지음, 조현욱 옮김`."""
    return any(_TRANSLATOR.search(piece) or _ROLE.search(piece) for piece in _COMMA.split(words))
