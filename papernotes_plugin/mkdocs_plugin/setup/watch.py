"""What a preview watches besides the notes: bibliographies, the key lock, the citation style, also those to come."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from papernotes_plugin.vocabulary.config import STYLES, Config

if TYPE_CHECKING:
    # a build need not load a server
    from mkdocs.livereload import LiveReloadServer


class Watch:
    """Lets a preview watch the folders of what a build reads, and single files where a folder holds too much."""

    def __init__(self, server: LiveReloadServer, root: Path, settings: Config) -> None:
        style = {settings.citation_style} - {*STYLES}
        self._server = server
        self._root = root
        self._patterns = (*settings.bibliography, settings.key_lock, *style)
        self._watched: set[Path] = set()
        self._around: set[Path] = set()

    def begin(self) -> bool:
        """Watch what is there now; whether that is not what was there before."""
        found = set(watched(self._root, self._patterns))
        changed = found ^ self._watched
        for path in sorted(changed):
            (self._server.watch if path in found else self._server.unwatch)(str(path))
        self._watched = found
        for folder in sorted(set(_around(self._root, self._patterns)) - self._around):
            # MkDocs hears nothing of folders that come or go, and would watch all that is in this one
            self._server.observer.schedule(self, str(folder), recursive=False)  # type: ignore[arg-type]
            self._around.add(folder)
        return bool(changed)

    def dispatch(self, event: object) -> None:
        """Something came or went where a file or folder is waited for; the observer calls this, in its own thread."""
        if self.begin():
            # as `LiveReloadServer.watch` does it, which offers no other way: what is in a new folder is no change to it
            with self._server._rebuild_cond:
                self._server._want_rebuild = True
                self._server._rebuild_cond.notify_all()


def watched(root: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """The folders of the patterns; single files where that is the project's own folder, which holds too much."""
    for pattern in patterns:
        folder = _folder(root, pattern)
        if folder.is_dir() and not root.is_relative_to(folder):
            yield folder
        else:
            yield from (root / name for name in sorted(glob.glob(pattern, root_dir=root, recursive=True)))


def _around(root: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """The folders in which something may come or go that has to be watched."""
    for pattern in patterns:
        folder = _folder(root, pattern)
        above = (folder, *folder.parents) if root.is_relative_to(folder) else folder.parents
        yield next(step for step in above if step.is_dir())


def _folder(root: Path, pattern: str) -> Path:
    """The folder in which all that a pattern matches lies."""
    fixed = pattern.split("*")[0].split("?")[0].split("[")[0]
    return (root / f"{fixed}x").parent
