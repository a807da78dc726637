"""Cut off what follows a title: the venue and the year, or the day on which its page was opened."""

from __future__ import annotations

import re

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.authors.short_bylines import read_byline
from papernotes_plugin.recognisers.evidence.references.venue_names import is_journal
from papernotes_plugin.recognisers.evidence.titles import page_titles
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    SMALL_WORDS,
    TitleParts,
    count_words,
    venue_in_brackets,
)
from papernotes_plugin.recognisers.evidence.titles.title_match import TitleMatch
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR
from papernotes_plugin.vocabulary.model import Evidence

_VENUE_AFTER_COMMA = lazy_regex(
    r",\s+(?:in )?([A-Z][\w&-]{1,12}(?: [A-Z][\w&-]{1,12})?(?:,\s(?=\d{4})|\s?['’]?)(?:(?:19|20)\d\d|\d\d))$"
)
"""A venue with its year after a title: `Accelerometer: …, ASPLOS '20`, `…, in SIGMOD, 2016`."""
_VENUE_AT_END = lazy_regex(
    r"(?:(?<=[\w)\]%?!]),|(?<=[)\]])) (?:[^\s,.(\[](?:[^,.()]|\([^()]{1,40}\)){1,58}?,? \(?(?:19|20)\d\d\)?"
    r"|(?:19|20)\d\d,? [^\s,.][^,.]{1,58})[\s.]*$"
)
"""A phrase with a year after a title, which may be a venue: `, CVPR 2019`, `(ResNet) CVPR 2016`, `, 2019, CVPR`."""
_BEFORE_INSTITUTION = lazy_regex(
    rf"(?<=[\w)?!.]), (?P<published>[A-Z][^,]{{1,40}} {YEAR}|{YEAR})(?: ?\([^()]{{1,30}}\))?"
    r"(?:, [^\W\d_a-z][^,.:?]{1,60}){1,2}$"
)
"""A venue with its year, or a year, before the institution of the authors: `, ECCV 2018, CUHK`."""
_ACRONYM_AT_END = lazy_regex(
    r"(?:(?<=[^\W_])|(?<=[?!)]))\s+(?:@ ?|[-–—] )?"
    r"(?:[A-Z][\w&+-]*[A-Z][\w&+-]*?(?: Security)?|MobiCom|Wi[Ss]ec|EuroSys)"
    rf"(?:[ -]?['’] ?\d\d|[ -]?{YEAR})$"
)
"""An acronym with a year after a title: `Title ICML 2025`, `Title @ ICML'25`, `Title - S&P’ 21`."""
_SHORT_YEAR_AT_END = lazy_regex(
    r"(?<=\w[\w?!)])\s+(?:[-–—] )?(?P<bracket>[(\[])?(?P<name>[A-Z][\w&+-]*[A-Z]|[A-Z][a-z]{2,})\s?['’]\s?"
    r"(?P<year>\d\d)(?(bracket)[)\]])$"
)
"""A word with a capital and the last digits of a year, which may be a venue that no table has: `USENIX’ 21`."""
_SHORT_YEAR_BEFORE = lazy_regex(
    r"(?P<name>(?:(?:ACM|IEEE|USENIX) )?[A-Z](?=[\w&+-]{0,30}[A-Z])[\w&+-]{1,40}+)\s?['’](?P<year>\d\d)"
    r"(?:\s[-–—]\s|: )(?=\S)"
)
"""A word with several capitals and the last digits of a year before a title: `CloudCom'18 - Title`."""
_OF_SOCIETY = lazy_regex(
    r"(?<=[\w)?!])\s+(?P<venue>(?:ACM|IEEE|USENIX|IFIP)(?:/(?:ACM|IEEE|IFIP))? "
    r"(?:[A-Z][\w&/-]*+|on|of|and|for|the|in|[ ]){1,140}(?: (?:19|20)\d\d)?)(?:, pp?\.?)?$"
)
"""The name of a society and its conference at the end: `Title IEEE Symposium on Security and Privacy 2014, pp`."""
_MIN_WORDS = 3
"""Words of a title before a venue that no table has."""
_CONFERENCE_AFTER_DASH = lazy_regex(r"\s[–—-]\s(?P<venue>[A-Z][\w&+/]{3,12})$")
"""A name after a dash, which may be that of a conference: `Random Search for Levels - AIIDE`."""
_JOURNAL_AFTER_DASH = lazy_regex(r"\s[–—]\s(?P<venue>[^\W\d_a-z][^–—,:]{2,50})$")
_QUOTED_BEFORE_DASH = lazy_regex(
    r"[“\"](?P<title>[^“”\"]{12,300})[”\"]\s?[–—-]\s(?P<venue>[^\W\d_a-z][^–—\"“”:]{2,60})"
)
_MAX_WORDS_OF_VENUE = 6
"""Words of a venue after a quoted title."""
_VENUE_BEFORE_TITLE = lazy_regex(rf"(?P<venue>[A-Z][\w&+-]*[A-Z] {YEAR})[.:] (?=[A-Z])")
_UNDATED = lazy_regex(r"(?<=[\w)\]]), ([A-Z][\w-]{0,60}[A-Z]\w{0,60})\.?$")
"""An acronym without a year after a title and a comma: `Title, CVPR`."""
_YEAR_AFTER_COMMA = lazy_regex(rf"(?<=\w), ({YEAR})\.?$")
_ACCESSED = lazy_regex(
    r"(?<![\s,.;(])[\s,.;(]+(?:last )?"
    r"(?:accessed|retrieved|consultée? le|abgerufen am|zugegriffen am|consultado (?:el|em)"
    r"|acessado em|consultato il|geraadpleegd op|дата обращения:?)(?: on)? (?=[^\n]{0,20}\d)[^\n\[\]]{3,40}",
    re.IGNORECASE,
)
"""The day of access, from the comma before it: `, accessed January 26, 2026`."""
_SITE = lazy_regex(r"(?<!\s)\s+(?:[-–—|]|\\-)\s+[^-–—|]{2,40}$")
"""The name of the site at the end of the title of its page: ` - ResearchGate`."""


def without_venue_after_comma(parts: TitleParts) -> TitleParts:
    """Return a title without the venue after its last comma, which is none in a remark: `Best Poster, ICML 2020`."""
    match = _VENUE_AFTER_COMMA.search(parts.title) if parts.title[-1:].isdigit() else None
    published = venue_in_brackets(match[1]) if match else None
    if not match or not published or not (published.venue and published.year):
        return parts
    return parts._replace(title=parts.title[: match.start()]).completed(published)


def without_year_after_comma(parts: TitleParts) -> TitleParts:
    """Return the title in a link without the year after its last comma: `Layered Analysis of Consensus, 2002`."""
    dated = _YEAR_AFTER_COMMA.search(parts.title) if parts.title.rstrip(".")[-1:].isdigit() else None
    title = parts.title[: dated.start()] if dated else ""
    if not dated or count_words(title) < _MIN_WORDS or " & " in title.rpartition(", ")[2] or read_byline(title):
        return parts
    return parts._replace(title=title, year=parts.year or int(dated[1]))


def without_venue_at_ends(title: str) -> TitleParts:
    """Return a title without the known venue and year before it or after it: `ICLR 2013. Title`, `Title NIPS 2013`."""
    words, *venue = before_venue_at_end(title, has_link=True)
    if not venue and (opening := _VENUE_BEFORE_TITLE.match(title)):
        words, venue = title[opening.end() :], [opening["venue"]]
    name, year, track = venues.parse_venue(venue[0]) if venue else ("", None, "")
    return TitleParts(words, name, year, track) if name and year else TitleParts(title)


def with_venue_of_title(evidence: Evidence) -> Evidence:
    """Return evidence whose title ends with a venue and its year with both as facts: `Title CCS’20`.

    A word that is no known venue is one only if it has several capitals: `Security'20` is short for something else.
    A journal after a dash needs no year: `Title – Front Comput Neurosci`, `“Title” — Minds and Machines`.
    """
    if (" – " in evidence.title or " — " in evidence.title) and (split := _before_journal(evidence.title)):
        return evidence._replace(title=split.title, venue=evidence.venue or split.venue)
    evidence = _without_society(_without_short_year(evidence))
    if not evidence.venue and (undated := _CONFERENCE_AFTER_DASH.search(evidence.title)):
        name = venues.parse_venue(undated["venue"])[0]
        is_conference = bool(name) and venues.is_conference(name)
        return evidence._replace(title=evidence.title[: undated.start()], venue=name) if is_conference else evidence
    if evidence.venue or not evidence.title[-3:].rstrip(")]")[-2:].isdigit():
        return evidence
    parts = without_venue_at_ends(evidence.title)
    if parts.venue:
        return evidence._replace(title=parts.title, venue=parts.venue, year=evidence.year or parts.year)
    match = _SHORT_YEAR_AT_END.search(evidence.title)
    if not match or count_words(evidence.title[: match.start()]) < _MIN_WORDS:
        return evidence
    year = evidence.year or venues.expand_year(match["year"])
    name = "" if match["name"].istitle() else match["name"]
    return evidence._replace(title=evidence.title[: match.start()], venue=name, year=year)


def without_institution(evidence: Evidence) -> Evidence:
    """Return evidence without the institution of the authors after a known venue and its year in the title.

    A paper with an identifier may have a year only: `Title, 2018, IBM`.

    Examples:
        >>> without_institution(Evidence(title="Maps of Rivers, ECCV 2018, University of Bonn"))[:4]
        ('Maps of Rivers', (), 2018, 'ECCV')
        >>> without_institution(Evidence(title="Berlin, 1933, Paris")).title
        'Berlin, 1933, Paris'
    """
    match = _BEFORE_INSTITUTION.search(evidence.title)
    if not match:
        return evidence
    name, year, _ = venues.parse_venue(match["published"])
    is_dated = match["published"].isdigit() and bool(evidence.identifiers)
    if not (name and year) and not is_dated:
        return evidence
    year = year or int(match["published"])
    return evidence._replace(
        title=evidence.title[: match.start()], venue=evidence.venue or name, year=evidence.year or year
    )


def _without_short_year(evidence: Evidence) -> Evidence:
    """Return evidence with the unknown venue and the year before its title as facts: `CloudCom'18 - Title`."""
    match = _SHORT_YEAR_BEFORE.match(evidence.title)
    if not match or count_words(evidence.title[match.end() :]) < _MIN_WORDS:
        return evidence
    venue, year = evidence.venue or match["name"], evidence.year or venues.expand_year(match["year"])
    return evidence._replace(title=evidence.title[match.end() :], venue=venue, year=year)


def _without_society(evidence: Evidence) -> Evidence:
    """Return evidence without the known conference of a society at the end of its title, which gives its facts."""
    match = _OF_SOCIETY.search(evidence.title)
    name, year, _ = venues.parse_venue(match["venue"]) if match else ("", None, "")
    before = evidence.title[: match.start()] if match else ""
    if not name or count_words(before) <= _MIN_WORDS or before.rpartition(" ")[2].lower() in SMALL_WORDS:
        return evidence
    return evidence._replace(title=before, venue=evidence.venue or name, year=evidence.year or year)


def _before_journal(words: str) -> TitleParts | None:
    """Return the title before a dash and a journal, and the journal; any short name is one after a quoted title."""
    if (quoted := _QUOTED_BEFORE_DASH.fullmatch(words)) and count_words(quoted["venue"]) <= _MAX_WORDS_OF_VENUE:
        return TitleParts(quoted["title"], quoted["venue"])
    match = _JOURNAL_AFTER_DASH.search(words)
    if not match or count_words(words[: match.start()]) < _MIN_WORDS:
        return None
    name, year, _ = venues.parse_venue(match["venue"])
    is_known = bool(name) and year is None and " " in match["venue"]
    return TitleParts(words[: match.start()], match["venue"]) if is_known or is_journal(match["venue"]) else None


def before_venue_at_end(words: str, *, has_link: bool) -> list[str]:
    """Return the words before a venue or a year at their end, and these in the usual order; only the words for none."""
    match = _VENUE_AT_END.search(words) or (_ACRONYM_AT_END.search(words) if has_link else None)
    title, phrase = (words[: match.start()], match[0].strip(" ,.@")) if match else (words, "")
    name, year, _ = venues.parse_venue(phrase)
    if title.rpartition(" ")[2].lower() in SMALL_WORDS:
        # `Overview of the Lab at CLEF 2020`
        return [words]
    if name and year:
        return [title, f"{name} {year}"]
    if has_link and (undated := _UNDATED.search(words)) and venues.is_conference(venues.parse_venue(undated[1])[0]):
        return [words[: undated.start()], undated[1]]
    dated = _YEAR_AFTER_COMMA.search(words) if has_link else None
    # a byline ends with its year: `World Models, Ha & Schmidhuber, 2018`
    is_title = dated and " & " not in words[: dated.start()].rpartition(", ")[2]
    if not dated or not is_title:
        return [words]
    return [words[: dated.start()], f"({dated[1]})"]


def without_access_date(match: TitleMatch) -> TitleMatch:
    """Return a title without the day of access and the site before it, which give no year and no venue."""
    if accessed := _ACCESSED.search(match.parts.title):
        words = match.parts.title[: accessed.start()]
        page = page_titles.read(words)
        title = page.title if page.title != words else _SITE.sub("", words)
        match.parts = TitleParts(title, page.venue, page.year, "", page.authors)
        match.rest = ""
    elif accessed := _ACCESSED.search(match.rest):
        match.rest = match.rest[: accessed.start()]
    return match
