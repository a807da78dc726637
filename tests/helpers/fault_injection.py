"""Runs the command with one fault each time, at every call that touches a folder, in turn.

`python -m tests.helpers.fault_injection FOLDER KIND COMMAND...` prints a JSON list of what happened: `kill` ends the
process there and then, `error` has the call fail, `full` has every file end after so many bytes.  Before each
time FOLDER is as it was.
What Python tells its audit hooks is enough to find the calls, so that neither root nor another program is needed.
"""

from __future__ import annotations

import errno
import io
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from papernotes_plugin.cli import main as command
from tests.helpers import sites

MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""Where folders lie in memory: bringing a file to the disk takes no time there."""
_TOUCHING = ("open", "os.")
_SIZES = (0, 1, 60, 400)
"""Bytes after which the disk is full."""
_REACHED = 64
"""Added to the exit code, where the fault has come about."""


def run(arguments: list[str]) -> tuple[int, str]:
    """The exit code of the command, and what it said on stderr."""
    said = io.StringIO()
    with redirect_stderr(said), redirect_stdout(io.StringIO()):
        try:
            command(arguments)
        except SystemExit as end:
            return int(end.code or 0), said.getvalue()
    return 0, said.getvalue()


def forked(child: Callable[[], int]) -> int:
    """The wait status of a process that does something."""
    if process := os.fork():
        return os.waitpid(process, 0)[1]
    code = 99
    try:
        code = child()
    finally:
        os._exit(code)


class _Fault:
    """Comes at a call that touches the folder, counted from 1."""

    def __init__(self, folder: str, kind: str, number: int) -> None:
        self._folder, self._kind, self._number = folder, kind, number
        self.reached = False
        sys.addaudithook(self._heard)
        for name in ("fsync", "sync"):
            setattr(os, name, self._told(getattr(os, name)))

    def _told(self, call: Callable[..., None]) -> Callable[..., None]:
        def told(*given: Any) -> None:
            self._comes("")
            call(*given)

        return told

    def _heard(self, event: str, given: tuple[Any, ...]) -> None:
        touched = [str(part) for part in given if str(part).startswith(self._folder)]
        if event.startswith(_TOUCHING) and touched:
            self._comes(touched[0])

    def _comes(self, path: str) -> None:
        self._number -= 1
        if self._number == 0:
            self.reached = True
            if self._kind == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.EIO, os.strerror(errno.EIO), *([path] if path else []))


def with_fault(folder: Path, kind: str, number: int, arguments: list[str], told: Path) -> dict[str, Any] | None:
    """What a fault brings about, and then a run without one; None where there are fewer calls."""

    def child() -> int:
        if kind == "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (_SIZES[number - 1], resource.RLIM_INFINITY))
            code, said = run(arguments)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            reached = True
        else:
            fault = _Fault(os.fspath(folder), kind, number)
            code, said = run(arguments)
            reached = fault.reached
        told.write_text(said, "utf-8")
        return code + (_REACHED if reached else 0)

    told.write_text("", "utf-8")
    status = forked(child)
    killed = os.WIFSIGNALED(status)
    code = os.WTERMSIG(status) if killed else os.WEXITSTATUS(status) - _REACHED
    if code < 0:
        return None
    left = _texts(folder)
    again = os.WEXITSTATUS(forked(lambda: run(arguments)[0]))
    said = told.read_text("utf-8")
    return {"code": code, "said": said, "left": left, "again": again, "after": _texts(folder)}


def _texts(folder: Path) -> dict[str, str]:
    return {name: data.decode() for name, data in sites.files(folder).items()}


def main() -> None:
    """Print what happened, and leave the folder as it was."""
    folder, kind, *arguments = sys.argv[1:]
    place = Path(os.path.realpath(folder))
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as kept:
        before = Path(kept, "before")
        shutil.copytree(place, before)
        # what is imported late is imported now
        run(arguments)
        for number in range(1, len(_SIZES) + 1 if kind == "full" else 10_000):
            _again(before, place)
            one = with_fault(place, kind, number, arguments, Path(kept, "told"))
            if one is None:
                break
            found.append(one)
        _again(before, place)
    print(json.dumps(found))


def _again(before: Path, place: Path) -> None:
    shutil.rmtree(place)
    shutil.copytree(before, place)


if __name__ == "__main__":
    main()
