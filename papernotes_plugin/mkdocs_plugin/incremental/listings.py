"""The files in which other plugins list something of all pages, where MkDocs has made but some of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins


class _Listed(NamedTuple):
    """A file in which a plugin lists something of all pages, page by page."""

    path: str
    """Below the folder of the site."""
    key: str
    """Of the list in it."""
    page: Callable[[Any], str]
    """The URL of the page that an entry is of."""
    separators: tuple[str, str]


_SEARCH = _Listed("search/search_index.json", "docs", lambda e: str(e["location"]).partition("#")[0], (",", ":"))


def completed(
    config: MkDocsConfig,
    urls: Sequence[str] | None,
    made: Iterable[str],
    known: Mapping[str, Mapping[str, list[Any]]],
    *,
    write: bool,
) -> dict[str, dict[str, list[Any]]]:
    """By file, by URL, what is listed of each page; the files have it all then.

    Args:
        config: The configuration.
        urls: All pages, in MkDocs' order; None where they are those of the last build.
        made: The pages of this build.
        known: What was listed in the last one, in the order of its pages.
        write: The files lack some.
    """
    found: dict[str, dict[str, list[Any]]] = {}
    for listed in _listed(config):
        path, before = Path(config.site_dir) / listed.path, known.get(listed.path, {})
        if not path.is_file():
            continue
        told = json.loads(path.read_text("utf-8"))
        now: dict[str, list[Any]] = {url: [] for url in made}
        for entry in told[listed.key]:
            now.setdefault(listed.page(entry), []).append(entry)
        if urls is None and before.keys() >= now.keys():
            every = {**before, **now}
        else:
            every = {url: now[url] if url in now else before.get(url, []) for url in urls or before} | now
        if write:
            told[listed.key] = [entry for entries in every.values() for entry in entries]
            path.write_text(json.dumps(told, separators=listed.separators), "utf-8")
        found[listed.path] = every
    return found


def _listed(config: MkDocsConfig) -> Iterator[_Listed]:
    if any(enabled_plugins(config, "search")):
        yield _SEARCH
    for plugin in enabled_plugins(config, "tags"):
        if plugin.config.get("export"):
            yield _Listed(plugin.config.export_file, "mappings", lambda e: str(e["item"]["url"]), (", ", ": "))
