"""Work on many items in the calling process and in forked ones, each of which takes one part after another.

The calling process takes the first parts, and the others take the last ones.  Neighbouring items often need the
same data, which each process has to compute.

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
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from itertools import count
from multiprocessing.connection import Connection
from typing import Any, Generic, NamedTuple, TypeVar

from papernotes_plugin.gc_tuning import infrequent_gc
from papernotes_plugin.vocabulary.config import AUTO
from papernotes_plugin.vocabulary.model import Source

Item = TypeVar("Item")
Result = TypeVar("Result")


MIN_PAGES = 1_000
"""Number of pages below which `jobs: auto` uses one process to write them."""
MIN_BYTES = 1_000_000
"""Size of all notes below which `jobs: auto` uses one process to find the papers in them."""
_PARTS_OF_PROCESS = 32
"""Number of parts per process: many, so that all processes end at about the same time."""
_MAX_PARTS = 1_024
"""Maximum number of parts: a pipe has room for their numbers before anybody reads it."""
_NUMBER_SIZE = 4
"""Size in bytes of the number of a part."""


class _Process(NamedTuple):
    """Process that works on items, and the connection through which it sends their results."""

    process: Any
    connection: Connection


class _Work(NamedTuple):
    """The items, and what each process needs to work on them."""

    items: Sequence[Any]
    part_size: int
    """Number of items in a part."""
    permits: int
    """Pipe with one byte for each part, which a process reads before it takes the part."""
    last_parts: int
    """Pipe with the numbers of the parts in descending order, for the forked processes."""
    function: Callable[[Any], Any]
    """Function that is called with each item."""


def available_jobs(jobs: int | str, *, is_large: bool) -> int:
    """Return the number of processes that shall work at the same time; 1 where a fork is not safe.

    Libraries of macOS may crash in a forked process.  A lock that another thread holds stays locked in it for ever.

    Args:
        jobs: The option `jobs`: a number, or `auto` for one process for each core if there is much work.
        is_large: Whether there is so much work that `auto` means several processes.
    """
    if jobs == AUTO and not is_large:
        return 1
    if sys.platform != "linux" or threading.active_count() > 1 or multiprocessing.current_process().daemon:
        return 1
    return jobs if isinstance(jobs, int) else len(os.sched_getaffinity(0))


class ForkedWork(Generic[Item, Result]):
    """Results of items that forked processes and the caller compute together."""

    def __init__(self, items: Sequence[Item], work: Callable[[Item], Result], jobs: int) -> None:
        """Start the processes.

        Args:
            items: The items, in the order in which the caller asks for them.
            work: Function that a process calls with each item; its results must be picklable.
            jobs: Number of processes, including this one.
        """
        self._results: dict[int, tuple[Result, list[logging.LogRecord]]] = {}
        self._processes: list[_Process] = []
        self._work: _Work | None = None
        # without enough memory for a process, the others do its work
        with suppress(OSError):
            self._work = _shared_work(items, work, jobs)
            for _ in range(min(jobs, len(items)) - 1):
                self._processes.append(_start(self._work))

    def result(self, number: int) -> Result | None:
        """Return the result of an item, and log what was logged for it; None if the caller must do the work.

        The first call works on items, too, and waits for the results of the processes.
        """
        if self._processes and self._work:
            self._results = _work_on_parts(self._work)
            while self._processes:
                self._results |= _received(self._processes.pop())
        if number not in self._results:
            return None
        result, records = self._results.pop(number)
        for record in records:
            logging.getLogger(record.name).handle(record)
        return result

    def stop(self) -> None:
        """End the processes whose results were not requested."""
        for process in self._processes:
            process.process.kill()
        for process in self._processes:
            _close(process)
        self._processes.clear()
        if self._work:
            os.close(self._work.permits)
            os.close(self._work.last_parts)
            self._work = None


class ForkedMap:
    """Function like `map` that computes the results in several processes if that gains time."""

    def __init__(
        self,
        jobs: int | str,
        notes: Iterable[Source],
        paused_threads: AbstractContextManager[object] | None = None,
    ) -> None:
        """Prepare the function; a process starts when it is called.

        Args:
            jobs: The option `jobs`.
            notes: All notes, whose size decides whether `auto` means several processes.
            paused_threads: Stops the threads of this process in a `with` statement, so that it can be copied.
        """
        self._jobs = jobs
        self._is_large = sum(len(note.data) for note in notes) >= MIN_BYTES
        self._paused_threads = paused_threads or nullcontext()

    def __call__(self, function: Callable[[Item], Result], items: Sequence[Item], /) -> Iterator[Result]:
        """Yield the result of a function for each item, in their order; the results must be picklable."""
        with self._paused_threads:
            count = available_jobs(self._jobs, is_large=self._is_large)
            work = ForkedWork(items, function, count)
        try:
            for number, item in enumerate(items):
                result = work.result(number)
                yield function(item) if result is None else result
        finally:
            work.stop()


def _shared_work(items: Sequence[Any], function: Callable[[Any], Any], jobs: int) -> _Work:
    """Return the work of a number of processes.

    Raises:
        OSError: If there are too many open files.
    """
    part_size = max(1, -(-len(items) // min(jobs * _PARTS_OF_PROCESS, _MAX_PARTS)))
    parts = range(-(-len(items) // part_size))
    numbers = b"".join(number.to_bytes(_NUMBER_SIZE, "big") for number in reversed(parts))
    return _Work(items, part_size, _filled_pipe(bytes(len(parts))), _filled_pipe(numbers), function)


def _filled_pipe(content: bytes) -> int:
    """Return the end of a pipe from which processes can read a content.

    Raises:
        OSError: If there are too many open files.
    """
    reader, writer = os.pipe()
    os.write(writer, content)
    os.close(writer)
    return reader


def _start(work: _Work) -> _Process:
    """Start a process.

    Raises:
        OSError: If there are too many processes, or too little memory.
    """
    receiver, sender = multiprocessing.Pipe(duplex=False)
    # daemon: if this process ends in whatever way, it ends the other one first
    process = multiprocessing.get_context("fork").Process(target=_run, args=(work, sender, os.getpid()), daemon=True)
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
    return _Process(process, receiver)


def _received(process: _Process) -> dict[int, Any]:
    """Return the results of a process, which has then ended; {} if it was killed."""
    try:
        received: dict[int, Any] = process.connection.recv()
        return received
    except Exception:  # Unpickling raises any type.
        return {}
    except BaseException:  # Ctrl-C
        process.process.kill()
        raise
    finally:
        _close(process)


def _close(process: _Process) -> None:
    process.connection.close()
    process.process.join()
    process.process.close()


def _run(work: _Work, sender: Connection, parent: int) -> None:
    """Send the results of this process to the parent process."""
    # Ctrl-C reaches all processes of the terminal; the parent ends this one
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()
    results = _work_on_parts(work, parent)
    # a killed parent does not end this process
    if os.getppid() != parent:
        return
    try:
        sender.send(results)
    except Exception:  # Pickling raises any type.
        sender.send({})


def _work_on_parts(work: _Work, parent: int = 0) -> dict[int, Any]:
    """Return the results of all items before the first error, each with what was logged, by number.

    Args:
        work: The work.
        parent: The process to work for; 0 for this one.
    """
    results: dict[int, Any] = {}
    with suppress(Exception), infrequent_gc(once=False), _collected_records() as records:
        for part in _parts(work, is_forked=parent > 0):
            start = part * work.part_size
            for at, item in enumerate(work.items[start : start + work.part_size], start):
                if parent and os.getppid() != parent:
                    return results
                results[at] = work.function(item), [*records]
                records.clear()
    return results


def _parts(work: _Work, *, is_forked: bool) -> Iterator[int]:
    """Yield the number of each part that this process takes, until all are taken."""
    for number in count():
        if not os.read(work.permits, 1):
            return
        yield int.from_bytes(os.read(work.last_parts, _NUMBER_SIZE), "big") if is_forked else number


@contextmanager
def _collected_records() -> Iterator[list[logging.LogRecord]]:
    """Keep all records that are logged, until the caller asks for the item that they are about."""
    records: list[logging.LogRecord] = []

    def keep(logger: logging.Logger, record: logging.LogRecord) -> None:
        """Keep a record instead of passing it to filters, which may remember what they have seen."""
        record.msg, record.args = record.getMessage(), None
        if record.exc_info:
            record.exc_text, record.exc_info = logging.Formatter().formatException(record.exc_info), None
        records.append(record)

    handle = logging.Logger.handle
    logging.Logger.handle = keep  # type: ignore[method-assign, assignment]
    try:
        yield records
    finally:
        logging.Logger.handle = handle  # type: ignore[method-assign]
