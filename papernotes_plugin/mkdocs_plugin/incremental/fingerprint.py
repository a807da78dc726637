"""Fingerprint of everything but the notes that decides what the pages of a site look like."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.tags import UniqueTagSlugs

_KNOWN_PLUGINS = tuple(
    f"{package}." for package in (
        "papernotes_plugin", "mkdocs.contrib.search", "properdocs.contrib.search", "material.plugins.info",
        "material.plugins.offline", "material.plugins.search", "material.plugins.tags",
    )
)  # fmt: skip
"""Plugins of which it is known that they change a page only when its source or its options change."""
_PAGE_EVENTS = (
    "pre_page", "page_read_source", "page_markdown", "page_content", "page_context", "post_page", "env", "pre_template",
    "template_context", "post_template", "post_build",
)  # fmt: skip
"""Events in which a plugin can change pages, or files that are made from pages."""
_OPTIONS_WITHOUT_EFFECT = ("dev_addr", "strict", "watch")
"""Options that change no page; `strict` only affects warnings, and a page with warnings is rendered in each build."""
_BUILD_DATE = b"build_date"
"""Beginning of the variables with which a template shows the time of the build."""
_MEMORY_ADDRESS = " at 0x"
"""Part of the default `repr` of an object, which differs in each process."""


class Fingerprint(NamedTuple):
    """Everything but the notes and the navigation that pages depend on."""

    environment: object
    """Options, theme files and packages: see `environment_values` and `environment_digest`."""
    site: str
    """Facts about the library that affect all pages: how the site is searched, and whether there are papers."""


class NavItem(NamedTuple):
    """One item of a navigation as a theme shows it."""

    depth: int
    kind: str
    """Name of its class: `Page`, `Section` or `Link`."""
    title: str | None
    target: str
    """Source path of a page, URL of a link, "" for a section."""


def unknown_plugins(config: MkDocsConfig) -> Iterator[str]:
    """Yield what may change a page although its source and the options are unchanged.

    These are plugins and hooks outside the list of known ones, and templates that show the build date.  A prebuilt
    search index and a tag listing also need all pages in each build.
    """
    for event in _PAGE_EVENTS:
        for method in config.plugins.events[event]:
            module = type(getattr(method, "__self__", method)).__module__
            if not f"{module}.".startswith(_KNOWN_PLUGINS):
                yield module
    if any(_BUILD_DATE in Path(path).read_bytes() for path, *_ in _theme_files(config)):
        yield "a template that shows the build date"
    for plugin in enabled_plugins(config, "search"):
        if plugin.config.get("prebuild_index"):
            yield "a prebuilt search index"
    for plugin in enabled_plugins(config, "tags"):
        # the listing shows the tags of all pages
        if plugin.config.get("tags_file") or plugin.config.get("tags_extra_files"):
            yield "a tag listing"


def environment_values(config: MkDocsConfig) -> object:
    """Return the options and the stamps of the theme files as values that can be compared within this process."""
    return _options(config), _theme_files(config)


def environment_digest(config: MkDocsConfig) -> str | None:
    """Return a hexadecimal digest of options, theme files and installed packages, to be compared in another process.

    None if an option is an object that cannot be written as text.
    """
    text = _as_text([environment_values(config), _installed_packages()])
    if _MEMORY_ADDRESS in text:
        return None
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _options(config: MkDocsConfig) -> object:
    """Return all options that may affect a page, those of the theme and of the plugins included."""
    theme = config.theme.name, {**config.theme}, config.theme.dirs
    plugin_options = {name: {**getattr(plugin, "config", {})} for name, plugin in config.plugins.items()}
    options = {name: config[name] for name in config if name not in _OPTIONS_WITHOUT_EFFECT}
    return _comparable({**options, "plugins": plugin_options, "theme": theme})


def _comparable(option: object) -> object:
    """Return a copy of an option that equals the option of the next build unless it was changed."""
    if isinstance(option, Mapping):
        return {key: _comparable(value) for key, value in option.items()}
    if isinstance(option, list | tuple):
        return [*map(_comparable, option)]
    if isinstance(option, UniqueTagSlugs):
        return _comparable(option.slugify)
    return (option.func, option.args, option.keywords) if isinstance(option, partial) else option


def _as_text(option: object) -> str:
    """Return an option as text that is the same in each process."""
    option = _comparable(option)
    if isinstance(option, Mapping):
        return f"{{{', '.join(f'{key!r}: {_as_text(value)}' for key, value in option.items())}}}"
    if isinstance(option, list | tuple):
        return f"[{', '.join(map(_as_text, option))}]"
    if isinstance(option, set | frozenset):
        return f"{{{', '.join(sorted(map(_as_text, option)))}}}"
    name = getattr(option, "__qualname__", "<")
    return repr(option) if "<" in name else f"{option.__module__}.{name}"


def _installed_packages() -> list[object]:
    """Return the version of Python, the names of installed packages, and the stamps of this package's own files.

    The latter may change without a new version, in an editable installation.
    """
    folders = [folder for folder in map(Path, sys.path) if folder.is_dir()]
    packages = {name for folder in folders for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))}
    own_files = (path for path in Path(__file__).parents[2].rglob("*") if path.suffix != ".pyc" and path.is_file())
    stamps = sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in own_files)
    return [sys.version, sorted(packages), stamps]


def _theme_files(config: MkDocsConfig) -> list[tuple[str, int, int]]:
    """Return path, modification time and size of each file with which the author changes the theme."""
    folder = config.theme.custom_dir or ""
    paths = (os.path.join(parent, name) for parent, _, names in os.walk(folder) for name in names)
    return sorted((path, (stat := os.stat(path)).st_mtime_ns, stat.st_size) for path in paths)


def nav_outline(nav: Navigation, recorded_title: Callable[[str], str | None]) -> list[NavItem]:
    """Return the navigation as a theme shows it, depth first.

    Args:
        nav: The navigation.
        recorded_title: Gives the title of a page by its source path; asked for pages that are not read yet.
    """
    outline: list[NavItem] = []
    waiting = [(item, 0) for item in reversed(nav.items)]
    while waiting:
        item, depth = waiting.pop()
        title, target = item.title, str(getattr(item, "url", None) or "")
        if isinstance(item, Page):
            target = item.file.src_uri
            title = recorded_title(target) if title is None else title
        outline.append(NavItem(depth, type(item).__name__, None if title is None else str(title), target))
        waiting += ((child, depth + 1) for child in reversed(item.children or ()))
    return outline
