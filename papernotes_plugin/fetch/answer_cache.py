"""Store the raw answers of services, so that nothing is asked twice.

The store is one SQLite file.  Each answer is written in a transaction of its own, together with what it is about.  A
process can therefore be killed at any moment, and two processes can use the file at once.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import platformdirs

from papernotes_plugin.fetch.records import Request
from papernotes_plugin.vocabulary.issues import PapernotesError

FILE = "answers.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY, url TEXT, status INTEGER, at REAL, expires REAL, body BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS asked (
    base TEXT, name TEXT, key TEXT, is_known INTEGER, PRIMARY KEY (base, name)) WITHOUT ROWID;
"""
_PATIENCE = 30.0
"""Seconds to wait for another process."""


class Answer(NamedTuple):
    """An answer of a service."""

    status: int
    body: bytes
    at: float
    """Time in seconds since 1970."""


def default_folder() -> Path:
    """Return the folder of the store in the user's cache folder."""
    return Path(platformdirs.user_cache_dir("papernotes", appauthor=False)) / "fetch"


def key_of(base: str, request: Request) -> str:
    """Return the content address of a request: a digest of everything that is sent, apart from keys."""
    method = b"POST" if request.body else b"GET"
    parts = (method, base.encode(), request.path.encode(), request.body)
    return hashlib.sha256(b"\n".join(parts)).hexdigest()


class AnswerCache:
    """The answers in a folder.  Every method raises `PapernotesError` if the folder cannot be used."""

    def __init__(self, folder: Path) -> None:
        """Open the store; a file that is no store is moved aside."""
        self.folder = folder
        self.path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._database = self._opened()
        except sqlite3.DatabaseError:
            self._database = self._replaced()
        except OSError as error:
            raise self._error(error.strerror or str(error)) from None

    def _opened(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        database.executescript(_SCHEMA)
        return database

    def _replaced(self) -> sqlite3.Connection:
        """Return an empty store after a damaged file was moved aside."""
        try:
            os.replace(self.path, self.path.with_suffix(".damaged"))
            return self._opened()
        except (OSError, sqlite3.Error) as error:
            raise self._error(getattr(error, "strerror", None) or str(error)) from None

    def _error(self, reason: str) -> PapernotesError:
        return PapernotesError(f"the answers cannot be stored in '{self.folder}' ({reason}); --cache-dir names another")

    @contextmanager
    def _statements(self) -> Iterator[sqlite3.Connection]:
        try:
            with self._database:
                yield self._database
        except sqlite3.Error as error:
            raise self._error(str(error)) from None

    def find(self, base: str, request: Request) -> Answer | None:
        """Return the answer to a request, unless it has expired or was never given."""
        return self._answer(key_of(base, request))

    def _answer(self, key: str) -> Answer | None:
        with self._statements() as database:
            row = database.execute("SELECT status, body, at, expires FROM answers WHERE key = ?", (key,)).fetchone()
        if row is None or (row[3] is not None and row[3] < time.time()):
            return None
        try:
            return Answer(row[0], zlib.decompress(row[1]), row[2])
        except zlib.error:
            return None

    def save(
        self, base: str, request: Request, answer: Answer, known_subjects: Iterable[str], seconds_of_misses: float
    ) -> None:
        """Store an answer, and for each subject whether the answer knows it.

        Args:
            base: The address of the service.
            request: The request.
            answer: The answer.
            known_subjects: The subjects of the request that the answer knows.
            seconds_of_misses: Time after which what it does not know is asked again.
        """
        key, held = key_of(base, request), set(known_subjects)
        misses = [name for name in request.subjects if name not in held]
        expires = time.time() + seconds_of_misses if misses and not held else None
        rows = [(base, name, key, int(name in held)) for name in request.subjects]
        packed = zlib.compress(answer.body, 1)
        with self._statements() as database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(
                "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?)",
                (key, f"{base}/{request.path}", answer.status, answer.at, expires, packed),
            )
            if not request.is_by_title:
                database.executemany("INSERT OR REPLACE INTO asked VALUES (?, ?, ?, ?)", rows)

    def answers_about(self, base: str, names: Iterable[str], seconds_of_misses: float) -> dict[str, Answer | None]:
        """Return the stored answer about each identifier that a service was asked for; None if it knows nothing.

        An identifier is absent if the service was never asked for it, or too long ago without success.
        """
        out: dict[str, Answer | None] = {}
        answers: dict[str, Answer | None] = {}
        for name in names:
            with self._statements() as database:
                row = database.execute(
                    "SELECT asked.key, asked.is_known, answers.at FROM asked JOIN answers USING (key) "
                    "WHERE base = ? AND name = ?",
                    (base, name),
                ).fetchone()
            if row is None:
                continue
            key, is_known, at = row
            if is_known:
                if key not in answers:
                    answers[key] = self._answer(key)
                if answers[key] is not None:
                    out[name] = answers[key]
            elif at + seconds_of_misses > time.time():
                out[name] = None
        return out

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def clear(folder: Path) -> int:
    """Delete the store in a folder and return its size in bytes; other files in the folder stay."""
    size = 0
    for name in (FILE, f"{FILE}-journal", "answers.damaged"):
        path = folder / name
        if path.is_file():
            size += path.stat().st_size
            path.unlink()
    return size
