"""Look up a venue by acronym or phrase: its kind, its editions and its name in print."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.venues import venue_table
from papernotes_plugin.venues.dblp_venues import VENUES_OF_DBLP
from papernotes_plugin.venues.venue_words import ABBREVIATED, EVENT, EXACT_CASE, ORDINALS, SPONSORS, format_ordinal


class VenueKind(StrEnum):
    """Kind of a venue, by what it publishes."""

    CONFERENCE = "conference"
    JOURNAL = "journal"
    PREPRINT = "preprint"


@dataclass(frozen=True, slots=True)
class KnownVenue:
    """One row of the table of venues."""

    acronym: str
    kind: VenueKind
    year_zero: int | None
    """The year before the first edition; None where editions are not numbered without a gap."""
    name: str
    """Name in print, with fields for the edition and the year: `{th}`, `{Th}`, `{n}`, `{year}`."""
    aliases: tuple[str, ...]
    needs_sign: bool = False
    """True if the acronym alone may be something else, so that a year, a bracket or a label must be next to it."""


def _rows(table: str, kind: VenueKind) -> list[KnownVenue]:
    out = []
    for line in table.strip().splitlines():
        acronym, origin, name, aliases = (cell.strip() for cell in line.split("|"))
        names = tuple(alias.strip() for alias in aliases.split(";") if alias.strip())
        out.append(KnownVenue(acronym, kind, int(origin) if origin else None, name, names))
    return out


VENUES = {
    venue.acronym: venue
    for table, kind in (
        (venue_table.CONFERENCES, VenueKind.CONFERENCE),
        (venue_table.JOURNALS, VenueKind.JOURNAL),
        (venue_table.PREPRINTS, VenueKind.PREPRINT),
    )
    for venue in _rows(table, kind)
}
"""Every venue by its acronym."""


def _listed() -> dict[str, KnownVenue]:
    """Return the venues of the second table by acronym; those of journals also as `T-ITS` for `TITS`."""
    out: dict[str, KnownVenue] = {}
    for line in VENUES_OF_DBLP.strip().splitlines():
        acronym, kind, name, _ = (cell.strip() for cell in line.split("|"))
        needs_sign = acronym.endswith("?")
        acronym = acronym.removesuffix("?")
        venue = KnownVenue(acronym, _KINDS[kind], None, name, (), needs_sign)
        out[acronym] = venue
        if acronym[0] == "T" and "Transactions" in name:
            out.setdefault(f"T-{acronym[1:]}", KnownVenue(acronym, venue.kind, None, name, ()))
    # `Wisec 23` and `WISEC 23` for WiSec; what is all capitals or all small letters may be a word in another case
    for acronym, venue in list(out.items()):
        if acronym.isalpha() and acronym not in (acronym.upper(), acronym.capitalize(), *EXACT_CASE):
            for other in (acronym.capitalize(), acronym.upper()):
                out.setdefault(other, venue)
    return out


_KINDS = {"conf": VenueKind.CONFERENCE, "journals": VenueKind.JOURNAL}
LISTED_VENUES = _listed()
"""Further venues by acronym; most acronyms count only as they are written there."""

# --- looking up -----------------------------------------------------------------------------------


def _acronyms() -> dict[str, KnownVenue]:
    """Return venues by each short name as written and, unless it is also a word, in lower, upper and title case."""
    out: dict[str, KnownVenue] = {}
    for venue in VENUES.values():
        for name in (venue.acronym, *venue.aliases):
            if name == venue.acronym or (len(name) < 16 and name.count(" ") <= 1):
                out.setdefault(name, venue)
                if name.upper() not in EXACT_CASE and len(name) >= 3:
                    out.setdefault(name.lower(), venue)
                    out.setdefault(name.upper(), venue)
                    if len(name) > 3 and name.isalpha():
                        out.setdefault(name.capitalize(), venue)
    return out


VENUES_BY_SHORT_NAME = _acronyms()
"""Every venue by each of its short names."""


def _phrase(name: str) -> str:
    """Return the part of a name that all its spellings share, with abbreviated words written out."""
    words = [ABBREVIATED.get(word, word) for word in comparison_key(re.sub(r"\{\w+\}", "", name)).split()]
    first = next((n for n, word in enumerate(words) if word not in SPONSORS), 0)
    return " ".join(words[first:])


def _phrases() -> list[tuple[str, KnownVenue]]:
    """Return the phrases that name a venue, the longest first, so that the most specific one wins."""
    out: dict[str, KnownVenue] = {}
    for venue in VENUES.values():
        for phrase in map(_phrase, (venue.name, *venue.aliases)):
            if " " in phrase:
                out.setdefault(phrase, venue)
    for venue in LISTED_VENUES.values():
        phrase = _phrase(venue.name)
        # without such a word, a name is also that of a subject: `Computer Networks`
        if phrase.count(" ") >= _FEW_WORDS and EVENT.search(phrase):
            out.setdefault(phrase, venue)
    return sorted(out.items(), key=lambda row: (-len(row[0]), row[0]))


_FEW_WORDS = 2
VENUES_BY_PHRASE = _phrases()
"""Phrases that name a venue, as `text.comparison_key` gives them, with their venue; the longest first."""


def _by_opening() -> dict[tuple[str, ...], list[tuple[int, str, KnownVenue]]]:
    out: dict[tuple[str, ...], list[tuple[int, str, KnownVenue]]] = {}
    for order, (phrase, venue) in enumerate(VENUES_BY_PHRASE):
        out.setdefault(tuple(phrase.split()[:2]), []).append((order, phrase, venue))
    return out


PHRASES_BY_OPENING = _by_opening()
"""The phrases by their first two words, each with its rank and its venue."""


def phrases_in(words: Sequence[str]) -> list[tuple[str, KnownVenue]]:
    """Return the phrases that consecutive words are, with their venues; the longest first.

    Args:
        words: Words in the form of `text.comparison_key`.
    """
    openings = PHRASES_BY_OPENING.keys() & pairwise(words)
    if not openings:
        # most texts have none
        return []
    line = f" {' '.join(words)} "
    rows = sorted(row for opening in openings for row in PHRASES_BY_OPENING[opening] if f" {row[1]} " in line)
    return [(phrase, venue) for _, phrase, venue in rows]


def full_name(acronym: str, year: int | None) -> str:
    """Return the name of a venue in print, as in a `booktitle` or `journal` field; for an unknown acronym itself.

    Examples:
        >>> full_name("ICML", 2024)
        'Forty-first International Conference on Machine Learning'
        >>> full_name("NeurIPS", 2024)
        'Advances in Neural Information Processing Systems 37'
    """
    venue = VENUES.get(acronym) or LISTED_VENUES.get(acronym)
    if venue is None or not venue.name:
        return acronym
    number = year - venue.year_zero if year and venue.year_zero else 0
    if number > 0 and number in ORDINALS:
        name = venue.name.format(Th=ORDINALS[number].capitalize(), th=format_ordinal(number), n=number, year=year)
    else:
        name = venue.name.format(Th="", th="", n="", year=year or "")
    return " ".join(name.split())


_JOURNAL_WORD = lazy_regex(
    r"\b(?:journal|transactions|letters|annals|magazine|bulletin|quarterly|review|zeitschrift|revue|revista|rivista|annales)\b"
    r"|\bTrans(?:\.| on\b)|(?:^|\bInt\. )J\. |^J [A-Z]|^Foundations and Trends"
    r"|^(?-i:J[A-Z]{2,3}|IEEE T(?!ENCON)[A-Z-]{2,7})$"
    r"|^(?:PLo?S|PRX|BM[CJ]|ACS|EPJ|npj|AIP|RSC|WIREs|JAMA|JMIR|NEJM|PNAS) \w"
    r"|学报|期刊|논문지|학회지|論文誌",
    re.IGNORECASE,
)
_OF_SOCIETY = lazy_regex(
    r"^Actes de la recherche\b|\bProc(?!.{0,200}\b(?:Conference|Meeting|Symposium|Workshop)\b)(?:\.|eedings)? "
    r"(?:.{0,200} )?(?:Soc|Acad|Inst)(?:\.|\w*)(?: (?:of )?(?:London|Lond\.?))?"
    r"(?:,? (?:Series |Ser\. )?[AB](?:[:.-] ?[A-Z].{0,200})?| of Sciences(?: of .{0,200}| \(?USA\)?)?)?$",
    re.IGNORECASE,
)
"""The proceedings of a society, or of its research, which are a journal: `Proc. London Math. Soc.`"""
_EVENT_WORD = lazy_regex(
    r"\b(?:proceedings|proc|conference|conf|workshops?|symposium|congress|meeting|summit|colloquium|forum(?! of )"
    r"|school|advances in|lecture notes|principles of|tagung|konferenz|congreso|actas|colloque|actes|atti|convegno"
    r"|session|prosiding)\b"
    r"|会议|會議|会議|大会|大會|年会|年會|研讨会|研討會|论文集|論文集|シンポジウム|ワークショップ|(?:研究会|学会|學會|학회)$"
    r"|학술대회|학술발표|논문집",
    re.IGNORECASE,
)
_ACRONYM = lazy_regex(r"[A-Z]{2}|\d|@")
"""A sign of the short name of an event: `ICB`, `SoCC 2022`."""
_NAME_OF_ONE_WORD = lazy_regex(
    r"(?!Auto(?!matica)|Crypt|Cyber|Euro|Info|Inter|Mobi|Net|Robo|Sig|Soft|Super|Usenix|Web)[^\W\d_a-z][a-zß-öø-ÿ]{5,}"
)
"""A word that is no short name of an event, as `Usenix` is: `Genèses`, `Axiomathes`."""
_ONE_WORD_JOURNALS_TABLE = """
    auk blood brain chaos chem chest chirality circulation cladistics ebiomedicine ecology eclinicalmedicine evolution
    f1000research fuel genetics gigascience gut hypertension ibis icarus iscience joule matter nano neurology oikos pain
    peerj pediatrics radiology rna science nature sleep small structure taxon wear
"""
_ONE_WORD_JOURNALS = frozenset(_ONE_WORD_JOURNALS_TABLE.split())
"""Journals whose names are short, have capitals inside, or are often written in capitals, in small letters."""
_ARCHIVES = frozenset(
    ("zenodo", "figshare", "osf", "dryad", "mendeley data", "dataverse", "harvard dataverse", "kaggle")
)
"""Archives of files of all kinds, in small letters."""
_EAST_ASIAN = lazy_regex(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}")
"""Characters of names that are no short names."""


def is_journal(name: str) -> bool:
    """Return whether a venue is a journal: a known one, or an unknown one whose name has a word of journals.

    Examples:
        >>> names = "JMLR", "Zeitschrift für Geschichte", "Workshop on the Letters of Galen", "Environment and Planning"
        >>> [is_journal(name) for name in names]
        [True, True, False, False]
        >>> is_journal("Proceedings of the Royal Society B: Biological Sciences"), is_journal("Proc. Soc. of Maps")
        (True, False)
        >>> is_journal("PRX Quantum"), is_journal("PeerJ"), is_journal("GENETICS"), is_journal("IEEE TCYB")
        (True, True, True, True)
    """
    venue = VENUES.get(name) or LISTED_VENUES.get(name)
    if venue is not None:
        return venue.kind is VenueKind.JOURNAL
    if _OF_SOCIETY.search(name):
        return True
    has_word = name.casefold() in _ONE_WORD_JOURNALS or _JOURNAL_WORD.search(name) is not None
    return has_word and not _EVENT_WORD.search(name)


def may_be_journal(name: str, *, is_numbered: bool = False) -> bool:
    """Return whether a venue is a journal, or an unknown name that is more likely one than an event.

    Such a name has several words, or one that is no acronym, and no word of events.

    Args:
        name: The name of the venue, short if it is a known one.
        is_numbered: Whether a volume and pages follow it, as those of journals.

    Examples:
        >>> [may_be_journal(name) for name in ("Environment and Planning", "Axiomathes", "管理世界", "JSE")]
        [True, True, True, True]
        >>> [may_be_journal(name) for name in ("ICB", "Usenix", "全国大会講演論文集", "Workshop on Maps")]
        [False, False, False, False]
    """
    if is_journal(name):
        return True
    if name in VENUES or name in LISTED_VENUES or _EVENT_WORD.search(name):
        return False
    has_words = " " in name or _NAME_OF_ONE_WORD.fullmatch(name) is not None
    return is_numbered or _EAST_ASIAN.search(name) is not None or (has_words and not _ACRONYM.search(name))


def is_conference(acronym: str) -> bool:
    """Return whether a venue is a known conference or workshop."""
    venue = VENUES.get(acronym)
    return venue is not None and venue.kind is VenueKind.CONFERENCE


_SHORT_NAME_OF_EVENT = lazy_regex(
    r"(?:(?:[^\WA-Z]|[@'’&+/-]){0,20}[A-Z]){3}[\w@'’&+/-]*+(?: \d\d(?:\d\d)?)?|\w+Con(?:f)?(?: \w+)?"
    r"|(?:ACM|IEEE|IFIP|USENIX)(?:[/-]\w+)? [A-Z].{1,200}"
)
"""The short name of an event, with three capitals, or with its society: `CLPsych`, `PyCon US`, `ACM MobiGames`."""


def is_event(name: str) -> bool:
    """Return whether a venue is a conference or a workshop; an unknown one is by its words or its short name.

    Examples:
        >>> [is_event(name) for name in ("CLPsych", "SoCC 2022", "Workshop on Maps", "PyCon", "IEEE Big Maps")]
        [True, True, True, True, True]
        >>> [is_event(name) for name in ("quarks.de", "BBC News", "NOVA Rapport", "Reelz", "JMLR", "20 minutes")]
        [False, False, False, False, False, False]
    """
    venue = VENUES.get(name) or LISTED_VENUES.get(name)
    if venue is not None:
        return venue.kind is VenueKind.CONFERENCE
    return _EVENT_WORD.search(name) is not None or _SHORT_NAME_OF_EVENT.fullmatch(name) is not None


def is_archive(name: str) -> bool:
    """Return whether a venue is an archive of files of all kinds: `Zenodo`."""
    return name.casefold() in _ARCHIVES


def is_preprint(acronym: str) -> bool:
    """Return whether a venue is a preprint server, which is no place of publication."""
    return acronym in _PREPRINT_SERVERS


_PREPRINT_SERVERS = frozenset(
    name for name, venue in {**VENUES_BY_SHORT_NAME, **VENUES}.items() if venue.kind is VenueKind.PREPRINT
)
"""Acronyms and short names of preprint servers."""
