"""Collecting: how often Python looks for garbage while a library is built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ONCE = (5_000, 20, 1_000)
"""Behind it: what goes in circles there does so page by page, and is young, too."""
_SELDOM = (20_000, 1_000, 1_000)
"""Only the youngest objects are looked through: the circles that there are come of reading LaTeX, and are as young."""


@contextmanager
def infrequent_gc(*, once: bool) -> Iterator[None]:
    """Let Python look for garbage seldom in a `with`, and as before behind it, or nearly.

    Nearly all that a build makes stays, and hardly anything of it is a circle: looking through it time and again takes
    a fifth of the time and frees nothing.  A process that does this `once` never looks among what there is by then; in
    one that builds again and again that would keep the garbage of each build.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        if once:
            # the first look behind it would go through all that was made
            gc.freeze()
        gc.set_threshold(*(_ONCE if once else before))


def freeze_heap() -> None:
    """Let Python look no more for garbage among all that there is, once it has done so.

    A preview keeps a library for long: to look through it again and again takes longer than to follow an edit.  What is
    not used any more goes all the same, but for circles, until the next time.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
