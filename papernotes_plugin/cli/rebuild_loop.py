"""Build again after each change of an input."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

from papernotes_plugin.cli.common_options import echo_line
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.input_stamps import input_stamps
from papernotes_plugin.vocabulary.issues import PapernotesError

_MIN_PAUSE = 0.2
"""Seconds between two looks at the inputs, at least."""
_SHARE = 10
"""Pause for this many times the duration of a look, so that a large folder takes a small part of the processor."""


def build_repeatedly(inputs: InputPaths, build: Callable[[DiskBuild | None], DiskBuild], stop: Event) -> None:
    """Build at once, and again after each change of an input, until an event is set.

    An error of the input is shown in one line, and the next change is waited for.

    Args:
        inputs: What the build reads.
        build: Function that builds, given the last build, if there is one.
        stop: The event that ends the loop.
    """
    last: DiskBuild | None = None
    stamps: dict[str, tuple[int, int]] | None = None
    while not stop.is_set():
        started = time.monotonic()
        before = input_stamps(inputs, last)
        if before == stamps:
            stop.wait(max(_MIN_PAUSE, _SHARE * (time.monotonic() - started)))
            continue
        previous = last
        try:
            last = build(last)
        except (PapernotesError, OSError) as error:
            echo_line(f"error: {error}")
        # A build finds out about more inputs.  An input that changed in the meantime keeps its old stamp, and one
        # that was created in the meantime gets none: both are changes for the next look.
        # The second look is the later one, so that it finds what is created between the two.
        current = input_stamps(inputs, last)
        created = input_stamps(inputs, previous).keys() - before.keys()
        stamps = {path: stamp for path, stamp in current.items() if path not in created} | before
