"""Run the command again and again, each time with a fault at another call that touches a folder.

`python -m tests.helpers.fault_injection FOLDER KIND STEP COMMAND...` prints a JSON list of `Outcome` objects.  Kinds:
`kill` ends the process at the call, `error` lets the call fail, `full` limits the size of every file.  The fault is
injected at every STEP-th call.  FOLDER is restored before each run.
The calls are reported by Python's audit hooks, so neither root nor another program is needed.
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
from typing import Any, TypedDict

from papernotes_plugin.cli import main as command
from tests.helpers import sites

MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None
"""Folder of a file system in memory, where flushing takes no time; None where there is none."""
_EVENTS = ("open", "os.")
"""Prefixes of the audit events of calls that touch files."""
_SIZE_LIMITS = (0, 1, 60, 400)
"""Bytes after which a file of a full disk ends, one run each."""
_WAS_INJECTED = 64
"""Added to the exit code if the fault was injected."""


class Outcome(TypedDict):
    """Result of one run with a fault and of the next run without one."""

    code: int
    """Exit code, or the number of the signal that ended the process."""
    stderr: str
    files: dict[str, str]
    """Texts of all files in the folder, by path."""
    next_code: int
    """Exit code of the next run."""
    next_files: dict[str, str]
    """Texts of all files after the next run."""


def run(arguments: list[str]) -> tuple[int, str]:
    """Return the exit code and the stderr of the command."""
    stderr = io.StringIO()
    with redirect_stderr(stderr), redirect_stdout(io.StringIO()):
        try:
            command(arguments)
        except SystemExit as end:
            return int(end.code or 0), stderr.getvalue()
    return 0, stderr.getvalue()


def run_in_fork(child: Callable[[], int]) -> int:
    """Return the wait status of a forked process that calls a function and exits with its result."""
    if process := os.fork():
        return os.waitpid(process, 0)[1]
    code = 99
    try:
        code = child()
    finally:
        os._exit(code)


class _Fault:
    """Fault at one call that touches the folder; calls are counted from 1."""

    def __init__(self, folder: str, kind: str, number: int) -> None:
        self._folder, self._kind, self._calls_left = folder, kind, number
        self.was_injected = False
        sys.addaudithook(self._on_event)
        for name in ("fsync", "sync"):
            setattr(os, name, self._count_calls_of(getattr(os, name)))

    def _count_calls_of(self, function: Callable[..., None]) -> Callable[..., None]:
        def counted(*arguments: Any) -> None:
            self._count("")
            function(*arguments)

        return counted

    def _on_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        paths = [str(argument) for argument in arguments if str(argument).startswith(self._folder)]
        if event.startswith(_EVENTS) and paths:
            self._count(paths[0])

    def _count(self, path: str) -> None:
        self._calls_left -= 1
        if self._calls_left == 0:
            self.was_injected = True
            if self._kind == "kill":
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(errno.EIO, os.strerror(errno.EIO), *([path] if path else []))


def run_with_fault(folder: Path, kind: str, number: int, arguments: list[str], log: Path) -> Outcome | None:
    """Return the outcome of a run with a fault at one call; None if the command makes fewer calls."""

    def child() -> int:
        if kind == "full":
            resource.setrlimit(resource.RLIMIT_FSIZE, (_SIZE_LIMITS[number - 1], resource.RLIM_INFINITY))
            code, stderr = run(arguments)
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            was_injected = True
        else:
            fault = _Fault(os.fspath(folder), kind, number)
            code, stderr = run(arguments)
            was_injected = fault.was_injected
        log.write_text(stderr, "utf-8")
        return code + (_WAS_INJECTED if was_injected else 0)

    log.write_text("", "utf-8")
    status = run_in_fork(child)
    code = os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status) - _WAS_INJECTED
    if code < 0:
        return None
    return Outcome(
        code=code,
        stderr=log.read_text("utf-8"),
        files=_texts(folder),
        next_code=os.WEXITSTATUS(run_in_fork(lambda: run(arguments)[0])),
        next_files=_texts(folder),
    )


def _texts(folder: Path) -> dict[str, str]:
    return {name: data.decode() for name, data in sites.files(folder).items()}


def main() -> None:
    """Print the outcomes and leave the folder as it was."""
    name, kind, step, *arguments = sys.argv[1:]
    folder = Path(os.path.realpath(name))
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory() as temporary:
        backup = Path(temporary, "backup")
        shutil.copytree(folder, backup)
        # Modules that the command imports late are imported now, so that no fault hits an import.
        run(arguments)
        for number in range(1, len(_SIZE_LIMITS) + 1 if kind == "full" else 10_000, int(step)):
            _restore(backup, folder)
            outcome = run_with_fault(folder, kind, number, arguments, Path(temporary, "stderr"))
            if outcome is None:
                break
            outcomes.append(outcome)
        _restore(backup, folder)
    print(json.dumps(outcomes))


def _restore(backup: Path, folder: Path) -> None:
    shutil.rmtree(folder)
    shutil.copytree(backup, folder)


if __name__ == "__main__":
    main()
