"""Fingerprint of everything but the notes that decides what the pages of a site look like."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.compat.tag_slugs import UniqueTagSlugs
from papernotes_plugin.mkdocs_plugin.compat.unknown_plugins import theme_files
from papernotes_plugin.mkdocs_plugin.digests import digest_of

_OPTIONS_WITHOUT_EFFECT = ("dev_addr", "strict", "watch")
"""Options that change no page; `strict` only affects warnings, and a page with warnings is rendered in each build."""
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


def environment_values(config: MkDocsConfig) -> object:
    """Return the options and the stamps of the theme files as values that can be compared within this process."""
    stamps = [(str(path), (stat := path.stat()).st_mtime_ns, stat.st_size) for path in theme_files(config)]
    return _options(config), stamps


def environment_digest(config: MkDocsConfig) -> str | None:
    """Return a hexadecimal digest of options, theme files and installed packages, to be compared in another process.

    None if an option is an object that cannot be written as text.
    """
    text = _as_text([environment_values(config), _installed_packages()])
    return None if _MEMORY_ADDRESS in text else digest_of(text)


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


@cache
def _installed_packages() -> list[object]:
    """Return the version of Python, the names of installed packages, and the stamps of this package's own files.

    The latter may change without a new version, in an editable installation.
    """
    folders = [folder for folder in map(Path, sys.path) if folder.is_dir()]
    packages = {name for folder in folders for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))}
    own_files = (path for path in Path(__file__).parents[2].rglob("*") if path.suffix != ".pyc" and path.is_file())
    stamps = sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in own_files)
    return [sys.version, sorted(packages), stamps]


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
