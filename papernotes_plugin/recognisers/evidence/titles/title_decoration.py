"""Strip a title of what web sites, browsers and the writers of notes add to it."""

from __future__ import annotations

import re
from posixpath import basename, splitext

from papernotes_plugin import citekeys, text, venues
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex, optional_run
from papernotes_plugin.text.years import YEAR

_BRACES = lazy_regex(r"\{([\w+-]*)\}")
"""The braces that keep capitals in BibTeX."""
_EMOJI = lazy_regex(rf"{OPTIONAL_SPACE}:[a-z_]+:(?=\s|$)")
"""A picture of Slack or GitHub: `:star:`."""
_BLOCK_REFERENCE = lazy_regex(rf"{OPTIONAL_SPACE}\(\([0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}\)\)")
"""The address of a block of a note in Logseq, in place of its words."""
_SITE_NAME = lazy_regex(r"(?<!\s)\s+\\?\|\s+[^|]{3,60}$")
_EXTERNAL = lazy_regex(r"(?<!\s)\s*(?:\(\s*)?Links to an external site\.?\s*\)?")
"""Words that a platform for courses writes after each link."""
_JOINED_WORDS = lazy_regex(r"\(?([^\W_][\w'’+:-]*(?:\.[^\W_][\w'’+:,-]*){3,})\)?")
"""Words with dots between them, as the names of files have them: `Your.State.is.Not.Mine`."""
NOTE_ON_PAPER = (
    r"论文(?:阅读|学习|精读)?笔记|论文(?:阅读|解读|精读|解析)|(?:精读|阅读)笔记|論文(?:メモ|紹介|まとめ|解説)"
    r"|논문\s?(?:리뷰|정리|요약)"
)
"""Pattern of words that call a note one on a paper."""
_REVIEW = lazy_regex(
    r"(?P<title>(?:\S+\s+){3,}(?!Systematic|Literature|Scoping|Critical|Comprehensive|Brief|Peer|Code|Book|White|Position)"
    r"(?:(?!The |This |Our )[A-Z]\S{2,}|\S+[?)])) (?:review|paper)"
    r"|(?P<named>\S+: (?:\S+ ){3,}(?!(?:white|position|working|discussion) )\S+) paper"
)
"""The word for a note or its paper in lower case after a title in capitals; `A Systematic Review` ends a title."""
_NOTE_WORDS = lazy_regex(
    optional_run(r"\s:：\-–—_|") + rf"[(（【\[]?(?:{NOTE_ON_PAPER}|论文总结|学习笔记"
    r"|(?:通俗|图表|原文|全文)(?:讲解|详解|翻译|解读))[)）】\]]?$"
    r"|(?<=[A-Za-z\d)?!])(?:\s?|\s[-–—:：]{1,2}\s|\s?[:：]\s?)(?:论文|全面|全方位|深度|详细|技术|原作){0,3}"
    r"(?:解读|详解|精读|笔记|讲解|解析|剖析|解构)$"
    r"|(?<=[A-Za-z\d)?!])\s(?:논문\s|요약\s)?설명$|\s?\((?:[^()]{1,20}\s)?논문 설명\)$"
    r"|\s[-–—]\s(?-i:[A-Z]{3,}),\s\d{1,2}(?:\s\([^()]*\))?$"
    r"|(?:(?<!\s)\s+[-–—|]|,)\s+(?:(?:paper|reading)\s+(?:notes?|review|summary)|notes)$"
    r"|[;；]\s*\([^()]{2,40}\)$|\s\((?:highlights|annotations)\)$",
    re.IGNORECASE,
)
"""Words after a title that name the kind of note: `End-to-End Speech Separation 阅读笔记`, `VideoJAM - Paper Notes`.

Also the reader with a number, `Sequence to Sequence Learning - JOSH, 7`, and a remark, `Title; (Theory)`.
"""
_IN_TITLE_MARKS = lazy_regex(
    r"《([^《》]{8,})》(?:的|论文|全面|全方位|深度|详细|技术){0,3}(?:解读|详解|精读|笔记|讲解|解析|剖析)"
)
"""A title in the marks that Chinese has for titles, before the kind of note: `《Title》论文解读`."""
_ENDINGS_TABLE = """
    笔记 阅读 解读 详解 讲解 解析 剖析 解构 翻译 精读 总结 メモ 紹介 まとめ 解説 리뷰 정리 요약 설명
    ) ） 】 ] otes Note note eview ummary
"""
_ENDINGS = tuple(_ENDINGS_TABLE.split())
"""The ends of all matches of `_NOTE_WORDS` that have no number at the end, which are quicker to find."""
AUTHOR_AT_END = lazy_regex(rf"{OPTIONAL_SPACE}[(（](?P<name>[^\W\d_][^()（）]{{0,40}}?)\s?著[)）]$")
"""The author of a book in Japanese or Chinese: `Title (Dornberger著)`."""
NAME_BEFORE_BAR = lazy_regex(r"(?P<name>[^\s|]{2,24}(?: [^\s|]{1,16})?) \| (?P<title>[^|]+)")
"""A short name before the title: `SimCSE | SimCSE: Simple Contrastive Learning of Sentence Embeddings`."""
YEARS = lazy_regex(r"1\d{3}\s?[-–—]\s?(?:1\d{3}|20\d\d|\d\d)|20\d\d\s?[-–—]\s?20\d\d")
"""The years that are the subject of a title: `(1912–1972)`, `(2006–2022)`."""
_LABEL_BEFORE_QUOTATION = lazy_regex(
    r"(?:[^\s:\"“”«»()]{2,12}(?: [^\s:\"“”«»()]{1,12}){0,2}:"
    r"|(?:(?:Today|Just|Currently)(?: I)? )?(?i:finished|started|skimmed|re-?read|read(?:ing)?)(?: reading)?(?: today)?"
    r")\s?"
    r"(?=[\"“«][^\"“”«»]{9,300}[\"”»](?:,? by [^\n\"“”«»]{3,200})?(?:\s?\([^()]*\))?\W*$)"
)
"""A label or a verb of reading before a title in quotation marks: `Next paper: “Attention Is All You Need” (2017)`."""
_NOTES_ON = lazy_regex(
    r"(?:(?:[\w]+ )?(?:[Nn]otes|[Rr]eview|[Ss]ummary|[Cc]omments) (?:on|of|about):? )?"
    r"(?:'(?P<title>.{8,}?[^\s,])'|[‘“\"]?(?P<quoted>[^’”\"]{8,})[’”\"]), by\b.*"
)
"""The title of a note that quotes that of a paper: `Notes on 'The stochastic city', by Dennis R. Capozza`."""
_KIND_AT_END = lazy_regex(
    r"(?:\s[–—-]\s(?:(?:long|short|full|demo|poster|workshop|position|oral|regular|industry) (?:paper|presentation)"
    r"|\d{1,5}\+? citations)){1,6}$",
    re.IGNORECASE,
)
"""The kind of a paper and the number of its citations after a title: ` – Short Paper – 11 citations`."""
WRITTEN_ARXIV = r"ar[xX]iv[:\s]\s?\d{4}\.\d{4,5}(?:v\d+)?"
"""Pattern of an arXiv identifier with its name, as references have it."""
IDENTIFIER_AT_END = lazy_regex(
    r"(?:\[[JCDMRP](?:/OL)?\](?:\. ar[xX]iv (?:e-)?[Pp]reprint)?|\. ar[xX]iv (?:e-)?[Pp]reprint|(?<![\s,.;:([–—-]))"
    r"[\s,.;:([–—-]+"
    rf"(?:{WRITTEN_ARXIV}|(?i:doi)[:\s]\s?10\.\d{{4,9}}/[^\s()\[\]]+)(?:\s\[[a-z-]{{2,9}}(?:\.[A-Z]{{2}})?\])?[\])]?(?:[\s,;(]+{YEAR}\)?)?\.?$"
)
"""An identifier after a title: `, arXiv:1706.03762, 2017`, `. doi:10.1000/182`."""
PREPRINT_AT_END = lazy_regex(
    r"(?<=[\w)?!]),\s(?:ar[xX]|(?:[Bb]io|[Mm]ed|[Cc]hem)[rR]x)iv(?:\spreprint)?"
    rf"(?:,?\s\(?(?P<year>{YEAR})\)?)?\.?$"
)
"""The preprint server after a title, perhaps with the year: `, arXiv, 2015`."""
_NAME_AFTER_DASH = lazy_regex(rf"(?<=\S)\s[–—-]\s[^\W\d_a-z][^\W\d_]+,? \(?(?P<year>{YEAR})\)?$")
"""A family name or a place, and a year, after a title: `Title — Lim 2019`."""
_YEAR_BEFORE_DASH = lazy_regex(
    rf"({YEAR})(?:\s+[-–—|]\s+(?=\S+\s+\S)|,\s+(?=[A-Z]\S*\s+\S+\s+\S))"
    r"|(?=[A-Z][A-Za-z-]*\d)[\w-]{3,20}\. ((?:19|20)\d\d)\. (?=\S+\s+\S+\s+\S)"
)
"""A year before a title: `2021 - TCP-Fuzz: …`, `2021, Title of the Paper`, `UniswapV2. 2020. Title of the Paper`."""
_YEAR_BEFORE_NAME = lazy_regex(rf"({YEAR}) (?=[A-Z]\S*(?: v\d[\d.]*)?: \S)")
"""A year before the name of a paper: `2021 BEiT: BERT Pre-Training`, `2022 BEiT v2: …`."""
_MAX_YEARS = 2
"""Years between a preprint and its publication."""
_VENUE_BEFORE_DASH = lazy_regex(
    r"(?P<venue>[A-Z][\w&/ ]{1,20}?\s?['’ ](?:(?:19|20)\d\d|\d\d))"
    r"(?:\s+[-–—]\s+(?=\S+\s+\S)|:\s+(?=\S+\s+\S+\s+\S+\s+\S))"
)
"""A venue with its year before a title: `SIGMOD'22 - Hybrid Execution of Transactions`, `NIPS 2017: Title`."""
_HONOUR = r"(?:Best|Outstanding|Distinguished|Orals?|Spotlights?|Posters?|Highlights?)\b"
_VENUE_AFTER_DASH = lazy_regex(
    rf" [–—-] (?P<venue>[A-Z][\w&/]*(?: (?!{_HONOUR})[A-Z][\w&/]*)?(?: ?['’]?\d{{2,4}})?)"
    rf"(?P<track> {_HONOUR}(?: [A-Z][a-z]+){{0,4}})?$"
)
"""A venue at the end of a title, perhaps with its year and an award: `- ICLR'16 Best Paper Award`."""
_DATE_BEFORE_UNDERSCORE = lazy_regex(
    r"(?P<year>(?:19|20)?\d\d)_(?:(?P<venue>[A-Z](?:[\w.&+-]{0,20}?[^\W_])?(?: [A-Z][a-zA-Z]+)?)_)?"
    r"(?=(?:(?<=[A-Za-z]_)\w|[a-z]?[^\W\d_a-z])[^\s_]*\s\S)"
)
"""Year and venue as in the names of files: `20_OSDI_FIRM: An Intelligent Framework`, `2021_A Survey of Caches`."""
_PUBLICATION_WORD = r"\b(?:Review|Journal|Transactions|Letters|Magazine|Communications)\b"
UNKNOWN_VENUE = lazy_regex(
    r"(?:(?P<name>[A-Z][A-Za-z]*[A-Z]{2})\s?|[A-Z]\w+(?:/[A-Z]\w+)+\s)['’]?(?:19|20)\d\d"
    rf"|(?=[^:?]*{_PUBLICATION_WORD})[A-Z][^:?]{{5,50}}\s(?:['’]\d\d|{YEAR})"
)
"""A name with a year as venues are written: `SoCC 2022`, `ICCVW2021`, `ISPA/IUCC 2018`, `Communication Review '07`."""
KEY_AT_START = lazy_regex(
    r"^\[{0,2}@(?=[\w:.+/-]*\d\d)(?=[\w:.+/-]*[^\W\d_])\w[\w:.+/-]{2,60}\]{0,2}[\s:–—-]+(?=\S+ \S)"
    r"|^@(?=[^\W_a-z]\S* \S+ \S)"
)
"""A citation, a link to a note, or the mark of Logseq's notes of Zotero: `[@lee2019] Title`, `@Title of a Paper`."""
KEY_BEFORE_DASH = lazy_regex(
    rf"^(?:[A-Z]?[a-z]+ ?{YEAR}[a-z]?|{YEAR} [—–-] [A-Z][\w'’-]+(?: et al\.?)?)"
    r" [—–-] (?=\S+ \S+ \S)"
)
"""A citekey, or a year and an author, before a title: `Cox2024 — BrainSegFounder: …`, `2024 — Cox — …`."""
_BRACKETED_KEY = r"\[(?=[^\]]*[a-z])[a-z0-9]+(?:[-_^+][a-z0-9]+)*\]"
KEY_AT_END = lazy_regex(rf"(?<=\S) {_BRACKETED_KEY}$")
_KEY_IN_BRACKETS = lazy_regex(rf"\s*(?:\[(?!(?:19|20)\d\d\])\d{{1,4}}\]\s*|(?P<key>{_BRACKETED_KEY}) +(?=[a-z]*[A-Z]))")
"""The number of a paper in a list, or the key in small letters that an author gives it, before the title."""
QUOTED_AND_NAME = lazy_regex(r"[\s–—-]*[“\"„«](?P<title>[^“”\"„«»\n]{8,250})[”\"“»](?:\s?\([^()\n]{1,40}\))?\s*")
"""A title in quotation marks, perhaps with its short name: `“Dream to Control” (Dreamer)`."""
_OTHER_KEY = lazy_regex(
    r"[a-z]+(?:[A-Z][a-z]{2,}){2,}(?:19|20)\d\d[a-z]?|[A-Z][a-zß-ÿ]+_(?:19|20)\d\d[a-z]?|[a-z]{2,}\d\d(?:_[a-z]+){2,}"
)
"""A citekey of author, title and year, or of author and year: `nasarGrandPursuitStory2011`, `Lee_2019`."""
_SYMBOL = r"\u2600-\u27bf\u2b50\u2b55\ufe0f\U0001f300-\U0001faff"
SYMBOLS_AT_END = lazy_regex(rf"(?<![\s{_SYMBOL}])(?=\s*[{_SYMBOL}])[\s{_SYMBOL}]+$")
"""Symbols after a title, as for a link to Zotero: `Roads of the World 📖`."""


def without_date(title: str) -> tuple[str, str, int | None, str]:
    """Return a title without year or venue next to a dash or before an underscore; and venue, year and track.

    Examples:
        >>> without_date("VLDB'14 - A Study of Database Systems")
        ('A Study of Database Systems', 'VLDB', 2014, '')
        >>> without_date("Lifestyle Changes in Women — Lim 2019")
        ('Lifestyle Changes in Women', '', 2019, '')
    """
    if title[:2].isdigit() and (dated := _DATE_BEFORE_UNDERSCORE.match(title)):
        return title[dated.end() :], *_venue_of_file_name(dated["venue"] or "", dated["year"])
    if dated := _YEAR_BEFORE_DASH.match(title):
        return title[dated.end() :], "", int(dated[1] or dated[2]), ""
    if (
        (after := _VENUE_AFTER_DASH.search(title))
        and (not after["track"] or venues.is_track(after["track"]))
        and (published := venues.parse_venue(f"{after['venue']}{after['track'] or ''}"))[0]
    ):
        return title[: after.start()], *published
    if title[-2:].strip(")").isdigit() and (cited := _NAME_AFTER_DASH.search(title)):
        # no title of 23,000 papers ends like this
        return title[: cited.start()], "", int(cited["year"]), ""
    match = _VENUE_BEFORE_DASH.match(title)
    name, year, track = venues.parse_venue(match["venue"]) if match else ("", None, "")
    return (title[match.end() :], name, year, track) if match and name and year else (title, "", None, "")


def without_year(title: str, published: int | None) -> str:
    """Return a title without the year of the preprint before the name of the paper, given that of the publication.

    Examples:
        >>> without_year("2021 BEiT: BERT Pre-Training", 2022), without_year("2021 BEiT: BERT Pre-Training", None)
        ('BEiT: BERT Pre-Training', '2021 BEiT: BERT Pre-Training')
    """
    year = _YEAR_BEFORE_NAME.match(title) if published else None
    return title[year.end() :] if year and published and 0 <= published - int(year[1]) <= _MAX_YEARS else title


_NO_BRACES = str.maketrans("", "", "{}")


def without_braces(title: str) -> str:
    """Return a title without the braces that keep capitals in BibTeX; those of LaTeX and math stay.

    Examples:
        >>> without_braces("Querying for {B}ayesian Networks"), without_braces("{ACDC: an efficient layer}")
        ('Querying for Bayesian Networks', 'ACDC: an efficient layer')
        >>> without_braces("Exploring the {{Swampy Ground}")
        'Exploring the Swampy Ground'
    """
    if "{" not in title or "$" in title or "\\" in title:
        return title
    if title.count("{") != title.count("}"):
        # an export was cut within the braces
        return " ".join(title.translate(_NO_BRACES).split())
    is_enclosed = title[0] == "{" and title[-1] == "}" and "{" not in title[1:]
    return title[1:-1] if is_enclosed else _BRACES.sub(r"\1", title)


def without_namespace(title: str, path: str) -> str:
    """Return a title without the namespace of the page of Logseq that it names; "" for the slug of a page.

    Examples:
        >>> without_namespace("Papers/The Title", "pages/Papers___The Title.md"), without_namespace("TCP/IP", "tcp.md")
        ('The Title', 'TCP/IP')
        >>> without_namespace("refs/lee-2021-maps", "pages/refs___lee-2021-maps.md")
        ''
    """
    page = splitext(basename(path))[0].replace("___", "/")
    if "/" not in title or title.casefold() != page.casefold():
        return title
    name = title.rpartition("/")[2]
    return name if " " in name else ""


def quoted_title(title: str) -> str:
    """Return the title that the title of a note quotes before its author, else the title itself.

    Examples:
        >>> quoted_title("Notes on 'The stochastic city', by Dennis R. Capozza"), quoted_title('Deep Networks"')
        ('The stochastic city', 'Deep Networks')
        >>> quoted_title("Next: “Attention Is All You Need” (2017)"), quoted_title("Say: “On” and “off”")
        ('“Attention Is All You Need” (2017)', 'Say: “On” and “off”')
        >>> quoted_title("Finished reading “Reformer: The Efficient Transformer” by Nikita Kitaev")
        '“Reformer: The Efficient Transformer” by Nikita Kitaev'
    """
    if title.endswith(('"', "”")) and title[0].isupper() and not any(mark in title[:-1] for mark in '"“”'):
        # the other mark is before the link: `"[Title"](…)`
        title = title[:-1]
    elif title.startswith(("“", '"')) and title[-1].isalnum() and not any(mark in title[1:] for mark in '"“”'):
        title = title[1:]
    has_quotation = '"' in title or "“" in title or "«" in title
    if has_quotation and (label := _LABEL_BEFORE_QUOTATION.match(title)):
        # no title of 23,000 papers has this form
        return title[label.end() :]
    quoted = _NOTES_ON.fullmatch(title) if ", by" in title else None
    return (quoted["title"] or quoted["quoted"]) if quoted else title


def _venue_of_file_name(name: str, digits: str) -> tuple[str, int | None, str]:
    """Return the venue, year and track before the title in the name of a file; two digits alone may be a number."""
    year = venues.expand_year(digits) if name or len(digits) == 4 else None
    venue, _, track = venues.parse_venue(f"{name} {year}", labelled=True)
    return venue or venues.parse_venue(f"{name.upper()} {year}", labelled=True)[0], year, track


def without_additions(title: str) -> str:
    """Return a title without pictures that only their names show, kinds of papers, and words of platforms for courses.

    The address of a block in Logseq is no part of it, either.

    Examples:
        >>> without_additions("((a10b49f9-48f3-4278-a0e2-092ed17aced5)) Counting Sheep")
        'Counting Sheep'
        >>> without_additions("Places on Old Maps – Short Paper – 11 citations")
        'Places on Old Maps'
        >>> without_additions("Counting Sheep :star:"), without_additions("Maps Links to an external site.")
        ('Counting Sheep', 'Maps')
    """
    if ":" in title:
        title = _EMOJI.sub("", title)
    if "((" in title:
        title = _BLOCK_REFERENCE.sub("", title).lstrip()
    if title.endswith(("aper", "tations", "resentation")):
        title = _KIND_AT_END.sub("", title)
    return _EXTERNAL.sub(" ", title).strip() if "external site" in title else title


def with_spaces(title: str) -> str:
    """Return a title whose words have spaces between them, not dots, and none inside; the name of a host stays.

    Examples:
        >>> [with_spaces(title) for title in ("Your.State.is.Not.Mine", "Python.3.11.2.html", "www.a.b.org")]
        ['Your State is Not Mine', 'Python.3.11.2.html', 'www.a.b.org']
        >>> with_spaces("Abstractive sen- tence summarization"), with_spaces("Pre- and post-training")
        ('Abstractive sentence summarization', 'Pre- and post-training')
    """
    title = text.with_whole_words(title)
    match = _JOINED_WORDS.fullmatch(title) if "." in title and " " not in title else None
    if match is None:
        return title
    words = match[1].split(".")
    are_words = sum(len(word) > 2 and word[0].isupper() for word in words) >= max(2, 0.5 * len(words))
    return " ".join(words) if are_words else title


def without_name_after_bar(title: str) -> str:
    """Return a title without the name of a site after a bar: `Title | Site`."""
    return _SITE_NAME.sub("", title)


def without_note_words(title: str) -> str:
    """Return a title without the words after it that name the kind of note.

    Examples:
        >>> [without_note_words(title) for title in ("LayerGlue - Paper Notes", "Deep Learning: A Review")]
        ['LayerGlue', 'Deep Learning: A Review']
        >>> without_note_words("Masked Sequence to Sequence Pre-training for Language Generation review")
        'Masked Sequence to Sequence Pre-training for Language Generation'
    """
    if title.endswith((" review", " paper")) and (reviewed := _REVIEW.fullmatch(title)):
        return reviewed["title"] or reviewed["named"]
    if title.startswith("《") and (marked := _IN_TITLE_MARKS.fullmatch(title)):
        return marked[1]
    may_match = title.endswith(_ENDINGS) or (", " in title and title[-1].isdigit())
    words = _NOTE_WORDS.sub("", title) if may_match else title
    # `戊戌变法的另面：“张之洞档案”阅读笔记` is a title with a quotation in it
    is_cut = words != title and words.endswith(("”", "』", "」")) and words[0] not in "“『「"
    return title if is_cut or not words else words


def without_key_in_brackets(title: str) -> str:
    """Return a title without a number or a key in brackets before it; a venue with its year stays.

    Examples:
        >>> [without_key_in_brackets(f"[{key}] Gems of Stone") for key in ("12", "lee-gems", "1999", "iclr2020")]
        ['Gems of Stone', 'Gems of Stone', '[1999] Gems of Stone', '[iclr2020] Gems of Stone']
    """
    match = _KEY_IN_BRACKETS.match(title) if "[" in title[:2] else None
    is_venue = match is not None and match["key"] and venues.parse_venue(match["key"].strip("[]"))[1]
    return title if match is None or is_venue else title[match.end() :]


def without_key(title: str) -> str:
    """Return a title without a citekey before it: `@key: Title`, `key_2020: Title`, `keyWithTitle2020: Title`."""
    return title[len(key) + 2 :] if (key := key_before_colon(title)) else title


def key_before_colon(title: str) -> str:
    """Return the citekey before a title, with the colon after it; "" for other words."""
    key, colon, _ = title.partition(": ")
    # other words before a year name data sets: `iNat2021: …`
    is_marked = key.startswith("@") or (key.islower() and ("_" in key or citekeys.has_title(key)))
    is_key = (is_marked and citekeys.is_citekey(key.removeprefix("@"))) or _OTHER_KEY.fullmatch(key)
    return key if colon and is_key else ""


_OPENING_QUOTATION = lazy_regex(r"\s*«\s?(?=[^«]*»)")


def with_opening_quotation(title: str, value: str) -> str:
    """Return a title with the mark that opens a quotation within it, if the value that it was read from has one.

    Examples:
        >>> with_opening_quotation("Mots » : une notion", "« Mots » : une notion")
        '« Mots » : une notion'
    """
    opening = _OPENING_QUOTATION.match(value) if "»" in title and "«" not in title else None
    return f"{opening[0].lstrip()}{title}" if opening else title
