"""Nearest: the citekey that somebody may have meant.  Imports the model only."""

from __future__ import annotations

from rapidfuzz import fuzz, process

from papernotes_plugin.model import Library

_ALIKE = 75
"""How alike (of 100) a key must be to be suggested."""


class Nearest:
    """The keys of a library, to be asked for the one most like a key that is not among them; each is looked up once."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._keys: list[str] = []
        self._folded: list[str] = []
        self._known: dict[str, str] = {}

    def __call__(self, key: str) -> str:
        """The key that is most like one, whatever its case; "" if none is like it."""
        if key not in self._known:
            if not self._keys:
                self._keys = sorted(self._library.by_key)
                self._folded = [k.casefold() for k in self._keys]
            found = process.extractOne(key.casefold(), self._folded, scorer=fuzz.ratio, score_cutoff=_ALIKE)
            self._known[key] = self._keys[found[2]] if found else ""
        return self._known[key]
