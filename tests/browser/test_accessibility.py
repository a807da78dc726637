"""What axe (https://github.com/dequelabs/axe-core) finds on our pages that it does not find on plain Material."""

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
_THEMES = {
    "aria-dialog-name": "its search",
    "color-contrast": "its footer",
    "link-in-text-block": "links that authors write, which it tells by colour",
    "heading-order": "the author's headings",
}
"""What plain Material has on such pages, and where."""
_NOTES = ("", "vision/")
"""Pages with links of their authors."""
_OURS = 'class="papernotes-'
_OTHERS = ('<div class="md-copyright"', "<code")
"""Its footer, and its blocks of code, which scroll."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """Notes and pages of every kind."""
    config = f"{THEME}plugins: [search, papernotes]\n"
    built = sites.build(sites.write(tmp_path_factory.mktemp("axe"), {**FILES, "mkdocs.yml": config}), "--strict")
    assert built.code == 0, built.output
    return built


def _found(page: Tab) -> dict[str, list[str]]:
    page.ask(f"{AXE.read_text('utf-8')}; true")
    answer: list[Any] = page.ask(_RUN)
    return {rule: [html for html in nodes if not html.startswith(_OTHERS)] for rule, nodes in answer}


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False)])
def test_no_finding_that_plain_material_does_not_have(
    tab: Callable[..., Tab], site: sites.Built, width: int, dark: bool
) -> None:
    """On a page of each kind, wide and narrow, light and dark: contrast, names, roles, order."""
    page = tab(width, dark)
    wrong: dict[str, Any] = {}
    with served(site.site) as address:
        for path in _kinds(site.site):
            page.open(address + path)
            found = _found(page)
            ours = {rule: nodes for rule, nodes in found.items() if nodes and rule not in _THEMES}
            if contrast := found.get("color-contrast"):
                ours["color-contrast"] = contrast
            if links := [html for html in found.get("link-in-text-block", ()) if path not in _NOTES or _OURS in html]:
                ours["link-in-text-block"] = links
            if ours:
                wrong[path] = ours
    assert wrong == {}, json.dumps(wrong, indent=1)


def _kinds(site: Path) -> list[str]:
    """An address of each kind of page that there is."""
    every = (*_NOTES, "papers/he2016deep/", "papers/", "tags/", "tags/generative/", "topics/", "venues/",
             "venues/cvpr/", "map/")  # fmt: skip
    return [path for path in every if (site / path / "index.html").is_file()]


def test_an_open_card_is_sound(tab: Callable[..., Tab], site: sites.Built) -> None:
    """Its link is described, its parts have names."""
    page = tab()
    with served(site.site) as address:
        page.open(f"{address}vision/")
        page.ask("document.querySelector('h3 > a.papernotes-sign').previousElementSibling.focus()")
        page.press("Tab")
        page.wait("!!document.querySelector('.papernotes-card:popover-open')")
        assert {rule for rule in _found(page) if rule not in _THEMES} == set()
