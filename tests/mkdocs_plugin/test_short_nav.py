"""Generated pages have a short navigation that still leads to every page."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from mkdocs.config import load_config
from mkdocs.structure import StructureItem
from mkdocs.structure.files import File
from mkdocs.structure.nav import Link, Navigation, Section
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.pages.short_nav import MAX_ITEMS, ShortNav
from tests.helpers import sites
from tests.helpers.plugin_builds import MATERIAL, PluginBuild, build_both_ways, write_papers
from tests.helpers.sites import Site

NOTES = 300
"""Items of the navigation, which links to the same three notes again and again."""
MAX_ADDED_BYTES = 20_000
"""Bytes by which the page of a paper may exceed an empty page of the theme."""


def nav(sections: int) -> list[Any]:
    """Return the option `nav` with `NOTES` items: flat, or in a number of sections with two halves each."""
    items: list[Any] = [{f"Note {n % 3}": f"note{n % 3 + 1}.md"} for n in range(NOTES)]
    if not sections:
        return ["index.md", *items, {"Papers": "papers/index.md"}]
    parts = [items[n::sections] for n in range(sections)]
    nested = [{f"Part {n}": [{"First": part[::2]}, {"Second": part[1::2]}]} for n, part in enumerate(parts)]
    return ["index.md", *nested, {"Library": ["papers/index.md", "tags/index.md"]}]


def nav_links(page: str) -> list[tuple[str, str]]:
    """Return text and URL of the links in the navigation of an HTML page."""
    inner = page.partition('<nav class="md-nav md-nav--primary')[2].partition('<div class="md-sidebar')[0]
    links = re.findall(r'<a href="([^"]*)" class="md-nav__link[^>]*>(.*?)</a>', inner, re.DOTALL)
    return [(" ".join(html.unescape(re.sub("<[^>]*>", "", words)).split()), url) for url, words in links]


@pytest.mark.parametrize(
    ("sections", "folders"),
    [(5, True), *(pytest.param(*case, marks=pytest.mark.full) for case in ((0, True), (0, False), (5, False)))],
)
def test_pages_of_papers_are_small(tmp_path: Path, sections: int, folders: bool) -> None:
    """The page of a paper has a bounded size, is identical in both renderings, and all its links have a target."""
    folder = write_papers(tmp_path / "project", {1: "One", 2: "Two", 3: "Three"})
    theme = {"name": "material", "font": False, "features": ["navigation.tabs"] if sections else []}
    options = {"theme": theme, "use_directory_urls": folders, "nav": nav(sections)}
    plain, _ = build_both_ways(folder, tmp_path, options)
    empty = sites.write(tmp_path / "empty", {"docs/index.md": ""})
    alone = PluginBuild(empty, tmp_path / "alone", "plain", {**options, "nav": ["index.md"]}).files["index.html"]
    name = "papers/a1/index.html" if folders else "papers/a1.html"
    paper = plain.files[name]
    assert len(paper) - len(alone) <= MAX_ADDED_BYTES
    note = plain.files["note1/index.html" if folders else "note1.html"]
    assert len(note) - len(alone) > 2 * MAX_ADDED_BYTES
    # pages of notes are not checked: they are in the navigation more than once
    assert [link for link in Site(tmp_path / "plain").broken() if not link.startswith("note")] == []
    up, end = ("../../", "/") if folders else ("../", ".html")
    if sections:
        links = [(f"Part {n}", f"{up}note{n % 3 + 1}{end}") for n in range(5)]
        library = ("Library", "../" if folders else "index.html")
        home = "../.." if folders else "../index.html"
        assert nav_links(paper.decode()) == [("Home", home), *links, library]
    else:
        words = [words for words, _ in nav_links(paper.decode())]
        assert words == ["Home", *(f"Note {n % 3}" for n in range(9)), f"{NOTES - 9} more", "Papers"]
        assert nav_links(paper.decode())[10][1] == f"{up}note1{end}"


def test_the_index_of_papers_is_open_in_the_navigation(tmp_path: Path) -> None:
    """The sections that contain a generated page remain, and the page is marked as active."""
    folder = write_papers(tmp_path / "project", {1: "One", 2: "Two", 3: "Three"})
    plain, _ = build_both_ways(folder, tmp_path, {**MATERIAL, "nav": nav(5)})
    page = plain.files["papers/index.html"].decode()
    words = [words for words, _ in nav_links(page)]
    assert words == ["Home", *(f"Part {n}" for n in range(5)), "Papers", "Tags"]
    assert 'class="md-nav__link md-nav__link--active"' in page
    assert "md-nav__item--active md-nav__item--nested" in page


# --- the navigation alone ---------------------------------------------------------------------------

CONFIG = load_config(None, config_file_path=None, site_name="n", plugins=[], theme="mkdocs")


def page(name: str) -> Page:
    """Return a page of the author."""
    return Page(name, File(f"{name}.md", "docs", "site", use_directory_urls=True), CONFIG)


def navigation(items: list[Any]) -> Navigation:
    """Return a navigation with the parents of its items set."""
    todo: list[tuple[Section | None, list[Any]]] = [(None, items)]
    while todo:
        parent, children = todo.pop()
        for item in children:
            item.parent = parent
            if isinstance(item, Section):
                todo.append((item, item.children))
    return Navigation(items, [])


def apply(nav: Navigation, of: Page, short_nav: ShortNav, *features: str) -> Navigation:
    """Return the navigation of a generated page, in a theme with some features."""
    theme = {"name": "mkdocs", "features": list(features)}
    config = load_config(None, config_file_path=None, site_name="n", plugins=[], theme=theme)
    context: dict[str, Any] = {"nav": nav}
    short_nav.apply(context, of, config)
    assert isinstance(context["nav"], Navigation)
    return context["nav"]


def titles(items: Sequence[StructureItem]) -> list[str]:
    """Return the titles of items."""
    return [str(item.title) for item in items]


def test_few_pages_remain_and_sections_become_links() -> None:
    """Up to `MAX_ITEMS` pages stay; a section is one link to its first page, unless the theme shortens it itself."""
    small = navigation([page(f"n{n}") for n in range(MAX_ITEMS)])
    short_nav = ShortNav()
    assert apply(small, page("p"), short_nav).items == small.items
    deep = navigation([Section(f"S{n}", [page(f"n{n}-{m}") for m in range(3)]) for n in range(2)])
    links = apply(deep, page("p"), short_nav).items
    assert [(type(item), item.title, getattr(item, "url", "")) for item in links] == [
        (Link, "S0", "n0-0/"),
        (Link, "S1", "n1-0/"),
    ]
    assert apply(deep, page("p"), ShortNav(), "navigation.prune").items == deep.items
    assert apply(deep, page("p"), ShortNav(), "navigation.prune", "navigation.sections").items != deep.items


def test_an_option_keeps_the_navigation(tmp_path: Path) -> None:
    """With `short_navigation: false` generated pages have all items, also in sections that are closed."""
    folder = write_papers(tmp_path / "project", {1: "One"})
    words = {}
    for is_short in (True, False):
        plugin = {"papernotes": {"short_navigation": is_short}}
        options = {**MATERIAL, "nav": ["index.md", {"Part": ["note1.md", "papers/index.md"]}], "plugins": [plugin]}
        site = PluginBuild(folder, tmp_path / f"{is_short}", "auto", options)
        words[is_short] = [words for words, _ in nav_links(site.files["papers/a1/index.html"].decode())]
    assert words == {True: ["Home", "Part"], False: ["Home", "One", "Papers"]}


def test_all_pages_share_one_short_navigation() -> None:
    """All pages get the same object, so that their contexts compare equal quickly; the next build gets another one."""
    short_nav = ShortNav()
    first, second = (navigation([page(f"n{n}") for n in range(400)]) for _ in range(2))
    short = apply(first, page("p"), short_nav)
    assert apply(first, page("q"), short_nav) is short
    assert apply(second, page("q"), short_nav) is not short
    assert len(first.items) == 400


def test_sections_remain_before_notes() -> None:
    """Of many items, sections remain first, then the first pages; a link counts the others and leads to their first."""
    pages: list[Any] = [page(f"n{n}") for n in range(400)]
    mixed = [*pages[:200], Section("Part", [Section("Empty", []), page("in")]), Link("Out", "https://example.org/")]
    short = apply(navigation([*mixed, *pages[200:]]), page("p"), ShortNav())
    assert titles(short.items) == [*(f"n{n}" for n in range(10)), "391 more", "Part"]
    assert [getattr(item, "url", "") for item in short.items[-2:]] == ["n10/", "in/"]
    sections = [Section(f"S{n}", [page(f"n{n}-{m}") for m in range(9)]) for n in range(60)]
    short = apply(navigation([*pages, *sections]), page("p"), ShortNav())
    assert titles(short.items) == ["437 more", *(f"S{n}" for n in range(23))]
    empty = [Section("Nothing", []), *pages[:20], *(Section(f"S{n}", pages) for n in range(2))]
    assert "Nothing" not in titles(apply(navigation(empty), page("p"), ShortNav()).items)


def test_sections_that_contain_the_page_remain() -> None:
    """Sections that contain the page remain with up to `MAX_ITEMS` of their items, and stay active."""
    here = page("here")
    inner = Section("Inner", [*(page(f"a{n}") for n in range(100)), here])
    items = [Section("Outer", [page("x"), inner, Section("Other", [page("y")])]), *(page(f"n{n}") for n in range(400))]
    nav = navigation(items)
    here.active = True
    short = apply(nav, here, ShortNav())
    outer: Any = short.items[0]
    assert titles(outer.children) == ["x", "Inner", "Other"]
    assert outer.active
    assert outer.children[1].active
    assert titles(outer.children[1].children) == [*(f"a{n}" for n in range(10)), "90 more", "here"]
    assert len(inner.children) == 101
