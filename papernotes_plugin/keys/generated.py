"""Citekeys that nobody chose, and slugs: made of what the paper is, so that they stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2s
from itertools import chain

from papernotes_plugin.entries.fields import implied_year
from papernotes_plugin.model import Paper
from papernotes_plugin.people import people
from papernotes_plugin.text import normalised, slug

_SMALL_TABLE = """
    a about after all an and any are as at based be beyond by can do does for from has have how i if in into is it its
    let more no not of on or our over s so some t than that the their them there these they this through to toward
    towards under up upon using via was we what when where which while who why will with within without you your
"""
_SMALL = frozenset(_SMALL_TABLE.split())


def words_of(title: str) -> list[str]:
    """The significant words of a title in ASCII, each once."""
    words = (word for word in normalised(title).split() if word.isascii() and word not in _SMALL)
    return list(dict.fromkeys(words))


def generated(paper: Paper) -> str:
    """Family name, year, first significant title word: `vaswani2017attention`; of a bare link its identifier."""
    if paper.identifiers and paper.title in {str(identifier) for identifier in paper.identifiers}:
        return re.sub(r"[^A-Za-z0-9.]+", "-", paper.title).strip("-.")
    persons, _ = people(paper.authors)
    family = (
        "".join(char for char in normalised(persons[0].family) if char.isascii() and char.isalnum()) if persons else ""
    )
    words = words_of(paper.title)
    head, *rest = ([family] if family else []) + words or ["paper"]
    key = f"{head}{paper.year or implied_year(paper.identifiers) or ''}{rest[0] if rest else ''}"
    return key if key[0].isalpha() else f"paper{key}"


def slugs_of(keys: Iterable[str]) -> dict[str, str]:
    """A path-safe name for each citekey, unique even without hyphens; of the keys alone, so that they stay.

    Examples:
        >>> slugs_of(["JiachenTWang2025ICLR", "JiachenTWang2025ICLR+"])
        {'JiachenTWang2025ICLR': 'jiachentwang2025iclr', 'JiachenTWang2025ICLR+': 'jiachentwang2025iclr-plus'}
    """
    forms = {key: slug(key.replace("+", " plus ")) for key in keys}
    out: dict[str, str] = {}
    used: set[str] = set()
    # a key that is its own slug keeps it whatever else there is
    for key in sorted(forms, key=lambda key: (forms[key] != key.casefold(), key)):
        digest = blake2s(key.encode("utf-8", "replace")).hexdigest()
        tries = chain([forms[key]], (f"{forms[key]}-{digest[:n]}" for n in range(6, 65)))
        out[key] = next(name for name in tries if name.replace("-", "") not in used)
        used.add(out[key].replace("-", ""))
    return {key: out[key] for key in forms}
