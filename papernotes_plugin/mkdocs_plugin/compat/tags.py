"""Add papers to the tag listings of Material's tags plugin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin.links.addresses import fold_path, tag_path
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.tag_slugs import UniqueTagSlugs


class Tags:
    """The tags of a site; tags of papers are spelled as the site's own pages spell them."""

    def __init__(self, config: MkDocsConfig) -> None:
        """Give every tag of the site a slug of its own."""
        self._plugins = [plugin for plugin in enabled_plugins(config, "tags") if "tags_slugify" in plugin.config]
        self._spellings: dict[tuple[str, ...], str] = {}
        for plugin in self._plugins:
            if not isinstance(plugin.config.tags_slugify, UniqueTagSlugs):
                plugin.config.tags_slugify = UniqueTagSlugs(plugin.config.tags_slugify)

    def claim(self, page: Page) -> None:
        """Register the tags of a page of the author: they decide the spelling and the slugs."""
        for plugin in self._plugins:
            tags = page.meta.get(plugin.config.tags_name_property)
            for tag in map(str, tags if isinstance(tags, list) else ()):
                path = tag_path(tag)
                self._spellings.setdefault(fold_path(path), tag)
                for end in range(1, len(path)):
                    self._spellings.setdefault(fold_path(path[:end]), "/".join(path[:end]))
                separator = plugin.config.tags_hierarchy_separator
                for part in tag.split(separator) if plugin.config.tags_hierarchy else [tag]:
                    plugin.config.tags_slugify(part, plugin.config.tags_slugify_separator)

    def set_paper_tags(self, page: Page, tags: Iterable[str]) -> None:
        """Set the tags of the page of a paper, without those that the site's option `tags_allowed` excludes."""
        for plugin in self._plugins:
            allowed = {str(tag) for tag in plugin.config.tags_allowed or ()}
            names = dict.fromkeys(map(self._site_spelling, tags))
            if permitted := [name for name in names if not allowed or name in allowed]:
                page.meta[plugin.config.tags_name_property] = permitted

    def _site_spelling(self, tag: str) -> str:
        """Return a tag with the longest part of its path spelled as on the author's pages."""
        path = tag_path(tag)
        for end in range(len(path), 0, -1):
            if spelling := self._spellings.get(fold_path(path[:end])):
                return "/".join((spelling, *path[end:]))
        return tag.lstrip("#")

    def hide(self, context: dict[str, Any]) -> None:
        """Remove the tags from a template context, for pages whose text already contains them."""
        for plugin in self._plugins:
            context[plugin.config.tags_name_variable] = []
