"""Decide by its words whether a text is a title, a venue or a link text, and strip a title of everything else."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin import citekeys, identifiers, venues
from papernotes_plugin.recognisers.evidence.authors import names_after_by, short_bylines
from papernotes_plugin.recognisers.evidence.labels.silent_words import UNINFORMATIVE
from papernotes_plugin.recognisers.evidence.lines.line_marks import BEFORE_ENTRY
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.recognisers.evidence.titles import dated_venues, page_titles, title_decoration
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex, optional_run
from papernotes_plugin.text.romanisation import CJK, CJK_LETTER
from papernotes_plugin.text.years import YEAR

_WORD = lazy_regex(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_NO_LETTER = lazy_regex(r"[^a-z]+")
_PARTS = lazy_regex(r"[\s/|,:·+&()\[\]_-]+")
"""Pattern of the characters between the words of a link text."""
_MARKS = ' \t\n.,;:：|·•–—-_*~`"“”„«»()[]{}<>《》「」『』【】（），。．、'
_PREFIX = lazy_regex(
    r"^\s*(?:"
    r"\(?\d{1,3}(?:\.\d{1,3})*[.):、](?:\s+|(?=(?-i:[\u3040-\u9fff\uac00-\ud7a3]|[A-Z][A-Za-z])))"  # 1. 2) 3.2: 3.题
    r"|[!！]{2,}\s*|[a-z\d][a-z\d-]*/[a-z][\w.-]*#\d{1,5}\s+(?=\S+\s)"  # !!! owner/name#12, an issue of GitHub
    # PWL #14: Title, [Reading Club #3] Title
    r"|[\[(【]?(?-i:[A-Z][\w-]{1,20})(?:\s[\w-]{1,20}){0,2}\s?#\d{1,3}(?:\.\d)?(?:\s?[\])】:：]|\s[–—-])\s+(?=\S+\s)"
    r"|（\d{1,3}）\s*|\d\d:\d\d:\d\d\s+"  # （24） 18:07:06
    r"|(?-i:(?:TODO|DOING|DONE|NOW|LATER|WAITING):?|vs\.?(?=\s+[A-Z\d]))\s+"  # Org, Logseq; a comparison
    r"|[012]\d-(?:0\d|1[012])-[0-3]\d\s(?=[^\W\d_]\S*\s\S+\s\S)"
    r"|[\[(【]?(?:19|20)\d\d[-/.年](?:\d{1,2}(?!\d)|(?-i:[A-Z][a-z]{2})\b)(?:[-/.月]\d{1,2}日?)?[\])】]?\s*[:：,|–—-]*\s*"
    r"|[^\w\s\[\]()\"'“”‘’$\\{<《「『#@&+*/.-]+\s+|\d{1,3}/\s+(?=(?-i:[A-Z]))"  # 📄 3/ Title, as in threads
    r"|[\u2600-\u27bf\u2b50\u2b55\ufe0f\ufffc\U0001f300-\U0001faff]+"  # ⭐Title
    r"|\d{4}\.\d{4,5}(?:v\d+)?[\s_:–—-]+(?=[A-Z])"  # 1706.03762 Title
    r"|\#{2,6}(?=[^\s#])|\#{1,6}\s+(?=\d{1,3}\.\s)|\d{1,3}\s?：\s?(?=\D)"  # ##Title ## 8. Title 3：Title
    r"|(?:PMID|PMCID|DOI|arXiv)\s?:?\s?(?:PMC\d{3,9}|\d{4}\.\d{4,5}(?:v\d+)?|\d{5,9}|10\.\d{4,9}/\S+)\s*[–—:-]\s+"
    r"|(?:(?:(?:the\s)?(?:original\s)?(?-i:[a-z]*[A-Z][\w.+-]*)\s(?=paper\s?:))?paper(?:\s+(?:\d{1,2}|review|notes?|reading|summary|explained)|\s+by\s[^:：]{3,40})?"
    r"|(?:原始|核心|相关|補足|補助|参考|오리지널\s|원본?\s)?(?:论文|論文|文献|논문)(?:阅读|笔记|精读|解读|原文|メモ|紹介|\s*리뷰|\s?링크|\s?\d{1,2}(?:（[^（）]{1,20}）)?(?=[:：]\s?[A-Z]))?"
    r"|技术报告(?:引用)?|art(?:igo|ículo|icolo)|lect(?:ura|ure)|leitura|(?:论文)?(?:标题|题目)"
    r"|(?:lit(?:erature)?|reading|source|reference)[ -]?notes?(?:\s(?:on|of|for))?"
    r"|review|notes? on|summary of|reading|title|タイトル|제목|tit(?:el|re|ulo|olo)|título)\s*[:：]\s*"
    rf"|{BEFORE_ENTRY}|[\[【](?:papers?|review|(?:paper )?notes?|论文笔记|论文阅读|論文メモ)[^\]】]{{0,12}}[\]】]\s*"
    r"|[【\[][^\]】\s]{0,6}(?:論文|论文|논문)[^\]】]{0,6}[\]】]\s*|[(（【]査読(?:あり|なし|[有無付]き?)[)）】]\s*)",
    re.IGNORECASE,
)
ANSWER_TO_PAPER = lazy_regex(
    r"\b(?:Reply|Response|Rejoinder|Comment(?:ary)?) (?:to|on) [^:]{3,80} \((?:19|20)\d\d\)$"
    r"|\w,? [\"“‘«„][^\"“”‘’«»„]{6,200}[\"”’»“] [(\[](?:1[5-9]|20)\d\d[)\]]$"
)
"""The end of a title with another work and its year: `Reply to Skov and Nadal (2020)`, `On “Wool” (2020)`."""
_BRACKETS_AT_END = lazy_regex(rf"{OPTIONAL_SPACE}[\[(（【]([^\[\]()（）【】]{{2,60}})[\])）】]\s*$")
_ACRONYM = lazy_regex(r"(?![A-Z]+(?:19|20)\d\d$)(?=.*[A-Z].*[A-Z\d])[A-Za-z][\w+-]{2,14}")
_TAG = lazy_regex(r"\s*\[(?!Re\])[^\W\d_][\w.+-]*(?:[ :]{1,2}[\w.+-]+){0,2}:?\]")
"""A tag of the list before a title; `[Re]` opens the titles of replications."""
_BRACKETS_AT_START = lazy_regex(r"^\s*[\[(（【]([^\[\]()（）【】]{2,40})[\])）】]\s*[:：,-]?\s*")
_CITED_KEY = lazy_regex(r"-?@\w[\w:.+/-]{2,60}(?:[,;]|$)")
"""The key in a citation of another work, whose year is no sign of a venue: `[@LeeLamps2019]`; not `(@Maps 2020)`."""
_DATE_AT_END = lazy_regex(
    rf"{OPTIONAL_SPACE}[(（](?:(?P<day>(?:19|20)\d\d)[-/.年]\d{{1,2}}(?:[-/.月]\d{{1,2}}日?)?月?(?:,\s*[^,()（）]{{2,40}})?"
    rf"|(?:[^,()（）]{{2,40}},\s*)?{MONTH},? (?P<year>{YEAR}))[)）]$"
)
"""A date in brackets, with an organisation: `DALL·E 2 (2022-04, OpenAI)`, `Mixtral (Mistral AI, Dec 2023)`."""
_TAGS_AT_END = lazy_regex(r"(?:(?<=[^\W_]{4})|(?<=[^\W_]{4}[?!.]))(?:\s#[a-z][a-z_/-]*)+$|\s#(?:[a-z]+ )?[Pp]aper$")
"""Tags in lower case after a title, or `#Paper`; `#MeToo`, or any tag after a short word, may be a part of it."""
_EVENT_WORD = lazy_regex(
    r"(?i)\d|\b(?:proc|conf|journal|transactions|symposium|workshop|meeting|advances|annals|letters|review|findings)"
)
"""A number, or a word for an event or publication; every long name of a venue contains one."""
_EVENT_NAME = lazy_regex(r"\b(?:conference|symposium|workshop|proceedings|transactions|journal)\b")
_VENUE_WORDS = frozenset(("proceedings", "conference", "transactions", "journal", "workshop", "symposium", "proc"))
_FILE_NAME_COLON = lazy_regex(r"(?<=[\w+])_ (?=\w)")
_OPEN_BRACKET_AT_END = lazy_regex(optional_run(r"\s,;:–—-") + r"(?<![\[({（【])[\[({（【]+$")
_BEFORE_CJK = lazy_regex(rf"[\x00-\x7f]+?(?= [{CJK}])")
"""A title in Latin letters before a remark, or a translation: `Online Transfer 在线迁移`."""
_QUOTATION_MARKS = dict(zip("\"“„«《「『'‘【", "\"”“»》」』'’】", strict=True))
_EMPTY_BRACKETS = lazy_regex(rf"{OPTIONAL_SPACE}(?:\(\s*+(?:[,/|]+\s*+)?\)|\[\s*+(?:[,/|]+\s*+)?\])")
_BYLINE_MARK = lazy_regex(r" & | et\.? al|\+\s?[’']?\d\d[:：] |\d\)[:.]? | [—–-]{1,2} |[)\]）]$")
"""A sign of names before or after a title: `&`, `et al`, a year before a colon, a dash, brackets at the end."""
_POINT_OF_TITLE = lazy_regex(r"\b[A-Z]\.$|\.\.\.$")
_MIN_LATIN, _MIN_WORDS_WITH_ADDRESS = 4, 9
"""Words of a title before a translation, and of a link text with an address that is a whole reference."""
_CACHE_SIZE = 1 << 14
"""Number of cached results: the same titles and labels are checked many times."""
_MAX_VENUE = 160
"""Maximum length of a link text that is the full name of a conference."""
_MAX_LENGTH = 1000
"""Maximum length of a text that can be a title."""
_YEAR = lazy_regex(rf"\b({YEAR})\b")
_SMALL_TABLE = "a an the of for in on and or to with by from via as at is are be vs und der die das für im"
SMALL_WORDS = frozenset(_SMALL_TABLE.split())
"""Words that have no capital in a title."""
_DATE = lazy_regex(rf"(?:\b\d{{1,2}}(?:st|nd|rd|th)? )?{MONTH}(?: \d{{1,2}},?|,)? {YEAR}\b")
"""A date in the text of a link: `17 nov 2021`, `may 2019`."""
_HOST_NAME = lazy_regex(r"(?:www\.)?[\w-]+(?:\.[\w-]+)*\.(?:org|com|net|io|cc|edu|dev|ai|press|eu|de|uk|jp|cn|kr)")
_SITE_WITH_NAME = lazy_regex(r"(?P<site>[\w.]+) \([^()]{2,40}\)|(?P<format>[Pp]aper|[Pp]df|PDF)-[A-Za-z]+\d*")
"""A site with the name of its journal, or a format with its site: `Springer (Autonomous Robots)`, `Paper-CVPR14`."""


class TitleParts(NamedTuple):
    """A title without its decoration, and the venue, year and track that were next to it."""

    title: str
    venue: str = ""
    year: int | None = None
    track: str = ""
    authors: tuple[str, ...] = ()
    """Family names at the end of the title: `World Models (Ha & Schmidhuber, 2018)`."""

    def completed(self, other: TitleParts | short_bylines.Byline | page_titles.PageTitle) -> TitleParts:
        """Return the title with the venue, year and track of another place, where it has none."""
        published = self.venue or other.venue, self.year or other.year, self.track or other.track
        return self if published == self[1:4] else TitleParts(self.title, *published, self.authors)


@lru_cache(maxsize=_CACHE_SIZE)
def count_words(value: str) -> int:
    """Return the number of words; two characters of Chinese, Japanese or Korean count as one word."""
    words = _WORD.findall(value)
    if value.isascii() or not CJK_LETTER.search(value):
        return len(words)
    return sum(max(1, len(CJK_LETTER.findall(word)) // 2) for word in words)


def is_host_name(value: str) -> bool:
    """Return whether a link text is the name of a site: `research.example.com`."""
    return _HOST_NAME.fullmatch(value.strip(_MARKS).casefold()) is not None


@lru_cache(maxsize=_CACHE_SIZE)
def is_uninformative(value: str) -> bool:
    """Return whether a link text does not name the target, but its format or site: `PDF`, `arXiv:1706.03762`, `[1]`.

    Examples:
        >>> [is_uninformative(text) for text in ("Source Link", "arXiv:1706.03762", "Visual Instruction Tuning")]
        [True, True, False]
    """
    bare = value.strip(_MARKS)
    folded = bare.casefold()
    is_address = "://" in folded and folded.count(" ") < _MIN_WORDS_WITH_ADDRESS
    if not folded or folded in UNINFORMATIVE or is_address or page_titles.is_message(value.strip()):
        return True
    if len(folded) > 60:
        is_event = len(folded) <= _MAX_VENUE and bool(_EVENT_NAME.search(folded)) and is_venue(bare)
        return is_event and not page_titles.read(bare).venue
    site = _SITE_WITH_NAME.fullmatch(value.strip(" []"))
    if site and (site["site"] or site["format"]).casefold() in UNINFORMATIVE:
        return True
    if (
        is_venue(bare)
        or dated_venues.read_part(bare)
        or (
            (unknown := title_decoration.UNKNOWN_VENUE.fullmatch(bare))
            and not citekeys.is_no_name(unknown["name"] or "")
        )
        or identifiers.parse_identifier(folded.replace("pmid ", "pmid:").replace(" ", ""))
        # an identifier of arXiv before 2007: `hep-th/9711200`
        or ("/" in folded and identifiers.parse_identifier(f"arxiv:{folded}"))
        or (_HOST_NAME.fullmatch(folded) or page_titles.names_site(bare))
    ):
        return True
    if any(count_words(value[:start] + value[end:]) <= 1 for start, end, _ in identifiers.find_identifiers(value)[:1]):
        return True
    undated = _DATE.sub("", folded) if "19" in folded or "20" in folded else folded
    return all(
        word in UNINFORMATIVE or word.isdigit() or not any(map(str.isalpha, word)) for word in _PARTS.split(undated)
    )


@lru_cache(maxsize=_CACHE_SIZE)
def is_venue(value: str) -> bool:
    """Return whether a whole text is a venue, not a title with words of one ("Graph Neural Networks")."""
    if value.count(" ") > 3 and not _EVENT_WORD.search(value):
        return False
    name, year, _ = venues.parse_venue(value)
    if not name:
        return False
    words = _NO_LETTER.sub(" ", value.casefold()).split()
    venue_words = _NO_LETTER.sub(" ", name.casefold()).split()
    has_name = len(venue_words) == 1 and venue_words[0] in words
    if has_name or len(words) <= 2 or words[: len(venue_words)] == venue_words:
        return True
    return not _VENUE_WORDS.isdisjoint(words) or (year is not None and len(words) <= 6)


def starts_lowercase(value: str) -> bool:
    """Return whether a text begins with a word in lower case, as no title does.

    Examples:
        >>> [starts_lowercase(text) for text in ("le cas des entrepôts", "mRNA vaccines", "t-SNE", "iCaRL")]
        [True, False, False, False]
    """
    first = value.split(maxsplit=1)[0] if value.strip() else ""
    return len(first) > 1 and first.isalpha() and first.islower()


@lru_cache(maxsize=_CACHE_SIZE)
def looks_like_title(value: str) -> bool:
    """Return whether a text has capitals like a title: at least 70 % of its words, articles and the like apart."""
    words = [w for w in _WORD.findall(value) if w.lower() not in SMALL_WORDS and any(map(str.isalpha, w))]
    if len(words) < 2:
        return False
    return sum(not w[0].islower() for w in words) >= 0.7 * len(words)


@lru_cache(maxsize=_CACHE_SIZE)
def split_title(value: str, host: str = "") -> TitleParts:
    """Return a title without numbering, dates, quotation marks and a venue in brackets, and that venue.

    Args:
        value: The words.
        host: The host of the page, if the words are the text of a link.

    Examples:
        >>> split_title("1. [2017/06] “Attention Is All You Need” (NIPS 2017).")
        TitleParts(title='Attention Is All You Need', venue='NeurIPS', year=2017, track='', authors=())
    """
    page = page_titles.read(title_decoration.quoted_title(" ".join(value[:_MAX_LENGTH].split())), host)
    title = title_decoration.with_spaces(title_decoration.without_additions(page.title))
    if "Xiv" in title or "xiv" in title or " 10." in title or ":10." in title:
        title = title_decoration.IDENTIFIER_AT_END.sub("", title) or title
        title = title_decoration.PREPRINT_AT_END.sub(lambda at: f" ({at['year']})" if at["year"] else "", title)
    if "@" in title[:3]:
        title = title_decoration.KEY_AT_START.sub("", title)
    if ": " in title:
        title = title_decoration.without_key(title)
    title = dated_venues.without_meeting(title_decoration.KEY_BEFORE_DASH.sub("", title))
    if "_ " in title:
        # a file name, in which `_` replaces a colon
        title = _FILE_NAME_COLON.sub(": ", title)
    parts = _without_prefixes(TitleParts(*title_decoration.without_date(title), page.authors)).completed(page)
    if "#" in parts.title:
        parts = parts._replace(title=_TAGS_AT_END.sub("", parts.title))
    parts = _without_brackets_at_end(parts)
    written = names_after_by.split_writers(parts.title)
    if written and (written.is_sure or not looks_like_title(written.title)):
        parts = parts._replace(title=_without_marks(written.title), authors=written.authors or parts.authors)
        parts = parts._replace(venue=parts.venue or written.book)
    title = title_decoration.without_note_words(title_decoration.without_year(parts.title, parts.year))
    if " | " in title and (named := title_decoration.NAME_BEFORE_BAR.fullmatch(title)) and _is_title_after_name(named):
        title = named["title"]
    elif "|" in title and count_words(title) > 5:
        title = title_decoration.without_name_after_bar(title)
    title = _without_marks(title if title.isascii() else title_decoration.SYMBOLS_AT_END.sub("", title))
    if not title.isascii() and (opening := _BEFORE_CJK.match(title)):
        is_title = count_words(opening[0]) >= _MIN_LATIN and looks_like_title(opening[0])
        title = _without_marks(opening[0]) if is_title else title
    parts = parts._replace(title=title_decoration.with_opening_quotation(title, value))
    return _without_byline(parts) if _BYLINE_MARK.search(title) else parts


def _without_prefixes(parts: TitleParts) -> TitleParts:
    """Return a title without numbers, dates, labels and brackets before it; a venue in brackets is kept."""
    for _ in range(4):
        shorter = title_decoration.KEY_BEFORE_DASH.sub("", _PREFIX.sub("", parts.title, count=1))
        shorter = title_decoration.without_key_in_brackets(shorter)
        group = _BRACKETS_AT_START.match(shorter)
        is_name = group and _ACRONYM.fullmatch(group[1]) and count_words(shorter[group.end() :]) >= 3
        if group and is_name and not venues.parse_venue(group[1])[1]:
            # the name of the paper before its title: `[CQL] Conservative …`
            shorter = shorter[group.end() :]
        elif group and group.end() < len(shorter):
            parsed, after = venue_in_brackets(group.group(1)), shorter[group.end() :]
            # `[语音分离] DPTNet: …`: a remark in the language of the note
            is_remark = not group[0].isascii() and after[:1].isascii() and after[:1].isalpha()
            is_remark = is_remark or (bool(_TAG.match(group[0])) and after[:1].isupper() and count_words(after) >= 4)
            if parsed.venue or parsed.year or is_remark:
                parts = parts.completed(parsed)
                shorter = after
        elif dated := dated_venues.before_title(shorter):
            parts, shorter = parts.completed(venue_in_brackets(dated[0])), dated[1]
        if shorter == parts.title:
            break
        parts = parts._replace(title=shorter)
    return parts


def _without_brackets_at_end(parts: TitleParts) -> TitleParts:
    """Return a title without brackets after it that hold a venue, a year, who published it, or nothing informative.

    An example is `(@microsoft)`.
    """
    for _ in range(4):
        title = _without_marks(parts.title)
        if not title.endswith((")", "）", "】", "]")):
            return parts if title == parts.title else parts._replace(title=title)
        title = title_decoration.KEY_AT_END.sub("", title)
        if dated := _DATE_AT_END.search(title):
            title, parts = title[: dated.start()], parts._replace(year=parts.year or int(dated["day"] or dated["year"]))
        if author := title_decoration.AUTHOR_AT_END.search(title):
            return parts._replace(title=title[: author.start()], authors=parts.authors or (author["name"],))
        group = _BRACKETS_AT_END.search(title)
        if not group or ANSWER_TO_PAPER.search(title):
            return parts._replace(title=title)
        # `(DQN, AAAI 2016)`: a short name before the venue
        parsed, words = venue_in_brackets(group.group(1)), group.group(1).rpartition(", ")
        if not parsed.venue and _ACRONYM.fullmatch(words[0]):
            parsed = venue_in_brackets(words[2])
        is_remark = ("【" in group[0] or bool(CJK_LETTER.search(group[1]))) and title[: group.start()].isascii()
        is_remark = is_remark or group[1][0] == "@" or is_uninformative(group.group(1)) or venues.is_track(group[1])
        is_part = not (parsed.venue or parsed.year or is_remark) or title_decoration.YEARS.fullmatch(group[1].strip())
        # an extended version is a different text
        if is_part or "extended" in group.group(1).lower():
            return parts._replace(title=title)
        parts = parts.completed(parsed)._replace(title=title[: group.start()])
    return parts


def _without_byline(parts: TitleParts) -> TitleParts:
    """Return a title without family names at its end, or with their year before it, which are the authors."""
    split = short_bylines.split_byline(parts.title, is_dated=parts.year is not None)
    if not split and (before := short_bylines.byline_before(parts.title)):
        split = before[1], before[0]
    if not split:
        return parts
    inner = split_title(split[0])
    return parts._replace(title=inner.title, authors=split[1].authors).completed(inner).completed(split[1])


def venue_in_brackets(value: str) -> TitleParts:
    """Return venue, year and track if a whole text is a venue or a year; empty parts for any other text."""
    value = re.sub(r"(?<=\w) ?@[A-Z]\w+$", "", value)  # [2020 ICML@OpenAI]
    name, year, track = venues.parse_venue(value)
    if not name and (match := _YEAR.fullmatch(value.strip())):
        year = int(match.group(1))
    if not name and not year and not _CITED_KEY.match(value):
        name, year, track = dated_venues.read(value)
    return TitleParts("", name, year, track)


def _without_marks(title: str) -> str:
    """Return a title without quotation marks around it, empty brackets, and punctuation at its ends."""
    if title[:1].isalnum() and title[-1:].isalnum() and not (")" in title or "]" in title):
        return title
    title = title.strip().strip("|·•–—,;:：．").rstrip("-").strip().removesuffix("**")
    if title.endswith(("[", "(", "{", "（", "【")):
        title = _OPEN_BRACKET_AT_END.sub("", title)
    while len(title) > 2 and _QUOTATION_MARKS.get(title[0]) == title[-1] and title.count(title[0]) <= 2:
        title = title[1:-1].strip()
    if ")" in title or "]" in title:
        # empty brackets remain where a group of links was removed
        title = _EMPTY_BRACKETS.sub("", title)
    if title.endswith("]") and "[" not in title:
        title = title[:-1]
    if title.endswith(".") and not _POINT_OF_TITLE.search(title):
        title = title[:-1]
    return title.strip().strip(",;|·•–—").strip()


def _is_title_after_name(match: re.Match[str]) -> bool:
    """Return whether the words after a name and a bar are a title, and not the name of a site."""
    name, words = match["name"], match["title"]
    is_shaped = " " not in name and any(map(str.isupper, name[1:]))
    return count_words(words) >= 3 and (is_shaped or looks_like_title(words) or count_words(words) >= 5)
