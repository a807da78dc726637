"""The cards of the papers that a note mentions, in the page of the note."""

from __future__ import annotations

from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from papernotes_plugin import pipeline
from papernotes_plugin.pipeline.hover_card_data import Cards


class HoverCards:
    """Puts the cards of one build into its notes."""

    def __init__(self, site: pipeline.Site, directories: bool) -> None:
        self._cards = Cards(site.library, site.config, site.outputs)
        self._folder = f"{site.config.papers_path}/"
        self._end = "/" if directories else ".html"

    def join(self, page: Page) -> None:
        """The cards of a note at the end of its content."""
        page.content = (page.content or "") + self.of(page)

    def of(self, page: Page) -> str:
        """The cards of a note, as an element of HTML."""
        return self._cards.block(page.file.src_uri, get_relative_url(self._folder, page.url), self._end)
