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
from dataclasses import dataclass
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin import pipeline
from papernotes_plugin.config import Config
from papernotes_plugin.model import Source
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


@dataclass(frozen=True, slots=True)
class Read:
    """What a build has read: enough to work out again what it found."""

    notes: tuple[Source, ...]
    bibliography: tuple[Source, ...]
    key_lock: str
    csl: str
    taken: tuple[str, ...]
    unpublished: tuple[str, ...]
    settings: str
    """The options of the build, spelled."""

    @classmethod
    def by(cls, site: pipeline.Site) -> Read:
        """What the build of a site has read."""
        asked, said = site.memory.asked, site.memory.said
        notes = tuple(Source(path, one.data) for path, one in said.items())
        beside = (asked.bibliography, asked.key_lock, asked.csl, asked.taken, asked.unpublished)
        return cls(notes, *beside, repr(asked.config))

    def is_like(self, sources: Iterable[Source], settings: Config) -> bool:
        """Whether so much of it is as it was that working out what was found is worth it."""
        known = {source.path: source.data for source in self.notes}
        now = {source.path: source.data for source in sources}
        same = sum(known.get(path) == data for path, data in now.items())
        return repr(settings) == self.settings and 2 * same > len(now)

    def site(self, settings: Config) -> pipeline.Site:
        """What was found."""
        return pipeline.build(
            self.notes,
            bibliography=self.bibliography,
            key_lock=self.key_lock,
            csl=self.csl,
            taken=self.taken,
            unpublished=self.unpublished,
            config=settings,
        )


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

    def read(self) -> tuple[Built, Read] | None:
        """What the last build has left; None where there is nothing of use."""
        if not self._path.is_file():
            return None
        try:
            with closing(self._opened()) as file:
                return _built(file)
        except (sqlite3.Error, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            log.debug("the cache '%s' is of no use (%s); it will be made anew", self._path, error)
            return None

    def write(self, built: Built, read: Read) -> None:
        """Keep what a build leaves; where that cannot be, the next one takes longer, and that is said."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            ignored = self._path.with_name(".gitignore")
            if not ignored.exists():
                ignored.write_text("*\n", "utf-8")
            if self._path.exists() and not self._is_ours():
                self._path.unlink()
            self._write(built, read)
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

    def _write(self, built: Built, read: Read) -> None:
        with closing(self._opened("rwc")) as file, file:
            file.execute("BEGIN IMMEDIATE")
            if not _is_ours(file):
                for statement in (*_TABLES, *(f"PRAGMA {name} = {number}" for name, number in _OURS.items())):
                    file.execute(statement)
            beside = [read.key_lock, read.csl, read.taken, read.unpublished, read.settings]
            rows = [*built.rows(), ("read", json.dumps(beside))]
            file.executemany("INSERT OR REPLACE INTO told VALUES (?, ?)", rows)
            _replace(file, _NOTE, read.notes)
            _replace(file, _BIBLIOGRAPHY, read.bibliography)

    def _opened(self, mode: str = "rw") -> sqlite3.Connection:
        place = f"{self._path.absolute().as_uri()}?mode={mode}"
        return sqlite3.connect(place, uri=True, timeout=_WAIT, isolation_level=None)


def _built(file: sqlite3.Connection) -> tuple[Built, Read] | None:
    if not _is_ours(file):
        return None
    file.execute("BEGIN")  # all of it as one build wrote it
    rows = {str(name): str(value) for name, value in file.execute("SELECT name, value FROM told")}
    key_lock, csl, taken, unpublished, settings = json.loads(rows.pop("read"))
    beside = str(key_lock), str(csl), tuple(taken), tuple(unpublished), str(settings)
    return Built.read(rows), Read(_texts(file, _NOTE), _texts(file, _BIBLIOGRAPHY), *beside)


def _texts(file: sqlite3.Connection, kind: str) -> tuple[Source, ...]:
    found = file.execute("SELECT path, data FROM texts WHERE kind = ? ORDER BY number", (kind,))
    return tuple(Source(str(path), bytes(data)) for path, data in found)


def _replace(file: sqlite3.Connection, kind: str, sources: tuple[Source, ...]) -> None:
    """Keep these texts and no others of their kind; what is there already is not written again."""
    there = set(enumerate(_texts(file, kind)))
    kept = set(enumerate(sources))
    file.executemany("DELETE FROM texts WHERE kind = ? AND number = ?", ((kind, number) for number, _ in there - kept))
    new = ((kind, number, source.path, source.data) for number, source in kept - there)
    file.executemany("INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?)", new)


def _is_ours(file: sqlite3.Connection) -> bool:
    """Whether a file is of this program, of this version, and has all that it should."""
    numbers = (file.execute(f"PRAGMA {name}").fetchone()[0] for name in _OURS)
    tables = {str(sql) for (sql,) in file.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    return tuple(numbers) == tuple(_OURS.values()) and tables == {*_TABLES}
