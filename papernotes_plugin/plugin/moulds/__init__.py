"""Moulds: how a page of ours becomes HTML without going through Python-Markdown.

The Markdown of our pages stays what it is, the one source for all hosts.  What the host makes of each shape in it is
learnt once (`host`, `lines`, `blocks`); a page is then put together from that.  The host makes the page itself
wherever something is not sure: another plugin changed its text, an extension is not known, a link leads nowhere.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc

from papernotes_plugin.plugin.check import Check
from papernotes_plugin.plugin.files import BODY, filled
from papernotes_plugin.plugin.moulds.blocks import Blocks
from papernotes_plugin.plugin.moulds.host import Host
from papernotes_plugin.plugin.moulds.leads import Leads, Unsure

log = get_plugin_logger("papernotes")


@dataclass(frozen=True, slots=True)
class Made:
    """A page as HTML."""

    html: str
    headings: list[dict[str, Any]]
    """As the `toc` extension tells them."""
    links: dict[File, dict[str, str]]
    """The anchors in other files that it links to, each with the link."""
    ids: set[str]
    """The ids in it."""


class Moulds:
    """The moulds of one build."""

    def __init__(self, config: MkDocsConfig, files: Files) -> None:
        self.host = Host(config.markdown_extensions, config.mdx_configs or {})
        self.off = ""
        """Why the host makes all pages itself; "" where it does not."""
        self._leads = Leads(files)
        self._blocks: Blocks | None = None
        if strangers := self.host.strangers():
            self.off = f"nobody knows what '{strangers[0]}' makes of their text"
            return
        self._blocks = Blocks(self.host)
        if not self._blocks.lines.sure:
            self.off = "Markdown is not as expected here"

    def convert(self, file: File, text: str) -> Made | None:
        """A page; None where the host shall make it."""
        if self.off or self._blocks is None:
            return None
        lead, links = self._leads.of(file)
        try:
            html, headings, ids = self._blocks.page(text, lead)
        except Unsure:
            return None
        return Made(html, headings, links, ids)

    def check(self, check: Check, bodies: Mapping[str, str], config: MkDocsConfig, files: Files) -> None:
        """Compare what stands in the pages that are to be compared."""
        for path in check.due:
            file = files.get_file_from_path(path)
            if file is None or not check.trusts(path):
                continue
            page = Page(None, copy(file), config)
            page.markdown = filled(BODY, bodies[path], file, files)
            made = self.convert(file, page.markdown)
            if made is None:
                continue
            page.render(config, files)
            toc = get_toc(made.headings)  # type: ignore[arg-type]
            if (page.content, page.present_anchor_ids, _told(page.toc)) != (made.html, made.ids, _told(toc)):
                check.differs(path)


def _told(toc: Iterable[Any]) -> list[tuple[str, str, int]]:
    return [(entry.title, entry.id, entry.level) for entry in toc]


class MouldedPage(Page):
    """A page of ours, in the place of the one that MkDocs has made for its file."""

    def __init__(self, file: File, config: MkDocsConfig, moulds: Moulds) -> None:
        super().__init__(None, file, config)
        self._moulds = moulds
        self.text: str | None = None
        """What we said is its text; anything else is somebody else's, too."""
        self._made: Made | None = None

    def __repr__(self) -> str:
        """As any page: a template may show it."""
        return str(Page.__repr__(self)).replace(type(self).__name__, Page.__name__, 1)

    @classmethod
    def enter(
        cls, bodies: Mapping[str, str], nav: Navigation, config: MkDocsConfig, files: Files, check: Check
    ) -> None:
        """Put ours in the place of the pages with these texts, by path, where nobody has arranged or named them.

        Moulds that are of no use are not used, and that is said, once.
        """
        moulds = Moulds(config, files)
        if moulds.off:
            log.info("pages of papers are converted one by one, which takes longer: %s", moulds.off)
            return
        moulds.check(check, bodies, config, files)
        arranged = {id(page) for page in nav.pages}
        for path in filter(check.trusts, bodies):
            file = files.get_file_from_path(path)
            page = file.page if file else None
            if file and type(page) is Page and id(page) not in arranged and not page.parent and page.title is None:
                cls(file, config, moulds)

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Fill the moulds, or let the host make the page."""
        ours = self.text is not None and self.text == self.markdown and "title" in self.meta
        made = self._moulds.convert(self.file, self.text or "") if ours else None
        if made is None:
            super().render(config, files)
            return
        self.content = made.html
        self.toc = get_toc(made.headings)  # type: ignore[arg-type]
        self.present_anchor_ids = made.ids
        if logging.getLogger(Page.__module__).getEffectiveLevel() > logging.DEBUG:
            self.links_to_anchors = made.links
