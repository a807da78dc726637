"""Pages that an edit cannot have changed: they are not handed to MkDocs again.

The core says which notes and pages an edit may have changed (`Site.changed_paths`).  All others are unchanged as long
as what is around them is: the configuration, the theme, the navigation, and no plugin that does with pages what nobody
here knows.  Their files stay, MkDocs neither reads nor writes them, and what it tells of all pages - its search index,
the sitemap, the links to check - is completed with what is known of them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterable, Mapping, Set
from pathlib import PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.incremental.fingerprint import shape, unknown_plugins
from papernotes_plugin.mkdocs_plugin.incremental.listings import completed
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Built, Told, of_paths
from papernotes_plugin.mkdocs_plugin.notes.note_pages import Notes
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile

IsLeft = Callable[[str], bool]
"""Whether the file at a place in the site is as the last build has left it."""


class Settling:
    """What is known of the last build, and what of that still holds in this one."""

    def __init__(self, *, preview: bool) -> None:
        self._preview = preview
        self.last = Built()
        """What is known of the last build."""
        self.pages: frozenset[str] = frozenset()
        """The paths of our pages that are settled."""
        self.files: Mapping[str, GeneratedFile] = {}
        """The files of ours that are settled, by path."""
        self.notes: list[Page] = []
        """The pages of notes that are settled."""
        self._around: object = None
        """What is around the pages of this build, its navigation apart."""
        self._fresh: frozenset[str] = frozenset()
        """What may have changed since the last build, by path."""
        self._sources: dict[str, str] = {}
        """As `Built` has them, of this build."""
        self._ours: dict[str, GeneratedFile] = {}
        """The files of ours."""
        self._all: Files = Files([])
        self._nav: Navigation | None = None
        self._every: list[File] = []
        """All pages of this build, in MkDocs' order."""
        self._made: list[File] = []
        """Those of them that MkDocs makes."""
        self._published: list[File] = []
        """Those of them that not only a preview shows."""
        self._is_left: IsLeft = bool

    @property
    def paths(self) -> Set[str]:
        """The paths of all pages and files that are settled."""
        return self.files.keys() | {page.file.src_uri for page in self.notes}

    def begin(self, site: pipeline.Site, files: Files, config: MkDocsConfig, around: object, is_left: IsLeft) -> None:
        """When the notes are read.

        Args:
            site: What is in them.
            files: All files but ours.
            config: The configuration.
            around: What is around the pages, the navigation apart; None where that cannot be said.
            is_left: Whether the last build's file at a place in the site is as it was left.
        """
        last = self.last
        same = (
            site.changed_paths is not None
            and around is not None
            and around == last.around
            and not any(unknown_plugins(config))
        )
        self._around, self._fresh, self._is_left = around, site.changed_paths or frozenset(), is_left
        # what is done here for each page of a large library is done again after each edit of a note
        known, told, pages = last.ours if same else {}, last.pages, []
        self.files = {}
        for output in site.outputs:
            is_page = known.get(path := output.path)
            if is_page is None or path in self._fresh or (is_page and path not in told):
                continue
            file = last.files.get(path) or GeneratedFile.from_output(output, config)
            if is_left(file.dest_uri):
                self.files[path], file.reused = file, True
                if is_page:
                    pages.append(path)
                if is_page and not file.page:
                    told[path].give(Page(None, file, config), files)
        self.pages = frozenset(pages)

    def settle(
        self,
        nav: Navigation,
        files: Files,
        bodies: Container[str],
        notes: Notes,
        claim: Callable[[Page], None],
        config: MkDocsConfig,
    ) -> None:
        """When there is a navigation: take from MkDocs what it need not read again.

        Args:
            nav: The navigation.
            files: All files.
            bodies: The paths of our pages.
            notes: The notes.
            claim: Takes the tags of the settled pages of notes.
            config: The configuration.
        """
        self._nav, self._all, self.notes = nav, files, []
        others = {path: file for path, file in files.src_uris.items() if path not in self.files}
        pages = {path for path, file in others.items() if file.is_documentation_page() and self._is_shown(file)}
        self._every = [file for path, file in files.src_uris.items() if path in self.pages or path in pages]
        left = [file for path, file in others.items() if path in pages]
        last = self.last
        made = (file for file in left if file.src_uri in self._fresh or file.src_uri not in last.pages)
        # what is none of our notes is not among what may have changed, and may have another title all the same
        self._sources = {f.src_uri: _digest(f.content_bytes) for f in left if f.src_uri not in bodies}
        same = all(last.sources.get(path) == now for path, now in self._sources.items() if path not in self._fresh)
        shown = last.shape == shape(nav, last.titles)
        self._ours = {**self.files, **{path: file for path, file in others.items() if isinstance(file, GeneratedFile)}}
        if self.files and not (same and shown and not any(_lists_tags(file, config) for file in made)):
            self._unsettle(config)
        if self.files:
            gone = {PurePosixPath(path).name for path in last.ours.keys() - self._ours.keys() if last.ours[path]}
            self._settle_notes(notes, gone)
        settled = {page.file.src_uri for page in self.notes}
        self._made = [file for file in left if file.src_uri not in settled] if self.files else self._every
        hidden = {file.src_uri for file in left if not file.inclusion.is_included()}
        self._published = [file for file in self._every if file.src_uri not in hidden] if hidden else self._every
        for page in self.notes:
            claim(page)

    def _is_shown(self, file: File) -> bool:
        return bool(file.inclusion.is_in_serve() if self._preview else file.inclusion.is_included())

    def _settle_notes(self, notes: Notes, gone: Iterable[str]) -> None:
        swapped: dict[str, File] = {}
        right, known = notes.without_issues, self.last.pages
        for file in [file for file in self._every if file.src_uri in right and file.src_uri in known]:
            page = file.page
            # a homepage may tell when the site was built
            if page and not page.is_homepage and self._is_left(file.dest_uri) and self._is_same(page, notes, gone):
                known[file.src_uri].give(page, self._all)
                self.notes.append(page)
                swapped[file.src_uri] = standin = GeneratedFile.placeholder_for(file)
                self._all.remove(file)
                self._all.append(standin)
        self._every = [swapped.get(file.src_uri, file) for file in self._every]

    def _is_same(self, page: Page, notes: Notes, gone: Iterable[str]) -> bool:
        """Whether a note that may have changed has not; `gone` are the names of pages that it may have led to."""
        path = page.file.src_uri
        if path not in self._fresh:
            return True
        if notes.digest(page) != self.last.notes.get(path) or any(name in page.file.content_string for name in gone):
            return False
        notes.discard(path)
        return True

    def _unsettle(self, config: MkDocsConfig) -> None:
        """The navigation is another one: every page looks otherwise."""
        in_nav = {path for *_, path in shape(self._nav, {})} if self._nav else set()
        for path, file in self.files.items():
            file.reused = False
            # the navigation holds the page itself
            if file.is_documentation_page() and path not in in_nav:
                file.page = None
                Page(None, file, config)
        self.files, self.pages = {}, frozenset()

    def show(self, context: dict[str, Any], *, preview: bool) -> None:
        """Give a template all pages; `preview` with those that only a preview shows."""
        if self.files:
            context["pages"] = self._every if preview else self._published

    def end(self, config: MkDocsConfig) -> None:
        """When MkDocs has checked the links of its pages: those of settled ones into others."""
        if not self.files:
            return
        made = {file.src_uri: file for file in self._all.documentation_pages()}
        settled = ((path, self.last.pages[path].links) for path in self.pages)
        led = [self.files[path].page for path, links in settled if links and not links.keys().isdisjoint(made)]
        for page in (*self.notes, *filter(None, led)):
            if links := page.links_to_anchors:
                page.links_to_anchors = {made.get(to.src_uri, to): anchors for to, anchors in links.items()}
                page.validate_anchor_links(files=self._all, log_level=config.validation.links.anchors)

    def remember(
        self,
        bodies: Container[str],
        notes: Notes,
        rendered_without_warnings: Callable[[str], bool],
        config: MkDocsConfig,
    ) -> Built:
        """When everything is written: complete what is listed of all pages, and tell what the next build may use.

        Args:
            bodies: The paths of our pages.
            notes: The notes.
            rendered_without_warnings: Whether MkDocs rendered the note at a path without warnings.
            config: The configuration.
        """
        last, settled = self.last, self.paths
        pages = {file.src_uri: file.page for file in self._made if file.page}
        titles = {**of_paths(last.titles, settled), **{path: page.title for path, page in pages.items()}}
        made = [page.url for page in pages.values()]
        same = bool(settled) and titles.keys() == last.titles.keys()
        urls = None if same else [file.page.url for file in self._every if file.page]
        listed = completed(config, urls, made, last.listed, write=bool(settled))
        if any(any(plugin.listings or ()) for plugin in enabled_plugins(config, "tags")):
            self._around = None
        # of ours what MkDocs finds in its navigation it makes with that
        in_nav = {page.file.src_uri for page in self._nav.pages} if self._nav else set()
        ours = {path for path in pages if path in bodies and path not in in_nav}
        sure = ours | {
            path
            for path in pages
            if path not in bodies and path not in notes.with_issues and rendered_without_warnings(path)
        }
        self.last = Built(
            around=self._around,
            shape=shape(self._nav, {}) if self._nav else [],
            titles=titles,
            sources=self._sources,
            pages={**of_paths(last.pages, settled), **{path: Told.by(pages[path]) for path in sure}},
            ours={
                **of_paths(last.ours, self.files.keys()),
                **{p: p in bodies for p in self._ours.keys() - self.files.keys()},
            },
            files=self._ours,
            notes={**of_paths(last.notes, settled), **notes.digests},
            listed=listed,
        )
        return self.last


def _lists_tags(file: File, config: MkDocsConfig) -> bool:
    """Whether a page that is to be made shows the tags of all pages."""
    signs = [plugin.config.get("listings_directive") for plugin in enabled_plugins(config, "tags")]
    return any(sign in file.content_string for sign in signs if sign)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()
