"""Parse names of authors into given name, particle, family name and suffix.

The rules are those of BibTeX ("First von Last", "von Last, First", "von Last, Jr, First";
http://tug.ctan.org/info/bibtex/tamethebeast/ttb_en.pdf, section 11), extended by forms that are common in notes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from papernotes_plugin.text import plain_text
from papernotes_plugin.text.lazy_regex import lazy_regex

PARTICLES = "van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ter|ten"
"""Pattern of the particles before a family name that are frequent in all languages of notes."""
NAME_WORD = r"[^\W\d_a-z][\w'’-]{1,60}"
"""Pattern of a word with a capital, as names have it."""
INITIALS = r"(?:[^\W\d_a-z]\.[\s-]?){1,4}"
"""Pattern of initials with points: `J. R. R.`, `J.-P.`."""
ANY_INITIALS = r"(?:[A-Z]\.?[ -]?){1,3}"
"""Pattern of initials with points or without: `J.R.`, `JP`, `J P`."""
BETWEEN_NAMES = lazy_regex(r",? (?:and|&) |, ")
_RARE_PARTICLES = "af av dal dalla das degli dei dello des do e ibn lo los of op te 't vom y zu zum zur"
_PARTICLES = frozenset((*PARTICLES.split("|"), *_RARE_PARTICLES.split()))
_SUFFIX = lazy_regex(r"(?:jr|sr|ii|iii|iv|ph\.?\s?d|m\.?d|esq)\.?", re.IGNORECASE)
_OTHERS = lazy_regex(
    r"(?:^|[\s,;&])(?:et al\.?|and others|\.\.\.|…)$|^others$"
    r"|^(?:u\.\s?a\.?|und andere|et autres|y otros|e outros|等)$",
    re.IGNORECASE,
)
OTHERS = "et al."
"""The last item of a list of authors that the author of a note has shortened."""
_OTHERS_ENDS = ("l", "L", "s", "S", ".", "…", "u.a", "u. a", "andere", "等")
_ORGANISATION_TABLE = """
    agence agencia agency agência ai alliance asociación association associazione associação banca banco banque
    bundesamt center centre collaboration comisión comissão comité commission commissione committee community
    company comunidade conseil consejo conselho consiglio consortium contributors corporation council cour deepmind
    department developers federación federazione federação fondation fondazione foundation fundación fundação
    fédération gesellschaft google group groupe grupo gruppo inc initiative institut institute instituto istituto
    lab laboratories laboratory labs microsoft ministerio ministerium ministero ministry ministère ministério
    naciones nations nazioni observatoire observatorio observatório openai organisation organización organization
    organização organizzazione project research secretaria secretaría sociedad sociedade society société team
    tribunal union universidad universidade university università universität université unión workshop
"""
_ORGANISATION = frozenset(_ORGANISATION_TABLE.split())
_WORD = r"[^\W\d_](?>(?:[^\W_]|[.'’-])*)"
_WORDS = lazy_regex(rf"{_WORD}(?>(?: {_WORD})*)(?>(?:, {_WORD}(?>(?: {_WORD})*))?)")
"""`Ada Lovelace`, or `Lovelace, Ada`."""
_SPECIAL_WORDS = _PARTICLES | _ORGANISATION | {"jr", "sr", "ii", "iii", "iv", "ph", "phd", "md", "esq", "others", "al"}
"""Words that a simple name does not contain; a name with one of them is parsed by all rules."""


class Person(NamedTuple):
    """Name of one author; an organisation has only a family name."""

    family: str
    """Never empty, without its particle."""
    given: str = ""
    particle: str = ""
    """Words before the family name, such as `van der`, that BibTeX styles ignore when they sort."""
    suffix: str = ""
    organisation: bool = False

    @property
    def surname(self) -> str:
        """Family name with its particle."""
        return f"{self.particle} {self.family}" if self.particle else self.family

    @property
    def natural(self) -> str:
        """Name in spoken order: `Ludwig van Beethoven`."""
        return " ".join(filter(None, (self.given, self.particle, self.family, self.suffix)))

    @property
    def inverted(self) -> str:
        """Name with the family name first, a form that BibTeX cannot misread: `van Beethoven, Ludwig`."""
        return ", ".join(filter(None, (self.surname, self.suffix, self.given)))

    @property
    def initials(self) -> str:
        """Initials of the given names, such as `J.-P. K.`; names in a script without capitals are not shortened."""
        words = [[part for part in word.split("-") if part] for word in re.split(r"[\s.]+(?!-)", self.given)]
        return " ".join("-".join(_initial(part) for part in word) for word in words if word)


def _initial(part: str) -> str:
    return f"{part[0].upper()}." if part[0].lower() != part[0].upper() else part


@lru_cache(maxsize=1 << 12)
def parse_person(name: str) -> Person | None:
    """Return the parts of one name in Unicode; None for a name without any text.

    Examples:
        >>> parse_person("Ludwig van Beethoven") == parse_person("van Beethoven, Ludwig")
        True
    """
    if _WORDS.fullmatch(name) and _SPECIAL_WORDS.isdisjoint(name.replace(".", "").replace(",", "").casefold().split()):
        family, comma, given = name.partition(", ")
        if not comma:
            given, _, family = name.rpartition(" ")
        return Person(family, given)
    inner = name.strip().strip("{}")
    whole = name.strip() == f"{{{inner}}}" and not {"{", "}"} & set(inner)
    text = plain_text(re.sub(r"(?<!\\)~", " ", name)).strip(" ,;")
    if not text:
        return None
    # "Ai" is a family name
    tokens = {token.strip(".").casefold() for token in text.split() if token != "Ai"}
    if (whole and " " in text) or ("," not in text and len(tokens) > 1 and tokens & _ORGANISATION):
        return Person(text, organisation=True)
    parts = [part.strip() for part in text.split(",")]
    return _natural(parts[0].split()) if len(parts) == 1 else _inverted([part for part in parts if part])


def _inverted(parts: list[str]) -> Person:
    if len(parts) == 1:
        return _natural(parts[0].split())
    suffixes = [part for part in parts[1:] if _SUFFIX.fullmatch(part)]
    given = " ".join(part for part in parts[1:] if part not in suffixes)
    suffix = suffixes[0] if suffixes else ""
    if not given:
        return _natural(parts[0].split())._replace(suffix=suffix)
    words = parts[0].split()
    head = _leading_particles(words)
    return Person(" ".join(words[head:]), given, " ".join(words[:head]), suffix)


def _leading_particles(words: list[str]) -> int:
    """Return how many words at the start are particles; the last word never counts as one."""
    count = 0
    while count < len(words) - 1 and words[count].islower() and words[count] in _PARTICLES:
        count += 1
    return count


def _natural(words: list[str]) -> Person:
    suffix = ""
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        *words, suffix = words
    for start, word in enumerate(words[:-1]):
        if word in _PARTICLES:
            end = start + _leading_particles(words[start:])
            return Person(" ".join(words[end:]), " ".join(words[:start]), " ".join(words[start:end]), suffix)
    return Person(words[-1], " ".join(words[:-1]), "", suffix)


def known_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return a list of names without the mark that it is shortened.

    Examples:
        >>> known_names(["Vaswani, Ashish", "et al."])
        ('Vaswani, Ashish',)
    """
    return tuple([name for name in names if not (name.endswith(_OTHERS_ENDS) and _OTHERS.fullmatch(name))])


def parse_people(names: Iterable[str]) -> tuple[tuple[Person, ...], bool]:
    """Parse a list of names.

    Returns:
        The persons in the order of the names, and whether the list ends in `et al.` or the like.
    """
    return _parse_people(tuple(names))


@lru_cache(maxsize=1 << 10)
def _parse_people(names: tuple[str, ...]) -> tuple[tuple[Person, ...], bool]:
    persons: list[Person] = []
    has_others = False
    for name in names:
        name = name.strip()
        without_others = _without_others(name)
        has_others |= without_others != name
        if person := parse_person(without_others):
            persons.append(person)
    return tuple(persons), has_others


def parse_listed_person(name: str) -> Person | None:
    """Return the parts of one name of a list, without the mark that the list is shortened; None if nothing is left."""
    return parse_person(_without_others(name.strip()))


def _without_others(name: str) -> str:
    return _OTHERS.sub("", name) if name.endswith(_OTHERS_ENDS) else name
