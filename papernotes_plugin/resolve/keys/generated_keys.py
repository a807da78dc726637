"""Generate citekeys and slugs from the facts of a paper, so that they stay the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2s

from papernotes_plugin.entries.entry_fields import year_of_identifiers
from papernotes_plugin.people import parse_people
from papernotes_plugin.resolve.keys.key_lock import bare_slug, base_slug, former_base_slug
from papernotes_plugin.text import comparison_key, plain_text, romanised, romanised_words
from papernotes_plugin.vocabulary import key_pattern
from papernotes_plugin.vocabulary.key_pattern import LIMIT, PatternPart
from papernotes_plugin.vocabulary.model import Paper

_SMALL_TABLE = """
    a about after all an and any are as at based be beyond by can do does for from has have how i if in into is it its
    let more no not of on or our over s so some t than that the their them there these they this through to toward
    towards under up upon using via was we what when where which while who why will with within without you your
"""
_SMALL = frozenset(_SMALL_TABLE.split())
_SHORT = 2
"""Length up to which a romanised word is assumed to be an article or a preposition."""
_NAMED = 3
"""Number of authors before the others become `etal`, unless the pattern gives a number."""
_parse = lru_cache(maxsize=8)(key_pattern.parse)


def words_of(title: str) -> list[str]:
    """Return the significant words of a title in ASCII, each once."""
    words = (word for word in comparison_key(title).split() if word.isascii() and word not in _SMALL)
    return list(dict.fromkeys(words))


def generated(paper: Paper, pattern: str = key_pattern.DEFAULT, *, romanise: bool = True) -> str:
    """Return the citekey of a paper by a pattern, `vaswani2017attention`; for a bare link its identifier.

    Always a letter, then letters, digits and `_:.+-`, at most `LIMIT` in all.  Where the authors are not known the
    first word of the title takes their place.

    Args:
        paper: The paper.
        pattern: The option `key_pattern`.
        romanise: Whether to write other scripts in Latin letters, instead of omitting their letters.
    """
    if paper.identifiers and paper.name in {str(identifier) for identifier in paper.identifiers}:
        return re.sub(r"[^A-Za-z0-9.]+", "-", paper.name)[:LIMIT].strip("-.")
    parts = _parse(pattern)
    values = _values(paper, frozenset(part.field for part in parts), romanise)
    texts = [part.text or _changed(_counted(part, values[part.field]), part.modifiers) for part in parts]
    key = "".join(texts)
    if not all(texts):
        # no two separators where a field between them is empty
        key = re.sub(r"([_:.+-])[_:.+-]+", r"\1", key)
    key = key.strip("_:.+-") or "paper"
    return (key if key[0].isalpha() else f"paper{key}")[:LIMIT].rstrip("_:.+-")


def is_romanised(paper: Paper) -> bool:
    """Return whether a generated key of a paper can have letters in the place of those of another script."""
    return not (paper.name.isascii() and all(map(str.isascii, paper.authors)))


def _values(paper: Paper, fields: frozenset[str], romanise: bool) -> dict[str, Sequence[str]]:
    """Return the words of some fields in ASCII, with their capitals; other fields may lack some."""
    by_author = not fields.isdisjoint(("author", "authors", "fullname"))
    persons, cut = parse_people(paper.authors[:1])
    if "authors" in fields or not persons:
        persons, cut = parse_people(paper.authors)
    latin = romanised if romanise else str
    families = ["".join(_ascii(latin(person.family))) for person in persons]
    full = _ascii(latin(f"{persons[0].given} {persons[0].family}")) if persons and "fullname" in fields else []
    words = [word for word in _ascii(paper.name, whole=True) if word.lower() not in _SMALL]
    # the keys of authors with Latin names have no words in other scripts
    if romanise and not words and not (by_author and persons and _ascii(persons[0].family)):
        words = _ascii(romanised_words(plain_text(paper.name)))
        words = [word for word in words if len(word) > _SHORT] or words
    first: dict[str, str] = {}
    for word in words:
        first.setdefault(word.lower(), word)
    words = list(first.values())
    if by_author and not any(families[:1]):
        families = full = [*words[:1]] or ["paper"]
        words = words[1:]
    year = str(paper.year or year_of_identifiers(paper.identifiers) or "")
    return {
        "author": families[:1],
        "authors": [*filter(None, families), *(["et", "al"] if cut else [])],
        "fullname": full,
        "year": [year],
        "shortyear": [year[-2:]],
        "title": words,
        "venue": _ascii(paper.venue.acronym) if paper.venue and "venue" in fields else [],
    }


def _counted(part: PatternPart, words: Sequence[str]) -> Sequence[str]:
    """Return as many words as the pattern wants."""
    if part.field == "title":
        return words[: part.count or 1]
    if part.field == "authors" and len(words) > (count := part.count or _NAMED):
        return [*words[:count], "et", "al"]
    return words


def _changed(words: Sequence[str], modifiers: Sequence[str]) -> str:
    """Return the words as one word, in lower case unless the pattern has a modifier."""
    if "camel" in modifiers:
        words = [word[0].upper() + word[1:] for word in words if word]
    elif "upper" in modifiers:
        words = [word.upper() for word in words]
    else:
        words = [word.lower() for word in words]
    if "abbr" in modifiers:
        words = [word[:1] for word in words]
    return "".join(words)


def _ascii(text: str, *, whole: bool = False) -> list[str]:
    """Return the words of a text in ASCII, normalised as for the comparison of titles, with their capitals.

    Args:
        text: A name or a title.
        whole: Whether to leave out a word with other characters, instead of only these characters.
    """
    shown = plain_text(text)
    if not shown.isascii():
        shown = unicodedata.normalize("NFKD", shown).encode("ascii", "ignore").decode()
    spelled = {word.lower(): word for word in reversed(re.findall(r"[A-Za-z0-9]+", shown))}
    ascii_words = {word: word if word.isascii() else _ascii_of(word) for word in comparison_key(text).split()}
    return [spelled.get(part, part) for word, part in ascii_words.items() if part and (part == word or not whole)]


def _ascii_of(word: str) -> str:
    return "".join(filter(str.isalnum, word.encode("ascii", "ignore").decode()))


def slugs_of(keys: Iterable[str], first: Sequence[str] = ()) -> dict[str, str]:
    """Return a path-safe slug for each citekey, unique even without hyphens; it depends on the keys alone.

    Args:
        keys: Citekeys, each once.
        first: Those of them that are published; they keep their names, in this order, whatever else there is.

    Examples:
        >>> slugs_of(["JiachenTWang2025ICLR", "JiachenTWang2025ICLR+"])
        {'JiachenTWang2025ICLR': 'jiachentwang2025iclr', 'JiachenTWang2025ICLR+': 'jiachentwang2025iclr-plus'}
    """
    forms = {key: former_base_slug(key) for key in keys}
    slugs = _unique(forms, first, set())
    changed = _romanised(forms)
    return slugs | _unique(changed, first, set(map(bare_slug, slugs.values()))) if changed else slugs


def former_slugs(keys: Iterable[str], first: Sequence[str]) -> dict[str, str]:
    """Return the slugs that `slugs_of` gave to keys in other scripts when it omitted their letters.

    Args:
        keys: As for `slugs_of`.
        first: As for `slugs_of`.

    Examples:
        >>> slugs_of(["wang2020", "王2020"]), former_slugs(["wang2020", "王2020"], [])
        ({'wang2020': 'wang2020', '王2020': 'wang2020-e5efae'}, {'王2020': '2020'})
    """
    all_keys = tuple(keys)
    changed = _romanised({key: former_base_slug(key) for key in all_keys if not key.isascii()})
    if not changed:
        return {}
    slugs = _unique({key: former_base_slug(key) for key in all_keys}, first, set())
    return {key: slugs[key] for key in all_keys if key in changed}


def _romanised(forms: Mapping[str, str]) -> dict[str, str]:
    """Return the slug of each key whose form changes when its letters of other scripts are romanised."""
    return {key: form for key in forms if not key.isascii() and (form := base_slug(key)) != forms[key]}


def _unique(forms: Mapping[str, str], first: Sequence[str], used: set[str]) -> dict[str, str]:
    """Return a slug for each key, from its form; a slug in use gets a digest.

    Args:
        forms: The slug of each key without regard to collisions.
        first: The keys that are published, in their order.
        used: Slugs that cannot be used, without hyphens; the chosen ones are added.
    """
    positions = {key: number for number, key in enumerate(first)}
    out: dict[str, str] = {}
    # of the others a key that is its own slug keeps it
    for key in sorted(forms, key=lambda key: (positions.get(key, len(positions)), forms[key] != key.casefold(), key)):
        slug = forms[key]
        if bare_slug(slug) in used:
            slug = next(name for name in _longer(slug, key) if bare_slug(name) not in used)
        out[key] = slug
        used.add(bare_slug(slug))
    return {key: out[key] for key in forms}


def _longer(form: str, key: str) -> Iterator[str]:
    digest = blake2s(key.encode("utf-8", "replace")).hexdigest()
    yield from (f"{form}-{digest[:n]}" for n in range(6, 65))
