"""Read the value of a field that names the venue of a paper, in front matter and in labelled values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from papernotes_plugin import venues
from papernotes_plugin.recognisers.evidence.references import publishers
from papernotes_plugin.recognisers.evidence.references.publication_facts import Publication
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH, find_numbers, first_year
from papernotes_plugin.recognisers.evidence.references.publishing_cities import is_city
from papernotes_plugin.recognisers.evidence.references.venue_phrases import publication
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex, optional_run
from papernotes_plugin.text.years import WHOLE_YEAR

_DATE = lazy_regex(
    optional_run(r"\s,") + rf"(?:\(?(?:\d{{1,2}}\s)?\b{MONTH}(?:\s\d{{1,2}})?,?\s(?:19|20)\d\d\)?"
    r"|\b(?:19|20)\d\d-\d\d-\d\d(?:T\d\d:\d\d\S*)?)"
    rf"|{OPTIONAL_SPACE}(?:\((?:19|20)\d\d,?\s{MONTH}(?:\s\d{{1,2}})?\)|<?https?://\S+)"
)
"""A date with its month, or an address, after a venue: `Cell (2024, August) https://…`, `Cell, 2024-11-27T09:00Z`."""
_REMARK = lazy_regex(rf"{OPTIONAL_SPACE}(?:（[^（）]*）|\([^():]*:[^()]*\)|\[[\w:]{{1,20}}\])|\\penalty\d*")
"""A remark in wide brackets or with a colon, the mark of a page, or a command of LaTeX after a venue."""
_PRAISE = lazy_regex(
    r"(?P<venue>[^\n]{2,60}?)\s(?:[–—-]\s(?P<remark>[^\W\d_a-z][^\n]{0,40}? [a-z][^\n]{2,60})|\([a-z][^()]{3,40}\))"
)
"""A venue and what the reader says of it: `ICLR - Premier ML conference`, `FDG (top games venue)`."""
_IN_BOOK_MARKS = lazy_regex(r"[《『「](?P<name>[^《》『』「」]{2,40})[》』」](?P<rest>[^《》『』「」]{0,60})")
_SENTENCE = lazy_regex(r"[。？！!?]")
_MAX_LENGTH = 120
"""Characters of an unknown venue."""
_MAX_EMPHASISED = 300
"""Characters of one whose whole name is in emphasis, as Hugo has it."""
_FIRST_NAME = lazy_regex(r"[^\s/(,;:]+")
_NO_VENUE = lazy_regex(
    r"(?:research ?gate|academia\.edu|(?:e|pre-?)prints?|working papers?|unpublished|manuscript|self-published)\b"
    r"|[每毎매]\s?[周週月天日주월]|(?:published|accepted|submitted|rejected|in press|under review|forthcoming)\W*$",
    re.IGNORECASE,
)
_TAGS = lazy_regex(r"#(?:\[\[)?([^\s#\[\]]+)")
_NAME_OF_VENUE = lazy_regex(
    r"(?:[Tt]he )?[^\W\d_a-z][\w'’-]+"
    r"(?: (?:(?:(?P<small>of|in|on|for|de|&)|and) )?(?:[dl]['’])?[^\W\d_a-z][\w'’-]+){1,9}"
    r"(?:,? \(?(?:19|20)\d\d\)?)?"
)
"""Several words with capitals, and perhaps a year."""


def read_venue_value(value: str) -> Publication:
    """Return the venue that a value names, with volume, pages, year and track; an empty one for a preprint server.

    Examples:
        >>> read_venue_value("Wake Forest Law Review, Vol. 61 (2026), pp. 393-433").details
        (('Volume', '61'), ('Pages', '393–433'))
        >>> read_venue_value("Robot Notes (RN), 2023").venue, read_venue_value("(Robot Notes, 2023)").venue
        ('Robot Notes (RN)', 'Robot Notes')
        >>> read_venue_value("SSRN (Independent Researcher)").venue, read_venue_value("ICML 2024").venue
        ('', 'ICML')
        >>> read_venue_value("ICML - Top ML venue").venue, read_venue_value("Nature - Scientific Reports").venue
        ('ICML', 'Nature - Scientific Reports')
        >>> [read_venue_value(value).venue for value in ("Robot Notes, 27 November 2024", "Robot Notes (2024, May)")]
        ['Robot Notes', 'Robot Notes']
    """
    if not value:
        return Publication()
    if value.startswith("#") and len(tags := _TAGS.findall(value)) > 1:
        # `#arxiv #EMNLP #meta`
        named = (venues.parse_venue(tag, labelled=True) for tag in tags)
        published = (parsed for parsed in named if parsed[0] and not venues.is_preprint(parsed[0]))
        name, year, track = next(published, ("", None, ""))
        return Publication(venue=name, year=year, track=track, is_known=bool(name))
    if value.startswith("In *"):
        # as Hugo prints it: `In *Journal*, *4*(5), pp. 3--9`
        value = value[3:].replace("*", "")
    if printed := _in_book_marks(value):
        return printed
    name, year, track = venues.parse_venue(value, labelled=True)
    if not name:
        name, year, track = venues.find_venue(value)
    if not name and (praised := _PRAISE.fullmatch(value)):
        name, year, track = _praised_venue(praised)
    if name:
        return Publication(venue=name, year=year, track=track, is_known=True)
    if (unmarked := _REMARK.sub(" ", value)) != value:
        # `国际计算机视觉会议（ICCV）2023`
        remarks = (remark.strip(" （）[]") for remark in _REMARK.findall(value))
        acronym = next((words for words in remarks if venues.parse_venue(words, labelled=True)[0]), "")
        return read_venue_value(f"{acronym} {first_year(value) or ''}".strip() if acronym else unmarked)
    if (undated := _DATE.sub("", value)) != value:
        return replace(read_venue_value(undated), year=first_year(value))
    printed = publication(value, 0, len(value), None)
    if printed.venue and printed.volume:
        return printed
    name = _YEAR_OF_EVENT.sub("", value).strip(" ,.()-*_")
    name += ")" * (name.count("(") > name.count(")"))
    house = name.replace("\\&", "&")
    if publishers.is_publisher(house):
        return Publication(publisher=house)
    limit = _MAX_EMPHASISED if value[0] == value[-1] == "*" else _MAX_LENGTH
    is_venue = len(name) <= limit and any(map(str.isalpha, name)) and not _is_server(name)
    is_venue = is_venue and not _SENTENCE.search(name)
    return Publication(venue=name, year=first_year(value)) if is_venue else Publication()


def _praised_venue(praised: re.Match[str]) -> tuple[str, int | None, str]:
    """Return the venue before what a reader says of it; none if that is a venue, too: `Nature - Scientific Reports`."""
    is_other = bool(praised["remark"]) and bool(venues.parse_venue(praised["remark"], labelled=True)[0])
    return ("", None, "") if is_other else venues.parse_venue(praised["venue"], labelled=True)


def _in_book_marks(value: str) -> Publication | None:
    """Return the journal in book marks with the numbers after it: `《战略与管理》1999年第6期，页码76-82`."""
    match = _IN_BOOK_MARKS.fullmatch(value) if value[0] in "《『「" else None
    if not match:
        return None
    numbers, year = find_numbers(match["rest"].replace("，", ", ").replace("页码", "")), first_year(match["rest"])
    return Publication(venue=match["name"].strip(), year=year, **numbers._asdict())


def names_venue(words: str) -> bool:
    """Return whether words after `Published in` are a known venue, or have the form of one; cities have another.

    Examples:
        >>> [names_venue(words) for words in ("Nature", "Communications in Mathematical Physics", "New York", "May")]
        [True, True, False, False]
    """
    if venues.parse_venue(words, labelled=True)[0]:
        return True
    named = _NAME_OF_VENUE.fullmatch(words)
    return named is not None and bool(named["small"] or publishers.EVENT.search(words)) and not is_city(words)


_YEAR_OF_EVENT = lazy_regex(rf"(?:(?<=\w)[-‑])?{WHOLE_YEAR.pattern}")
"""A year, and the hyphen between it and an acronym: `ITMM-2019`."""
_ACRONYM_AND_YEAR = lazy_regex(r"(?:(?P<name>[A-Z][A-Za-z]{0,9}[A-Z]) )?(?P<year>(?:19|20)\d\d)")
"""An acronym that no table has, and the year; or only the year."""


def read_venue_cell(words: str) -> tuple[str, int | None, str]:
    """Return the known venue, the year and the track in a cell of a column of venues, with a remark or without one.

    Examples:
        >>> read_venue_cell("Ubicomp25 (IMWUT Vol 9)"), read_venue_cell("arXiv (in Proc. (CIKM '25), May 5, 2025)")
        (('UbiComp', 2025, ''), ('CIKM', 2025, ''))
        >>> read_venue_cell("ICIGP 2022"), read_venue_cell("2021")
        (('ICIGP', 2022, ''), ('', 2021, ''))
    """
    readings = (
        venues.parse_venue(words, labelled=True),
        venues.find_venue(words),
        venues.parse_venue(words.partition(" (")[0]),
    )
    named = next((reading for reading in readings if reading[0]), None)
    if not named and (dated := _ACRONYM_AND_YEAR.fullmatch(words.strip())):
        return dated["name"] or "", int(dated["year"]), ""
    return named or readings[0]


def venue_in_tags(tags: Iterable[str]) -> tuple[str, int | None]:
    """Return the conference with its year that exactly one tag is; `("", None)` for none, and for several.

    Examples:
        >>> venue_in_tags(["AI", "ICLR", "ICLR 2019", "2019"]), venue_in_tags(["ICLR2019", "ICML2019"])
        (('ICLR', 2019), ('', None))
    """
    dated = {venues.parse_venue(tag.replace("/", " "))[:2] for tag in tags if tag[-1:].isdigit()}
    conferences = [(name, year) for name, year in dated if year and venues.is_conference(name)]
    return conferences[0] if len(conferences) == 1 else ("", None)


def _is_server(name: str) -> bool:
    """Return whether a name begins with a server of preprints, or says that the paper is not published."""
    first = _FIRST_NAME.match(name)
    return bool(_NO_VENUE.match(name)) or bool(
        first and venues.is_preprint(venues.parse_venue(first[0], labelled=True)[0])
    )
