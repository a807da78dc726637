"""Check the other plugins and extensions of a site: same syntax, required order, reserved paths."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.doctor.mkdocs_yml import SiteFile
from papernotes_plugin.markdown_extensions.site_extensions import WIKILINKS
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Level

_PLUGINS_BY_PACKAGE = """
mkdocs-{}: autorefs awesome-nav bibtex callouts caption exclude gen-files glightbox literate-nav markmap
mkdocs-{}: obsidian-bridge open-in-new-tab redirects same-dir section-index simple-hooks swagger-ui-tag with-pdf
mkdocs-{}-plugin: autolinks awesome-pages charts codeinclude d2 encryptcontent enumerate-headings ezlinks
mkdocs-{}-plugin: git-authors git-revision-date git-revision-date-localized htmlproofer img2fig include-markdown
mkdocs-{}-plugin: kroki macros meta-descriptions minify monorepo panzoom print-site roamlinks rss table-reader
mkdocs-material: blog group info meta offline optimize privacy projects social tags typeset
mkdocs-publisher: pub-blog pub-meta pub-minifier pub-obsidian pub-social
mkdocs-git-committers-plugin-2: git-committers
mkdocs-mermaid2-plugin: mermaid2
mkdocs-papernotes: papernotes
mkdocs-static-i18n: i18n
"mkdocstrings[python]": mkdocstrings
{}: markdown-exec mike mkdocs-jupyter
"""
PACKAGES: Mapping[str, str] = {
    name: package.format(name)
    for package, _, names in (line.partition(": ") for line in _PLUGINS_BY_PACKAGE.strip().splitlines())
    for name in names.split()
}
"""Package to install for a plugin whose package has another name."""
_WIKILINKS = ("roamlinks", "ezlinks", "obsidian-bridge")
_FOLDERS = ("papers_path", "tags_path", "topics_path", "venues_path", "map_path")
_NAV_PLUGINS: Mapping[str, tuple[str, str, str]] = {
    "awesome-nav": ("filename", ".nav.yml", "  - Papers: {}"),
    "awesome-pages": ("filename", ".pages", "  - Papers: {}"),
    "literate-nav": ("nav_file", "SUMMARY.md", "- [Papers]({})"),
}
"""Plugins that read the navigation from a file: the option that names it, its default, and an entry in it."""


def check_plugins(site: SiteFile, papernotes_options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield all findings.

    Args:
        site: The configuration of the site.
        papernotes_options: The options of papernotes.
    """
    yield from _same_syntax(site, papernotes_options)
    yield from _publisher(site)
    yield from _order(site)
    yield from _missing_files(site, papernotes_options)
    yield from _taken_paths(site, papernotes_options)
    yield from _navigation(site, papernotes_options)


def _same_syntax(site: SiteFile, papernotes_options: Mapping[str, object]) -> Iterator[Finding]:
    both = [*(p for p in _WIKILINKS if p in site.plugins), *(e for e in WIKILINKS if e in site.extensions)]
    if papernotes_options.get("wikilinks") is not False:
        for name in both:
            message = (
                f"'{name}' reads [[wikilinks]], too: papernotes converts those that it can resolve, '{name}' the others"
            )
            fix = f"remove '{name}'; or let it convert all: - papernotes: {{wikilinks: false}}"
            yield Finding(Level.INFO, message, fix, site.lines.get(name))
    if "bibtex" in site.plugins:
        message = (
            "'bibtex' (mkdocs-bibtex) reads [@keys], too: papernotes converts known keys and adds its own references"
        )
        files = str(site.plugins["bibtex"].get("bib_file") or site.plugins["bibtex"].get("bib_dir") or "bib/*.bib")
        fix = f"remove 'bibtex': - papernotes: {{bibliography: {files if '.bib' in files else f'{files}/*.bib'}}}"
        if urlsplit(files).netloc:
            fix = f"remove 'bibtex', and save {files} as bib/library.bib: a build uses no network"
        yield Finding(Level.WARNING, message, fix, site.lines.get("bibtex"))


def _publisher(site: SiteFile) -> Iterator[Finding]:
    """Yield findings for mkdocs-publisher, which opens each page as a file and converts all wikilinks first."""
    options = site.plugins.get("pub-obsidian")
    if options is None:
        return
    line = site.lines.get("pub-obsidian")
    if _is_enabled(options, "backlinks", "enabled"):
        message = "'pub-obsidian' opens every page as a file, which generated ones are not; the build stops"
        yield Finding(Level.ERROR, message, "- pub-obsidian: {backlinks: {enabled: false}}", line)
    if _is_enabled(options, "links", "wikilinks_enabled"):
        message = "'pub-obsidian' converts all [[wikilinks]] before papernotes, even those to papers"
        yield Finding(Level.WARNING, message, "- pub-obsidian: {links: {wikilinks_enabled: false}}", line)


def _is_enabled(options: Mapping[str, object], group: str, name: str) -> bool:
    within = options.get(group)
    return not (isinstance(within, Mapping) and within.get(name) is False)


def _order(site: SiteFile) -> Iterator[Finding]:
    """Yield findings for plugins in the wrong order."""
    names = list(site.plugins)
    if "papernotes" not in names:
        return
    position, line = names.index("papernotes"), site.lines.get("papernotes")
    if "print-site" in names[:position]:
        message = "'print-site' must be the last plugin, otherwise it warns; a strict build stops"
        yield Finding(Level.WARNING, message, "put papernotes above print-site", line)
    if "awesome-pages" in names[position:]:
        message = "'awesome-pages' warns about plugins above it that use the navigation; the warning is harmless"
        yield Finding(Level.INFO, message, "put papernotes below awesome-pages to avoid it", line)


def _missing_files(site: SiteFile, papernotes_options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield findings for plugins that are configured to use a page or a file which is generated later."""
    folders = tuple(f"{_folder(papernotes_options, name)}/" for name in _FOLDERS)
    maps = site.plugins.get("redirects", {}).get("redirect_maps")
    for old, new in (maps if isinstance(maps, Mapping) else {}).items():
        if str(new).startswith(folders) and not (site.docs / str(new).partition("#")[0]).is_file():
            url = f"{site.data.get('site_url') or '/'}{str(new).removesuffix('index.md').removesuffix('.md')}"
            message = f"'redirects' cannot lead to '{new}', which is generated"
            yield Finding(Level.WARNING, message, f"{old}: {url}", site.lines.get("redirects"))
    minified = site.plugins.get("minify", {})
    for option in ("js_files", "css_files"):
        files = minified.get(option)
        for name in files if isinstance(files, list) else ():
            if str(name).startswith("assets/papernotes/"):
                message = f"'minify' looks for '{name}' in your files, but it is generated; the build stops"
                yield Finding(Level.ERROR, message, f"remove it from {option}", site.lines.get("minify"))


def _taken_paths(site: SiteFile, papernotes_options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield findings for pages of the author that have the path of a generated index."""
    for name in _FOLDERS:
        folder = _folder(papernotes_options, name)
        own = [
            f"{folder}{end}" for end in (".md", "/index.md", "/README.md") if (site.docs / f"{folder}{end}").is_file()
        ]
        if own:
            what = name.removesuffix("_path")
            message = f"your page '{own[0]}' has the path of the index of {what}; it is kept, and links lead to it"
            other = f"paper-{what}" if name != "papers_path" else "library"
            yield Finding(Level.INFO, message, f"- papernotes: {{{name}: {other}}}", site.lines.get("papernotes"))


def _navigation(site: SiteFile, papernotes_options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding for a navigation of the author without a link to the papers."""
    page = f"{_folder(papernotes_options, 'papers_path')}/index.md"
    message = "the index of all papers is not in the navigation"
    for name, (option, default, entry) in _NAV_PLUGINS.items():
        options = site.plugins.get(name)
        if options is not None:
            file = site.docs / str(options.get(option) or default)
            if file.is_file():
                if page not in file.read_text("utf-8", "replace"):
                    yield Finding(Level.INFO, message, f"in {file.name}: {entry.format(page)}", site.lines.get(name))
                return
    nav = site.data.get("nav")
    if isinstance(nav, list) and page not in set(_leaves(nav)):
        yield Finding(Level.INFO, message, f"  - Papers: {page}", site.settings.get("nav"))


def _folder(papernotes_options: Mapping[str, object], name: str) -> str:
    return str(papernotes_options.get(name) or getattr(Config(), name)).strip("/")


def _leaves(nav: Iterable[object]) -> Iterator[str]:
    """Yield the targets of a navigation; a YAML anchor that is used several times, or contains itself, is read once."""
    todo: list[object] = list(nav)
    seen: set[int] = set()
    while todo:
        node = todo.pop()
        if isinstance(node, list | dict):
            if id(node) not in seen:
                seen.add(id(node))
                todo += node.values() if isinstance(node, dict) else node
        else:
            yield str(node)
