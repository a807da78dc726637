"""Read guidelines and reports of medical societies: `KDIGO 2021 Clinical Practice Guideline for …`, `WHO. … 2022`."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.references.author_lists import AuthorList
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.reference_reader import CERTAIN, Reference, start_of_names
from papernotes_plugin.recognisers.evidence.references.title_ends import TitleReading
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

_ACRONYM = r"[A-Z][A-Za-z]?[A-Z][A-Za-z]{0,6}"
_SOCIETY = (
    rf"(?:{_ACRONYM}(?:[/&+–-]{_ACRONYM}){{0,6}}|(?:[A-Z][a-z]+ ){{1,4}}(?:College|Society|Association|Academy)"
    r"(?: (?:of|for|on) (?:[A-Z][a-z]+,? (?:and |& )?){1,3}(?<= ))?)"
)
_KIND = (
    r"(?:[Gg]uidelines?|[Rr]ecommendations?|[Cc]onsensus|[Ss]tatement|[Pp]osition [Pp]aper|[Ss]tandards"
    r"|[Ll]inee [Gg]uida|(?:S[123]-)?Leitlinien?|[Gg]u[ií]as?|[Dd]iretriz(?:es)?|[Rr]ecommandations|[Rr]accomandazioni"
    r"|[Rr]ecomendaciones|[Rr]ecomendações)"
)
_ON = r"(?:on|for|of|in|zu[mr]?|für|per|su[l]?|pour|sur|para|de|sobre)"
JOURNAL = r"(?P<journal>[A-Z][A-Za-z&]*\.?(?: (?:of|the|and|&|[A-Z][A-Za-z&]*)\.?){0,7}?)"
_NUMBERS = (
    r"(?:(?P<year>(?:19|20)\d\d)\s?;\s?(?P<volume>\d{1,4})(?:\s?\((?P<issue>[^()\n]{1,12})\))?"
    r"(?:\s?:\s?(?P<page>[A-Za-z]?\d+(?:\s?[–-]\s?[A-Za-z]?\d+)?))?"
    r"|(?P<volume_first>\d{1,4})\s?\((?P<issue_first>[^()\n]{1,12})\)\s?:\s?"
    rf"(?P<page_first>[A-Za-z]?\d+(?:\s?[–-]\s?[A-Za-z]?\d+)?)(?:,\s?(?P<last_year>{YEAR}))?)"
)
_PUBLISHED = rf"(?:[.,;]\s+{JOURNAL}[.,]?\s{_NUMBERS}[\s.]*)"
_DATED = rf"(?:[.,]?\s\(?(?P<dated>{YEAR})\)?[\s.]*)"
_GUIDELINE = lazy_regex(
    rf"(?P<title>(?:(?P<first>{YEAR})\s|An?\s)?(?:[Oo]fficial\s)?{_SOCIETY}(?:\s(?P<second>{YEAR}))?\s"
    rf"(?:[\w/,&-]+\s){{0,7}}?{_KIND}(?:\s{_ON}\s|:\s)[^\n;]{{8,220}}?)(?:{_PUBLISHED}|{_DATED}|[\s.]*)"
)
"""A year and a society in any order, a kind of guideline, its subject, and perhaps a journal up to the end."""
_TOPIC = lazy_regex(
    rf"(?P<title>(?:(?P<first>{YEAR})\s{_SOCIETY}|{_SOCIETY}\s(?P<second>{YEAR}))\s[^\n;.,]{{3,100}}){_PUBLISHED}"
)
"""A society, the year and a subject before a journal with numbers: `ESC 2020 NSTE-ACS, Eur Heart J 2021;42:1289`."""
_BODIES = (
    "WHO|OMS|OPS|PAHO|CDC|ECDC|NICE|SIGN|HAS|RKI|AWMF|FDA|EMA|NIH|AIFA|AIOM|USPSTF|UNAIDS|UNICEF|GOLD|GINA|KDIGO|ESC"
    "|AHA|ACC|ADA|IDF|ACOG|RCOG|APA|IARC"
)
"""Bodies of public health and medical societies; other capitals may be a family name: `LEE. Manual of Birds, 2005`."""
_STATED = lazy_regex(
    rf"(?P<society>{_BODIES}|World Health Organi[sz]ation)(?:[.,:]\s+(?![A-Z]\.)|\s(?=[A-Z]{{2,3}}\d{{2,4}}\b))"
    r"(?:(?P<number>[A-Z]{2,3}\d{2,4})[:,.]?\s)?(?P<title>[^\W\d_a-z][^\n]{8,200}?)"
    r"(?:[.,]\s(?:[A-Z]\w+ guideline )?(?P<after>[A-Z]{2,3}\d{2,4}))?"
    r"(?:[.,]\s(?P<place>[A-Z][a-zà-ü]{3,15}(?: [A-Z][a-z]{2,10})?)(?::\s(?P<publisher>[A-Z][\w &]{1,40}))?)?"
    rf"(?:(?P<mark>[.,;]?)\s(?P<bracket>\(?)(?P<dated>{YEAR})\)?)[\s.]*"
)
"""A society, perhaps the number of its guideline, a title, perhaps place and publisher, and a year at the end."""
_OF_REPORT = lazy_regex(
    r"\b(?:report(?:s|ed)?|guid(?:e|ance|elines?)|statistics|strategy|recommendations?|standards?|handbook|manual|survey|review"
    r"|prevention|treatment|management|diagnosis|classification)\b",
    re.IGNORECASE,
)
"""A word of the titles of reports and guidelines."""
_MIN_TOPIC = 3
"""Words of a subject after a kind of guideline."""


def read(text: str) -> tuple[Reference, bool] | None:
    """Return the guideline or report that a text is, and whether it is certain; None for other texts.

    It is certain if a journal with its numbers follows.

    Examples:
        >>> groups, is_certain = read("ESC 2020 NSTE-ACS, Eur Heart J 2021;42:1289")
        >>> groups.title.words, groups.year, groups.publication.venue, is_certain
        ('ESC 2020 NSTE-ACS', 2021, 'Eur Heart J', True)
        >>> read("ESC 2021: class I for SGLT2i")
    """
    start = start_of_names(text)
    if match := _GUIDELINE.fullmatch(text, start):
        subject = re.split(rf"\b{_KIND}", match["title"])[-1]
        if count_words(subject) < _MIN_TOPIC or (is_sentence(match["title"], has_link=False) and not match["journal"]):
            return None
        stated = match["dated"] or match["second"] or match["first"]
        return _reference(match, stated) if match["journal"] or stated else None
    if match := _TOPIC.fullmatch(text, start):
        return _reference(match, None)
    return _stated(text, start)


def _reference(match: re.Match[str], stated: str | None) -> tuple[Reference, bool]:
    """Return the guideline of a match, and whether it has a journal; the year is that of the journal, if it has one."""
    groups = match.groupdict()
    printed = groups["year"] or groups["last_year"] or stated
    pages = (groups["page"] or groups["page_first"] or "").replace("-", "–")
    published = Publication(
        venue=groups["journal"] or "",
        year=int(printed) if printed else None,
        volume=groups["volume"] or groups["volume_first"] or "",
        issue=groups["issue"] or groups["issue_first"] or "",
        pages=pages,
        entry_type="article" if groups["journal"] else "",
        is_event=bool(groups["journal"]),
        end=match.end(),
    )
    title = TitleReading(match["title"].strip(" .,"), match.start("title"), match.end("title"), points=0)
    authors = AuthorList((), match.start(), "organisation")
    return Reference(title, authors, published.year, published, CERTAIN, is_dated=False), bool(groups["journal"])


def _stated(text: str, start: int) -> tuple[Reference, bool] | None:
    """Return the report of a society that a text is, such as `WHO. Global tuberculosis report 2022`."""
    match = _STATED.fullmatch(text, start)
    if match is None or not (match["number"] or match["after"] or _OF_REPORT.search(match["title"])):
        return None
    if count_words(match["title"]) < _MIN_TOPIC or is_sentence(match["title"], has_link=False):
        return None
    # the year without a mark before it is a part of the title
    is_in_title = not (match["mark"] or match["bracket"] or match["place"] or match["after"])
    end = match.end("dated") if is_in_title else match.end("title")
    published = Publication(
        year=int(match["dated"]),
        place=match["place"] or "",
        publisher=match["publisher"] or "",
        institution=match["society"],
        entry_type="report",
        end=match.end(),
    )
    title = TitleReading(text[match.start("title") : end].strip(" .,"), match.start("title"), end, points=0)
    authors = AuthorList((match["society"],), match.end("society"), "organisation")
    return Reference(title, authors, published.year, published, CERTAIN, is_dated=False), False
