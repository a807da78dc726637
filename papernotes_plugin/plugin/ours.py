"""The pages of ours of one build on their way through MkDocs: what they tell besides their text."""

from __future__ import annotations

from collections.abc import Mapping

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.pages.addresses import paper_page
from papernotes_plugin.plugin.neighbours import Tags, forewarn


class OurPages:
    """What is known of the pages of a site, and of the papers on them."""

    def __init__(self, site: pipeline.Site, tags: Tags) -> None:
        self._tags = tags
        self._metadata = pipeline.Metadata(site.library, site.config, site.outputs) if site.config.metadata else None
        self._tagged: Mapping[str, tuple[str, ...]] = {
            paper_page(paper.slug, site.config): paper.tags for paper in site.library.papers
        }
        """The tags of each paper by the path of its page."""

    def tell(self, page: Page, config: MkDocsConfig) -> None:
        """Tell the host and other plugins what a page is about."""
        path = page.file.src_uri
        forewarn(page, config)
        if self._metadata and (about := self._metadata.description(path)):
            page.meta.setdefault("description", about)
        self._tags.join(page, self._tagged.get(path, ()))

    def complete(self, output: str, page: Page) -> str:
        """The HTML of a page with what a reference manager reads from it."""
        known = (page.file.src_uri, output, page.canonical_url or "", page.title or "")
        return self._metadata.added(*known) if self._metadata else output
