"""Read the further names of a reference, the end of the last one, and whether the first one may be two."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from papernotes_plugin.people import INITIALS, NAME_WORD, is_given_name, is_title_word
from papernotes_plugin.recognisers.evidence.authors import name_order
from papernotes_plugin.recognisers.evidence.authors.authorship import split_authors
from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.text.lazy_regex import lazy_regex

_GIVEN_BEFORE_EMPHASIS = lazy_regex(rf"\.? (?:and |& )?((?:[Dd]el?|[Vv]an|[Vv]on) {NAME_WORD})\.\s+")
"""A given name with a particle between initials and a title in emphasis: `Price, D. J. De Solla. **Title**`."""
_ORDER = lazy_regex(r",\s(?:O\.\s?P|S\.\s?J|O\.\s?S\.\s?B|O\.\s?F\.\s?M|O\.\s?Cist|C\.\s?Ss\.\s?R)\.(?=[\s,(])")
"""The religious order after a name: `, O.P.`"""
_INITIAL_AT_END = lazy_regex(r", (?:[^\W\d_a-z]\.[ -]?)*[^\W\d_a-z]$")
"""The initials of a name whose last point is the end of a pattern: `Lee, T. W`."""
_NAMES_TO_YEAR = lazy_regex(
    rf"\.?[,;]\s+(?P<names>[^()\[\]“”\"«»:;?!*\d]{{2,400}}?{NAME_WORD},? {INITIALS})"
    r"(?=\s*\((?:19|20)\d\d)"
)
"""Further names in any form up to the year, the last with initials: `, The Survey Group, Lee, A. (2019)`."""
_LISTED_TO_YEAR = lazy_regex(
    r"(?>(?:;\s+[^\W\d_][\w'’-]*+(?: [\w'’.-]++){0,2}, [^\W\d_][\w'’.-]*+(?: [\w'’.-]++){0,3})+)(?=\s*\((?:19|20)\d\d)"
)
"""Further names after semicolons up to the year, in any case: `; jiang, changjun (2024)`."""
_INITIALS_ALONE = lazy_regex(r" ((?:[^\W\d_a-z]\.[ -]?){0,3}[^\W\d_a-z])$")
"""Initials after a family name without a comma, of which the last point is lost: `Lee A.B`."""
_OFFICE = lazy_regex(
    r"(?>(?:\. (?:Minist|Secretar|Presid[êe]ncia|C[âa]mara|Senado|Congres|Supremo|Tribunal|Conse[lj]ho|Departamento"
    r"|Universidad)"
    r"[^.:;,]{0,80})+)(?=\. [^\W\d_a-z])"
)
"""The office of a state that is an author: `. Ministério da Educação`."""
_OFFICE_AT_END = lazy_regex(_OFFICE.pattern.partition("(?=")[0] + "$")
NAME_NEXT = lazy_regex(rf"{NAME_WORD}(?: [\w'’-]+)?,? [^\W\d_a-z][\w.'’-]*[:;.]")
"""A further name after a semicolon: `Galison, Peter: `."""
_ONLY_INITIALS = lazy_regex(r"(?!NG)[BCDFGHJ-NP-TV-XZ]{2,3}")
"""Capitals without a vowel, which are no family name: `KL Lichstein`."""
_MIN_FAMILY = 4
"""Number of letters in capitals from which they are the family name of a single author: `SAPIRO Gisèle`."""
_ROLE = lazy_regex("(?<=..)(?:主编|主編|编著|編著|编译|选编|整理|编|編|著)$")
_TRANSLATOR = lazy_regex("(?<=..)(?:校?[译譯訳]|翻译|译注)$")
_OTHERS_AT_END = lazy_regex("(?<=..)(?:他|ほか|等|(?<=[一-鿿]{2})ら)$")
"""A word for further authors after the last name: `浅井 拓也他`."""
_FAMILIES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金"
    "石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔汤鲁费瞿梅季俞葛章齐庞殷柳阎翁冉"
    "樊施温龙倪聂焦岳左耿甘兰祝骆涂嵇匡邬臧蓝裴娄阮柯麦詹池卜饶翟申屈卢邢喻崔习"
    "張陳劉趙吳楊孫馬羅鄭謝許韓馮鄧蕭黃呂蘇盧鍾譚陸賈韋鄒葉顧龔錢嚴湯魯費齊龐閻龍聶藍婁麥饒莊應"
)
"""The most frequent family names, and those of many authors."""
_OTHER_WORDS = frozenset(
    ("方法", "方案", "史料", "金融", "高级", "程序", "任务", "时评", "章节", "武侠", "石刻", "万物")
)
"""Words that begin like a name."""
_MAX_LENGTH = 3
_COMMON_NOUN = lazy_regex(r".+(?:[st]ion|ness|ity|ism|ic|ogy|[^\Waeiou]ie)s?", re.IGNORECASE)
"""An English noun that is no family name, by its end."""


def with_further_names(text: str, authors: AuthorList) -> tuple[AuthorList, bool]:
    """Return names with those up to the year and the whole last one, and whether it has the role of an editor.

    The last point of initials is also the end of a pattern: `Lee, T. W`; the Chinese print a role: `任继愈主编`.
    """
    if authors.form == "inverted" and len(authors.names) > 1 and (further := _NAMES_TO_YEAR.match(text, authors.end)):
        others = (_with_points(name) for name in split_authors(further["names"]))
        authors = replace(authors, names=(*authors.names, *others), end=further.end())
    elif text[authors.end : authors.end + 1] == ";" and (listed := _LISTED_TO_YEAR.match(text, authors.end)):
        others = (name.strip() for name in listed[0][1:].split(";"))
        authors = replace(authors, names=(*authors.names, *others), end=listed.end())
    elif (
        authors.form == "organisation" and " " not in authors.names[0] and (office := _OFFICE.match(text, authors.end))
    ):
        return replace(authors, names=(f"{authors.names[0]}{office[0]}",), end=office.end()), False
    if order := _ORDER.match(text, authors.end):
        authors = replace(authors, end=order.end())
    last, is_edited = authors.names[-1], False
    if text[authors.end : authors.end + 1] == "." and _INITIAL_AT_END.search(last):
        last = f"{last}."
    elif authors.form == "unspaced":
        authors = _without_roles(authors)
        last, is_edited = _split_role(authors.names[-1])
    is_same = last == authors.names[-1]
    return authors if is_same else replace(authors, names=(*authors.names[:-1], last)), is_edited


def has_office(name: str) -> bool:
    """Return whether an organisation is the office of a state, as librarians write it.

    Examples:
        >>> has_office("BRASIL. Ministério da Saúde"), has_office("WHO")
        (True, False)
    """
    return _OFFICE_AT_END.search(name) is not None


def with_given_name(text: str, authors: AuthorList, end: int) -> AuthorList | None:
    """Return names with a given name after the initials of the last one, which ends before a title; None for none."""
    given = _GIVEN_BEFORE_EMPHASIS.fullmatch(text, authors.end, end) if authors.form == "inverted" else None
    if not given:
        return None
    last = f"{authors.names[-1].rstrip('.')}. {given[1]}"
    return replace(authors, names=(*authors.names[:-1], last), end=given.end(1))


def _with_points(name: str) -> str:
    """Return a name with a comma before initials and a point after them: `Boudreau M`, `Boudreau, M`."""
    if "," in name:
        return f"{name}." if name[-1].isupper() else name
    return _INITIALS_ALONE.sub(r", \1.", name)


def with_family_names(authors: AuthorList) -> AuthorList:
    """Return names with a comma after each family name that is before the given names, as these or capitals show."""
    if _have_family_first(authors.names):
        names = tuple(", ".join(name.split(maxsplit=1)) for name in authors.names)
        return replace(authors, names=names, form="family first")
    words = [name.split() for name in authors.names]
    capitals = [(_is_in_capitals(parts[0]), _is_in_capitals(parts[-1])) for parts in words]
    if len(words) == 1 and (
        len("".join(takewhile(_is_in_capitals, words[0]))) < _MIN_FAMILY or any(map(is_title_word, words[0][1:]))
    ):
        # `NASA Reports`
        return authors
    if not all(first or last for first, last in capitals):
        return authors
    # `DODD Daniel, Louis SHARROCK`
    pairs = zip(authors.names, capitals, strict=True)
    return replace(authors, names=tuple(_with_comma(name) if first else name for name, (first, _) in pairs))


def _with_comma(name: str) -> str:
    """Return a name with a comma after the words in capitals that open it: `DE RIJKE Maarten`."""
    words = name.split()
    count = 1 if _is_in_capitals(words[-1]) else sum(1 for _ in takewhile(_is_in_capitals, words))
    return f"{' '.join(words[:count])}, {' '.join(words[count:])}"


def _is_in_capitals(word: str) -> bool:
    return len(word) > 1 and word.isupper() and "." not in word and not _ONLY_INITIALS.fullmatch(word)


_FAMILY_NAMES_TABLE = """
    adam alexander allen arnold arthur austin benjamin bernard bruce carter charles christian craig daniel david dean
    dennis douglas edward francis frank franklin george gilbert gordon grant harvey henry howard jacob james john jordan
    joseph kelly keith lawrence lee leonard leslie lewis louis lloyd marshall martin mitchell morgan neal nelson norman
    oliver oscar owen patrick paul peter philip ray raymond richard robert robin roger ross russell samuel scott simon
    stanley stephen stewart stuart taylor thomas vincent walter warren wayne william
"""
_FAMILY_NAMES = frozenset(_FAMILY_NAMES_TABLE.split())
"""Given names that are frequent family names, too."""


def _have_family_first(names: tuple[str, ...]) -> bool:
    """Return whether given names come after family names: `Braudel Fernand`.

    All names show it, or two and half of the list, and none shows the opposite.
    """
    words = [name.split() for name in names]
    if not all(len(parts) in ((2, 3) if len(names) > 1 else (2,)) and "." not in parts[0] for parts in words):
        return False
    if len(names) == 1 and words[0][1].casefold() in _FAMILY_NAMES:
        # `Gareth James`
        return False
    givens = [(_may_be_given(parts[0]), is_given_name(parts[1])) for parts in words]
    count = givens.count((False, True))
    return (count == len(names) or 2 * count >= max(len(names), 4)) and (True, False) not in givens


def _may_be_given(word: str) -> bool:
    """Return whether a word is a frequent given name, or two syllables with a hyphen: `Yi-Fu`."""
    return is_given_name(word) or ("-" in word and bool(name_order.TWO_SYLLABLES.fullmatch(word.replace("-", "", 1))))


def doubt_of_first_name(authors: AuthorList, score: float, *, is_before_title: bool) -> float:
    """Return what to take from a score as the first name, a family name and given names in full, may be two names."""
    family, _, given = authors.names[0].partition(", ")
    doubt = _doubt_of_family(family, given, is_last=not authors.has_more)
    # `Bilge Kaan Karamete, Louaï Adhami, Eli Glaser:` lacks an `and`, and `Ann Lee, Bob Ray und Eva Grün:` has one
    is_family = authors.is_joined and " " not in given
    are_natural = doubt and is_before_title and not (is_family or authors.has_more)
    return score if are_natural else doubt


def _doubt_of_family(family: str, given: str, *, is_last: bool) -> float:
    """Return how much a family and given names look like two names: `Jaehong Yoon, Sung Ju Hwang`."""
    if " " not in given and is_given_name(given):
        # `García Márquez, Gabriel` and `Hunter Blair, Peter` are one name each
        return 0.0
    # so is `Ortega y Gasset`
    words = 1 if " y " in family.casefold() else sum(not word.islower() for word in family.split())
    is_name = words > 1 and " " in given and "." not in given
    return 1.5 * (words > 1 and (is_last or is_name)) + 1.5 * (" " in family and is_given_name(family.split()[0]))


def without_words_of_title(text: str, authors: AuthorList) -> AuthorList:
    """Return names without the words before a colon that open a title: `Ann Lee, Bob Ray, Depression Babies: Title`."""
    *others, last = authors.names
    are_people = others and all(is_given_name(name.split()[0]) for name in others)
    is_whole = authors.form != "natural" or authors.is_joined or authors.has_more
    if is_whole or not are_people or is_given_name(last.split()[0]):
        return authors
    noun = last.split()[-1]
    if not (is_title_word(noun) or _COMMON_NOUN.fullmatch(noun)):
        # `Anna Busch, Peer Trilcke: Title` has a rare given name
        return authors
    return replace(authors, names=tuple(others), end=text.rfind(",", 0, text.rfind(last, 0, authors.end)))


_VOWELS = "AEIO"
"""First letters of few Chinese given names."""
_MAY_BE_NUMBERS = ("I.", "V.", "X.")
"""Initials that may be the number of a king, or the last name of Malcolm X."""


def doubt_of_glued_name(name: str, date: str) -> float:
    """Return how much a single name looks like other words: `Christopher D. Hacon`, `der Mitteilung C(2020)`.

    Before a date the initial is the end of the name, `Owen E (2015)`, if it is no number, `Henry V (1599)`, and no
    family name: `Weinan E (2015)`.
    """
    family, _, initials = name.partition(", ")
    is_chinese = initials == "E." and family[0] not in _VOWELS and bool(name_order.TWO_SYLLABLES.fullmatch(family))
    may_go_on = is_given_name(family) and (not date or initials in _MAY_BE_NUMBERS or is_chinese)
    return 4.0 * may_go_on + 4.0 * (name[:1].islower() and date[:1] == "(")


def _without_roles(authors: AuthorList) -> AuthorList:
    """Return names in Chinese or Japanese without translators, and without the roles of all but the last one.

    The word for further authors is no part of the last one.
    """
    if others := _OTHERS_AT_END.search(authors.names[-1]):
        names = (*authors.names[:-1], authors.names[-1][: others.start()])
        authors = replace(authors, names=names, has_more=True)
    people = [name for name in authors.names if not _TRANSLATOR.search(name)] or list(authors.names)
    people[:-1] = [_split_role(name)[0] for name in people[:-1]]
    return replace(authors, names=tuple(people))


def _split_role(name: str) -> tuple[str, bool]:
    """Return a name without the role after it, and whether it is that of an editor.

    Examples:
        >>> _split_role("任继愈主编"), _split_role("苏力")
        (('任继愈', True), ('苏力', False))
    """
    role = _ROLE.search(name)
    return (name[: role.start()], "编" in role[0]) if role else (name, False)


def is_chinese_name(words: str) -> bool:
    """Return whether words begin with a frequent family name, or are a foreign name in Chinese; no label is one.

    Examples:
        >>> is_chinese_name("苏力"), is_chinese_name("马克·吐温"), is_chinese_name("教材")
        (True, True, False)
    """
    return "·" in words or (len(words) <= _MAX_LENGTH and words[0] in _FAMILIES and words not in _OTHER_WORDS)
