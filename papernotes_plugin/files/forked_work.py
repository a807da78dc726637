"""Work on many items in forked processes, each of which takes a contiguous part of the items.

The caller asks for the items one after another, and works on an item itself if no process has done so.  Therefore an
error appears as it does without processes.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Part(NamedTuple):
    """Part of the items that one process works on."""

    start: int
    """Number of the first item."""
    process: Any
    connection: Connection


def available_jobs(jobs: int | str) -> int:
    """Return the number of processes that may work at the same time; 1 where a fork is not safe.

    Libraries of macOS may crash in a forked process.  A lock that another thread holds stays locked in it for ever.

    Args:
        jobs: The option `jobs`: a number, or `auto` for one process for each core.
    """
    if sys.platform != "linux" or threading.active_count() > 1 or multiprocessing.current_process().daemon:
        return 1
    return jobs if isinstance(jobs, int) else len(os.sched_getaffinity(0))


class ForkedWork(Generic[Item, Result]):
    """Results of items that forked processes compute, while the caller works on the first part of the items."""

    def __init__(
        self, items: Sequence[Item], weights: Sequence[float], work: Callable[[Item], Result], jobs: int
    ) -> None:
        """Start the processes.

        Args:
            items: The items, in the order in which the caller asks for them.
            weights: Expected cost of each item.
            work: Function that a process calls with each item; its results must be picklable.
            jobs: Number of processes, including this one.
        """
        self._parts: list[_Part] = []
        self._results: dict[int, tuple[Result, list[logging.LogRecord]]] = {}
        sums = [*accumulate(weights, initial=0.0)]
        bounds = [*(bisect_left(sums, sums[-1] * job / jobs) for job in range(1, jobs)), len(items)]
        for start, end in ((start, end) for start, end in pairwise(bounds) if start < end):
            # without enough memory for a process, the caller does its work
            with suppress(OSError):
                self._parts.append(_start(start, items[start:end], work))

    def result(self, number: int) -> Result | None:
        """Return the result of an item, and log what its process has logged; None if the caller must do the work."""
        while self._parts and number >= self._parts[0].start:
            part = self._parts.pop(0)
            self._results = dict(enumerate(_received(part), part.start))
        if number not in self._results:
            return None
        result, records = self._results.pop(number)
        for record in records:
            logging.getLogger(record.name).handle(record)
        return result

    def stop(self) -> None:
        """End the processes whose results were not requested."""
        for part in self._parts:
            part.process.kill()
        for part in self._parts:
            _close(part)
        self._parts.clear()


def _start(start: int, items: Sequence[Item], work: Callable[[Item], Result]) -> _Part:
    """Start a process for a part of the items.

    Raises:
        OSError: If there are too many processes, or too little memory.
    """
    receiver, sender = multiprocessing.Pipe(duplex=False)
    # daemon: if this process ends in whatever way, it ends the other one first
    process = multiprocessing.get_context("fork").Process(
        target=_work, args=(items, work, sender, os.getpid()), daemon=True
    )
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        process.start()
    except OSError:
        receiver.close()
        raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        # while this process or a later one holds this end, a killed process is not noticed
        sender.close()
    return _Part(start, process, receiver)


def _received(part: _Part) -> list[Any]:
    """Return the results of a process, which has then ended; [] if it was killed."""
    try:
        received: list[Any] = part.connection.recv()
        return received
    except Exception:  # Unpickling raises any type.
        return []
    except BaseException:  # Ctrl-C
        part.process.kill()
        raise
    finally:
        _close(part)


def _close(part: _Part) -> None:
    part.connection.close()
    part.process.join()
    part.process.close()


def _work(items: Sequence[Item], work: Callable[[Item], Result], sender: Connection, parent: int) -> None:
    """Send the results of all items before the first error, each with what was logged, to the parent process."""
    # Ctrl-C reaches all processes of the terminal; the parent ends this one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    records: list[logging.LogRecord] = []

    def collect(logger: logging.Logger, record: logging.LogRecord) -> None:
        """Keep a record for the parent, whose filters may remember what they have seen."""
        record.msg, record.args = record.getMessage(), None
        if record.exc_info:
            record.exc_text, record.exc_info = logging.Formatter().formatException(record.exc_info), None
        records.append(record)

    logging.Logger.handle = collect  # type: ignore[method-assign, assignment]
    results: list[tuple[Result, list[logging.LogRecord]]] = []
    with suppress(Exception):
        for item in items:
            # a killed parent does not end this process
            if os.getppid() != parent:
                return
            results.append((work(item), [*records]))
            records.clear()
    try:
        sender.send(results)
    except Exception:  # Pickling raises any type.
        sender.send([])
