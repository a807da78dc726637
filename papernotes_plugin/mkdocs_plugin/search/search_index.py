"""What the site's search reads of our pages, and how it weighs them and the notes.

MkDocs' own plugin and Material's take a page's content as it is when their turn comes (`on_page_context`): for this
moment another one stands there.
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping
from dataclasses import replace
from pathlib import Path, PurePath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
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

TAGS = {"boost": 500.0}
"""How much a tag counts; a word of a title counts 1e3 and one of a text 1, and in Material alone a tag 1e6."""


def choose_search(settings: Config, files: Files, config: MkDocsConfig, serving: bool) -> tuple[Config, list[Issue]]:
    """The settings of a build with the search that it can have; a preview, which is often made anew, has the host's.

    Where it is Pagefind, the site asks it from here on.
    """
    if settings.search != PAGEFIND:
        return settings, []
    why = pagefind.unavailable_reason(files, config)
    if why or serving:
        where = PurePath(config.config_file_path or "mkdocs.yml").name
        message = f"'search: pagefind' has no effect: {why}; the search that the site has else stays"
        return replace(settings, search=SEARCH_AUTO), [issue(Code.NO_PAGEFIND, where, None, message)] if why else []
    pagefind.put_worker(files, config)
    return settings, []


def set_tag_boost(config: MkDocsConfig) -> None:
    """Let a tag count less than a word of a title, where the author says nothing else, before a search plugin asks.

    In Material's search it counts as much as a thousand words of titles: whoever types the title of a paper would find
    the notes that have one of its words for a tag.
    """
    for plugin in enabled_plugins(config, "search"):
        fields = plugin.config.get("fields")
        # MkDocs' own search knows neither fields nor tags; Material's writes its defaults into what all sites share
        if fields is not None and "tags" not in fields:
            plugin.config["fields"] = {**fields, "tags": TAGS}


class SearchIndex:
    """Stands between the pages of one build and the site's search; `paths` are those of ours."""

    def __init__(self, site: pipeline.Site, paths: Container[str]) -> None:
        self._paths = paths
        self._search = Search(site.library, site.config, site.outputs)
        self._pagefind = site.config.search == PAGEFIND
        self._content: str | None = None
        self._apart: Mapping[str, str] = {}
        self._told: dict[str, Any] = {}
        """What its front matter tells the search."""

    @property
    def way(self) -> bool:
        """Whether notes are searched without what they say of papers."""
        return self._search.briefly

    def enter(self, page: Page, config: MkDocsConfig) -> None:
        """Before a search plugin reads a page, and others that ask for its history."""
        if page.file.src_uri in self._paths:
            hide_from_history(page, config)
        self._content = page.content
        self._told = {name: page.meta[name] for name in ("search", "tags") if name in page.meta}
        if page.file.src_uri not in self._paths:
            _weigh(page, self._search.boosts.note)
            if self._search.briefly:
                page.content, self._apart = without_papers(page.content or "")
            return
        found = self._search.entry(page.file.src_uri)
        # they are among its words
        page.meta.pop("tags", None)
        if found is None:
            page.meta["search"] = {"exclude": True}
            page.content = ""
            return
        entry, boost = found
        _weigh(page, boost)
        page.content = f'<h1 id="papernotes">{escape_html(entry.title)}</h1>{entry.body}'

    def leave(self, page: Page, config: MkDocsConfig) -> None:
        """After they have read the page."""
        if page.file.src_uri in self._paths:
            page.content = self._content
        elif self._search.briefly:
            page.content = insert_blocks(page.content or "", self._apart)
        for name in ("search", "tags"):
            page.meta.pop(name, None)
        page.meta.update(self._told)
        if page.file.src_uri in self._paths:
            restore_history(page, config)

    def finish(self, config: MkDocsConfig) -> None:
        """After the site is written."""
        if self._pagefind:
            pagefind.make_index(config)
        elif self._search.briefly:
            _tag_pages_alone(Path(config.site_dir))


def _weigh(page: Page, factor: float) -> None:
    """Let a page count more than what the author says of it, who compares it with other pages of theirs."""
    told = page.meta.get("search") or {}
    if factor != 1 and isinstance(told, dict) and isinstance(own := told.get("boost", 1), (int, float)):
        page.meta["search"] = {**told, "boost": own * factor}


def _tag_pages_alone(site: Path) -> None:
    """Take the tags from the sections in Material's index, each of which has all of its page."""
    listed = site / "search" / "search_index.json"
    index = json.loads(listed.read_text("utf-8")) if listed.is_file() else {"docs": []}
    sections = [entry for entry in index["docs"] if "tags" in entry and "#" in entry["location"]]
    for entry in sections:
        del entry["tags"]
    if sections:
        listed.write_text(json.dumps(index, separators=(",", ":")), "utf-8")
