"""Log the issues and the summary of a build, and explain errors of the disk in one line."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from traceback import walk_tb

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin import pipeline
from papernotes_plugin.text import counted, terminal
from papernotes_plugin.vocabulary.issues import SHOWN_BY_BUILDS, Issue, Level

log = get_plugin_logger("papernotes")

_LEVELS: Mapping[Level, int] = {Level.ERROR: logging.ERROR, Level.WARNING: logging.WARNING, Level.INFO: logging.DEBUG}
"""Level of the log message of an issue.  The summary counts the issues of level `info` that only `--verbose` shows."""

_INCOMPLETE_WRITES = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors that leave an incomplete file: a full disk, a quota or a failing disk."""
_DISK_ERRORS = _INCOMPLETE_WRITES | {errno.EROFS, errno.EACCES, errno.EPERM}
_WRITERS = {"write_file": "output_path", "copyfile": "dst", "write_text": "self"}
"""Functions of MkDocs and Python that write the files of a site, and the argument that contains the path.

The exception itself does not always contain the path.
"""


def summary_of(site: pipeline.Site) -> str:
    """Return the summary of a build: its counts, and how many papers lack facts."""
    missing = pipeline.describe_missing(site.counts.incomplete)
    return f"{site.counts}; {missing}" if missing else str(site.counts)


def report(summary: str, issues: Collection[Issue], *, stop: bool) -> None:
    """Log issues and then a summary.

    Args:
        summary: Line to log after the issues; empty for none.
        issues: Issues to log, one a line.
        stop: Whether an issue of level `error` stops the build.

    Raises:
        PluginError: If `stop` is true and there is an issue of level `error`.
    """
    for issue in issues:
        is_shown = issue.level is Level.INFO and issue.code in SHOWN_BY_BUILDS
        log.log(logging.INFO if is_shown else _LEVELS[issue.level], terminal.one_line(str(issue)))
    infos = sum(issue.level is Level.INFO and issue.code not in SHOWN_BY_BUILDS for issue in issues)
    if summary:
        log.info(f"{summary}; {counted(infos, 'info')}, shown with --verbose" if infos else summary)
    errors = sum(issue.level is Level.ERROR for issue in issues)
    if errors and stop:
        raise PluginError(f"papernotes: {counted(errors, 'error')}")


def explain_error(error: Exception, site: str) -> None:
    """Raise an error of the disk again with a message of one line, without a traceback.

    An incomplete file in the site folder is removed.

    Args:
        error: Exception that stopped the build; one that is not an error of the disk is ignored.
        site: Normalised path of the site folder; empty if it is not known.

    Raises:
        PluginError: If the disk is full, fails, or does not permit the access.
    """
    if not isinstance(error, OSError) or error.errno not in _DISK_ERRORS:
        return
    calls = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_name in _WRITERS]
    path = str(calls[-1].f_locals.get(_WRITERS[calls[-1].f_code.co_name], "")) if calls else ""
    if error.errno in _INCOMPLETE_WRITES and site and os.path.normpath(path).startswith(os.path.join(site, "")):
        with suppress(OSError):
            os.unlink(path)
    shown = path or os.fsdecode(error.filename or site or "the site")
    raise PluginError(terminal.one_line(f"papernotes: '{shown}': {error.strerror or error}")) from None
