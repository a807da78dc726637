"""What a build says: its issues, one a line, and one line of summary, or of what stopped it."""

from __future__ import annotations

import errno
import logging
import os
from collections.abc import Collection, Mapping
from contextlib import suppress
from traceback import walk_tb

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.text import terminal
from papernotes_plugin.vocabulary.issues import Issue, Level

log = get_plugin_logger("papernotes")

_LEVELS: Mapping[Level, int] = {Level.ERROR: logging.ERROR, Level.WARNING: logging.WARNING, Level.INFO: logging.DEBUG}
"""Doubts are many and stop nobody: `--verbose` shows them, the summary counts them."""

_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""No room, or a disk that fails: what is being written then is half a file."""
_REFUSALS = _FULL | {errno.EROFS, errno.EACCES, errno.EPERM}
_WRITING = {"write_file": "output_path", "copyfile": "dst", "write_text": "self"}
"""What writes the files of a site, in MkDocs and in Python, and what names the file there: the error may not."""


def report(summary: str, issues: Collection[Issue], *, stop: bool) -> None:
    """Tell the issues and then one line of summary, if there is one.

    Raises:
        PluginError: where the author made an issue of this kind an error, and that shall stop the build.
    """
    for found in issues:
        log.log(_LEVELS[found.level], terminal.one_line(str(found)))
    quiet = sum(found.level is Level.INFO for found in issues)
    if summary:
        log.info(f"{summary}; {_counted(quiet, 'remark')}, shown with --verbose" if quiet else summary)
    errors = sum(found.level is Level.ERROR for found in issues)
    if errors and stop:
        raise PluginError(f"papernotes: {_counted(errors, 'error')}")


def explain_error(error: Exception, site: str) -> None:
    """Say what the disk did not let a build do, and leave no half file in the folder of the site, if that is known.

    Raises:
        PluginError: where that stopped it, which takes one line; MkDocs has a traceback for it.
    """
    if not isinstance(error, OSError) or error.errno not in _REFUSALS:
        return
    calls = [frame for frame, _ in walk_tb(error.__traceback__) if frame.f_code.co_name in _WRITING]
    written = str(calls[-1].f_locals.get(_WRITING[calls[-1].f_code.co_name], "")) if calls else ""
    if error.errno in _FULL and site and os.path.normpath(written).startswith(os.path.join(site, "")):
        with suppress(OSError):
            os.unlink(written)
    place = written or os.fsdecode(error.filename or site or "the site")
    raise PluginError(terminal.one_line(f"papernotes: '{place}': {error.strerror or error}")) from None


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
