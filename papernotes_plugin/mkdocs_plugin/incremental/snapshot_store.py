"""What a build has left for the next one, on the disk: what it read, and what is known of its pages.

SQLite keeps the file whole when a build is killed, and keeps two builds apart; what stands in it is text, never code.
A file that is another program's, another version's or broken is made anew: losing it costs time and nothing else.
What stands in it is used only where its digest is right, for a disk may forget a bit and anybody may write to a file.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.files.atomic_write import write_changed
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Built
from papernotes_plugin.pipeline import BuildInputs, BuildSnapshot, OutputDigests
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

FOLDER = ".cache/papernotes"
"""Below the folder of the project, where other plugins have theirs."""
_OURS = {"application_id": 0x70617065, "user_version": 3}
"""By what SQLite tells our files from others', and the layout of one from that of another version."""
_WAIT = 2.0
"""Seconds to wait for another build that reads or writes the same file."""
_TABLES = (
    "CREATE TABLE told (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE texts (kind TEXT, number INTEGER, path TEXT, data BLOB NOT NULL, PRIMARY KEY (kind, number))",
)
_NOTE, _BIBLIOGRAPHY = "note", "bibliography"
_DIGEST = "digest"
_HINDRANCES = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)
log = get_plugin_logger("papernotes")


class Cache:
    """The file of one site."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._broken = False
        """What is there could be read and is not what was written."""

    @classmethod
    def of(cls, root: Path, config: MkDocsConfig) -> Cache | None:
        """That of a site in the folder of its project; None where the file would be watched, or be a part of it."""
        folder = root / FOLDER
        watched = (Path(path).absolute() for path in (config.docs_dir, config.site_dir, *config.watch))
        if any(folder.is_relative_to(path) for path in watched):
            return None
        settings = os.path.basename(config.config_file_path or "")
        try:
            place = os.path.relpath(config.site_dir, root)
        except ValueError:  # on another drive
            place = config.site_dir
        name = hashlib.blake2b(f"{settings}\n{place}".encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
        return cls(folder / f"{name}.sqlite3")

    def read(self, settings: Config) -> tuple[Built, BuildSnapshot] | None:
        """What the last build has left, if it had the same options; None where there is nothing of use."""
        if not self._path.is_file():
            return None
        try:
            with closing(self._opened()) as file:
                return _left(file, settings)
        except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            self._broken = not _is_hindrance(error)
            log.debug("the cache '%s' is of no use (%s); it will be made anew", self._path, error)
            return None

    def write(self, built: Built, kept: BuildSnapshot) -> None:
        """Keep what a build leaves; where that cannot be, the next one takes longer, and that is said."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            ignored = self._path.with_name(".gitignore")
            if not ignored.exists():
                write_changed(ignored, b"*\n")
            # an empty one is being made by another build
            if self._broken or (self._path.exists() and self._path.stat().st_size and not self._is_ours()):
                self._remove()
                self._broken = False
            try:
                self._write(built, kept)
            except (sqlite3.DatabaseError, TypeError, ValueError) as error:
                if _is_hindrance(error):
                    raise
                # what is there is not what was written
                self._remove()
                self._write(built, kept)
        except (sqlite3.Error, OSError, ValueError) as error:
            log.info("the cache '%s' cannot be written (%s): the next build begins from nothing", self._path, error)

    def _is_ours(self) -> bool:
        try:
            with closing(self._opened()) as file:
                return _is_ours(file)
        except sqlite3.DatabaseError as error:
            if _is_hindrance(error):
                raise
            return False

    def _remove(self) -> None:
        """Remove the file, and what SQLite would take for the undone part of the next one."""
        for ending in ("", "-journal", "-wal", "-shm"):
            self._path.with_name(f"{self._path.name}{ending}").unlink(missing_ok=True)

    def _write(self, built: Built, kept: BuildSnapshot) -> None:
        with closing(self._opened("rwc")) as file, file:
            file.execute("BEGIN IMMEDIATE")
            if not _is_ours(file):
                for statement in (*_TABLES, *(f"PRAGMA {name} = {number}" for name, number in _OURS.items())):
                    file.execute(statement)
            beside = ("asked", _spelled(kept.inputs)), ("traces", json.dumps(asdict(kept.digests)))
            file.execute("DELETE FROM told")
            digest = _Digest()
            # one by one: all of them at once are as much memory as the library
            file.executemany("INSERT INTO told VALUES (?, ?)", digest.rows(chain(built.rows(), beside)))
            bibliography = ((source.path, source.data) for source in kept.inputs.bibliography)
            for kind, texts in ((_NOTE, kept.notes.items()), (_BIBLIOGRAPHY, bibliography)):
                _replace(file, kind, digest.texts(texts))
            file.execute("INSERT INTO told VALUES (?, ?)", (_DIGEST, digest.text))

    def _opened(self, mode: str = "rw") -> sqlite3.Connection:
        place = f"{self._path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(place, uri=True, timeout=_WAIT, isolation_level=None)


def _is_hindrance(error: Exception) -> bool:
    """Whether nothing is known to be wrong with the file: it is in use, or the disk does not let us."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _HINDRANCES


class _Digest:
    """Of all that passes, in its order."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    @property
    def text(self) -> str:
        """That of what has passed."""
        return self._hash.hexdigest()

    def rows(self, rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """The rows."""
        for name, value in rows:
            self._hash.update(f"{len(name)} {len(value)} {name}{value}".encode("utf-8", "surrogatepass"))
            yield name, value

    def texts(self, texts: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
        """The texts, by path."""
        for path, data in texts:
            self._hash.update(f"{len(path)} {len(data)} {path}".encode("utf-8", "surrogatepass"))
            self._hash.update(data)
            yield path, data


def _left(file: sqlite3.Connection, settings: Config) -> tuple[Built, BuildSnapshot] | None:
    if not _is_ours(file):
        return None
    file.execute("BEGIN")  # all of it as one build wrote it
    digest = _Digest()
    kept = file.execute("SELECT name, value FROM told WHERE name != ? ORDER BY rowid", (_DIGEST,))
    rows = dict(digest.rows((str(name), str(value)) for name, value in kept))
    notes = dict(digest.texts(_texts(file, _NOTE)))
    bibliography = tuple(Source(path, data) for path, data in digest.texts(_texts(file, _BIBLIOGRAPHY)))
    if file.execute("SELECT value FROM told WHERE name = ?", (_DIGEST,)).fetchone() != (digest.text,):
        raise ValueError("it is not as it was written")
    key_lock, csl, taken, unpublished, pages, _ = json.loads(rows["asked"])
    inputs = BuildInputs(bibliography, key_lock, csl, tuple(taken), tuple(unpublished), bool(pages), settings)
    if _spelled(inputs) != rows["asked"]:
        return None
    traces = OutputDigests(**json.loads(rows["traces"]))
    return Built.read(rows), BuildSnapshot(inputs, notes, replace(traces, notes=tuple(traces.notes)))


def _spelled(inputs: BuildInputs) -> str:
    """What was asked for, but for the bibliography."""
    config = repr(inputs.config)
    return json.dumps([inputs.key_lock, inputs.csl, inputs.author_files, inputs.unpublished, inputs.pages, config])


def _texts(file: sqlite3.Connection, kind: str) -> list[tuple[str, bytes]]:
    found = file.execute("SELECT path, data FROM texts WHERE kind = ? ORDER BY number", (kind,))
    return [(str(path), bytes(data)) for path, data in found]


def _replace(file: sqlite3.Connection, kind: str, texts: Iterable[tuple[str, bytes]]) -> None:
    """Keep these texts, by path, and no others of their kind; what is there already is not written again."""
    there, now = set(enumerate(_texts(file, kind))), set(enumerate(texts))
    file.executemany("DELETE FROM texts WHERE kind = ? AND number = ?", ((kind, number) for number, _ in there - now))
    new = ((kind, number, path, data) for number, (path, data) in now - there)
    file.executemany("INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?)", new)


def _is_ours(file: sqlite3.Connection) -> bool:
    """Whether a file is of this program, of this version, and has all that it should."""
    numbers = (file.execute(f"PRAGMA {name}").fetchone()[0] for name in _OURS)
    tables = {str(sql) for (sql,) in file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    return tuple(numbers) == tuple(_OURS.values()) and tables == {*_TABLES}
