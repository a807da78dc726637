"""The pages of ours of one build on their way through MkDocs: what they tell besides their text."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import paper_at
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.compat.tags import Tags


class GeneratedMetadata:
    """What is known of the pages of a site, and of the papers on them."""

    def __init__(self, site: pipeline.Site, tags: Tags) -> None:
        self._site, self._tags = site, tags
        self._metadata = pipeline.Metadata(site.library, site.config, site.outputs) if site.config.metadata else None

    def tell(self, page: Page, config: MkDocsConfig) -> None:
        """Tell the host and other plugins what a page is about."""
        path = page.file.src_uri
        if is_enabled(config, "macros"):
            # the title of a paper may look like a macro
            page.meta["render_macros"] = False
        if self._metadata and (about := self._metadata.description(path)):
            page.meta.setdefault("description", about)
        paper = paper_at(path, self._site.library, self._site.config)
        self._tags.set_paper_tags(page, paper.tags if paper else ())

    def complete(self, output: str, page: Page) -> str:
        """The HTML of a page with what a reference manager reads from it."""
        known = (page.file.src_uri, output, page.canonical_url or "", page.title or "")
        return self._metadata.added(*known) if self._metadata else output
