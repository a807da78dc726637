"""Read a venue with its year that no table lists, or the day of a meeting, next to a title."""

from __future__ import annotations

import re

from papernotes_plugin import citekeys, venues
from papernotes_plugin.people import is_given_name
from papernotes_plugin.recognisers.evidence.references.publication_numbers import MONTH
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import YEAR

_TAG = lazy_regex(
    rf"(?P<y1>{YEAR})\s+(?P<v1>@?(?!年)[^\W\d_a-z][\w&+'’-]+)"
    rf"|(?P<v2>@?[A-Z](?=[\w&+-]*[A-Z])[\w&+-]*)\s*['’]?(?P<y2>{YEAR}|(?<=\s['’])\d\d)"
    r"|(?P<v3>[A-Z][A-Za-z&+-]+)['’](?P<y3>(?:19|20)?\d\d)"
)
"""A venue with a year: `2019 CVPR`, `ICB2016`, `Security'18`, `OFC '22`."""
_EVENT = lazy_regex(r"[A-Z][\w&+-]{0,60}[A-Z]\w{0,60} ?['’](\d\d) [\w -]{3,30}")
"""An event at a conference, with the year: `SIGCOMM '21 OptSys workshop`.  Its venue is unknown."""
_PART = lazy_regex(r"(?P<venue>[\w&+/ -]{2,30} (?:19|20)\d\d) [A-Z][\w-]+(?: [A-Z][\w-]+)?")
"""A part of a conference after its year: `ICSE 2021 SEIP`."""
_PHRASE = lazy_regex(r"[A-Z][\w&'’-]*(?: (?:of|in|on|for|and|the|&|[A-Z][\w&'’-]*)){0,8}?[ ,]{0,2}((?:19|20)\d\d)")
"""Capitalised words before a year: `Empirical Software Engineering 2021`, `Thesis 2021`, `USENIX Woot2020`."""
_PREPRINT = lazy_regex(r"ar[Xx]iv (?P<year>\d\d)(?:0[1-9]|1[0-2])", re.IGNORECASE)
"""A preprint with its month: `ArXiv 2502`."""
_NO_PHRASE = lazy_regex(r" (?:and|&) [^\W\d_a-z][\w'’-]+,? (?:19|20)|\bet al\b")
"""Words of names before a year: `Ha and Schmidhuber 2018`."""
_BEFORE_TITLE = lazy_regex(
    r"(?P<venue>(?P<year>(?:19|20)\d\d )?(?P<name>[A-Z](?=[\w&+]*[A-Z])[\w&+]*|[A-Z][a-z]{4,})"
    r"(?(year)|(?:(?P<mark> ?['’]| ?-)\d\d|[ '’-]{0,2}(?:19|20)\d\d))"
    r"(?:[ -](?i:oral|spotlight|highlight|poster)\b)?)\s+(?=[^\W\d_a-z]|\d*[A-Z])"
)
"""A venue with its year directly before a word with a capital: `CVPR'24 Title`, `ICLR-23 Title`, `2024 ECCV Title`."""
_PART_SEPARATOR = lazy_regex(r"[;,]\s+")
_YEAR_OF_PART = lazy_regex(rf"(?:^|[;,]\s*)({YEAR})\b|\b({YEAR})(?=\s*(?:[;,]|$))")
"""A year at the beginning or the end of a part of a remark."""
_NO_PAPER = lazy_regex(
    r"\b(?:Tutorials?|Workshops?|Challenge|Competitions?|Shared Tasks?|Task \d+|Tracks?|Reports?|Proceedings|Overview"
    r"|Keynote|Invited|Panel|Papers?|Review Process|Reviews|Registration|Schedule|Program|Notes?|Highlights)\b"
    r"|\d[.,]\d|\d ?%"
)
"""A word of titles about an event, or a result: `NIPS 2016 Tutorial: …`, `CVPR 2017 Best Model 92.3`."""
_CAMPAIGNS = frozenset(("WMT", "IWSLT", "SemEval", "TREC", "CLEF", "CoNLL", "DCASE"))
"""Conferences whose name with a year also names data: `WMT'14 English to French`."""

_MEETING = lazy_regex(
    rf"(?:{MONTH} \d{{1,2}}(?:st|nd|rd|th)?|\d{{1,2}}(?:st|nd|rd|th)? {MONTH})(?:,? (?:19|20)\d\d ?[:：])?"
    r"(?: ?[|–—]| -|(?<=[:：])) +"
)
"""The day of a meeting before the title of its paper: `October 4 - `, `4 October 2019: `."""
_SPEAKER = lazy_regex(r" (?:\((?P<whole>[^()\d]{3,40})\)|[–—-] (?P<given>[A-Z][a-z]+))$")
"""The speaker of a meeting after the title of its paper: ` (Ann Lee)`, ` - Ann`."""
_NAME = lazy_regex(r"[A-Z][a-z]+(?: [A-Z][a-z]+)?")
"""A name of one or two words, which may be that of a speaker, where a title would be."""


def read(words: str) -> tuple[str, int | None, str]:
    """Return venue, year and track of words in brackets that are a dated venue; ("", None, "") for other words.

    The venue is empty if the words may name an organisation, a kind of document or a preprint server.

    Examples:
        >>> read("Security'18"), read("ICSE 2021 SEIP"), read("Empirical Software Engineering 2021")
        (('', 2018, ''), ('ICSE', 2021, ''), ('', 2021, ''))
    """
    words = words.strip()
    if match := _TAG.fullmatch(words):
        name, _, track = venues.find_venue(words)
        name = name or (match["v1"] or match["v2"] or match["v3"]).lstrip("@")
        if citekeys.is_no_name(name):
            # `COCO2017` is a data set
            return "", None, ""
        # an archive publishes nothing; `Security'18` is short for something
        is_short = name.casefold() == "arxiv" or (match["v3"] and name.istitle())
        return "" if is_short else name, venues.expand_year(match["y1"] or match["y2"] or match["y3"]), track
    if match := _EVENT.fullmatch(words) or _PREPRINT.fullmatch(words):
        return "", venues.expand_year(match[1]), ""
    if part := read_part(words):
        return part
    # `Tim Freeman and Frank Pfenning 1991`
    are_names = (" and " in words or " & " in words) and is_given_name(words.split(maxsplit=1)[0])
    if (match := _PHRASE.fullmatch(words)) and not (_NO_PHRASE.search(words) or are_names):
        # `USENIX Security2020`
        venue = venues.parse_venue(f"{words[:-4].rstrip(' ,')} {match[1]}")
        return venue if venue[0] else ("", int(match[1]), "")
    return "", None, ""


def read_part(words: str) -> tuple[str, int | None, str] | None:
    """Return venue, year and track of a part of a conference, `ICSE 2021 SEIP`; None for other words."""
    match = _PART.fullmatch(words)
    venue = venues.parse_venue(match["venue"]) if match else ("", None, "")
    return venue if venue[0] and venue[1] else None


def read_remark(words: str) -> tuple[str, int | None, str]:
    """Return venue, year and track of a remark in brackets before a title; ("", None, "") if it has none.

    Examples:
        >>> read_remark("Gender in MT; ACL 2020"), read_remark("2021 PSB Oral, violence"), read_remark("A call")
        (('ACL', 2020, ''), ('', 2021, ''), ('', None, ''))
    """
    for part in (words, *_PART_SEPARATOR.split(words)):
        venue = venues.parse_venue(part)
        if venue[0] and not venues.is_preprint(venue[0]):
            return venue
    years = {int(match[1] or match[2]) for match in _YEAR_OF_PART.finditer(words)}
    return "", years.pop() if len(years) == 1 else None, ""


def before_title(words: str) -> tuple[str, str] | None:
    """Return a known venue with its year that opens a text, and the title directly after it; None for none.

    Examples:
        >>> before_title("ICLR-23 Temporal Coherent Test-Time Optimization for Videos")
        ('ICLR-23', 'Temporal Coherent Test-Time Optimization for Videos')
        >>> before_title("2024 ECCV LLaMA-VID: An Image is Worth 2 Tokens")
        ('2024 ECCV', 'LLaMA-VID: An Image is Worth 2 Tokens')
        >>> before_title("NIPS 2016 Tutorial: Generative Adversarial Networks") is None
        True
    """
    match = _BEFORE_TITLE.match(words)
    title = words[match.end() :] if match else ""
    if not match or title.count(" ") < 2 or _NO_PAPER.search(title):
        return None
    name, year, _ = venues.parse_venue(match["venue"])
    is_venue = name and year and name not in _CAMPAIGNS and (venues.is_conference(name) or match["mark"])
    return (match["venue"], title) if is_venue else None


def without_meeting(title: str) -> str:
    """Return a title without the day of a meeting before it, and without the speaker after it.

    Examples:
        >>> without_meeting("October 4 - The Growth of Nests (Anna Lee)")
        'The Growth of Nests'
        >>> without_meeting("October 4 - Ann Lee")
        ''
    """
    day = _MEETING.match(title)
    if not day:
        return title
    if _NAME.fullmatch(title, day.end()):
        return ""
    speaker = _SPEAKER.search(title, day.end())
    name = (speaker["whole"] or speaker["given"]) if speaker else ""
    return title[day.end() : speaker.start() if speaker and is_given_name(name.split()[0]) else len(title)]


def opens_with_meeting(words: str) -> bool:
    """Return whether the day of a meeting is before other words."""
    return _MEETING.match(words) is not None
