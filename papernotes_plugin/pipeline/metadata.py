"""What the pages of a site tell a reference manager in the browser, and where in a page it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from papernotes_plugin.config import Config
from papernotes_plugin.exports import metadata, social
from papernotes_plugin.model import Library, Output, Paper
from papernotes_plugin.pages.addresses import paper_page
from papernotes_plugin.pages.paging import shown
from papernotes_plugin.text import escape_attribute


class Metadata:
    """The metadata of the generated pages of one build; each paper is put into words once."""

    def __init__(self, library: Library, config: Config, outputs: Iterable[Output]) -> None:
        ours = {output.path for output in outputs}
        papers = {paper_page(paper.slug, config): paper for paper in library.papers}
        self._papers: Mapping[str, Paper] = {path: paper for path, paper in papers.items() if path in ours}
        self._lists: Mapping[str, tuple[str, ...]] = {p: slugs for p, slugs in shown(library, config) if p in ours}
        self._by_slug = library.by_slug
        self._coins: dict[str, str] = {}

    def description(self, path: str) -> str:
        """What a page is about, in a line for an attribute of HTML; "" where that is not known."""
        return escape_attribute(social.description(self._papers[path])) if path in self._papers else ""

    def added(self, path: str, page: str, address: str = "") -> str:
        """The HTML of a page with its metadata: of a paper in its head, of a list of papers at the end of its body.

        Args:
            path: The path of the page below the docs folder, as of `Output`.
            page: The HTML as the theme made it.
            address: The absolute URL of the page, where it is known.
        """
        if path in self._papers:
            head, end, rest = page.partition("</head>")
            paper = self._papers[path]
            shared = social.head(paper, address, head)
            return f"{head}{shared}\n{metadata.head(paper, address)}\n{end}{rest}" if end else page
        if path in self._lists:
            body, end, rest = page.rpartition("</body>")
            spans = "".join(map(self._span, self._lists[path]))
            return f'{body}<div hidden aria-hidden="true">{spans}</div>\n{end}{rest}' if end and spans else page
        return page

    def _span(self, slug: str) -> str:
        if slug not in self._coins:
            self._coins[slug] = metadata.coins(self._by_slug[slug])
        return self._coins[slug]
