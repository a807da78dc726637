"""What the pages of a site tell a reference manager and a preview of their links, and where in a page it stands."""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from papernotes_plugin.exports import citation_metadata, open_graph
from papernotes_plugin.exports.open_graph import PagePreview
from papernotes_plugin.links.addresses import group_index, map_page, paper_at
from papernotes_plugin.links.pagination import listing_pages
from papernotes_plugin.text import escape_attribute
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Output, Paper


class Metadata:
    """The metadata of the generated pages of one build; each paper is put into words once."""

    def __init__(self, library: Library, config: Config, outputs: Iterable[Output]) -> None:
        self._ours = {output.path for output in outputs}
        self._library, self._config = library, config
        self._shared_of: dict[str, PagePreview] = {}
        self._coins: dict[str, str] = {}

    @cached_property
    def _lists(self) -> Mapping[str, tuple[str, ...]]:
        """The slugs of the papers on each page that lists some."""
        return dict(listing_pages(self._library, self._config))

    @cached_property
    def _indexes(self) -> Mapping[str, tuple[str, ...]]:
        return dict(indexes(self._library, self._config))

    def _paper(self, path: str) -> Paper | None:
        """The paper whose page that is."""
        return paper_at(path, self._library, self._config) if path in self._ours else None

    def description(self, path: str) -> str:
        """What a page is about, in a line for an attribute of HTML; "" where that is not known."""
        shared = self._shared(path, "")
        return escape_attribute(shared.description) if shared else ""

    def added(self, path: str, page: str, address: str = "", title: str = "") -> str:
        """The HTML of a page with its metadata in its head; with that of the papers it lists at the end of its body.

        A paper of which too little is known for its head is at the end of the body of its page, too.

        Args:
            path: The path of the page below the docs folder, as of `Output`.
            page: The HTML as the theme made it.
            address: The absolute URL of the page, where it is known.
            title: What the page is called, as HTML; a paper's page is called as the paper is.
        """
        shared = self._shared(path, html.unescape(title))
        if not shared:
            return page
        paper = self._paper(path)
        facts = citation_metadata.csl_facts(paper) if paper else {}
        head, end, rest = page.partition("</head>")
        if end:
            told = [open_graph.preview_tags(shared, address, head)]
            if paper:
                told.append(citation_metadata.paper_head(paper, address, facts))
            page = "\n".join([head, *filter(None, told), end]) + rest
        body, end, rest = page.rpartition("</body>")
        listed = self._lists.get(path, ())
        if paper:
            # the lists of papers come later
            self._coins.setdefault(paper.slug, citation_metadata.coins_span(paper, facts))
            listed = () if citation_metadata.is_citable(paper, facts) else (paper.slug,)
        spans = "".join(map(self._span, listed))
        return f'{body}<div hidden aria-hidden="true">{spans}</div>\n{end}{rest}' if end and spans else page

    def _shared(self, path: str, title: str) -> PagePreview | None:
        """What a preview shows of a page of ours."""
        if path not in self._ours:
            return None
        if paper := self._paper(path):
            if path not in self._shared_of:
                self._shared_of[path] = open_graph.paper_preview(paper)
            return self._shared_of[path]
        if path in self._lists:
            return open_graph.list_preview(title, (self._library.by_slug[slug].title for slug in self._lists[path]))
        return open_graph.list_preview(title, self._indexes[path]) if path in self._indexes else None

    def _span(self, slug: str) -> str:
        if slug not in self._coins:
            self._coins[slug] = citation_metadata.coins_span(self._library.by_slug[slug])
        return self._coins[slug]


def indexes(library: Library, config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The indexes of groups and the map, each with the names of what it shows."""
    kinds = (
        (config.tags_path, library.tags),
        (config.topics_path, library.topics),
        (config.venues_path, library.venues),
    )
    for folder, groups in kinds:
        yield group_index(folder), tuple(group.name for group in groups if len(group.path) == 1)
    subjects = sorted((*library.tags, *library.topics), key=lambda group: -len(group.papers))
    yield map_page(config), tuple(group.name for group in subjects if len(group.path) == 1)
