"""Add the home page and the index of papers to the navigation of a site."""

from __future__ import annotations

from collections.abc import Container, Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Link, Navigation, Section

from papernotes_plugin.links.addresses import HOME, papers_index
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages
from papernotes_plugin.pipeline import Site

_NAV_PLUGINS: Mapping[str, tuple[str, str]] = {
    "awesome-nav": ("filename", ".nav.yml"),
    "awesome-pages": ("filename", ".pages"),
    "literate-nav": ("nav_file", "SUMMARY.md"),
}
"""Plugins that read the navigation from a file in `docs_dir`: the option that names it, and its default."""


class NavItems:
    """The items for generated pages, which are added only if the author has not configured the navigation."""

    def __init__(self, config: MkDocsConfig, languages: Languages) -> None:
        """Check the configuration for a navigation, before literate-nav overwrites it.

        Args:
            config: Configuration of the site.
            languages: Languages of the site, each of which may have a navigation.
        """
        self._is_automatic = config.nav is None and not languages.has_nav
        self._languages = languages

    def inspect(self, files: Files, config: MkDocsConfig) -> None:
        """Check whether a plugin reads the navigation from a file at the top of `docs_dir`."""
        for name, (option, default) in _NAV_PLUGINS.items():
            for plugin in enabled_plugins(config, name):
                if files.get_file_from_path(plugin.config.get(option) or default):
                    self._is_automatic = False

    def insert(self, nav: Navigation, files: Files, generated: Container[str], site: Site) -> None:
        """Add the home page at the start and the index of papers at the end, unless the navigation has them.

        Args:
            nav: Navigation of the site.
            files: Files of the site.
            generated: Source paths of the generated pages.
            site: The library; the index of an empty one is not added.
        """
        index, config = papers_index(site.config), site.config
        home = files.get_file_from_path(HOME)
        if HOME in generated and home is not None and home.page is not None:
            nav.homepage = nav.homepage or home.page
            self._insert(nav, home, config.home, 0)
        papers = files.get_file_from_path(index)
        if site.library.papers and papers is not None and (index in generated or not self._languages.is_default):
            self._insert(nav, papers, config.nav, len(nav.items))

    def _insert(self, nav: Navigation, file: File, title: str, position: int) -> None:
        """Add an item to an automatic navigation, unless the page is in it or the title is empty."""
        is_in_nav = _resolve_links(nav, file) or any(page.file is file for page in nav.pages)
        if is_in_nav or not (title and self._is_automatic):
            return
        if file.page is None:
            # this build is in another language than the page
            nav.items.insert(position, Link(title, file.url))
            return
        # nav.pages is not changed, so the links to the previous and next page of other pages stay as they are
        file.page.title = title
        nav.items.insert(position, file.page)


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
