"""Store the snapshot of the last `mkdocs build` in an SQLite file.

SQLite keeps the file consistent when a build is killed, and separates concurrent builds.  The file contains text, never
code.  A file of another program or version, or a damaged one, is replaced: that costs time and nothing else.  The
content is used only if its digest is right, because a disk may lose a bit and anybody may write to the file.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import fields, replace
from itertools import chain
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.files.atomic_write import write_changed
from papernotes_plugin.files.build_cache import FOLDER, IGNORE_FILE, SNAPSHOT_SUFFIX
from papernotes_plugin.mkdocs_plugin.compat.log_listener import ONCE
from papernotes_plugin.mkdocs_plugin.incremental.last_build import state_file
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Snapshot
from papernotes_plugin.pipeline import BuildInputs, BuildSnapshot, OutputDigests, PaperDigest
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Source

_HEADER = {"application_id": 0x70617065, "user_version": 8}
"""Numbers in the header of an SQLite file that identify this program and the layout of the file."""
_TIMEOUT = 2.0
"""Seconds to wait for another build that reads or writes the same file."""
_TABLES = (
    "CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE sources (kind TEXT, number INTEGER, path TEXT, data BLOB NOT NULL, PRIMARY KEY (kind, number))",
)
_NOTE, _BIBLIOGRAPHY, _ANALYSIS, _SITE = "note", "bibliography", "analysis", "site"
_DIGEST = "digest"
_DIGESTS = fields(OutputDigests)
_TEMPORARY_ERRORS = frozenset(
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
"""Errors that do not mean that the content of the file is wrong."""
_CREATED = (
    "the next build reuses pages of this one, from '%s' ('papernotes clean' deletes it, 'cache: false' avoids it)"
)
log = get_plugin_logger("papernotes")


class SnapshotStore:
    """Store of the snapshots of one site in an SQLite file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._is_damaged = False
        """True if the file was read and is not as it was written."""

    @classmethod
    def for_site(cls, config: MkDocsConfig) -> SnapshotStore | None:
        """Return the store of a site in its project folder, or None if the file would be watched or published."""
        path = state_file(config, SNAPSHOT_SUFFIX)
        return cls(path) if path else None

    def read(self, settings: Config, environment: object) -> Snapshot | None:
        """Return the snapshot of the last build, or None if it is missing, damaged or of no use.

        Args:
            settings: Options of the plugin; a snapshot with other options is not returned.
            environment: Digest of the environment; neither is a snapshot with another one.
        """
        if not self._path.is_file():
            return None
        try:
            with closing(self._connect()) as database:
                snapshot = _read(database, settings)
        except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            self._is_damaged = not _is_temporary(error)
            log.debug("the cache '%s' is of no use (%s); it will be replaced", self._path, error)
            return None
        fingerprint = snapshot.fingerprint if snapshot else None
        return snapshot if fingerprint and fingerprint.environment == environment else None

    def write(self, snapshot: Snapshot) -> None:
        """Store a snapshot whose `library` is a `BuildSnapshot`; log it if that fails."""
        try:
            is_first = not self._path.parent.exists()
            self._path.parent.mkdir(parents=True, exist_ok=True)
            name, content = IGNORE_FILE
            ignore_file = self._path.with_name(name)
            if not ignore_file.exists():
                write_changed(ignore_file, content)
            # another build may just be creating an empty file
            if self._is_damaged or (self._path.exists() and self._path.stat().st_size and not self._is_valid()):
                self.remove()
                self._is_damaged = False
            try:
                self._write(snapshot)
            except (sqlite3.DatabaseError, TypeError, ValueError) as error:
                if _is_temporary(error):
                    raise
                # the content of the file is not as it was written
                self.remove()
                self._write(snapshot)
            if is_first:
                log.info(_CREATED, FOLDER, extra={ONCE: True})
        except (sqlite3.Error, OSError, ValueError) as error:
            log.info("the cache '%s' cannot be written (%s): the next build renders all pages", self._path, error)

    def _is_valid(self) -> bool:
        try:
            with closing(self._connect()) as database:
                return _is_valid(database)
        except sqlite3.DatabaseError as error:
            if _is_temporary(error):
                raise
            return False

    def remove(self) -> None:
        """Remove the file, and the journals that SQLite would apply to its successor."""
        for suffix in ("", "-journal", "-wal", "-shm"):
            self._path.with_name(f"{self._path.name}{suffix}").unlink(missing_ok=True)

    def _write(self, snapshot: Snapshot) -> None:
        library = snapshot.library
        assert isinstance(library, BuildSnapshot)
        with closing(self._connect("rwc")) as database, database:
            database.execute("BEGIN IMMEDIATE")
            if not _is_valid(database):
                for statement in (*_TABLES, *(f"PRAGMA {name} = {number}" for name, number in _HEADER.items())):
                    database.execute(statement)
            library_rows = (
                ("inputs", _inputs_as_text(library.inputs)),
                ("digests", json.dumps({field.name: getattr(library.digests, field.name) for field in _DIGESTS})),
            )
            database.execute("DELETE FROM metadata")
            digest = _ContentDigest()
            # row by row: all rows at once need as much memory as the library
            rows = digest.rows(chain(snapshot.rows(), library_rows))
            database.executemany("INSERT INTO metadata VALUES (?, ?)", rows)
            bibliography = ((source.path, source.data) for source in library.inputs.bibliography)
            rows_by_kind = {
                _NOTE: library.notes.items(),
                _BIBLIOGRAPHY: bibliography,
                _ANALYSIS: library.analyses.items(),
                _SITE: library.site.items(),
            }
            for kind, sources in rows_by_kind.items():
                _replace_sources(database, kind, digest.sources(sources))
            database.execute("INSERT INTO metadata VALUES (?, ?)", (_DIGEST, digest.text))

    def _connect(self, mode: str = "rw") -> sqlite3.Connection:
        uri = f"{self._path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(uri, uri=True, timeout=_TIMEOUT, isolation_level=None)


def _is_temporary(error: Exception) -> bool:
    """Return whether the file may be valid in spite of an error, because it is in use or the disk is full."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _TEMPORARY_ERRORS


class _ContentDigest:
    """Digest of all rows that pass through, in their order."""

    def __init__(self) -> None:
        self._hash = hashlib.blake2b(digest_size=16)

    @property
    def text(self) -> str:
        """Digest of the rows so far, in hexadecimal."""
        return self._hash.hexdigest()

    def rows(self, rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield rows of names and values, and add them to the digest."""
        for name, value in rows:
            self._hash.update(f"{len(name)} {len(value)} {name}{value}".encode("utf-8", "surrogatepass"))
            yield name, value

    def sources(self, sources: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
        """Yield paths and contents of sources, and add them to the digest."""
        for path, data in sources:
            self._hash.update(f"{len(path)} {len(data)} {path}".encode("utf-8", "surrogatepass"))
            self._hash.update(data)
            yield path, data


def _read(database: sqlite3.Connection, settings: Config) -> Snapshot | None:
    if not _is_valid(database):
        return None
    database.execute("BEGIN")  # a consistent view: another build may write meanwhile
    digest = _ContentDigest()
    stored = database.execute("SELECT name, value FROM metadata WHERE name != ? ORDER BY rowid", (_DIGEST,))
    rows = dict(digest.rows((str(name), str(value)) for name, value in stored))
    notes = dict(digest.sources(_sources(database, _NOTE)))
    bibliography = tuple(Source(path, data) for path, data in digest.sources(_sources(database, _BIBLIOGRAPHY)))
    analyses = dict(digest.sources(_sources(database, _ANALYSIS)))
    site = dict(digest.sources(_sources(database, _SITE)))
    if database.execute("SELECT value FROM metadata WHERE name = ?", (_DIGEST,)).fetchone() != (digest.text,):
        raise ValueError("its digest is wrong")
    key_lock, csl, taken, unpublished, pages, _ = json.loads(rows["inputs"])
    inputs = BuildInputs(bibliography, key_lock, csl, tuple(taken), tuple(unpublished), bool(pages), settings)
    if _inputs_as_text(inputs) != rows["inputs"]:
        return None
    digests = OutputDigests(**json.loads(rows["digests"]))
    papers = {
        slug: PaperDigest(facts, row, page, tuple(names)) for slug, (facts, row, page, names) in digests.papers.items()
    }
    library = BuildSnapshot(inputs, notes, replace(digests, papers=papers), analyses, site)
    return replace(Snapshot.from_rows(rows), library=library)


def _inputs_as_text(inputs: BuildInputs) -> str:
    """Return all inputs but the bibliography as JSON."""
    config = repr(inputs.config)
    return json.dumps([inputs.key_lock, inputs.csl, inputs.author_files, inputs.unpublished, inputs.pages, config])


def _sources(database: sqlite3.Connection, kind: str) -> list[tuple[str, bytes]]:
    stored = database.execute("SELECT path, data FROM sources WHERE kind = ? ORDER BY number", (kind,))
    return [(str(path), bytes(data)) for path, data in stored]


def _replace_sources(database: sqlite3.Connection, kind: str, sources: Iterable[tuple[str, bytes]]) -> None:
    """Store the sources of a kind in place of the stored ones; unchanged rows are not written again."""
    before, now = set(enumerate(_sources(database, kind))), set(enumerate(sources))
    removed = ((kind, number) for number, _ in before - now)
    added = ((kind, number, path, data) for number, (path, data) in now - before)
    database.executemany("DELETE FROM sources WHERE kind = ? AND number = ?", removed)
    database.executemany("INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?)", added)


def _is_valid(database: sqlite3.Connection) -> bool:
    """Return whether a file has the header of this program and version, and exactly its tables."""
    header = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in _HEADER)
    tables = {str(sql) for (sql,) in database.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    return tuple(header) == tuple(_HEADER.values()) and tables == {*_TABLES}
