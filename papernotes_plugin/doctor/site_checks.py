"""Check a site for everything that stops papernotes from working, with the line that fixes each problem.

The checks read the configuration of the site and the list of installed packages.  No plugin is loaded or run.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata

from papernotes_plugin.doctor import fact_checks, performance_checks, plugin_checks, size_checks
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.doctor.mkdocs_yml import SiteFile
from papernotes_plugin.files.obsidian_settings import breaks_lines
from papernotes_plugin.links.addresses import is_home
from papernotes_plugin.vocabulary.config import STYLES, Config
from papernotes_plugin.vocabulary.issues import Level, PapernotesError

CALLOUTS = (10, 20)
"""Oldest version of pymdown-extensions with callouts."""
MATERIAL = (9, 7)
"""Oldest version of Material that the style sheet supports."""


@dataclass(frozen=True)
class Installed:
    """Installed packages and plugins."""

    version: Callable[[str], str | None]
    """Returns the version of a package; None if it is not installed."""
    plugins: frozenset[str]
    """Names of all MkDocs plugins, those of Material without its prefix."""

    @classmethod
    def from_environment(cls) -> Installed:
        """Return what is installed in this Python environment."""

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


def run_checks(site: SiteFile, installed: Installed) -> list[Finding]:
    """Return all findings, the most severe first."""
    options = site.plugins.get("papernotes", {})
    findings = [
        *_host(installed),
        *_theme(site, installed),
        *_listed(site, installed),
        *_options(site, options, installed),
        *_callouts(site, options, installed),
        *_line_breaks(site),
        *plugin_checks.check_plugins(site, options),
        *_address(site, options),
        *_home(site, options),
        *_left_out(site),
        *performance_checks.check_performance(site, options),
        *fact_checks.check_facts(site, options),
        *size_checks.check_size(site, options),
    ]
    order = (Level.ERROR, Level.WARNING, Level.INFO)
    return sorted(findings, key=lambda finding: order.index(finding.level))


def numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version.

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
        # mkdocs/mkdocs#4032, fixed in click 8.4 (#4081)
        message = f"with click {click}, `mkdocs serve` detects changes only with --livereload"
        yield Finding(Level.WARNING, message, 'pip install "click>=8.4"')


def _theme(site: SiteFile, installed: Installed) -> Iterator[Finding]:
    if site.theme != "material":
        theme = f"the theme '{site.theme}'" if site.theme else "a theme of your own"
        message = f"the pages are designed for Material; with {theme} they are plainer"
        yield Finding(Level.INFO, message, "theme: {name: material}")
        return
    material = installed.version("mkdocs-material")
    if material is None:
        yield Finding(Level.ERROR, "the theme Material is not installed here", "pip install mkdocs-material")
    elif numbers(material) < MATERIAL:
        oldest = ".".join(map(str, MATERIAL))
        message = f"Material {material} is older than the pages need ({oldest})"
        yield Finding(Level.WARNING, message, f'pip install "mkdocs-material>={oldest}"')


def _listed(site: SiteFile, installed: Installed) -> Iterator[Finding]:
    if "papernotes" not in site.plugins:
        yield Finding(Level.ERROR, "papernotes is not among the plugins", *_added(site))
    for name in site.plugins:
        if name not in installed.plugins:
            package = plugin_checks.PACKAGES.get(name)
            message = f"the plugin '{name}' is not installed here; the build stops"
            fix = (
                f"pip install {package}"
                if package
                else "install it here, or run this command in the environment of the site"
            )
            yield Finding(Level.ERROR, message, fix, site.lines.get(name))


def _added(site: SiteFile) -> tuple[str, int | None]:
    """Return the line that adds the plugin and its line number; the list may be in an inherited file."""
    line = site.settings.get("plugins")
    where = "" if line or "plugins" not in site.data else ", in the file that this one inherits from"
    if isinstance(site.data.get("plugins"), Mapping):
        return f"below 'plugins'{where}:   papernotes: {{}}", line
    names = list(site.plugins)
    last = names.index("print-site") if "print-site" in names else len(names)
    if not any(site.plugins.values()) and not where:
        return f"plugins: [{', '.join([*names[:last], 'papernotes', *names[last:]])}]", line
    before = " above print-site" if last < len(names) else ""
    return f"below 'plugins'{before}{where}:   - papernotes", line


def _callouts(site: SiteFile, options: Mapping[str, object], installed: Installed) -> Iterator[Finding]:
    if options.get("callouts") is False or {"callouts", "github-callouts"} & set(site.extensions):
        return
    if (quotes := site.extensions.get("pymdownx.quotes")) is not None:
        if quotes.get("callouts") is not True:
            message = "'pymdownx.quotes' does not show callouts (`> [!note]`), because its option 'callouts' is off"
            yield Finding(
                Level.WARNING, message, "- pymdownx.quotes: {callouts: true}", site.lines.get("pymdownx.quotes")
            )
        return
    version = installed.version("pymdown-extensions")
    if version is None or numbers(version) < CALLOUTS:
        what = f"pymdown-extensions {version} does not know them" if version else "pymdown-extensions is not installed"
        wanted = ".".join(map(str, CALLOUTS))
        fix = f'pip install "pymdown-extensions>={wanted}"   # or, without callouts: - papernotes: {{callouts: false}}'
        yield Finding(Level.ERROR, f"callouts (`> [!note]`) cannot be shown: {what}; the build stops", fix)


# --- options of papernotes --------------------------------------------------------------------------


def _options(site: SiteFile, options: Mapping[str, object], installed: Installed) -> Iterator[Finding]:
    line = site.lines.get("papernotes")
    given = {str(name): value for name, value in options.items() if value is not None}
    config = Config()
    good = dict(given)
    for name, value in given.items():
        try:
            Config.load({name: value})
        except PapernotesError as error:
            fix = f"{name}: {_default(name)}" if hasattr(config, name) else f"remove '{name}'"
            yield Finding(Level.ERROR, f"papernotes: {error}", fix, line)
            good.pop(name)
    try:
        Config.load(good).check_folders()
    except PapernotesError as error:
        yield Finding(Level.ERROR, f"papernotes: {error}", "give each of them its own folder", line)
    if isinstance(style := given.get("citation_style", config.citation_style), str) and style not in STYLES:
        if installed.version("citeproc-py") is None:
            message = f"the citation style '{style}' needs citeproc-py, which is not installed here"
            yield Finding(Level.ERROR, message, 'pip install "mkdocs-papernotes[csl]"', line)
        if not (site.path.parent / style).is_file():
            message = f"the citation style '{style}' does not exist"
            yield Finding(Level.ERROR, message, "citation_style: author-year", line)
    named = given.get("bibliography")
    for pattern in [named] if isinstance(named, str) else named if isinstance(named, list) else ():
        if isinstance(pattern, str) and not any(site.path.parent.glob(pattern.lstrip("/"))):
            is_glob = any(char in pattern for char in "*?[")
            message = (
                f"no file matches '{pattern}' of 'bibliography'; {'it has no effect' if is_glob else 'the build stops'}"
            )
            level = Level.WARNING if is_glob else Level.ERROR
            yield Finding(level, message, "bibliography: bib/*.bib", line)


def _default(name: str) -> str:
    value = getattr(Config(), name)
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, ensure_ascii=False)


def _line_breaks(site: SiteFile) -> Iterator[Finding]:
    if breaks_lines(site.docs) and not {"nl2br", "markdown.extensions.nl2br"} & set(site.extensions):
        message = "Obsidian keeps the line breaks of a paragraph; this site joins its lines"
        yield Finding(Level.INFO, message, "markdown_extensions: [nl2br]")


def _address(site: SiteFile, options: Mapping[str, object]) -> Iterator[Finding]:
    if not (site.data.get("site_url") or options.get("site_url")):
        message = "the site has no 'site_url', so it has no feed of new papers and notes"
        yield Finding(Level.INFO, message, "site_url: https://example.org/")


def _home(site: SiteFile, options: Mapping[str, object]) -> Iterator[Finding]:
    """Yield a finding for a site without a home page of the author's, unless a plugin may create one."""
    # a translation of mkdocs-static-i18n: `index.de.md`, `de/index.md`
    pages = (*site.docs.glob("[iR]*.*"), *site.docs.glob("??/index.md"))
    names = {re.sub(r"\.[a-z]{2,3}(?:[-_]\w+)?(?=\.md$)", "", path.name) for path in pages}
    redirects = site.plugins.get("redirects", {}).get("redirect_maps")
    names.update(map(str, redirects) if isinstance(redirects, Mapping) else ())
    has_blog = site.plugins.get("blog", {}).get("blog_dir") in (".", "./")
    if any(map(is_home, names)) or has_blog or "gen-files" in site.plugins or not site.docs.is_dir():
        return
    if options.get("home", Config().home):
        message = f"'{site.docs.name}' has no index.md; papernotes creates a home page"
        yield Finding(Level.INFO, message, f"{site.docs.name}/index.md, with the line: <!-- papernotes:overview -->")
    else:
        message = f"'{site.docs.name}' has no index.md and 'home' is off: the address of the site shows an error page"
        yield Finding(Level.WARNING, message, f"home: {Config().home}", site.lines.get("papernotes"))


def _left_out(site: SiteFile) -> Iterator[Finding]:
    """Yield a finding for notes that MkDocs leaves out, because another note in their folder is its home page."""
    readmes = (path for path in site.docs.rglob("README.md") if path.with_name("index.md").is_file())
    left_out = sorted(path.relative_to(site.docs).as_posix() for path in readmes)
    if left_out and "README" not in str(site.data.get("exclude_docs")):
        others = f" (and {len(left_out) - 1} more)" if len(left_out) > 1 else ""
        message = f"'{left_out[0]}'{others} is left out, as 'index.md' is next to it; `mkdocs build --strict` stops"
        yield Finding(Level.WARNING, message, f"rename it, or: exclude_docs: /{left_out[0]}")
