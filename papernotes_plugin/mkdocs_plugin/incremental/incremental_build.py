"""Incremental builds of a site: the plugin's hooks talk to `IncrementalBuild` only."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files

from papernotes_plugin import gc_tuning, pipeline
from papernotes_plugin.mkdocs_plugin.compat.unknown_plugins import unknown_plugins
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import Fingerprint, environment_digest, environment_values
from papernotes_plugin.mkdocs_plugin.incremental.reuse_plan import ReusePlan
from papernotes_plugin.mkdocs_plugin.incremental.site_dir import PreservedSite
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import FileStamp, Snapshot, subset
from papernotes_plugin.mkdocs_plugin.incremental.snapshot_store import SnapshotStore
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Output

log = get_plugin_logger("papernotes")


class IncrementalBuild:
    """Build of a site that reuses pages of the last one.

    The methods are called in this order, once per build: `start`, `previous_library`, `plan_reuse`, `finish`.
    An error in what they keep for the next build is logged.  Then no page is reused in this build or in the next one.
    """

    def __init__(self, *, serving: bool) -> None:
        """Keep snapshots in memory for `mkdocs serve`, otherwise in a file."""
        self.plan = ReusePlan(Snapshot(), drafts=serving)
        """The pages that this build reuses."""
        self._serving = serving
        self._memory: Snapshot | None = None
        """Snapshot of the last build of `mkdocs serve`."""
        self._store: SnapshotStore | None = None
        """Store of the snapshots of `mkdocs build`; None if no file may be written."""
        self._site_dir: PreservedSite | None = None
        self._environment: object = None
        """Environment part of the fingerprint; None if it cannot be compared."""
        self._last = Snapshot()
        self._site: pipeline.Site | None = None

    @property
    def is_recorded(self) -> bool:
        """Return whether a later build can reuse pages of this one."""
        return self._site_dir is not None and (self._serving or self._store is not None)

    @property
    def reused_stamps(self) -> Mapping[str, FileStamp]:
        """Stamps of the reused files, by path in the site."""
        return subset(self._last.stamps, self.plan.dest_paths)

    def start(self, config: MkDocsConfig, site_dir: PreservedSite | None, *, use_cache: bool) -> None:
        """Start a build, before anything is read.

        Args:
            config: Configuration of the site.
            site_dir: The site of the last build; None if its files are not preserved, so that nothing can be reused.
            use_cache: Whether the author allows a file with a snapshot.
        """
        self._site_dir, self._store, self._environment = site_dir, None, None
        self._last, self._site = Snapshot(), None
        self.plan = ReusePlan(self._last, drafts=self._serving)
        with self._optional():
            if site_dir is None:
                self._memory = None
            elif self._serving:
                self._environment = environment_values(config)
            elif use_cache and not any(unknown_plugins(config)) and (digest := environment_digest(config)):
                self._store, self._environment = SnapshotStore.for_site(config), digest

    def previous_library(self, settings: Config) -> pipeline.Site | pipeline.BuildSnapshot | None:
        """Return the library of the last build, or None if nothing of it can be used."""
        if self._site_dir and self._site_dir.has_previous:
            with self._optional(), gc_tuning.infrequent_gc(once=not self._serving):
                # `pipeline.build` compares the inputs with those of a snapshot in memory
                last = self._store.read(settings, self._environment) if self._store else self._memory
                self._last = last or Snapshot()
        return self._last.library

    def plan_reuse(
        self, site: pipeline.Site, redirects: Mapping[str, Output], files: Files, config: MkDocsConfig, search: str
    ) -> None:
        """Decide which generated files are reused, once the notes are read.

        Args:
            site: The library of this build.
            redirects: The output that replaces a page at an old address, by path of the page.
            files: Files of the site without generated ones.
            config: Configuration of the site.
            search: How the site is searched, which each page shows.
        """
        with self._optional(), gc_tuning.infrequent_gc(once=not self._serving):
            fingerprint = None
            if self._environment is not None and not any(unknown_plugins(config)):
                fingerprint = Fingerprint(self._environment, f"{search} {bool(site.library.papers)}")
            if self._last.library and fingerprint and fingerprint == self._last.fingerprint:
                site = pipeline.with_changes(site, self._last.library)
            self._site = site
            self.plan = ReusePlan(self._last, drafts=self._serving, is_unchanged=self._is_unchanged)
            self.plan.select_generated(site, redirects, files, config, fingerprint)

    def _is_unchanged(self, dest_path: str) -> bool:
        """Return whether a file of the site is as the last build wrote it; only MkDocs writes to a served site."""
        if self._serving:
            return True
        stamp = self._last.stamps.get(dest_path)
        return stamp is not None and self._site_dir is not None and self._site_dir.stamp(dest_path) == stamp

    def finish(
        self,
        generated_pages: Container[str],
        notes: Notes,
        rendered_without_warnings: Callable[[str], bool] | None,
        config: MkDocsConfig,
    ) -> None:
        """Complete the files that list all pages, and store a snapshot, once the site is written.

        Args:
            generated_pages: Paths of the generated pages.
            notes: The notes.
            rendered_without_warnings: Returns whether the note at a path was rendered without warnings; None if no page
                can be reused.
            config: Configuration of the site.
        """
        try:
            self.plan.complete_listings(config)
        except Exception as error:
            log.warning("the search and the list of tags lack the pages that this build reused: %r; build again", error)
            with suppress(OSError):
                if self._store:
                    self._store.remove()
            self.forget()
        if self._site is None or not self.is_recorded:
            return
        with self._optional():
            snapshot = None
            if rendered_without_warnings:
                snapshot = self.plan.new_snapshot(generated_pages, notes, rendered_without_warnings, config)
            self._store_snapshot(self._site, snapshot)

    @contextmanager
    def _optional(self) -> Iterator[None]:
        """Log an error and forget the last build, so that the error affects no page."""
        try:
            yield
        except Exception as error:
            log.info("the next build may render all pages: the state of this one cannot be recorded (%r)", error)
            self.forget()

    def _store_snapshot(self, site: pipeline.Site, snapshot: Snapshot | None) -> None:
        """Store the library and a snapshot of its pages; without a snapshot only in memory."""
        if self._store is None:
            self._memory = replace(snapshot or Snapshot(), library=site)
            if snapshot and not self.plan.files:
                # after a full build most objects live until the next one
                gc_tuning.freeze_heap()
        elif snapshot and self._site_dir:
            before = self._last.library if isinstance(self._last.library, pipeline.BuildSnapshot) else None
            library = pipeline.BuildSnapshot.from_site(site, before)
            reused = self.reused_stamps
            written = self._site_dir.stamps(snapshot.dest_paths - reused.keys())
            self._store.write(replace(snapshot, library=library, stamps={**reused, **written}))

    def forget(self) -> None:
        """Forget the last build, because an error leaves the state of the site unknown."""
        self._memory, self._store, self._site = None, None, None
        self._last = Snapshot()
        self.plan = ReusePlan(Snapshot(), drafts=self._serving)
