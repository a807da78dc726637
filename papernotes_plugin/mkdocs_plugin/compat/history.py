"""Exclude generated pages from plugins that report the history of a page."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins, is_enabled


def hide_from_history(page: Page, config: MkDocsConfig) -> None:
    """Exclude a generated page, before other plugins process it.

    mkdocs-rss-plugin lists every page that is not a draft.  mkdocs-git-authors-plugin queries git for every page that
    its option `exclude` does not match.
    """
    if is_enabled(config, "rss"):
        page.meta["draft"] = True
    for plugin in enabled_plugins(config, "git-authors"):
        plugin.config.exclude = [*(plugin.config.exclude or ()), "*"]


def restore_history(page: Page, config: MkDocsConfig) -> None:
    """Undo `hide_from_history`, after other plugins have processed the page."""
    page.meta.pop("draft", None)
    for plugin in enabled_plugins(config, "git-authors"):
        plugin.config.exclude = plugin.config.exclude[:-1]
