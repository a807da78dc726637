"""Limit what an exception in a recogniser costs: one note, never the build."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath
from traceback import walk_tb
from typing import TypeVar

from papernotes_plugin.text.escaping import one_line
from papernotes_plugin.vocabulary.issues import Code, Issue, issue
from papernotes_plugin.vocabulary.model import Note

_Result = TypeVar("_Result")
_Fallback = TypeVar("_Fallback")


class RecogniserFailures:
    """Calls recognisers, and keeps an issue for each note on which one of them raises an exception."""

    def __init__(self) -> None:
        self.issues: dict[str, tuple[Issue, ...]] = {}
        """The issue by path of the note."""

    def call(self, note: Note, recognise: Callable[[], _Result], fallback: _Fallback) -> _Result | _Fallback:
        """Return the result of a recogniser; the fallback if it raises an exception.

        Args:
            note: The note that the recogniser searches.
            recognise: Calls the recogniser.
            fallback: The result for a note in which nothing is found.
        """
        try:
            return recognise()
        except Exception as error:  # an unforeseen note must not end the build of all the others
            self.issues[note.path] = (_failure_issue(note, error),)
            return fallback


def _failure_issue(note: Note, error: Exception) -> Issue:
    """Return the issue about a note on which a recogniser raised an exception."""
    frame, line = list(walk_tb(error.__traceback__))[-1]
    place = f"{PurePath(frame.f_code.co_filename).name}:{line}"
    reason = f"{type(error).__name__} at {place}: {one_line(str(error)):.80}".removesuffix(": ")
    message = f"papernotes failed on this note ({reason}); the note is shown, but some of its papers are not found"
    return issue(Code.UNRECOGNISED_NOTE, note.path, None, f"{message}; please report this line")
