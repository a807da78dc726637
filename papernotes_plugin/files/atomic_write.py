"""Writing: a file whole or not at all, whatever happens meanwhile.

What is new is put beside its place, brought to the disk, and moved there; nobody ever sees half of it, and where
something fails the old file stands.  What a process that was killed has left beside is removed by the next one that
writes to the folder.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType

from papernotes_plugin.files.notes_folder import read_bytes

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment, unused-ignore]

ALONE, TOGETHER = "tmp", "new"
"""How the names end of what is put beside: of single files, and of files that are moved together."""
_BESIDE = re.compile(r"\.papernotes-[0-9a-f]{16}\.(tmp|new)")
_FEW = 32
"""Files that are brought to the disk one by one.  Each takes 1 to 5 ms there, so that 10,000 are half a minute or
more; one call for all that the machine has yet to write is below a second."""
_OPEN_ALREADY = ("/dev/std", "/dev/fd/", "/proc/")
"""How the names begin of what the shell has opened, maybe to add to what is there."""
_WAIT = 30.0
"""Seconds to wait for another process that writes to the same folder."""


class Writing:
    """Files that take their places together: all are on the disk before the first of them does.

    Use as a context: what has been added and not moved at its end is removed.
    """

    def __init__(self, kind: str = TOGETHER) -> None:
        self._kind = kind
        self._beside: dict[Path, Path] = {}
        """Where each file belongs, by where it is until then."""

    def __enter__(self) -> Writing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for beside in self._beside:
            with suppress(OSError):
                beside.unlink()

    def add(self, path: Path, data: bytes) -> bool:
        """Whether the file has to be written: nothing is touched where it already holds these bytes.

        Raises:
            OSError: where it cannot be written.
        """
        with suppress(OSError):
            if not path.is_symlink() and path.stat().st_size == len(data) and read_bytes(path) == data:
                return False
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".papernotes-{secrets.token_hex(8)}.{self._kind}")
        with _named(path), open(beside, "xb") as file:
            self._beside[beside] = path
            file.write(data)
        return True

    def move(self) -> None:
        """Put all that was added in its place.

        Raises:
            OSError: where that cannot be; what has not been moved is as it was.
        """
        self._bring_to_disk()
        folders = {path.parent for path in self._beside.values()}
        for beside, path in [*self._beside.items()]:
            with _named(path):
                with suppress(OSError):
                    os.chmod(beside, stat.S_IMODE(path.stat().st_mode))
                os.replace(beside, path)
            del self._beside[beside]
        for folder in folders:
            _bring_folder_to_disk(folder)

    def _bring_to_disk(self) -> None:
        if len(self._beside) > _FEW and hasattr(os, "sync"):
            os.sync()
            return
        for beside, path in self._beside.items():
            # Windows brings to the disk only what is open for writing
            with _named(path), open(beside, "r+b") as file:
                os.fsync(file.fileno())


def write_changed(path: Path, data: bytes) -> bool:
    """Whether the file had to be written: nothing is touched where it already holds these bytes.

    Raises:
        OSError: where it cannot be written; the old file stands then.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with lock(path.parent, ALONE, [path.parent]), Writing(ALONE) as writing:
        changed = writing.add(path, data)
        writing.move()
    return changed


def write_stream(path: Path, data: bytes) -> None:
    """Write a file that the author names: what a link leads to, and into a pipe or a device, which has no half.

    Raises:
        OSError: where it cannot be written.
    """
    special = os.path.abspath(path).startswith(_OPEN_ALREADY)
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode
        special = special or not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    if special:
        with open(path, "ab") as opened:
            opened.write(data)
        return
    write_changed(Path(os.path.realpath(path)), data)


@contextmanager
def lock(folder: Path, kind: str, folders: Iterable[Path]) -> Iterator[None]:
    """Keep other processes from writing to a folder, and remove from some what killed ones have left beside.

    Where no lock is to be had, or another does not let it go, nothing is removed; what is written is whole anyway.

    Args:
        folder: What is locked; the lock goes with the process, and there is no file of it.
        kind: What is removed, `ALONE` or `TOGETHER`: all who leave such in these folders lock the same one.
        folders: Where.
    """
    with _locked(folder) as sure:
        if sure:
            for each in folders:
                _sweep(each, kind)
        yield


@contextmanager
def _locked(folder: Path) -> Iterator[bool]:
    if fcntl is None:
        yield False
        return
    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError:
        yield False
        return
    try:
        yield _lock(held)
    finally:
        os.close(held)


def _lock(held: int) -> bool:
    end = time.monotonic() + _WAIT
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        except OSError:  # a disk that knows no locks
            return False
        else:
            return True


def _sweep(folder: Path, kind: str) -> None:
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            match = _BESIDE.fullmatch(entry.name)
            if match and match[1] == kind:
                with suppress(OSError):
                    os.unlink(entry.path)


def _bring_folder_to_disk(folder: Path) -> None:
    """So that the names of what was moved outlast a loss of power; not every system can."""
    with suppress(OSError):
        held = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(held)
        finally:
            os.close(held)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """An error by the name of the file that is meant, not of what is put beside it."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), os.fspath(path)) from error
