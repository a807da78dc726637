"""What a build has left for the next one, on the disk: what it read, and what is known of its pages.

SQLite keeps the file whole when a build is killed, and keeps two builds apart; what stands in it is text, never code.
A file that is another program's, another version's or broken is made anew: losing it costs time and nothing else.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import asdict, replace
from itertools import chain
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.config import Config
from papernotes_plugin.model import Source
from papernotes_plugin.pipeline import Asked, Kept, Traces
from papernotes_plugin.plugin.built import Built

FOLDER = ".cache/papernotes"
"""Below the folder of the project, where other plugins have theirs."""
_OURS = {"application_id": 0x70617065, "user_version": 1}
"""By what SQLite tells our files from others', and the layout of one from that of another version."""
_WAIT = 2.0
"""Seconds to wait for another build that reads or writes the same file."""
_TABLES = (
    "CREATE TABLE told (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE texts (kind TEXT, number INTEGER, path TEXT, data BLOB NOT NULL, PRIMARY KEY (kind, number))",
)
_NOTE, _BIBLIOGRAPHY = "note", "bibliography"
log = get_plugin_logger("papernotes")


class Cache:
    """The file of one site."""

    def __init__(self, path: Path) -> None:
        self._path = path

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

    def read(self, settings: Config) -> tuple[Built, Kept] | None:
        """What the last build has left, if it had the same options; None where there is nothing of use."""
        if not self._path.is_file():
            return None
        try:
            with closing(self._opened()) as file:
                return _left(file, settings)
        except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            log.debug("the cache '%s' is of no use (%s); it will be made anew", self._path, error)
            return None

    def write(self, built: Built, kept: Kept) -> None:
        """Keep what a build leaves; where that cannot be, the next one takes longer, and that is said."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            ignored = self._path.with_name(".gitignore")
            if not ignored.exists():
                ignored.write_text("*\n", "utf-8")
            if self._path.exists() and not self._is_ours():
                self._path.unlink()
            self._write(built, kept)
        except (sqlite3.Error, OSError, ValueError) as error:
            log.info("the cache '%s' cannot be written (%s): the next build begins from nothing", self._path, error)

    def _is_ours(self) -> bool:
        try:
            with closing(self._opened()) as file:
                return _is_ours(file)
        except sqlite3.OperationalError:
            raise  # in use, or not to be read: no reason to remove it
        except sqlite3.DatabaseError:
            return False

    def _write(self, built: Built, kept: Kept) -> None:
        with closing(self._opened("rwc")) as file, file:
            file.execute("BEGIN IMMEDIATE")
            if not _is_ours(file):
                for statement in (*_TABLES, *(f"PRAGMA {name} = {number}" for name, number in _OURS.items())):
                    file.execute(statement)
            beside = ("asked", _spelled(kept.asked)), ("traces", json.dumps(asdict(kept.traces)))
            file.execute("DELETE FROM told")
            # one by one: all of them at once are as much memory as the library
            file.executemany("INSERT INTO told VALUES (?, ?)", chain(built.rows(), beside))
            _replace(file, _NOTE, kept.notes.items())
            _replace(file, _BIBLIOGRAPHY, ((source.path, source.data) for source in kept.asked.bibliography))

    def _opened(self, mode: str = "rw") -> sqlite3.Connection:
        place = f"{self._path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(place, uri=True, timeout=_WAIT, isolation_level=None)


def _left(file: sqlite3.Connection, settings: Config) -> tuple[Built, Kept] | None:
    if not _is_ours(file):
        return None
    file.execute("BEGIN")  # all of it as one build wrote it
    rows = {str(name): str(value) for name, value in file.execute("SELECT name, value FROM told")}
    bibliography = tuple(Source(path, data) for path, data in _texts(file, _BIBLIOGRAPHY))
    key_lock, csl, taken, unpublished, pages, _ = json.loads(rows["asked"])
    asked = Asked(bibliography, key_lock, csl, tuple(taken), tuple(unpublished), bool(pages), settings)
    if _spelled(asked) != rows["asked"]:
        return None
    traces = Traces(**json.loads(rows["traces"]))
    return Built.read(rows), Kept(asked, dict(_texts(file, _NOTE)), replace(traces, notes=tuple(traces.notes)))


def _spelled(asked: Asked) -> str:
    """What was asked for, but for the bibliography."""
    config = repr(asked.config)
    return json.dumps([asked.key_lock, asked.csl, asked.taken, asked.unpublished, asked.pages, config])


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
