"""Venues: from the many ways people write one to its acronym, year and track, and back to a name in print.

Imports only the table of venues, the words around them, and text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from papernotes_plugin.text import comparison_key, plain_text
from papernotes_plugin.venues.venue_lookup import (
    FIRST_WORDS,
    VENUES,
    VENUES_BY_PHRASE,
    VENUES_BY_SHORT_NAME,
    KnownVenue,
    VenueKind,
)
from papernotes_plugin.venues.venue_words import (
    ABBREVIATED,
    ARXIV_DATE,
    EVENT,
    EXACT_CASE,
    FILLER,
    ORDINAL,
    ORDINALS,
    PAGES,
    SHORT_YEAR,
    SPONSORS,
    SUBJECTS,
    TENS,
    THINGS,
    TRACK,
    YEAR,
    expand_year,
    format_ordinal,
    parse_ordinal,
)

# --- looking up -----------------------------------------------------------------------------------


def _only_filler(rest: str) -> bool:
    """Whether nothing but years, numbers, tracks and words of course is left of a text."""
    words = comparison_key(TRACK.sub(" ", rest)).split()
    return all(word in FILLER or word[0].isdigit() or not word.strip("ivxl") for word in words)


def _prose(rest: str) -> bool:
    """Whether words of a sentence stand in a text: places and names of series have capital letters."""
    words = TRACK.sub(" ", rest).split()
    return any(w.islower() and w.isalpha() and len(w) > 2 and w not in FILLER and not parse_ordinal(w) for w in words)


def _course(word: str) -> bool:
    """Whether a word may stand before the name of a venue without making another of it."""
    return word in FILLER or word in SPONSORS or word in TENS or word[:1].isdigit() or parse_ordinal(word) > 0


_FOLLOWS = re.compile(r"\s*(?:$|[^\s\w&]|\d|in\b|at\b|held\b|[IVXL]+\b)")


def _stands_alone(text: str, before: list[re.Match[str]], end: int) -> bool:
    """Whether a name is not part of a longer one: `International Conference on Machine Learning and Cybernetics`."""
    if not (_FOLLOWS.match(text, end) or TRACK.match(text[end : end + 100].lstrip())):
        return False
    start = None
    for token in reversed(before):
        if start is not None and not text[token.end() : start].isspace():
            break
        if not _course(token[0].lower()):
            return start is None and not text[token.end() : token.end() + 1].isspace()
        start = token.start()
    return True


def _by_phrase(text: str) -> KnownVenue | None:
    """The venue whose full name a text is: what else stands there is filler, places and dates."""
    tokens = list(_WORD.finditer(text))
    words = [ABBREVIATED.get(key, key) for key in map(_key, tokens)]
    if FIRST_WORDS.isdisjoint(words):
        return None
    line = f" {' '.join(words)} "
    for phrase, known in VENUES_BY_PHRASE:
        at = line.find(f" {phrase} ") if phrase in line else -1
        if at < 0:
            continue
        first = line.count(" ", 0, at)
        last = first + phrase.count(" ")
        rest = " ".join(token[0] for token in (*tokens[:first], *tokens[last + 1 :]))
        if known.kind is not VenueKind.CONFERENCE or not (EVENT.search(phrase) or EVENT.search(line)):
            # short names of journals stand in many other phrases
            return known if _only_filler(rest) else None
        around = _stands_alone(text, tokens[:first], tokens[last].end())
        return known if around and not _prose(rest) else None
    return None


def _key(token: re.Match[str]) -> str:
    """A word as phrases have it."""
    word = token[0]
    return word.lower() if word.isascii() and word != "&" else comparison_key(word).replace(" ", "")


_WORD = re.compile(r"[^\W_]+|&")
_TOKEN = re.compile(r"[A-Za-z0-9*][A-Za-z0-9&+@*/.-]*[A-Za-z0-9*]|[A-Za-z]")
_GLUED = re.compile(r"([A-Za-z*][A-Za-z&*/@+-]*?[A-Za-z*])-?((?:19|20)\d\d|(?<=[A-Z])\d\d)")


def _named(token: str) -> KnownVenue | None:
    """The venue of one word: an acronym, one glued to its year, or a joint one (`EMNLP-IJCNLP`)."""
    known = VENUES_BY_SHORT_NAME.get(token)
    if known or not token[-1:].isalnum():
        return known
    if token[-1].isdigit() and (glued := _GLUED.fullmatch(token)):
        return _named(glued[1])
    parts = re.split(r"[-/]", token) if len(token) < 40 else []
    both = [VENUES_BY_SHORT_NAME.get(part) for part in parts if part not in {"IEEE", "CVF", "ACM", "HLT", "AFNLP"}]
    return both[0] if len(parts) > 1 and both and all(both) else None


def _by_acronym(text: str) -> tuple[KnownVenue, str] | None:
    """The venue whose acronym stands in a text, and the text without it and its year."""
    tokens = list(_TOKEN.finditer(text))
    for n, token in enumerate(tokens):
        if n + 1 < len(tokens):
            end = tokens[n + 1].end()
            if known := VENUES_BY_SHORT_NAME.get(text[token.start() : end]):
                return known, f"{text[: token.start()]} {text[end:]}"
        if known := _named(token[0]):
            return known, f"{text[: token.start()]} {text[token.end() :]}"
    return None


# --- years ----------------------------------------------------------------------------------------

_ADVANCES = re.compile(
    r"(?:processing systems|advances),? ?(?:\(?(?:nips|neurips)\)?,? ?)?(?:volume |vol\.? ?)?(\d{1,2})\b"
)


def _edition(text: str, known: KnownVenue) -> int | None:
    """The year behind a numbered edition: `Forty-first`, `57th`, `Advances … 37`."""
    if known.year_zero is None:
        return None
    lower = text.lower()
    numbers = (int(match[1]) if match[1] else parse_ordinal(match[2]) for match in ORDINAL.finditer(lower))
    number = next((number for number in numbers if number), 0)
    # the 38th conference makes volume 37 of its Advances
    year = known.year_zero + number - (known.acronym == "NeurIPS") if number else 0
    if known.acronym == "NeurIPS" and (volume := _ADVANCES.search(lower)):
        year = known.year_zero + int(volume[1])
    return year if 1950 < year < 2100 else None


def _year_of(text: str, known: KnownVenue) -> int | None:
    """The year that a text says, or that its edition or its arXiv number implies."""
    text = PAGES.sub(" ", text)
    if match := YEAR.search(text):
        return int(match[1]) if match[1] else expand_year(match[2])
    for token in _TOKEN.findall(text):
        if (glued := _GLUED.fullmatch(token)) and _named(glued[1]) is known:
            return int(glued[2]) if len(glued[2]) == 4 else expand_year(glued[2])
    if edition := _edition(text, known):
        return edition
    if known.kind is VenueKind.PREPRINT and (number := ARXIV_DATE.search(text)):
        return expand_year(number[1])
    short = SHORT_YEAR.search(text) if known.kind is VenueKind.CONFERENCE else None
    return expand_year(short[1]) if short else None


# --- reading --------------------------------------------------------------------------------------

_NONE = ("", None, "")
_FINDINGS = re.compile(
    r"(findings) of (?:the )?(?:acl|association for computational linguistics)\s*[:,–-]\s*", re.IGNORECASE
)


# `ICML 2019, 9-15 June 2019, Long Beach`, `Computer Vision – ECCV 2014 – 13th European Conference`
_PLACED = re.compile(r"(?:[\w ,&]{3,60} [–—-] )?([A-Z][\w&*-]*) ((?:19|20)\d\d) ?(?:[,:–—-]|$)")


def _placed(text: str) -> bool:
    """Whether a text begins with an acronym and its year, and names only places and dates behind them."""
    match = _PLACED.match(text)
    return match is not None and _named(match[1]) is not None and not _prose(text)


def _subject(text: str) -> bool:
    """Whether a text that could be a journal may as well be a subject (`Machine Learning`) or a thing (`Cell`)."""
    words = comparison_key(text).split()
    numbers = sum(word[0].isdigit() for word in words)
    name = " ".join(word for word in words if not word[0].isdigit())
    return (name in THINGS and numbers < 1 and not text.isupper()) or (name in SUBJECTS and numbers < 2)


@lru_cache(maxsize=1 << 12)
def parse_venue(text: str) -> tuple[str, int | None, str]:
    """Acronym, year and track (as written) of a text that is a venue; `("", None, "")` if it is none.

    Examples:
        >>> parse_venue("ICML'23 OralPoster"), parse_venue("Advances in Neural Information Processing Systems 37")
        (('ICML', 2023, 'OralPoster'), ('NeurIPS', 2024, ''))
    """
    text = plain_text(text) if len(text) <= 400 else ""
    findings = _FINDINGS.match(text)
    if findings and (inner := parse_venue(text[findings.end() :]))[0]:
        return inner[0], inner[1], findings[1]
    known = VENUES_BY_SHORT_NAME.get(text)
    if known is None and " " in text:
        known = _by_phrase(text)
    if known is None and (found := _by_acronym(text)) and (_only_filler(found[1]) or _placed(text)):
        known = found[0]
    if known is None or _subject(text):
        return _NONE
    track = TRACK.search(text)
    return known.acronym, _year_of(text, known), track[0].strip() if track else ""


_GAP = " \t,([{*_-–\"')]}.:"
_LEAD = _GAP + "`‘’“#@&|>"


def _beside(text: str, start: int, end: int) -> KnownVenue | None:
    """The venue that stands before a year, or right behind it."""
    before = text[max(0, start - 48) : start].rpartition("\n")[2]
    word = before.rstrip(_GAP)
    if len(before) - len(word) <= 4:
        steps = word.rsplit(None, 2)
        raw = steps[-1] if steps else ""
        for name in (raw, " ".join(steps[-2:]).lstrip(_LEAD), raw.lstrip(_LEAD)):
            if name.lower() not in SUBJECTS | THINGS and (known := _named(name)):
                return known
    after = re.match(r"\s(?:IEEE(?:/CVF)? |ACM )?([A-Za-z*][\w&*-]*)", text[end : end + 40])
    known = _named(after[1]) if after else None
    return known if known and known.kind is VenueKind.CONFERENCE and known.acronym.upper() not in EXACT_CASE else None


@lru_cache(maxsize=64)
def find_venue(text: str) -> tuple[str, int | None, str]:
    """Acronym, year and track of the first venue that stands with its year in a longer line.

    Examples:
        >>> find_venue("Vaswani et al., NeurIPS 2017"), find_venue("in 2017")
        (('NeurIPS', 2017, ''), ('', None, ''))
    """
    years = list(YEAR.finditer(text))
    for match in years:
        known = _beside(text, match.start(), match.end())
        if known:
            year = int(match[1]) if match[1] else expand_year(match[2])
            track = TRACK.match(text[match.end() : match.end() + 60].lstrip(_GAP + "/|—"))
            return known.acronym, year, track[0].strip() if track else ""
    if years and EVENT.search(text.lower()):
        line = f" {' '.join(ABBREVIATED.get(word, word) for word in comparison_key(text).split())} "
        for phrase, known in VENUES_BY_PHRASE:
            if known.kind is VenueKind.CONFERENCE and f" {phrase} " in line:
                return known.acronym, _year_of(text, known), ""
    return _NONE


def full_name(acronym: str, year: int | None) -> str:
    """The name in print, as a booktitle or journal wants it; an unknown acronym stays itself.

    Examples:
        >>> full_name("ICML", 2024)
        'Forty-first International Conference on Machine Learning'
        >>> full_name("NeurIPS", 2024)
        'Advances in Neural Information Processing Systems 37'
    """
    known = VENUES.get(acronym)
    if known is None:
        return acronym
    number = year - known.year_zero if year and known.year_zero else 0
    if number > 0 and number in ORDINALS:
        name = known.name.format(Th=ORDINALS[number].capitalize(), th=format_ordinal(number), n=number, year=year)
    else:
        name = known.name.format(Th="", th="", n="", year=year or "")
    return " ".join(name.split())


def is_journal(acronym: str) -> bool:
    """Whether what appears there is an article of a journal."""
    known = VENUES.get(acronym)
    return known is not None and known.kind is VenueKind.JOURNAL


def is_preprint(acronym: str) -> bool:
    """Whether it is a server of preprints, no place of publication."""
    known = VENUES.get(acronym) or VENUES_BY_SHORT_NAME.get(acronym)
    return known is not None and known.kind is VenueKind.PREPRINT
