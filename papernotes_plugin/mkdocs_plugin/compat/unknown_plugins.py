"""Find the plugins, hooks and templates of a site that may change any page in any build."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins

KNOWN_PLUGINS = tuple(
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
_HARMLESS_PLUGINS = tuple(f"{package}." for package in ("material.plugins.blog", "mkdocs_autorefs", "mkdocstrings"))
"""Other plugins of which it is known that their page events do not change generated pages."""
_OWN_PAGE_EVENTS = _PAGE_EVENTS[:6]
_TEMPLATE_TAG, _READS_PAGE = re.compile(rb"\{[{%].*?[%}]\}", re.DOTALL), re.compile(rb"\bpage\b")
"""An expression or a statement in a template, and the name of the page in it."""
_BUILD_DATE = b"build_date"
"""Beginning of the variables with which a template shows the time of the build."""


def unknown_plugins(config: MkDocsConfig) -> Iterator[str]:
    """Yield what may change a page although its source and the options are unchanged.

    These are plugins and hooks outside the list of known ones, and templates that show the build date.  A prebuilt
    search index and a tag listing also need all pages in each build.
    """
    yield from (module for _, _, module in unknown_methods(config, _PAGE_EVENTS))
    if shows_build_date(config):
        yield "a template that shows the build date"
    for plugin in enabled_plugins(config, "search"):
        if plugin.config.get("prebuild_index"):
            yield "a prebuilt search index"
    for plugin in enabled_plugins(config, "tags"):
        # the listing shows the tags of all pages
        if plugin.config.get("tags_file") or plugin.config.get("tags_extra_files"):
            yield "a tag listing"


def unknown_methods(
    config: MkDocsConfig, events: Iterable[str], vetted: tuple[str, ...] = KNOWN_PLUGINS
) -> Iterator[tuple[str, Any, str]]:
    """Yield the methods that take part in some events and do not belong to known plugins.

    Args:
        config: Configuration of the site.
        events: Names of the events.
        vetted: Beginnings of the modules of these plugins.

    Yields:
        The event, the method, and the module of its plugin or hook.
    """
    for event in events:
        for method in config.plugins.events[event]:
            module = type(getattr(method, "__self__", method)).__module__
            if not f"{module}.".startswith(vetted):
                yield event, method, module


def shows_build_date(config: MkDocsConfig) -> bool:
    """Return whether the author's templates show the time of the build."""
    return any(_BUILD_DATE in path.read_bytes() for path in theme_files(config))


def reason_for_mkdocs(config: MkDocsConfig) -> str:
    """Return why MkDocs itself must render generated pages; "" if no plugin, hook or template can change them."""
    for event, method, module in unknown_methods(config, _OWN_PAGE_EVENTS, (*KNOWN_PLUGINS, *_HARMLESS_PLUGINS)):
        function = getattr(method, "__module__", None)
        owner = module if hasattr(method, "__self__") else function or module
        return f"'on_{event}' of '{owner}' can change them"
    for path in theme_files(config):
        if any(_READS_PAGE.search(tag[0]) for tag in _TEMPLATE_TAG.finditer(path.read_bytes())):
            return f"the template '{path.name}' reads the page"
    return ""


def theme_files(config: MkDocsConfig) -> list[Path]:
    """Return the paths of the files with which the author changes the theme, sorted."""
    folder = config.theme.custom_dir or ""
    return sorted(Path(parent, name) for parent, _, names in os.walk(folder) for name in names)
