"""What a program costs: the CPU time and the memory of a child process, and what a preview makes its author wait."""

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
"""Seconds after which a program is not waited for any longer."""
_PAUSE = 0.01
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Cost:
    """Of one run of a program, with those that it started."""

    cpu: float
    """Seconds."""
    peak: float
    """Megabytes of memory."""


def environment() -> dict[str, str]:
    """That of all programs: this checkout, one clock, and no notices."""
    told = {"SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **told, "PYTHONPATH": str(ROOT)}


def run(folder: Path, *command: str | Path) -> Cost:
    """Run a program in a folder to its end.

    Raises:
        RuntimeError: where it fails, with what it said.
    """
    log = folder / "said.log"
    with log.open("wb") as said:
        child = subprocess.Popen([*map(str, command)], cwd=folder, env=environment(), stdout=said, stderr=said)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(f"{command[0]} failed: {log.read_text('utf-8', 'replace')}")
    return Cost(usage.ru_utime + usage.ru_stime, megabytes(usage))


def megabytes(usage: resource.struct_rusage) -> float:
    """The most memory that was used; systems count in units of their own."""
    return usage.ru_maxrss / 1e6 * (1 if sys.platform == "darwin" else 1024)


def mkdocs(folder: Path) -> Cost:
    """Build the site of a folder."""
    return run(folder, sys.executable, "-m", "mkdocs", "build", "--quiet")


class Preview:
    """A running `mkdocs serve`."""

    def __init__(self, child: subprocess.Popen[bytes], address: str) -> None:
        self._child, self._address = child, address

    def visible(self, page: str, text: str) -> None:
        """Wait until a page has a text."""
        end = time.monotonic() + PATIENCE
        while text not in self._page(page):
            if self._child.poll() is not None or time.monotonic() > end:
                raise RuntimeError("the preview does not show what changed")
            time.sleep(_PAUSE)

    def cpu(self) -> float:
        """The seconds of CPU time that it took so far, where the system tells (Linux)."""
        try:
            fields = Path(f"/proc/{self._child.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / _TICKS

    def peak(self) -> float:
        """The most megabytes of memory that it used so far, where the system tells (Linux)."""
        try:
            told = Path(f"/proc/{self._child.pid}/status").read_text("ascii", "replace")
        except OSError:
            return float("nan")
        return int(told.partition("VmHWM:")[2].split()[0]) * 1024 / 1e6

    def _page(self, page: str) -> str:
        try:
            with urllib.request.urlopen(self._address + page, timeout=PATIENCE) as answer:
                return str(answer.read().decode())
        except (urllib.error.URLError, ConnectionError):
            return ""


@contextmanager
def served(folder: Path) -> Iterator[Preview]:
    """A preview of the site of a folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "--quiet", "--livereload", "-a", place]
    with (folder / "served.log").open("wb") as said:
        child = subprocess.Popen(command, cwd=folder, env=environment(), stdout=said, stderr=said)
    try:
        yield Preview(child, f"http://{place}/")
    finally:
        child.terminate()
        child.wait()


def edits(folder: Path, note: Path, page: str, times: int) -> tuple[float, Cost]:
    """The medians, of some edits of a note, of the seconds until its page shows them and of the CPU time of each.

    The memory is the most that the preview used until the last.
    """
    waited, worked = [], []
    with served(folder) as preview:
        preview.visible(page, "<html")
        for number in range(times):
            # the watcher of MkDocs rests a while after a build
            time.sleep(1)
            before, start = preview.cpu(), time.monotonic()
            with note.open("a", encoding="utf-8") as file:
                file.write(f"\nSeen {number} times.\n")
            preview.visible(page, f"Seen {number} times.")
            waited.append(time.monotonic() - start)
            time.sleep(0.5)
            worked.append(preview.cpu() - before)
        peak = preview.peak()
    return statistics.median(waited), Cost(statistics.median(worked), peak)


def ratio(ours: Sequence[Cost], others: Sequence[Cost]) -> float:
    """The median of what ours costs of what the others do, run by run."""
    return statistics.median(one.cpu / other.cpu for one, other in zip(ours, others, strict=True))
