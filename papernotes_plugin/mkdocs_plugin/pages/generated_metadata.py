"""Set the front matter, the HTML head and the writing directions of generated pages."""

from __future__ import annotations

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import paper_at
from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import is_enabled
from papernotes_plugin.mkdocs_plugin.compat.tags import Tags
from papernotes_plugin.mkdocs_plugin.pages.feed_link import add_feed_link, feed_link


class GeneratedMetadata:
    """Metadata of the generated pages of a site."""

    def __init__(self, site: pipeline.Site, tags: Tags) -> None:
        """Prepare the metadata; descriptions and head tags depend on the option `metadata`."""
        self._site, self._tags = site, tags
        self.feed_path = ""
        """Path of the feed below the site folder, to which each page links; empty without a feed."""
        self._generated = site.output_paths
        metadata = pipeline.Metadata(site.library, site.config, self._generated, site.facts)
        self._metadata = metadata if site.config.metadata else None

    def set_meta(self, page: Page, config: MkDocsConfig) -> None:
        """Set the front matter that the theme and other plugins read: description and tags."""
        path = page.file.src_uri
        if is_enabled(config, "macros"):
            # the title of a paper may look like a macro
            page.meta["render_macros"] = False
        if self._metadata and (description := self._metadata.description(path)):
            page.meta.setdefault("description", description)
        paper = paper_at(path, self._site.library, self._site.config)
        self._tags.set_paper_tags(page, paper.tags if paper else ())

    def add_tags(self, html: str, page: Page, config: MkDocsConfig) -> str:
        """Return the HTML of a page with a link to the feed, tags for reference managers and writing directions."""
        html = add_feed_link(html, self.feed_path, page, config)
        if page.file.src_uri in self._generated:
            html = with_directions(html)
        if self._metadata is None:
            return html
        return self._metadata.add_to(page.file.src_uri, html, page.canonical_url or "", page.title or "")

    def tags(self, page: Page, head: str, config: MkDocsConfig) -> tuple[str, str]:
        """Return what is added to the head of a page, whose HTML is given, and to the end of its body."""
        link = feed_link(self.feed_path, page, config)
        if self._metadata is None:
            return link, ""
        title, address = str(page.title or ""), page.canonical_url or ""
        added_head, added_body = self._metadata.tags(page.file.src_uri, head + link, address, title)
        return link + added_head, added_body


def with_directions(html: str) -> str:
    """Return the HTML of a page whose title and quotes have the writing direction of their text.

    Markdown cannot express this.

    Examples:
        >>> with_directions('<h1 id="a">A</h1><blockquote>')
        '<h1 dir="auto" id="a">A</h1><blockquote dir="auto">'
    """
    quote = '<blockquote dir="auto">'
    html = html.replace("<h1 id=", '<h1 dir="auto" id=', 1).replace("<blockquote>", quote)
    # the text of an element with the attribute does not count for the elements around it
    return html.replace(f"{quote}\n{quote}", f"{quote}\n<blockquote>")
