"""Garbage collection is tuned during a build and restored after it."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Iterator
from threading import Event

import pytest

from papernotes_plugin import gc_tuning, pipeline
from papernotes_plugin.vocabulary.model import Source


@pytest.fixture(autouse=True)
def unfrozen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start with a heap that nothing has frozen, and leave none behind."""
    monkeypatch.setattr(gc_tuning, "_heap_is_frozen", Event())
    gc.unfreeze()
    yield
    gc.unfreeze()


class _Tree(list[object]):
    """A list that weak references can refer to."""


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
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    with gc_tuning.infrequent_gc(once=True):
        objects = [[number] for number in range(1000)]
    try:
        assert gc.get_freeze_count() > len(objects)
        assert gc.get_threshold()[0] > 700
    finally:
        gc.set_threshold(*before)


def test_the_end_of_a_process_frees_nothing() -> None:
    """The objects of a single build are not freed one after another when the process ends."""
    script = f"""
import gc, sys
from {gc_tuning.__package__} import gc_tuning
class Tree(list):
    def __del__(self): print("freed", flush=True)
with gc_tuning.infrequent_gc(once="once" in sys.argv):
    tree = Tree()
    tree.append(tree)
del tree
"""
    outputs = [
        subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=True).stdout
        for words in ([], ["once"])
    ]
    assert outputs == ["freed\n", ""]


def test_page_trees_of_plugins_are_collected() -> None:
    """After a single build, parsed pages with cycles, as plugins create them, do not pile up."""
    before = gc.get_threshold()
    with gc_tuning.infrequent_gc(once=True):
        pass
    # a page lives while some more pages are built, and is thus an old object when it becomes garbage
    recent: deque[list[object]] = deque(maxlen=10)
    pages: list[weakref.ref[_Tree]] = []
    alive = 0
    try:
        for _ in range(150):
            tree = _Tree()
            tree.extend([tree] for _ in range(20_000))
            recent.append(tree)
            pages.append(weakref.ref(tree))
            del tree
            alive = max(alive, sum(page() is not None for page in pages))
    finally:
        gc.set_threshold(*before)
    assert alive < 100


def test_a_build_examines_no_object_of_its_own() -> None:
    """Neither during a build nor right after it does a collection examine the objects of the build."""
    notes = [Source(f"{number}.md", b"- [One](https://arxiv.org/abs/1706.03762)\n" * 20) for number in range(30)]
    gc.collect()
    collections: list[str] = []
    gc.callbacks.append(lambda phase, _: collections.append(phase))
    try:
        site = pipeline.build(notes, pages=False)
    finally:
        gc.callbacks.pop()
    assert site.library.papers
    assert not collections
    assert len(gc.get_objects(generation=2)) > len(gc.get_objects(generation=0))


def test_repeated_builds_are_collected() -> None:
    """The garbage of an earlier build is freed."""
    with gc_tuning.infrequent_gc(once=False):
        objects = [[number] for number in range(1000)]
    assert gc.get_freeze_count() < len(objects)


def test_a_build_keeps_a_frozen_heap() -> None:
    """The builds of a preview do not let collections examine the library again."""
    gc_tuning.freeze_heap()
    frozen = gc.get_freeze_count()
    with gc_tuning.infrequent_gc(once=False):
        pass
    assert gc.get_freeze_count() > frozen / 2
