"""A site that another process restores from a snapshot is the site of a build from scratch."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline import BuildSnapshot
from papernotes_plugin.pipeline.stored_site import restore_site, store_site
from papernotes_plugin.vocabulary.config import Config
from tests.pipeline.test_text_edit import LINES, NOTES, build_site, check

CONFIGS = [Config(), Config(names=False), Config(link_names=True), Config(backlinks=False, old_addresses=False)]


@pytest.mark.parametrize("config", CONFIGS)
def test_a_restored_site_equals_the_stored_one(config: Config) -> None:
    """Every field of the library, every output, issue and name."""
    site = build_site(NOTES, config=config)
    digests = {output.path: output.digest.hex() for output in site.outputs}
    restored = restore_site(store_site(site), digests, site.memo.inputs, site.memo.analyses)
    assert restored
    for field in fields(site.library):
        old, new = getattr(site.library, field.name), getattr(restored.library, field.name)
        assert new == old, field.name
        assert list(new) == list(old) if isinstance(old, dict) else type(new) is type(old)
    assert (restored.issues, restored.counts, restored.note_links.links) == (
        site.issues, site.counts, site.note_links.links,
    )  # fmt: skip
    assert [(o.path, o.front_matter, o.digest) for o in restored.outputs] == [
        (o.path, o.front_matter, o.digest) for o in site.outputs
    ]
    assert [o.text for o in restored.outputs] == [o.text for o in site.outputs]
    assert restored.memo.read_entries() == site.memo.read_entries()
    names, restored_names = site.memo.names, restored.memo.names
    assert bool(names) == bool(restored_names) == config.names
    if names and restored_names:
        assert [*restored_names.by_pattern.items()] == [*names.by_pattern.items()]
        assert (restored_names.contested, restored_names.frequent_stems) == (names.contested, names.frequent_stems)


@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32), names=st.booleans(), link=st.booleans())
def test_random_edits_between_processes(seed: int, names: bool, link: bool) -> None:
    """Each build has nothing but the snapshot of the one before."""
    check_edits_between_processes(seed, Config(names=names, link_names=link))


@pytest.mark.full
@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 2**32), names=st.booleans(), link=st.booleans())
def test_more_random_edits_between_processes(seed: int, names: bool, link: bool) -> None:
    """Many more random edits give the site of a build from scratch."""
    check_edits_between_processes(seed, Config(names=names, link_names=link))


def check_edits_between_processes(seed: int, config: Config) -> None:
    """Assert after each of three random edits that the build equals one from scratch."""
    rng, notes = random.Random(seed), dict(NOTES)
    site = build_site(notes, config=config)
    snapshot = BuildSnapshot.from_site(site)
    for _ in range(3):
        path = rng.choice(sorted(notes))
        lines = notes[path].split("\n")
        # most edits change the wording alone, which is when a site is restored
        lines.insert(rng.randrange(len(lines) + 1), rng.choice(["", "Some words of mine.", rng.choice(LINES)]))
        notes[path] = "\n".join(lines)
        now = build_site(notes, snapshot, config)
        check(now, site, build_site(notes, config=config))
        site, snapshot = now, BuildSnapshot.from_site(now, snapshot)


def test_an_edit_of_words_resolves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The papers come from the snapshot, and the next snapshot contains them as they are now."""
    site = build_site(NOTES)
    edited = NOTES | {"cards.md": NOTES["cards.md"].replace("my own", "mine")}
    clean = build_site(edited)
    with monkeypatch.context() as patch:
        patch.setattr(import_module("papernotes_plugin.pipeline.build"), "resolve_papers", None)
        now = build_site(edited, BuildSnapshot.from_site(site))
        check(now, site, clean)
        again = build_site(edited, BuildSnapshot.from_site(now))
        assert again.changed_paths == frozenset()
        check(again, now, clean)


@pytest.mark.parametrize("name", ["papers 0", "tags", "related", "names", "issues", "outputs"])
def test_damaged_parts_are_not_used(name: str) -> None:
    """The library is built again, and no build fails."""
    site = build_site(NOTES)
    snapshot = BuildSnapshot.from_site(site)
    assert not restore_site({}, {}, site.memo.inputs, site.memo.analyses)
    for row in (b"", b"x", snapshot.site[name][:-5]):
        damaged = {**snapshot.site, name: row}
        assert restore_site(damaged, snapshot.digests.outputs, site.memo.inputs, site.memo.analyses) is None
    lost = {other: row for other, row in snapshot.site.items() if other != name}
    now = build_site(NOTES, replace(snapshot, site={**lost, name: b"x"}))
    assert now.counts == site.counts


def test_values_that_json_cannot_express_are_not_stored() -> None:
    """The next build is one from scratch."""
    site = build_site(NOTES)
    inexpressible = replace(site, replaced={"a": object()})  # type: ignore[dict-item]
    assert store_site(inexpressible) == {}
    assert pipeline.build([], previous=replace(BuildSnapshot.from_site(site), site={})).library.papers == ()
