"""Moulds: how a page of ours becomes HTML without going through Python-Markdown.

The Markdown of our pages stays what it is, the one source for all hosts.  What the host makes of each shape in it is
learnt once (`host`, `lines`, `blocks`); a page is then put together from that.  The host makes the page itself
wherever something is not sure: another plugin changed its text, an extension is not known, a link leads nowhere.
"""

from __future__ import annotations

import logging
import re
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

from papernotes_plugin.config import AUTO, PLAIN
from papernotes_plugin.plugin.files import BODY, filled
from papernotes_plugin.plugin.moulds.blocks import Blocks
from papernotes_plugin.plugin.moulds.host import Host
from papernotes_plugin.plugin.moulds.leads import Leads, Unsure

log = get_plugin_logger("papernotes")

_ANCHOR = re.compile(r"<[a-zA-Z][^<>]*?\sid=\"([^\"<>]*)\"|<a\s[^<>]*?\bname=\"([^\"<>]*)\"")
_LONG = 40_000
"""Characters of a page that is too long to be made twice for a check."""
_AGAIN = 3
"""How many pages are checked besides the first of each kind."""


@dataclass(frozen=True, slots=True)
class Made:
    """A page as HTML."""

    html: str
    headings: list[dict[str, Any]]
    """As the `toc` extension tells them."""
    links: dict[File, dict[str, str]]
    """The anchors in other files that it links to, each with the link."""

    @property
    def anchors(self) -> set[str]:
        """The ids in it."""
        return {found[1] or found[2] for found in _ANCHOR.finditer(self.html)}


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
            html, headings = self._blocks.page(text, lead)
        except Unsure:
            return None
        return Made(html, headings, links)

    def check(self, bodies: Mapping[str, str], config: MkDocsConfig, files: Files) -> None:
        """Make the first page of each kind, and a few more, both ways; take the host's if there is a difference."""
        for path in _samples(bodies):
            file = files.get_file_from_path(path)
            if file is None:
                continue
            page = Page(None, copy(file), config)
            page.markdown = filled(BODY, bodies[path], file, files)
            made = self.convert(file, page.markdown)
            if made is None:
                continue
            page.render(config, files)
            if (page.content, page.present_anchor_ids, _told(page.toc)) != (
                made.html,
                made.anchors,
                _told(get_toc(made.headings)),  # type: ignore[arg-type]
            ):
                self.off = f"'{path}' would differ"
                return


def _told(toc: Iterable[Any]) -> list[tuple[str, str, int]]:
    return [(entry.title, entry.id, entry.level) for entry in toc]


def _samples(bodies: Mapping[str, str]) -> Iterable[str]:
    kinds: dict[tuple[str, bool], str] = {}
    short = [path for path in sorted(bodies) if len(bodies[path]) < _LONG]
    for path in short:
        kinds.setdefault((path.partition("/")[0], path.endswith("/index.md")), path)
    step = max(1, len(short) // _AGAIN)
    return dict.fromkeys([*kinds.values(), *short[step // 2 :: step][:_AGAIN]])


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
        cls, bodies: Mapping[str, str], nav: Navigation, config: MkDocsConfig, files: Files, rendering: str
    ) -> None:
        """Put ours in the place of the pages with these texts, by path, where nobody has arranged or named them.

        Moulds that are of no use are not used, and that is said, once.
        """
        if not bodies or rendering == PLAIN:
            return
        moulds = Moulds(config, files)
        if rendering == AUTO and not moulds.off:
            moulds.check(bodies, config, files)
        if moulds.off:
            log.info("pages of papers are converted one by one, which takes longer: %s", moulds.off)
            return
        arranged = {id(page) for page in nav.pages}
        for path in bodies:
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
        self.present_anchor_ids = made.anchors
        if logging.getLogger(Page.__module__).getEffectiveLevel() > logging.DEBUG:
            self.links_to_anchors = made.links
