"""What stands in the way of papernotes in a site, in plain words, each with the line that mends it.

The site's settings are looked at, and what is installed beside us; no plugin is loaded and nothing is built.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata

from papernotes_plugin.config import STYLES, Config
from papernotes_plugin.faces.site_file import SiteFile
from papernotes_plugin.faces.vault import breaks_lines
from papernotes_plugin.issues import Level, PapernotesError

CALLOUTS = (10, 20)
"""The version of pymdown-extensions from which on callouts are known."""
MATERIAL = (9, 5)
"""The oldest version of Material that our style is made for."""
PACKAGES: Mapping[str, str] = {
    "autolinks": "mkdocs-autolinks-plugin",
    "awesome-nav": "mkdocs-awesome-nav",
    "bibtex": "mkdocs-bibtex",
    "ezlinks": "mkdocs-ezlinks-plugin",
    "git-revision-date-localized": "mkdocs-git-revision-date-localized-plugin",
    "i18n": "mkdocs-static-i18n",
    "include-markdown": "mkdocs-include-markdown-plugin",
    "literate-nav": "mkdocs-literate-nav",
    "macros": "mkdocs-macros-plugin",
    "minify": "mkdocs-minify-plugin",
    "redirects": "mkdocs-redirects",
    "roamlinks": "mkdocs-roamlinks-plugin",
    "rss": "mkdocs-rss-plugin",
    "section-index": "mkdocs-section-index",
}
"""What to install for a plugin; elsewhere its own documentation says so."""
_WIKILINKS = ("roamlinks", "ezlinks", "obsidian-bridge")
_WIKILINK_EXTENSIONS = ("wikilinks", "markdown.extensions.wikilinks", "mdx_wikilink_plus", "obsidianmd")
_GENERATED = ("papers_path", "tags_path", "topics_path", "venues_path", "map_path")


@dataclass(frozen=True)
class Finding:
    """One thing that is in the way, or to be known."""

    level: Level
    """Error: the build stops; warning: something does not work; info: good to know."""
    message: str
    mend: str = ""
    """A line of `mkdocs.yml` or of a shell; "" where there is nothing to mend."""
    line: int | None = None
    """The line of the site's file that it is about."""


@dataclass(frozen=True)
class Installed:
    """What is installed beside us."""

    version: Callable[[str], str | None]
    """The version of a distribution, None where it is missing."""
    plugins: frozenset[str]
    """The names of all plugins of MkDocs, those of Material without its prefix."""

    @classmethod
    def here(cls) -> Installed:
        """In the environment that runs us."""

        def version(name: str) -> str | None:
            try:
                return metadata.version(name)
            except metadata.PackageNotFoundError:
                return None

        groups = ("mkdocs.plugins", "properdocs.plugins")
        names = {
            entry.name.removeprefix("material/") for group in groups for entry in metadata.entry_points(group=group)
        }
        return cls(version, frozenset(names))


def look(site: SiteFile, installed: Installed) -> list[Finding]:
    """All findings, the gravest first."""
    ours = site.plugins.get("papernotes", {})
    found = [
        *_host(installed),
        *_theme(site, installed),
        *_listed(site, installed),
        *_options(site, ours, installed),
        *_callouts(site, ours, installed),
        *_rivals(site, ours),
        *_reaching(site, ours),
        *_navigation(site, ours),
        *_line_breaks(site),
    ]
    grave = (Level.ERROR, Level.WARNING, Level.INFO)
    return sorted(found, key=lambda finding: grave.index(finding.level))


def numbers(version: str) -> tuple[int, ...]:
    """The leading numbers of a version.

    Examples:
        >>> numbers("10.20.1b2"), numbers("9.x"), numbers("")
        ((10, 20, 1), (9,), ())
    """
    return tuple(int(part) for part in re.match(r"(\d+(?:\.\d+)*)?", version)[0].split(".") if part)  # type: ignore[index]


# --- what is installed ----------------------------------------------------------------------------


def _host(installed: Installed) -> Iterator[Finding]:
    mkdocs, properdocs = installed.version("mkdocs"), installed.version("properdocs")
    if mkdocs is None and properdocs is None:
        yield Finding(Level.ERROR, "MkDocs is not installed here", 'pip install "mkdocs-papernotes[mkdocs]"')
    elif mkdocs is not None and numbers(mkdocs) < (1, 6):
        yield Finding(
            Level.ERROR, f"MkDocs {mkdocs} is too old: generated pages need 1.6", 'pip install "mkdocs>=1.6,<2"'
        )
    elif mkdocs is not None and numbers(mkdocs) >= (2,):
        yield Finding(Level.ERROR, f"MkDocs {mkdocs} runs no plugins", 'pip install "mkdocs>=1.6,<2"')
    click = installed.version("click")
    if mkdocs and click and (8, 2, 2) <= numbers(click) < (8, 4):
        # mkdocs/mkdocs#4032, mended by click 8.4 (#4081)
        message = f"with click {click} `mkdocs serve` sees no changes unless it is told to (--livereload)"
        yield Finding(Level.WARNING, message, 'pip install "click>=8.4"')


def _theme(site: SiteFile, installed: Installed) -> Iterator[Finding]:
    if site.theme != "material":
        message = f"the pages are made for Material; with the theme '{site.theme}' they are plainer"
        yield Finding(Level.INFO, message, "theme: {name: material}")
        return
    material = installed.version("mkdocs-material")
    if material is None:
        yield Finding(Level.ERROR, "the theme Material is not installed here", "pip install mkdocs-material")
    elif numbers(material) < MATERIAL:
        oldest = ".".join(map(str, MATERIAL))
        message = f"Material {material} is older than the pages are made for ({oldest})"
        yield Finding(Level.WARNING, message, f'pip install "mkdocs-material>={oldest}"')


def _listed(site: SiteFile, installed: Installed) -> Iterator[Finding]:
    if "papernotes" not in site.plugins:
        names = [*site.plugins, "papernotes"]
        message = "papernotes is not among the plugins"
        short = "plugins" not in site.data or not any(site.plugins.values())
        yield Finding(Level.ERROR, message, f"plugins: [{', '.join(names)}]" if short else "  - papernotes")
    for name in site.plugins:
        if name not in installed.plugins:
            package = PACKAGES.get(name)
            mend = f"pip install {package or ('mkdocs-papernotes' if name == 'papernotes' else '')}".rstrip()
            known = package or name == "papernotes"
            message = f"the plugin '{name}' is not installed here; the build stops"
            yield Finding(Level.ERROR, message, mend if known else "", site.lines.get(name))


def _callouts(site: SiteFile, ours: Mapping[str, object], installed: Installed) -> Iterator[Finding]:
    others = {"pymdownx.quotes", "callouts", "github-callouts"} & set(site.extensions)
    if others or ours.get("callouts") is False:
        return
    version = installed.version("pymdown-extensions")
    if version is None or numbers(version) < CALLOUTS:
        what = f"pymdown-extensions {version} does not know them" if version else "pymdown-extensions is not installed"
        wanted = ".".join(map(str, CALLOUTS))
        mend = f'pip install "pymdown-extensions>={wanted}"   # or, without callouts: - papernotes: {{callouts: false}}'
        yield Finding(Level.ERROR, f"callouts (`> [!note]`) cannot be shown: {what}; the build stops", mend)


# --- options of ours ------------------------------------------------------------------------------


def _options(site: SiteFile, ours: Mapping[str, object], installed: Installed) -> Iterator[Finding]:
    line = site.lines.get("papernotes")
    given = {str(name): value for name, value in ours.items() if value is not None}
    config = Config()
    for name, value in given.items():
        try:
            Config.load({name: value})
        except PapernotesError as error:
            mend = f"{name}: {_default(name)}" if hasattr(config, name) else f"take '{name}' out"
            yield Finding(Level.ERROR, f"papernotes: {error}", mend, line)
    if isinstance(style := given.get("citation_style", config.citation_style), str) and style not in STYLES:
        if installed.version("citeproc-py") is None:
            message = f"the citation style '{style}' needs citeproc-py, which is not installed here"
            yield Finding(Level.ERROR, message, 'pip install "mkdocs-papernotes[csl]"', line)
        if not (site.path.parent / style).is_file():
            message = f"the citation style '{style}' is not there"
            yield Finding(Level.ERROR, message, "citation_style: author-year", line)
    named = given.get("bibliography")
    for pattern in [named] if isinstance(named, str) else named if isinstance(named, list) else ():
        if isinstance(pattern, str) and not any(site.path.parent.glob(pattern.lstrip("/"))):
            message = f"no file matches '{pattern}' of 'bibliography'; the build stops"
            yield Finding(Level.ERROR, message, "bibliography: bib/*.bib", line)


def _default(name: str) -> str:
    value = getattr(Config(), name)
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, ensure_ascii=False)


# --- other plugins --------------------------------------------------------------------------------


def _rivals(site: SiteFile, ours: Mapping[str, object]) -> Iterator[Finding]:
    both = [*(p for p in _WIKILINKS if p in site.plugins), *(e for e in _WIKILINK_EXTENSIONS if e in site.extensions)]
    if ours.get("wikilinks") is not False:
        for name in both:
            message = (
                f"'{name}' reads [[wikilinks]], too: what papernotes knows is its own, the rest is left to '{name}'"
            )
            mend = f"take '{name}' out; or leave all to it: - papernotes: {{wikilinks: false}}"
            yield Finding(Level.INFO, message, mend, site.lines.get(name))
    if "bibtex" in site.plugins:
        message = (
            "'bibtex' (mkdocs-bibtex) reads [@keys], too: papernotes takes those that it knows, with its references"
        )
        files = site.plugins["bibtex"].get("bib_file") or site.plugins["bibtex"].get("bib_dir")
        one = f"{files}/*.bib" if files and not str(files).endswith(".bib") else files or "bib/*.bib"
        mend = f"take 'bibtex' out: - papernotes: {{bibliography: {one}}}"
        yield Finding(Level.WARNING, message, mend, site.lines.get("bibtex"))


def _reaching(site: SiteFile, ours: Mapping[str, object]) -> Iterator[Finding]:
    """Plugins that are told to do something with a page or a file that is made only later."""
    folders = tuple(f"{str(ours.get(name) or getattr(Config(), name)).strip('/')}/" for name in _GENERATED)
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
                message = f"'minify' looks for '{name}' among your files, where it is not; the build stops"
                yield Finding(Level.ERROR, message, f"take it out of {option}", site.lines.get("minify"))
    tags_file = site.docs / f"{ours.get('tags_path') or Config().tags_path}.md"
    if "tags" in site.plugins and tags_file.is_file():
        message = (
            f"your page '{tags_file.name}' stands where the index of tags would be; it stays, and links lead to it"
        )
        yield Finding(Level.INFO, message, "- papernotes: {tags_path: paper-tags}", site.lines.get("tags"))


def _navigation(site: SiteFile, ours: Mapping[str, object]) -> Iterator[Finding]:
    nav = site.data.get("nav")
    page = f"{str(ours.get('papers_path') or Config().papers_path).strip('/')}/index.md"
    if isinstance(nav, list) and page not in set(_leaves(nav)):
        yield Finding(Level.INFO, "the index of all papers is not in the navigation", f"  - Papers: {page}")


def _line_breaks(site: SiteFile) -> Iterator[Finding]:
    if breaks_lines(site.docs) and not {"nl2br", "markdown.extensions.nl2br"} & set(site.extensions):
        message = "Obsidian begins a new line where the author does; on the site the lines of a paragraph become one"
        yield Finding(Level.INFO, message, "markdown_extensions: [nl2br]")


def _leaves(nav: Iterable[object]) -> Iterator[str]:
    todo: list[object] = list(nav)
    while todo:
        node = todo.pop()
        if isinstance(node, Mapping):
            todo += node.values()
        elif isinstance(node, list):
            todo += node
        else:
            yield str(node)
