"""Let MkDocs build nothing when nothing changed since the last build: the site stays as it is.

MkDocs has no way to end a build early with success.  So it builds an empty project into a folder that never exists:
without files, templates and plugins it writes nothing.  What the last build reported is reported again.
"""

from __future__ import annotations

import logging
import os
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger

from papernotes_plugin.mkdocs_plugin.compat.log_listener import MinimumLevel, host_loggers, shown_by
from papernotes_plugin.mkdocs_plugin.incremental.last_build import PRESERVED, LastBuild

log = get_plugin_logger("papernotes")
_KEPT_EVENTS = ("startup", "shutdown", "serve")


class UnchangedBuild:
    """A build that changes nothing."""

    def __init__(self, last: LastBuild) -> None:
        self._last = last
        self._restore: list[tuple[Any, str, Any]] = []
        """Object, name and former value of each attribute that is replaced during the build."""
        self._silence = MinimumLevel(logging.ERROR)
        """Hides what MkDocs says about the empty project."""
        self._silenced: list[logging.Handler] = []

    def start(self, config: MkDocsConfig) -> None:
        """Repeat the messages of the last build, and leave MkDocs nothing to do.

        Args:
            config: Configuration of the site; it is restored when MkDocs ends the build.
        """
        for message in self._last.messages:
            logging.getLogger(message.logger).log(message.level, "%s", message.text)
        log.info("nothing changed since the last build; the site stays as it is")
        nowhere = os.path.join(config.site_dir, PRESERVED)
        events = {name: methods if name in _KEPT_EVENTS else [] for name, methods in config.plugins.events.items()}
        events |= {"post_build": [self._end], "build_error": [self._end]}
        self._replace(config.plugins, events=events)
        self._replace(config.theme, dirs=[], static_templates=set())
        self._replace(config, docs_dir=nowhere, site_dir=nowhere, nav=None, extra_templates=[])
        self._silenced = [handler for logger in host_loggers() for handler in shown_by(logger)]
        for handler in self._silenced:
            handler.addFilter(self._silence)

    def _replace(self, owner: Any, **values: object) -> None:
        for name, value in values.items():
            self._restore.append((owner, name, getattr(owner, name)))
            setattr(owner, name, value)

    def _end(self, **_: object) -> None:
        """Restore everything, because the caller may use the configuration after the build."""
        for handler in self._silenced:
            handler.removeFilter(self._silence)
        for owner, name, value in self._restore:
            setattr(owner, name, value)
        self._silenced, self._restore = [], []
