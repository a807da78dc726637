"""What is around the pages of a site: what the author sets, the theme, the navigation, and the plugins."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.tags import UniqueTagSlugs

_KNOWN = tuple(
    f"{package}." for package in (
        "papernotes_plugin", "mkdocs.contrib.search", "properdocs.contrib.search", "material.plugins.info",
        "material.plugins.offline", "material.plugins.search", "material.plugins.tags",
    )
)  # fmt: skip
"""Plugins of which it is known what they do with pages."""
_EVENTS = (
    "pre_page", "page_read_source", "page_markdown", "page_content", "page_context", "post_page", "env", "pre_template",
    "template_context", "post_template", "post_build",
)  # fmt: skip
"""What a plugin takes part in that has to do with pages, or with files made of them."""
_UNSEEN = ("dev_addr", "strict", "watch")
"""Options that no page shows: a page of which something was to be said is made in each build anyway."""
_DATE = b"build_date"
"""How a template asks MkDocs for the time."""
_ADDRESS = " at 0x"
"""In how Python spells an object of which it knows nothing but where it is."""


def unknown_plugins(config: MkDocsConfig) -> Iterator[str]:
    """What takes part in the making of pages and is not known to leave them what they are."""
    for event in _EVENTS:
        for method in config.plugins.events[event]:
            module = type(getattr(method, "__self__", method)).__module__
            if not f"{module}.".startswith(_KNOWN):
                yield module
    if any(_DATE in Path(path).read_bytes() for path, *_ in stamps(config)):
        yield "a template that tells the time"
    for plugin in enabled_plugins(config, "search"):
        if plugin.config.get("prebuild_index"):
            yield "an index made of the index"
    for plugin in enabled_plugins(config, "tags"):
        # a listing shows the tags of all pages
        if plugin.config.get("tags_file") or plugin.config.get("tags_extra_files"):
            yield "a listing of tags"


def options(config: MkDocsConfig) -> object:
    """All that the author can set and that a page may show."""
    theme = config.theme.name, {**config.theme}, config.theme.dirs
    own = {name: {**getattr(plugin, "config", {})} for name, plugin in config.plugins.items()}
    return _plain({**{name: config[name] for name in config if name not in _UNSEEN}, "plugins": own, "theme": theme})


def spelled(config: MkDocsConfig) -> str | None:
    """A digest of all that another process would have to have the same, to make the same pages of the same notes.

    None where an option is something that cannot be spelled.
    """
    around = _spelled((options(config), stamps(config), _installed()))
    return (
        None if _ADDRESS in around else hashlib.blake2b(around.encode("utf-8", "replace"), digest_size=16).hexdigest()
    )


def _spelled(option: object) -> str:
    """The value of an option, to be compared with what it is in another process."""
    option = _plain(option)
    if isinstance(option, Mapping):
        return f"{{{', '.join(f'{key!r}: {_spelled(value)}' for key, value in option.items())}}}"
    if isinstance(option, list | tuple):
        return f"[{', '.join(map(_spelled, option))}]"
    if isinstance(option, set | frozenset):
        return f"{{{', '.join(sorted(map(_spelled, option)))}}}"
    name = getattr(option, "__qualname__", "<")
    return repr(option) if "<" in name else f"{option.__module__}.{name}"


def _installed() -> list[object]:
    """The packages that are installed with their versions, and the files of ours, which may change under one."""
    folders = [folder for folder in map(Path, sys.path) if folder.is_dir()]
    packages = {name for folder in folders for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))}
    own = (path for path in Path(__file__).parents[1].rglob("*") if path.suffix != ".pyc" and path.is_file())
    files = sorted((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in own)
    return [sys.version, sorted(packages), files]


def _plain(option: object) -> object:
    """The value of an option as it is now, to be compared with what it is when it is read again."""
    if isinstance(option, Mapping):
        return {key: _plain(value) for key, value in option.items()}
    if isinstance(option, list | tuple):
        return [*map(_plain, option)]
    if isinstance(option, UniqueTagSlugs):
        return _plain(option.slugify)
    return (option.func, option.args, option.keywords) if isinstance(option, partial) else option


def stamps(config: MkDocsConfig) -> list[tuple[str, int, int]]:
    """The files with which the author changes the theme, each with its time and size."""
    folder = config.theme.custom_dir or ""
    found = (os.path.join(at, name) for at, _, names in os.walk(folder) for name in names)
    return sorted((path, (stat := os.stat(path)).st_mtime_ns, stat.st_size) for path in found)


def shape(nav: Navigation, titles: Mapping[str, str | None]) -> list[tuple[object, ...]]:
    """What a theme shows of a navigation; `titles` has those of pages that are not read yet."""
    shape: list[tuple[object, ...]] = []
    waiting = [(item, 0) for item in reversed(nav.items)]
    while waiting:
        item, depth = waiting.pop()
        title, path = item.title, ""
        if isinstance(item, Page):
            path = item.file.src_uri
            title = titles.get(path) if title is None else title
        shape.append((depth, type(item).__name__, title, path or getattr(item, "url", "")))
        waiting += ((child, depth + 1) for child in reversed(item.children or ()))
    return shape
