"""Judging words: is this a title, what is around it, who wrote it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from papernotes_plugin import citekeys, identifiers, text, venues
from papernotes_plugin.recognisers.evidence import field_labels
from papernotes_plugin.recognisers.evidence.field_labels import GENERIC, NAMES_PAPER, SAYS_NOTHING

_WORD = re.compile(r"[^\W_]+(?:[-'’.][^\W_]+)*")
_STRIP = ' \t\n.,;:：|·•–—-_*~`"“”„«»()[]{}<>《》「」『』【】（），。、'
_QUOTES = re.compile(r"[\"“„«《「『]([^\"“”„«»《》「」『』\n]{6,400})[\"”“»》」』]")
_LEADING = re.compile(
    r"^\s*(?:"
    r"\(?\d{1,3}(?:\.\d{1,3})*[.):、]\s+"  # 1. 2) 3.2:
    r"|\[\d{1,4}\]\s*"  # [12]
    r"|[\[(【]?(?:19|20)\d\d[-/.年](?:\d{1,2}|[A-Z][a-z]{2})(?:[-/.月]\d{1,2}日?)?[\])】]?\s*[:：,|–—-]*\s*"
    r"|[^\w\s\[\]()\"'“”‘’$\\{<《「『#@&+*/.-]+\s+"  # 📄
    r"|(?:paper(?:\s+(?:review|notes?|reading|summary|explained))?|论文(?:阅读|笔记|精读|解读)?|論文(?:メモ|紹介)?|논문(?:\s*리뷰)?"
    r"|review|notes? on|summary of|reading)\s*[:：]\s*"
    r"|\[(?:paper|papers|review|notes?|paper notes?|论文笔记|论文阅读|論文メモ)[^\]]{0,12}\]\s*"
    r")",
    re.IGNORECASE,
)
_TRAILING_GROUP = re.compile(r"\s*[\[(（【]([^\[\]()（）【】]{2,60})[\])）】]\s*$")
_LEADING_GROUP = re.compile(r"^\s*[\[(（【]([^\[\]()（）【】]{2,40})[\])）】]\s*[:：,-]?\s*")
_META = re.compile(r"\bmeta\s?-?data\b|基本信息|论文信息|元数据|메타데이터|メタデータ", re.IGNORECASE)
_EVENT = re.compile(
    r"\d|\b(?:proc|conf|journal|transactions|symposium|workshop|meeting|advances|annals|letters|review|findings)",
    re.IGNORECASE,
)
_AROUND = re.compile(r"^\[?\d{4}\.\d{4,5}(?:v\d+)?\]\s*|\s*\((?:arxiv\.org|openreview\.net)\)$|\s*:[a-z_]+:(?=\s|$)")
_SAFE = re.compile(r"(?<=\w)_ (?=\w)")
_OPENED = re.compile(r"[\s,;:–—-]*[\[({（【]+$")
_PAIRS = {'"': '"', "“": "”", "„": "“", "«": "»", "《": "》", "「": "」", "『": "』", "'": "'", "‘": "’"}
_EMPTY = re.compile(r"\s*(?:\(\s*[,/|]*\s*\)|\[\s*[,/|]*\s*\])")
_CUT = re.compile(r"\b[A-Z]\.$|\.\.\.$")
_SITE = re.compile(r"\s+\\?\|\s+[^|]{3,40}$")
_WIDE = re.compile("[\u3040-\u9fff\uac00-\ud7a3]")
_SEEN = 1 << 14
"""Texts whose judgement is remembered: the same titles and labels are asked about again and again."""
_LONG = 1000
"""Characters beyond which nothing is a title."""
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_SMALL_TABLE = "a an the of for in on and or to with by from via as at is are be vs und der die das für im"
_SMALL = frozenset(_SMALL_TABLE.split())
_HOST = re.compile(r"(?:www\.)?[\w-]+(?:\.[\w-]+)*\.(?:org|com|net|io|cc|edu|dev|ai|press|eu|de|uk|jp|cn|kr)")
_ABOUT_KEY = re.compile(r"[_ -](?:notes?|summary|pdf|annotations?|review)$", re.IGNORECASE)
"""A name with such an end is that of a note about the key's paper."""
_VENUE_TAG = re.compile(
    r"(?P<y1>(?:19|20)\d\d)\s+(?P<v1>@?[^\W\d_a-z][\w&+'’-]+)"
    r"|(?P<v2>@?[A-Z][\w&+-]*[A-Z][\w&+-]*)\s*['’]?(?P<y2>(?:19|20)\d\d)"
)
"""`2019 CVPR`, `ICB2016`"""


@dataclass(frozen=True, slots=True)
class TitleParts:
    """A title with what stood around it."""

    title: str
    venue: str = ""
    year: int | None = None
    track: str = ""


@lru_cache(maxsize=_SEEN)
def count_words(value: str) -> int:
    """How many words; a CJK character run counts by two characters a word."""
    found = _WORD.findall(value)
    if value.isascii() or not _WIDE.search(value):
        return len(found)
    return sum(max(1, len(_WIDE.findall(run)) // 2) for run in found)


@lru_cache(maxsize=_SEEN)
def is_uninformative(value: str) -> bool:
    """A link text that says where the link leads, not what it leads to: `PDF`, `arXiv:1706.03762`, `[1]`.

    Examples:
        >>> [is_uninformative(text) for text in ("Source Link", "arXiv:1706.03762", "Visual Instruction Tuning")]
        [True, True, False]
    """
    stripped = value.strip(_STRIP).casefold()
    if not stripped or stripped in SAYS_NOTHING or "://" in stripped:
        return True
    if len(stripped) > 60:
        return False
    if (
        is_venue(value.strip(_STRIP))
        or identifiers.parse_identifier(stripped.replace(" ", ""))
        or _HOST.fullmatch(stripped)
    ):
        return True
    found = identifiers.find_identifiers(value)
    if found and count_words(value[: found[0][0]] + value[found[0][1] :]) <= 1:
        return True
    return all(
        w in SAYS_NOTHING or w.isdigit() or not any(c.isalpha() for c in w)
        for w in re.split(r"[\s/|,:·+&()\[\]_-]+", stripped)
    )


@lru_cache(maxsize=_SEEN)
def is_venue(value: str) -> bool:
    """The whole text is a venue, not a title that holds the words of one ("Graph Neural Networks")."""
    if value.count(" ") > 3 and not _EVENT.search(value):
        # a long text without a number or the word for an event is no venue
        return False
    name, year, _ = venues.parse_venue(value)
    if not name:
        return False
    folded = re.sub(r"[^a-z]+", " ", value.casefold()).split()
    named = re.sub(r"[^a-z]+", " ", name.casefold()).split()
    if folded[: len(named)] == named or len(folded) <= 2 or (len(named) == 1 and named[0] in folded):
        return True
    return bool(
        {"proceedings", "conference", "transactions", "journal", "workshop", "symposium", "proc"} & set(folded)
    ) or (year is not None and len(folded) <= 6)


def citekey_of_name(name: str) -> str:
    """The citekey that a note or a wikilink is called by, or "": `@x` always, else what looks like a key.

    Examples:
        >>> citekey_of_name("@vaswani2017.md"), citekey_of_name("jin2024_notes"), citekey_of_name("Ideas")
        ('vaswani2017', '', '')
    """
    bare = name.rsplit("/", 1)[-1].removesuffix(".md").strip()
    key = bare.removeprefix("@")
    if _ABOUT_KEY.search(key) or any(c.isspace() for c in key):
        return ""
    return key if (bare.startswith("@") and len(key) > 2) or citekeys.is_citekey(key) else ""


def calls_paper(value: str) -> bool:
    """A link text by which its author calls the target a paper: `PDF`, `white paper`, `论文链接`."""
    words = value.split()
    if len(value) > 40 or not (len(words) <= 3 or is_uninformative(value)):
        return False
    # "Rock Paper Scissors" has it within a name
    named = len(words) == 3 and all(word[0].isupper() for word in words) and not is_uninformative(value)
    return bool(NAMES_PAPER.search(f"{words[0]} {words[2]}" if named else value))


def is_venue_like(value: str) -> bool:
    """A link text that names a journal or an institution's paper page: `Science`, `Research at X`."""
    return is_venue(value.strip(_STRIP)) or bool(
        re.search(r"\b(?:research|docs?|documents?|repository|thesis)\b", value, re.I)
    )


def is_template(value: str) -> bool:
    """A title that a template has not filled: `{{title}}`."""
    return field_labels.is_template(value.strip())


@lru_cache(maxsize=_SEEN)
def is_generic(heading: str) -> bool:
    """A heading that never is the title of a paper: `Related work`, `参考文献`."""
    bare = re.sub(r".\ufe0f", "", text.plain_text(heading))
    return re.sub(r"^[\W\d_]+|[\W_]+$", "", bare).casefold() in GENERIC or is_metadata(bare)


def is_metadata(label: str) -> bool:
    """A heading or bullet that only announces fields: `📌 Metadata`, `Zotero Metadata`, `基本信息`."""
    return len(label) <= 30 and bool(_META.search(label))


def starts_lowercase(value: str) -> bool:
    """Begins with a word in lower case, as no title does: `le cas des entrepôts`; not `mRNA`, `t-SNE`, `iCaRL`."""
    first = value.split(maxsplit=1)[0] if value.strip() else ""
    return len(first) > 1 and first.isalpha() and first.islower()


def looks_like_title(value: str) -> bool:
    """Written as titles are: a colon after a short name, or most longer words with a capital."""
    found = _WORD.findall(value)
    long = [w for w in found if w.lower() not in _SMALL and (w.isalpha() or any(c.isalpha() for c in w))]
    if len(long) < 2:
        return False
    return sum(not w[0].islower() for w in long) >= 0.7 * len(long)


@lru_cache(maxsize=_SEEN)
def split_title(value: str) -> TitleParts:
    """A title without numbering, dates, quotes and a venue in brackets; the venue is kept apart.

    Examples:
        >>> split_title("1. [2017/06] “Attention Is All You Need” (NIPS 2017).")
        TitleParts(title='Attention Is All You Need', venue='NeurIPS', year=2017, track='')
    """
    title, venue, year, track = " ".join(value[:_LONG].split()), "", None, ""
    if ":" in title or "]" in title or title.endswith(")"):
        title = _AROUND.sub("", title)
    if "_ " in title:
        # a name made safe for files
        title = _SAFE.sub(": ", title)
    for _ in range(4):
        shorter = _LEADING.sub("", title, count=1)
        group = _LEADING_GROUP.match(shorter)
        if group and group.end() < len(shorter):
            parsed = _venue_of(group.group(1))
            if parsed.venue or parsed.year:
                venue, year, track = venue or parsed.venue, year or parsed.year, track or parsed.track
                shorter = shorter[group.end() :]
        if shorter == title:
            break
        title = shorter
    for _ in range(4):
        title = _without_ends(title)
        group = _TRAILING_GROUP.search(title)
        if not group:
            break
        parsed = _venue_of(group.group(1))
        if (
            not (parsed.venue or parsed.year or is_uninformative(group.group(1)))
            or "extended" in group.group(1).lower()
        ):
            # an extended version is another text
            break
        venue, year, track = venue or parsed.venue, year or parsed.year, track or parsed.track
        title = title[: group.start()]
    # the title of a page, `Title | Site`
    title = _SITE.sub("", title) if "|" in title and count_words(title) > 5 else title
    return TitleParts(_without_ends(title), venue, year, track)


def _venue_of(value: str) -> TitleParts:
    """Venue, year and track where the whole text is no more than that."""
    name, year, track = venues.parse_venue(value)
    if name and not is_venue(value):
        name, year, track = "", None, ""
    if not name and (match := _YEAR.fullmatch(value.strip())):
        year = int(match.group(1))
    if not name and (match := _VENUE_TAG.fullmatch(value.strip())):
        # a venue we have no name for, as people tag their lists: `[2016 ICB]`
        name, year = (match["v1"] or match["v2"]).lstrip("@"), int(match["y1"] or match["y2"])
    return TitleParts("", name, year, track)


def _without_ends(title: str) -> str:
    title = title.strip().strip("|·•–—,;:：").rstrip("-").strip()
    if title.endswith(("[", "(", "{", "（", "【")):
        title = _OPENED.sub("", title)
    while len(title) > 2 and _PAIRS.get(title[0]) == title[-1] and title.count(title[0]) <= 2:
        title = title[1:-1].strip()
    if ")" in title or "]" in title:
        # an empty pair of brackets stays behind where a group of links stood
        title = _EMPTY.sub("", title)
    if title.endswith(".") and not _CUT.search(title):
        title = title[:-1]
    return title.strip().strip(",;|·•–—").strip()


def quoted(value: str) -> str:
    """The first phrase in quotation marks that is long enough for a title."""
    match = _QUOTES.search(value)
    return match.group(1).strip(" ,.") if match and count_words(match.group(1)) >= 3 else ""


def classify_link_text(value: str) -> tuple[str, str, str]:
    """What the text of a citation link is: its citekey, its title, or a label; the others are empty."""
    value = " ".join(value.split())
    if not value or is_uninformative(value):
        return "", "", ""
    bare = value.strip("@[]`{} ")
    if citekeys.is_citekey(bare):
        return bare, "", ""
    clean = split_title(value).title
    if count_words(clean) >= 4 and (looks_like_title(clean) or ":" in clean or quoted(value)):
        return "", clean, ""
    return "", "", clean
