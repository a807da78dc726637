"""Manuscripts: the files that cite, and those that they read in turn, from the disk.

A manuscript is untrusted like a note: only regular files are read, each once, so there is no loop.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from papernotes_plugin.files.notes_folder import local_path, read_bytes, readable
from papernotes_plugin.manuscripts import SUFFIXES, LocatedName, find_references
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, PapernotesError
from papernotes_plugin.vocabulary.model import Source

MARKDOWN = (".md", ".markdown", ".qmd", ".rmd")
"""How the names of manuscripts in Markdown end."""
MOST = 2_000
"""Files that are read at most."""


def read_manuscripts(paths: Iterable[Path]) -> tuple[list[Source], list[Issue]]:
    r"""The manuscripts and all files that they read with `\input` and its like, and which of these were not found.

    A chapter is looked for from the folder of the manuscript, as LaTeX does, and from that of the file that names it.

    Raises:
        PapernotesError: where a file cannot be read, or one named on the command line is of no kind that cites.
    """
    work = _Reading()
    for path in paths:
        suffix = path.suffix.lower()
        if suffix not in (*SUFFIXES, *MARKDOWN):
            known = ", ".join((*SUFFIXES, *MARKDOWN))
            raise PapernotesError(f"'{path}' is no manuscript whose citations are understood ({known})")
        work.read(path)
    return work.sources, work.issues


class _Reading:
    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.issues: list[Issue] = []
        self._seen: set[str] = set()

    def read(self, first: Path) -> None:
        """Read a file and, one after the other, all that it leads to."""
        waiting = [first]
        while waiting and len(self.sources) < MOST:
            path = waiting.pop()
            real = os.path.realpath(path)
            if real in self._seen:
                continue
            try:
                data = read_bytes(path)
            except OSError as error:
                raise PapernotesError(f"cannot read '{path}': {error.strerror or error}") from None
            self._seen.add(real)
            self.sources.append(Source(readable(path.as_posix()), data))
            if path.suffix.lower() in SUFFIXES:
                named = find_references(data.decode("utf-8-sig", "replace"), path.suffix).files
                waiting += [found for name in reversed(named) if (found := self._file(name, path, first.parent))]

    def _file(self, named: LocatedName, path: Path, root: Path) -> Path | None:
        """The file that is meant; None where there is none, as for those that come with TeX."""
        name = local_path(named.name)
        if not os.path.isabs(name) and "\0" not in name:
            for folder in dict.fromkeys((root, path.parent)):
                for candidate in (folder / name, folder / f"{name}{path.suffix}"):
                    if candidate.suffix.lower() in SUFFIXES and candidate.is_file():
                        return candidate
        message = f"there is no file '{named.name}' here; what it cites is not known"
        where = readable(path.as_posix())
        self.issues.append(Issue(Code.UNREADABLE_FILE, where, named.line, message, Level.INFO, named.column))
        return None
