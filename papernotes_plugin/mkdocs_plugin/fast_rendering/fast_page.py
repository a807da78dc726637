"""The pages of ours that moulds make, on their way through MkDocs."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import meta

from papernotes_plugin.mkdocs_plugin.fast_rendering.html_renderer import HtmlRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER

_TITLED = re.compile(rf'---\ntitle: ("[^\n]*")\n((?:[^\n-][^\n]*\n)*)---\n\n{PLACEHOLDER}\n')
log = get_plugin_logger("papernotes")


def _is_free(page: Page | None) -> bool:
    """Whether a page is MkDocs' own, and nobody has arranged or named it."""
    return type(page) is Page and not page.parent and page.title is None


class FastPage(Page):
    """A page of ours, in the place of the one that MkDocs has made for its file.

    Where nobody looks at it between (`Moulds.late`), it is made when its content is asked for, as late as MkDocs builds
    it, and let go when it is written: what is in all pages at once is much memory.
    """

    _content: str | None = None
    _toc: Any = None
    _waits = False
    """It is made when it is asked for."""

    def __init__(self, file: File, config: MkDocsConfig, renderer: HtmlRenderer) -> None:
        super().__init__(None, file, config)
        self._renderer = renderer
        self.text: str | None = None
        """What we said is its text; anything else is somebody else's, too."""

    @property
    def content(self) -> str | None:
        """The page as HTML; while other plugins are told of it and it is not made yet, `BODY`."""
        self._make()
        return self._content

    @content.setter
    def content(self, html: str | None) -> None:
        self._content = None if self._waits and html == PLACEHOLDER else html

    @property
    def toc(self) -> Any:
        """Its table of contents."""
        self._make()
        return self._toc

    @toc.setter
    def toc(self, toc: Any) -> None:
        self._toc = toc

    @property
    def is_lazy(self) -> bool:
        """Whether it may wait until it is built: nothing is in it but our text."""
        return self._renderer.is_lazy and (self.markdown or "").strip() == PLACEHOLDER and "title" in self.meta

    def free(self) -> None:
        """When it is written: nobody needs any more what is in it."""
        if self._waits:
            self._content, self._toc, self.markdown, self.text = None, [], PLACEHOLDER, None

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
        renderer: HtmlRenderer,
        check: SampleCheck,
    ) -> None:
        """Put ours in the place of the pages with these texts, by path, where nobody has arranged or named them.

        Moulds that are of no use are not used, and that is said, once.
        """
        if renderer.disabled_reason:
            log.info("pages of papers are converted one by one, which takes longer: %s", renderer.disabled_reason)
            return
        arranged = {id(page) for page in nav.pages}
        found = {path: file for path in bodies if (file := files.get_file_from_path(path))}
        free = {path: file for path, file in found.items() if _is_free(file.page) and id(file.page) not in arranged}
        for path in filter(free.get, check.due):
            if check.trusts(path) and not renderer.is_right(free[path], config, files):
                check.differs(path)
        for path in filter(check.trusts, free):
            cls(free[path], config, renderer)

    def read_source(self, config: MkDocsConfig) -> None:
        """Read the front matter without YAML, which is slow: but for the title it is the same on many pages."""
        source = config.plugins.on_page_read_source(page=self, config=config)
        source = self.file.content_string if source is None else source
        titled = _TITLED.fullmatch(source)
        if titled and titled[1].isprintable():
            self.markdown, self.meta = (
                f"{PLACEHOLDER}\n",
                {"title": json.loads(titled[1]), **self._renderer.told(titled[2])},
            )
        else:
            self.markdown, self.meta = meta.get_data(source)

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Fill the moulds, or let the host make the page."""
        if self.is_lazy and not self._waits:
            # as long as MkDocs has not told it to the plugins
            self._waits, self._content = True, PLACEHOLDER
            return
        ours = self.text is not None and self.text == self.markdown and "title" in self.meta
        made = self._renderer.convert(self.file, self.text or "") if ours else None
        if made is None:
            self._waits = False
            super().render(config, files)
            return
        self._renderer.keep(self.file.src_uri, self.text or "", made)
        self._renderer.show(made)
        self.content = made.html
        self.toc = get_toc(made.headings)  # type: ignore[arg-type]
        self.present_anchor_ids = {*made.ids}
        if logging.getLogger(Page.__module__).getEffectiveLevel() > logging.DEBUG:
            there = {files.get_file_from_path(path): anchors for path, anchors in made.links.items()}
            self.links_to_anchors = {file: anchors for file, anchors in there.items() if file}

    def _make(self) -> None:
        """Make what was put off, or let go."""
        if self._waits and self._content is None and self._renderer.site:
            config, files = self._renderer.site
            self.text = self.markdown = self._renderer.text(self.file, files)
            self.render(config, files)
