"""Frames: the theme's own template rendered once for all pages that look the same but for their texts, and filled.

MkDocs makes each page of ours as any other, with all hooks; only its template is one line of our own, which asks here
for the page.  The first page that fits no frame is rendered by the theme's template twice: as it is, and with marks for
its texts (`probes`).  If the second, filled, is not the first to the byte, or another page that is compared (`check`)
differs, the pages of this kind are rendered one by one.
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

from papernotes_plugin.mkdocs_plugin.fast_rendering.sample_check import SampleCheck, kind
from papernotes_plugin.mkdocs_plugin.fast_rendering.tracing_proxy import (
    LENGTH,
    AccessTrace,
    PageReader,
    Path,
    Question,
    mark,
)
from papernotes_plugin.mkdocs_plugin.fast_rendering.url_pattern import PLACES, UrlPattern, parted, way_to

TEMPLATE = "papernotes/frame.html"
"""The template of our pages, while MkDocs looks for it."""
MOST_FRAMES = 64
"""Frames of one kind beyond which they are too different to be worth it."""
_FILTERS: tuple[Callable[[Any], Any], ...] = (
    lambda text: text,
    FILTERS["e"],
    FILTERS["striptags"],
    FILTERS["urlencode"],
    lambda text: FILTERS["e"](str(FILTERS["striptags"](text))),
)
"""What a template may do with a text before it writes it; the first leaves it as it is."""


def _marked(done: Callable[[Any], Any]) -> str:
    """What finds a mark, and its number, after a filter."""
    pattern = re.escape(str(done(mark("00")))).replace("00", "([0-9]+)")
    for sign in (" é", "%20%C3%A9"):
        # written out it would take longer to read than many pages to make
        pattern = pattern.replace(re.escape(sign) * LENGTH, f"[{sign}]{{{len(sign) * LENGTH}}}")
    return pattern


_MARKS = re.compile("|".join([*map(_marked, _FILTERS), PLACES]))
_LEFT = re.compile(r"\x02|pn&|pn0place", re.IGNORECASE)
"""What remains of a mark with which something else was done."""


class PageTemplate:
    """A page of the theme, cut where the texts of the page stand."""

    def __init__(self, html: str, trace: AccessTrace) -> None:
        """Of a page that was rendered with marks.

        Raises:
            Unforeseen: where a text was asked for and is not there, or not as it is known.
        """
        self._parts: list[str] = []
        self._holes: list[tuple[Path | None, int, Callable[[Any], Any]]] = []
        """Of a step of its address the number alone."""
        found: set[int] = set()
        end = 0
        for hole in _MARKS.finditer(html):
            self._parts.append(html[end : hole.start()])
            end = hole.end()
            filtered = int(hole.lastindex or 0) - 1
            number = int(hole[filtered + 1])
            if filtered == len(_FILTERS):
                self._holes.append((None, number, str))
                continue
            found.add(number)
            self._holes.append((*trace.marks[number], _FILTERS[filtered]))
        self._parts.append(html[end:])
        if len(found) < len(trace.marks) or any(map(_LEFT.search, self._parts)):
            trace.refuse("a text of the page is not written as it is")

    def filled(self, address: UrlPattern, subject: PageReader) -> str:
        """The page in its frame."""
        out = [self._parts[0]]
        for part, (path, start, done) in zip(self._parts[1:], self._holes, strict=True):
            text = address.names[start] if path is None else subject.at(path)[start:]
            out += (str(done(text)), part)
        return "".join(out)


class _Tree:
    """The frames of pages with the same surroundings, by what the template asks of them."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self._context = context
        self._root: dict[str, Any] = {}
        self.size = 0

    def fits(self, context: Mapping[str, Any]) -> bool:
        """Whether all that surrounds a page is the same."""
        ours = self._context
        if len(ours) != len(context):
            return False
        return all(
            name in _OWN or (name in ours and (ours[name] is value or (_simple(value) and ours[name] == value)))
            for name, value in context.items()
        )

    def frame(self, subject: PageReader) -> PageTemplate | None:
        """The frame of a page, if there is one yet."""
        node = self._root
        while node:
            if "frame" in node:
                found: PageTemplate = node["frame"]
                return found
            node = node["next"].get(subject.answer(node["question"]))
        return None

    def grow(self, asked: Mapping[Question, Any], frame: PageTemplate) -> bool:
        """Add a frame; False where the template does not ask the same after the same answers."""
        node = self._root
        for question, answer in asked.items():
            if node.setdefault("question", question) != question or "frame" in node:
                return False
            node = node.setdefault("next", {}).setdefault(answer, {})
        if node:
            return False
        node["frame"] = frame
        self.size += 1
        return True

    def around(self, page: Page) -> dict[str, Any]:
        """What surrounds a page, with it."""
        return {**self._context, "page": page}


def _simple(value: Any) -> bool:
    """Whether a value is nothing but what is seen of it."""
    if isinstance(value, list | tuple):
        return all(map(_simple, value))
    return value is None or isinstance(value, str | int | float)


_OWN = frozenset({"page", "build_date_utc"})
"""What each page has its own of; to a build it is one moment."""


class PageTemplates:
    """The frames of one build."""

    def __init__(self, config: MkDocsConfig, nav: Navigation, check: SampleCheck) -> None:
        """For a site with a navigation."""
        self._config, self._check = config, check
        shown = _shown(nav)
        self._shown = frozenset(map(id, shown))
        """What the navigation shows, by identity."""
        self._near = frozenset().union(*(way_to(getattr(item, "url", None) or "") for item in shown))
        """Where the navigation leads to, with the folders around: from within them the way there is a shorter one."""
        self._names: dict[str, str | None] = {}
        """The template that the front matter of each page of ours names."""
        self._trees: dict[tuple[str, str, str, int, str], list[_Tree]] = {}
        self._made: dict[str, list[tuple[Page, _Tree, str]]] = {}
        """By kind, the pages that were made from frames, to be made again if these are found wrong."""

    def enter(self, env: Environment, files: Files, paths: Iterable[str]) -> None:
        """Before pages are built: those of ours shall be asked for here."""
        if env.loader is None:
            return
        env.loader = ChoiceLoader([DictLoader({TEMPLATE: "{{ papernotes_frame() }}"}), env.loader])
        env.globals["papernotes_frame"] = self._page
        for file in filter(None, map(files.get_file_from_path, paths)):
            page = file.page
            if page and not self._is_alone(page):
                self._names[file.src_uri] = page.meta.get("template")
                page.meta["template"] = TEMPLATE

    def _is_alone(self, page: Page) -> bool:
        """Whether no other page has the same way to all that the navigation shows."""
        place = page.url.rstrip("/")
        # the address of an index is that of its folder
        apart = page.is_index or "/" not in place or place in self._near
        return bool(apart or page.parent or id(page) in self._shown)

    def leave(self, page: Page) -> None:
        """When MkDocs has found the template of a page: no plugin and no theme sees that it is ours."""
        name = self._names.get(page.file.src_uri)
        if name:
            page.meta["template"] = name
        elif page.file.src_uri in self._names:
            del page.meta["template"]

    @pass_context
    def _page(self, context: Context) -> str:
        """The HTML of a page of ours."""
        page: Page = context["page"]
        name = self._names[page.file.src_uri] or "main.html"
        path = page.file.src_uri
        template, around = context.environment.get_template(name), context.get_all()
        if not self._check.trusts(path):
            return template.render(around)
        address = parted(page.url, self._near)
        trees = self._trees.setdefault((kind(path), name, *address.kind), [])
        tree = next((tree for tree in trees if tree.fits(around)), None)
        if tree is None:
            trees.append(tree := _Tree(around))
        subject = PageReader(page)
        frame = tree.frame(subject)
        if frame is None and len(trees) + tree.size > MOST_FRAMES:
            return template.render(around)
        made = frame.filled(address, subject) if frame else _in_new_frame(tree, template, page, address)
        if made is None or (self._check.on and (frame is None or path in self._check.due)):
            whole = template.render(tree.around(page))
            if made != whole:
                self._fall(page, context.environment)
                return whole
        self._made.setdefault(kind(path), []).append((page, tree, name))
        return str(made)

    def _fall(self, page: Page, env: Environment) -> None:
        """Leave the frames of a kind for what a page of it looks like, and make again what was made from them."""
        path = page.file.src_uri
        self._check.differs(path)
        for earlier, tree, name in self._made.pop(kind(path), ()):
            output = env.get_template(name).render(tree.around(earlier))
            output = self._config.plugins.on_post_page(output, page=earlier, config=self._config)
            write_file(output.encode("utf-8", errors="xmlcharrefreplace"), earlier.file.abs_dest_path)


def _in_new_frame(tree: _Tree, template: Template, page: Page, address: UrlPattern) -> str | None:
    """A page in a frame that is new to a tree; None where there can be none."""
    trace = AccessTrace(page, address)
    try:
        html = template.render({**tree.around(page), "page": trace.page()})
        frame = PageTemplate(html, trace)
    except Exception:
        # a template may do what it likes with a page: what goes wrong here says only that there must be another way
        return None
    return frame.filled(address, PageReader(page)) if not trace.refused and tree.grow(trace.asked, frame) else None


def _shown(nav: Navigation) -> list[Any]:
    """What the navigation shows."""
    found = list(nav.items)
    for item in found:
        found += item.children or ()
    return found
