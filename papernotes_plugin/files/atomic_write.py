"""Write files so that a reader, a crash or a full disk never meets half of one.

The new bytes go into a temporary file in the same folder, which is flushed to the disk and then renamed over the
target.  If any step fails, the old file is unchanged.  The next writer to a folder removes the temporary files that a
killed process left there.
"""

from __future__ import annotations

import os
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from papernotes_plugin.files.notes_folder import read_bytes
from papernotes_plugin.text.lazy_regex import lazy_regex

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]

SINGLE, BATCH = "tmp", "new"
"""Suffixes of the temporary files of `write_changed` and of a `FileBatch` of several files."""
_TEMPORARY = lazy_regex(r"\.papernotes-[0-9a-f]{16}\.(tmp|new)")
_MAX_SINGLE_SYNCS = 32
"""Number of files up to which each is flushed by itself.

One flush takes 1 to 5 ms, so 10,000 files would take half a minute.  One `sync` of the whole machine takes less than a
second.
"""
_OPEN_DESCRIPTORS = ("/dev/std", "/dev/fd/", "/proc/")
"""Prefixes of paths that name a file which the shell has already opened, perhaps in append mode."""
_LOCK_TIMEOUT = 30.0
"""Seconds to wait for another process that writes to the same folder."""


class FileBatch:
    """Files that are replaced together: all new bytes are on the disk before the first file is replaced.

    Use it in a `with` statement: files that were added and not moved are removed at its end.

    Args:
        suffix: Suffix of the temporary files.
        flush: Write the bytes to the disk at once; False for files that are not needed after a power failure.
    """

    def __init__(self, suffix: str = BATCH, *, flush: bool = True) -> None:
        self._suffix = suffix
        self._is_flushed = flush
        self._targets: dict[Path, Path] = {}
        """Target of each temporary file."""

    def __enter__(self) -> FileBatch:
        return self

    def __exit__(self, *error: object) -> None:
        for temporary in self._targets:
            with suppress(OSError):
                temporary.unlink()

    def add(self, path: Path, data: bytes) -> bool:
        """Write the bytes to a temporary file and return True; do nothing if the file already holds them.

        Raises:
            OSError: The file cannot be written.
        """
        with suppress(OSError):
            if not path.is_symlink() and path.stat().st_size == len(data) and read_bytes(path) == data:
                return False
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".papernotes-{secrets.token_hex(8)}.{self._suffix}")
        with _errors_naming(path), open(temporary, "xb") as file:
            self._targets[temporary] = path
            file.write(data)
        return True

    def move(self) -> None:
        """Replace all files that were added; a replaced file keeps its mode.

        Raises:
            OSError: A file cannot be replaced; those that were not replaced yet are unchanged.
        """
        if self._is_flushed:
            self._flush()
        folders = {path.parent for path in self._targets.values()}
        for temporary, path in [*self._targets.items()]:
            with _errors_naming(path):
                with suppress(OSError):
                    os.chmod(temporary, stat.S_IMODE(path.stat().st_mode))
                os.replace(temporary, path)
            del self._targets[temporary]
        for folder in folders if self._is_flushed else ():
            _flush_folder(folder)

    def _flush(self) -> None:
        if len(self._targets) > _MAX_SINGLE_SYNCS and hasattr(os, "sync"):
            os.sync()
            return
        for temporary, path in self._targets.items():
            # Windows flushes only a file that is open for writing.
            with _errors_naming(path), open(temporary, "r+b") as file:
                os.fsync(file.fileno())


def write_changed(path: Path, data: bytes) -> bool:
    """Replace one file and return True; do nothing if it already holds these bytes.

    Raises:
        OSError: The file cannot be written; the old one is unchanged.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with lock(path.parent, SINGLE, [path.parent]), FileBatch(SINGLE) as batch:
        changed = batch.add(path, data)
        batch.move()
    return changed


def write_stream(path: Path, data: bytes) -> None:
    """Write to a path that the user named: a file, the target of a symbolic link, a pipe or a device.

    A pipe or a device is appended to, because it cannot be replaced.

    Raises:
        OSError: The path cannot be written to.
    """
    if not is_stream(path):
        write_changed(Path(os.path.realpath(path)), data)
        return
    with open(path, "ab") as stream:
        stream.write(data)


def is_stream(path: Path) -> bool:
    """Return whether a path is a pipe, a device or a file that the shell has opened, such as `/dev/stdout`."""
    if os.path.abspath(path).startswith(_OPEN_DESCRIPTORS):
        return True
    with suppress(OSError):
        mode = path.stat().st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False


@contextmanager
def lock(folder: Path, suffix: str, folders: Iterable[Path]) -> Iterator[None]:
    """Lock a folder against other writers for a `with` statement, and remove the leftovers of killed ones first.

    The operating system releases the lock when the process ends; there is no lock file.  If no lock is available in
    time, nothing is removed and the caller goes on: its files are written whole anyway.

    Args:
        folder: The folder to lock.
        suffix: Which temporary files to remove, `SINGLE` or `BATCH`.  All who write such files to `folders` must lock
            the same folder.
        folders: The folders from which they are removed.
    """
    descriptor = _locked_descriptor(folder)
    try:
        if descriptor is not None:
            for each in folders:
                _remove_leftovers(each, suffix)
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)


def _locked_descriptor(folder: Path) -> int | None:
    """Return an open descriptor of the folder that holds a lock; None if there is no lock within the timeout."""
    if fcntl is None:
        return None
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    deadline = time.monotonic() + _LOCK_TIMEOUT
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return descriptor
        except OSError as error:
            # Any other error comes from a file system without locks.
            if not isinstance(error, BlockingIOError) or time.monotonic() > deadline:
                os.close(descriptor)
                return None
        time.sleep(0.05)


def _remove_leftovers(folder: Path, suffix: str) -> None:
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _TEMPORARY.fullmatch(entry.name)
            if match and match[1] == suffix:
                with suppress(OSError):
                    os.unlink(entry.path)


def _flush_folder(folder: Path) -> None:
    """Flush a folder, so that a rename survives a power failure; some systems do not support it."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _errors_naming(path: Path) -> Iterator[None]:
    """Raise any `OSError` again with the path of the target instead of that of its temporary file."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error
