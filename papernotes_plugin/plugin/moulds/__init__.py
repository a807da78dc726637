"""Moulds: how a page of ours becomes HTML without going through Python-Markdown.

The Markdown of our pages stays what it is, the one source for all hosts.  What the host makes of each shape in it is
learnt once (`host`, `lines`, `blocks`); a page is then put together from that.  The host makes the page itself
wherever something is not sure: another plugin changed its text, an extension is not known, a link leads nowhere.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Mapping
from copy import copy, deepcopy
from dataclasses import dataclass
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import meta

from papernotes_plugin.plugin.bodies import BODY, filled
from papernotes_plugin.plugin.check import Check
from papernotes_plugin.plugin.moulds.blocks import Blocks
from papernotes_plugin.plugin.moulds.host import Host
from papernotes_plugin.plugin.moulds.leads import Leads, Unsure
from papernotes_plugin.plugin.remembering import Remembered

_TITLED = re.compile(rf'---\ntitle: ("[^\n]*")\n((?:[^\n-][^\n]*\n)*)---\n\n{BODY}\n')
log = get_plugin_logger("papernotes")


@dataclass(frozen=True, slots=True)
class Made:
    """A page as HTML."""

    html: str
    headings: list[dict[str, Any]]
    """As the `toc` extension tells them."""
    links: dict[str, dict[str, str]]
    """The anchors in other files, by their paths, that it links to, each with the link."""
    ids: set[str]
    """The ids in it."""


class _Learnt:
    """What is known of a site's Markdown."""

    def __init__(self, asked: tuple[list[Any], dict[str, dict[str, Any]]]) -> None:
        """By its extensions and their options."""
        self.asked = asked
        self.blocks: Blocks | None = None
        """Nothing where the host makes all pages itself, and then `off` says why."""
        self.off = ""
        self.host = host = Host(*asked)
        if strangers := host.strangers():
            self.off = f"nobody knows what '{strangers[0]}' makes of their text"
            return
        blocks = Blocks(host)
        if blocks.lines.sure:
            self.blocks = blocks
        else:
            self.off = "Markdown is not as expected here"


class Moulds:
    """The moulds of one build."""

    _learnt: _Learnt

    def __init__(self, config: MkDocsConfig, files: Files, earlier: Moulds | None = None) -> None:
        """Of what is still the same, the earlier ones know it."""
        asked = [*config.markdown_extensions], {name: {**(own or {})} for name, own in config.mdx_configs.items()}
        same = earlier is not None and earlier._learnt.asked == asked
        self._learnt = earlier._learnt if earlier and same else _Learnt(asked)
        self._places = {file.src_uri: (file.url, file.inclusion.is_excluded()) for file in files}
        self._leads = Leads(files)
        self._fronts: dict[str, dict[str, Any]] = {}
        settled = earlier if earlier and same and earlier._places == self._places else None
        self._made: dict[str, tuple[str, Made]] = settled._made if settled else {}
        """Pages that were made, by path, each with its text: as long as links lead where they led."""
        self.notes: dict[str, Remembered] = settled.notes if settled else {}
        """Notes that the host has converted, by path, as long."""
        self.quiet: set[str] = settled.quiet if settled else set()
        """The paths of notes as `Remembering` has them, as long."""

    @property
    def off(self) -> str:
        """Why the host makes all pages itself; "" where it does not."""
        return self._learnt.off

    def convert(self, file: File, text: str) -> Made | None:
        """A page; None where the host shall make it."""
        if self._learnt.blocks is None:
            return None
        if known := self._known(file.src_uri, text):
            return known
        lead, links = self._leads.of(file)
        try:
            html, headings, ids = self._learnt.blocks.page(text, lead)
        except Unsure:
            return None
        return Made(html, headings, {there.src_uri: anchors for there, anchors in links.items()}, ids)

    def told(self, front: str) -> dict[str, Any]:
        """What lines of a front matter say; read once."""
        if front not in self._fronts:
            self._fronts[front] = meta.get_data(f"---\n{front}---\n")[1] if front else {}
        return deepcopy(self._fronts[front])

    def keep(self, path: str, text: str, made: Made) -> None:
        """Keep a page for the next build."""
        self._made[path] = text, made

    def show(self, made: Made) -> None:
        """Show a page to the extensions that want to see all of them."""
        self._learnt.host.show(made.headings)

    def _known(self, path: str, text: str) -> Made | None:
        """A page as it was kept, if it has this text."""
        known = self._made.get(path)
        return known[1] if known and known[0].strip("\n") == text.strip("\n") else None

    def is_right(self, file: File, body: str, config: MkDocsConfig, files: Files) -> bool:
        """Whether a page with this text is what the host makes of it."""
        page = Page(None, copy(file), config)
        page.markdown = filled(BODY, body, file, files)
        made = self.convert(file, page.markdown)
        # what is kept from an earlier build was right there
        if made is None or self._known(file.src_uri, page.markdown):
            return True
        page.render(config, files)
        toc = get_toc(made.headings)  # type: ignore[arg-type]
        return (page.content, page.present_anchor_ids, _told(page.toc)) == (made.html, made.ids, _told(toc))


def _is_free(page: Page | None) -> bool:
    """Whether a page is MkDocs' own, and nobody has arranged or named it."""
    return type(page) is Page and not page.parent and page.title is None


def _told(toc: Iterable[Any]) -> list[tuple[str, str, int]]:
    return [(entry.title, entry.id, entry.level) for entry in toc]


class MouldedPage(Page):
    """A page of ours, in the place of the one that MkDocs has made for its file."""

    def __init__(self, file: File, config: MkDocsConfig, moulds: Moulds) -> None:
        super().__init__(None, file, config)
        self._moulds = moulds
        self.text: str | None = None
        """What we said is its text; anything else is somebody else's, too."""

    def __repr__(self) -> str:
        """As any page: a template may show it."""
        return str(Page.__repr__(self)).replace(type(self).__name__, Page.__name__, 1)

    @classmethod
    def enter(
        cls,
        bodies: Mapping[str, str],
        nav: Navigation,
        config: MkDocsConfig,
        files: Files,
        moulds: Moulds,
        check: Check,
    ) -> None:
        """Put ours in the place of the pages with these texts, by path, where nobody has arranged or named them.

        Moulds that are of no use are not used, and that is said, once.
        """
        if moulds.off:
            log.info("pages of papers are converted one by one, which takes longer: %s", moulds.off)
            return
        arranged = {id(page) for page in nav.pages}
        found = {path: file for path in bodies if (file := files.get_file_from_path(path))}
        free = {path: file for path, file in found.items() if _is_free(file.page) and id(file.page) not in arranged}
        for path in filter(free.get, check.due):
            if check.trusts(path) and not moulds.is_right(free[path], bodies[path], config, files):
                check.differs(path)
        for path in filter(check.trusts, free):
            cls(free[path], config, moulds)

    def read_source(self, config: MkDocsConfig) -> None:
        """Read the front matter without YAML, which is slow: but for the title it is the same on many pages."""
        source = config.plugins.on_page_read_source(page=self, config=config)
        source = self.file.content_string if source is None else source
        titled = _TITLED.fullmatch(source)
        if titled and titled[1].isprintable():
            self.markdown, self.meta = f"{BODY}\n", {"title": json.loads(titled[1]), **self._moulds.told(titled[2])}
        else:
            self.markdown, self.meta = meta.get_data(source)

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Fill the moulds, or let the host make the page."""
        ours = self.text is not None and self.text == self.markdown and "title" in self.meta
        made = self._moulds.convert(self.file, self.text or "") if ours else None
        if made is None:
            super().render(config, files)
            return
        self._moulds.keep(self.file.src_uri, self.text or "", made)
        self._moulds.show(made)
        self.content = made.html
        self.toc = get_toc(made.headings)  # type: ignore[arg-type]
        self.present_anchor_ids = {*made.ids}
        if logging.getLogger(Page.__module__).getEffectiveLevel() > logging.DEBUG:
            there = {files.get_file_from_path(path): anchors for path, anchors in made.links.items()}
            self.links_to_anchors = {file: anchors for file, anchors in there.items() if file}
