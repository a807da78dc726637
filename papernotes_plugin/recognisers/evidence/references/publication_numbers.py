"""Read year, volume, issue and pages in the text after the name of a venue."""

from __future__ import annotations

import re
from typing import NamedTuple

from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

_MONTHS_TABLE = """
    jan january januar januari janvier janv janeiro jänner ene enero gen gennaio
    feb february februar februari febr févr février fev fevereiro febrero febbraio
    mar march märz mär mars marzo março maart apr april avr avril abr abril aprile
    may mai mayo maggio mag maio mei jun june juni juin junio junho giugno giu
    jul july juli juil juillet julio julho luglio lug aug august augustus août agosto ago
    sep sept september septembre septiembre setiembre settembre setembro set
    oct october octobre octubre okt oktober ott ottobre out outubro nov november novembre noviembre novembro
    dec december dez dezember dezembro déc décembre dic diciembre dicembre
"""
# one set of first characters, which the search finds in half the time of the alternatives
MONTH = rf"(?i:\b(?=[a-gjl-os])(?:{'|'.join(sorted(_MONTHS_TABLE.split(), reverse=True))})\b\.?)"
"""Pattern of the name of a month, whole or shortened, in the languages of references."""
DAY = lazy_regex(
    r"(?<!\d)(?:19|20)\d\d\s?[-/.年년]\s?\d{1,2}\s?[-/.月월]\s?\d{1,2}(?!\d)"
    rf"|(?<!\d)\d{{1,2}}(?:st|nd|rd|th|[.º])?[\s/-]?(?:(?:of|de) )?{MONTH}[\s,/-]{{1,3}}(?:(?:of|de) )?{YEAR}"
    r"|(?<!\d)\d{1,2}(?P<mark>[-/.]) ?\d{1,2}(?P=mark) ?(?:19|20)\d\d"
    rf"|{MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?,?\s{YEAR}"
)
"""A date with its day and year: `2020-12-16`, `16 December 2020`, `16.12.2020`, `December 16, 2020`."""
_YEAR = lazy_regex(
    rf"(?:(?<![\d:/–—-])(?<!\d[. ])|(?<=[\s,]\d/)|(?<=[\s,]\d\d/))({YEAR})(?!['’]?s\b|er[ns]?\b)"
    r"(?=[a-z]?(?![\d/]|[.:]\d(?!\d{0,3}\s?\()|\s?[-–—]+\s?\d)|/\d{1,2}(?:,|\s(?:\(?[nN][°ºo]|\([Vv]ol)))"
)
"""A year, also next to the number of the issue: `2007/3,`, `5/2010`, `2003/1 (n° 4)`."""
_ANY_YEAR = lazy_regex(r"\b(?:19|20)\d\d(?=\b|[年년])(?!\.\d{4,5}\b)")
"""A number that can be a year, and is no part of one of arXiv: `1909.06040`."""
_YEAR_IN_BRACKETS = lazy_regex(
    r"[(（]\s?(?:(?:\d\d?\.?\s)?[^\W\d_]{3,}\.?\s(?:\d\d?,\s)?)?((?:1[5-9]|20)\d\d)[a-z]?"
    r"(?:[,/][^()]{0,20}|\.\s?(?:0?[1-9]|1[0-2]))?\s?[)）]"
)
"""A year in brackets, perhaps with its month: `(2005)`, `(March 2005)`, `(2005.11)`."""
_YEAR_AFTER_NUMBER = lazy_regex(rf"(?<=\d)\({YEAR}\): ?\d[^()]*, {YEAR}\b")
"""The number of a journal that looks like a year, and the year at the end: `374(2065):2015.0203, 2016`."""
_OLD_YEAR = lazy_regex(r"[\s,.]*(1[5-8]\d\d)[\s.]*$")
"""The year of an old book, if nothing else follows it."""
_OLD_DAY = lazy_regex(rf"{MONTH}\s\d{{1,2}},?\s(1[6-8]\d\d)\b|\d\s{MONTH}\s(1[6-8]\d\d)\b")
"""The day of an old newspaper: `Oct 27, 1879`, `27 October 1879`."""
_DATE = lazy_regex(rf"[^<>/\x1d]*?, [0-3]?\d\.[01]?\d\.({YEAR})(?=[.,;]|$)", re.DOTALL)
"""A date after a comma, as in Germany: `, 12.05.2016`.  After an address it is the day of access."""
_PAGES = lazy_regex(
    r"(?:\b(?:pp?|pages?|págs?|ss|S)\b\.?\s*|[頁页]\s?|[:,;、]\s*|(?<![°ºᵒ])(?<!hs\.)(?<!aps\.)(?<!ters)(?<![Nn]o\.)(?<![Nn]r\.)(?<!\b[Nn]r)\s)(?P<pages>(?:[A-Z]{2}|[A-Za-z])?\d+\s?[-–—]+\s?(?:[A-Z]{2}|[A-Za-z])?\d+)"
    rf"(?!\d|/{YEAR})"
    r"|\b(?:pp?|pages?)\b\.?\s*(?P<page>\d+)\b"
    r"|(?<=[\d)])\s?[:,]\s?(?P<article>e-?\d{1,7}|[nm]\d{1,4}|CD\d{6})\b"
    r"|(?:(?<=\(\d\))|(?<=\(\d\d\))|(?<=\(\d{3}\))|(?<=\(\d{4}\))|(?<=\w;\d)|(?<=\w;\d\d)|(?<=\w;\d{3})"
    r"|(?<=\d{4}; \d)|(?<=\d{4}; \d\d)|(?<=\d{4}; \d{3}))[:;]\s?(?P<single>[A-Z]?\d{1,6})(?=[\s;]|\.(?!\d)|$)"
    r"|(?<=(?:19|20)\d\d\))\s(?P<first>[A-Z]?\d{1,6})(?=[\s.,;\[]|$)(?!\sp)"
)
_DAYS = lazy_regex(
    rf"{MONTH}\s\d\d?\s?[-–—]+\s?(?:{MONTH}\s)?\d\d?\b|^\s*\d\d?\s?[-–—]+\s?\d\d?,(?=\s{YEAR},\s[^\W\d_a-z])"
)
"""The days of a conference, which are no pages: `December 14–17`, or `14–17, 2021, Tokyo` after the month."""
_DAY_OF_ISSUE = lazy_regex(rf";\s?{MONTH}\s\d\d?:\s?(?=\d)")
"""The day on which a weekly journal appeared, in place of its volume: `1996; Jan 6:40`."""
_THOUSANDS = lazy_regex(r"(?<=[\s:])(\d{1,3}),(\d{3})\s?[–-]+\s?(\d{1,3}),(\d{3})(?!\d)")
"""Pages with a comma in their numbers, as journals of geophysics print them: `105, 21,579–21,590`."""
CHAPTERS = (
    r"(?i:\b(?:chs?|chap(?:ter)?s?|caps?|cap[íi]tulos?|kap(?:itel)?|§{1,2}))\.?\s?\d[\d.]{0,20}"
    r"(?:(?:,\s?|\s?[-–]\s?|,?\s(?:and|&)\s)\d{1,2}(?:\.\d{1,2})*(?![\d(:]))*"
)
"""Pattern of the chapters to read of a book: `ch. 1, 3-5`."""
_NO_NUMBER = lazy_regex(
    rf"{MONTH}\s\d\d?(?:st|nd|rd|th)?,?(?=\s(?:1[6-9]|20)\d\d\b)|(?<=\b{YEAR}),\s?(?:0?[1-9]|1[0-2])(?=[\s.]*$)|{CHAPTERS}"
)
"""A day before its year, a month after it, and chapters, which are no volume: `January 7, 2016`, `2022, 03.`"""
_MARKED_PAGES = lazy_regex(r"\b(?:pp?|ss|S)\.\s*(?:(?P<pages>\d+\s?[-–—]+\s?\d+)(?!\d)|\d)")
"""Pages with a mark, which come before `44-6`, the volume and the number."""
_VOLUME = lazy_regex(
    r"\b(?:vol(?:ume)?\.?|(?:[vtт]|bd|jg|tom[eo]?)\.|jahrgang)\s*(?P<v1>(?:[A-Z]\d+-[A-Z]\b|\d+))|제?\s?(?<!\d)(?P<v2>\d+)\s?권|第?\s?(?<!\d)(?P<v3>\d+)\s?[巻卷]"
    r"|(?:^|[\s,;:*])(?P<v8>\d{1,4})(?: |\s?\()(?P<n8>(?:Suppl|Pt)\b\.?(?:\s\d{1,3})?)(?=\)|\s?[:;,])"
    r"|\bvol(?:ume)?\.?\s(?P<v9>(?-i:[IVXLC]{1,7}))\b|[\s,](?P<v0>(?-i:[IVXLC]{2,7}))\s?\((?P<n9>\d{1,3})\)"
    r"|(?:^|[\s,;:*])(?P<v4>\d{1,4})\s?[(（](?P<n1>\d{1,4}(?:[-–/]\d+)?)[)）]"
    r"|(?:^|[\s,;:*])(?P<v5>\d{1,4})\.(?P<n2>\d{1,4})(?=\s?[(])"
    r"|(?:^|[\s,;:*])(?P<v6>(?!(?:19|20)\d\d(?:[,:;]|\s?\())\d{1,4})(?=,\s*(?:n(?:[or]\b|[uú]m)|(?:(?-i:[A-Z]{2})|[A-Za-z])?\d+\s?[-–])|,\s?\d+\s?\(|\s?:|;$|\s?,\s?\d|\s?\()"
    r"|^[\s.,]*(?:(?:19|20)\d\d\s?[,;]\s?)?(?P<v7>\d{1,3})(?=[\s.,;]*$|;[A-Za-z]?\d)",
    re.IGNORECASE,
)
_NAMED_VOLUME = lazy_regex(r"\b[Vv]ol(?:ume)?\.\s?(\d{1,4})\b")
_ISSUE = lazy_regex(
    r"(?:\b(?:(?:no|nro?|number|issue|iss|núm|num|n[úu]mero|numéro|heft|ausgabe)\b\.?|(?:n|h|fasc|вып)\.|n\.?\s?[°ºᵒ])|№)\s*(?P<n1>\d+(?:[-–/]\d{1,4}(?!\d))?)"
    r"|제?\s?(?<!\d)(?P<n2>\d+)\s?호|第?\s?(?<!\d)(?P<n3>\d+)\s?[号期]|^,\s?(?P<n4>\d+)\s?\(",
    re.IGNORECASE,
)
_YEAR_OF_EVENT = lazy_regex(
    rf"^\s{YEAR}[.,]? (?=(?:Springer|Lecture Notes|Communications in Computer|Studies in)\b.*\b{YEAR}\b)"
)
"""The year at the end of the name of an event, before the series and the year of its proceedings."""

_ONLY_OLD_YEAR = lazy_regex(r"\W{0,3}(?:ca?\.\s?|um\s|vers\s)?(1[4-8]\d\d)\W{0,3}년?年?г?\W?")
"""A year in which only books appeared, as the whole value of a label: `1859`."""


def first_year(words: str) -> int | None:
    """Return the first number of a text that can be a year; None for none.

    Examples:
        >>> first_year("Accepted, May 2019 (2020)"), first_year("page 20190")
        (2019, None)
        >>> first_year("2023년 10월"), first_year("2023年"), first_year("arXiv:1909.06040")
        (2023, 2023, None)
    """
    match = _ANY_YEAR.search(words)
    return int(match.group()) if match else None


def stated_year(words: str) -> int | None:
    """Return the first year of a value, or a year before 1900 that is all of it; None for any other value.

    Examples:
        >>> stated_year("1859"), stated_year("ca. 1651"), stated_year("1859 pages"), stated_year("May 2019")
        (1859, 1651, None, 2019)
    """
    if year := first_year(words):
        return year
    match = _ONLY_OLD_YEAR.fullmatch(words.strip(" *_"))
    return int(match[1]) if match else None


def find_year(name: str, rest: str) -> int | None:
    """Return the year after a venue: in brackets, else the last one after it, else the one in its name."""
    rest = _YEAR_OF_EVENT.sub("", rest)
    if match := _YEAR_IN_BRACKETS.search(rest):
        if not _YEAR_AFTER_NUMBER.match(rest, match.start()):
            return int(match[1])
        rest = rest[match.end() :]
    outside = _PAGES.sub(" ", rest)
    for part in (outside, name):
        if years := _YEAR.findall(part):
            return int(years[-1] if part is name or len(years) == 1 else years[0])
    dated = _DATE.match(rest) or _OLD_YEAR.match(rest) or _OLD_DAY.search(rest)
    return int(dated[dated.lastindex or 1]) if dated else None


class PublicationNumbers(NamedTuple):
    """Volume, issue and pages of a paper; "" for what is not stated."""

    volume: str
    issue: str
    pages: str


def find_numbers(rest: str) -> PublicationNumbers:
    """Return volume, issue and pages in the text after a venue."""
    rest = _NO_NUMBER.sub("", _DAY_OF_ISSUE.sub("; p. ", _DAYS.sub("", rest)))
    if "," in rest:
        rest = _THOUSANDS.sub(r"\1\2–\3\4", rest)
    marked = _MARKED_PAGES.search(rest)
    pages = marked if marked and marked["pages"] else _PAGES.search(rest)
    before = rest[: pages.start() + 1] if pages else rest
    volume = _VOLUME.search(_YEAR_IN_BRACKETS.sub(lambda m: "(" + " " * (len(m[0]) - 1), before))
    issue = _ISSUE.search(before, volume.end() if volume else 0) if volume else None
    if (
        volume
        and volume["v6"]
        and (only := _ISSUE.search(before))
        and only["n1"]
        and only.end("n1") == volume.end("v6")
    ):
        # `Cuadernos de Historia, núm. 34, 2011`
        volume, issue = None, only
    if not volume and (only := _ISSUE.search(before)) and (only["n1"] or only["n3"]):
        issue = only
    numbers = {name: value for name, value in volume.groupdict().items() if value} if volume else {}
    number = next((v for n, v in numbers.items() if n[0] == "n"), "")
    if issue and not number:
        number = next((v for v in issue.groupdict().values() if v), "")
    printed = next(filter(None, pages.groupdict().values())) if pages else ""
    if numbers and not numbers.get("v1") and (named := _NAMED_VOLUME.search(before)):
        # `J Pers Soc Psychol 1, 2013, Vol. 104`
        numbers = {"v1": named[1]}
    return PublicationNumbers(
        next((v for n, v in numbers.items() if n[0] == "v"), ""), number, re.sub(r"\s?[-–—]+\s?", "–", printed)
    )
