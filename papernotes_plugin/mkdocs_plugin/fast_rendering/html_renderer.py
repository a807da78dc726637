"""Render generated pages as HTML without running Python-Markdown on every page.

The generated Markdown is the same for all site generators.  What the site's Python-Markdown makes of each construct in
it is learned once (`site_markdown`, `inline_html`, `block_html`), and pages are put together from that.  MkDocs renders
a page itself if the result is not certain.  Examples are a page that another plugin changed, a site with an unknown
extension, and a link without a target.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from copy import copy, deepcopy
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import meta

from papernotes_plugin.mkdocs_plugin.compat.unknown_plugins import unknown_plugins
from papernotes_plugin.mkdocs_plugin.fast_rendering.block_html import BlockRenderer
from papernotes_plugin.mkdocs_plugin.fast_rendering.hrefs import FallBack, HrefResolver
from papernotes_plugin.mkdocs_plugin.fast_rendering.site_markdown import SiteMarkdown, markdown_options
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER, fill_placeholder

log = get_plugin_logger("papernotes")


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page as HTML, with what MkDocs records of a page."""

    html: str
    headings: list[dict[str, Any]]
    """Headings as the `toc` extension returns them (`Markdown.toc_tokens`)."""
    links: dict[str, dict[str, str]]
    """The anchors that the page links to in other files, with the link, by path of the file."""
    ids: set[str]
    """Ids in the HTML."""


class _LearnedMarkup:
    """The HTML that the Markdown of a site makes of each construct of a generated page."""

    def __init__(self, markdown_options: tuple[list[Any], dict[str, dict[str, Any]]]) -> None:
        """Learn the Markdown of a site with these extensions and extension options."""
        self.markdown_options = markdown_options
        self.blocks: BlockRenderer | None = None
        """None if MkDocs must render all pages; then `disabled_reason` contains the reason."""
        self.disabled_reason = ""
        self.markdown = SiteMarkdown(*markdown_options)
        if unvetted := self.markdown.unvetted_extensions():
            self.disabled_reason = f"the effect of '{unvetted[0]}' on them is not known"
            return
        blocks = BlockRenderer(self.markdown)
        if blocks.inlines.is_usable:
            self.blocks = blocks
        else:
            self.disabled_reason = "the Markdown of the site is not as expected"


class HtmlRenderer:
    """Renderer of the generated pages of one build."""

    _learned: _LearnedMarkup

    def __init__(
        self,
        texts: Mapping[str, str],
        config: MkDocsConfig,
        files: Files,
        previous: HtmlRenderer | None,
        reused: Set[str],
        *,
        keep: bool,
    ) -> None:
        """Prepare to render pages.

        Args:
            texts: Texts of the generated pages, by source path.
            config: Configuration of the site.
            files: Files of the site.
            previous: Renderer of an earlier build, whose results are used as far as they are still valid.
            reused: Source paths of the files whose URL is the same as in that build.
            keep: Whether to keep the rendered pages for a later build in this process.
        """
        self._texts, self._keep = texts, keep
        # a copy, because files that need not be written are removed from the original before pages are rendered
        files = Files(files)
        self.site: tuple[MkDocsConfig, Files] | None = config, files
        """Configuration and files of the site; None when all pages are written."""
        options = markdown_options(config)
        is_same_markdown = previous is not None and previous._learned.markdown_options == options
        self._learned = previous._learned if previous and is_same_markdown else _LearnedMarkup(options)
        self.is_lazy = not any(unknown_plugins(config)) and not self._learned.markdown.needs_headings
        """True if pages can be rendered when they are written, because no plugin reads their content before."""
        self._urls: dict[str, tuple[str, bool]] = _urls(files, reused, previous._urls if previous else {})
        self._hrefs = HrefResolver(files)
        self._front_matter: dict[str, dict[str, Any]] = {}
        valid = previous if previous and is_same_markdown and previous._urls == self._urls else None
        self._rendered: dict[str, tuple[bytes, RenderedPage]] = valid._rendered if valid else {}
        """Rendered pages by path, each with a digest of its text; valid as long as no URL changes."""

    @property
    def disabled_reason(self) -> str:
        """Return the reason why MkDocs must render all pages, or "" if this renderer can."""
        return self._learned.disabled_reason

    def text(self, file: File, files: Files) -> str:
        """Return the text of a page that no other plugin changed."""
        return fill_placeholder(PLACEHOLDER, self._texts[file.src_uri], file, files)

    def convert(self, file: File, text: str) -> RenderedPage | None:
        """Return a page as HTML; None if MkDocs must render it."""
        if self._learned.blocks is None:
            return None
        if earlier := self._rendered_before(file.src_uri, text):
            return earlier
        to_href, links = self._hrefs.for_page(file)
        try:
            html, headings, ids = self._learned.blocks.convert_page(text, to_href)
        except Exception as error:
            if not isinstance(error, FallBack):
                # `guarded_conversion` reports it if it happens again
                log.debug("MkDocs renders '%s', because an extension failed: %r", file.src_uri, error)
            return None
        return RenderedPage(html, headings, {target.src_uri: anchors for target, anchors in links.items()}, ids)

    def end(self) -> None:
        """Free what only this build needs: its pages may live on in later builds and refer to this object."""
        self._texts, self._hrefs, self.site = {}, HrefResolver(Files([])), None

    def parsed_front_matter(self, lines: str) -> dict[str, Any]:
        """Return the values of front matter lines; equal lines are parsed once."""
        if lines not in self._front_matter:
            self._front_matter[lines] = meta.get_data(f"---\n{lines}---\n")[1] if lines else {}
        return deepcopy(self._front_matter[lines])

    def keep(self, path: str, text: str, rendered: RenderedPage) -> None:
        """Keep a page for the next build of this process, if there can be one."""
        if self._keep:
            self._rendered[path] = _digest(text), rendered

    def notify(self, rendered: RenderedPage) -> None:
        """Pass the headings of a page to the extensions that must see those of all pages."""
        self._learned.markdown.notify(rendered.headings)

    def _rendered_before(self, path: str, text: str) -> RenderedPage | None:
        """Return the page at a path as an earlier build rendered it, if its text was the same."""
        digest, rendered = self._rendered.get(path, (b"", None))
        return rendered if digest == _digest(text) else None

    def matches_mkdocs(self, file: File, config: MkDocsConfig, files: Files) -> bool:
        """Return whether a page as rendered here is identical to the page as MkDocs renders it."""
        page = Page(None, copy(file), config)
        page.markdown = self.text(file, files)
        rendered = self.convert(file, page.markdown)
        # an earlier build has compared the pages that it kept
        if rendered is None or self._rendered_before(file.src_uri, page.markdown):
            return True
        page.render(config, files)
        toc = get_toc(rendered.headings)  # type: ignore[arg-type]
        by_mkdocs = page.content, page.present_anchor_ids, _entries(page.toc)
        return by_mkdocs == (rendered.html, rendered.ids, _entries(toc))


def _urls(files: Files, reused: Set[str], earlier: dict[str, tuple[str, bool]]) -> dict[str, tuple[str, bool]]:
    """Return the URL of each file, and whether the file is excluded, by path; `earlier` has those of reused files."""
    urls = {path: earlier[path] for path in reused if path in earlier and path in files.src_uris}
    others = ((path, files.src_uris[path]) for path in files.src_uris.keys() - urls.keys())
    return urls | {path: (file.url, file.inclusion.is_excluded()) for path, file in others}


def _digest(text: str) -> bytes:
    return blake2b(text.strip("\n").encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _entries(toc: Iterable[Any]) -> list[tuple[str, str, int]]:
    return [(entry.title, entry.id, entry.level) for entry in toc]
