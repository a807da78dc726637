"""Compare files of the author with their state at an earlier time: first by time and size, then by content."""

from __future__ import annotations

import glob
import hashlib
import os
import stat
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import NamedTuple

_MAX_DIGEST = 256 * 1024
"""Size in bytes up to which an attachment has a digest; a larger one counts as changed when its time did."""
_CLOCK_TICK = 2_000_000_000
"""Nanoseconds in which two changes may have the same time, on the coarsest file systems."""
_REPOSITORY = ".git"


class FileState(NamedTuple):
    """State of a file."""

    stamp: str
    """Times of the last change, and the size; "" for a file that changed at the time of the build."""
    digest: str
    """Hexadecimal digest of the content; "" for a large attachment."""


class InputFiles(NamedTuple):
    """State of the files in a folder, and of those that patterns match."""

    folder: str
    with_hidden: bool
    """True if files in the folder with a dot in front are inputs too."""
    patterns: tuple[str, ...]
    """Absolute paths and glob patterns; a path may be that of a folder, of which only the existence counts."""
    states: Mapping[str, FileState]
    """State by absolute path."""

    @classmethod
    def read(cls, folder: str, patterns: Collection[str], *, with_hidden: bool) -> InputFiles:
        """Return the state of the files now.

        Raises:
            OSError: A file cannot be read.
        """
        old = time.time_ns() - _CLOCK_TICK
        states = {path: _state(status, path, old) for path, status in _attachments(folder, with_hidden)}
        states |= {path: _state(status, path, old, is_small=True) for path, status in _matches(patterns)}
        return cls(folder, with_hidden, tuple(patterns), states)

    @property
    def is_unchanged(self) -> bool:
        """Return whether the same files exist, with the same content."""
        try:
            statuses = dict(_attachments(self.folder, self.with_hidden)) | dict(_matches(self.patterns))
            return statuses.keys() == self.states.keys() and all(
                self._is_same(path, status) for path, status in statuses.items()
            )
        except OSError:
            return False

    def _is_same(self, path: str, status: os.stat_result) -> bool:
        state = self.states[path]
        if state.stamp == _stamp(status):
            return True
        return bool(state.digest) and state.digest == _digest(path, status)


def _state(status: os.stat_result, path: str, old: int, *, is_small: bool = False) -> FileState:
    is_old = max(status.st_mtime_ns, status.st_ctime_ns) < old
    has_digest = is_small or status.st_size <= _MAX_DIGEST
    return FileState(_stamp(status) if is_old else "", _digest(path, status) if has_digest else "")


def _stamp(status: os.stat_result) -> str:
    # a program can set the modification time, but not the other one
    is_folder = stat.S_ISDIR(status.st_mode)
    return "folder" if is_folder else f"{status.st_mtime_ns} {status.st_ctime_ns} {status.st_size}"


def _digest(path: str, status: os.stat_result) -> str:
    if stat.S_ISDIR(status.st_mode):
        return "folder"
    with open(path, "rb") as file:
        return hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=16)).hexdigest()


def _attachments(folder: str, with_hidden: bool) -> Iterator[tuple[str, os.stat_result]]:
    """Yield path and status of each file in a folder; a folder that several links lead to is read once.

    Raises:
        OSError: A folder or a file cannot be read, or is neither a file nor a folder.
    """
    waiting, seen = [folder], set()
    while waiting:
        path = waiting.pop()
        status = os.stat(path)
        if (status.st_dev, status.st_ino) in seen:
            continue
        seen.add((status.st_dev, status.st_ino))
        with os.scandir(path) as entries:
            for entry in entries:
                if entry.name == _REPOSITORY or (entry.name.startswith(".") and not with_hidden):
                    continue
                if entry.is_dir():
                    waiting.append(entry.path)
                    continue
                status = entry.stat()
                if not stat.S_ISREG(status.st_mode):
                    raise OSError(None, "it is no file", entry.path)
                yield entry.path, status


def _matches(patterns: Iterable[str]) -> Iterator[tuple[str, os.stat_result]]:
    for pattern in patterns:
        paths = [pattern] if os.path.lexists(pattern) else glob.glob(pattern, recursive=True)
        yield from ((path, os.stat(path)) for path in paths)


def folder_digest(folder: str, recorded: Mapping[str, tuple[int, int]] | None = None) -> str:
    """Return a hexadecimal digest of the names, types, times and sizes of the files in the folder of a site.

    Hidden files at its top do not count, because MkDocs leaves them alone.

    Args:
        folder: The folder.
        recorded: Modification time and size of regular files that need no look, by path below the folder.
    """
    start = os.path.join(folder, "")
    stamps = {f"{start}{path}": stamp for path, stamp in recorded.items()} if recorded else {}
    digest = hashlib.blake2b(digest_size=16)
    waiting = [folder]
    while waiting:
        path = waiting.pop()
        with os.scandir(path) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if path == folder and entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                else:
                    kind, (modified, size) = stat.S_IFREG, stamps.get(entry.path, (0, 0))
                    if entry.path not in stamps or not entry.is_file(follow_symlinks=False):
                        status = entry.stat(follow_symlinks=False)
                        kind, modified, size = stat.S_IFMT(status.st_mode), status.st_mtime_ns, status.st_size
                    line = f"{entry.path}\0{kind} {modified} {size}\n"
                    digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()
