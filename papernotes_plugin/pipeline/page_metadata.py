"""Add metadata for reference managers and link previews to the generated pages."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Set
from functools import cached_property

from papernotes_plugin.exports import citation_metadata, open_graph
from papernotes_plugin.exports.open_graph import PagePreview
from papernotes_plugin.links.addresses import group_index, map_page, paper_at
from papernotes_plugin.links.pagination import listing_pages
from papernotes_plugin.people.bylines import page_title
from papernotes_plugin.pipeline.paper_facts import PaperFacts
from papernotes_plugin.text import escape_attribute
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Library, Paper


class Metadata:
    """The metadata of the generated pages of one build; that of a paper is computed once."""

    def __init__(self, library: Library, config: Config, generated: Set[str], facts: PaperFacts) -> None:
        """Prepare the metadata.

        Args:
            library: The library.
            config: The options.
            generated: Paths of the generated pages and files.
            facts: The facts of the papers, of which those in the terms of CSL are read.
        """
        self._generated = generated
        self._library, self._config, self._facts = library, config, facts
        self._previews: dict[str, PagePreview] = {}
        self._coins: dict[str, str] = {}

    @cached_property
    def _lists(self) -> Mapping[str, tuple[str, ...]]:
        """The slugs of the papers on each page that lists papers."""
        return dict(listing_pages(self._library, self._config))

    @cached_property
    def _indexes(self) -> Mapping[str, tuple[str, ...]]:
        return dict(indexes(self._library, self._config))

    def _paper(self, path: str) -> Paper | None:
        """Return the paper whose page has this path."""
        return paper_at(path, self._library, self._config) if path in self._generated else None

    def description(self, path: str) -> str:
        """Return a one-line description of a page, escaped for an HTML attribute; "" for other pages."""
        preview = self._preview(path, "")
        return escape_attribute(preview.description) if preview else ""

    def add_to(self, path: str, page: str, address: str = "", title: str = "") -> str:
        """Return the HTML of a page with its metadata in the head, and COinS of the papers it lists after the body.

        The page of a paper with too few facts for tags in the head has COinS instead.

        Args:
            path: The path of the page, as in `Output.path`.
            page: The HTML from the theme.
            address: The absolute URL of the page, if it is known.
            title: The title of the page as HTML; the page of a paper uses the title of the paper.
        """
        head, head_end, rest = page.partition("</head>")
        added_head, added_body = self.tags(path, head, address, title)
        page = f"{head}{added_head}{head_end}{rest}" if head_end else page
        body, body_end, rest = page.rpartition("</body>")
        return f"{body}{added_body}{body_end}{rest}" if body_end else page

    def tags(self, path: str, head: str, address: str = "", title: str = "") -> tuple[str, str]:
        """Return what `add_to` adds to the head of a page, and to the end of its body.

        Args:
            path: The path of the page, as in `Output.path`.
            head: The HTML of the head from the theme.
            address: The absolute URL of the page, if it is known.
            title: The title of the page as HTML.
        """
        preview = self._preview(path, html.unescape(title))
        if not preview:
            return "", ""
        tags = [open_graph.preview_tags(preview, address, head)]
        listed = self._lists.get(path, ())
        if paper := self._paper(path):
            facts = citation_metadata.csl_facts(paper, self._facts.csl[paper.slug])
            tags.append(citation_metadata.paper_head(paper, facts, address))
            if paper.slug not in self._coins:
                self._coins[paper.slug] = citation_metadata.coins_span(paper, facts)
            # the lists of papers, which follow, need only this span
            self._facts.release_csl(paper.slug)
            listed = () if citation_metadata.is_citable(facts) else (paper.slug,)
        spans = "".join(map(self._span, listed))
        hidden = f'<div hidden aria-hidden="true">{spans}</div>\n' if spans else ""
        return "\n".join(["", *filter(None, tags), ""]), hidden

    def _preview(self, path: str, title: str) -> PagePreview | None:
        """Return the link preview of a generated page; None for other pages."""
        if path not in self._generated:
            return None
        if paper := self._paper(path):
            if path not in self._previews:
                self._previews[path] = open_graph.paper_preview(paper)
            return self._previews[path]
        if path in self._lists:
            papers = map(self._library.by_slug.__getitem__, self._lists[path])
            return open_graph.list_preview(title, map(page_title, papers))
        return open_graph.list_preview(title, self._indexes[path]) if path in self._indexes else None

    def _span(self, slug: str) -> str:
        if slug not in self._coins:
            paper = self._library.by_slug[slug]
            facts = citation_metadata.csl_facts(paper, self._facts.csl[slug])
            self._coins[slug] = citation_metadata.coins_span(paper, facts)
        return self._coins[slug]


def indexes(library: Library, config: Config) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the path of each index of groups, and of the map, with the names of its top-level groups."""
    kinds = (
        (config.tags_path, library.tags),
        (config.topics_path, library.topics),
        (config.venues_path, library.venues),
    )
    for folder, groups in kinds:
        yield group_index(folder), tuple(group.name for group in groups if len(group.path) == 1)
    subjects = sorted((*library.tags, *library.topics), key=lambda group: -len(group.papers))
    yield map_page(config), tuple(group.name for group in subjects if len(group.path) == 1)
