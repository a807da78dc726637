"""Pages that an edit cannot have changed: in a preview they are not handed to MkDocs again.

The core says which notes and pages an edit may have changed (`Site.fresh`).  All others are what they were as long as
what is around them is: the configuration, the theme, the navigation, and no plugin that does with pages what nobody
here knows.  Their files stay, MkDocs neither reads nor writes them, and what it tells of all pages - its search index,
the sitemap, the links to check - is completed with what is known of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Set
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.faces import collecting
from papernotes_plugin.plugin.files import Ours
from papernotes_plugin.plugin.neighbours import plugins
from papernotes_plugin.plugin.surroundings import options, shape, stamps, strangers


class _Listed(NamedTuple):
    """A file in which a plugin lists something of all pages, page by page."""

    path: str
    """Below the folder of the site."""
    key: str
    """Of the list in it."""
    page: Callable[[Any], str]
    """The URL of the page that an entry is of."""
    separators: tuple[str, str]


_SEARCH = _Listed("search/search_index.json", "docs", lambda e: str(e["location"]).partition("#")[0], (",", ":"))


class Settling:
    """What a preview knows of its last build, and what of that still holds in this one."""

    def __init__(self) -> None:
        self.pages: Mapping[str, str] = {}
        """The text of each page of ours that is settled, by path."""
        self.files: Mapping[str, Ours] = {}
        """The files of ours that are settled, by path."""
        self.notes: list[Page] = []
        """The pages of notes that are settled."""
        self._around: object = None
        """What was around the pages of the last build, its navigation apart."""
        self._shape: list[tuple[object, ...]] = []
        """Its navigation, as a theme shows it."""
        self._titles: dict[str, str | None] = {}
        """What its pages were called, by path."""
        self._sources: dict[str, int] = {}
        """A number for what stands in the source of each of its pages but ours, by path."""
        self._known: dict[str, Page] = {}
        """Those of its pages that may be settled, by path."""
        self._ours: dict[str, tuple[Ours, str]] = {}
        """The files of ours, with their texts."""
        self._entries: dict[str, dict[str, list[Any]]] = {}
        """By file of `_listed`, by URL, what was listed of each page."""
        self._fresh: frozenset[str] = frozenset()
        """What may have changed since the last build, by path."""
        self._all: Files = Files([])
        self._nav: Navigation | None = None
        self._every: list[File] = []
        """All pages of this build, in MkDocs' order."""

    @property
    def settled(self) -> Iterator[Page]:
        """The pages that are."""
        yield from self.notes
        yield from (file.page for file in self.files.values() if file.page)

    def begin(self, site: pipeline.Site, config: MkDocsConfig, kind: object) -> None:
        """When the notes are read.

        Args:
            site: What is in them.
            config: The configuration.
            kind: What else pages depend on.
        """
        around = (options(config), stamps(config), kind)
        same = site.fresh is not None and around == self._around and not any(strangers(config))
        self._around, self._fresh = around, site.fresh or frozenset()
        kept = {path: known for path, known in self._ours.items() if path not in self._fresh} if same else {}
        kept = {path: known for path, known in kept.items() if path in self._known or not known[1]}
        self.files = {path: file for path, (file, _) in kept.items()}
        self.pages = {path: text for path, (_, text) in kept.items() if text}
        for file in self.files.values():
            file.settled = True

    def settle(
        self,
        nav: Navigation,
        files: Files,
        bodies: Mapping[str, str],
        notes: Set[str],
        claim: Callable[[Page], None],
        config: MkDocsConfig,
    ) -> dict[str, str]:
        """When there is a navigation: take from MkDocs what it need not read again.

        Args:
            nav: The navigation.
            files: All files.
            bodies: The texts of our pages, by path.
            notes: The paths of the notes on which nothing has to be told.
            claim: Takes the tags of the settled pages of notes.
            config: The configuration.

        Returns:
            The texts of our pages that are not settled, by path.
        """
        self._nav, self._all, self.notes = nav, files, []
        pages = (file for file in files if file.is_documentation_page() or file.src_uri in self.pages)
        self._every = [file for file in pages if file.inclusion.is_in_serve()]
        left = [file for file in self._every if file.src_uri not in self.pages]
        made = (file for file in left if file.src_uri in self._fresh or file.src_uri not in self._known)
        # what is none of our notes is not among what may have changed, and may have another title all the same
        was, self._sources = self._sources, {f.src_uri: hash(f.content_bytes) for f in left if f.src_uri not in bodies}
        same = all(was.get(path) == now for path, now in self._sources.items() if path not in self._fresh)
        shown = self._shape == shape(nav, self._titles)
        if self.files and not (same and shown and not any(_lists_tags(file, config) for file in made)):
            self._unsettle(config)
        ours = (file for file in files if isinstance(file, Ours))
        self._ours = {file.src_uri: (file, bodies.get(file.src_uri, "")) for file in ours}
        if self.files:
            self._settle_notes(notes - self._fresh)
        self._known = {}
        for page in self.notes:
            claim(page)
        return {path: text for path, text in bodies.items() if path not in self.pages}

    def _settle_notes(self, wanted: Set[str]) -> None:
        swapped: dict[str, File] = {}
        for file in [file for file in self._every if file.src_uri in wanted and file.src_uri in self._known]:
            page = file.page
            # a homepage may tell when the site was built
            if page and not page.is_homepage:
                _restore(page, self._known[file.src_uri])
                self.notes.append(page)
                swapped[file.src_uri] = standin = Ours.settled_in(file)
                self._all.remove(file)
                self._all.append(standin)
        self._every = [swapped.get(file.src_uri, file) for file in self._every]

    def _unsettle(self, config: MkDocsConfig) -> None:
        """The navigation is another one: every page looks otherwise."""
        for file in self.files.values():
            file.settled, file.page = False, None
            if file.is_documentation_page():
                Page(None, file, config)
        self.files, self.pages = {}, {}

    def show(self, context: dict[str, Any], *, preview: bool) -> None:
        """Give a template all pages; `preview` with those that only a preview shows."""
        if self.files:
            every = self._every
            context["pages"] = every if preview else [file for file in every if file.inclusion.is_included()]

    def end(self, config: MkDocsConfig) -> None:
        """When MkDocs has checked the links of its pages: those of settled ones into others."""
        made = {file.src_uri: file for file in self._all.documentation_pages()} if self.files else {}
        for page in self.settled:
            links = page.links_to_anchors or {}
            if any(to.src_uri in made for to in links):
                page.links_to_anchors = {made.get(to.src_uri, to): anchors for to, anchors in links.items()}
            page.validate_anchor_links(files=self._all, log_level=config.validation.links.anchors)

    def remember(
        self, bodies: Container[str], quiet: Callable[[str], bool], wrong: Container[str], config: MkDocsConfig
    ) -> None:
        """When everything is written: complete what is listed of all pages, and keep what the next build may use.

        Args:
            bodies: The paths of our pages.
            quiet: Whether MkDocs had nothing to say of the note at a path when it made it.
            wrong: The paths of the notes on which something is told.
            config: The configuration.
        """
        urls = [file.page.url for file in self._every if file.page]
        settled = {page.url for page in self.settled}
        for listed in _listed(config):
            known = self._entries.get(listed.path, {})
            self._entries[listed.path] = _completed(Path(config.site_dir), listed, urls, settled, known)
        if any(any(plugin.listings or ()) for plugin in plugins(config, "tags")):
            self._around = None
        self._shape = shape(self._nav, {}) if self._nav else []
        shown = {path for *_, path in self._shape}
        pages = {file.src_uri: file.page for file in self._every if file.page}
        self._titles = {path: page.title for path, page in pages.items()}
        # of ours what stands in the navigation is made by MkDocs with it
        sure = {path for path in pages if (path not in shown if path in bodies else quiet(path) and path not in wrong)}
        self._known = {path: page for path, page in pages.items() if path in sure}
        if not self.files:
            collecting.leave()


def _lists_tags(file: File, config: MkDocsConfig) -> bool:
    """Whether a page that is to be made shows the tags of all pages."""
    signs = [plugin.config.get("listings_directive") for plugin in plugins(config, "tags")]
    return any(sign in file.content_string for sign in signs if sign)


def _restore(page: Page, known: Page) -> None:
    """Make of a page that was not read what it was."""
    title = page.title
    page.markdown, page.meta, page.content, page.toc = known.markdown, known.meta, known.content, known.toc
    page.present_anchor_ids, page.links_to_anchors = known.present_anchor_ids, known.links_to_anchors
    if title is None:
        page.title = known.title


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
