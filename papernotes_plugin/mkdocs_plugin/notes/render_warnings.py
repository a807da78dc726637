"""Record which notes MkDocs rendered without warnings: only these may be reused by the next build."""

from __future__ import annotations

import logging

from papernotes_plugin.mkdocs_plugin.compat.log_listener import LogListener
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations

_SNIPPET_MARK = "-8<-"
"""Part of the syntax with which `pymdownx.snippets` includes another file."""


class RenderWarnings:
    """Record of the notes that one build rendered without warnings.

    A note with a warning is rendered in each build, so that each build shows the warning.  A note that cites papers
    outside its own text, or that includes another file, depends on more than its source, and is rendered again too.
    """

    def __init__(self, citations: PageCitations, *, is_enabled: bool = True) -> None:
        """Prepare for a build.

        Args:
            citations: Knows whether a page has citations.
            is_enabled: Whether a later build can reuse notes of this one.
        """
        self._citations, self._is_enabled = citations, is_enabled
        self._log = _LogRecorder()
        self._includes_file = False
        self._without_warnings: set[str] = set()
        self.includes_files = False
        """True if a page of this build includes another file."""

    def start_page(self, markdown: str) -> None:
        """Start to record, right before MkDocs converts the final Markdown of a page."""
        self._includes_file = _SNIPPET_MARK in markdown
        self.includes_files |= self._includes_file
        if self._is_enabled:
            self._log.start()

    def end_page(self, path: str) -> None:
        """Stop to record, right after MkDocs converted the page."""
        self._log.stop()
        if self._is_enabled and not (self._log.has_messages or self._includes_file or self._citations.has_citations):
            self._without_warnings.add(path)

    def is_without_warnings(self, path: str) -> bool:
        """Return whether the page at a path was rendered in this build, and without warnings."""
        return path in self._without_warnings


class _LogRecorder(LogListener):
    """Log handler that records whether MkDocs logs anything that a build without `--verbose` shows."""

    has_messages = False

    def emit(self, record: logging.LogRecord) -> None:
        """Record that there is a message."""
        self.has_messages = True

    def start(self) -> None:
        """Listen from now on, without any message so far."""
        self.has_messages = False
        super().start()
