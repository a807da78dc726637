"""Suggest the citekey, note or file that an author may have meant."""

from __future__ import annotations

import posixpath
import unicodedata
from functools import cached_property

from papernotes_plugin.links import wikilinks
from papernotes_plugin.markup import document_text
from papernotes_plugin.vocabulary.model import Library

_MIN_SIMILARITY = 75
"""Minimum similarity of a suggested name, of 100."""
_MAX_SEARCHES = 1_000
"""Maximum number of searches in one build: each takes time in proportion to the size of the library."""


class Suggestions:
    """Suggestions of names in a library; the result for each name is cached."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._results: dict[tuple[str, str], str] = {}
        self._comparable: dict[tuple[str, int], tuple[list[str], list[str]]] = {}
        """The names of a kind that may be similar to a name of some length; lengths are few, and searches many."""

    def similar_citekey(self, key: str) -> str:
        """Return the citekey most similar to an unknown one, ignoring case; "" if none is similar."""
        if ("key", key) not in self._results and len(self._results) < _MAX_SEARCHES:
            self._results["key", key] = self._search("key", key.casefold())
        return self._results.get(("key", key), "")

    def similar_target(self, target: str) -> str:
        """Return the note name or citekey most similar to the target of a link; "" if none is similar.

        For the target of an attachment it is the name of a file.
        """
        attachment = wikilinks.is_attachment(target)
        wanted = wikilinks.fold_name(posixpath.basename(target.partition("#")[0].rstrip("/")).lstrip("@"))
        search = ("file" if attachment else "note", wanted)
        if search not in self._results and len(self._results) < _MAX_SEARCHES:
            self._results[search] = self._search(*search)
        return self._results.get(search, "")

    def _search(self, kind: str, wanted: str) -> str:
        length = len(wanted)
        if (kind, length) not in self._comparable:
            names = self._keys if kind == "key" else self._files if kind == "file" else self._notes
            self._comparable[kind, length] = _of_similar_length(length, *names)
        return _most_similar(wanted, self._comparable[kind, length])

    def similar_heading(self, target: wikilinks.NoteTarget) -> str:
        """Return the heading of a note most similar to the missing one; "" for a block, or if none is similar."""
        if target.missing_anchor.startswith("^"):
            return ""
        document = self._library.by_path[target.path].document
        texts = {text.casefold(): text for _, text in document_text.headings(document)}
        wanted = target.missing_anchor.rpartition("#")[2].casefold()
        return _most_similar(wanted, (list(texts.values()), list(texts)))

    @cached_property
    def _keys(self) -> tuple[list[str], list[str]]:
        return _folded(sorted(self._library.by_key))

    @cached_property
    def _notes(self) -> tuple[list[str], list[str]]:
        library = self._library
        names = [wikilinks.strip_note_suffix(posixpath.basename(note.path)) for note in library.notes]
        others = (name for note in library.notes for name in (*note.aliases, note.title) if name)
        return _folded([*dict.fromkeys((*names, *others, *library.by_key))])

    @cached_property
    def _files(self) -> tuple[list[str], list[str]]:
        paths = (path for same_name in (self._library.by_file or {}).values() for path in same_name)
        names = dict.fromkeys(posixpath.basename(path) for path in paths)
        return _folded([name for name in names if not wikilinks.is_note(name)])


def _folded(names: list[str]) -> tuple[list[str], list[str]]:
    """Return names as written, and as they are compared."""
    return names, [unicodedata.normalize("NFC", name).casefold() for name in names]


def _of_similar_length(length: int, names: list[str], folded: list[str]) -> tuple[list[str], list[str]]:
    """Return the names whose lengths allow a similarity of 75: the shorter one has 3/5 of the longer one's length."""
    least, most = -(-3 * length // 5), 5 * length // 3
    pairs = [(name, other) for name, other in zip(names, folded, strict=True) if least <= len(other) <= most]
    return [name for name, _ in pairs], [other for _, other in pairs]


def _most_similar(wanted: str, names: tuple[list[str], list[str]]) -> str:
    # imported late, because most builds need no suggestion
    from rapidfuzz import fuzz, process

    match = process.extractOne(wanted, names[1], scorer=fuzz.ratio, score_cutoff=_MIN_SIMILARITY) if wanted else None
    return names[0][match[2]] if match else ""
