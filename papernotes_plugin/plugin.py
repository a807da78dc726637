"""The MkDocs face: hooks translate, they do not think.

The only user of mkdocs; under ProperDocs these imports lead to ProperDocs.
"""

from __future__ import annotations

import glob
import logging
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from importlib import resources, util
from pathlib import Path
from typing import Any, TypeVar

from mkdocs.config import base
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin, event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page
from mkdocs.utils import meta

from papernotes_plugin import pipeline
from papernotes_plugin.config import Config
from papernotes_plugin.faces import console, disk, project
from papernotes_plugin.issues import Code, Issue, Level, PapernotesError, issue, levelled
from papernotes_plugin.model import Note, Output, Source

log = get_plugin_logger("papernotes")

ASSETS = "assets/papernotes/"
"""Where the style and the script stand in the site; a file of the author's own at the same place wins."""
MATH = "papernotes_plugin.faces.markdown_extension"
"""Our own Markdown extension, by the name that Python-Markdown loads it under."""
CALLOUTS = "pymdownx.quotes"

_OTHERS: Mapping[str, tuple[str, ...]] = {
    "attr_list": ("attr_list", "markdown.extensions.attr_list", "extra", "markdown.extensions.extra", "pymdownx.extra"),
    CALLOUTS: (CALLOUTS, "callouts", "github-callouts"),
    MATH: (MATH, "pymdownx.arithmatex", "mdx_math", "python_markdown_math", "markdown_katex", "mdx_math_gh", "l2m4m"),
}
"""What a site may have configured already in place of each Markdown extension that we add."""
_LEVELS: Mapping[Level, int] = {Level.ERROR: logging.ERROR, Level.WARNING: logging.WARNING, Level.INFO: logging.DEBUG}
"""Doubts are many and stop nobody: `--verbose` shows them, the summary counts them."""

T = TypeVar("T")


class Checked(base.BaseConfigOption[T]):
    """An option that `papernotes_plugin.config` checks, so that the command and the plugin agree on it."""

    def run_validation(self, value: object) -> Any:
        """The value in the type of its option; an option left empty has its default."""
        if value is None:
            return getattr(Config(), self._name)
        try:
            return getattr(Config.load({self._name: value}), self._name)
        except PapernotesError as error:
            raise base.ValidationError(str(error).removeprefix(f"option '{self._name}' ")) from None


class Options(base.Config):
    """The options of `papernotes_plugin.config.Config`, where they are documented."""

    exclude = Checked[tuple[str, ...]]()
    bibliography = Checked[tuple[str, ...]]()
    key_lock = Checked[str]()
    papers_path = Checked[str]()
    tags_path = Checked[str]()
    topics_path = Checked[str]()
    venues_path = Checked[str]()
    bibtex_path = Checked[str]()
    columns = Checked[tuple[str, ...]]()
    sort = Checked[str]()
    related = Checked[int]()
    max_authors = Checked[int]()
    sign = Checked[bool]()
    names = Checked[bool]()
    wikilinks = Checked[bool]()
    callouts = Checked[bool]()
    math = Checked[bool]()
    everyday_words = Checked[tuple[str, ...]]()
    same = Checked[tuple[tuple[str, ...], ...]]()
    issues = Checked[Mapping[str, Level]]()

    def validate(self) -> tuple[base.ConfigErrors, base.ConfigWarnings]:
        """The errors and warnings of all options; an unknown one is an error that names its neighbour."""
        errors, warnings = super().validate()
        unknown = sorted(str(name) for name in set(self) - {f.name for f in fields(Config)})
        for name in unknown:
            try:
                Config.load({name: None})
            except PapernotesError as error:
                errors.append((name, base.ValidationError(str(error))))
        return errors, [w for w in warnings if w[0] not in unknown]

    def settings(self) -> Config:
        """The same options as the core knows them."""
        return Config(**{f.name: self[f.name] for f in fields(Config)})


class PapernotesPlugin(BasePlugin[Options]):
    """`plugins: [search, papernotes]`: the papers of a MkDocs site's notes, as pages of the site."""

    _site: pipeline.Site
    _originals: Mapping[str, tuple[int, str, str]]
    """Per note where its text begins in it, what MkDocs hands over of it as it is, and with its front matter."""

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Add the style, the script and the Markdown extensions that pages and notes need and the site lacks."""
        wanted: dict[str, dict[str, Any]] = {"attr_list": {}}
        if self.config.callouts:
            wanted[CALLOUTS] = {"callouts": True}
        if self.config.math:
            wanted[MATH] = {}
        for name, options in wanted.items():
            if not any(other in config.markdown_extensions for other in _OTHERS[name]):
                if name == CALLOUTS and not _has_callouts():
                    raise PluginError(
                        "papernotes: callouts need pymdown-extensions 10.20 or later (or 'callouts: false')"
                    )
                config.markdown_extensions.append(name)
                config.mdx_configs[name] = options
        paths = [asset.path for asset in _assets()]
        config.extra_css += [path for path in paths if path.endswith(".css")]
        config.extra_javascript += [path for path in paths if path.endswith(".js")]
        return config

    # Late, to see the files of other plugins, but before Material's blog (-50), which hides its posts from here on
    # until there is a navigation, and those that arrange a navigation out of all files (literate-nav: -100).
    @event_priority(-25)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Read all notes, build the library once, and add its pages outside the navigation."""
        settings = self.config.settings()
        sources, unread = _notes(files)
        taken = [file.src_uri for file in files if not file.inclusion.is_excluded()]
        try:
            bibliography, lock, missing = _beside(_root(config), settings)
            self._site = pipeline.build(sources, bibliography=bibliography, key_lock=lock, taken=taken, config=settings)
        except PapernotesError as error:
            raise PluginError(f"papernotes: {error}") from None
        self._originals = _originals(files, sources, self._site.library.notes)
        existing = _add(files, config, (*_assets(), *self._site.outputs))
        found = (*unread, *missing, *self._site.issues, *existing)
        _report(str(self._site.counts), levelled(found, settings.issues))
        return files

    # Early, so that what other plugins do to a page they do to its links as well.
    @event_priority(100)
    def on_page_markdown(self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str | None:
        """The note with its live links, also where another plugin changed it before us."""
        path = page.file.src_uri
        if path not in self._originals:
            return None
        start, *originals = self._originals[path]
        if markdown.strip() in originals:
            return pipeline.annotate(self._site, path, attributes=True)[start:]
        # MkDocs took off the front matter already: a rule at the top must not be read as one
        changed = f"\n{markdown}" if page.meta else markdown
        return pipeline.annotate(self._site, path, attributes=True, changed=changed)

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, builder: Any) -> LiveReloadServer:
        """Rebuild also when a bibliography or the key lock changes."""
        settings = self.config.settings()
        for path in _watched(_root(config), (*settings.bibliography, settings.key_lock)):
            server.watch(str(path))
        return server


def _has_callouts() -> bool:
    return util.find_spec("pymdownx") is not None and util.find_spec(CALLOUTS) is not None


# --- reading ----------------------------------------------------------------------------------------


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path or "mkdocs.yml").absolute().parent


def _notes(files: Files) -> tuple[list[Source], list[Issue]]:
    """The pages of the site as sources.  A file that cannot be read leaves the site: MkDocs would die of it."""
    sources: list[Source] = []
    issues: list[Issue] = []
    for file in files.documentation_pages():
        try:
            data = disk.read_bytes(Path(file.abs_src_path)) if file.abs_src_path else file.content_bytes
        except OSError as error:
            files.remove(file)
            reason = f"it cannot be read ({error.strerror or error}); it was left out"
            issues.append(issue(Code.UNREADABLE_FILE, file.src_uri, None, reason))
            continue
        if not _is_draft(data):
            sources.append(Source(file.src_uri, data))
    return sources, issues


def _is_draft(data: bytes) -> bool:
    """Whether the author says in the front matter that the note is not for others yet."""
    if b"draft" not in data and b"publish" not in data:
        return False
    said = meta.get_data(data.decode("utf-8-sig", "replace").replace("\r\n", "\n"))[1]
    return said.get("draft") is True or said.get("publish") is False


def _beside(root: Path, settings: Config) -> tuple[tuple[Source, ...], str, tuple[Issue, ...]]:
    """The `.bib` files, the text of the key lock, and what could not be read."""
    named = settings.bibliography != Config().bibliography
    bibliography, _, issues = project.read_bibliography(settings.bibliography, root, root, named)
    lock = root / settings.key_lock
    return bibliography, project.read_text(lock) if lock.exists() else "", issues


def _originals(files: Files, sources: Iterable[Source], notes: Iterable[Note]) -> dict[str, tuple[int, str, str]]:
    """Per note what MkDocs hands over where no other plugin changed it; see `PapernotesPlugin._originals`."""
    raw = {source.path: source.data for source in sources}
    originals: dict[str, tuple[int, str, str]] = {}
    for note in notes:
        try:
            content = raw[note.path].decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            # MkDocs would die of these bytes: it gets the text that was read instead
            content = note.text
            file = files.get_file_from_path(note.path)
            assert file is not None
            file.content_string = content
        before = note.place(note.body)[0] - 1
        originals[note.path] = note.body, content.split("\n", before)[-1].strip(), content.strip()
    return originals


def _watched(root: Path, patterns: Iterable[str]) -> Iterator[Path]:
    """The folders of the patterns; single files where that is the project's own folder, which holds too much."""
    for pattern in patterns:
        fixed = pattern.split("*")[0].split("?")[0].split("[")[0]
        folder = (root / f"{fixed}x").parent
        if folder.is_dir() and not root.is_relative_to(folder):
            yield folder
        else:
            yield from (root / name for name in sorted(glob.glob(pattern, root_dir=root, recursive=True)))


# --- writing ----------------------------------------------------------------------------------------


class _Standin(File):
    """Leads links to a generated page to the one that has its place by another name (`README.md` for `index.md`)."""

    def is_documentation_page(self) -> bool:
        return False

    def copy_file(self, dirty: bool = False) -> None:
        pass


def _assets() -> list[Output]:
    folder = resources.files("papernotes_plugin") / "assets"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith((".css", ".js")))
    return [Output(ASSETS + name, (folder / name).read_text("utf-8")) for name in names]


def _add(files: Files, config: MkDocsConfig, outputs: Iterable[Output]) -> list[Issue]:
    """Add the generated files; where the author has a file of his own, his stays."""
    places = {file.dest_uri: file for file in files if not file.inclusion.is_excluded()}
    issues: list[Issue] = []
    for output in outputs:
        file = File.generated(config, output.path, content=output.text, inclusion=InclusionLevel.NOT_IN_NAV)
        own = files.get_file_from_path(output.path)
        if own is not None and own.inclusion.is_excluded():
            files.remove(own)
        if file.dest_uri not in places:
            files.append(file)
            continue
        theirs = places[file.dest_uri]
        message = f"it stands where '{output.path}' would be generated; it stays"
        issues.append(issue(Code.PAGE_EXISTS, theirs.src_uri, None, message))
        if theirs.src_uri != output.path:
            urls = config.use_directory_urls
            files.append(_Standin(output.path, None, config.site_dir, urls, dest_uri=theirs.dest_uri))
    return issues


def _report(summary: str, issues: Collection[Issue]) -> None:
    """Tell the issues and then one line of summary.

    Raises:
        PluginError: where the author made an issue of this kind an error.
    """
    for found in issues:
        log.log(_LEVELS[found.level], console.one_line(str(found)))
    quiet = sum(found.level is Level.INFO for found in issues)
    log.info(f"{summary}; {_counted(quiet, 'remark')}, shown with --verbose" if quiet else summary)
    if errors := sum(found.level is Level.ERROR for found in issues):
        raise PluginError(f"papernotes: {_counted(errors, 'error')}")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
