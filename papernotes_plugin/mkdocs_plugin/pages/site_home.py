"""Decide whether a site needs the generated home page."""

from __future__ import annotations

from dataclasses import replace

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from papernotes_plugin.links.addresses import HOME, fold_path, is_home
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages
from papernotes_plugin.pipeline import Site

_HOME_FILE = "index.html"


def without_second_home(site: Site, files: Files, config: MkDocsConfig, languages: Languages) -> Site:
    """Return a site without the generated home page if another page has its address.

    Args:
        site: The library and its outputs.
        files: Files of the site after all other plugins.
        config: Configuration of the site.
        languages: Languages of the site; the home page exists in the default one only.
    """
    if languages.is_default and not has_home(files, config):
        return site
    return replace(site, outputs=tuple(output for output in site.outputs if output.path != HOME))


def has_home(files: Files, config: MkDocsConfig) -> bool:
    """Return whether a file, the theme or a redirect is at the root of the site."""
    if _HOME_FILE in config.theme.static_templates:
        return True
    for plugin in enabled_plugins(config, "redirects"):
        if any(is_home(str(path)) for path in plugin.config.get("redirect_maps") or ()):
            return True
    return any(fold_path((file.dest_uri,)) == (_HOME_FILE,) for file in files if not file.inclusion.is_excluded())
