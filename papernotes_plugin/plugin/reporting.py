"""What a build says: its issues, one a line, and one line of summary."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping

from mkdocs.exceptions import PluginError
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.faces import console
from papernotes_plugin.issues import Issue, Level

log = get_plugin_logger("papernotes")

_LEVELS: Mapping[Level, int] = {Level.ERROR: logging.ERROR, Level.WARNING: logging.WARNING, Level.INFO: logging.DEBUG}
"""Doubts are many and stop nobody: `--verbose` shows them, the summary counts them."""


def report(summary: str, issues: Collection[Issue], *, stop: bool) -> None:
    """Tell the issues and then one line of summary, if there is one.

    Raises:
        PluginError: where the author made an issue of this kind an error, and that shall stop the build.
    """
    for found in issues:
        log.log(_LEVELS[found.level], console.one_line(str(found)))
    quiet = sum(found.level is Level.INFO for found in issues)
    if summary:
        log.info(f"{summary}; {_counted(quiet, 'remark')}, shown with --verbose" if quiet else summary)
    errors = sum(found.level is Level.ERROR for found in issues)
    if errors and stop:
        raise PluginError(f"papernotes: {_counted(errors, 'error')}")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
