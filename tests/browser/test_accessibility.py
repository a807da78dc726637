"""Pages have no accessibility violation (axe, https://github.com/dequelabs/axe-core) beyond those of plain Material."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.test_scripts import FILES, THEME
from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served

pytestmark = [pytest.mark.browser, pytest.mark.node]

AXE = ROOT / "tests" / "consumers" / "node_modules" / "axe-core" / "axe.min.js"
_RUN = """axe.run(document, {resultTypes: ['violations']}).then(({violations}) => violations.map(
  ({id, nodes}) => [id, nodes.map(({html}) => html.slice(0, 200))]))"""
_MATERIAL_RULES = {
    "aria-dialog-name": "its search",
    "color-contrast": "its footer",
    "link-in-text-block": "links of the author's, which differ by colour only",
    "heading-order": "the author's headings",
}
"""Rules that plain Material violates on such pages, and where."""
_NOTE_PAGES = ("", "vision/")
"""Pages with links of the author's."""
_GENERATED = 'class="papernotes-'
_IGNORED = ('<div class="md-copyright"', "<code")
"""Material's footer and its scrollable code blocks, which are ignored."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """Return a built site with notes and every kind of page."""
    config = f"{THEME}plugins: [search, papernotes]\n"
    result = sites.build(sites.write(tmp_path_factory.mktemp("axe"), {**FILES, "mkdocs.yml": config}), "--strict")
    assert result.code == 0, result.output
    return result


def _violations(page: Tab) -> dict[str, list[str]]:
    page.ask(f"{AXE.read_text('utf-8')}; true")
    answer: list[Any] = page.ask(_RUN)
    return {rule: [html for html in nodes if not html.startswith(_IGNORED)] for rule, nodes in answer}


@pytest.mark.parametrize(
    ("width", "dark"),
    [(1280, False), *(pytest.param(*case, marks=pytest.mark.full) for case in ((1280, True), (390, False)))],
)
def test_no_violation_beyond_material(tab: Callable[..., Tab], site: sites.Built, width: int, dark: bool) -> None:
    """Each kind of page adds no violation, wide and narrow, light and dark."""
    page = tab(width, dark)
    wrong: dict[str, Any] = {}
    with served(site.site) as address:
        for path in _page_kinds(site.site):
            page.open(address + path)
            violations = _violations(page)
            new = {rule: nodes for rule, nodes in violations.items() if nodes and rule not in _MATERIAL_RULES}
            if contrast := violations.get("color-contrast"):
                new["color-contrast"] = contrast
            if links := [
                html
                for html in violations.get("link-in-text-block", ())
                if path not in _NOTE_PAGES or _GENERATED in html
            ]:
                new["link-in-text-block"] = links
            if new:
                wrong[path] = new
    assert wrong == {}, json.dumps(wrong, indent=1)


def _page_kinds(site: Path) -> list[str]:
    """Return the path of one existing page of each kind."""
    paths = (*_NOTE_PAGES, "papers/he2016deep/", "papers/", "tags/", "tags/generative/", "topics/", "venues/",
             "venues/cvpr/", "map/")  # fmt: skip
    return [path for path in paths if (site / path / "index.html").is_file()]


@pytest.mark.full
def test_generated_home_page(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """The home page that a site without one gets adds no violation, wide and narrow, light and dark."""
    files = {path: text for path, text in FILES.items() if path != "docs/index.md"}
    config = f"{THEME}plugins: [search, papernotes]\n"
    result = sites.build(sites.write(tmp_path, {**files, "docs/log/a.md": "# A\n", "mkdocs.yml": config}))
    assert result.code == 0, result.output
    with served(result.site) as address:
        for width, dark in ((1280, False), (1280, True), (390, False)):
            page = tab(width, dark)
            page.open(address)
            assert page.ask("!!document.querySelector('nav.papernotes-bar ~ .papernotes-label')")
            assert {rule for rule in _violations(page) if rule not in _MATERIAL_RULES} == set()
            assert _violations(page).get("color-contrast", []) == []


def test_open_hover_card(tab: Callable[..., Tab], site: sites.Built) -> None:
    """An open hover card adds no violation."""
    page = tab()
    with served(site.site) as address:
        page.open(f"{address}vision/")
        page.ask("document.querySelector('h3 > a.papernotes-sign').previousElementSibling.focus()")
        page.press("Tab")
        page.wait("!!document.querySelector('.papernotes-card:popover-open')")
        assert {rule for rule in _violations(page) if rule not in _MATERIAL_RULES} == set()


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.full)])
def test_selection_and_search_results(tab: Callable[..., Tab], site: sites.Built, dark: bool) -> None:
    """The open list of selected papers and labelled search results add no violation."""
    page = tab(dark=dark)
    with served(site.site) as address:
        page.open(f"{address}papers/")
        page.click("td input")
        page.open(f"{address}vision/")
        page.click(".papernotes-basket summary")
        assert {rule for rule in _violations(page) if rule not in _MATERIAL_RULES} == set()
        assert _violations(page).get("color-contrast", []) == []
        page.click(".md-search__input")
        page.wait("document.querySelector('.md-search-result__meta').textContent.startsWith('Type')")
        page.page.type(".md-search__input", "deep")
        page.wait("document.querySelectorAll('.papernotes-kind').length > 0")
        # the results fade in
        page.page.wait_for_timeout(600)
        assert not [html for html in _violations(page).get("color-contrast", ()) if _GENERATED in html]
