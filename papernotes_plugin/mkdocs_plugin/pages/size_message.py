"""Log how many pages and megabytes papernotes adds to a large site, when the first of these pages is rendered."""

from __future__ import annotations

from collections.abc import Container, Iterable

from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.pages import Page

from papernotes_plugin import pipeline
from papernotes_plugin.links.addresses import papers_index
from papernotes_plugin.mkdocs_plugin.compat.log_listener import ONCE
from papernotes_plugin.pipeline import site_size
from papernotes_plugin.text import counted

log = get_plugin_logger("papernotes")


class SizeMessage:
    """The message of one build; only the first build of a large site has it."""

    def __init__(self, site: pipeline.Site, pages: Container[str], *, is_first: bool) -> None:
        """Prepare for a build.

        Args:
            site: The library and its outputs.
            pages: Source paths of the generated pages.
            is_first: Whether no page of an earlier build is reused.
        """
        self._site, self._pages = site, pages
        number = sum(output.path.endswith(".md") for output in site.outputs)
        self._is_due = is_first and number >= site_size.MANY_PAGES

    def measure_first(self, pages: Iterable[tuple[str, Page]]) -> None:
        """Log the message for the first of some pages, each with its HTML; without a message no page is read."""
        if self._is_due:
            for html, page in pages:
                self.measure(html, page)
                return

    def measure(self, html: str, page: Page) -> None:
        """Log the message if the page is the first generated one outside the navigation."""
        path = page.file.src_uri
        if not self._is_due or path not in self._pages or path == papers_index(self._site.config):
            return
        self._is_due = False
        size = site_size.estimate_size(self._site, site_size.shell_size(html))
        notes, fewer = counted(len(self._site.library.notes), "note"), site_size.advice(size)
        log.info("%s, for %s%s", size, notes, f"; {fewer}" if fewer else "", extra={ONCE: True})
