"""Find citekeys of different papers that programs, file systems or people confuse."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Code, Issue, issue

_IGNORED = {ord(char): None for char in "-_.:/'"}
"""Characters that are ignored in a comparison; not `+`, which often distinguishes two papers."""


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield an issue for each key that differs from one of another paper only in case or punctuation."""
    return _confusable_keys(checked, _folded)


def keys_equal_without_case(checked: CheckedLibrary) -> Iterator[Issue]:
    """Yield those of the issues whose keys differ only in case or Unicode form, as BibTeX ignores case."""
    return _confusable_keys(checked, _lower)


def _confusable_keys(checked: CheckedLibrary, fold: Callable[[str], str]) -> Iterator[Issue]:
    first: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for key, paper in checked.library.by_key.items():
        other = first.setdefault(fold(key), key)
        if checked.library.by_key[other].slug != paper.slug:
            pairs[key] = other
    if not pairs:
        return
    places = _first_places(checked, {*pairs, *pairs.values()})
    for key, other in pairs.items():
        if key not in places or other not in places:
            continue  # a key that is only in the key lock is not cited
        (path, line, name), (other_path, other_line, other_name) = sorted((places[key], places[other]), reverse=True)
        difference = "case or Unicode form" if _lower(name) == _lower(other_name) else "case and punctuation"
        message = (
            f"citekey '{name}' differs only in {difference} from '{other_name}' of another paper "
            f"({other_path}:{other_line})"
        )
        yield issue(Code.COLLIDING_KEYS, path, line, message)


def _folded(key: str) -> str:
    return _lower(key).translate(_IGNORED)


def _lower(key: str) -> str:
    return unicodedata.normalize("NFKC", key).casefold()


def _first_places(checked: CheckedLibrary, keys: set[str]) -> dict[str, tuple[str, int, str]]:
    """Return path, line and key of the first entry or mention with each key."""
    places: dict[str, tuple[str, int, str]] = {}
    for entry in checked.entries:
        if entry.key in keys:
            places.setdefault(entry.key, (entry.path, entry.line, entry.key))
    for path, pairs in checked.library.mentions.items():
        for mention, _ in pairs:
            if mention.evidence.citekey in keys:
                places.setdefault(mention.evidence.citekey, (path, mention.line, mention.evidence.citekey))
    return places
