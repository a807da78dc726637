"""What the site's search reads of our pages.

MkDocs' own plugin and Material's take a page's content as it is when their turn comes (`on_page_context`): for this
moment another one stands there.
"""

from __future__ import annotations

from typing import Any

from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline.searching import Search
from papernotes_plugin.text.escaping import escape_html


class Searched:
    """Stands between the pages of one build and the site's search."""

    def __init__(self, site: pipeline.Site) -> None:
        self._search = Search(site.library, site.config, site.outputs)
        self._content: str | None = None
        self._meta: dict[str, Any] = {}

    def enter(self, page: Page) -> None:
        """Before a search plugin reads the page."""
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
        page.content = self._content
        page.meta.clear()
        page.meta.update(self._meta)
