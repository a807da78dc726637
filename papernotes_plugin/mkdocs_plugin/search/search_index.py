"""Control what the search plugin of a site indexes of each page, and how much it weighs.

The search plugins of MkDocs and Material read the content of a page in `on_page_context`.  Before that the content is
replaced by a short text to index, and afterwards it is restored.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Container, Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.history import hide_from_history, restore_history
from papernotes_plugin.mkdocs_plugin.notes.generated_blocks import insert_blocks, without_papers
from papernotes_plugin.mkdocs_plugin.search import pagefind
from papernotes_plugin.pipeline.search_entries import Search
from papernotes_plugin.text.escaping import escape_html
from papernotes_plugin.vocabulary.config import PAGEFIND, SEARCH_AUTO, Config
from papernotes_plugin.vocabulary.issues import Code, Issue, issue

_MATERIAL = "material.plugins.search.plugin"
"""Module of the search plugin of Material."""
TAG_FIELD = {"boost": 500.0}
"""Weight of a tag; a word of a title has 1e3, a word of the text 1, and a tag by default in Material 1e6."""


def choose_search(settings: Config, files: Files, config: MkDocsConfig, is_preview: bool) -> tuple[Config, list[Issue]]:
    """Return the options of a build with a search that the site can have.

    The option `search: pagefind` is reset if Pagefind cannot be used, and in a preview, which is rebuilt often.
    Otherwise the search worker of the theme is replaced by one for Pagefind.

    Returns:
        The options, and an issue if Pagefind cannot be used.
    """
    if settings.search != PAGEFIND:
        return settings, []
    reason = pagefind.unavailable_reason(files, config)
    if reason or is_preview:
        file = PurePath(config.config_file_path or "mkdocs.yml").name
        message = f"'search: pagefind' has no effect: {reason}; the normal search of the site is used"
        issues = [issue(Code.NO_PAGEFIND, file, None, message)] if reason else []
        return replace(settings, search=SEARCH_AUTO), issues
    pagefind.replace_worker(files, config)
    return settings, []


def set_tag_boost(config: MkDocsConfig) -> None:
    """Let a tag weigh less than a word of a title, unless the author has configured the weight of tags.

    In Material's search a tag weighs as much as a thousand words of titles.  A search for the title of a paper would
    find notes with one of its words as a tag first.
    """
    for plugin in enabled_plugins(config, "search"):
        fields = plugin.config.get("fields")
        # MkDocs' own search has no fields; those of Material are a new dictionary, because the default one is shared
        if fields is not None and "tags" not in fields:
            plugin.config["fields"] = {**fields, "tags": TAG_FIELD}


class SearchIndex:
    """The search index of one build."""

    def __init__(self, site: pipeline.Site, paths: Container[str]) -> None:
        """Prepare the entries.

        Args:
            site: Library of the site.
            paths: Source paths of the generated pages.
        """
        self._paths = paths
        self._search = Search(site.library, site.config, site.output_paths)
        self._is_pagefind = site.config.search == PAGEFIND
        self._content: str | None = None
        """Content of the generated page that is being indexed."""
        self._entry = ("", "")
        """Title and text of the generated page that is being indexed, as HTML."""
        self._removed: Mapping[str, str] = {}
        """Parts cut out of the note that is being indexed, by their placeholder."""
        self._own_meta: dict[str, Any] = {}
        """Fields `search` and `tags` of the page that is being indexed, as in its front matter."""

    @property
    def omits_papers(self) -> bool:
        """Return whether the parts of notes that are about papers are left out of the index."""
        return self._search.briefly

    def before_indexing(self, page: Page, config: MkDocsConfig) -> None:
        """Replace the content of a page by what the search plugin shall index."""
        is_generated = page.file.src_uri in self._paths
        if is_generated:
            hide_from_history(page, config)
        self._content = page.content
        self._own_meta = {name: page.meta[name] for name in ("search", "tags") if name in page.meta}
        if is_generated:
            self._replace_content(page)
        else:
            _multiply_boost(page, self._search.boosts.note)
            if self.omits_papers:
                page.content, self._removed = without_papers(page.content or "")

    def _replace_content(self, page: Page) -> None:
        """Replace the content of a generated page by its search entry, or exclude the page."""
        # the tags are among the words of the entry
        page.meta.pop("tags", None)
        entry_and_boost = self._search.entry(page.file.src_uri)
        if entry_and_boost is None:
            page.meta["search"] = {"exclude": True}
            page.content = ""
            return
        entry, boost = entry_and_boost
        _multiply_boost(page, boost)
        self._entry = escape_html(entry.title), entry.body
        page.content = f'<h1 id="papernotes">{self._entry[0]}</h1>{self._entry[1]}'

    def after_indexing(self, page: Page, config: MkDocsConfig) -> None:
        """Restore the page, after search plugins have read it."""
        is_generated = page.file.src_uri in self._paths
        if is_generated:
            page.content = self._content
        elif self.omits_papers:
            page.content = insert_blocks(page.content or "", self._removed)
        for name in ("search", "tags"):
            page.meta.pop(name, None)
        page.meta.update(self._own_meta)
        if is_generated:
            restore_history(page, config)

    def add(self, page: Page, config: MkDocsConfig, nav: Navigation) -> None:
        """Pass a page that MkDocs does not render to the search plugins."""
        self.before_indexing(page, config)
        for plugin in enabled_plugins(config, "search"):
            if not self._add_to_material(plugin, page):
                plugin.on_page_context({}, page=page, config=config, nav=nav)
        self.after_indexing(page, config)

    def _add_to_material(self, plugin: Any, page: Page) -> bool:
        """Add the entry of a generated page to the index of Material, as its plugin would after parsing the content.

        Returns:
            False if the plugin has to parse the content.
        """
        module = sys.modules[type(plugin).__module__]
        # a segmenter for Chinese changes the texts
        if module.__name__ != _MATERIAL or getattr(module, "jieba", None) or not plugin.config.get("enabled"):
            return False
        search = page.meta.get("search") or {}
        if search.get("exclude"):
            return True
        title, body = self._entry
        if not title or "tags" in page.meta:
            return False
        boost = {"boost": search["boost"]} if "boost" in search else {}
        plugin.search_index.entries.append({"location": page.url, "title": title, "text": body, **boost})
        return True

    def finish(self, config: MkDocsConfig) -> None:
        """Create the index of Pagefind, or shorten Material's, when the site is written."""
        if self._is_pagefind:
            pagefind.make_index(config)
        elif self.omits_papers:
            _remove_tags_of_sections(Path(config.site_dir))


def _multiply_boost(page: Page, factor: float) -> None:
    """Multiply the search weight of a page by a factor; the author may have set a weight in the front matter."""
    search = page.meta.get("search") or {}
    if factor != 1 and isinstance(search, dict) and isinstance(boost := search.get("boost", 1), (int, float)):
        page.meta["search"] = {**search, "boost": boost * factor}


def _remove_tags_of_sections(site: Path) -> None:
    """Remove the tags from the sections in Material's index; each section repeats those of its page."""
    path = site / "search" / "search_index.json"
    index = json.loads(path.read_text("utf-8")) if path.is_file() else {"docs": []}
    sections = [entry for entry in index["docs"] if "tags" in entry and "#" in entry["location"]]
    for entry in sections:
        del entry["tags"]
    if sections:
        path.write_text(json.dumps(index, separators=(",", ":")), "utf-8")
