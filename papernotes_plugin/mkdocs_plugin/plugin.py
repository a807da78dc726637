"""The MkDocs plugin: it decides whether there is anything to build, and loads the hooks of a build only then.

Under ProperDocs, the imports of `mkdocs` resolve to ProperDocs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority

from papernotes_plugin import gc_tuning
from papernotes_plugin.files.build_cache import RECORD_SUFFIX
from papernotes_plugin.mkdocs_plugin.incremental.last_build import LastBuild, environment_of_build, state_file
from papernotes_plugin.mkdocs_plugin.incremental.unchanged_build import UnchangedBuild
from papernotes_plugin.mkdocs_plugin.setup.options import Options

if TYPE_CHECKING:
    # imported on first use: a build without changes needs neither the library nor its parsers
    from papernotes_plugin.mkdocs_plugin.site_hooks import SiteHooks


class PapernotesPlugin(BasePlugin[Options]):
    """Plugin that adds the papers in a site's notes as pages: `plugins: [search, papernotes]`."""

    hooks: SiteHooks | None = None
    """Hooks of the builds of this process; None as long as all of them are without changes."""
    _unchanged: UnchangedBuild | None = None
    _is_preview = _is_clean = False

    def on_startup(self, *, command: Literal["build", "gh-deploy", "serve"], dirty: bool) -> None:
        """Remember which command runs: `serve` shows issues on pages, and `--dirty` builds reuse no pages."""
        self._is_preview, self._is_clean, self.hooks = command == "serve", not dirty, None

    @event_priority(50)
    def _start(self, config: MkDocsConfig) -> None:
        """Find out whether anything changed since the last build, and load the hooks of a build if so.

        Before most plugins change the configuration: it is compared with that of the last build.
        """
        can_skip = self._is_clean and not self._is_preview and self.config.cache
        file = state_file(config, RECORD_SUFFIX) if can_skip else None
        environment = environment_of_build(config) if file else ""
        last = LastBuild.read(file) if file and environment else None
        self._unchanged = UnchangedBuild(last) if last and last.is_up_to_date(config, environment) else None
        if not self._unchanged:
            with gc_tuning.infrequent_gc(once=not self._is_preview):
                from papernotes_plugin.mkdocs_plugin.incremental.build_recorder import BuildRecorder
                from papernotes_plugin.mkdocs_plugin.site_hooks import SiteHooks

            self.hooks = self.hooks or SiteHooks(is_preview=self._is_preview, is_clean=self._is_clean)
            self.hooks.start(config, self.config, BuildRecorder(file, environment) if file and environment else None)

    def _configure(self, config: MkDocsConfig) -> None:
        if self.hooks and not self._unchanged:
            self.hooks.configure(config)

    on_config = CombinedEvent(_start, _configure)

    def on_pre_build(self, *, config: MkDocsConfig) -> None:
        """Leave MkDocs nothing to build if nothing changed."""
        if self._unchanged:
            self._unchanged.start(config)
