"""A MkDocs page that is rendered fast."""

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

_FRONT_MATTER = re.compile(rf'---\ntitle: ("[^\n]*")\n((?:[^\n-][^\n]*\n)*)---\n\n{PLACEHOLDER}\n')
log = get_plugin_logger("papernotes")


def _is_default(page: Page | None) -> bool:
    """Return whether a page is the one that MkDocs created, without a parent or a title from the navigation."""
    return type(page) is Page and not page.parent and page.title is None


class FastPage(Page):
    """A generated page that replaces the page that MkDocs created for its file.

    If no plugin reads the content before (`HtmlRenderer.is_lazy`), the page is rendered when it is written, and its
    content is freed afterwards.  The content of all pages at once would take much memory.
    """

    _content: str | None = None
    _toc: Any = None
    _is_deferred = False
    """True if the page is rendered when its content is first read."""

    def __init__(self, file: File, config: MkDocsConfig, renderer: HtmlRenderer) -> None:
        """Replace the page of a file."""
        super().__init__(None, file, config)
        self._renderer = renderer
        self.text: str | None = None
        """Markdown as generated; if `markdown` differs, another plugin has changed it."""

    @property
    def content(self) -> str | None:
        """HTML of the page; `PLACEHOLDER` while plugins process a page that is not rendered yet."""
        self._render_deferred()
        return self._content

    @content.setter
    def content(self, html: str | None) -> None:
        self._content = None if self._is_deferred and html == PLACEHOLDER else html

    @property
    def toc(self) -> Any:
        """Table of contents."""
        self._render_deferred()
        return self._toc

    @toc.setter
    def toc(self, toc: Any) -> None:
        self._toc = toc

    @property
    def is_lazy(self) -> bool:
        """Return whether the page can be rendered when it is written, because no plugin has changed its text."""
        is_unchanged = (self.markdown or "").strip() == PLACEHOLDER
        return self._renderer.is_lazy and is_unchanged and "title" in self.meta

    def free(self) -> None:
        """Free the content, when the page is written."""
        if self._is_deferred:
            self._content, self._toc, self.markdown, self.text = None, [], PLACEHOLDER, None

    def __repr__(self) -> str:
        """Return the same text as a page of MkDocs, because a template may show it."""
        return str(Page.__repr__(self)).replace(type(self).__name__, Page.__name__, 1)

    @classmethod
    def replace_pages(
        cls,
        texts: Mapping[str, str],
        nav: Navigation,
        config: MkDocsConfig,
        files: Files,
        renderer: HtmlRenderer,
        check: SampleCheck,
    ) -> None:
        """Replace the generated pages that are not in the navigation.

        A log message explains why pages are not replaced if the renderer is disabled.

        Args:
            texts: Texts of the generated pages, by source path.
            nav: Navigation of the site.
            config: Configuration of the site.
            files: Files of the site.
            renderer: Renderer of the pages.
            check: Chooses samples, for which the renderer is compared with MkDocs first.
        """
        if renderer.disabled_reason:
            log.info("pages of papers are rendered by MkDocs, which takes longer: %s", renderer.disabled_reason)
            return
        in_nav = {id(page) for page in nav.pages}
        generated = {path: file for path in texts if (file := files.get_file_from_path(path))}
        replaceable = {
            path: file for path, file in generated.items() if _is_default(file.page) and id(file.page) not in in_nav
        }
        for path in filter(replaceable.get, check.samples):
            if check.is_trusted(path) and not renderer.matches_mkdocs(replaceable[path], config, files):
                check.mark_different(path)
        for path in filter(check.is_trusted, replaceable):
            cls(replaceable[path], config, renderer)

    def read_source(self, config: MkDocsConfig) -> None:
        """Read the front matter; YAML, which is slow, parses equal lines of different pages once."""
        source = config.plugins.on_page_read_source(page=self, config=config)
        source = self.file.content_string if source is None else source
        match = _FRONT_MATTER.fullmatch(source)
        if match and match[1].isprintable():
            self.markdown = f"{PLACEHOLDER}\n"
            self.meta = {"title": json.loads(match[1]), **self._renderer.parsed_front_matter(match[2])}
        else:
            self.markdown, self.meta = meta.get_data(source)

    def render(self, config: MkDocsConfig, files: Files) -> None:
        """Render the page fast, or let MkDocs render it."""
        if self.is_lazy and not self._is_deferred:
            # MkDocs passes this content to the plugins
            self._is_deferred, self._content = True, PLACEHOLDER
            return
        is_unchanged = self.text is not None and self.text == self.markdown and "title" in self.meta
        rendered = self._renderer.convert(self.file, self.text or "") if is_unchanged else None
        if rendered is None:
            self._is_deferred = False
            super().render(config, files)
            return
        self._renderer.keep(self.file.src_uri, self.text or "", rendered)
        self._renderer.notify(rendered)
        self.content = rendered.html
        self.toc = get_toc(rendered.headings)  # type: ignore[arg-type]
        self.present_anchor_ids = {*rendered.ids}
        if logging.getLogger(Page.__module__).getEffectiveLevel() > logging.DEBUG:
            links = {files.get_file_from_path(path): anchors for path, anchors in rendered.links.items()}
            self.links_to_anchors = {file: anchors for file, anchors in links.items() if file}

    def _render_deferred(self) -> None:
        """Render a deferred page, also again after its content was freed."""
        if self._is_deferred and self._content is None and self._renderer.site:
            config, files = self._renderer.site
            self.text = self.markdown = self._renderer.text(self.file, files)
            self.render(config, files)
