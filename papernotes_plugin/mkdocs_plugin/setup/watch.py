"""Let `mkdocs serve` watch bibliographies, the key lock and the citation style, also before they exist."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from papernotes_plugin.mkdocs_plugin.setup.sources import input_patterns
from papernotes_plugin.vocabulary.config import Config

if TYPE_CHECKING:
    # a build does not need the modules of a server
    from mkdocs.livereload import LiveReloadServer


class InputWatcher:
    """Adds the inputs of a build other than notes to the paths that a server watches."""

    def __init__(self, server: LiveReloadServer, root: Path, settings: Config) -> None:
        """Prepare to watch the files that the options name.

        Args:
            server: Server of `mkdocs serve`.
            root: Folder of the project, which relative patterns start from.
            settings: Options of the plugin.
        """
        self._server = server
        self._root = root
        self._patterns = input_patterns(settings)
        self._watched: set[Path] = set()
        self._parents: set[Path] = set()

    def update(self) -> bool:
        """Watch the paths that exist now, and return whether they differ from those watched before."""
        existing = set(paths_to_watch(self._root, self._patterns))
        changed = existing ^ self._watched
        for path in sorted(changed):
            (self._server.watch if path in existing else self._server.unwatch)(str(path))
        self._watched = existing
        for folder in sorted(set(_parent_folders(self._root, self._patterns)) - self._parents):
            # LiveReloadServer.watch is not notified of new folders, and would watch everything in this one
            self._server.observer.schedule(self, str(folder), recursive=False)  # type: ignore[arg-type]
            self._parents.add(folder)
        return bool(changed)

    def dispatch(self, event: object) -> None:
        """Rebuild after an input was created or removed.  The observer calls this method in its own thread."""
        if self.update():
            # as LiveReloadServer.watch does it; there is no public way, and files in a new folder cause no event
            with self._server._rebuild_cond:
                self._server._want_rebuild = True
                self._server._rebuild_cond.notify_all()


def paths_to_watch(root: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """Yield the existing paths to watch for glob patterns.

    Yields:
        The folder that contains all matches of a pattern.  If that is the project folder or one of its parents, which
        contain too much, the matching files themselves.
    """
    for pattern in patterns:
        folder = _fixed_folder(root, pattern)
        if folder.is_dir() and not root.is_relative_to(folder):
            yield folder
        else:
            yield from (root / name for name in sorted(glob.glob(pattern, root_dir=root, recursive=True)))


def _parent_folders(root: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """Yield the existing folders in which a path to watch may be created or removed."""
    for pattern in patterns:
        folder = _fixed_folder(root, pattern)
        candidates = (folder, *folder.parents) if root.is_relative_to(folder) else folder.parents
        yield next(candidate for candidate in candidates if candidate.is_dir())


def _fixed_folder(root: Path, pattern: str) -> Path:
    """Return the deepest folder that contains everything that a pattern can match."""
    prefix = pattern.split("*")[0].split("?")[0].split("[")[0]
    return (root / f"{prefix}x").parent
