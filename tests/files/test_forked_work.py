"""Forked processes give the results, messages and errors that one process gives, and end with it."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.files.forked_work import MIN_BYTES, ForkedWork, available_jobs

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks safely"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]
LOG = logging.getLogger("papernotes.test")


def worked(items: list[Any], jobs: int, work: Callable[[Any], Any]) -> list[Any]:
    """Return the results of processes, and None for each item that the caller must work on."""
    forked = ForkedWork(items, work, jobs)
    try:
        return [forked.result(number) for number in range(len(items))]
    finally:
        forked.stop()


@pytest.mark.parametrize(
    ("count", "jobs"),
    [
        (0, 2), (1, 3), (10, 1), (10, 2), (10, 20), (999, 2), (100, 40),
        pytest.param(1_000, 300, marks=pytest.mark.full),
    ],
)  # fmt: skip
def test_results_are_in_order(count: int, jobs: int) -> None:
    """Each item has one result, which one of the processes has computed; one process alone leaves all to the caller."""
    results = worked([*range(count)], jobs, lambda item: (item, os.getpid()))
    if min(count, jobs) < 2:
        assert results == [None] * count
    else:
        assert [result[0] for result in results] == [*range(count)]
        assert len({result[1] for result in results}) <= jobs
    assert multiprocessing.active_children() == []


def test_processes_share_the_items() -> None:
    """While one process works on a long item, the other one does all the rest."""
    both_work, starts = os.pipe()
    long_item, last_item = os.pipe()

    def work(item: int) -> int:
        if item == 0:
            os.write(starts, b".")
            os.read(long_item, 1)
        elif item == 1:
            os.write(last_item, b".")
        elif item == 20:
            # the other process takes items from the end, and must not do all before this one begins
            os.read(both_work, 1)
        return os.getpid()

    first, *others = worked([*range(21)], 2, work)
    assert len({*others}) == 1
    assert first not in others


def test_messages_are_in_order(caplog: pytest.LogCaptureFixture) -> None:
    """Messages appear when the caller asks for their item, each once, with their level and traceback."""

    def work(item: int) -> int:
        try:
            1 / (item - 3)
        except ZeroDivisionError:
            LOG.exception("bad %s", item)
        LOG.warning("item %s", item)
        return item

    forked = ForkedWork([*range(5)], work, 5)
    assert caplog.messages == []
    assert [forked.result(number) for number in range(5)] == [0, 1, 2, 3, 4]
    assert caplog.messages == ["item 0", "item 1", "item 2", "bad 3", "item 3", "item 4"]
    assert "ZeroDivisionError" in (caplog.records[3].exc_text or "")
    assert caplog.records[3].levelno == logging.ERROR
    forked.stop()
    LOG.warning("as before")
    assert caplog.messages[-1] == "as before"


def _fail(item: int) -> object:
    raise OSError(f"no item {item}")


@pytest.mark.parametrize(
    "broken",
    [_fail, lambda item: os.kill(os.getpid(), signal.SIGKILL), lambda item: sys.exit(3), lambda item: lambda: item],
    ids=["error", "killed", "exit", "unpicklable"],
)
def test_a_broken_process_leaves_its_items(broken: Callable[[int], object], capfd: pytest.CaptureFixture[str]) -> None:
    """The caller works on the items that failed; nothing hangs, and no process remains."""
    caller = os.getpid()
    started, start = os.pipe()

    def work(item: int) -> object:
        if os.getpid() != caller:
            os.write(start, b"." * 8)
            return broken(item)
        os.read(started, 1)
        return item

    results = worked([*range(8)], 2, work)
    assert None in results
    assert all(result in (None, item) for item, result in enumerate(results))
    assert multiprocessing.active_children() == []
    assert "Traceback" not in capfd.readouterr().err


def test_an_error_of_the_caller() -> None:
    """An item that fails in the process of the caller is left to the caller, too."""
    caller = os.getpid()
    started, start = os.pipe()

    def work(item: int) -> int:
        if os.getpid() == caller:
            os.write(start, b"." * 8)
            _fail(item)
        os.read(started, 1)
        return item

    assert worked([*range(8)], 2, work).count(None) == 1


def test_unused_processes_end() -> None:
    """Processes whose results are not requested are ended at once."""
    start = time.monotonic()
    forked = ForkedWork([1, 2, 3], lambda item: time.sleep(60), 3)
    assert len(multiprocessing.active_children()) == 2
    forked.stop()
    assert multiprocessing.active_children() == []
    assert time.monotonic() - start < 30


def test_without_memory_the_caller_does_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no process can be started, the caller works on all items."""
    monkeypatch.setattr(os, "fork", _fail_to_fork)
    assert worked([1, 2, 3], 3, lambda item: item) == [None] * 3


def _fail_to_fork() -> int:
    raise BlockingIOError("no more processes")


def test_a_process_with_threads_does_not_fork() -> None:
    """A fork is not safe while another thread may hold a lock; otherwise the option and the size of the work decide."""
    calls = "a(3, is_large=False), a('auto', is_large=True), a('auto', is_large=False)"
    code = f"from papernotes_plugin.files.forked_work import available_jobs as a; print({calls})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["3", str(len(os.sched_getaffinity(0))), "1"]
    event = threading.Event()
    thread = threading.Thread(target=event.wait)
    thread.start()
    assert available_jobs(3, is_large=True) == 1
    event.set()
    thread.join()


_MAP = """
import os
import time
from contextlib import contextmanager
from papernotes_plugin.files.forked_work import ForkedMap
from papernotes_plugin.vocabulary.model import Source
from threading import Event, Thread

@contextmanager
def paused():
    end.set()
    thread.join()
    yield

def work(item):
    time.sleep(0.02)
    return item * 2, os.getpid()

for jobs, size in ((3, 1), ("auto", {min_bytes}), ("auto", {min_bytes} - 1)):
    end = Event()
    thread = Thread(target=end.wait)
    thread.start()
    results = list(ForkedMap(jobs, [Source("a.md", b"x" * size)], paused())(work, range(40)))
    numbers, processes = zip(*results)
    print([*numbers] == [*range(0, 80, 2)], len({{*processes}}))
"""


def test_a_map_uses_processes_for_much_work() -> None:
    """The results are in the order of the items, whichever process computes them, while other threads are paused."""
    code = _MAP.format(min_bytes=MIN_BYTES)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [row[0] for row in rows] == ["True"] * 3
    several, automatic, small = (int(row[1]) for row in rows)
    assert several > 1
    assert automatic > 1 or len(os.sched_getaffinity(0)) == 1
    assert small == 1


_SLOW = """
import signal, sys, time
# a shell that starts the tests in the background makes them ignore it
signal.signal(signal.SIGINT, signal.default_int_handler)
from papernotes_plugin.files.forked_work import ForkedWork
def work(item):
    time.sleep(0.2)
forked = ForkedWork([1] * 900, work, 3)
print("ready", flush=True)
forked.result(0)
"""


@pytest.mark.parametrize(
    ("sent", "to_all"),
    [
        (signal.SIGINT, True),
        (signal.SIGINT, False),
        (signal.SIGKILL, False),
        pytest.param(signal.SIGTERM, True, marks=pytest.mark.full),
        pytest.param(signal.SIGTERM, False, marks=pytest.mark.full),
    ],
)
def test_a_signal_ends_all_processes(sent: signal.Signals, to_all: bool) -> None:
    """Ctrl-C and other signals end all processes at once, whether the terminal sends them to one or to all."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SLOW], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    (os.killpg if to_all else os.kill)(process.pid, sent)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == -sent
    assert errors.count("Traceback") == (sent is signal.SIGINT)
    deadline = time.monotonic() + 20
    while _group(process.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert _group(process.pid) == []


def _group(pid: int) -> list[str]:
    """Return the processes of a group that have not ended."""
    running = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = path.read_text("utf-8", "replace").rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if group == str(pid) and state != "Z":
            running.append(path.parent.name)
    return running
