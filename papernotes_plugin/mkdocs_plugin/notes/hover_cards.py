"""Add the data of hover cards to note pages."""

from __future__ import annotations

from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline.hover_card_data import Cards


class HoverCards:
    """Hover cards of the papers that each note of a site mentions."""

    def __init__(self, site: pipeline.Site, directories: bool) -> None:
        """Prepare the cards.

        Args:
            site: Library and generated pages of the site.
            directories: Value of MkDocs' option `use_directory_urls`.
        """
        self._cards = Cards(site.library, site.config, site.output_paths)
        self._papers_folder = f"{site.config.papers_path}/"
        self._url_ending = "/" if directories else ".html"

    def add_to(self, page: Page) -> None:
        """Append the cards of a note to the content of its page."""
        page.content = (page.content or "") + self.html(page)

    def html(self, page: Page) -> str:
        """Return the cards of a note as an HTML element; empty if it mentions no paper with a page."""
        base = get_relative_url(self._papers_folder, page.url)
        return self._cards.block(page.file.src_uri, base, self._url_ending)
