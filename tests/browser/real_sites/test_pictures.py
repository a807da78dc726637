"""Take a screenshot of each kind of page for a person, and check its layout."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.real_sites.built_sites import HOST, BuiltSite
from tests.helpers.chromium import Tab

pytestmark = [pytest.mark.full, pytest.mark.browser, pytest.mark.shared]

MODES = {"light": (1280, False), "dark": (1280, True), "phone": (390, False)}
"""Width in pixels, and whether the colour scheme is dark."""
TALLEST = 1_800
"""Maximum height of a picture in pixels."""
_EMPTY = """(() => {
  const article = document.querySelector('article');
  const said = e => e.textContent.trim() || e.ariaLabel || e.title || e.querySelector('svg, img, input, math');
  const parts = 'h1, h2, h3, h4, h5, h6, p, dl, dd, table, figure, details, summary, button, ul, a[href]';
  return [...article.querySelectorAll(parts)].filter(
    e => e.checkVisibility() && !e.closest('[aria-hidden=true]') && !said(e)).map(e => e.outerHTML)
    .concat([...article.querySelectorAll('img')].filter(e => e.complete && !e.naturalWidth).map(e => e.outerHTML))
    .concat([...article.querySelectorAll('figure svg')].filter(e => e.getBoundingClientRect().height < 20)
      .map(e => e.outerHTML.slice(0, 80)));
})()"""
"""Script that returns visible elements without content."""


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the pictures."""
    named = os.environ.get("PAPERNOTES_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def take_picture(page: Tab, path: Path) -> None:
    """Take a picture of the page from its top; of a virtual table only the visible part."""
    width, height = page.ask("[innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)]")
    if page.ask("!!document.querySelector('.papernotes-left-out')"):
        height = page.ask("innerHeight")
    page.page.screenshot(
        path=path,
        full_page=True,
        clip={"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)},
        animations="disabled",
    )


def layout_faults(page: Tab, width: int) -> list[object]:
    """Return widths that do not fit and elements that are empty."""
    return [*({*page.ask("[document.documentElement.scrollWidth, innerWidth]")} - {width}), *page.ask(_EMPTY)]


def complaints(page: Tab) -> list[str]:
    """Return console errors and requests to other hosts."""
    elsewhere = [url for url in page.requests() if not url.startswith((f"http://{HOST}/", "data:"))]
    return [*page.complaints(), *elsewhere]


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, mode) for name in ("notes", "docs") for mode in MODES), ("vault", "phone")]
)
def test_each_kind_of_page(
    tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], pictures: Path, name: str, mode: str
) -> None:
    """Each kind of page fits light, dark and phone screens."""
    site, page = real_site(name), tab(*MODES[mode])
    if name == "vault":
        # loading the large search index on each page takes longer than the picture
        index = json.loads((site.site / "search/search_index.json").read_text("utf-8"))
        page.page.route("**/search_index.json", lambda route: route.fulfill(json={**index, "docs": []}))
    faults: dict[str, list[object]] = {}
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        take_picture(page, pictures / f"{name}-{kind}-{mode}.png")
        faults[kind] = layout_faults(page, MODES[mode][0])
    assert {kind: wrong for kind, wrong in faults.items() if wrong} == {}
    assert complaints(page) == []


def hover(page: Tab) -> None:
    """Open the card of a mention."""
    page.page.hover("li > a.papernotes-sign")
    page.wait("!!document.querySelector('.papernotes-card:popover-open')")


def unfold(page: Tab) -> None:
    """Open a row of the table."""
    page.click(".papernotes-view .papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")


def choose(page: Tab) -> None:
    """Choose a dot of the map."""
    page.page.fill(".papernotes-map-bar input", "attention")
    page.press("Enter")
    page.wait("!document.querySelector('.papernotes-map-card').hidden")


def seek(page: Tab) -> None:
    """Open the search results."""
    page.press("/")
    page.wait("document.activeElement.dataset.mdComponent === 'search-query'")
    page.page.keyboard.type("attention")
    page.wait("document.querySelectorAll('.md-search-result__item').length > 3")


@pytest.mark.parametrize("mode", MODES)
def test_what_opens_on_a_page(
    tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], pictures: Path, mode: str
) -> None:
    """A card, a row, a dot and search results fit light, dark and phone screens, and a page prints."""
    site, width = real_site("notes"), MODES[mode][0]
    for kind, act in (("note-003", hover), ("papers", unfold), ("map", choose), ("home", seek)):
        page = tab(*MODES[mode])
        page.open(site.address + site.kinds[kind])
        act(page)
        # the search of the theme is wider than a phone while it opens
        page.wait(f"document.documentElement.scrollWidth === {width} && innerWidth === {width}")
        page.page.screenshot(path=pictures / f"notes-{kind}-{act.__name__}-{mode}.png", animations="disabled")
        assert complaints(page) == []
    page.open(site.address + site.kinds["paper"])
    page.page.emulate_media(media="print")
    take_picture(page, pictures / f"notes-paper-print-{mode}.png")
