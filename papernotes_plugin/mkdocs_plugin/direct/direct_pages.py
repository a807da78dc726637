"""Write the generated pages of a build without MkDocs' page loop.

MkDocs handles them as files that are no pages.  The text of each page is converted by `article`.  Of pages that differ
only in their texts the theme renders one, which becomes their `page_template`.  It renders each other page itself, and
those of the navigation.  The search index and the list of tags receive their entries from the plugins that write them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy, deepcopy
from heapq import nsmallest
from html import unescape
from typing import Any, NamedTuple
from zlib import crc32

from jinja2 import Environment
from mkdocs.commands.build import get_context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import get_plugin_logger
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import get_toc
from mkdocs.utils import meta

from papernotes_plugin.mkdocs_plugin.compat.enabled_plugins import enabled_plugins
from papernotes_plugin.mkdocs_plugin.compat.unknown_plugins import reason_for_mkdocs
from papernotes_plugin.mkdocs_plugin.direct.article import Article, ArticleRenderer
from papernotes_plugin.mkdocs_plugin.direct.page_template import (
    CONTENT,
    PageTemplate,
    UnusableTemplateError,
    marked_texts,
    squeezed_around,
)
from papernotes_plugin.mkdocs_plugin.direct.same_html import is_same_html
from papernotes_plugin.mkdocs_plugin.direct.site_markdown import SiteMarkdown
from papernotes_plugin.mkdocs_plugin.direct.url_pattern import UrlPattern, split_url, with_parents
from papernotes_plugin.mkdocs_plugin.pages.generated_files import GeneratedFile
from papernotes_plugin.mkdocs_plugin.pages.generated_metadata import GeneratedMetadata, with_directions
from papernotes_plugin.mkdocs_plugin.pages.page_texts import PLACEHOLDER, PageTexts, fill_placeholder
from papernotes_plugin.mkdocs_plugin.search.search_index import SearchIndex
from papernotes_plugin.vocabulary.config import AUTO, PLAIN

log = get_plugin_logger("papernotes")
_FRONT_MATTER = re.compile(r'---\ntitle: ("[^\n]*"|[^\n"\']*)\n((?:[^\n-][^\n]*\n)*)---\n\n?')
_SAMPLES, _MAX_SAMPLE = 2, 40_000
"""Pages of each page template that MkDocs renders, too, and characters above which a page is too long for that."""
_LONG_LIST = re.compile(r"((?:^ *- .*\n){10})(?:^ *- .*\n)+", re.MULTILINE)


class _Kind(NamedTuple):
    """Key of the pages that share a page template."""

    folder: str
    names: int
    ending: str
    template: str
    has_description: bool
    meta: str


class DirectPages:
    """The generated pages that one build writes directly."""

    def __init__(
        self,
        texts: PageTexts,
        nav: Navigation,
        config: MkDocsConfig,
        files: Files,
        mode: str,
        metadata: GeneratedMetadata,
        complete_context: Callable[..., object],
    ) -> None:
        """Take the generated pages from MkDocs, if nothing else can change them.

        Args:
            texts: Texts of the generated pages to write.
            nav: Navigation of the site.
            config: Configuration of the site.
            files: Files of the site.
            mode: One of `vocabulary.config.RENDERINGS`.
            metadata: Metadata of the pages.
            complete_context: Hook `on_page_context` of papernotes for generated pages.
        """
        self._texts, self._nav, self._config, self._mode = texts, nav, config, mode
        # a copy, because files that need not be written are removed from the original before pages are rendered
        self._files = Files(files)
        self._metadata, self._complete_context = metadata, complete_context
        self._pages: dict[str, GeneratedFile] = {}
        self._kinds: dict[str, _Kind] = {}
        """Kind of each page that is not in the navigation, by source path."""
        self._page_templates: dict[_Kind, PageTemplate] = {}
        """The page template of each kind with more than one page; for a single page it would save nothing."""
        self._rendered: dict[str, bytes] = {}
        """Content of the files of pages that were rendered before they are written, by source path."""
        self._sample_texts: dict[str, str] = {}
        """Texts of the pages that were compared, by source path: the page needs its text again."""
        self._front_matter: dict[str, dict[str, Any]] = {}
        self._env: Environment | None = None
        self._linked = frozenset().union(*(with_parents(getattr(i, "url", None) or "") for i in _all_items(nav)))
        self._markdown = SiteMarkdown.of(config)
        self.can_be_reused = mode != PLAIN and not self._markdown.unvetted_extensions()
        """True if the next build may reuse pages of this one."""
        if reason := self._reason_for_mkdocs() if texts else "":
            if mode != PLAIN:
                log.info("MkDocs renders the pages of papers, which takes longer: %s", reason)
            return
        self._articles = ArticleRenderer(self._markdown, self._files)
        for path in texts:
            file = files.get_file_from_path(path)
            if isinstance(file, GeneratedFile) and not file.reused:
                self._pages[path] = file
                file.render_page = self._render_file

    def _reason_for_mkdocs(self) -> str:
        """Return why MkDocs must render the pages; "" if this build writes them directly."""
        if self._mode == PLAIN:
            return "'rendering: plain'"
        unvetted = self._markdown.unvetted_extensions()
        return f"the effect of '{unvetted[0]}' on them is not known" if unvetted else reason_for_mkdocs(self._config)

    def __len__(self) -> int:
        """Return the number of pages."""
        return len(self._pages)

    def __contains__(self, path: object) -> bool:
        """Return whether the page with a source path is written directly."""
        return path in self._pages

    def add_to_search(self, index: SearchIndex) -> None:
        """Add the pages to the search index, once they are written."""
        for file in self._pages.values():
            assert file.page
            index.add(file.page, self._config, self._nav)

    # --- before the theme's templates are rendered -----------------------------------------------

    def begin(self) -> None:
        """Give the pages their titles and front matter, and pass them to the plugins that list tags and headings."""
        lists_tags = [plugin for plugin in enabled_plugins(self._config, "tags") if hasattr(plugin, "mappings")]
        reads_headings = [*enabled_plugins(self._config, "autorefs")] if self._markdown.needs_headings else []
        for path, file in self._pages.items():
            page = file.page or file.new_page(self._config)
            page.meta = self._parsed_meta(path)
            # the navigation may have a title of its own
            page.title = page.title or page.meta["title"]
            self._metadata.set_meta(page, self._config)
            for plugin in lists_tags:
                plugin.on_page_markdown(PLACEHOLDER, page=page, config=self._config, files=self._files)
            for plugin in reads_headings:
                plugin.on_page_markdown("", page=page)
                self._markdown.notify([heading] if (heading := self._articles.heading(self._texts[path])) else [])

    def _parsed_meta(self, path: str) -> dict[str, Any]:
        """Return the front matter of a page; equal lines below the title are parsed once."""
        front_matter = self._texts.front_matter(path)
        match = _FRONT_MATTER.fullmatch(front_matter)
        if not match or not match[1].isprintable():
            return dict(meta.get_data(f"{front_matter}\n{PLACEHOLDER}\n")[1])
        if match[2] not in self._front_matter:
            self._front_matter[match[2]] = meta.get_data(f"---\n{match[2]}---\n")[1] if match[2] else {}
        title = json.loads(match[1]) if match[1].startswith('"') else match[1]
        return {"title": title, **deepcopy(self._front_matter[match[2]])}

    def check(self, env: Environment, *, is_first: bool) -> None:
        """Render samples by MkDocs too, and let MkDocs render all pages if one differs.

        Args:
            env: Jinja environment of the theme.
            is_first: Whether this build reuses no page; later ones check nothing.
        """
        self._env = env
        samples: dict[_Kind, list[str]] = {}
        in_nav = {id(item) for item in _all_items(self._nav)} | {id(page) for page in self._nav.pages}
        for path, file in self._pages.items():
            if id(file.page) not in in_nav:
                kind = self._kinds[path] = self._kind(file)
                samples.setdefault(kind, []).append(path)
        for kind, paths in samples.items():
            try:
                if len(paths) > 1:
                    self._page_templates[kind] = self._new_page_template(kind, self._pages[paths[0]])
            except UnusableTemplateError:
                self._leave_to_mkdocs(f"the theme changes the texts of pages like '{paths[0]}'")
                return
            for path in _samples(paths) if is_first and self._mode == AUTO else ():
                if not self._matches_mkdocs(self._pages[path]):
                    self._leave_to_mkdocs(f"'{path}' differs from the page that MkDocs renders")
                    return

    def _leave_to_mkdocs(self, reason: str) -> None:
        """Let MkDocs render all pages, after it has read the other pages."""
        log.info("MkDocs renders the pages of papers, which takes longer: %s", reason)
        for path, file in self._pages.items():
            assert file.page
            file.render_page = None
            file.page.markdown = fill_placeholder(PLACEHOLDER, self._texts[path], file, self._files)
            file.page.render(self._config, self._files)
        self._pages, self._kinds, self._rendered, self.can_be_reused = {}, {}, {}, False

    # --- page templates --------------------------------------------------------------------------

    def _url(self, file: GeneratedFile) -> UrlPattern:
        """Return the URL of a page; that of a page above others has no name of its own."""
        url = file.url.rstrip("/")
        if file.name == "index" or "/" not in url or url in self._linked:
            return UrlPattern(url, (), file.url[len(url) :])
        return split_url(file.url, self._linked)

    def _kind(self, file: GeneratedFile) -> _Kind:
        assert file.page
        own = {name: value for name, value in file.page.meta.items() if name not in {"title", "description", "tags"}}
        template = str(own.get("template", "main.html"))
        return _Kind(*self._url(file).shape, template, "description" in file.page.meta, repr(sorted(own.items())))

    def _new_page_template(self, kind: _Kind, example: GeneratedFile) -> PageTemplate:
        assert example.page
        marks = marked_texts(has_description=kind.has_description)
        file = copy(example)
        file.url = self._url(example).marked()
        page = Page(None, file, self._config)
        page.meta = {**example.page.meta, "title": marks["title"]}
        page.meta |= {"description": marks["description"]} if kind.has_description else {}
        page.title, page.content = marks["title"], CONTENT
        page.toc = _toc({"level": 1, "id": marks["id"], "name": marks["name"], "html": marks["name"], "children": []})
        return PageTemplate(self._in_theme(page))

    def _in_theme(self, page: Page) -> str:
        """Return a page as the template of the theme renders it."""
        assert self._env
        page.active = True
        context: dict[str, Any] = {**get_context(self._nav, [], self._config, page)}
        self._complete_context(context, page=page, config=self._config, nav=self._nav)
        html = self._env.get_template(page.meta.get("template", "main.html")).render(context)
        page.active = False
        return html

    # --- pages -----------------------------------------------------------------------------------

    def _render_file(self, file: GeneratedFile) -> bytes:
        """Return the content of the file of a page."""
        log.debug("Writing: %s", file.src_uri)
        if rendered := self._rendered.pop(file.src_uri, None):
            return rendered
        text = self._sample_texts.pop(file.src_uri, "") or self._texts[file.src_uri]
        article = self._article(file, text)
        return _encoded(self._with_article(file, article) if article else self._by_theme(self._by_mkdocs(file, text)))

    def _article(self, file: GeneratedFile, text: str) -> Article | None:
        assert file.page
        article = self._articles.render(text, file)
        file.page.present_anchor_ids = {*article.ids} if article else None
        return article

    def _with_article(self, file: GeneratedFile, article: Article) -> str:
        """Return a page in the page template of its kind; one without it as the theme renders it."""
        template = self._page_templates.get(self._kinds[file.src_uri]) if file.src_uri in self._kinds else None
        return self._in_page_template(template, file, article) if template else self._in_theme_itself(file, article)

    def _in_page_template(self, template: PageTemplate, file: GeneratedFile, article: Article) -> str:
        page = file.page
        assert page
        head, body = self._metadata.tags(page, template.head, self._config)
        texts = {
            "title": str(page.title),
            "description": str(page.meta.get("description", "")),
            "name": article.heading["name"],
            "id": article.heading["id"],
            "content": with_directions(article.html),
            "head": head,
            "body": body,
        }
        return template.fill(texts, self._url(file))

    def _page(self, file: GeneratedFile) -> Page:
        """Return a page to render; that of the navigation itself, so that the theme recognises the current page."""
        assert file.page
        return copy(file.page) if file.src_uri in self._kinds else file.page

    def _in_theme_itself(self, file: GeneratedFile, article: Article) -> str:
        page = self._page(file)
        page.content, page.toc = article.html, _toc(article.heading)
        return self._by_theme(page)

    def _by_theme(self, page: Page) -> str:
        """Return a page with its content as the theme renders it."""
        page.content = with_directions(page.content or "")
        html = squeezed_around(self._in_theme(page), page.content)
        head, head_end, rest = html.partition("</head>")
        body, body_end, end = rest.rpartition("</body>")
        added_head, added_body = self._metadata.tags(page, head, self._config)
        return "".join((head, added_head, head_end, body, added_body, body_end, end))

    def _by_mkdocs(self, file: GeneratedFile, text: str) -> Page:
        """Return a page whose text MkDocs has converted."""
        page = self._page(file)
        page.markdown = fill_placeholder(PLACEHOLDER, text, file, self._files)
        page.render(self._config, self._files)
        return page

    def _matches_mkdocs(self, file: GeneratedFile) -> bool:
        """Return whether a page as written directly has the words, elements and links of the page of MkDocs.

        Of long lists only the beginning is compared: their items are alike, and MkDocs converts them slowly.
        """
        whole = self._sample_texts[file.src_uri] = self._texts[file.src_uri]
        text = _LONG_LIST.sub(r"\1", whole)
        article = self._article(file, text) if len(text) <= _MAX_SAMPLE else None
        if article is None:
            return True
        page = self._by_mkdocs(file, text)
        if not is_same_html(article.html, page.content or "") or _entries(page.toc) != _entries(_toc(article.heading)):
            return False
        has_page_template = self._kinds[file.src_uri] in self._page_templates
        if not has_page_template and text != whole:
            return True
        html = self._with_article(file, article)
        if text == whole:
            self._rendered[file.src_uri] = _encoded(html)
        return not has_page_template or is_same_html(html, self._in_theme_itself(file, article))


def _samples(paths: list[str]) -> list[str]:
    """Return the paths of the pages to compare; they are the same for the same pages, and vary between sites."""
    seed = crc32("\n".join(paths).encode())
    return nsmallest(_SAMPLES, paths, key=lambda path: (crc32(path.encode(), seed), path))


def _encoded(html: str) -> bytes:
    return html.encode("utf-8", "xmlcharrefreplace")


def _toc(heading: Mapping[str, Any]) -> Any:
    return get_toc([{**heading, "children": []}])  # type: ignore[typeddict-item]


def _entries(toc: Iterable[Any]) -> list[tuple[str, str]]:
    return [(entry.id, unescape(entry.title)) for entry in toc]


def _all_items(nav: Navigation) -> list[Any]:
    """Return the items of a navigation at all levels."""
    items = list(nav.items)
    for item in items:
        items += item.children or ()
    return items
