"""Tune Python's garbage collector for building a library, and for importing what builds it."""

from __future__ import annotations

import atexit
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

_THRESHOLDS_WHILE_BUILDING = (10_000_000, 1_000, 1_000)
"""Collect nothing in a build of fewer than some 40,000 papers, as a build creates hardly any reference cycles."""
_THRESHOLDS_AFTER_SINGLE_BUILD = (5_000, 20, 10)
"""Rendering a page creates cycles.  Those of plugins that parse whole pages are large and must not pile up."""

_heap_is_frozen = Event()
"""Set while objects have to stay frozen.  `gc` counts all of them to answer whether there are any."""


@contextmanager
def infrequent_gc(*, once: bool) -> Iterator[None]:
    """Collect garbage rarely in a `with` statement.

    Nearly all objects that a build creates stay alive and are in no cycle.  The usual collections take a fifth of the
    time and free nothing.  Collecting only the youngest objects would still take a twentieth.

    Args:
        once: The process builds once.  Afterwards the objects of the build are never examined again.  A process that
            builds several times would keep the garbage of each build.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_THRESHOLDS_WHILE_BUILDING)
    try:
        yield
    finally:
        if once:
            _heap_is_frozen.set()
            # Otherwise the next collection would examine everything that the build created.
            gc.freeze()
            # At its end, the process would free each object, which the system does at once.
            atexit.unregister(gc.freeze)
            atexit.register(gc.freeze)
        elif not _heap_is_frozen.is_set():
            # The objects become old ones, so that the next collection of young objects does not examine them all.
            gc.freeze()
            gc.unfreeze()
        gc.set_threshold(*(_THRESHOLDS_AFTER_SINGLE_BUILD if once else before))


def freeze_heap() -> None:
    """Collect garbage once, then exclude all remaining objects from later collections.

    A preview keeps a library for long, and examining it again takes longer than following an edit.  Frozen objects are
    still freed when their last reference goes; frozen cycles stay until the next call.
    """
    _heap_is_frozen.set()
    gc.unfreeze()
    gc.collect()
    gc.freeze()
