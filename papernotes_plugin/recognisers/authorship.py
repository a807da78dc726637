"""Who wrote it: names in a run of names, and citations in words."""

from __future__ import annotations

import re

_NAME = re.compile(
    r"^(?:[A-Z]\.\s?-?)*(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ter|ten)\s+)*"
    r"[^\W\d_a-z][\w'’-]*(?:\.|\b)(?:\s+(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ter|ten|jr|sr|ii|iii)\.?"
    r"|[^\W\d_a-z][\w'’-]*\.?)){0,4}$",
    re.UNICODE,
)
_ET_AL = re.compile(r"[,;]?\s*(?:\bet\.?\s*al\b\.?|\band\s+others\b|等人?|ら$|외$)\.?", re.IGNORECASE)
_AUTHOR_SPLIT = re.compile(r"\s*(?:[;；、，]|,|\band\b|&|\bund\b|\bet\b(?!\s*al))\s*", re.IGNORECASE)
_INITIALS = re.compile(r"^(?:[A-Z]\.?[\s-]?){1,4}$")
_AUTHOR_YEAR = re.compile(
    r"(?P<family>(?:(?:van|von|de|der|den|del|di|da|la|le)\s+)*[^\W\d_a-z][\w'’-]+)"
    r"(?:,?\s*(?:et\.?\s*al\.?|(?:and|&)\s+[^\W\d_a-z][\w'’-]+|(?:and|&)\s+others))?[,.]?\s*\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?"
)


def authors(value: str) -> tuple[str, ...]:
    """Names in an author line, as written; `et al.` ends the list.

    >>> authors("Vaswani, A., Shazeer, N. & Parmar, N.")
    ('Vaswani, A.', 'Shazeer, N.', 'Parmar, N.')
    >>> authors("Ashish Vaswani, Noam Shazeer et al.")
    ('Ashish Vaswani', 'Noam Shazeer')
    """
    value = " ".join(value.split())
    value = re.sub(r"\([^()]*\)|\[\[|\]\]|[*_`†‡§¹²³⁴⁵⁶⁷⁸⁹⁰∗]|\d+", "", value)
    value = _ET_AL.split(value)[0]
    if ";" in value or "；" in value:
        return tuple(p for p in (part.strip(" .,") for part in re.split("[;；]", value)) if p)
    if " and " in value and value.count(",") and all(part.count(",") == 1 for part in value.split(" and ")):
        return tuple(part.strip() for part in value.split(" and "))
    out: list[str] = []
    whole = value.strip(" .")
    if whole.count(",") == 1 and " and " not in whole and all(len(p.split()) == 1 for p in whole.split(",") if p):
        return (whole,)
    for part in (p.strip() for p in _AUTHOR_SPLIT.split(value)):
        if not part:
            continue
        if out and _INITIALS.match(part) and "," not in out[-1]:
            out[-1] = f"{out[-1]}, {part}"
        else:
            out.append(part.rstrip("."))
    # MLA turns the first name round: `LeCun, Yann, Yoshua Bengio, and Geoffrey Hinton`
    if len(out) > 2 and _turned(out[0], out[1]) and all(len(n.split()) > 1 for n in out[2:]):
        out[:2] = [f"{out[0]}, {out[1]}"]
    return tuple(out)


def _turned(family: str, given: str) -> bool:
    words = given.split()
    return len(family.split()) == 1 and (len(words) == 1 or (len(words) == 2 and bool(_INITIALS.match(words[1]))))


def looks_like_authors(value: str) -> bool:
    """A run of names and nothing else: `Li, X. and Ray, T.`, `Ashish Vaswani et al.`."""
    value = " ".join(value.split()).strip(" .,;:–—-")
    if not 3 <= len(value) <= 400:
        return False
    etal = bool(_ET_AL.search(value))
    names = [p for p in (part.strip(" .") for part in _AUTHOR_SPLIT.split(_ET_AL.split(value)[0])) if p]
    if not names or not all(_NAME.match(n) or _INITIALS.match(n) for n in names):
        return False
    if etal:
        return True
    full = [n for n in names if len(n.split()) >= 2 or _INITIALS.match(n)]
    return (len(names) >= 2 and len(full) >= len(names) / 2) or (
        len(names) == 1 and bool(re.search(r"\b[A-Z]\.", value))
    )


def author_year(value: str) -> tuple[tuple[str, ...], int] | None:
    """First author and year of a citation in words: `Vaswani et al., 2017`.

    >>> author_year("Dai, et al. 2019"), author_year("Visual Instruction Tuning")
    ((('Dai',), 2019), None)
    """
    match = _AUTHOR_YEAR.fullmatch(value.strip(" ()[]"))
    if not match:
        return None
    return (match["family"],), int(match["year"])
