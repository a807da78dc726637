"""Count function calls: a measure of work that does not depend on the speed of the machine."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType


def calls(work: Callable[[], object]) -> int:
    """Return the number of function calls of some work."""
    return calls_by_code(work).total()


def calls_by_code(work: Callable[[], object]) -> Counter[CodeType]:
    """Return the number of calls of each function during some work.  A call that a cache answers is none."""
    counts: Counter[CodeType] = Counter()

    def count(frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            counts[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return counts
