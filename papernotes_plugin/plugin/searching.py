"""What the site's search reads of our pages.

MkDocs' own plugin and Material's take a page's content as it is when their turn comes (`on_page_context`): for this
moment another one stands there.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.config import PAGEFIND, SEARCH_AUTO, Config
from papernotes_plugin.issues import Code, Issue, issue
from papernotes_plugin.pipeline.searching import Search
from papernotes_plugin.plugin import pagefind
from papernotes_plugin.text.escaping import escape_html


def searched_by(settings: Config, files: Files, config: MkDocsConfig, serving: bool) -> tuple[Config, list[Issue]]:
    """The settings of a build with the search that it can have; a preview, which is often made anew, has the host's.

    Where it is Pagefind, the site asks it from here on.
    """
    if settings.search != PAGEFIND:
        return settings, []
    why = pagefind.hindrance(files, config)
    if why or serving:
        where = PurePath(config.config_file_path or "mkdocs.yml").name
        message = f"'search: pagefind' has no effect: {why}; the search that the site has else stays"
        return replace(settings, search=SEARCH_AUTO), [issue(Code.NO_PAGEFIND, where, None, message)] if why else []
    pagefind.put_worker(files, config)
    return settings, []


class Searched:
    """Stands between the pages of ours in one build and the site's search."""

    def __init__(self, site: pipeline.Site, paths: Container[str]) -> None:
        self._paths = paths
        self._search = Search(site.library, site.config, site.outputs)
        self._pagefind = site.config.search == PAGEFIND
        self._content: str | None = None
        self._meta: dict[str, Any] = {}

    def enter(self, page: Page) -> None:
        """Before a search plugin reads a page."""
        if page.file.src_uri not in self._paths:
            return
        self._content, self._meta = page.content, dict(page.meta)
        found = self._search.entry(page.file.src_uri)
        # tags would count a thousand times what a title does
        page.meta.pop("tags", None)
        if found is None:
            page.meta["search"] = {"exclude": True}
            page.content = ""
            return
        entry, boost = found
        own = page.meta.get("search")
        told = {name: value for name, value in own.items() if name != "boost"} if isinstance(own, dict) else {}
        page.meta["search"] = told if boost is None else {**told, "boost": boost}
        page.content = f'<h1 id="papernotes">{escape_html(entry.title)}</h1>{entry.body}'

    def leave(self, page: Page) -> None:
        """After it has read the page."""
        if page.file.src_uri not in self._paths:
            return
        page.content = self._content
        page.meta.clear()
        page.meta.update(self._meta)

    def finish(self, config: MkDocsConfig) -> None:
        """After the site is written."""
        if self._pagefind:
            pagefind.make_index(config)
