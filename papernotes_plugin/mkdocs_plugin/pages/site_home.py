"""Decide whether a site needs the generated home page, and add it to each language without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

from papernotes_plugin.links.addresses import HOME, fold_path, is_home
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.i18n import Languages, relink
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.mkdocs_plugin.pages.link_targets import ELSEWHERE, link_to_default_language
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PageTexts
from papernotes_plugin.pipeline import Site
from papernotes_plugin.vocabulary.model import Output

_HOME_FILE = "index.html"


def without_second_home(site: Site, files: Files, config: MkDocsConfig, languages: Languages) -> Site:
    """Return a site without the generated home page if another page has its address.

    Args:
        site: The library and its outputs.
        files: Files of the site after all other plugins.
        config: Configuration of the site.
        languages: Languages of the site, each of which has a home page.
    """
    if HOME not in site.output_paths:
        return site
    if not (has_home(files, config) if languages.is_default else _is_written(languages.home, files)):
        return site
    return replace(site, outputs=tuple(output for output in site.outputs if output.path != HOME))


def has_home(files: Files, config: MkDocsConfig) -> bool:
    """Return whether a file, the theme or a redirect is at the root of the site."""
    if _HOME_FILE in config.theme.static_templates:
        return True
    for plugin in enabled_plugins(config, "redirects"):
        if any(is_home(str(path)) for path in plugin.config.get("redirect_maps") or ()):
            return True
    return _is_written(_HOME_FILE, files)


def add_language(
    files: Files,
    config: MkDocsConfig,
    languages: Languages,
    site: Site,
    outputs: Sequence[Output],
    texts: PageTexts,
) -> Site:
    """Add the home page of a language other than the default one, and the targets of links to other languages.

    Args:
        files: Files of the site.
        config: Configuration of the site.
        languages: Languages of the site.
        site: The library and its outputs.
        outputs: Generated pages and assets, with the home page if this language has none.
        texts: Receives the text of the home page.

    Returns:
        The site with rewritten backlinks.
    """
    site = link_to_default_language(files, config, languages, site, outputs)
    paths = {path.removeprefix(ELSEWHERE): path for path in files.src_uris if path.startswith(ELSEWHERE)}
    for output in outputs:
        if output.path == HOME:
            text = relink(output.text, HOME, paths)
            home = Output(HOME, text, front_matter=output.front_matter)
            file = GeneratedFile.from_text(HOME, "", config)
            file.output, file.dest_uri = home, languages.home
            files.append(file)
            texts.add(home)
    return site


def _is_written(path: str, files: Files) -> bool:
    """Return whether a file of the site has a path in the site folder."""
    wanted = fold_path((path,))
    return any(fold_path((file.dest_uri,)) == wanted for file in files if not file.inclusion.is_excluded())
