"""MkDocs' own walk through the folder of the pages, which follows each link for ever, kept off those that lead back.

It takes place between `on_config` and `on_files`, where no hook is: for so long, and only where there is such a link,
the module that walks has another `os.walk`.  Its observer for previews gets the folders around such links one by one.
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


class Walk:
    """The walk of one build."""

    def __init__(self, walked: LoopReport | None = None) -> None:
        walked = walked or LoopReport()
        self._off = walked.loops
        self.issues = walked.issues

    @classmethod
    def begun(cls, folder: str, project: Path, *, stay: bool) -> Walk:
        """Before MkDocs walks through a folder; it shall `stay` in the project, or tell of what leads out of it."""
        walk = cls(find_loops(Path(folder), project, stay=stay))
        if walk._off:
            files.os = _Os(walk._off)  # type: ignore[assignment, attr-defined]
        return walk

    def end(self) -> None:
        """After it has, or when it never will."""
        if self._off:
            files.os = os  # type: ignore[attr-defined]

    def watch(self, server: LiveReloadServer, folder: str) -> None:
        """Let a preview watch a folder without following what it must keep off."""
        if self._off:
            server.unwatch(folder)
            for path, whole in self._parts(folder):
                server.watch(path, recursive=whole)

    def _parts(self, folder: str) -> Iterator[tuple[str, bool]]:
        """Folders that hold everything to be watched, each with whether all in it belongs to it."""
        around = {step for path in self._off for step in _above(path)}
        waiting = [folder]
        while waiting:
            path = waiting.pop()
            yield path, path not in around
            if path in around:
                with os.scandir(path) as found:
                    waiting += [e.path for e in found if e.path not in self._off and e.is_dir()]


class _Os:
    """The module `os` with a walk that keeps off some links."""

    def __init__(self, off: frozenset[str]) -> None:
        self._off = off

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def walk(self, top: str, **options: Any) -> Iterator[tuple[str, list[str], list[str]]]:
        """As `os.walk` from the top down."""
        for folder, folders, names in os.walk(top, **options):
            for found in (folders, names):
                found[:] = [name for name in found if os.path.join(folder, name) not in self._off]
            yield folder, folders, names


def _above(path: str) -> Iterator[str]:
    while (above := os.path.dirname(path)) != path:
        yield above
        path = above
