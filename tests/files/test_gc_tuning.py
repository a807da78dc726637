"""How often Python looks for garbage is as before when a library is built, also where that fails."""

from __future__ import annotations

import gc

import pytest

from papernotes_plugin.files import gc_tuning


def test_thresholds_are_put_back() -> None:
    """Others in the process find what they set."""
    before = gc.get_threshold()
    with gc_tuning.infrequent_gc(once=False):
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before
    with pytest.raises(ZeroDivisionError), gc_tuning.infrequent_gc(once=False):
        _ = 1 / 0
    assert gc.get_threshold() == before


def test_what_was_made_is_looked_through_no_more() -> None:
    """A build that goes on does not look for garbage in the library it has made, and seldom among all pages."""
    gc.unfreeze()
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    with gc_tuning.infrequent_gc(once=True):
        made = [[number] for number in range(1000)]
    try:
        assert gc.get_freeze_count() > len(made)
        assert gc.get_threshold()[2] > 10
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def test_what_is_built_again_is_looked_through() -> None:
    """The garbage of the build before does not stay."""
    gc.unfreeze()
    with gc_tuning.infrequent_gc(once=False):
        made = [[number] for number in range(1000)]
    assert gc.get_freeze_count() < len(made)
