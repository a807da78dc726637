"""Add the index of papers to the navigation of a site."""

from __future__ import annotations

from collections.abc import Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation, Section

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages

_NAV_PLUGINS: Mapping[str, tuple[str, str]] = {
    "awesome-nav": ("filename", ".nav.yml"),
    "awesome-pages": ("filename", ".pages"),
    "literate-nav": ("nav_file", "SUMMARY.md"),
}
"""Plugins that read the navigation from a file in `docs_dir`: the option that names it, and its default."""


class PapersNavItem:
    """The item for the index of papers, which is added only if the author has not configured the navigation."""

    def __init__(self, config: MkDocsConfig, languages: Languages, title: str) -> None:
        """Check the configuration for a navigation, before literate-nav overwrites it.

        Args:
            config: Configuration of the site.
            languages: Languages of the site, each of which may have a navigation.
            title: Title of the item; no item is added if it is empty.
        """
        self._is_wanted = bool(title) and config.nav is None and not languages.has_nav
        self._title = title

    def inspect(self, files: Files, config: MkDocsConfig) -> None:
        """Check whether a plugin reads the navigation from a file at the top of `docs_dir`."""
        for name, (option, default) in _NAV_PLUGINS.items():
            for plugin in enabled_plugins(config, name):
                if files.get_file_from_path(plugin.config.get(option) or default):
                    self._is_wanted = False

    def insert(self, nav: Navigation, file: File | None) -> None:
        """Add the item at the end of a navigation, unless the page is in it.

        Args:
            nav: Navigation of the site.
            file: File of the index; None if it was not generated.
        """
        if file is None:
            return
        is_in_nav = _resolve_links(nav, file) or any(page.file is file for page in nav.pages)
        if is_in_nav or not self._is_wanted:
            return
        if file.page is None:
            # this build is in another language than the page
            nav.items.append(Link(self._title, file.url))
            return
        # nav.pages is not changed, so the links to the previous and next page of other pages stay as they are
        file.page.title = self._title
        nav.items.append(file.page)


def _resolve_links(nav: Navigation, file: File) -> bool:
    """Replace links to the source path of a page by the page, and return whether there are any.

    awesome-pages adds such a link if its configuration names a page that did not exist yet.
    """
    is_linked = False
    todo: list[list[StructureItem]] = [nav.items]
    while todo:
        items = todo.pop()
        for position, item in enumerate(items):
            if isinstance(item, Link) and item.url == file.src_uri and file.page is not None:
                file.page.title, file.page.parent = item.title or file.page.title, item.parent
                items[position] = file.page
                is_linked = True
            elif isinstance(item, Section):
                todo.append(item.children)
    return is_linked
