"""Look up which other plugins a site uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.utils import meta


def is_enabled(config: MkDocsConfig, name: str) -> bool:
    """Return whether a site uses a plugin.

    Args:
        config: Configuration of the site.
        name: Name of the plugin without the prefix of a theme: `tags` also finds `material/tags`.
    """
    return next(enabled_plugins(config, name), None) is not None


def enabled_plugins(config: MkDocsConfig, name: str) -> Iterator[Any]:
    """Yield every instance of a plugin in the configuration.

    MkDocs names the instances `tags`, `material/tags` or `material/tags #2`.

    Args:
        config: Configuration of the site.
        name: Name of the plugin without the prefix of a theme.
    """
    for key, plugin in config.plugins.items():
        if key.partition(" ")[0].rpartition("/")[2] == name:
            yield plugin


def read_front_matter(page: File) -> Mapping[str, Any]:
    """Return the front matter of a page as MkDocs reads it; empty if MkDocs cannot read the page."""
    try:
        return meta.get_data(page.content_string)[1]
    except (OSError, UnicodeDecodeError):
        return {}
