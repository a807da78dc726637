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
_LONG = re.compile(r"\b(?:[A-Z]\.|van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ter|ten)(?:\s|$)")
"""What a name of five words has."""
_TITLE_TABLE = """
    learning network networks model models training neural deep language vision data image images video graph attention
    transformer transformers generation detection segmentation recognition representation representations optimization
    analysis search towards toward improving using understanding reasoning systems system processing survey knowledge
    and of the for with from
"""
_TITLE_WORDS = frozenset(_TITLE_TABLE.split())
"""Words of titles that are nobody's name."""
_MARKS = str.maketrans("", "", "*∗†‡§¶_⋆\u200b")
_INITIALS = re.compile(r"^(?:[A-Z]\.?[\s-]?){1,4}$")
_AUTHOR_YEAR = re.compile(
    r"(?P<family>(?:(?:van|von|de|der|den|del|di|da|la|le)\s+)*[^\W\d_a-z][\w'’-]+)"
    r"(?:,?\s*(?:et\.?\s*al\.?|(?:and|&)\s+[^\W\d_a-z][\w'’-]+|(?:and|&)\s+others))?[,.]?\s*\(?(?P<year>(?:19|20)\d\d)[a-z]?\)?"
)


def authors(value: str) -> tuple[str, ...]:
    """Names in an author line, as written; `et al.` ends the list.

    Examples:
        >>> authors("Vaswani, A., Shazeer, N. & Parmar, N.")
        ('Vaswani, A.', 'Shazeer, N.', 'Parmar, N.')
        >>> authors("Ashish Vaswani, Noam Shazeer et al.")
        ('Ashish Vaswani', 'Noam Shazeer')
    """
    value = " ".join(value.split())
    bare = re.sub(r"\([^()]*\)|\[\[|\]\]|[*_`†‡§¹²³⁴⁵⁶⁷⁸⁹⁰∗]|\d+", "", value)
    # what stood between spaces is gone, and a pattern would look at each of them from each of them
    value = " ".join(bare.split())
    value = _ET_AL.split(value)[0]
    if ";" in value or "；" in value:
        return tuple(p for p in (part.strip(" .,") for part in re.split("[;；]", value)) if p)
    if " and " in value and value.count(",") and all(part.count(",") == 1 for part in value.split(" and ")):
        return tuple(part.strip() for part in value.split(" and "))
    out: list[str] = []
    whole = value.strip() if re.search(r"\b[A-Z]\.$", value.strip()) else value.strip(" .")
    if whole.count(",") == 1 and " and " not in whole and _inverted(*whole.split(",")):
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


def _inverted(family: str, given: str) -> bool:
    """`Kingma, Diederik P.`: a family name alone, then given names."""
    return len(family.split()) == 1 and 1 <= len(given.split()) <= 3


def _turned(family: str, given: str) -> bool:
    words = given.split()
    return len(family.split()) == 1 and (len(words) == 1 or (len(words) == 2 and bool(_INITIALS.match(words[1]))))


def is_name(value: str) -> bool:
    """One name of two words or more: `Alex Graves`."""
    return 2 <= len(value.split()) <= 4 and bool(_NAME.match(value))


def mostly_names(value: str) -> bool:
    """A run of three names or more with a slip in one: `owen Cheng, Ishan Misra, Rohit Girdhar`."""
    names = [p for p in (part.strip(" .") for part in _AUTHOR_SPLIT.split(value[:600])) if p]
    return len(names) >= 3 and sum(_is_part(n) and len(n.split()) > 1 for n in names) >= 0.6 * len(names)


def looks_like_authors(value: str) -> bool:
    """A run of names and nothing else: `Li, X. and Ray, T.`, `Ashish Vaswani et al.`."""
    value = " ".join(value.translate(_MARKS).split()).strip(" .,;:–—-")
    if not 3 <= len(value) <= 600:
        return False
    etal = _ET_AL.search(value)
    value = value[: etal.start()] if etal else value
    if ";" in value:
        # `Olah, Christopher; Tyka, Mike`
        value = "; ".join(" ".join(reversed(part.split(","))) for part in value.split(";"))
    names = [p for p in (part.strip(" .") for part in _AUTHOR_SPLIT.split(value)) if p]
    if not names or not all(_is_part(n) for n in names):
        return False
    if etal:
        return True
    if len(names) > 2 and _turned(names[0], names[1]):
        names[:2] = [f"{names[1]} {names[0]}"]
    full = [n for n in names if len(n.split()) >= 2 or _INITIALS.match(n)]
    if len(names) == 1:
        return bool(re.search(r"\b[A-Z]\.", value))
    return len(full) == 2 if len(names) == 2 else len(full) >= len(names) / 2


def _is_part(name: str) -> bool:
    """What stands between two commas of a run of names: a name, a family name or initials."""
    if len(name.split()) > 4 and not _LONG.search(name):
        return False
    return bool(_INITIALS.match(name) or _NAME.match(name)) and _TITLE_WORDS.isdisjoint(name.casefold().split())


def author_year(value: str) -> tuple[tuple[str, ...], int] | None:
    """First author and year of a citation in words: `Vaswani et al., 2017`.

    Examples:
        >>> author_year("Dai, et al. 2019"), author_year("Visual Instruction Tuning")
        ((('Dai',), 2019), None)
    """
    match = _AUTHOR_YEAR.fullmatch(value.strip(" ()[]"))
    if not match:
        return None
    return (match["family"],), int(match["year"])
