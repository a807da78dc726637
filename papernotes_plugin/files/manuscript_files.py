"""Read manuscripts and the files that they include.

A manuscript is untrusted like a note: only regular files are read, and each is read once, so that a loop of includes
ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from papernotes_plugin.files.notes_folder import local_path, read_bytes, utf8_name
from papernotes_plugin.manuscripts import SUFFIXES, LocatedName, find_references
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, PapernotesError
from papernotes_plugin.vocabulary.model import Source

MARKDOWN = (".md", ".markdown", ".qmd", ".rmd")
"""Suffixes of manuscripts in Markdown."""
MAX_FILES = 2_000
"""Number of files that are read at most."""


def read_manuscripts(paths: Iterable[Path]) -> tuple[list[Source], list[Issue]]:
    r"""Return the manuscripts with all files that they include, and an issue for each included file that is missing.

    Files are included by `\input` and similar commands.  They are looked for in the folder of the manuscript, as LaTeX
    does, and then in the folder of the file with the command.

    Raises:
        PapernotesError: A file cannot be read, or a given path has no suffix of a manuscript.
    """
    reader = _ManuscriptReader()
    for path in paths:
        if path.suffix.lower() not in (*SUFFIXES, *MARKDOWN):
            suffixes = ", ".join((*SUFFIXES, *MARKDOWN))
            raise PapernotesError(f"'{path}' is not a manuscript of a known kind ({suffixes})")
        reader.read(path)
    return reader.sources, reader.issues


class _ManuscriptReader:
    """Reader that collects sources and issues, and reads each file once."""

    def __init__(self) -> None:
        self.sources: list[Source] = []
        self.issues: list[Issue] = []
        self._seen: set[str] = set()

    def read(self, first: Path) -> None:
        """Read a manuscript and all files that it includes, in the order of the includes."""
        waiting = [first]
        while waiting and len(self.sources) < MAX_FILES:
            path = waiting.pop()
            real = os.path.realpath(path)
            if real in self._seen:
                continue
            try:
                data = read_bytes(path)
            except OSError as error:
                raise PapernotesError(f"cannot read '{path}': {error.strerror or error}") from None
            self._seen.add(real)
            self.sources.append(Source(utf8_name(path.as_posix()), data))
            if path.suffix.lower() in SUFFIXES:
                includes = find_references(data.decode("utf-8-sig", "replace"), path.suffix).files
                located = (self._locate(include, path, first.parent) for include in reversed(includes))
                waiting += [file for file in located if file]

    def _locate(self, include: LocatedName, path: Path, root: Path) -> Path | None:
        """Return the path of an included file; None if it is not there, such as a file that belongs to TeX."""
        name = local_path(include.name)
        if not os.path.isabs(name) and "\0" not in name:
            for folder in dict.fromkeys((root, path.parent)):
                for candidate in (folder / name, folder / f"{name}{path.suffix}"):
                    if candidate.suffix.lower() in SUFFIXES and candidate.is_file():
                        return candidate
        message = f"there is no file '{include.name}' here; its citations are unknown"
        shown = utf8_name(path.as_posix())
        self.issues.append(Issue(Code.UNREADABLE_FILE, shown, include.line, message, Level.INFO, include.column))
        return None
