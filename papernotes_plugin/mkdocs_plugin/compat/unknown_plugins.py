"""Find the plugins, hooks and templates of a site that may change any page in any build."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins

_KNOWN_PLUGINS = tuple(
    f"{package}." for package in (
        "papernotes_plugin", "mkdocs.contrib.search", "properdocs.contrib.search", "material.plugins.info",
        "material.plugins.offline", "material.plugins.search", "material.plugins.tags",
    )
)  # fmt: skip
"""Plugins of which it is known that they change a page only when its source or its options change."""
_PAGE_EVENTS = (
    "pre_page", "page_read_source", "page_markdown", "page_content", "page_context", "post_page", "env", "pre_template",
    "template_context", "post_template", "post_build",
)  # fmt: skip
"""Events in which a plugin can change pages, or files that are made from pages."""
_BUILD_DATE = b"build_date"
"""Beginning of the variables with which a template shows the time of the build."""


def unknown_plugins(config: MkDocsConfig) -> Iterator[str]:
    """Yield what may change a page although its source and the options are unchanged.

    These are plugins and hooks outside the list of known ones, and templates that show the build date.  A prebuilt
    search index and a tag listing also need all pages in each build.
    """
    for event in _PAGE_EVENTS:
        for method in config.plugins.events[event]:
            module = type(getattr(method, "__self__", method)).__module__
            if not f"{module}.".startswith(_KNOWN_PLUGINS):
                yield module
    if any(_BUILD_DATE in path.read_bytes() for path in theme_files(config)):
        yield "a template that shows the build date"
    for plugin in enabled_plugins(config, "search"):
        if plugin.config.get("prebuild_index"):
            yield "a prebuilt search index"
    for plugin in enabled_plugins(config, "tags"):
        # the listing shows the tags of all pages
        if plugin.config.get("tags_file") or plugin.config.get("tags_extra_files"):
            yield "a tag listing"


def theme_files(config: MkDocsConfig) -> list[Path]:
    """Return the paths of the files with which the author changes the theme, sorted."""
    folder = config.theme.custom_dir or ""
    return sorted(Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
