"""The file of a cache by itself: it gives back what was written or nothing, whatever happened to it."""

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
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Built, Told
from papernotes_plugin.mkdocs_plugin.incremental.snapshot_store import Cache
from papernotes_plugin.pipeline import BuildSnapshot
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source
from tests.helpers.fault_injection import MEMORY, run_in_fork

CONFIG = Config()
NOTES = [Source(f"n{n}.md", b"# Soups\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001)\n" * 9) for n in range(6)]


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder that is as quick as can be."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def left(word: str) -> tuple[Built, BuildSnapshot]:
    """What a build leaves; another word makes another build."""
    notes = [*NOTES, Source("word.md", f"# {word}\n".encode())]
    site = pipeline.build(notes, bibliography=[Source("a.bib", b"@misc{a, title = {On Soup}}")], config=CONFIG)
    pages = {path: Told(path, word, {"tags": ["soup"]}, frozenset(["a", "b"]), {}) for path in map(str, range(500))}
    return Built(around=word, pages=pages, titles=dict.fromkeys(pages, word)), BuildSnapshot.from_site(site)


@pytest.fixture(scope="module")
def one() -> tuple[Built, BuildSnapshot]:
    """What the first build leaves."""
    return left("One")


@pytest.fixture(scope="module")
def two() -> tuple[Built, BuildSnapshot]:
    """What the second build leaves."""
    return left("Two")


def same(found: tuple[Built, BuildSnapshot] | None, wanted: tuple[Built, BuildSnapshot]) -> bool:
    """Whether this is what was written."""
    return found is not None and dict(found[0].rows()) == dict(wanted[0].rows()) and found[1] == wanted[1]


def test_it_comes_back(tmp_path: Path, one: tuple[Built, BuildSnapshot], two: tuple[Built, BuildSnapshot]) -> None:
    """To builds with the same options alone."""
    cache = Cache(tmp_path / "x.sqlite3")
    for each in (one, two, one):
        cache.write(*each)
        assert same(cache.read(CONFIG), each)
        assert cache.read(replace(CONFIG, names=False)) is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gitignore", "x.sqlite3"]


def test_a_bit_that_was_lost(
    tmp_path: Path, one: tuple[Built, BuildSnapshot], two: tuple[Built, BuildSnapshot]
) -> None:
    """Wherever it was, what is read is what was written, or nothing; and it is written anew."""
    path = tmp_path / "x.sqlite3"
    cache = Cache(path)
    cache.write(*one)
    whole = path.read_bytes()
    chance = random.Random(7)
    nothing = 0
    for at in [*range(0, 100, 3), *(chance.randrange(len(whole)) for _ in range(120))]:
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :])
        found = cache.read(CONFIG)
        nothing += found is None
        assert found is None or same(found, one), at
        if at % 4 == 0:
            cache.write(*two)
            # where the write itself met it, the next one begins from nothing
            if cache.read(CONFIG) is None:
                cache.write(*two)
            assert same(cache.read(CONFIG), two), at
    assert nothing > 30


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE told SET value = replace(value, 'One', 'Two')",
        "UPDATE texts SET data = CAST(replace(CAST(data AS TEXT), 'Bones', 'Beans') AS BLOB)",
        "UPDATE texts SET data = 'text'",
        "DELETE FROM texts",
        "DELETE FROM told WHERE name = 'pages 1'",
        "DELETE FROM told WHERE name = 'digest'",
        "DROP TABLE told",
        "PRAGMA user_version = 2",
    ],
)
def test_what_another_hand_wrote_is_never_used(tmp_path: Path, sql: str, one: tuple[Built, BuildSnapshot]) -> None:
    """Though it has the form of what we write."""
    cache = Cache(tmp_path / "x.sqlite3")
    cache.write(*one)
    with sqlite3.connect(tmp_path / "x.sqlite3") as other:
        other.execute(sql)
    other.close()
    assert cache.read(CONFIG) is None
    cache.write(*one)
    assert same(cache.read(CONFIG), one)


class _Stopping(Built):
    """Ends its process as it is written."""

    def rows(self) -> Iterator[tuple[str, str]]:
        for number, row in enumerate(super().rows()):
            if number == self.around:
                os.kill(os.getpid(), signal.SIGKILL)
            yield row


@pytest.mark.parametrize("number", [0, 1, 9, 10])
@pytest.mark.parametrize("before", [False, True])
def test_a_killed_build(
    tmp_path: Path, number: int, before: bool, one: tuple[Built, BuildSnapshot], two: tuple[Built, BuildSnapshot]
) -> None:
    """It leaves what was there, and nothing beside for longer than to the next build."""
    cache = Cache(tmp_path / "x.sqlite3")
    if before:
        cache.write(*one)
    stopping = _Stopping(around=number, pages=two[0].pages)

    def child() -> int:
        cache.write(stopping, two[1])
        return 0

    assert os.WIFSIGNALED(run_in_fork(child))
    found = cache.read(CONFIG)
    assert same(found, one) if before else found is None
    cache.write(*two)
    assert same(cache.read(CONFIG), two)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".gitignore", "x.sqlite3"]


def test_a_journal_of_another_file(tmp_path: Path, one: tuple[Built, BuildSnapshot]) -> None:
    """What lies beside by its name does no harm."""
    cache = Cache(tmp_path / "x.sqlite3")
    for ending in ("-journal", "-wal", "-shm"):
        cache.write(*one)
        (tmp_path / f"x.sqlite3{ending}").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0" * 4000)
        found = cache.read(CONFIG)
        assert found is None or same(found, one)
        cache.write(*one)
        assert same(cache.read(CONFIG), one)


def test_builds_at_once(tmp_path: Path, one: tuple[Built, BuildSnapshot], two: tuple[Built, BuildSnapshot]) -> None:
    """What is there in the end is all of one of them."""
    cache = Cache(tmp_path / "x.sqlite3")
    children = []
    for each in (one, two) * 3:
        process = os.fork()
        if not process:
            try:
                cache.write(*each)
                found = cache.read(CONFIG)
                os._exit(0 if found is None or same(found, one) or same(found, two) else 1)
            finally:
                os._exit(9)
        children.append(process)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 6
    found = cache.read(CONFIG)
    assert same(found, one) or same(found, two)


def test_a_folder_that_takes_nothing(
    tmp_path: Path, one: tuple[Built, BuildSnapshot], caplog: pytest.LogCaptureFixture
) -> None:
    """It is told once in a build, by a line that no strict build stops at."""
    (tmp_path / "x.sqlite3").mkdir()
    cache = Cache(tmp_path / "x.sqlite3")
    with caplog.at_level("INFO"):
        assert cache.read(CONFIG) is None
        cache.write(*one)
    (told,) = [record for record in caplog.records if record.levelname != "DEBUG"]
    assert told.levelname == "INFO"
    assert "cannot be written" in told.getMessage()
