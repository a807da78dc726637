"""Measure CPU time and memory of a child process, and the delay of a preview."""

from __future__ import annotations

import os
import resource
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

PATIENCE = 900
"""Seconds after which a wait for a program ends."""
_PAUSE = 0.01
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Cost:
    """Cost of one run of a program and its child processes."""

    cpu: float
    """Seconds."""
    peak: float
    """Megabytes of memory."""
    elapsed: float = 0.0
    """Seconds from the start to the end."""


def environment() -> dict[str, str]:
    """Return the environment of all programs: this checkout, a fixed clock, and no notices."""
    settings = {"SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **settings, "PYTHONPATH": str(ROOT)}


def run(folder: Path, *command: str | Path) -> Cost:
    """Run a program in a folder and return its cost.

    Raises:
        RuntimeError: The program failed; the message contains its output.
    """
    log = folder / "output.log"
    with log.open("wb") as output:
        start = time.monotonic()
        child = subprocess.Popen([*map(str, command)], cwd=folder, env=environment(), stdout=output, stderr=output)
        _, status, usage = os.wait4(child.pid, 0)
        elapsed = time.monotonic() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command[0]} failed: {log.read_text('utf-8', 'replace')}")
    return Cost(usage.ru_utime + usage.ru_stime, megabytes(usage), elapsed)


def megabytes(usage: resource.struct_rusage) -> float:
    """Return the peak memory in megabytes; the unit of `ru_maxrss` depends on the system."""
    return usage.ru_maxrss / 1e6 * (1 if sys.platform == "darwin" else 1024)


def mkdocs(folder: Path) -> Cost:
    """Build the site of a folder with MkDocs and return the cost."""
    return run(folder, sys.executable, "-m", "mkdocs", "build", "--quiet")


class Preview:
    """A running `mkdocs serve`."""

    def __init__(self, child: subprocess.Popen[bytes], address: str) -> None:
        self._child, self._address = child, address

    def visible(self, page: str, text: str) -> None:
        """Wait until a page contains a text."""
        end = time.monotonic() + PATIENCE
        while text not in self._page(page):
            if self._child.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the preview does not show what changed")
            time.sleep(_PAUSE)

    def cpu(self) -> float:
        """Return the CPU seconds until now; NaN on systems other than Linux."""
        try:
            fields = Path(f"/proc/{self._child.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def peak(self) -> float:
        """Return the peak memory in megabytes until now; NaN on systems other than Linux."""
        try:
            status = Path(f"/proc/{self._child.pid}/status").read_text("ascii", "replace")
        except OSError:
            return float("nan")
        return int(status.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6

    def _page(self, page: str) -> str:
        try:
            with urllib.request.urlopen(self._address + page, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError):
            return ""


@contextmanager
def served(folder: Path) -> Iterator[Preview]:
    """Yield a running preview of the site of a folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--livereload", "-a", address]
    with (folder / "served.log").open("wb") as output:
        child = subprocess.Popen(command, cwd=folder, env=environment(), stdout=output, stderr=output)
    try:
        yield Preview(child, f"http://{address}/")
    finally:
        child.terminate()
        child.wait()


def edits(folder: Path, note: Path, page: str, times: int) -> tuple[float, Cost]:
    """Return medians over several edits of a note: seconds until its page shows the edit, and CPU time.

    The memory is the peak of the preview.
    """
    waited, worked = [], []
    with served(folder) as preview:
        preview.visible(page, "<html")
        for number in range(times):
            # the watcher of MkDocs ignores changes for a moment after a build
            time.sleep(1)
            before, start = preview.cpu(), time.monotonic()
            # an earlier call may have edited the same note
            text = f"Edit {number} at {time.time_ns()}."
            with note.open("a", encoding="utf-8") as file:
                file.write(f"\n{text}\n")
            preview.visible(page, text)
            waited.append(time.monotonic() - start)
            time.sleep(0.5)
            worked.append(preview.cpu() - before)
        peak = preview.peak()
    return statistics.median(waited), Cost(statistics.median(worked), peak)


def ratio(runs: Sequence[Cost], others: Sequence[Cost]) -> float:
    """Return the median ratio of CPU times, run by run."""
    return statistics.median(run.cpu / other.cpu for run, other in zip(runs, others, strict=True))
