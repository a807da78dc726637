"""Record of the last `mkdocs build`, from which the next one knows whether anything changed.

The record is a small file of its own, which needs neither the library nor the state of its pages.  It contains text,
never code, and counts only if its digest is right.
"""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.files.build_cache import cache_file
from papernotes_plugin.mkdocs_plugin.compat.log_listener import HOST
from papernotes_plugin.mkdocs_plugin.compat.unknown_plugins import shows_build_date, unknown_methods
from papernotes_plugin.mkdocs_plugin.digests import digest_of
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import environment_digest
from papernotes_plugin.mkdocs_plugin.incremental.input_files import FileState, InputFiles, folder_digest

PRESERVED = ".papernotes-kept"
"""Folder in the site that holds the last build while MkDocs empties the site; MkDocs skips names with a dot.

After an interrupted build it remains.
"""
_HARMLESS_EVENTS = {"startup", "shutdown", "serve", "build_error"}
"""Events in which a plugin does not change the site."""
_THEMES = {None, "material", "mkdocs", "readthedocs"}
"""Names of the themes of which it is known that they show the time of a build in no text."""


class Message(NamedTuple):
    """A message that a build logged."""

    logger: str
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class LastBuild:
    """Everything that a build depended on, and what it left behind."""

    environment: str
    """See `environment_of_build`."""
    inputs: InputFiles
    site: str
    """Digest of the written site: see `folder_digest`."""
    messages: tuple[Message, ...]

    def is_up_to_date(self, config: MkDocsConfig, environment: str) -> bool:
        """Return whether a build would write the same site and log the same messages again.

        Args:
            config: Configuration of the site.
            environment: Environment of this build.
        """
        # the course of a build is shown, but not recorded
        is_verbose = logging.getLogger(HOST).isEnabledFor(logging.DEBUG)
        if environment != self.environment or is_verbose or self.inputs.folder != config.docs_dir:
            return False
        try:
            is_whole = not os.path.lexists(os.path.join(config.site_dir, PRESERVED))
            return is_whole and self.inputs.is_unchanged and folder_digest(config.site_dir) == self.site
        except OSError:
            return False

    @classmethod
    def read(cls, file: Path) -> LastBuild | None:
        """Return the record in a file; None if it is missing or not as it was written."""
        try:
            digest, _, text = file.read_text("utf-8").partition("\n")
            return cls._from_json(json.loads(text)) if digest == digest_of(text) else None
        except (OSError, ValueError, TypeError, KeyError, RecursionError):
            return None

    @classmethod
    def _from_json(cls, row: Any) -> LastBuild:
        folder, with_hidden, patterns, states = row["inputs"]
        return cls(
            str(row["environment"]),
            InputFiles(
                str(folder),
                bool(with_hidden),
                tuple(map(str, patterns)),
                {path: FileState(str(stamp), str(digest)) for path, (stamp, digest) in states.items()},
            ),
            str(row["site"]),
            tuple(Message(str(logger), int(level), str(text)) for logger, level, text in row["messages"]),
        )

    def to_bytes(self) -> bytes:
        """Return the content of the file of the record."""
        row = {
            "environment": self.environment,
            "inputs": self.inputs,
            "site": self.site,
            "messages": self.messages,
        }
        text = json.dumps(row)
        return f"{digest_of(text)}\n{text}".encode()


def state_file(config: MkDocsConfig, suffix: str) -> Path | None:
    """Return the path of a file about the builds of a site; None if the file would be watched or published."""
    watched = (config.docs_dir, config.site_dir, *config.watch)
    return cache_file(config.config_file_path or "mkdocs.yml", config.site_dir, watched, suffix)


def environment_of_build(config: MkDocsConfig) -> str:
    """Return a digest of everything but the files of the author and the site that a build depends on.

    "" if it may depend on something else, because of a plugin, a hook or a theme that is not known.
    """
    events = config.plugins.events.keys() - _HARMLESS_EVENTS
    if any(unknown_methods(config, events)) or config.theme.name not in _THEMES or shows_build_date(config):
        return ""
    environment = environment_digest(config)
    # messages show paths relative to the working directory
    return digest_of(repr((environment, os.environ.get("SOURCE_DATE_EPOCH"), os.getcwd()))) if environment else ""


def remove_record(file: Path) -> None:
    """Delete the file of a record, if it exists."""
    with suppress(OSError):
        file.unlink(missing_ok=True)
