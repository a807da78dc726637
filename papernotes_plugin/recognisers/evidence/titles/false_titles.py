"""Decide which words are never the title of a paper: labels, headings of sections, citekeys and addresses."""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.people import ANY_INITIALS, NAME_WORD, OTHERS
from papernotes_plugin.recognisers.evidence.authors import short_bylines
from papernotes_plugin.recognisers.evidence.authors.authorship import looks_like_authors, split_authors
from papernotes_plugin.recognisers.evidence.authors.organisations import is_institute
from papernotes_plugin.recognisers.evidence.labels.field_labels import GENERIC, MEANING
from papernotes_plugin.recognisers.evidence.references import untitled_references
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.references.venue_names import is_dated_journal
from papernotes_plugin.recognisers.evidence.titles import dated_venues, other_phrases
from papernotes_plugin.recognisers.evidence.titles.sentences import is_report
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
)
from papernotes_plugin.recognisers.evidence.titles.title_remains import without_remains
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.text.romanisation import CJK, CJK_LETTER
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Evidence

_EMOJI = lazy_regex(r".\ufe0f")
_NO_WORD_AROUND = lazy_regex(r"^[\W\d_]+|[\W_]+$")
_METADATA = lazy_regex(
    r"^\W*meta\W*$|\bmeta\s?-?(?:data|info(?:rmation)?)\b|\b(?:basic|paper) info(?:rmation)?\b"
    r"|\bm[ée]ta-?(?:donn[ée]es|datos|dados|dati|daten)\b|基本信息|论文信息|元数据|메타데이터|メタデータ",
    re.IGNORECASE,
)
_JOINED = lazy_regex(rf"{OPTIONAL_SPACE}(?:[&/、+]|和|与|及|\band\b)\s*")
_WEEKDAY = r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*"
_DATE = lazy_regex(
    r"\W*+(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d\d){1,2}|(?:19|20)\d\d[/._-]\d{1,2}[/._-]\d{1,2})[\s,()-]*+"
    rf"(?:{_WEEKDAY})?\W*"
    rf"|\W*+(?=.*\d)(?=.*{MONTH})(?:(?:{_WEEKDAY}|{MONTH}|\d{{1,2}}(?:st|nd|rd|th)?|{YEAR}|del?)\b\W*){{2,7}}",
    re.IGNORECASE,
)
"""A day, with its name: `3/1/2023, Wed`, `Nov 28 Wednesday`, `3 de mayo de 2021`."""
_TIME_AT_END = lazy_regex(r"^[^:]{0,40}\b\d{1,2}:\d\d(?:\s?[ap]m)?$", re.IGNORECASE)
"""A time, with who wrote a message at it: `Ann Lee 10:42 AM`."""
_FILE_NAME = lazy_regex(r"[a-z\d]+(?:-[a-z\d]+){3,}-(?:19|20)\d\d-\d\d(?:-\d\d)?")
"""The name of a file with its date: `lee-on-counting-birds-2026-02`."""
_SECTION = lazy_regex(
    r"\W*(?:[IVX]{1,4}\. )?(?:[^\W\d_]+ ){1,2}(?:papers|works?|sections?|links|resources|references|readings?"
    r"|sources|datasets"
    r"|literature?)(?: (?:&|und) [^\W\d_]+)?\W*"
    r"|\W*(?:\w+ )?papers? (?:(?:i )?read|to read|reading)\b.*",
    re.IGNORECASE,
)
"""A short phrase for a section: `Classic Papers`, `Prior work`."""
_LABEL_OF_LINK = lazy_regex(r"\d{0,2}[.、]?\s?[\u4e00-\u9fff]{0,6}(?:链接|地址|网址|网站|源码|代码|主页|原文)[:：]?")
"""A Chinese label of a link: `主核验链接`, `7 参考链接`."""
_TOPIC = lazy_regex(
    r"(?:topic|area|field|domain|category|subject|keyword|task|status|rating)s?\s?:.{0,60}", re.IGNORECASE
)
"""A statement of what a paper is about: `Topic: Medicine`."""
_SHORT_JOURNAL = lazy_regex(r"(?:\w+ )?J (?:[A-Z][a-z]+\.? ?){1,4}")
"""The shortened name of a journal: `J Trauma`, `Am J Clin Nutr`."""
_NUMBERED = lazy_regex(
    r"\W*(?:(?:stud(?:y|ie)|(?:(?:\w+ )?working )?papers?|articles?|experiments?|sources?|references?|examples?|cases?"
    r"|étude|estudio|estudo|studio|artículo|artigo|articolo|artikel|quelle|fuente|fonte|caso|fall|figures?|fig\.|tables?"
    r"|weeks?|sessions?|meetings?|lectures?|steps?|phases?|tasks?|questions?|problems?|exercises?|semana|woche|séance|sesión)\s?(?:no?\.|nº|nr\.|#)?|论文|論文|文献|研究|논문|연구|图|表|図|그림)"
    r"\s?(?:\d{1,3}|[IVX]{1,4}|[A-C])\W*|\W*[第제]\s?\d{1,3}\s?[回週周讲次课회주]\W*"
    r"|\W*(?:제?\s?\d{1,2}\s?(?:주차|회차)|第\s?\d{1,2}\s?[回週周次]).{0,30}(?:발표|세미나|스터디|과제|모임|発表|輪講|汇报|组会)\W*",
    re.IGNORECASE,
)
"""A label with a number: `Study 4`, `Working Paper #19`, `Artículo 2`, `論文1`, `Week 3`, `第3回`."""
_SESSION = lazy_regex(
    r"\W*(?:week|session|meeting|lecture|semana|woche|séance|sesión)\s?#?\d{1,3}\W{1,3}"
    r"(?:19|20)\d\d[-/.]\d\d?[-/.]\d\d?\b.{0,40}",
    re.IGNORECASE,
)
"""A meeting with its day and its speaker: `Week 3 (2026-01-03), Ann Lee`."""
_PLACE_IN_JOURNAL = lazy_regex(
    r"(?=[^\d]{2,40}\.)(?:[A-Z][\w&]*\.? ){2,6}\d{1,4}, [A-Z]?\d{2,7}(?:[-–]\d{1,7})?(?: \((?:19|20)\d\d\))?"
    r"|[A-Z][^\d,]{2,80},? \d{1,4} ?\(\d{1,4}\)[,:] ?[A-Za-z]?\d+(?:[-–]\d+)?\.?|.*, pp\. ?\d+[-–]\d+"
    r"|[A-Z]\w+ (?:[A-Z][a-z]{1,6}\. ){2,5}(?:19|20)\d\d"
)
"""A journal, volume and page: `Phys. Rev. Materials 2, 114604`, `New Phytologist, 237(4), 1347-1362`.

Also a name, journal and year: `Bersuker Chem. Rev. 2021`.
"""
_ENDINGS_OF_PLACES = tuple("0123456789).")
"""The last characters of all matches of `_PLACE_IN_JOURNAL`."""
_NAMES_AND_PLACE = lazy_regex(r"(?P<names>[^()]{3,200}) \((?P<year>(?:19|20)\d\d)\)\.? (?P<place>.+)")
"""Authors and their year before the place in a journal: `Lee, A. & Ray, B. (2014). Nature, 501(7467), 373-381`."""
_JOURNAL = lazy_regex(
    r"(?:(?:[^\s|]+ ){1,4}[-–|] |[A-Z]\w+ [A-Z]\w+ in )?"
    r"(?:(?:The |International |[A-Z]\w+ )?(?:Journal|Annals|Archives) of|Frontiers in|Annual Reviews? of"
    r"|Current Opinion in|(?:Philosophical )?Transactions of the)"
    r"(?: (?:[A-Z][\w-]+,?|and|of|in|the|&)){1,7}(?<! and| the)(?<!,)(?: / (?:Abstract|Full Text))?"
)
"""The name of a journal, perhaps after its site or an author: `Ann Lee in Frontiers in Psychology`."""
_MAX_SPACES = 6
"""Maximum number of spaces in the name of a venue."""
_ADDRESS = lazy_regex(r"(?:[\w-]{1,40}\.){1,4}[a-z]{2,6}/[^\s/]+/\S+")
"""A web address without `https://`."""
_PATH = lazy_regex(r"(?=[^-]*-)[a-z\d_-]+(?:/[a-z\d_-]+)+")
"""The path of a note: `refs/lee-2021-shared-workspace`."""
_LABELLED_DOI = lazy_regex(r"[^\x00-\x7f]{1,6}[:：].*\b10\.\d{4,9}/")
"""A Chinese label with a DOI in its value: `说明：期刊；DOI 10.1000/1`."""
_JAPANESE_SENTENCE = lazy_regex(r"(?:です|ます|でした|ました|ません)[。.]?$")
"""The polite verb that ends a sentence in Japanese."""
_WIDE_SECTION = lazy_regex(
    r"(?:[一二三四五六七八九十]{1,3}、\s*.*|[\W\d]*+(?>(?:相关|参考|主要|引用|核心|关键|技术|论文|学术|原始|资源|链接|文献|资料|工作|数据集|发现"
    r"|概述|概览|总览|总结|展望|结论|意义|背景|问题|动机|项目|页面|主页|教程|博客|社区|反馈|渠道|扩展|延伸|阅读|汇总|后续|代码"
    r"|补充|来源|实证|研究|架构|组件|信息|列表|和|与|及|的|、)+)\W*|[\W\d]*+(?>(?:참고|관련|자료|문헌|논문|링크|연구|출처|소스|추가|목록|사이트|들|및|[\s+&/,·])+)\W*|[^A-Za-z]{0,30}(?:논문들|자료들)|[^:]{2,40}의\s?(?:(?:박사|석사|학위|원)\s?)?논문)"
)
"""The heading of a section in Chinese or Korean, or a person's paper: `一、概述`, `참고 자료`, `Moravec의 박사논문`."""
_WIDE_REMARK = lazy_regex(
    rf"(?=.*[A-Za-z]{{2}})(?=.*[{CJK}]{{3}})"
    rf".*(?:，|(?<=[{CJK}]), |这[个些里种套与]|让我|我的|已经|尚未|因为|怎么|很[弱强难大])"
    r"|的(?!确|士)|.*，(?:不是|但是|可以|因为|所以|就是)"
)
"""A remark in Chinese with words of another language, or a part of a sentence: `公开的 LLM, 直接用它`, `的核心创新`."""
_WIDE_SOURCE = lazy_regex(
    r"[^：:，]*(?:一[项項篇份]|这[项篇]|[最近]新)(?:的|新)?(?:研究|论文|論文|报告|报道)"
    r"|[^：:，]*(?:研究(?:人员|人員|者|团队|小组|发现)|科学家|学者|[》的]杂志|[》的]期刊)"
    r"|.*[^目]的"
)
"""The source of news in Chinese, or an unfinished phrase: `杜克大学的一项研究`, `《科学》杂志`, `命名该方式的`."""
_BEFORE_REMARK = lazy_regex(rf"([A-Z][\x00-\x7f]{{9,}}[A-Za-z)?!])\s+(?=[{CJK}])")
"""The title before a remark in Chinese."""
_LATIN_SITES = frozenset(("arxiv", "openreview", "acl", "pmlr", "cvf", "nips", "pmid"))
"""Schemes of sites whose papers have no titles in Chinese, Japanese or Korean."""
_TITLE_IN_BRACKETS = lazy_regex(r".*[(（]((?!\d{1,2} [–—-])[A-Z\d][\x00-\x7f]{9,300}?)(?: [—–-] [\w ]+)?[)）]")
"""A title in brackets after words in another language: `NeuralMap 解构 (NeuralMap: Maps as Fields)`."""
_NAME_BEFORE_COLON = lazy_regex(
    r"(?=[^:：]*[A-Z\d][^:：]*[A-Z\d])([A-Za-z]\w{1,19}(?:[.+-][A-Z\d]\w{0,19}){0,3})[:：] ?(?=\S)"
)
"""The name of a paper before a description in another language: `MapVLA: 7B 开源 VLA`."""
_MIN_WORDS = 4
"""Minimum number of words of that title."""
_NAME_AND_YEAR = lazy_regex(rf"[^\W\d_a-z][^\W\d_A-Z]+,? {YEAR}")
_INITIALS = r"[A-Z]\.(?:[ -]?[A-Z]\.)*"
_NAMES = lazy_regex(
    rf"(?:{NAME_WORD} ){{2,3}}[a-z](?:,[a-z])*, {NAME_WORD} .*"
    rf"|{NAME_WORD}(?:, {NAME_WORD}){{4,}}(?:, {YEAR})?|[A-Z]\.?, {NAME_WORD},? (?:[A-Z]\.?-?){{1,3}}"
    rf"|(?:{NAME_WORD}, {NAME_WORD}(?: [A-Z]\.?){{0,3}} and ){{2,}}{NAME_WORD},.*"
    rf"|(?:{NAME_WORD}, [^\W\d_][\w'’-]+(?: [\w.'’-]+)*; )+{NAME_WORD}, [^\W\d_][\w'’-]+(?: [\w.'’-]+)*"
    rf"|(?:(?:2nd|3rd|Jr\.?|Sr\.?|III?), )?(?:{NAME_WORD}, {_INITIALS}(?:,? & |,? and |[,;] ))+{NAME_WORD}, {_INITIALS}"
)
"""Family names, names as BibTeX has them (`Lee, Ann and Ray, Bob and Poe, Dan`), or `Lee, A. & Ray, B.`

Also names in full with the letters of their affiliations: `Ann Lee a,b, Bob Ray b`.
"""
_SUBMITTED = lazy_regex(r"(?:Submitted|Accepted|Published|Received|Revised|Posted|Last (?:updated|revised)) .{0,12}\d")
"""The day of a paper: `Submitted on 18 Feb 2017`."""
_OPEN_NAMES = lazy_regex(r"\[[A-Z]\. [^\]]*$")
"""The beginning of a reference in square brackets after other words: `Numbers of compounds [K. Ballschmiter`."""
_REST_OF_NAMES = lazy_regex(rf"& ?\w|{ANY_INITIALS},? & {NAME_WORD}, [A-Z]\b")
"""The end of a list of names: `& Prabhat. (2019)`, `M, & Adolph, K.E.`."""
_SHORTENED_NAMES = lazy_regex(
    rf"(?:[A-Z]{{1,4}}\d{{1,4}} [–—-] )?(?P<name>{NAME_WORD}) et al\.?"
    rf"(?: \((?P<year>{YEAR})\)(?: [–—-] [^\d]+\d.*)?)?"
)
"""Shortened authors, year and the place in a journal, which are no title: `P05 — Lee et al. (2019) — Brain, 8(2)`."""
_CACHE_SIZE = 1 << 14
"""Number of cached results: the same headings are checked many times."""
_MAX_LABELS = 50
"""Maximum length of a heading of several labels."""
_CUT_OFF = lazy_regex(
    r"\s(?:and|or|for|of|the|with|by|from|at|an?|Top[ -]\d+)$|, (?:n\. ?d\.?|Jan|Feb|Sept?|Oct|Nov|Dec)$|^.{400}"
)
"""Words with which no title ends: `a paper review for`, `Robotics Top 12`, `Published on the Web, Nov`.

Also a long text, which is a whole summary on the line of a heading.
"""
_WRITTEN_DOI = lazy_regex(r"\b(?:DOI|doi)[:\s]\s?10\.\d{4,9}/")
_INSTRUCTION = lazy_regex(
    r"(?:Identify|Provide|Describe|Specify|Indicate|State|Explain) (?:the|an?|all|any|whether|how|which)\b"
)
"""The beginning of a row of a checklist for authors: `Title | Identify the report as a review`."""

_PLACEHOLDER = lazy_regex(r".*\{%|\W*%[A-Z_]+%\W*$")
"""A variable of a template in place of the title: `{%TITEL%}`."""
_NAMES_OF_FIELDS = lazy_regex(
    r"(?:Autor(?:es|a)?|Auteurs?|Authors?|Autore), (?:[Aa]ño|[Aa]no|[Aa]nnée|[Yy]ear|[Aa]nno|Jahr)\b"
)
"""The names of several fields in place of the title: `Autor, año. Título`."""
_PART_OF_WORK = lazy_regex(
    r"(?=\D*\d)(?:(?:see|cf\.?|in|and|&|(?:figures?|figs?\.?|tables?|theorems?|lemmas?|exercises?|sections?|pages?|pp?\."
    r"|chapters?)(?=\s?\d)|[\d.,()–-])\s*)+$",
    re.IGNORECASE,
)
"""A part of a work, to which an author points: `Figure 5.1 and 5.2, page 60`."""


def without_false_title(evidence: Evidence, *, stated: bool = False) -> Evidence:
    """Return the evidence without a title that is a citekey, identifier, address, sentence or word such as `paper`.

    A citekey in place of the title is the citekey, unless the evidence has another.

    Args:
        evidence: The evidence.
        stated: Whether the author states the title in front matter, where `The Paper` is a title.

    Examples:
        >>> titles = "@vaswani2017attention", "arXiv:1706.03762", "paper", "Attention Is All You Need"
        >>> [without_false_title(Evidence(title=title))[0] for title in titles]
        ['', '', '', 'Attention Is All You Need']
        >>> places = "Phys. Rev. Lett. 116, 061102", "New Phytologist, 237(4), 1347-1362"
        >>> [without_false_title(Evidence(title=place))[0] for place in places]
        ['', '']
    """
    if not evidence.title:
        return evidence
    evidence = without_remains(evidence)
    title = evidence.title
    if not title:
        return evidence
    # `The Ministry for the Future` is a novel if it has an author
    if _is_part_of_text(title, stated=stated) or (not (stated or evidence.authors) and is_institute(title)):
        return evidence._replace(title="")
    before, bracket, _ = title.partition(")")
    if bracket and "(" not in before:
        # the end of a remark in brackets
        return evidence._replace(title="")
    if (", " in title and _NAMES.fullmatch(title)) or (title[-1:].isdigit() and _SUBMITTED.match(title)):
        return evidence._replace(title="")
    bare = title.strip("@[]`{} ")
    if citekeys.is_citekey(bare):
        return evidence._replace(title="", citekey=evidence.citekey or bare)
    if not title.isascii() and (is_wide_sentence(title) or (not stated and _is_description(evidence))):
        return _in_latin_letters(evidence)
    if " et al" in title and (names := _SHORTENED_NAMES.fullmatch(title)):
        year = int(names["year"]) if names["year"] else None
        return _without_title(evidence, Evidence(authors=(names["name"], OTHERS), year=year))
    if title[-1:].isdigit() and (byline := short_bylines.read_byline(title)) and byline.year:
        # `Lee, Ray & Moss 2024`; a single name may be that of a method
        is_certain = len(byline.authors) > 1
        if is_certain or (not stated and _NAME_AND_YEAR.fullmatch(title)):
            return _without_title(evidence, Evidence(authors=byline.authors if is_certain else (), year=byline.year))
    if cited := other_phrases.names_with_year(title):
        return _without_title(evidence, cited)
    if title[-1:].isdigit() and (
        untitled := untitled_references.read(title)
        or _names_and_place(title)
        or untitled_references.journal_and_year(title)
    ):
        return _without_title(evidence, untitled)
    return evidence._replace(title="") if _is_other_text(title, stated=stated) else evidence


# the title is checked before a mention is built, and with all facts of the mention
@lru_cache(maxsize=_CACHE_SIZE)
def _is_other_text(title: str, *, stated: bool) -> bool:
    """Return whether a title is a place, an identifier, or, unless it is stated, a report or a word such as `paper`."""
    if _is_place(title) or identifiers.parse_identifier(title.strip("@[]`{} ").replace(" ", "")):
        return True
    return not stated and (is_uninformative(title) or is_report(title))


@lru_cache(maxsize=_CACHE_SIZE)
def _is_part_of_text(title: str, *, stated: bool) -> bool:
    """Return whether a title is cut off, contains a DOI, is an instruction, has parts of names, or a gap."""
    if not stated and (_CUT_OFF.search(title) or _WRITTEN_DOI.search(title) or _INSTRUCTION.match(title)):
        return True
    if not stated and (_PART_OF_WORK.match(title) or other_phrases.is_other_phrase(title)):
        return True
    if title.startswith(("Autor", "Auteur", "Author")) and _NAMES_OF_FIELDS.match(title):
        return True
    if ("%" in title and _PLACEHOLDER.match(title)) or other_phrases.is_file_or_source(title):
        return True
    is_rest_of_names = "&" in title and _REST_OF_NAMES.match(title) is not None
    return is_rest_of_names or ("[" in title and _OPEN_NAMES.search(title) is not None) or "___" in title


def _is_place(title: str) -> bool:
    """Return whether a title is an address, the path of a file, or a journal, perhaps with volume and page."""
    if "://" in title or title.endswith((".md", ".ipynb")):
        return True
    return bool(
        ("/" in title and (_ADDRESS.fullmatch(title) or _PATH.fullmatch(title)))
        or ((" of " in title or " in " in title) and _JOURNAL.fullmatch(title))
        or (title.count(" ") <= _MAX_SPACES and _is_full_name(title))
        or (title.startswith(("J ", "Am J ", "Br J ", "Eur J ", "Int J ")) and _SHORT_JOURNAL.fullmatch(title))
        or is_dated_journal(title)
        or (title.endswith(_ENDINGS_OF_PLACES) and _PLACE_IN_JOURNAL.fullmatch(title))
    )


def _is_full_name(title: str) -> bool:
    """Return whether a title is the full name of a venue that is listed: `Physical Review Letters`."""
    acronym = venues.parse_venue(title)[0]
    return bool(acronym) and venues.full_name(acronym, None).casefold() == title.casefold()


def _is_description(evidence: Evidence) -> bool:
    """Return whether a title with Chinese, Japanese or Korean letters is that of a paper on a site without such titles.

    It is what the author of the note says about the paper.
    """
    return bool(CJK_LETTER.search(evidence.title)) and any(i.scheme in _LATIN_SITES for i in evidence.identifiers)


def _in_latin_letters(evidence: Evidence) -> Evidence:
    """Return evidence whose title is the part in Latin letters, if that is a title; a name before it is a label."""
    title = evidence.title
    titles = (match[1] for match in (_BEFORE_REMARK.match(title), _TITLE_IN_BRACKETS.fullmatch(title)) if match)
    latin = next((words for words in titles if looks_like_title(words) and count_words(words) >= _MIN_WORDS), "")
    name = None if latin else _NAME_BEFORE_COLON.match(title)
    labels = (*evidence.labels, name[1]) if name and name[1] not in evidence.labels else evidence.labels
    return evidence._replace(title=latin, labels=labels)


def _names_and_place(title: str) -> Evidence | None:
    """Return authors, year and journal of a text that has them and no title; None for other texts."""
    match = _NAMES_AND_PLACE.fullmatch(title)
    if not match or not _PLACE_IN_JOURNAL.fullmatch(match["place"]) or not looks_like_authors(match["names"]):
        return None
    journal = match["place"].partition(",")[0].rstrip(" 0123456789")
    return Evidence(authors=split_authors(match["names"]), year=int(match["year"]), venue=journal)


def _without_title(evidence: Evidence, facts: Evidence) -> Evidence:
    """Return evidence without its title, with the facts that the title gives in place of missing ones."""
    return evidence._replace(
        title="",
        authors=evidence.authors or facts.authors,
        year=evidence.year or facts.year,
        venue=evidence.venue or facts.venue,
    )


def is_wide_sentence(title: str) -> bool:
    """Return whether words are a sentence in Chinese or Japanese, or a label with or without its value."""
    return (
        "。" in title
        or _LABEL_OF_LINK.fullmatch(title) is not None
        or _LABELLED_DOI.match(title) is not None
        or _JAPANESE_SENTENCE.search(title) is not None
        or _WIDE_SECTION.fullmatch(title) is not None
        or _WIDE_REMARK.match(title) is not None
        or _WIDE_SOURCE.fullmatch(title) is not None
    )


def is_day(heading: str) -> bool:
    """Return whether a heading is a day, or a meeting on it: `3/1/2023, Wed`, `October 4 - Ann Lee`."""
    if len(heading) > _MAX_LABELS or not any(map(str.isdigit, heading)):
        return False
    return bool(_DATE.fullmatch(heading) or _SESSION.fullmatch(heading)) or not dated_venues.without_meeting(heading)


@lru_cache(maxsize=_CACHE_SIZE)
def is_generic(heading: str) -> bool:
    """Return whether a heading is never the title of a paper: `Related work`, `参考文献`.

    Examples:
        >>> is_generic("MIT Working Paper #19"), is_generic("The Working Paper of a Century")
        (True, False)
    """
    bare = text.plain_text(heading)
    bare = bare if bare.isascii() else _EMOJI.sub("", bare)
    if len(bare) <= _MAX_LABELS and (is_day(bare) or _SECTION.fullmatch(bare) or _NUMBERED.fullmatch(bare)):
        return True
    if (bare[-2:].casefold() in ("am", "pm") or bare[-1:].isdigit()) and _TIME_AT_END.search(bare):
        return True
    if (", " in bare and _NAMES.fullmatch(bare)) or ("-" in bare and _FILE_NAME.fullmatch(bare)):
        return True
    if ":" in bare and (bare.endswith(":") or _TOPIC.fullmatch(bare)):
        return True
    parts = _JOINED.split(bare) if len(bare) <= _MAX_LABELS else [bare]
    if len(parts) > 1 and all(_is_label(part) for part in parts):
        return True
    return _NO_WORD_AROUND.sub("", bare).casefold() in GENERIC or is_metadata(bare)


def _is_label(part: str) -> bool:
    """Return whether a part of a heading is a label: `题目` and `作者` of `题目&作者`."""
    word = _NO_WORD_AROUND.sub("", part).casefold()
    return word in GENERIC or word in MEANING


def is_metadata(label: str) -> bool:
    """Return whether a heading or bullet only introduces labelled values: `📌 Metadata`, `基本信息`."""
    return len(label) <= 30 and bool(_METADATA.search(label))
