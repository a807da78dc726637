"""What the builds before this one have left: in a preview that is remembered, else it is read from the cache."""

from __future__ import annotations

from collections.abc import Container

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from papernotes_plugin import pipeline
from papernotes_plugin.files import gc_tuning
from papernotes_plugin.mkdocs_plugin.fast_rendering.generated_pages import FastRendering
from papernotes_plugin.mkdocs_plugin.fast_rendering.html_renderer import HtmlRenderer
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import options, spelled, stamps, unknown_plugins
from papernotes_plugin.mkdocs_plugin.incremental.reuse_plan import IsLeft, Settling
from papernotes_plugin.mkdocs_plugin.incremental.site_dir import Keeping
from papernotes_plugin.mkdocs_plugin.incremental.snapshot_store import Cache
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.mkdocs_plugin.setup.sources import project_folder
from papernotes_plugin.vocabulary.config import Config


class Past:
    """The last build of a site, and what of it holds in this one."""

    def __init__(self, *, preview: bool = False) -> None:
        self.settling = Settling(preview=preview)
        self.renderer: HtmlRenderer | None = None
        """Those of the last build of a preview."""
        self._preview = preview
        self._site: pipeline.Site | None = None
        """That of the last build of a preview, and then that of this one."""
        self._kept: pipeline.BuildSnapshot | None = None
        """What of the last build is in the cache."""
        self._cache: Cache | None = None
        self._around: object = None
        self._keeping: Keeping | None = None

    @property
    def lasts(self) -> bool:
        """Whether this build is the past of another one."""
        return self._preview or self._cache is not None

    def begin(self, config: MkDocsConfig, keeping: Keeping | None, *, cached: bool) -> None:
        """Before anything is read; without what keeps files in their places there is no past."""
        self._keeping, self._cache, self._kept = keeping, None, None
        if keeping is None:
            self.settling, self._site = Settling(preview=self._preview), None
        elif self._preview:
            self._around = options(config), stamps(config)
        elif cached and not any(unknown_plugins(config)) and (around := spelled(config)):
            self._around, self._cache = around, Cache.of(project_folder(config), config)

    def found(self, settings: Config) -> pipeline.Site | pipeline.BuildSnapshot | None:
        """What the last build has found, if it had the same options."""
        if not self._preview:
            known = self._cache.read(settings) if self._cache and self._keeping and self._keeping.any else None
            if known and str(known[0].around).startswith(str(self._around)):
                self.settling.last, self._kept = known
            return self._kept
        return self._site

    def settle(self, site: pipeline.Site, files: Files, kind: object, config: MkDocsConfig) -> None:
        """When the notes are read: find out which pages may be left; `kind` is what else all of them depend on."""
        around = (self._around, kind) if self._preview else f"{self._around} {kind}" if self._cache else None
        before = self._site if self._preview else self._kept
        if before and around == self.settling.last.around and not any(unknown_plugins(config)):
            site = pipeline.with_changes(site, before)
        self._site = site
        self.settling.begin(site, files, config, around, self._is_left)

    @property
    def _is_left(self) -> IsLeft:
        """Whether a file of the site is as the last build has left it: in a preview nobody else has been there."""
        known, keeping = self.settling.last.stamps, self._keeping
        if self._preview or keeping is None:
            return bool
        return lambda place: place in known and keeping.stamp(place) == known[place]

    def end(self, bodies: Container[str], notes: Notes, rendering: FastRendering, config: MkDocsConfig) -> None:
        """When everything is written; `bodies` are the paths of our pages."""
        renderer, site = rendering.renderer, self._site
        if self._preview and self._keeping:
            self.renderer = renderer
        if not (self.lasts and self._keeping and renderer and not renderer.disabled_reason and site):
            return
        first = not self.settling.files
        built = self.settling.remember(bodies, notes, rendering.rendered_without_warnings, config)
        if self._cache:
            built.stamps = self._keeping.stamps(built.places)
            self._cache.write(built, pipeline.BuildSnapshot.from_site(site, self._kept))
        elif first:
            gc_tuning.freeze_heap()

    def forget(self) -> None:
        """A build was stopped: nobody knows what is there now."""
        self.settling, self._site, self.renderer = Settling(preview=self._preview), None, None
