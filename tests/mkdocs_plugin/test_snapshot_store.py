"""The SQLite file of a snapshot gives back what was written or nothing, whatever happens to the file."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import Fingerprint
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import PageRecord, Snapshot
from papernotes_plugin.mkdocs_plugin.incremental.snapshot_store import SnapshotStore
from papernotes_plugin.pipeline import BuildSnapshot
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source
from tests.helpers.fault_injection import MEMORY, run_in_fork

SETTINGS = Config()
ENVIRONMENT = "digest"
NOTES = [Source(f"n{n}.md", b"# Soups\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001)\n" * 9) for n in range(6)]


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory, which is quicker than one on the disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def make_snapshot(word: str) -> Snapshot:
    """Return the snapshot of a build; another word gives another snapshot."""
    notes = [*NOTES, Source("word.md", f"# {word}\n".encode())]
    site = pipeline.build(notes, bibliography=[Source("a.bib", b"@misc{a, title = {On Soup}}")], config=SETTINGS)
    pages = {
        path: PageRecord(path, word, "1", "2", True, {"tags": ["soup"]}, frozenset(["a", "b"]), {})
        for path in map(str, range(500))
    }
    fingerprint = Fingerprint(ENVIRONMENT, word)
    return Snapshot(fingerprint=fingerprint, pages=pages, library=BuildSnapshot.from_site(site))


@pytest.fixture(scope="module")
def first() -> Snapshot:
    """The snapshot of a first build."""
    return make_snapshot("One")


@pytest.fixture(scope="module")
def second() -> Snapshot:
    """The snapshot of a second build."""
    return make_snapshot("Two")


def read(store: SnapshotStore) -> Snapshot | None:
    """Return the stored snapshot for the settings and the environment of the tests."""
    return store.read(SETTINGS, ENVIRONMENT)


def test_a_snapshot_comes_back_unchanged(tmp_path: Path, first: Snapshot, second: Snapshot) -> None:
    """It comes back to builds with the same options and the same environment only."""
    store = SnapshotStore(tmp_path / "x.sqlite3")
    for snapshot in (first, second, first):
        store.write(snapshot)
        assert read(store) == snapshot
        assert store.read(replace(SETTINGS, names=False), ENVIRONMENT) is None
        assert store.read(SETTINGS, "another digest") is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gitignore", "x.sqlite3"]


@pytest.mark.parametrize("flips", [20, pytest.param(120, marks=pytest.mark.full)])
def test_a_flipped_bit_is_detected(tmp_path: Path, flips: int, first: Snapshot, second: Snapshot) -> None:
    """A file with one flipped bit gives the snapshot that was written or none, and can be written again."""
    path = tmp_path / "x.sqlite3"
    store = SnapshotStore(path)
    store.write(first)
    content = path.read_bytes()
    chance = random.Random(7)
    rejected = 0
    for at in [*range(0, 100, 300 // flips), *(chance.randrange(len(content)) for _ in range(flips))]:
        path.write_bytes(content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :])
        snapshot = read(store)
        rejected += snapshot is None
        assert snapshot in (None, first), at
        if at % 4 == 0:
            store.write(second)
            # the write itself may meet the damage, then the next one creates a new file
            if read(store) is None:
                store.write(second)
            assert read(store) == second, at
    assert rejected > flips // 4


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE metadata SET value = replace(value, 'One', 'Two')",
        "UPDATE sources SET data = CAST(replace(CAST(data AS TEXT), 'Bones', 'Beans') AS BLOB)",
        "UPDATE sources SET data = 'text'",
        "DELETE FROM sources",
        "DELETE FROM metadata WHERE name = 'pages 1'",
        "DELETE FROM metadata WHERE name = 'digest'",
        "DROP TABLE metadata",
        "PRAGMA user_version = 2",
    ],
)
def test_a_foreign_change_is_detected(tmp_path: Path, sql: str, first: Snapshot) -> None:
    """Content that another program wrote is never used, even if it has the right form."""
    store = SnapshotStore(tmp_path / "x.sqlite3")
    store.write(first)
    with sqlite3.connect(tmp_path / "x.sqlite3") as database:
        database.execute(sql)
    database.close()
    assert read(store) is None
    store.write(first)
    assert read(store) == first


class _KillsProcess(Snapshot):
    """Snapshot that kills its process while a given row is written."""

    def rows(self) -> Iterator[tuple[str, str]]:
        assert self.fingerprint
        for number, row in enumerate(super().rows()):
            if number == self.fingerprint.environment:
                os.kill(os.getpid(), signal.SIGKILL)
            yield row


@pytest.mark.parametrize("row", [0, 1, 5, 7])
@pytest.mark.parametrize("has_snapshot", [False, True])
def test_a_killed_build_leaves_the_last_snapshot(
    tmp_path: Path, row: int, has_snapshot: bool, first: Snapshot, second: Snapshot
) -> None:
    """The file has its old content, and no other file remains after the next build."""
    store = SnapshotStore(tmp_path / "x.sqlite3")
    if has_snapshot:
        store.write(first)
    snapshot = _KillsProcess(fingerprint=Fingerprint(row, ""), pages=second.pages, library=second.library)

    def child() -> int:
        store.write(snapshot)
        return 0

    assert os.WIFSIGNALED(run_in_fork(child))
    assert read(store) == (first if has_snapshot else None)
    store.write(second)
    assert read(store) == second
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gitignore", "x.sqlite3"]


def test_a_foreign_journal_does_no_harm(tmp_path: Path, first: Snapshot) -> None:
    """SQLite would apply a journal with the name of the file to it."""
    store = SnapshotStore(tmp_path / "x.sqlite3")
    for suffix in ("-journal", "-wal", "-shm"):
        store.write(first)
        (tmp_path / f"x.sqlite3{suffix}").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0" * 4000)
        assert read(store) in (None, first)
        store.write(first)
        assert read(store) == first


def test_concurrent_builds_do_not_mix(tmp_path: Path, first: Snapshot, second: Snapshot) -> None:
    """The file ends with the complete snapshot of one of the builds."""
    store = SnapshotStore(tmp_path / "x.sqlite3")
    children = []
    for snapshot in (first, second) * 3:
        process = os.fork()
        if not process:
            try:
                store.write(snapshot)
                os._exit(0 if read(store) in (None, first, second) else 1)
            finally:
                os._exit(9)
        children.append(process)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 6
    assert read(store) in (first, second)


def test_a_file_that_cannot_be_written_is_logged(
    tmp_path: Path, first: Snapshot, caplog: pytest.LogCaptureFixture
) -> None:
    """It is logged once per build, at a level at which a strict build does not fail."""
    (tmp_path / "x.sqlite3").mkdir()
    store = SnapshotStore(tmp_path / "x.sqlite3")
    with caplog.at_level("INFO"):
        assert read(store) is None
        store.write(first)
    (message,) = [record for record in caplog.records if record.levelname != "DEBUG"]
    assert message.levelname == "INFO"
    assert "cannot be written" in message.getMessage()
