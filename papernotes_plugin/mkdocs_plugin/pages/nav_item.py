"""The one entry in the navigation of a site that is of our making: the index of all papers."""

from __future__ import annotations

from collections.abc import Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation, Section

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages

_ARRANGERS: Mapping[str, tuple[str, str]] = {
    "awesome-nav": ("filename", ".nav.yml"),
    "awesome-pages": ("filename", ".pages"),
    "literate-nav": ("nav_file", "SUMMARY.md"),
}
"""Plugins that read the navigation from a file among the pages: the option that names it, and its default."""


class PapersNavItem:
    """Whether and where the site shows the way to the index: only where nobody arranges the navigation by hand."""

    def __init__(self, config: MkDocsConfig, languages: Languages, title: str) -> None:
        # here and not later: literate-nav puts what it made in the place of the author's
        self._open = bool(title) and config.nav is None and not languages.has_nav
        self._title = title

    def look(self, files: Files, config: MkDocsConfig) -> None:
        """See whether a plugin reads the navigation from a file at the top of the pages."""
        for name, (option, default) in _ARRANGERS.items():
            for plugin in enabled_plugins(config, name):
                if files.get_file_from_path(plugin.config.get(option) or default):
                    self._open = False

    def enter(self, nav: Navigation, file: File | None) -> None:
        """Add the entry at the end, unless the page is there already."""
        if file is None:
            return
        found = _led(nav, file) or any(page.file is file for page in nav.pages)
        if found or not self._open:
            return
        if file.page is None:
            # the build of another language than that of the page
            nav.items.append(Link(self._title, file.url))
            return
        # neither the page before nor the one behind any other page changes by it
        file.page.title = self._title
        nav.items.append(file.page)


def _led(nav: Navigation, file: File) -> bool:
    """Lead entries to a page that was named where it was not known yet (awesome-pages); tell whether there are any."""
    found = False
    todo: list[list[StructureItem]] = [nav.items]
    while todo:
        items = todo.pop()
        for place, item in enumerate(items):
            if isinstance(item, Link) and item.url == file.src_uri and file.page is not None:
                file.page.title, file.page.parent = item.title or file.page.title, item.parent
                items[place] = file.page
                found = True
            elif isinstance(item, Section):
                todo.append(item.children)
    return found
