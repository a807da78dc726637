"""Complete the files in which other plugins list all pages, when MkDocs rendered only some of the pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from mkdocs.config.defaults import MkDocsConfig

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins

Listings: TypeAlias = Mapping[str, Mapping[str, list[Any]]]
"""Entries of each page in files that list all pages: entries by URL by path of the file."""


class _Listing(NamedTuple):
    """A JSON file in which a plugin lists entries page by page."""

    path: str
    """Path relative to the folder of the site."""
    key: str
    """Key of the list of entries."""
    page_url: Callable[[Any], str]
    """Gives the URL of the page that an entry belongs to."""
    separators: tuple[str, str]
    """Separators with which the plugin writes JSON."""


_SEARCH = _Listing("search/search_index.json", "docs", lambda e: str(e["location"]).partition("#")[0], (",", ":"))


def merge_listings(
    config: MkDocsConfig,
    urls: Sequence[str] | None,
    rendered: Iterable[str],
    recorded: Listings,
    *,
    write: bool,
) -> Listings:
    """Merge the entries of rendered pages with the recorded entries of reused pages.

    Args:
        config: Configuration of the site.
        urls: URLs of all pages in MkDocs' order; None if they are those of the last build.
        rendered: URLs of the pages that MkDocs rendered.
        recorded: Return value of the last build.
        write: Write the files, because those that the plugins wrote lack the entries of reused pages.

    Returns:
        Entries by URL of the page, in MkDocs' order, by path of the file.
    """
    listings: dict[str, Mapping[str, list[Any]]] = {}
    for listing in _listings(config):
        path, before = Path(config.site_dir) / listing.path, recorded.get(listing.path, {})
        if not path.is_file():
            continue
        content = json.loads(path.read_text("utf-8"))
        now: dict[str, list[Any]] = {url: [] for url in rendered}
        for entry in content[listing.key]:
            now.setdefault(listing.page_url(entry), []).append(entry)
        if urls is None and before.keys() >= now.keys():
            merged = {**before, **now}
        else:
            merged = {url: now[url] if url in now else before.get(url, []) for url in urls or before} | now
        if write:
            content[listing.key] = [entry for entries in merged.values() for entry in entries]
            path.write_text(json.dumps(content, separators=listing.separators), "utf-8")
        listings[listing.path] = merged
    return listings


def _listings(config: MkDocsConfig) -> Iterator[_Listing]:
    if any(enabled_plugins(config, "search")):
        yield _SEARCH
    for plugin in enabled_plugins(config, "tags"):
        if plugin.config.get("export"):
            yield _Listing(plugin.config.export_file, "mappings", lambda e: str(e["item"]["url"]), (", ", ": "))
