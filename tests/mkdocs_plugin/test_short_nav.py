"""Pages of ours do not carry a navigation of a thousand notes, and still lead to all of it."""

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

from papernotes_plugin.mkdocs_plugin.pages.short_nav import MAX_LINKS, ShortNav
from tests.helpers import sites
from tests.helpers.sites import Site
from tests.mkdocs_plugin.test_page_template import Made, few, pair

NOTES = 1_000
"""Entries of the navigation, which leads to the same few notes again and again."""
THEIRS = 20_000
"""Bytes that a page of a paper may have more than one of the theme with nothing on it."""


def nav(sections: int) -> list[Any]:
    """A navigation of a thousand entries, flat or in so many sections of two halves each."""
    entries: list[Any] = [{f"Note {n % 3}": f"note{n % 3 + 1}.md"} for n in range(NOTES)]
    if not sections:
        return ["index.md", *entries, {"Papers": "papers/index.md"}]
    parts = [entries[n::sections] for n in range(sections)]
    folded = [{f"Part {n}": [{"First": part[::2]}, {"Second": part[1::2]}]} for n, part in enumerate(parts)]
    return ["index.md", *folded, {"Library": ["papers/index.md", "tags/index.md"]}]


def shown(page: str) -> list[tuple[str, str]]:
    """The words and addresses of the links in the navigation of a page."""
    inner = page.partition('<nav class="md-nav md-nav--primary')[2].partition('<div class="md-sidebar')[0]
    links = re.findall(r'<a href="([^"]*)" class="md-nav__link[^>]*>(.*?)</a>', inner, re.DOTALL)
    return [(" ".join(html.unescape(re.sub("<[^>]*>", "", words)).split()), url) for url, words in links]


@pytest.mark.parametrize("sections", [0, 5])
@pytest.mark.parametrize("folders", [True, False])
def test_a_page_of_a_paper_is_light(tmp_path: Path, sections: int, folders: bool) -> None:
    """It is the same made both ways, of a bounded weight, and every link leads somewhere."""
    folder = few(tmp_path / "a", {1: "One", 2: "Two", 3: "Three"})
    theme = {"name": "material", "font": False, "features": ["navigation.tabs"] if sections else []}
    options = {"theme": theme, "use_directory_urls": folders, "nav": nav(sections)}
    plain, _ = pair(folder, tmp_path, options)
    bare = sites.write(tmp_path / "bare", {"docs/index.md": ""})
    alone = Made(bare, tmp_path / "b", "plain", {**options, "nav": ["index.md"]}).files["index.html"]
    name = "papers/a1/index.html" if folders else "papers/a1.html"
    paper = plain.files[name]
    assert len(paper) - len(alone) <= THEIRS
    assert len(plain.files["note1/index.html" if folders else "note1.html"]) > 250_000
    # the notes themselves are in the navigation more than once
    assert [wrong for wrong in Site(tmp_path / "plain").broken() if not wrong.startswith("note")] == []
    up, end = ("../../", "/") if folders else ("../", ".html")
    if sections:
        links = [(f"Part {n}", f"{up}note{n % 3 + 1}{end}") for n in range(5)]
        library = ("Library", "../" if folders else "index.html")
        home = "../.." if folders else "../index.html"
        assert shown(paper.decode()) == [("Home", home), *links, library]
    else:
        words = [words for words, _ in shown(paper.decode())]
        assert words == ["Home", *(f"Note {n % 3}" for n in range(9)), "991 more", "Papers"]
        assert shown(paper.decode())[10][1] == f"{up}note1{end}"


def test_the_index_of_papers_is_found_where_it_is(tmp_path: Path) -> None:
    """The sections that lead to a page of ours stay, with this page as the one that is open."""
    folder = few(tmp_path / "a", {1: "One", 2: "Two", 3: "Three"})
    plain, _ = pair(folder, tmp_path, {"theme": {"name": "material", "font": False}, "nav": nav(5)})
    page = plain.files["papers/index.html"].decode()
    words = [words for words, _ in shown(page)]
    assert words == ["Home", *(f"Part {n}" for n in range(5)), "Papers", "Tags"]
    assert 'class="md-nav__link md-nav__link--active"' in page
    assert "md-nav__item--active md-nav__item--nested" in page


# --- the navigation alone ---------------------------------------------------------------------------

CONFIG = load_config(None, config_file_path=None, site_name="n", plugins=[], theme="mkdocs")


def page(name: str) -> Page:
    """A page of the author's."""
    return Page(name, File(f"{name}.md", "docs", "site", use_directory_urls=True), CONFIG)


def navigation(items: list[Any]) -> Navigation:
    """A navigation whose sections know what they are in."""
    todo: list[tuple[Section | None, list[Any]]] = [(None, items)]
    while todo:
        parent, children = todo.pop()
        for item in children:
            item.parent = parent
            if isinstance(item, Section):
                todo.append((item, item.children))
    return Navigation(items, [])


def apply(nav: Navigation, of: Page, posts: ShortNav, *features: str) -> Navigation:
    """The navigation that a page of ours gets."""
    theme = {"name": "mkdocs", "features": list(features)}
    config = load_config(None, config_file_path=None, site_name="n", plugins=[], theme=theme)
    context: dict[str, Any] = {"nav": nav}
    posts.apply(context, of, config)
    assert isinstance(context["nav"], Navigation)
    return context["nav"]


def titles(items: Sequence[StructureItem]) -> list[str]:
    """What is to be read."""
    return [str(item.title) for item in items]


def test_a_short_navigation_is_left_alone() -> None:
    """Up to a few hundred links; one that the theme makes short itself is not counted as a whole."""
    small = navigation([page(f"n{n}") for n in range(MAX_LINKS)])
    assert apply(small, page("p"), posts := ShortNav()) is small
    deep = navigation([Section(f"S{n}", [page(f"n{n}-{m}") for m in range(50)]) for n in range(10)])
    assert apply(deep, page("p"), posts) is not deep
    assert apply(deep, page("p"), ShortNav(), "navigation.prune") is deep
    assert apply(deep, page("p"), ShortNav(), "navigation.prune", "navigation.sections") is not deep


def test_all_pages_have_the_same_object() -> None:
    """A build sees at a glance that their surroundings are equal; the next build has another navigation."""
    posts = ShortNav()
    first, second = (navigation([page(f"n{n}") for n in range(400)]) for _ in range(2))
    short = apply(first, page("p"), posts)
    assert apply(first, page("q"), posts) is short
    assert apply(second, page("q"), posts) is not short
    assert len(first.items) == 400


def test_what_leads_furthest_stays() -> None:
    """Of many entries the sections, then the first pages; what is left out is counted, and begins where it is said."""
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


def test_sections_that_lead_to_the_page_stay() -> None:
    """With their neighbours, as far as there is room, and as the theme knows them."""
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
