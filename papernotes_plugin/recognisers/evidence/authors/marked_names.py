"""Read the names before a title in book marks: people and organisations, with their roles."""

from __future__ import annotations

from typing import NamedTuple

from papernotes_plugin.people import OTHERS
from papernotes_plugin.text.lazy_regex import lazy_regex

_ROLE = lazy_regex(
    r"\s?\(?(?:共編著|編著|编著|主編|主编|責任編集|編集|編纂|共編|監修|共著|原著|撰著|著者|編者|编|編|撰|著|엮음|편저|공저|편집|지음|편|저)\)?$"
)
"""The role of an author or an editor after the names."""
_TRANSLATOR = lazy_regex(r"(?:訳註|訳注|译注|共訳|監訳|翻訳|翻译|訳|譯|译|校注|校訂|校点|注|註|옮김|역|번역)\)?$")
"""The role of a translator, who is no author."""
_MORE = lazy_regex(r"\s?(?:ほか|他|ら|等|(?<!\s[가-힣]{3})외(?:\s?\d{1,2}\s?[인명])?|,? et al\.?)$")
"""A word for further authors; it is the last syllable of `피에르 부르디외`."""
_COUNTRY = lazy_regex(r"(?<![^\s,、;&・/:])[\[(〔［][\u4e00-\u9fff]{1,3}[\])〕］]\s?")
"""The country of an author, or the dynasty, before a name; a role is after one."""
_SEPARATOR = lazy_regex(r"\s?[、,;&/]\s?|\s(?:and|と|와|과)\s")
_MIDDLE_DOT = lazy_regex(r"\s?・\s?|(?<=[가-힣])·(?=[가-힣])")
"""A dot between names; that of Chinese separates the parts of a foreign name: `马克·吐温`."""
_KATAKANA = lazy_regex(r"[ァ-ヺー・=＝. A-Z]{2,40}")
"""A foreign name in Japanese, in which `・` separates the parts of one name."""
_ORGANISATION = lazy_regex(
    r"[^「」『』\d]{2,40}(?:大学|大學|学会|學會|研究会|研究所|研究院|研究科|研究室|協会|协会|委員会|委员会|編集部|編集委員会|編纂室|編纂委員会|博物館|博物馆|図書館|图书馆"
    r"|機構|財団|文化庁|文部省|[^の]{2,10}省|[^の]{2,10}庁|编写组|课题组|编委会|出版社|学院|センター|[가-힣]*(?:연구원|연구소|연구회|정책처|진흥원|위원회|대학교|대학원|은행"
    r"|공사|재단|센터|학회|협회|기획부|통계청|[가-힣]{2,6}청|[가-힣]{2,6}부|개발원|평가원|정보원|교육원|공단|연맹|조합))"
)
_PERSON = lazy_regex(
    r"[㐀-鿿]{1,8}(?:·[㐀-鿿]{1,8}){1,3}|[㐀-鿿々ヶ〆][㐀-鿿々ヶノ](?:\s?[㐀-鿿々ヶ]){0,3}|[㐀-鿿々]{1,3}\s?[ぁ-んァ-ヺー]{2,4}|[ぁ-ん]{2,4}\s[㐀-鿿ぁ-ん]{1,4}"
    r"|[가-힣]{2,4}|[가-힣]{1,2}\s[가-힣]{1,3}|[가-힣]{1,5}(?:\s(?!\S*[은는을를의로](?:\s|$))[가-힣]{2,6}){1,2}"
    r"|(?:(?:de|von|van|del|di|le|la) )*[A-ZÀ-Þ][\w.’'-]+(?:,? [A-ZÀ-Þ][\w.’'-]*){0,3}"
)
"""A name in Chinese characters, kana, Hangul or Latin letters."""
_PARTICLE = lazy_regex(r"[のはをがへ]")
"""A particle of Japanese, which few names contain."""
_NO_NAMES = lazy_regex(
    r"映画|監督|主演|主題歌|作詞|作曲|歌手|歌詞|楽曲|演奏|出演|書評|小説|漫画|雑誌|新書|文庫|論文|論考|特集|感想|紹介|読書|読了|本書|書籍|参考|文献|資料|教科書|メモ|ノート|レビュー"
    r"|アニメ|ドラマ|ゲーム|番組|放送|記事|新聞|上巻|下巻|第.{1,99}[章巻回]|読む|阅读|笔记|书评|电影|导演|歌曲|小说|书籍|推荐|出典|引用|网站|網站|官网|课程|平台|公众号|博客|教材|课本|书名|参考|讲义|出处|来源|书目|推荐|必读|选读|原題|邦題|内容|目次|題名"
    r"|영화|감독|노래|가수|드라마|게임|소설|서평|논문|자료|참고|출처|도서|추천|번역|기사|뉴스|신문|^(?:Book|Review|Notes?|Reading|Film|Song|Album|See)\b"
)
"""A word for a kind of work or for a role of which no author has one."""


_TWO_SCRIPTS = lazy_regex(
    r"(?P<latin>[A-ZÀ-Þ][\w.’'-]+(?: [A-ZÀ-Þ][\w.’'-]+)?(?:, [A-ZÀ-Þ][\w.’' -]{1,40})?)"
    r"\s?, ?(?P<han>[㐀-鿿]{1,8}(?:·[㐀-鿿]{1,8}){0,3})"
)
"""A name in Latin letters and in Chinese: `Althusser, Louis, 阿尔都塞`."""


class MarkedNames(NamedTuple):
    """Names before a title in book marks."""

    names: tuple[str, ...]
    has_role: bool
    """True if a word such as `著`, `編` or `訳` is after a name."""
    are_organisations: bool
    has_country: bool
    """True if the country of an author is in brackets before the name."""
    is_in_two_scripts: bool = False
    """True if the Chinese form of the name follows that in Latin letters."""

    @property
    def has_sign(self) -> bool:
        """Return whether more than their form shows that the words are names."""
        return self.has_role or self.are_organisations or self.has_country or self.is_in_two_scripts


def read(words: str) -> MarkedNames | None:
    """Return the names that a text consists of, without roles and translators; None for any other text.

    Examples:
        >>> read("宗福邦・陳世鐃・蕭海波主編").names, read("マイケル・サンデル著、鬼澤忍訳").names
        (('宗福邦', '陳世鐃', '蕭海波'), ('マイケル・サンデル',))
        >>> read("Althusser, Louis, 阿尔都塞，".replace("，", ", ")).names
        ('Althusser, Louis',)
        >>> read("[美]富勒").names, read("M. Mashaal(著),高橋礼司(訳),").names
        (('富勒',), ('M. Mashaal',))
        >>> read("국회예산정책처, ").are_organisations, read("映画"), read("私はこの")
        (True, None, None)
    """
    bare = _COUNTRY.sub("", words).strip(" ,、:;.·")
    if not bare or _NO_NAMES.search(bare):
        return None
    if both := _TWO_SCRIPTS.fullmatch(bare):
        return MarkedNames((both["latin"],), False, False, False, is_in_two_scripts=True)
    names: list[str] = []
    has_role, has_more, count = False, False, 0
    for part in _SEPARATOR.split(bare):
        if not part.strip() or _TRANSLATOR.search(part):
            has_role |= bool(part.strip())
            continue
        name = _ROLE.sub("", part.strip())
        has_role |= name != part.strip()
        more = _MORE.search(name)
        if more:
            name, has_more = name[: more.start()], True
        for piece in [name] if _KATAKANA.fullmatch(name) else _MIDDLE_DOT.split(name):
            is_organisation = _ORGANISATION.fullmatch(piece) is not None
            is_person = _KATAKANA.fullmatch(piece) or (_PERSON.fullmatch(piece) and not _PARTICLE.search(piece))
            if not (is_organisation or is_person):
                return None
            count += is_organisation
            names.append(piece.strip())
    if not names:
        return None
    all_names = (*names, OTHERS) if has_more else tuple(names)
    return MarkedNames(all_names, has_role, count == len(names), _COUNTRY.search(words) is not None)


def is_translator(words: str) -> bool:
    """Return whether words after a title are a translator with the role: `刘宏译`."""
    return _TRANSLATOR.search(words) is not None
