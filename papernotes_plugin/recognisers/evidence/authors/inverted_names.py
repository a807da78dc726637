"""Recognise names with the family name first, and pairs of family and given names."""

from __future__ import annotations

import re

from papernotes_plugin.people import PARTICLES, is_given_name

INITIALS = re.compile(r"^(?:[A-Z]\.?[\s-]?){1,4}$")
INITIAL_OR_PARTICLE = re.compile(rf"\b(?:[A-Z]\.|{PARTICLES})(?:\s|$)")
"""An initial or particle, which every name of five words contains."""
_TWO_GIVEN = re.compile(r"[^\W\d_]{2,}[\s-][A-Z]")
"""Two given names, or one and an initial: `James Richard`, `Byung-Cheol`, `Jonathon M`."""
_PARTICLE_INSIDE = re.compile(rf" (?:{PARTICLES}) ")


def are_pairs(names: list[str]) -> bool:
    """Return whether names are family names, each with a given name after it: `Silver, David, Huang, Aja`.

    Family names alone look alike.  So a third of the others must be frequent given names, or two, and twice as many
    as of the family names.
    """
    if len(names) < 4 or len(names) % 2 or any(INITIALS.match(name) for name in names):
        return False
    families, given = names[::2], names[1::2]
    if any(map(_PARTICLE_INSIDE.search, given)):
        # `Van de Panne` is a family name
        return False
    if sum(len(INITIAL_OR_PARTICLE.sub("", family).split()) > 1 for family in families) > len(families) / 5:
        return False
    signs = sum(is_given_name(name.split()[0]) or bool(_TWO_GIVEN.match(name)) for name in given)
    return signs >= len(given) / 3 and signs > 2 * sum(map(is_given_name, families))


def is_family_first(family: str, given: str) -> bool:
    """Return whether two parts are a family name and up to three given names: `Kingma, Diederik P.`."""
    if len(family.split()) in (2, 3) and len(given.split()) == 1:
        # two family names, as in Spain: `Ramirez Corzo, Daniel`
        return is_given_name(given.strip()) and not is_given_name(family.split()[0])
    return len(family.split()) == 1 and 1 <= len(given.split()) <= 3


def is_mla_first_author(family: str, given: str) -> bool:
    """Return whether two parts are a family name and a given name, or a given name with initials."""
    words = given.split()
    return len(family.split()) == 1 and (len(words) == 1 or (len(words) == 2 and bool(INITIALS.match(words[1]))))
