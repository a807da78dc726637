"""Keep the links of notes compatible with plugins that read or rewrite links and citations."""

from __future__ import annotations

from dataclasses import replace

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.markdown_extensions.site_extensions import WIKILINKS
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code, Level

_NEED_SOURCE_PATHS = ("autolinks", "obsidian-bridge")
"""Plugins that read `File.abs_src_path` of every file and raise an exception if it is None."""
_RESOLVE_BARE_NAMES = ("autolinks", "roamlinks", "ezlinks")
"""Plugins that search all folders for the target of a link without a folder, such as `[a](b.md)`."""
_READ_WIKILINKS = ("bibtex", "ezlinks", "roamlinks", "obsidian-bridge")
"""Plugins that read `[[wikilinks]]` or `[@keys]`."""
_BARE_LINK = lazy_regex(r"\]\(([^()/\s:#]+\.md\b)")
_MD_LINK = lazy_regex(r"(\]\([^()\s:#]+\.m)d(?=[)#\s])")


def needs_source_paths(config: MkDocsConfig) -> bool:
    """Return whether a plugin of the site fails on files without `abs_src_path`."""
    return any(is_enabled(config, name) for name in _NEED_SOURCE_PATHS)


def others_read_links(config: MkDocsConfig) -> bool:
    """Return whether another plugin or extension reads wikilinks or citekeys.

    Wikilinks and citekeys that papernotes does not know are then left as they are written.
    """
    extensions = any(name in config.markdown_extensions for name in WIKILINKS)
    return extensions or any(is_enabled(config, name) for name in _READ_WIKILINKS)


def adapt_links(annotated: str, markdown: str, config: MkDocsConfig) -> str:
    """Return a note whose generated links are safe from other plugins.

    Bare links `[a](b.md)` become `[a](./b.md)` for plugins that search all folders for `b.md`.  The plugin
    obsidian-bridge breaks links to `.md` files that begin with `../`, so these end in `.m%64`, which MkDocs reads as
    `.md`.

    Args:
        annotated: Markdown of the note with generated links.
        markdown: Markdown of the note as its author wrote it; links in it are not changed.
        config: Configuration of the site.
    """
    if any(is_enabled(config, name) for name in _RESOLVE_BARE_NAMES):
        annotated = _BARE_LINK.sub(lambda link: link[0] if link[0] in markdown else f"](./{link[1]}", annotated)
    if is_enabled(config, "obsidian-bridge"):
        annotated = _MD_LINK.sub(lambda link: link[0] if link[0] in markdown else f"{link[1]}%64", annotated)
    return annotated


def lower_issue_levels(settings: Config, config: MkDocsConfig) -> Config:
    """Return options with lower levels for issues that another plugin may resolve.

    A key that papernotes does not know may be in a `.bib` file that only mkdocs-bibtex reads.
    """
    lowered: dict[str, Level] = {Code.UNKNOWN_KEY: Level.INFO} if is_enabled(config, "bibtex") else {}
    return replace(settings, issues={**lowered, **settings.issues})
