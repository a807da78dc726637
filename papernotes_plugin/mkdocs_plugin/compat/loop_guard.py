"""Keep MkDocs from following symbolic links that lead back to their own folder, or out of the project.

MkDocs follows all links when it lists the files of the docs folder, and never ends if a link leads to a parent folder.
There is no hook between `on_config` and `on_files` that could prevent it.  So for this time, and only if there is such
a link, the MkDocs module that lists files gets another `os.walk`.  The observer of `mkdocs serve` has the same problem;
it gets the folders around such links one by one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.structure import files

from papernotes_plugin.files.symlink_loops import LoopReport, find_loops

if TYPE_CHECKING:
    # a build need not load a server
    from mkdocs.livereload import LiveReloadServer


class LoopGuard:
    """The links of one build that MkDocs must not follow."""

    def __init__(self, report: LoopReport | None = None) -> None:
        report = report or LoopReport()
        self._skipped = report.loops
        self.issues = report.issues
        """Issues about these links, about unreadable folders, and about links out of the project."""

    @classmethod
    def install(cls, folder: str, project: Path, *, stay: bool) -> LoopGuard:
        """Return the guard of a build, and replace `os.walk` in MkDocs if there are links to skip.

        Args:
            folder: The docs folder.
            project: Folder of the project.
            stay: Skip links out of the project as well; otherwise they are only reported.
        """
        guard = cls(find_loops(Path(folder), project, stay=stay))
        if guard._skipped:
            files.os = _OsModule(guard._skipped)  # type: ignore[assignment, attr-defined]
        return guard

    def uninstall(self) -> None:
        """Restore `os.walk` in MkDocs, after MkDocs has listed the files or the build has failed."""
        if self._skipped:
            files.os = os  # type: ignore[attr-defined]

    def watch(self, server: LiveReloadServer, folder: str) -> None:
        """Let `mkdocs serve` watch a folder without following the skipped links."""
        if self._skipped:
            server.unwatch(folder)
            for path, is_recursive in self._watched_folders(folder):
                server.watch(path, recursive=is_recursive)

    def _watched_folders(self, folder: str) -> Iterator[tuple[str, bool]]:
        """Yield folders that together contain all files, and whether to watch their subfolders as well."""
        parents_of_skipped = {str(parent) for path in self._skipped for parent in Path(path).parents}
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            yield path, path not in parents_of_skipped
            if path in parents_of_skipped:
                with os.scandir(path) as entries:
                    waiting += [e.path for e in entries if e.path not in self._skipped and e.is_dir()]


class _OsModule:
    """The module `os` with a `walk` that skips some links."""

    def __init__(self, skipped: frozenset[str]) -> None:
        self._skipped = skipped

    def __getattr__(self, name: str) -> Any:
        """Return anything else of `os`."""
        return getattr(os, name)

    def walk(self, top: str, **options: Any) -> Iterator[tuple[str, list[str], list[str]]]:
        """Yield what `os.walk` yields from the top down, without the skipped links."""
        for folder, folders, names in os.walk(top, **options):
            for entries in (folders, names):
                entries[:] = [name for name in entries if os.path.join(folder, name) not in self._skipped]
            yield folder, folders, names
