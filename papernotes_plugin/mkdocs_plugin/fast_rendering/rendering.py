"""Render the pages of a build: fast where the result is certain to be that of MkDocs, otherwise by MkDocs itself."""

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
from papernotes_plugin.mkdocs_plugin.notes.citations_elsewhere import PageCitations
from papernotes_plugin.mkdocs_plugin.notes.render_warnings import RenderWarnings
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER, fill_placeholder
from papernotes_plugin.vocabulary.config import PLAIN


class TemplateBytecode(BytecodeCache):
    """Compiled templates of the theme, for the next build of a preview."""

    def __init__(self) -> None:
        self._bytecode: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the bytecode of a template; Jinja ignores it if the source has changed."""
        if bytecode := self._bytecode.get(bucket.key):
            bucket.bytecode_from_string(bytecode)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode of a template."""
        self._bytecode[bucket.key] = bucket.bytecode_to_string()


class FastRendering:
    """Fast rendering of the pages of one build."""

    def __init__(
        self,
        texts: Mapping[str, str],
        nav: Navigation,
        config: MkDocsConfig,
        files: Files,
        *,
        mode: str,
        previous: HtmlRenderer | None,
        reused: Set[str],
        citations: PageCitations | None,
        keep: bool,
    ) -> None:
        """Decide which pages are rendered fast, before MkDocs reads them.

        Args:
            texts: Texts of the generated pages, by source path.
            nav: Navigation of the site.
            config: Configuration of the site.
            files: Files of the site.
            mode: One of `vocabulary.config.RENDERINGS`.
            previous: Renderer of an earlier build in this process.
            reused: Source paths of the files whose URL is the same as in that build.
            citations: Knows whether a page has citations; None if no later build can reuse notes of this one.
            keep: Whether to keep the HTML for the next build in this process.
        """
        self._texts, self._files = texts, files
        self._templates: PageTemplates | None = None
        self._warnings: RenderWarnings | None = None
        self.renderer: HtmlRenderer | None = None
        if (texts or previous or citations) and mode != PLAIN:
            check = SampleCheck(texts, mode)
            self.renderer = HtmlRenderer(texts, config, files, previous, reused, keep=keep)
            FastPage.replace_pages(texts, nav, config, files, self.renderer, check)
            self._templates = PageTemplates(config, nav, check)
            if citations and not self.renderer.disabled_reason:
                self._warnings = RenderWarnings(citations)

    def page_text(self, markdown: str, page: Page) -> str | None:
        """Return the text of a generated page, with what other plugins added before and behind the placeholder.

        Returns:
            None for pages that are not generated, and for pages whose text is not needed before they are rendered.
        """
        path = page.file.src_uri
        is_placeholder = markdown.strip() == PLACEHOLDER
        if path not in self._texts or (isinstance(page, FastPage) and page.is_lazy and is_placeholder):
            return None
        text = fill_placeholder(markdown, self._texts[path], page.file, self._files)
        if isinstance(page, FastPage) and is_placeholder:
            page.text = text
        return text

    def rendered_without_warnings(self, path: str) -> bool:
        """Return whether a note was rendered without warnings and contains nothing from other files."""
        return self._warnings is not None and self._warnings.is_without_warnings(path)

    def before_markdown(self, markdown: str, page: Page) -> None:
        """Start to record warnings, right before MkDocs converts the final Markdown of a note."""
        if self._warnings and page.file.src_uri not in self._texts:
            self._warnings.start_page(markdown)

    def after_markdown(self, page: Page) -> None:
        """Stop to record warnings, right after MkDocs converted the note."""
        if self._warnings:
            self._warnings.end_page(page.file.src_uri)

    def before_templates(self, env: Environment, bytecode: TemplateBytecode | None) -> None:
        """Prepare the theme's templates, before MkDocs renders pages with them.

        Args:
            env: Jinja environment of the theme.
            bytecode: Compiled templates of earlier builds.
        """
        env.bytecode_cache = env.bytecode_cache or bytecode
        if self._templates:
            self._templates.install(env, self._files, self._texts)

    def before_template(self, page: Page) -> None:
        """Restore the name of the template of a page, after MkDocs has read it."""
        if self._templates:
            self._templates.restore_name(page)

    @staticmethod
    def free(page: Page) -> None:
        """Free the memory of a page that is about to be written."""
        if isinstance(page, FastPage):
            page.free()

    def end(self) -> None:
        """Free the memory of the build, when the site is written."""
        if self.renderer:
            self.renderer.end()
