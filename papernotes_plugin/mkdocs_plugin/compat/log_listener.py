"""Listen to what MkDocs and its plugins log, whatever the command shows of it."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from mkdocs.structure.pages import Page

HOST = Page.__module__.partition(".")[0]
"""Name of the logger of the site generator, which is that of its package."""
ONCE = "papernotes_once"
"""Name of the attribute of log records that only the first build has, so that they are not repeated."""


def host_loggers() -> set[logging.Logger]:
    """Return the loggers above all those of the site generator and of plugins."""
    return {logging.getLogger(HOST), logging.getLogger("mkdocs")}


class LogListener(logging.Handler):
    """Log handler for the messages that a build without `--quiet` and `--verbose` shows.

    With `--quiet` MkDocs does not even create them, but a later build without it must know of them.
    """

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self._levels: dict[logging.Logger, int] = {}
        """Former level of each logger whose level is lowered."""
        self._filters: list[tuple[logging.Handler, MinimumLevel]] = []

    def start(self) -> None:
        """Listen from now on."""
        for logger in host_loggers():
            shown = logger.getEffectiveLevel()
            if shown > logging.INFO:
                for handler in shown_by(logger):
                    self._filters.append((handler, MinimumLevel(shown)))
                    handler.addFilter(self._filters[-1][1])
                self._levels[logger] = logger.level
                logger.setLevel(logging.INFO)
            logger.addHandler(self)

    def stop(self) -> None:
        """Listen no longer."""
        for logger in host_loggers():
            logger.removeHandler(self)
        for logger, level in self._levels.items():
            logger.setLevel(level)
        for handler, minimum in self._filters:
            handler.removeFilter(minimum)
        self._levels, self._filters = {}, []


class MinimumLevel(logging.Filter):
    """Log filter that hides messages below a level."""

    def __init__(self, level: int) -> None:
        super().__init__()
        self._level = level

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to show a message."""
        return record.levelno >= self._level


def shown_by(logger: logging.Logger | None) -> Iterator[logging.Handler]:
    """Yield the handlers that show the messages of a logger."""
    while logger:
        yield from logger.handlers
        logger = logger.parent if logger.propagate else None
