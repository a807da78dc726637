"""Pages that an edit cannot have changed: they are not handed to MkDocs again.

The core says which notes and pages an edit may have changed (`Site.fresh`).  All others are what they were as long as
what is around them is: the configuration, the theme, the navigation, and no plugin that does with pages what nobody
here knows.  Their files stay, MkDocs neither reads nor writes them, and what it tells of all pages - its search index,
the sitemap, the links to check - is completed with what is known of them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.plugin import files as placing
from papernotes_plugin.plugin.built import Built, Told
from papernotes_plugin.plugin.files import Ours
from papernotes_plugin.plugin.neighbours import plugins
from papernotes_plugin.plugin.notes import Notes
from papernotes_plugin.plugin.surroundings import shape, strangers


class _Listed(NamedTuple):
    """A file in which a plugin lists something of all pages, page by page."""

    path: str
    """Below the folder of the site."""
    key: str
    """Of the list in it."""
    page: Callable[[Any], str]
    """The URL of the page that an entry is of."""
    separators: tuple[str, str]


IsLeft = Callable[[str], bool]
"""Whether the file at a place in the site is as the last build has left it."""

_SEARCH = _Listed("search/search_index.json", "docs", lambda e: str(e["location"]).partition("#")[0], (",", ":"))


class Settling:
    """What is known of the last build, and what of that still holds in this one."""

    def __init__(self, *, preview: bool) -> None:
        self._preview = preview
        self.last = Built()
        """What is known of the last build."""
        self.pages: frozenset[str] = frozenset()
        """The paths of our pages that are settled."""
        self.files: Mapping[str, Ours] = {}
        """The files of ours that are settled, by path."""
        self.notes: list[Page] = []
        """The pages of notes that are settled."""
        self._around: object = None
        """What is around the pages of this build, its navigation apart."""
        self._fresh: frozenset[str] = frozenset()
        """What may have changed since the last build, by path."""
        self._sources: dict[str, str] = {}
        """As `Built` has them, of this build."""
        self._ours: dict[str, Ours] = {}
        """The files of ours."""
        self._all: Files = Files([])
        self._nav: Navigation | None = None
        self._every: list[File] = []
        """All pages of this build, in MkDocs' order."""
        self._is_left: IsLeft = bool

    @property
    def settled(self) -> Iterator[Page]:
        """The pages that are."""
        yield from self.notes
        yield from (file.page for file in self.files.values() if file.page)

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
        same = site.fresh is not None and around is not None and around == last.around and not any(strangers(config))
        self._around, self._fresh, self._is_left = around, site.fresh or frozenset(), is_left
        settled = {path for path, page in last.ours.items() if path in last.pages or not page} - self._fresh
        kept = [output for output in site.outputs if output.path in settled] if same else []
        found = {output.path: last.files.get(output.path) or placing.ours(output, config) for output in kept}
        self.files = {path: file for path, file in found.items() if is_left(file.dest_uri)}
        self.pages = frozenset(path for path in self.files if last.ours[path])
        for path, file in self.files.items():
            file.settled = True
            if path in self.pages and not file.page:
                page = Page(None, file, config)
                last.pages[path].give(page, files)

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
        pages = (file for file in files if file.is_documentation_page() or file.src_uri in self.pages)
        self._every = [f for f in pages if (f.inclusion.is_in_serve() if self._preview else f.inclusion.is_included())]
        left = [file for file in self._every if file.src_uri not in self.pages]
        last = self.last
        made = (file for file in left if file.src_uri in self._fresh or file.src_uri not in last.pages)
        # what is none of our notes is not among what may have changed, and may have another title all the same
        self._sources = {f.src_uri: _digest(f.content_bytes) for f in left if f.src_uri not in bodies}
        same = all(last.sources.get(path) == now for path, now in self._sources.items() if path not in self._fresh)
        shown = last.shape == shape(nav, last.titles)
        if self.files and not (same and shown and not any(_lists_tags(file, config) for file in made)):
            self._unsettle(config)
        self._ours = {file.src_uri: file for file in files if isinstance(file, Ours)}
        if self.files:
            gone = {PurePosixPath(path).name for path, page in last.ours.items() if page and path not in bodies}
            self._settle_notes(notes, gone)
        for page in self.notes:
            claim(page)

    def _settle_notes(self, notes: Notes, gone: Iterable[str]) -> None:
        swapped: dict[str, File] = {}
        right, known = notes.right, self.last.pages
        for file in [file for file in self._every if file.src_uri in right and file.src_uri in known]:
            page = file.page
            # a homepage may tell when the site was built
            if page and not page.is_homepage and self._is_left(file.dest_uri) and self._is_same(page, notes, gone):
                known[file.src_uri].give(page, self._all)
                self.notes.append(page)
                swapped[file.src_uri] = standin = Ours.settled_in(file)
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
        notes.release(path)
        return True

    def _unsettle(self, config: MkDocsConfig) -> None:
        """The navigation is another one: every page looks otherwise."""
        for file in self.files.values():
            file.settled, file.page = False, None
            if file.is_documentation_page():
                Page(None, file, config)
        self.files, self.pages = {}, frozenset()

    def show(self, context: dict[str, Any], *, preview: bool) -> None:
        """Give a template all pages; `preview` with those that only a preview shows."""
        if self.files:
            every = self._every
            context["pages"] = every if preview else [file for file in every if file.inclusion.is_included()]

    def end(self, config: MkDocsConfig) -> None:
        """When MkDocs has checked the links of its pages: those of settled ones into others."""
        made = {file.src_uri: file for file in self._all.documentation_pages()} if self.files else {}
        for page in self.settled:
            links = page.links_to_anchors
            if not links:
                continue
            if any(to.src_uri in made for to in links):
                page.links_to_anchors = {made.get(to.src_uri, to): anchors for to, anchors in links.items()}
            page.validate_anchor_links(files=self._all, log_level=config.validation.links.anchors)

    def remember(
        self,
        bodies: Container[str],
        notes: Notes,
        quiet: Callable[[str], bool],
        config: MkDocsConfig,
    ) -> Built:
        """When everything is written: complete what is listed of all pages, and tell what the next build may use.

        Args:
            bodies: The paths of our pages.
            notes: The notes.
            quiet: Whether MkDocs had nothing to say of the note at a path when it made it.
            config: The configuration.
        """
        urls = [file.page.url for file in self._every if file.page]
        settled = {page.file.src_uri: page.url for page in self.settled}
        here = {*settled.values()}
        last, site = self.last, Path(config.site_dir)
        listed = {at.path: _completed(site, at, urls, here, last.listed.get(at.path, {})) for at in _listed(config)}
        if any(any(plugin.listings or ()) for plugin in plugins(config, "tags")):
            self._around = None
        shown = shape(self._nav, {}) if self._nav else []
        in_nav = {path for *_, path in shown}
        pages = {file.src_uri: file.page for file in self._every if file.page}
        # of ours what stands in the navigation is made by MkDocs with it
        ours = {path for path in pages if path in bodies and path not in in_nav}
        sure = ours | {path for path in pages if path not in bodies and path not in notes.faulty and quiet(path)}
        told = {path: last.pages[path] if path in settled else Told.by(pages[path]) for path in {*sure, *settled}}
        self.last = Built(
            around=self._around,
            shape=shown,
            titles={path: page.title for path, page in pages.items()},
            sources=self._sources,
            pages=told,
            ours={path: path in bodies for path in self._ours},
            files=self._ours,
            notes={**{path: last.notes[path] for path in settled if path in last.notes}, **notes.digests},
            listed=listed,
        )
        return self.last


def _lists_tags(file: File, config: MkDocsConfig) -> bool:
    """Whether a page that is to be made shows the tags of all pages."""
    signs = [plugin.config.get("listings_directive") for plugin in plugins(config, "tags")]
    return any(sign in file.content_string for sign in signs if sign)


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _listed(config: MkDocsConfig) -> Iterator[_Listed]:
    if any(plugins(config, "search")):
        yield _SEARCH
    for plugin in plugins(config, "tags"):
        if plugin.config.get("export"):
            yield _Listed(plugin.config.export_file, "mappings", lambda e: str(e["item"]["url"]), (", ", ": "))


def _completed(
    site: Path, listed: _Listed, urls: Iterable[str], settled: set[str], known: Mapping[str, list[Any]]
) -> dict[str, list[Any]]:
    """What is listed of each page, those that are settled among them; the file has it all."""
    path = site / listed.path
    if not path.is_file():
        return {}
    told = json.loads(path.read_text("utf-8"))
    now: dict[str, list[Any]] = {}
    for entry in told[listed.key]:
        now.setdefault(listed.page(entry), []).append(entry)
    if settled:
        now = {url: known[url] if url in settled and url in known else now.get(url, []) for url in urls} | now
        told[listed.key] = [entry for entries in now.values() for entry in entries]
        path.write_text(json.dumps(told, separators=listed.separators), "utf-8")
    return now
