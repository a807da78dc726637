"""Garbage collection is tuned during a build and restored after it."""

from __future__ import annotations

import gc

import pytest

from papernotes_plugin.files import gc_tuning


def test_thresholds_are_restored() -> None:
    """The thresholds are restored, also after an error."""
    before = gc.get_threshold()
    with gc_tuning.infrequent_gc(once=False):
        assert gc.get_threshold()[0] > before[0]
    assert gc.get_threshold() == before
    with pytest.raises(ZeroDivisionError), gc_tuning.infrequent_gc(once=False):
        _ = 1 / 0
    assert gc.get_threshold() == before


def test_a_single_build_freezes_its_objects() -> None:
    """After a single build, its objects are never examined again and collections are rarer."""
    gc.unfreeze()
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    with gc_tuning.infrequent_gc(once=True):
        objects = [[number] for number in range(1000)]
    try:
        assert gc.get_freeze_count() > len(objects)
        assert gc.get_threshold()[2] > 10
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def test_repeated_builds_are_collected() -> None:
    """The garbage of an earlier build is freed."""
    gc.unfreeze()
    with gc_tuning.infrequent_gc(once=False):
        objects = [[number] for number in range(1000)]
    assert gc.get_freeze_count() < len(objects)
