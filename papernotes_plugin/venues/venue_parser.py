"""Recognise a venue in text, and read its acronym, year and track.

A text is compared with the table by acronym first, then by the phrases that only the full name of one venue contains.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from papernotes_plugin.text import comparison_key, plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.venues.spelled_venues import with_acronym_alone
from papernotes_plugin.venues.venue_lookup import (
    LISTED_VENUES,
    VENUES_BY_SHORT_NAME,
    KnownVenue,
    VenueKind,
    phrases_in,
)
from papernotes_plugin.venues.venue_words import (
    ABBREVIATED,
    ARXIV_DATE,
    ARXIV_SUBJECT,
    EVENT,
    EXACT_CASE,
    FILLER,
    NAMED_WORKSHOP,
    ORDINAL,
    PAGES,
    SHORT_WORKSHOP,
    SHORT_YEAR,
    SPONSORS,
    SUBJECTS,
    TENS,
    THINGS,
    TRACK,
    UNNAMED_WORKSHOP,
    YEAR,
    expand_year,
    parse_ordinal,
)

# --- looking up -----------------------------------------------------------------------------------


def _is_filler(rest: str) -> bool:
    """Return whether a text consists only of years, numbers, tracks and filler words."""
    words = comparison_key(ARXIV_SUBJECT.sub(" ", TRACK.sub(" ", rest))).split()
    return all(word in FILLER or word[0].isdigit() or not word.strip("ivxl") for word in words)


def _is_prose(rest: str) -> bool:
    """Return whether a text contains words of a sentence: places and names of series have capital letters."""
    words = TRACK.sub(" ", rest).split()
    return any(w.islower() and w.isalpha() and len(w) > 2 and w not in FILLER and not parse_ordinal(w) for w in words)


def _may_precede(word: str) -> bool:
    """Return whether a word before the name of a venue leaves it the same venue: `Proceedings`, `41st`, `IEEE`."""
    return word in FILLER or word in SPONSORS or word in TENS or word[:1].isdigit() or parse_ordinal(word) > 0


_FOLLOWS = lazy_regex(r"\s*(?:$|[^\s\w&]|\d|in\b|at\b|held\b|[IVXL]+\b)")


def _is_whole_name(text: str, before: list[re.Match[str]], end: int) -> bool:
    """Return whether a name is not part of a longer one, such as `Conference on Machine Learning and Cybernetics`."""
    if not (_FOLLOWS.match(text, end) or TRACK.match(text[end : end + 100].lstrip())):
        return False
    start = None
    for token in reversed(before):
        if start is not None and not text[token.end() : start].isspace():
            break
        if not _may_precede(token[0].lower()):
            return start is None and not text[token.end() : token.end() + 1].isspace()
        start = token.start()
    return True


def _by_phrase(text: str) -> KnownVenue | None:
    """Return the venue whose full name a text contains, besides filler, places and dates only."""
    is_plain = text.isascii() and "&" not in text
    keys = _WORD.findall(text.lower()) if is_plain else map(_key, _WORD.findall(text))
    words = [ABBREVIATED.get(key, key) for key in keys]
    phrases = phrases_in(words)
    if not phrases:
        return None
    phrase, venue = phrases[0]
    tokens = list(_WORD.finditer(text))
    line = f" {' '.join(words)} "
    first = line.count(" ", 0, line.find(f" {phrase} "))
    last = first + phrase.count(" ")
    rest = " ".join(token[0] for token in (*tokens[:first], *tokens[last + 1 :]))
    if venue.kind is not VenueKind.CONFERENCE or not (EVENT.search(phrase) or EVENT.search(line)):
        # Short names of journals occur in many other phrases.
        return venue if _is_filler(rest) else None
    is_whole = _is_whole_name(text, tokens[:first], tokens[last].end())
    return venue if is_whole and not _is_prose(rest) else None


def _key(word: str) -> str:
    """Return a word in the form that it has in phrases."""
    return word.lower() if word.isascii() and word != "&" else comparison_key(word).replace(" ", "")


_WORD = lazy_regex(r"[^\W_]+|&")
_TOKEN = lazy_regex(r"[A-Za-z0-9*][A-Za-z0-9&+@*/.-]*[A-Za-z0-9*]|[A-Za-z]")
_GLUED = lazy_regex(r"(\d?[A-Za-z*][A-Za-z&*/@+-]*?[A-Za-z*])-?((?:19|20)\d\d|(?<=[A-Z])\d\d|(?<=[a-z-])[0129]\d)")


def _by_word(token: str) -> KnownVenue | None:
    """Return the venue of one word: an acronym, one joined with its year, or two acronyms (`EMNLP-IJCNLP`)."""
    venue = VENUES_BY_SHORT_NAME.get(token)
    if venue or not token[-1:].isalnum():
        return venue
    if token[-1].isdigit() and (glued := _GLUED.fullmatch(token)):
        return _by_word(glued[1])
    if not ("-" in token or "/" in token) or len(token) >= 40:
        return None
    if token.startswith("T-") and (transactions := VENUES_BY_SHORT_NAME.get(f"T{token[2:]}")):
        # `T-PAMI`
        return transactions
    parts = re.split(r"[-/]", token)
    both = [VENUES_BY_SHORT_NAME.get(part) for part in parts if part not in {"IEEE", "CVF", "ACM", "HLT", "AFNLP"}]
    return both[0] if both and all(both) else None


_OPENING_TOKENS = frozenset(tokens[0] for tokens in map(_TOKEN.findall, VENUES_BY_SHORT_NAME) if len(tokens) == 2)
"""The first token of each short name of two: most texts have none of them."""


def _by_acronym(text: str, tokens: Sequence[re.Match[str]]) -> tuple[KnownVenue, str] | None:
    """Return the venue whose acronym is among the tokens of a text, and the text without that word."""
    for n, token in enumerate(tokens):
        word = token[0]
        if word in _OPENING_TOKENS and n + 1 < len(tokens):
            end = tokens[n + 1].end()
            if venue := VENUES_BY_SHORT_NAME.get(text[token.start() : end]):
                return venue, f"{text[: token.start()]} {text[end:]}"
        # most words are letters only, which have no other form
        if venue := VENUES_BY_SHORT_NAME.get(word) if word.isalpha() else _by_word(word):
            return venue, f"{text[: token.start()]} {text[token.end() :]}"
    return None


def _listed(text: str, tokens: Sequence[re.Match[str]], labelled: bool) -> KnownVenue | None:
    """Return the venue of the second table whose acronym is a text of some tokens, besides filler and its year.

    An acronym that may be something else needs the year, or a label before the text.
    """
    for token in tokens:
        word = token[0]
        venue = LISTED_VENUES.get(word) or (_listed_with_year(word) if word[-1].isdigit() else None)
        if venue and (labelled or not venue.needs_sign or YEAR.search(text)):
            is_all = _is_filler(f"{text[: token.start()]} {text[token.end() :]}")
            return venue if is_all else None
    return None


def _listed_with_year(token: str) -> KnownVenue | None:
    glued = _GLUED.fullmatch(token)
    venue = LISTED_VENUES.get(glued[1]) if glued else None
    return venue if venue and not venue.needs_sign else None


# --- years ----------------------------------------------------------------------------------------

_ADVANCES = lazy_regex(
    r"(?:processing systems|advances),? ?(?:\(?(?:nips|neurips)\)?,? ?)?(?:volume |vol\.? ?)?(\d{1,2})\b"
    r"|\b(?:nips|neurips)[ -]?([3-6]\d)\b"
)
"""The volume of the Advances: `Advances in Neural Information Processing Systems 33`, `NeurIPS 33`."""


def _edition(text: str, venue: KnownVenue) -> int | None:
    """Return the year of a numbered edition: `Forty-first`, `57th`, `Advances … 37`."""
    if venue.year_zero is None:
        return None
    lower = text.lower()
    numbers = (int(match[1]) if match[1] else parse_ordinal(match[2]) for match in ORDINAL.finditer(lower))
    number = next((number for number in numbers if number), 0)
    # The 38th conference publishes volume 37 of the Advances.
    year = venue.year_zero + number - (venue.acronym == "NeurIPS") if number else 0
    if venue.acronym == "NeurIPS" and (volume := _ADVANCES.search(lower)):
        year = venue.year_zero + int(volume[1] or volume[2])
    return year if 1950 < year < 2100 else None


def _year_of(text: str, venue: KnownVenue) -> int | None:
    """Return the year in a text, or the year that its edition or arXiv number implies."""
    text = PAGES.sub(" ", text)
    if match := YEAR.search(text):
        return int(match[1]) if match[1] else expand_year(match[2])
    for token in _TOKEN.findall(text):
        if (glued := _GLUED.fullmatch(token)) and _by_word(glued[1]) is venue:
            return int(glued[2]) if len(glued[2]) == 4 else expand_year(glued[2])
    if edition := _edition(text, venue):
        return edition
    if venue.kind is VenueKind.PREPRINT and (number := ARXIV_DATE.search(text)):
        return expand_year(number[1])
    short = SHORT_YEAR.search(text) if venue.kind is VenueKind.CONFERENCE else None
    # `ICML 37` has the number of the conference, `ISWC, Poster P28` that of a poster
    return expand_year(short[1]) if short and not 28 <= int(short[1]) < 70 else None


# --- reading --------------------------------------------------------------------------------------

_NONE = ("", None, "")
_ACRONYM_BEFORE_NAME = lazy_regex(r"([A-Z][\w&+-]* ?['’]\d\d): (?=Proc)")
"""Acronym and year before the full name, as IEEE Xplore prints them: `SC '03: Proceedings of the …`."""
_FINDINGS = lazy_regex(
    r"(findings) of (?:the )?(?:acl|association for computational linguistics)\s*[:,–-]\s*", re.IGNORECASE
)
_WITH_FINDINGS = lazy_regex(
    r"\b(?:Findings of (?:the )?(?P<after>[A-Z]{3}\w*)|(?P<before>[A-Z]{3}\w*)[ -]Findings)[ (,]*"
    r"(?P<year>(?:19|20)\d\d)"
)
"""`ACL-Findings 2021`, `EMNLP-Findings(2020)`, `Findings of EMNLP 2021`."""
_PLACE_AND_DATE = lazy_regex(r"(?:[\w ,&]{3,60} [–—-] )?([A-Z][\w&*-]*) ((?:19|20)\d\d) ?(?:[,:–—-]|$)")
"""`ICML 2019, 9-15 June 2019, Long Beach`, `Computer Vision – ECCV 2014 – 13th European Conference`."""


def _has_place_and_date(text: str) -> bool:
    """Return whether a text is an acronym and its year, followed only by places and dates."""
    match = _PLACE_AND_DATE.match(text)
    return match is not None and _by_word(match[1]) is not None and not _is_prose(text)


def _is_ambiguous(text: str) -> bool:
    """Return whether a text may be a subject (`Machine Learning`) or a thing (`Cell`) instead of a journal."""
    words = comparison_key(text).split()
    numbers = sum(word[0].isdigit() for word in words)
    name = " ".join(word for word in words if not word[0].isdigit())
    return (name in THINGS and numbers < 1 and not text.isupper()) or (name in SUBJECTS and numbers < 2)


@lru_cache(maxsize=1 << 12)
def parse_venue(text: str, labelled: bool = False) -> tuple[str, int | None, str]:
    """Return acronym, year and track (as written) of a text that names a venue; `("", None, "")` for any other text.

    Args:
        text: The text.
        labelled: Whether a label, a column or a field says that the text is a venue.

    Examples:
        >>> parse_venue("ICML'23 OralPoster"), parse_venue("Advances in Neural Information Processing Systems 37")
        (('ICML', 2023, 'OralPoster'), ('NeurIPS', 2024, ''))
        >>> parse_venue("CVPRW 2020"), parse_venue("CSCW 2020")
        (('CVPR', 2020, 'Workshop'), ('CSCW', 2020, ''))
        >>> parse_venue("ICML Deep Learning Workshop, 2015")
        ('ICML', 2015, 'Deep Learning Workshop')
    """
    text = plain_text(text) if len(text) <= 400 else ""
    text = with_acronym_alone(text.replace("-Findings", " Findings"))
    findings = _FINDINGS.match(text) if text[:1] in "Ff" else None
    if findings and (inner := parse_venue(text[findings.end() :]))[0]:
        return inner[0], inner[1], findings[1]
    if ": Proc" in text and (opening := _ACRONYM_BEFORE_NAME.match(text)) and (inner := parse_venue(opening[1]))[0]:
        return inner
    venue = VENUES_BY_SHORT_NAME.get(text)
    if venue is None and " " in text:
        venue = _by_phrase(text)
    if venue is None:
        tokens = list(_TOKEN.finditer(text))
        match = _by_acronym(text, tokens)
        venue = match[0] if match and (_is_filler(match[1]) or _has_place_and_date(text)) else None
        venue = venue or _listed(text, tokens, labelled)
    if venue is None and "Workshop" in text and (named := NAMED_WORKSHOP.fullmatch(text)):
        acronym, year, _ = parse_venue(f"{named['venue']}{named['year'] or ''}", labelled)
        return (acronym, year, named["track"]) if acronym else _NONE
    if venue is None and "W" in text and (workshop := SHORT_WORKSHOP.search(text)):
        acronym, year, track_name = parse_venue(text[: workshop.start()] + text[workshop.end() :], labelled)
        return (acronym, year, track_name or "Workshop") if acronym else _NONE
    if venue is None or (not labelled and _is_ambiguous(text)):
        return _NONE
    track = TRACK.search(text)
    is_other = text.startswith("IEEE ") and "IEEE" not in venue.name
    if venue.kind is VenueKind.JOURNAL and (is_other or (track and "workshop" in track[0].lower())):
        # `IEEE Networks`, or the subject of an event: `Workshop on Machine Learning for Medical Imaging`
        return _NONE
    return venue.acronym, _year_of(text, venue), track[0].strip() if track else ""


_GAP = " \t,([{*_-–\"'’)]}.:"
_LISTED_BEFORE = lazy_regex(
    r"(?P<sign>[(\[{]|(?<!\w)(?:IEEE|ACM|Proc\.?) )?(?<![\w-])(?P<name>[A-Za-z][\w&+-]*[A-Za-z0-9])[\s,}'’]{0,3}$"
)
"""An acronym at the end of a text, with the sign before it that makes it a venue."""
_BEFORE_NAME = _GAP + "`‘’“#@&|>"


_PART_OF_NAME = lazy_regex(r"[A-Z][a-z]{2,}$")
"""A word before `Science` or `Nature` that makes it another name."""


def _is_last_word(steps: Sequence[str]) -> bool:
    """Return whether the last word ends a longer name: `Management Science`."""
    before = steps[-2] if len(steps) > 1 and steps[-1].istitle() else ""
    return _PART_OF_NAME.match(before) is not None and not _may_precede(before.lower())


def _next_to_year(text: str, start: int, end: int) -> KnownVenue | None:
    """Return the venue directly before a year, or directly after it."""
    before = text[max(0, start - 48) : start].rpartition("\n")[2]
    word = before.rstrip(_GAP)
    if len(before) - len(word) <= 4:
        steps = word.rsplit(None, 2)
        raw = steps[-1] if steps else ""
        for name in (raw, " ".join(steps[-2:]).lstrip(_BEFORE_NAME), raw.lstrip(_BEFORE_NAME)):
            if name.lower() not in SUBJECTS | THINGS and (venue := _by_word(name)):
                is_part = venue.kind is VenueKind.JOURNAL and " " not in name and _is_last_word(steps)
                return None if is_part else venue
    if listed := _LISTED_BEFORE.search(before):
        venue = LISTED_VENUES.get(listed["name"])
        if venue and (not venue.needs_sign or listed["sign"] or not before[: listed.start()].strip(_BEFORE_NAME)):
            return venue
    after = re.match(r"\s(?:IEEE(?:/CVF)? |ACM )?([A-Za-z*][\w&*-]*)", text[end : end + 40])
    venue = _by_word(after[1]) if after else None
    return venue if venue and venue.kind is VenueKind.CONFERENCE and venue.acronym.upper() not in EXACT_CASE else None


@lru_cache(maxsize=64)
def find_venue(text: str) -> tuple[str, int | None, str]:
    """Return acronym, year and track of the first venue in a longer line; `("", None, "")` if there is none.

    Only a line with a year is searched, for an acronym next to the year, then for the full name of a conference.

    Examples:
        >>> find_venue("Vaswani et al., NeurIPS 2017"), find_venue("in 2017")
        (('NeurIPS', 2017, ''), ('', None, ''))
        >>> find_venue("in Science, 2017"), find_venue("Management Science, 2017")
        (('Science', 2017, ''), ('', None, ''))
        >>> find_venue("Lee, Nature Communications 2019"), find_venue("Scientific Reports (2024 May)")
        (('Nature Communications', 2019, ''), ('Scientific Reports', 2024, ''))
    """
    years = list(YEAR.finditer(text))
    if "Findings" in text and (findings := _WITH_FINDINGS.search(text)):
        return parse_venue(f"{findings['after'] or findings['before']} Findings {findings['year']}")
    for match in years:
        venue = _next_to_year(text, match.start(), match.end())
        of_workshop = None if venue else UNNAMED_WORKSHOP.search(text, max(0, match.start() - 48), match.start())
        if of_workshop:
            venue = _next_to_year(text[: of_workshop.start()], of_workshop.start(), of_workshop.start())
        if venue:
            year = int(match[1]) if match[1] else expand_year(match[2])
            track = TRACK.match(text[match.end() : match.end() + 60].lstrip(_GAP + "/|—"))
            return venue.acronym, year, track[0].strip() if track else "Workshop" if of_workshop else ""
    if years and EVENT.search(text.lower()):
        for _, venue in phrases_in([ABBREVIATED.get(word, word) for word in comparison_key(text).split()]):
            if venue.kind is VenueKind.CONFERENCE:
                return venue.acronym, _year_of(text, venue), ""
    return _NONE
