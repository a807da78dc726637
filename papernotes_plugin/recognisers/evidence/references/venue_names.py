"""Decide whether the words after a title in a reference can be the name of an unknown venue."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels.field_labels import is_missing
from papernotes_plugin.recognisers.evidence.references import imprints, publishers

_MAX_NAME = 160
_OTHER_THING = re.compile(
    r"\b(?:(?<!working )(?<!discussion )papers?|blog|posts?|video|talk|slides)\b"
    r"|^(?:season|episode|week|lecture|session|bonus|day|part|version|release|revision|draft)$",
    re.IGNORECASE,
)
"""A word that calls something a paper, a post or a talk: `(Original Paxos Paper, 1990)` names no venue."""
_PART = re.compile(
    r"(?:cap(?:s|[íi]tulos?)?|chap(?:ters?|itres?)?|kap(?:itel)?|vol(?:umen|umes?|s)?|tomos?|p[áa]g(?:s|inas?)?|pages?"
    r"|seiten?|n[úu]m(?:eros?)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    r"|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|janvier|février|mars|avril|mai|juin"
    r"|juillet|août|septembre|octobre|novembre|décembre|januar|februar|märz|juni|juli|oktober|dezember)"
    r"\.?(?:\s[\dIVX\W]+(?:\b[aey]|\b)[\s.]*)?",
    re.IGNORECASE,
)
"""A part of a work or a month, which is no venue: `Capítulos 1 a`, `Págs.`, `Diciembre`."""
_DAY = re.compile(r"(?:19|20)\d\d\s?年")
"""A date in Chinese or Japanese, with which no name begins: `2025年3月)に基づき`."""
_NO_NAME = re.compile(
    rf"(?:{imprints.MONTH}\.?(?:[-–/]{imprints.MONTH}\.?)?(?: (?:19|20)\d\d)?|[nN]\.? ?[pP]\.?"
    r"|(?:[A-ZА-ЯЁ]\. ?){1,2}[A-ZА-ЯЁ]\.?|(?:[Uu]npublished|[Mm]anuscript|[Ss]ubmitted|[Ff]orthcoming)\b.*)"
)
"""A month, `n.p.`, or a kind of text in place of a venue."""


def names_part(name: str) -> bool:
    """Return whether the name after a title is a part of a work, a month or a placeholder: `Diciembre`, `Venue TBD`."""
    return _PART.fullmatch(name) is not None or is_missing(name)


def may_be_venue(name: str, *, is_marked: bool) -> bool:
    """Return whether the words after a title can be the name of an unknown venue.

    Args:
        name: The words.
        is_marked: True if `In`, emphasis or pages show that they name what contains the paper.
    """
    words = name.split()
    if not name or len(name) > _MAX_NAME or not any(c.isalpha() for c in name):
        return False
    if not (name[0].isupper() or name[0].isdigit() or name[0] > "\u2e80" or is_marked) or _NO_NAME.fullmatch(name):
        return False
    if not is_marked and (name.startswith(("A ", "An ")) or _OTHER_THING.search(name) or _DAY.match(name)):
        return False
    capital = sum(not w[0].islower() for w in words)
    return len(words) <= 20 and (
        is_marked
        or bool(publishers.EVENT.match(name))
        or len(words) <= 2
        or 2 * capital >= len(words)
        or name[0] > "\u2e80"
    )
