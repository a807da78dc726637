"""The venue, the publisher and the year that the model finds in a reference."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from papernotes_plugin import text as texts
from papernotes_plugin import venues
from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.authors.organisations import is_institute, is_school
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH, find_numbers
from papernotes_plugin.recognisers.evidence.references.publishers import PUBLISHER, is_publisher
from papernotes_plugin.recognisers.evidence.references.publishing_cities import are_places
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.recognisers.evidence.segmentation.segments import Label, Segment
from papernotes_plugin.recognisers.evidence.segmentation.token_kinds import lists_with
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

_MIN_VENUE, _MIN_YEAR = 0.75, 0.5
"""Mean probability of the tokens of a fact from which it is one."""
_MIN_IN_JOURNAL = 0.4
"""The same for a venue with the numbers of a journal."""
_IN_NUMBER = lazy_regex(rf"\d\.{YEAR}\b")
"""A number of arXiv with four digits like those of a year: `1103.1704`."""
_MIN_ONLY_YEAR = 0.9
"""The same for a year without other facts."""
_FIRST_YEAR = 1850
"""A year that is more probable than an earlier one next to it."""
_REST_OF_NUMBER = lazy_regex(r"\.\d{4,5}")
"""The end of an arXiv number, which begins like a year: `2004.00184`."""
_BEFORE_YEAR = lazy_regex(r"\W{0,40}(?:[^\W\d_a-z][^\W\d_]{2,9}\.?)?(?: \d\d?,)?\W{0,10}")
"""The marks, the month and the day between the other facts and a year that the model has not labelled."""
_DAY_AND_MONTH = lazy_regex(r"\d\d?\.\s?\d\d?\.\s?$")
"""The beginning of a date in Germany, which is the day of access or of a newspaper."""
_BEFORE_PAGES = lazy_regex(r"\b(?:pp?|pages?|[Ss]|págs?)\.?\s*$|\d\(\d{1,3}\): ?$")
"""The word for pages, or volume and issue, before numbers that look like years: `pp. 2012–2017`, `24(5):1511`."""
_YEAR = lazy_regex(r"(?<![\w./–-])(?:19|20)\d\d(?![\w/–-])")
_DAY_OF_ACCESS = lazy_regex(r"\b(?:[Aa]ccess|[Rr]etrieved|[Vv]isited|[Aa]bgerufen|[Zz]ugriff|[Cc]onsult)")
_BEFORE_ACCESS = lazy_regex(
    r" {9}(?:[Oo]n |[Aa]m |[Ll]e )?(?:\d\d?\.? )?[^\W\d_]{3,10}\.? (?:\d\d?(?:st|nd|rd|th)?,? )?$"
)
"""The day before the year of access, after blanks for the word: `         April 7, `."""
_ACCESS_BEFORE = lazy_regex(rf"{_DAY_OF_ACCESS.pattern}[^.;\n]{{0,30}}$")
_SEASON = lazy_regex(r"(?P<year>\d{4})[-–—]{1,2}\d{2,4}")
"""Two years of one volume: `1956–57`."""
_REFERS_BACK = lazy_regex(
    r"(?:the|these|those|same|this|its) (?:proceedings|volume|book|journal|issue|conference)", re.IGNORECASE
)
"""A venue that the text has named before."""
_MAX_ACCESS = 50
"""Characters before a year of access that are read."""
_REST_OF_DATE = lazy_regex(r"\s?[-./年]\s?\d{1,2}")
_SITE = lazy_regex(r"(?:[\w-]+\.)+(?:com|org|net|io|de|fr|edu|dev|co|info|blog)")
_VOLUME_AND_ARTICLE = lazy_regex(r"\b\d{1,4}(?:\s?\(\d{1,4}\))?[:,]\s?[eE]?\d{3,}")
"""A volume and the number of an article: `402: 115365`."""
_SCHOOL = lazy_regex(
    r"\bUniv\.|\bUniv(?:ersity)?$|\b(?:Dept|Department|School|Tech\. Rep|Technical [Rr]eport|Thesis|Diss)\b"
)
_CLOSES_QUOTATION = lazy_regex(r"[.,?!]?[”\"»]")
_IN_MONTH = lazy_regex(rf",\s(?:\d{{1,2}}\s)?{MONTH}\s(?:\d{{1,2}},?\s)?{YEAR}\b")
"""The month of a magazine: `“Title.” The Quiet River, May 2019`."""
_LOWER_WORD = lazy_regex(
    r"(?<![\w'’-])(?!(?:the|and|for|des|der|die|das|und|von|für|zur|del|las|los|les|sur|dans|pour|with|from|its)\b)[a-zß-öø-ÿ]{3,}"
)
_PERIOD = lazy_regex(r"(?<!\d)(?P<first>\d{4})[-–—](?P<last>\d{4})(?!\d)")
_MAX_VENUE = 8
"""Words of a venue that only the rules have found."""
_MAX_LOWER = 2
"""Words in lower case, other than articles and the like, that a venue with capitals may have."""
MARKS = " \t\"“”„«»‘’'「」『』《》〈〉*_.,;:|([-–—/"
"""Marks around a fact."""


def year_in(text: str, facts: Sequence[Segment]) -> int | None:
    """Return the year among some facts, else the only one that follows them."""
    years = [fact for fact in facts if fact.label is Label.YEAR and fact.probability > _MIN_YEAR]
    periods = _periods(text)
    years = [
        fact
        for fact in years
        if not (
            _DAY_AND_MONTH.search(text, max(0, fact.start - 8), fact.start)
            or _BEFORE_PAGES.search(text, max(0, fact.start - 8), fact.start)
            or _BEFORE_ACCESS.search(text, max(0, fact.start - _MAX_ACCESS), fact.start)
            or _ACCESS_BEFORE.search(text, max(0, fact.start - _MAX_ACCESS), fact.start)
            or _REST_OF_NUMBER.match(text, fact.end)
            or any(start <= fact.start < end for start, end in periods)
        )
    ]
    if years and years[0] is facts[0] and _REST_OF_DATE.match(text, years[0].end):
        # the day of an entry in a log
        years = years[1:]
    words = [_SEASON.sub(r"\g<year>", text[fact.start : fact.end]) for fact in years]
    whole = [int(year) for year in words if len(year) == 4 and year.isdecimal()]
    if whole:
        # an earlier number may be that of an article
        return next((year for year in whole if year >= _FIRST_YEAR), whole[0])
    following = _YEAR.search(text, facts[-1].end)
    if following and not _DAY_OF_ACCESS.search(text):
        return int(following[0]) if _BEFORE_YEAR.fullmatch(text, facts[-1].end, following.start()) else None
    return venues.expand_year(words[0]) if words and words[0].isdecimal() and len(words[0]) == 2 else None


def _periods(text: str) -> list[tuple[int, int]]:
    """Return the places of two years that are far from each other, of which a title speaks.

    Examples:
        >>> _periods("Trade, 1850-1950"), _periods("Annals 1956–57"), _periods("Annals 1956–1957")
        ([(7, 16)], [], [])
    """
    return [period.span() for period in _PERIOD.finditer(text) if int(period["last"]) - int(period["first"]) > 1]


def only_year_in(text: str, facts: Sequence[Segment]) -> int | None:
    """Return the year that the model finds in a text, if it is the only one there and the numbers of a journal are."""
    if not any(fact.label is Label.NUMBERS and fact.probability >= _MIN_ONLY_YEAR for fact in facts):
        return None
    years = {
        text[fact.start : fact.end] for fact in facts if fact.label is Label.YEAR and fact.probability >= _MIN_ONLY_YEAR
    }
    others = {match[0] for match in _YEAR.finditer(text)}
    return int(years.pop()) if len(years) == 1 and others == years and not _IN_NUMBER.search(text) else None


def publication_in(text: str, facts: Sequence[Segment], title_end: int) -> Publication:
    """Return the publication: as the rules read it where they agree with the model, else what the model has found.

    Args:
        text: The reference.
        facts: What the model has found in it.
        title_end: The offset after the title.
    """
    has_volume = _has_volume(text, facts)
    # the numbers of a journal say that a venue is before them
    least = _MIN_IN_JOURNAL if has_volume else _MIN_VENUE
    named = [fact for fact in facts if fact.label is Label.VENUE and fact.probability >= least]
    # before the authors there may be the label of a list: `History: [Lee, Ann. “Title.” Journal 3 (2019)](…)`
    venue = next((fact for fact in named if fact.start >= title_end), next(iter(named), None))
    publisher = next((fact for fact in facts if fact.label is Label.PUBLISHER and fact.probability >= least), None)
    if venue is None and has_volume:
        read = publication(text, title_end, facts[-1].end, None)
        if read.venue and read.volume and count_words(read.venue) <= _MAX_VENUE:
            return read
    if venue is None and publisher and (has_volume or _is_magazine(text, title_end, publisher)):
        # a journal of one word is like a publisher: `Sustainability, 2018, 10(11): 1-17`
        venue, publisher = publisher, None
    name = text[venue.start : venue.end].strip(MARKS) if venue else ""
    if venue and is_publisher(name):
        venue, publisher, name = None, venue, ""
    if venue and (_REFERS_BACK.fullmatch(name) or _may_be_person(name) or _is_prose(name) or _is_other_place(name)):
        venue, name = None, ""
    start = min((fact.start for fact in (venue, publisher) if fact), default=-1)
    acronym, year, track = venues.parse_venue(name) if name else ("", None, "")
    if start >= title_end:
        read = publication(text, title_end, facts[-1].end, None)
        is_same = texts.comparison_key(read.venue) == texts.comparison_key(name)
        if bool(read.venue) == bool(name) and (is_same or (acronym and acronym == read.venue)):
            return read
    end = max((fact.end for fact in (venue, publisher) if fact), default=0)
    if publisher and venue is None:
        return _with_imprint(Publication(end=end), text[publisher.start : publisher.end])
    if venue is None:
        return Publication()
    out = Publication(acronym or name, year, track, is_known=bool(acronym), is_event=True, end=end)
    numbers = [fact for fact in facts if fact.label is Label.NUMBERS]
    if numbers and not venues.is_preprint(acronym):
        printed = find_numbers(text[max(0, numbers[0].start - 1) : numbers[-1].end])
        out = replace(out, volume=printed.volume, issue=printed.issue, pages=printed.pages)
    if _SITE.fullmatch(name) and not out.volume:
        return replace(out, is_site=True, is_event=False)
    return out


def _is_magazine(text: str, title_end: int, publisher: Segment) -> bool:
    """Return whether a quotation is before what may be a publisher, and a month after it, which no book has."""
    name = text[publisher.start : publisher.end].strip(MARKS)
    is_between = _CLOSES_QUOTATION.match(text, title_end) and _IN_MONTH.match(text, publisher.end)
    return bool(is_between) and not (is_institute(name) or is_school(name) or is_publisher(name))


def _is_prose(name: str) -> bool:
    """Return whether a venue has more words in lower case than names of venues that begin with capitals have."""
    count = len(_LOWER_WORD.findall(name))
    return count > _MAX_LOWER and 2 * sum(word[:1].isupper() for word in name.split()) > count


def _is_other_place(name: str) -> bool:
    """Return whether a venue is a school, a report, an address, or the imprint of a book."""
    is_address = "/" in name and "." in name
    *before, last = (part.strip() for part in name.split(","))
    if before and are_places(last) and PUBLISHER.search(name):
        return True
    return is_address or _SCHOOL.search(name) is not None or any(map(are_places, before))


def _may_be_person(name: str) -> bool:
    """Return whether a venue of two or three words begins with a given name, and has no word of venues."""
    words = name.split()
    return len(words) in (2, 3) and is_given_name(words[0]) and not any("v" in lists_with(word) for word in words)


def _has_volume(text: str, facts: Sequence[Segment]) -> bool:
    """Return whether the numbers among some facts are those of a journal: a volume with an issue or pages."""
    numbers = [fact for fact in facts if fact.label is Label.NUMBERS]
    words = text[max(0, numbers[0].start - 1) : numbers[-1].end] if numbers else ""
    printed = find_numbers(words)
    return bool(printed.volume and (printed.issue or printed.pages)) or _VOLUME_AND_ARTICLE.search(words) is not None


def _with_imprint(published: Publication, words: str) -> Publication:
    """Return the publication of a book with its place and its publisher, if these are known ones."""
    words = words.strip(MARKS + ")]")
    if are_places(words):
        return replace(published, place=words, entry_type="book", has_imprint=True)
    for mark, at in ((":", 0), (",", -1)):
        parts = [part.strip() for part in words.split(mark)]
        if len(parts) == 2 and are_places(parts[at]):
            return replace(published, place=parts[at], publisher=parts[-1 - at], entry_type="book", has_imprint=True)
    return replace(published, publisher=words, entry_type="book") if is_publisher(words) else published
