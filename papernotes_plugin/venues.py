"""Venues: from the many ways people write one to its acronym, year and track, and back to a name in print.

Imports only the table of venues and the text vocabulary.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from papernotes_plugin import venue_table
from papernotes_plugin.text import normalised, plain


class _Kind(StrEnum):
    CONFERENCE = "conference"
    JOURNAL = "journal"
    PREPRINT = "preprint"


@dataclass(frozen=True, slots=True)
class _Known:
    acronym: str
    kind: _Kind
    origin: int | None
    """The year before the first edition."""
    name: str
    aliases: tuple[str, ...]


def _rows(table: str, kind: _Kind) -> list[_Known]:
    out = []
    for line in table.strip().splitlines():
        acronym, origin, name, aliases = (cell.strip() for cell in line.split("|"))
        names = tuple(alias.strip() for alias in aliases.split(";") if alias.strip())
        out.append(_Known(acronym, kind, int(origin) if origin else None, name, names))
    return out


_VENUES = {
    known.acronym: known
    for table, kind in (
        (venue_table.CONFERENCES, _Kind.CONFERENCE),
        (venue_table.JOURNALS, _Kind.JOURNAL),
        (venue_table.PREPRINTS, _Kind.PREPRINT),
    )
    for known in _rows(table, kind)
}

_UNITS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth"
_UNITS += " fifteenth sixteenth seventeenth eighteenth nineteenth"
_TENS = {"twent": 20, "thirt": 30, "fort": 40, "fift": 50, "sixt": 60, "sevent": 70, "eight": 80, "ninet": 90}
_WORDS: dict[int, str] = dict(enumerate(_UNITS.split()))
_WORDS |= {
    tens + unit: f"{stem}y-{_WORDS[unit]}" if unit else f"{stem}ieth" for stem, tens in _TENS.items() for unit in range(10)
}
_NUMBERS = {word.replace("-", " "): number for number, word in _WORDS.items()}


def _th(number: int) -> str:
    last = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{last}"


# --- looking up -----------------------------------------------------------------------------------

_EXACT_CASE = frozenset(
    "NATURE SCIENCE CELL NEURON FAST DATE MICRO CASE SODA PETS PODS CRYPTO MM SC SP EC FG DIS ALT ACC LOG CLEAR OAKLAND "
    "DISTILL HAL SECURITY AUTOML HUMANOIDS CHIL MICAI".split()
)
"""Acronyms that are also words: only as written in the table."""


def _acronyms() -> dict[str, _Known]:
    """Every short name, as written and, unless it is also a word, in lower case."""
    out: dict[str, _Known] = {}
    for known in _VENUES.values():
        for name in (known.acronym, *known.aliases):
            if name == known.acronym or (len(name) < 16 and name.count(" ") <= 1):
                out.setdefault(name, known)
                if name.upper() not in _EXACT_CASE and len(name) >= 3:
                    out.setdefault(name.lower(), known)
                    out.setdefault(name.upper(), known)
    return out


_ACRONYMS = _acronyms()
_SPONSOR = re.compile(
    r"^(?:the |proceedings (?:of|on) (?:the )?|proceedings |ieee |cvf |rsj |acm |sigkdd |sigplan |sigsac |sigsoft |sigmod |usenix |"
    r"aaai |siam |annual |international acm sigir |year |th |n |ras |in )+"
)


def _phrases() -> list[tuple[str, _Known]]:
    """Normalised phrases that name a venue, longest first so that the most special one wins."""
    out: dict[str, _Known] = {}
    for known in _VENUES.values():
        for name in (known.name, *known.aliases):
            phrase = _SPONSOR.sub("", normalised(re.sub(r"\{\w+\}", "", name)))
            if phrase.count(" ") >= 1:
                out.setdefault(phrase, known)
    return sorted(out.items(), key=lambda row: -len(row[0]))


_PHRASES = _phrases()

_YEAR = re.compile(r"(?<![\d.])((?:19|20)\d\d)(?![\d.]\d)|['’`‘](\d\d)(?!\d)")
_ORDINAL = re.compile(r"\b(\d{1,3})(?:st|nd|rd|th)\b|\b((?:(?:twent|thirt|fort|fift|sixt|sevent|eight|ninet)y[ -])?[a-z]+(?:th|st|nd|rd))\b")
_TOKEN = re.compile(r"[A-Za-z0-9*][A-Za-z0-9&+@*/-]*")
_GLUED = re.compile(r"([A-Za-z&*/+-]*[A-Za-z])[-'’]?((?:19|20)\d\d|(?<=[A-Z])\d\d)")
_TRACK = re.compile(
    r"\b(?:oral ?poster|orals?|posters?|spotlights?|notable(?: top[ -]?\d+%)?|top[ -]?\d+%|highlights?|best[ \w]*paper(?: award| runner[ -]up| candidate)*|"
    r"outstanding paper(?: award| runner[ -]up)*|honou?rable mention|datasets? (?:and|&) benchmarks?(?: track)?|position(?: papers?)?(?: track)?|"
    r"findings|demos?|tutorial|short paper|long paper|industry track|journal track|workshops?(?: on [^,;.()]+)?|"
    r"main(?: conference| track)?|tiny papers?(?: track)?|blog ?posts?(?: track)?|accepted|rejected|under review|submission|award)\b(?: \(?top[ -]?\d+%\)?)?",
    re.IGNORECASE,
)
_FILLER = frozenset(
    "in at to of on the and for appear published presented accepted proceedings proc conference annual international conf meeting ieee cvf acm "
    "usenix aaai vol volume no number pp pages paper track camera ready main preprint abs e prints edition part papers under as arxiv".split()
)


def _year(text: str) -> int | None:
    match = _YEAR.search(text)
    if not match:
        return None
    if match[1]:
        return int(match[1])
    return int(match[2]) + (2000 if int(match[2]) < 70 else 1900)


def _edition(text: str, known: _Known) -> int | None:
    """The year behind a numbered edition: `Forty-first`, `57th`, `Advances … 37`."""
    if known.origin is None:
        return None
    lower = text.lower()
    for match in _ORDINAL.finditer(lower):
        number = int(match[1]) if match[1] else _NUMBERS.get(match[2].replace("-", " "))
        # the 38th conference makes volume 37 of its Advances
        if number:
            return known.origin + number - (known.acronym == "NeurIPS")
    volume = re.search(r"(?:systems|advances\D{0,60}),? ?(?:volume |vol\.? )?(\d{1,2})\b", lower)
    return known.origin + int(volume[1]) if volume and known.acronym == "NeurIPS" else None


def _track(text: str) -> str:
    match = _TRACK.search(text)
    return match[0].strip() if match else ""


def _by_phrase(text: str) -> tuple[_Known, str] | None:
    """The venue whose full name stands in a text, and the text without it."""
    key = f" {normalised(text)} "
    for phrase, known in _PHRASES:
        at = key.find(f" {phrase} ")
        if at >= 0:
            return known, f"{key[:at]} {key[at + len(phrase) + 2 :]}"
    return None


def _by_acronym(text: str) -> tuple[_Known, str] | None:
    """The venue whose acronym stands in a text, and the text without it and its year."""
    tokens = list(_TOKEN.finditer(text))
    for n, token in enumerate(tokens):
        pairs = [(text[token.start() : tokens[n + 1].end()], tokens[n + 1].end())] if n + 1 < len(tokens) else []
        glued = _GLUED.fullmatch(token[0])
        single = [(token[0], token.end())] + ([(glued[1], token.end())] if glued else [])
        for name, end in pairs + single:
            known = _ACRONYMS.get(name)
            if known:
                return known, f"{text[: token.start()]} {text[end:]}"
    return None


def parse_venue(text: str) -> tuple[str, int | None, str]:
    """Acronym, year and track (as written) of a text that is a venue; `("", None, "")` if it is none.

    >>> parse_venue("ICML'23 OralPoster"), parse_venue("Advances in Neural Information Processing Systems 37")
    (('ICML', 2023, 'OralPoster'), ('NeurIPS', 2024, ''))
    """
    text = plain(text)
    if not text or len(text) > 400:
        return "", None, ""
    whole = _ACRONYMS.get(text)
    found = (whole, "") if whole else None
    named = found or _by_phrase(text)
    if named is None:
        found = _by_acronym(text)
        if found is None or not _only_filler(found[1]):
            return "", None, ""
    known = (found or named)[0]  # type: ignore[index]
    year = _year(text) or _glued_year(text) or _edition(text, known)
    return known.acronym, year, _track(text)


def _glued_year(text: str) -> int | None:
    for token in _TOKEN.finditer(text):
        match = _GLUED.fullmatch(token[0])
        if match and match[1] in _ACRONYMS:
            return int(match[2]) if len(match[2]) == 4 else 2000 + int(match[2])
    return None


def _only_filler(rest: str) -> bool:
    """Whether nothing but years, numbers, tracks and words of course is left of a text."""
    rest = _TRACK.sub(" ", rest)
    left = [word for word in normalised(rest).split() if word not in _FILLER and not word[0].isdigit()]
    return not left


_WITH_YEAR = re.compile(
    r"(?<![\w/.@-])((?:[A-Z][\w&]* )?[A-Za-z*][A-Za-z&*/+-]*[A-Za-z])[\s,]{0,2}[-(\[]?\s?(?:['’](\d\d)|((?:19|20)\d\d))(?!\d)[)\]]?((?:[\s,]{0,2}\(?[\w& %-]{1,40}\)?)?)"
)


def find_venue(text: str) -> tuple[str, int | None, str]:
    """Acronym, year and track of the first venue that stands with its year in a longer line.

    >>> find_venue("Vaswani et al., NeurIPS 2017")
    ('NeurIPS', 2017, '')
    """
    for match in _WITH_YEAR.finditer(text):
        known = _ACRONYMS.get(match[1]) or _ACRONYMS.get(match[1].rpartition(" ")[2])
        if known:
            year = int(match[3]) if match[3] else 2000 + int(match[2])
            track = _TRACK.match(match[4].lstrip(" ,("))
            return known.acronym, year, track[0].strip() if track else ""
    if _YEAR.search(text) and (named := _by_phrase(text)):
        return named[0].acronym, _year(text), ""
    return "", None, ""


def full_name(acronym: str, year: int | None) -> str:
    """The name in print, as a booktitle or journal wants it; an unknown acronym stays itself.

    >>> full_name("ICLR", 2025), full_name("NeurIPS", 2024)
    ('The Thirteenth International Conference on Learning Representations', 'Advances in Neural Information Processing Systems 37')
    """
    known = _VENUES.get(acronym)
    if known is None:
        return acronym
    number = year - known.origin if year and known.origin else 0
    if number > 0 and number in _WORDS:
        name = known.name.format(Th=_WORDS[number].capitalize(), th=_th(number), n=number, year=year)
    else:
        name = known.name.format(Th="", th="", n="", year=year or "")
    return " ".join(name.split())


def is_journal(acronym: str) -> bool:
    """Whether what appears there is an article of a journal."""
    known = _VENUES.get(acronym)
    return known is not None and known.kind is _Kind.JOURNAL


def is_preprint(acronym: str) -> bool:
    """Whether it is a server of preprints, no place of publication."""
    known = _VENUES.get(acronym) or _ACRONYMS.get(acronym)
    return known is not None and known.kind is _Kind.PREPRINT
