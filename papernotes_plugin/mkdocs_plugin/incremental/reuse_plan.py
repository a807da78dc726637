"""Decide which pages of the last build MkDocs need not render again.

The pipeline reports which notes and generated pages may have changed (`Site.changed_paths`).  All other pages are
unchanged as long as the fingerprint and the navigation are, and no unknown plugin takes part.  A reused page stays in
the folder of the site; MkDocs neither reads nor writes it.  What MkDocs derives from all pages (search index, sitemap,
checked links) is completed from the records of the snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Set
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import HOME
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.digests import digest_of
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import Fingerprint, nav_outline
from papernotes_plugin.mkdocs_plugin.incremental.listings import Listings, merge_listings
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import PageRecord, Snapshot, subset
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.vocabulary.model import Output

log = get_plugin_logger("papernotes")

IsUnchanged = Callable[[str], bool]
"""Function that returns whether the file at a path in the site is as the last build wrote it."""


class ReusePlan:
    """Comparison of one build with the snapshot of the last one.

    The methods are called in this order: `select_generated`, `select_notes`, `check_anchors`, `complete_listings`,
    `new_snapshot`.
    """

    def __init__(self, last: Snapshot, *, drafts: bool = False, is_unchanged: IsUnchanged = bool) -> None:
        """Start without any reused page.

        Args:
            last: Snapshot of the last build.
            drafts: Whether the site shows drafts, as in `mkdocs serve`.
            is_unchanged: Returns whether a file of the site is as the last build wrote it.
        """
        self._last, self._drafts, self._is_unchanged = last, drafts, is_unchanged
        self.files: Mapping[str, GeneratedFile] = {}
        """Reused generated files by path."""
        self.pages: frozenset[str] = frozenset()
        """Paths of the reused generated pages."""
        self.has_direct_pages = False
        """True if generated pages are written directly, so that MkDocs does not list them."""
        self._notes: list[Page] = []
        """Pages of the reused notes."""
        self._fingerprint: Fingerprint | None = None
        self._changed: frozenset[str] = frozenset()
        """Paths of the notes and outputs that may have changed since the last build."""
        self._source_digests: dict[str, str] = {}
        """Digest of the source of each page that is not generated, by path."""
        self._generated: dict[str, GeneratedFile] = {}
        """All generated files by path."""
        self._all_files: Files = Files([])
        self._nav: Navigation | None = None
        self._all_pages: list[File] = []
        """Files of all pages in MkDocs' order."""
        self._rendered: list[File] = []
        """Files of the pages that MkDocs renders."""
        self._public: list[File] = []
        """Files of the pages that are no drafts."""
        self._listings: Listings | None = None
        """Entries of all pages in the files that list them; None before `complete_listings`, or if it had no effect."""

    @property
    def paths(self) -> Set[str]:
        """Paths of all reused pages and files."""
        return self.files.keys() | {page.file.src_uri for page in self._notes}

    @property
    def dest_paths(self) -> set[str]:
        """Paths in the site of all reused pages and files."""
        return {file.dest_uri for file in self.files.values()} | {page.file.dest_uri for page in self._notes}

    def select_generated(
        self,
        site: pipeline.Site,
        redirects: Mapping[str, Output],
        files: Files,
        config: MkDocsConfig,
        fingerprint: Fingerprint | None,
    ) -> None:
        """Select the generated files to reuse.

        Args:
            site: The library, with `changed_paths` compared with the last build; nothing is reused if it is None.
            redirects: The output that replaces a page at an old address, by path of the page.
            files: Files of the site without generated ones.
            config: Configuration of the site.
            fingerprint: Fingerprint of this build; None if it cannot be compared.
        """
        self._fingerprint = fingerprint
        if site.changed_paths is None or fingerprint is None or fingerprint != self._last.fingerprint:
            return
        self._changed = site.changed_paths
        reused, pages = {}, []
        # runs for each page of a large library after each edit, so that nothing is computed twice here
        for page_or_file in site.outputs:
            # the theme may show the time of the build on the homepage
            if page_or_file.path in self._changed or page_or_file.path == HOME:
                continue
            output = redirects.get(page_or_file.path, page_or_file)
            path = output.path
            is_page = self._last.generated.get(path)
            record = self._last.reusable(path)
            if is_page is None or (is_page and not record):
                continue
            file = self._last.files.get(path) or GeneratedFile.from_output(output, config)
            if self._is_unchanged(file.dest_uri):
                reused[path], file.reused = file, True
                if is_page and record:
                    pages.append(path)
                    if not file.page:
                        record.restore(file.new_page(config), files)
        self.files, self.pages = reused, frozenset(pages)

    def select_notes(
        self,
        nav: Navigation,
        files: Files,
        generated_pages: Container[str],
        notes: Notes,
        show_tags: Callable[[Page], None],
        config: MkDocsConfig,
    ) -> None:
        """Select the notes to reuse, or drop the whole plan if the navigation or an unknown page changed.

        Args:
            nav: The navigation.
            files: All files; reused notes are replaced by placeholders in it.
            generated_pages: Paths of the generated pages.
            notes: The notes.
            show_tags: Called with the page of each reused note, so that the tags of its front matter are listed.
            config: Configuration of the site.
        """
        self._nav, self._all_files = nav, files
        others = {path: file for path, file in files.src_uris.items() if path not in self.files}
        shown = {path for path, file in others.items() if file.is_documentation_page() and self._is_shown(file)}
        self._all_pages = [file for path, file in files.src_uris.items() if path in self.pages or path in shown]
        candidates = [file for path, file in others.items() if path in shown]
        self._source_digests = {
            f.src_uri: digest_of(f.content_bytes) for f in candidates if f.src_uri not in generated_pages
        }
        other_generated = {path: file for path, file in others.items() if isinstance(file, GeneratedFile)}
        self._generated = {**self.files, **other_generated}
        if self.files and not self._is_applicable(candidates, config):
            self._drop(config)
        if self.files:
            self._reuse_notes(notes)
        reused = {page.file.src_uri for page in self._notes}
        self._rendered = [f for f in candidates if f.src_uri not in reused] if self.files else self._all_pages
        drafts = {file.src_uri for file in candidates if not file.inclusion.is_included()}
        self._public = [file for file in self._all_pages if file.src_uri not in drafts] if drafts else self._all_pages
        for page in self._notes:
            show_tags(page)

    def _is_shown(self, file: File) -> bool:
        return bool(file.inclusion.is_in_serve() if self._drafts else file.inclusion.is_included())

    def _is_applicable(self, candidates: Iterable[File], config: MkDocsConfig) -> bool:
        """Return whether the navigation and the pages that are no notes are unchanged.

        The latter are not among `Site.changed_paths`, and their titles may be in the navigation of every page.
        """
        last = self._last
        for path, digest in self._source_digests.items():
            record = last.pages.get(path)
            if path not in self._changed and (record is None or record.source_digest != digest):
                return False
        titles = {path: record.title for path, record in last.pages.items()}
        if self._nav is None or last.nav_outline != nav_outline(self._nav, titles.get):
            return False
        rendered = (f for f in candidates if f.src_uri in self._changed or not last.reusable(f.src_uri))
        return not any(_lists_tags(file, config) for file in rendered)

    def _drop(self, config: MkDocsConfig) -> None:
        """Reuse no page, so that MkDocs renders all of them."""
        # not `nav.pages`: plugins insert items without adding them there
        in_nav = {item.target for item in nav_outline(self._nav, lambda _: None)} if self._nav else set()
        for path, file in self.files.items():
            file.reused = False
            # the navigation contains the page object itself, which therefore stays
            if file.is_documentation_page() and path not in in_nav:
                file.page = None
                file.new_page(config)
        self.files, self.pages = {}, frozenset()

    def _reuse_notes(self, notes: Notes) -> None:
        was_generated = self._last.generated
        removed = {PurePosixPath(path).name for path in was_generated.keys() - self._generated if was_generated[path]}
        placeholders: dict[str, File] = {}
        without_issues = notes.without_issues
        for file in self._all_pages:
            page, record = file.page, self._last.reusable(file.src_uri)
            if not page or not record or file.src_uri not in without_issues:
                continue
            if page.is_homepage or not self._is_unchanged(file.dest_uri) or self._has_changed(page, notes, removed):
                continue
            try:
                record.restore(page, self._all_files)
            except Exception as error:
                log.info("'%s' is rendered again: its record cannot be used (%r)", file.src_uri, error)
                continue
            self._notes.append(page)
            placeholders[file.src_uri] = placeholder = GeneratedFile.placeholder_for(file)
            self._all_files.remove(file)
            self._all_files.append(placeholder)
        self._all_pages = [placeholders.get(file.src_uri, file) for file in self._all_pages]

    def _has_changed(self, page: Page, notes: Notes, removed: Iterable[str]) -> bool:
        """Return whether a note differs from the last build; `removed` are names of pages that it may link to."""
        path = page.file.src_uri
        if path not in self._changed:
            return False
        record = self._last.pages[path]
        if notes.digest(page) != record.additions_digest or any(name in page.file.content_string for name in removed):
            return True
        notes.discard(path)
        return False

    def show_all_pages(self, context: dict[str, Any], *, drafts: bool) -> None:
        """Give a template context the list of all pages, with or without drafts."""
        if self.files or self.has_direct_pages:
            context["pages"] = self._all_pages if drafts else self._public

    def check_anchors(self, config: MkDocsConfig) -> None:
        """Let MkDocs check the links of reused pages to anchors in rendered pages."""
        if not self.files:
            return
        rendered = {file.src_uri: file for file in self._all_files.documentation_pages()}
        links_of = ((path, self._last.pages[path].links) for path in self.pages)
        linking = [self.files[path].page for path, links in links_of if links and not links.keys().isdisjoint(rendered)]
        for page in (*self._notes, *filter(None, linking)):
            if links := page.links_to_anchors:
                page.links_to_anchors = {rendered.get(to.src_uri, to): anchors for to, anchors in links.items()}
                page.validate_anchor_links(files=self._all_files, log_level=config.validation.links.anchors)

    def complete_listings(self, config: MkDocsConfig) -> None:
        """Add the entries of reused pages to the files that list all pages: search index and exported tags."""
        if self.files or self.has_direct_pages:
            self._listings = self._merge_listings(config)

    def _merge_listings(self, config: MkDocsConfig) -> Listings:
        """Return the entries of all pages; if pages are reused, also write the files that list them."""
        last, reused = self._last, self.paths
        rendered = {file.src_uri: file.page for file in self._rendered if file.page}
        has_same_pages = bool(reused) and (last.pages.keys() & reused) | rendered.keys() == last.pages.keys()
        urls = None if has_same_pages else [file.page.url for file in self._all_pages if file.page]
        rendered_urls = [page.url for page in rendered.values()]
        is_incomplete = bool(reused) or self.has_direct_pages
        return merge_listings(config, urls, rendered_urls, last.listings, write=is_incomplete)

    def new_snapshot(
        self,
        generated_pages: Container[str],
        notes: Notes,
        rendered_without_warnings: Callable[[str], bool],
        config: MkDocsConfig,
    ) -> Snapshot:
        """Return the snapshot of this build, without file stamps.

        Args:
            generated_pages: Paths of the generated pages.
            notes: The notes.
            rendered_without_warnings: Returns whether MkDocs rendered the note at a path without warnings.
            config: Configuration of the site.
        """
        rendered = {file.src_uri: file.page for file in self._rendered if file.page}
        # a generated page that MkDocs finds in its navigation is rendered with that
        in_nav = {page.file.src_uri for page in self._nav.pages} if self._nav else set()
        with_issues = notes.with_issues
        pages = self._reused_records(self.paths)
        for path, page in rendered.items():
            if path in generated_pages:
                is_reusable = path not in in_nav
            else:
                is_reusable = path not in with_issues and rendered_without_warnings(path)
            pages[path] = PageRecord.from_page(
                page,
                source_digest=self._source_digests.get(path, ""),
                additions_digest=notes.digests.get(path, ""),
                is_reusable=is_reusable,
            )
        has_tag_listing = any(any(plugin.listings or ()) for plugin in enabled_plugins(config, "tags"))
        return Snapshot(
            fingerprint=None if has_tag_listing else self._fingerprint,
            nav_outline=nav_outline(self._nav, lambda _: None) if self._nav else [],
            pages=pages,
            generated=self._generated_paths(generated_pages),
            files=self._generated,
            listings=self._merge_listings(config) if self._listings is None else self._listings,
        )

    def _reused_records(self, reused: Set[str]) -> dict[str, PageRecord]:
        """Return the records of the reused pages; the source of a note may have changed without effect."""
        pages = subset(self._last.pages, reused)
        for page in self._notes:
            path = page.file.src_uri
            if pages[path].source_digest != (digest := self._source_digests[path]):
                pages[path] = replace(pages[path], source_digest=digest)
        return pages

    def _generated_paths(self, generated_pages: Container[str]) -> dict[str, bool]:
        """Return the paths of the generated files, and whether each is a page."""
        new = self._generated.keys() - self.files.keys()
        return {**subset(self._last.generated, self.files.keys()), **{path: path in generated_pages for path in new}}


def _lists_tags(file: File, config: MkDocsConfig) -> bool:
    """Return whether a page shows the tags of all pages."""
    directives = [plugin.config.get("listings_directive") for plugin in enabled_plugins(config, "tags")]
    return any(directive in file.content_string for directive in directives if directive)
