"""Nearest: the citekey, note or file that somebody may have meant.  Imports vocabulary only."""

from __future__ import annotations

import posixpath
from functools import cached_property

from rapidfuzz import fuzz, process

from papernotes_plugin.links import wikilinks
from papernotes_plugin.vocabulary.model import Library

_ALIKE = 75
"""How alike (of 100) a name must be to be suggested."""
_MOST = 1_000
"""Names of one build for which that is looked up: each takes time by the size of the library."""


class Suggestions:
    """The names of a library, to be asked for the one most like a name that is not among them; each is asked once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._known: dict[tuple[str, str], str] = {}

    def similar_citekey(self, key: str) -> str:
        """The key that is most like one, whatever its case; "" if none is like it."""
        if ("key", key) not in self._known and len(self._known) < _MOST:
            self._known["key", key] = _most_alike(key.casefold(), self._keys)
        return self._known.get(("key", key), "")

    def similar_target(self, target: str) -> str:
        """The name of a note or the citekey that is most like the target of a link; of a file where it means one."""
        attachment = wikilinks.is_attachment(target)
        wanted = wikilinks.fold_name(posixpath.basename(target.partition("#")[0].rstrip("/")).lstrip("@"))
        asked = ("file" if attachment else "note", wanted)
        if asked not in self._known and len(self._known) < _MOST:
            self._known[asked] = _most_alike(wanted, self._files if attachment else self._notes)
        return self._known.get(asked, "")

    @cached_property
    def _keys(self) -> tuple[list[str], list[str]]:
        return _folded(sorted(self._library.by_key))

    @cached_property
    def _notes(self) -> tuple[list[str], list[str]]:
        library = self._library
        names = [name for name in library.by_name if "/" not in name]
        return _folded([*names, *library.by_alias, *library.by_key])

    @cached_property
    def _files(self) -> tuple[list[str], list[str]]:
        names = self._library.by_file or ()
        return _folded([name for name in names if "/" not in name and not wikilinks.is_note(name)])


def _folded(names: list[str]) -> tuple[list[str], list[str]]:
    return names, [name.casefold() for name in names]


def _most_alike(wanted: str, names: tuple[list[str], list[str]]) -> str:
    found = process.extractOne(wanted, names[1], scorer=fuzz.ratio, score_cutoff=_ALIKE) if wanted else None
    return names[0][found[2]] if found else ""
