"""Render the theme's template once for generated pages that differ only in their texts, and fill in the texts.

MkDocs runs all hooks for each generated page as usual.  Only the name of its template is replaced by that of a template
of one line, which calls `PageTemplates`.  The first page without a matching page template is rendered by the theme's
template twice: normally, and with marks instead of its texts (`tracing_proxy`).  If the second result, filled with the
texts, differs from the first by a byte, the pages of this kind are rendered normally.  The same happens if another
sample differs (`sample_check`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import ChoiceLoader, DictLoader, Environment, Template, pass_context
from jinja2.filters import FILTERS
from jinja2.runtime import Context
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import write_file

from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck, page_kind
from papernotes_plugin.mkdocs_plugin.fast_rendering.tracing_proxy import (
    MARK_REPEATS,
    AccessTrace,
    PageReader,
    Path,
    Question,
    mark,
)
from papernotes_plugin.mkdocs_plugin.fast_rendering.url_pattern import NAME_MARK, UrlPattern, split_url, with_parents

TEMPLATE = "papernotes/page.html"
"""Name of the template of generated pages while MkDocs looks it up."""
MAX_TEMPLATES = 64
"""Page templates of one kind of page; if there are more, the pages are too different to gain anything."""
_FILTERS: tuple[Callable[[Any], Any], ...] = (
    lambda text: text,
    FILTERS["e"],
    FILTERS["striptags"],
    FILTERS["urlencode"],
    lambda text: FILTERS["e"](str(FILTERS["striptags"](text))),
)
"""Filters that a template may apply to a text before it writes it; the first one returns the text unchanged."""


def _mark_pattern(apply_filter: Callable[[Any], Any]) -> str:
    """Return a pattern that matches a mark after a filter, with the number of the mark as a group."""
    pattern = re.escape(str(apply_filter(mark("00")))).replace("00", "([0-9]+)")
    for repeated in (" é", "%20%C3%A9"):
        # a character class with a count is compiled faster than thousands of characters
        pattern = pattern.replace(re.escape(repeated) * MARK_REPEATS, f"[{repeated}]{{{len(repeated) * MARK_REPEATS}}}")
    return pattern


_MARKS = re.compile("|".join([*map(_mark_pattern, _FILTERS), NAME_MARK]))
_MARK_REMAINS = re.compile(r"\x02|pn&|pn0place", re.IGNORECASE)
"""Remains of a mark that an unknown operation has changed."""


class PageTemplate:
    """HTML of a page, split where texts of the page are filled in."""

    def __init__(self, html: str, trace: AccessTrace) -> None:
        """Split the HTML of a page that was rendered with marks.

        Args:
            html: The HTML.
            trace: Record of what the theme's template read from the page.

        Raises:
            Untraceable: If a text is missing, or was changed by an unknown operation.
        """
        self._parts: list[str] = []
        self._holes: list[tuple[Path | None, int, Callable[[Any], Any]]] = []
        """Path of each text, number of characters to skip, and filter; for names of the URL None and the number."""
        written: set[int] = set()
        end = 0
        for hole in _MARKS.finditer(html):
            self._parts.append(html[end : hole.start()])
            end = hole.end()
            filter_number = int(hole.lastindex or 0) - 1
            number = int(hole[filter_number + 1])
            if filter_number == len(_FILTERS):
                self._holes.append((None, number, str))
                continue
            written.add(number)
            self._holes.append((*trace.marks[number], _FILTERS[filter_number]))
        self._parts.append(html[end:])
        if len(written) < len(trace.marks) or any(map(_MARK_REMAINS.search, self._parts)):
            trace.refuse("a text of the page was changed by an unknown operation")

    def fill(self, url: UrlPattern, reader: PageReader) -> str:
        """Return the HTML of a page.

        Args:
            url: URL of the page.
            reader: Reads the texts of the page.
        """
        out = [self._parts[0]]
        for part, (path, start, apply_filter) in zip(self._parts[1:], self._holes, strict=True):
            text = url.names[start] if path is None else reader.at(path)[start:]
            out += (str(apply_filter(text)), part)
        return "".join(out)


class _TemplateTree:
    """Page templates of pages with the same template context, found by the answers of a page."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self._context = context
        self._root: dict[str, Any] = {}
        """A node: either a `template`, or a `question` and the `next` node for each answer."""
        self.size = 0

    def fits(self, context: Mapping[str, Any]) -> bool:
        """Return whether a template context is the same, apart from the page."""
        own = self._context
        if len(own) != len(context):
            return False
        return all(
            name in _PAGE_VARIABLES
            or (name in own and (own[name] is value or (_is_simple(value) and own[name] == value)))
            for name, value in context.items()
        )

    def find(self, reader: PageReader) -> PageTemplate | None:
        """Return the page template for a page; None if there is none yet."""
        node = self._root
        while node:
            if "template" in node:
                template: PageTemplate = node["template"]
                return template
            node = node["next"].get(reader.answer(node["question"]))
        return None

    def add(self, answers: Mapping[Question, Any], template: PageTemplate) -> bool:
        """Add a page template, and return whether that was possible.

        It is not if the theme's template asks different questions after the same answers.
        """
        node = self._root
        for question, answer in answers.items():
            if node.setdefault("question", question) != question or "template" in node:
                return False
            node = node.setdefault("next", {}).setdefault(answer, {})
        if node:
            return False
        node["template"] = template
        self.size += 1
        return True

    def context(self, page: Page) -> dict[str, Any]:
        """Return the template context of a page."""
        return {**self._context, "page": page}


def _is_simple(value: Any) -> bool:
    """Return whether a value contains only texts, numbers and None, so that equal values render equally."""
    if isinstance(value, list | tuple):
        return all(map(_is_simple, value))
    return value is None or isinstance(value, str | int | float)


_PAGE_VARIABLES = frozenset({"page", "build_date_utc"})
"""Variables of the template context that differ between pages; one build has one date."""


class PageTemplates:
    """Page templates of one build."""

    def __init__(self, config: MkDocsConfig, nav: Navigation, check: SampleCheck) -> None:
        """Prepare for a site.

        Args:
            config: Configuration of the site.
            nav: Navigation of the site, which the theme shows on every page.
            check: Chooses the samples to compare with normal rendering.
        """
        self._config, self._check = config, check
        items = _all_items(nav)
        self._nav_item_ids = frozenset(map(id, items))
        self._linked = frozenset().union(*(with_parents(getattr(item, "url", None) or "") for item in items))
        """URLs in the navigation with their parent folders; relative URLs from pages in these folders are shorter."""
        self._names: dict[str, str | None] = {}
        """Template that the front matter of each generated page names, by source path."""
        self._trees: dict[tuple[str, str, str, int, str], list[_TemplateTree]] = {}
        self._filled: dict[str, list[tuple[Page, _TemplateTree, str]]] = {}
        """Pages made from page templates, by kind; they are rendered again if a sample of the kind differs."""

    def install(self, env: Environment, files: Files, paths: Iterable[str]) -> None:
        """Replace the template of generated pages, before MkDocs renders them.

        Args:
            env: Jinja environment of the theme.
            files: Files of the site.
            paths: Source paths of the generated pages.
        """
        if env.loader is None:
            return
        env.loader = ChoiceLoader([DictLoader({TEMPLATE: "{{ papernotes_page() }}"}), env.loader])
        env.globals["papernotes_page"] = self._render
        for file in filter(None, map(files.get_file_from_path, paths)):
            page = file.page
            if page and not self._has_unique_links(page):
                self._names[file.src_uri] = page.meta.get("template")
                page.meta["template"] = TEMPLATE

    def _has_unique_links(self, page: Page) -> bool:
        """Return whether the relative URLs of the navigation on a page are those of no other page."""
        url = page.url.rstrip("/")
        # the URL of an index is that of its folder
        is_above_others = page.is_index or "/" not in url or url in self._linked
        return bool(is_above_others or page.parent or id(page) in self._nav_item_ids)

    def restore_name(self, page: Page) -> None:
        """Restore the name of a page's template, which plugins and themes may read."""
        name = self._names.get(page.file.src_uri)
        if name:
            page.meta["template"] = name
        elif page.file.src_uri in self._names:
            del page.meta["template"]

    @pass_context
    def _render(self, context: Context) -> str:
        """Return the HTML of a generated page."""
        page: Page = context["page"]
        path = page.file.src_uri
        name = self._names[path] or "main.html"
        template, variables = context.environment.get_template(name), context.get_all()
        if not self._check.is_trusted(path):
            return template.render(variables)
        url = split_url(page.url, self._linked)
        trees = self._trees.setdefault((page_kind(path), name, *url.shape), [])
        tree = next((tree for tree in trees if tree.fits(variables)), None)
        if tree is None:
            trees.append(tree := _TemplateTree(variables))
        reader = PageReader(page)
        page_template = tree.find(reader)
        if page_template is None and len(trees) + tree.size > MAX_TEMPLATES:
            return template.render(variables)
        html = page_template.fill(url, reader) if page_template else _with_new_template(tree, template, page, url)
        is_sample = self._check.is_enabled and (page_template is None or path in self._check.samples)
        if html is None or is_sample:
            expected = template.render(tree.context(page))
            if html != expected:
                self._rerender_kind(page, context.environment)
                return expected
        self._filled.setdefault(page_kind(path), []).append((page, tree, name))
        return str(html)

    def _rerender_kind(self, page: Page, env: Environment) -> None:
        """Render the pages of the same kind as a page normally from now on, and write the earlier ones again."""
        path = page.file.src_uri
        self._check.mark_different(path)
        for earlier, tree, name in self._filled.pop(page_kind(path), ()):
            output = env.get_template(name).render(tree.context(earlier))
            output = self._config.plugins.on_post_page(output, page=earlier, config=self._config)
            write_file(output.encode("utf-8", errors="xmlcharrefreplace"), earlier.file.abs_dest_path)


def _with_new_template(tree: _TemplateTree, template: Template, page: Page, url: UrlPattern) -> str | None:
    """Return a page made from a page template that is added to a tree; None if that is not possible."""
    trace = AccessTrace(page, url)
    try:
        html = template.render({**tree.context(page), "page": trace.page()})
        page_template = PageTemplate(html, trace)
    except Exception:
        # a template may do anything with a page; an exception only means that the page must be rendered normally
        return None
    is_added = not trace.untraceable and tree.add(trace.answers, page_template)
    return page_template.fill(url, PageReader(page)) if is_added else None


def _all_items(nav: Navigation) -> list[Any]:
    """Return the items of a navigation at all levels."""
    items = list(nav.items)
    for item in items:
        items += item.children or ()
    return items
