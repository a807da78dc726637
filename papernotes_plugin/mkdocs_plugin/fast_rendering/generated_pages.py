"""How the pages of ours become HTML in one build: put together where that is sure to be the same, else by the host."""

from __future__ import annotations

from collections.abc import Mapping, Set

from jinja2 import BytecodeCache, Environment
from jinja2.bccache import Bucket
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.fast_rendering.fast_page import FastPage
from papernotes_plugin.mkdocs_plugin.fast_rendering.html_renderer import HtmlRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.page_template import PageTemplates
from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck
from papernotes_plugin.mkdocs_plugin.incremental.rendered_notes import Remembering
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER, fill_placeholder
from papernotes_plugin.vocabulary.config import PLAIN


class TemplateBytecode(BytecodeCache):
    """The templates of a theme as they were compiled, for the next build of a preview."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give what was kept of a template; it is not taken where its source is another one."""
        if known := self._kept.get(bucket.key):
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template."""
        self._kept[bucket.key] = bucket.bytecode_to_string()


class FastRendering:
    """The pages of one build with their texts, by path, in moulds and frames."""

    def __init__(
        self,
        bodies: Mapping[str, str],
        nav: Navigation,
        config: MkDocsConfig,
        files: Files,
        way: str,
        before: HtmlRenderer | None,
        settled: Set[str],
        citer: PageCitations | None,
        *,
        keep: bool,
    ) -> None:
        """Before pages are read.

        Args:
            bodies: The texts.
            nav: The navigation of the site.
            config: Its configuration.
            files: Its files.
            way: Of `papernotes_plugin.vocabulary.config.RENDERINGS`.
            before: Of an earlier build.
            settled: The paths of the files that are where they were in it.
            citer: Who knows whether a page has citations, where this build is the past of another one.
            keep: Keep what pages are converted to for the next build, in this process.
        """
        self._bodies, self._files = bodies, files
        self._frames: PageTemplates | None = None
        self._remembering: Remembering | None = None
        self.renderer: HtmlRenderer | None = None
        if (bodies or before or citer) and way != PLAIN:
            check = SampleCheck(bodies, way)
            self.renderer = HtmlRenderer(bodies, config, files, before, settled, keep=keep)
            FastPage.enter(bodies, nav, config, files, self.renderer, check)
            self._frames = PageTemplates(config, nav, check)
            if citer and not self.renderer.disabled_reason:
                self._remembering = Remembering(
                    files, citer, self.renderer.rendered_notes, self.renderer.rendered_without_warnings, keep=keep
                )

    def filled(self, markdown: str, page: Page) -> str | None:
        """The text of a page, with what other plugins put before and behind it.

        None of a page that is not ours, or that nobody looks at before it is built.
        """
        path = page.file.src_uri
        if path not in self._bodies or (
            isinstance(page, FastPage) and page.is_lazy and markdown.strip() == PLACEHOLDER
        ):
            return None
        text = fill_placeholder(markdown, self._bodies[path], page.file, self._files)
        if isinstance(page, FastPage) and markdown.strip() == PLACEHOLDER:
            page.text = text
        return text

    def rendered_without_warnings(self, path: str) -> bool:
        """Whether the host had nothing to say of a note when it converted it, and nothing in it is of its own build."""
        return self.renderer is not None and path in self.renderer.rendered_without_warnings

    def standin(self, markdown: str, page: Page) -> str | None:
        """As much of the text of a note as is to be converted; None where that is all of it."""
        if self._remembering is None or page.file.src_uri in self._bodies:
            return None
        return self._remembering.standin(markdown, page)

    def whole(self, html: str, page: Page) -> str:
        """The HTML of a note, where only a part of it was made."""
        return self._remembering.whole(html, page) if self._remembering else html

    def begin(self, env: Environment, compiled: TemplateBytecode | None) -> None:
        """Before pages are built; `compiled` are templates of earlier builds."""
        env.bytecode_cache = env.bytecode_cache or compiled
        if self._frames:
            self._frames.enter(env, self._files, self._bodies)

    def build(self, page: Page) -> None:
        """When MkDocs has found the template of a page."""
        if self._frames:
            self._frames.leave(page)

    @staticmethod
    def written(page: Page) -> None:
        """When nobody looks at a page any more."""
        if isinstance(page, FastPage):
            page.free()

    def end(self) -> None:
        """When the site is written."""
        if self.renderer:
            self.renderer.end()
