"""Add the Markdown extensions, style sheets and scripts that notes and generated pages need to a site."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import util
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from papernotes_plugin.hosts.page_assets import assets
from papernotes_plugin.markdown_extensions.site_extensions import (
    ATTRIBUTES,
    CALLOUTS,
    EQUIVALENTS,
    FOR_OBSIDIAN,
    MATH,
)
from papernotes_plugin.mkdocs_plugin.notes import sanitizer
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.notes.conversion_guard import ConversionGuard
from papernotes_plugin.mkdocs_plugin.setup.options import Options

CITATIONS = "papernotes_plugin.markdown_extensions.citations"
GUARD = "papernotes_plugin.markdown_extensions.guarded_conversion"
AUTHOR_QUOTES = "papernotes_plugin.markdown_extensions.author_quotes"


def configure_markdown(
    options: Options, config: MkDocsConfig, citations: PageCitations, guard: ConversionGuard
) -> list[str]:
    """Add the extensions that the options require and the site lacks, and the style sheets and scripts.

    Args:
        options: Options of the plugin.
        config: Configuration of the site, which is changed.
        citations: Resolves the citations that the extension for citations finds.
        guard: Keeps a note that an extension fails on from ending the build.

    Returns:
        The added extensions that only notes of Obsidian need.

    Raises:
        PluginError: If a package that `callouts` or `sanitize` needs is not installed.
    """
    if options.sanitize:
        sanitizer.require_installed()
    required: dict[str, dict[str, Any]] = {ATTRIBUTES: {"pages": guard}}
    if options.callouts:
        required[CALLOUTS] = {"callouts": True}
    if options.math:
        required[MATH] = {}
    if options.obsidian:
        required |= FOR_OBSIDIAN
    added: list[str] = []
    for name, settings in required.items():
        if not any(other in config.markdown_extensions for other in EQUIVALENTS[name]):
            if name == CALLOUTS and not _has_callouts():
                raise PluginError("papernotes: callouts need pymdown-extensions 10.20 or later (or 'callouts: false')")
            config.markdown_extensions.append(name)
            config.mdx_configs[name] = settings
            added.append(name)
    own: dict[str, dict[str, Any]] = {CITATIONS: {"citer": citations}, GUARD: {"guard": guard}}
    if CALLOUTS in added and options.callouts == "auto":
        own[AUTHOR_QUOTES] = {"pages": guard}
    for name, settings in own.items():
        if name not in config.markdown_extensions:
            config.markdown_extensions.append(name)
        config.mdx_configs[name] = settings
    paths = [asset.path for asset in assets()]
    config.extra_css += [p for p in paths if p.endswith(".css") and p not in config.extra_css]
    config.extra_javascript += [p for p in paths if p.endswith(".js") and p not in config.extra_javascript]
    return [name for name in added if name in FOR_OBSIDIAN]


def remove_obsidian_extensions(config: MkDocsConfig, added: Iterable[str]) -> None:
    """Remove extensions that were added for notes of Obsidian from a site whose notes show no signs of it."""
    for name in added:
        if name in config.markdown_extensions:
            config.markdown_extensions.remove(name)
            config.mdx_configs.pop(name, None)


def _has_callouts() -> bool:
    return util.find_spec("pymdownx") is not None and util.find_spec(CALLOUTS) is not None
