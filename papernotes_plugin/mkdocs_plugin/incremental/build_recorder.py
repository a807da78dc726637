"""Record a build, so that the next one knows whether anything changed."""

from __future__ import annotations

import glob
import logging
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from mkdocs.commands import build
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.files import obsidian_settings
from papernotes_plugin.files.atomic_write import write_changed
from papernotes_plugin.mkdocs_plugin.compat.log_listener import ONCE, LogListener
from papernotes_plugin.mkdocs_plugin.incremental.input_files import InputFiles, folder_digest
from papernotes_plugin.mkdocs_plugin.incremental.last_build import LastBuild, Message, remove_record
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import FileStamp
from papernotes_plugin.mkdocs_plugin.setup.options import Options
from papernotes_plugin.mkdocs_plugin.setup.sources import docs_and_parents, input_patterns, project_folder

log = get_plugin_logger("papernotes")


class BuildRecorder:
    """Recorder of one build."""

    def __init__(self, file: Path, environment: str) -> None:
        """Prepare to record.

        Args:
            file: The file for the record.
            environment: Environment of the build: see `environment_of_build`.
        """
        self._file, self._environment = file, environment
        self._inputs: InputFiles | None = None
        self._log = _LogRecorder()

    def start(self, config: MkDocsConfig, options: Options) -> None:
        """Record the state of the inputs, and all messages from now on."""
        patterns = [*_project_patterns(config, options)]
        # `exclude_docs` may include what MkDocs leaves out by default
        with_hidden = config.exclude_docs is not None
        try:
            self._inputs = InputFiles.read(config.docs_dir, patterns, with_hidden=with_hidden)
        except OSError as error:
            log.debug("the next build cannot know that nothing changed (%s)", error)
        self._log.start()

    def stop(self) -> None:
        """Record no more messages."""
        self._log.stop()

    def finish(self, config: MkDocsConfig, stamps: Mapping[str, FileStamp], *, is_reusable: bool) -> None:
        """Write the record, once the site is written.

        Args:
            config: Configuration of the site.
            stamps: Stamps of the reused files, by path in the site.
            is_reusable: Whether the site depends on nothing but what is recorded.
        """
        self._log.stop()
        before = self._inputs
        try:
            # a file may have changed after it was read
            if not is_reusable or before is None or not before.is_unchanged or self._log.has_traceback:
                remove_record(self._file)
                return
            site = folder_digest(config.site_dir, stamps)
            record = LastBuild(self._environment, before, site, tuple(self._log.messages))
            if self._file.parent.is_dir():
                write_changed(self._file, record.to_bytes())
        except (OSError, ValueError) as error:
            log.debug("the next build cannot know that nothing changed (%s)", error)
            remove_record(self._file)


def _project_patterns(config: MkDocsConfig, options: Options) -> Iterator[str]:
    """Yield absolute paths and globs of all files outside the docs folder that a library is built from."""
    settings, root = options.settings(), project_folder(config, options)
    for pattern in input_patterns(settings):
        path = os.path.join(root, pattern)
        yield path if os.path.lexists(path) else os.path.join(glob.escape(str(root)), pattern)
    yield from map(str, obsidian_settings.settings_files(*docs_and_parents(config, settings)))


class _LogRecorder(LogListener):
    """Log handler that records what a build without `--verbose` shows."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[Message] = []
        self.has_traceback = False
        """True if a message had a traceback, which is not recorded."""

    def emit(self, record: logging.LogRecord) -> None:
        """Record a message, apart from those about the course of the build."""
        is_about_build = record.name == build.__name__ and record.levelno < logging.WARNING
        self.has_traceback |= bool(record.exc_info or record.stack_info)
        if not is_about_build and not hasattr(record, ONCE):
            self.messages.append(Message(record.name, record.levelno, record.getMessage()))
