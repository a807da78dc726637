"""Citekeys of different papers that programs, disks or people take for one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from papernotes_plugin.checks.checked_library import CheckedLibrary
from papernotes_plugin.vocabulary.issues import Code, Issue, issue

_DROPPED = {ord(char): None for char in "-_.:/'"}
"""Not `+`: people add it to tell one paper from another."""


def check(checked: CheckedLibrary) -> Iterator[Issue]:
    """A line for each key that another paper has in another spelling."""
    first: dict[str, str] = {}
    pairs: dict[str, str] = {}
    for key, paper in checked.library.by_key.items():
        other = first.setdefault(_folded(key), key)
        if checked.library.by_key[other].slug != paper.slug:
            pairs[key] = other
    if not pairs:
        return
    where = _where(checked, {*pairs, *pairs.values()})
    for key, other in pairs.items():
        if key not in where or other not in where:
            continue  # one of them only the key lock knows, by which nobody cites
        (path, line, name), (its_path, its_line, its_name) = sorted((where[key], where[other]), reverse=True)
        what = "case or Unicode form" if _same(name, its_name) else "case and punctuation"
        message = (
            f"nothing but {what} tells citekey '{name}' from '{its_name}' of another paper ({its_path}:{its_line})"
        )
        yield issue(Code.COLLIDING_KEYS, path, line, message)


def _folded(key: str) -> str:
    return unicodedata.normalize("NFKC", key).casefold().translate(_DROPPED)


def _same(one: str, other: str) -> bool:
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def _where(checked: CheckedLibrary, wanted: set[str]) -> dict[str, tuple[str, int, str]]:
    """The first place of each key."""
    found: dict[str, tuple[str, int, str]] = {}
    for entry in checked.entries:
        if entry.key in wanted:
            found.setdefault(entry.key, (entry.path, entry.line, entry.key))
    for path, pairs in checked.library.mentions.items():
        for mention, _ in pairs:
            if mention.evidence.citekey in wanted:
                found.setdefault(mention.evidence.citekey, (path, mention.line, mention.evidence.citekey))
    return found
