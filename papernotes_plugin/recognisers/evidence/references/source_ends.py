"""Read what follows the title of a source: pages to read, the year, and a publisher or a venue with its numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.labels.kinds_of_works import (
    FILMS,
    MUSIC,
    PICTURES,
    PODCASTS,
    RECIPES,
    SONGS,
    WORKS_IN_OTHER_LANGUAGES,
)
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publishers import publisher_of
from papernotes_plugin.recognisers.evidence.references.publishing_cities import KNOWN_CITY
from papernotes_plugin.text.lazy_regex import lazy_regex, optional_run
from papernotes_plugin.text.years import OLD_YEAR

_LOCATOR = lazy_regex(
    optional_run(r"\s,;.:") + r"[(\[]?\b(?:pp?\.?|pages?|S\.|Seiten?|págs?\.?|pagg?\.?|стр\.|с\.|[Ll]oc(?:ation)?\.?"
    r"|[Cc]h(?:ap(?:ter)?)?s?\.?|Kap(?:itel)?\.?|[Cc]ap(?:ítulo|itolo)?\.?|chapitre"
    r"|sec(?:tion)?\.?|str\.|s\.|sid(?:an|a)?\.?|blz?\.) ?"
    r"[\divxl]{1,6}(?:\s?[–-]\s?\d{1,5})?(?:,\s?\d{1,4}){0,3}\s?f{0,2}\.?[)\]]?[\s.]*$",
)
"""Pages or a chapter to read, at the end of a text."""
_ADDED = lazy_regex(r"(?<!\s)\s+(?:#[^\s#]++|\^[\w-]+)[\s.]*$|(?<![\s.,;])[\s.,;]+$")
"""Additions of a reader to a line: tags, the key of a block; and marks at its end."""
_DATE = lazy_regex(rf"(?:\s?[(\[](?P<bracketed>{OLD_YEAR})[)\]]|[,.;]\s(?P<year>{OLD_YEAR}))$")
_IMPRINT = lazy_regex(r"(?:[,.]\s|\s\()(?P<name>[^\W\d_a-z][^,.()\n]{2,60})\)?$")
"""The last part of a text, which may be a publisher or a venue."""
_WITH_PLACE = lazy_regex(
    rf"[,.]?\s\(?(?:(?P<place>{KNOWN_CITY})(?:,\s|\s?:\s)(?P<name>[^\W\d_a-z][^,;:()\n]{{2,50}}?)"
    rf"|(?P<house>[^\W\d_a-z][^,;:()\n]{{2,50}}?),\s(?P<city>{KNOWN_CITY})),?\s(?P<year>{OLD_YEAR})\)?$"
)
"""Place, publisher and year that end a text: `, Paris, Minuit, 1964`, `, London: Kegan Paul 1922`."""
_NUMBERS = lazy_regex(
    optional_run(r"\s,") + r"(?:[Vv]ol\.? ?)?(?P<volume>\d{1,4})(?:\s?\((?P<issue>\d{1,4})\))?"
    r"(?:[:,]\s?(?:pp?\. ?)?(?P<pages>\d{1,5}[–-]\d{1,5}))?$"
)
"""Volume, issue and pages at the end of a text."""
_OTHER = lazy_regex(
    rf"\b(?:{FILMS}|{SONGS}|{MUSIC}|{PODCASTS}|{RECIPES}|{PICTURES}|{WORKS_IN_OTHER_LANGUAGES}"
    r"|talk|keynote|webinar|photography?|videos?|interview|e-?mail|newsletter|blog|blogpost|post"
    r"|tweet|thread|meetings?|conversation|chat|comment|communication|course|workshop|series|season"
    r"|website|web ?page|docs|documentation|manual|cookbook|kochbuch|vortrag|gespräch|sitzung|folge|entrevista"
    r"|charla|conférence|émission|vídeo|intervista|wikipedia|speech|address|commencement|sermon|slides|twitter)\b"
    r"|лекция|видео|фильм|подкаст|интервью",
    re.IGNORECASE,
)
"""A word for what is no text of a scholar."""


class SourceEnd(NamedTuple):
    """The year, the place and the publication after a title in a source."""

    end: int
    """The offset at which the title ends at the latest."""
    year: int | None
    is_located: bool
    published: Publication


def is_other_work(words: str) -> bool:
    """Return whether words name a kind of work that is no text of a scholar: `Song of the week`, `movies`."""
    return _OTHER.search(words) is not None


def cut_end(text: str) -> tuple[str, bool]:
    """Return a text without tags and pages to read at its end, and whether it has such pages."""
    ending = read_end(text, 0, len(text))
    return text[: ending.end].strip(), ending.is_located


def read_end(text: str, start: int, end: int) -> SourceEnd:
    """Return what the end of a text says: pages to read, a year, and a publisher or a venue."""
    is_located, year, published = False, None, Publication()
    while added := _ADDED.search(text, start, end):
        end = added.start()
    if located := _LOCATOR.search(text, start, end):
        is_located, end = True, located.start()
    if placed := _WITH_PLACE.search(text, start, end):
        house, place = placed["name"] or placed["house"], placed["place"] or placed["city"]
        published = Publication(publisher=house.strip(), place=place, entry_type="book")
        return SourceEnd(placed.start(), int(placed["year"]), is_located, published)
    for _ in range(2):
        if located := _LOCATOR.search(text, start, end):
            is_located, end = True, located.start()
        if dated := None if year else _DATE.search(text, start, end):
            year, end = int(dated["bracketed"] or dated["year"]), dated.start()
    numbers = _NUMBERS.search(text, start, end)
    imprint = _IMPRINT.search(text, start, numbers.start() if numbers else end)
    if imprint and (house := publisher_of(imprint["name"].strip())) and not numbers:
        published, end = Publication(publisher=house, entry_type="book"), imprint.start()
    elif imprint and (venue := venues.parse_venue(imprint["name"].strip(), labelled=True)[0]):
        volume, issue, pages = numbers.group("volume", "issue", "pages") if numbers else ("", "", "")
        facts = Publication(venue, volume=volume, issue=issue or "", pages=pages or "", is_known=True)
        published, end = replace(facts, entry_type="article"), imprint.start()
    return SourceEnd(end, year, is_located, published)
