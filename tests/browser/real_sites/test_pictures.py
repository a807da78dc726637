"""A picture of each kind of page, kept to be looked at, and what can be said of it without eyes."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.real_sites.built_sites import HOST, Face
from tests.helpers.chromium import Tab

pytestmark = [pytest.mark.full, pytest.mark.browser, pytest.mark.shared]

MODES = {"light": (1280, False), "dark": (1280, True), "phone": (390, False)}
"""Width, and whether it is dark."""
TALLEST = 1_800
"""Pixels of a page that are in its picture."""
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
"""What is seen on a page and says nothing."""


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the pictures."""
    named = os.environ.get("PAPERNOTES_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def keep(page: Tab, path: Path) -> None:
    """A picture of the page from its top on; of a table that draws only what is seen, what is seen."""
    width, height = page.ask("[innerWidth, Math.max(innerHeight, document.documentElement.scrollHeight)]")
    if page.ask("!!document.querySelector('.papernotes-left-out')"):
        height = page.ask("innerHeight")
    page.page.screenshot(
        path=path,
        full_page=True,
        clip={"x": 0, "y": 0, "width": width, "height": min(height, TALLEST)},
        animations="disabled",
    )


def faults(page: Tab, width: int) -> list[object]:
    """What does not fit the width, and what is empty."""
    return [*({*page.ask("[document.documentElement.scrollWidth, innerWidth]")} - {width}), *page.ask(_EMPTY)]


def noise(page: Tab) -> list[str]:
    """What complains, and what comes from elsewhere."""
    elsewhere = [url for url in page.requests() if not url.startswith((f"http://{HOST}/", "data:"))]
    return [*page.complaints(), *elsewhere]


@pytest.mark.parametrize(
    ("name", "mode"), [*((name, mode) for name in ("notes", "docs") for mode in MODES), ("vault", "phone")]
)
def test_each_kind_of_page(
    tab: Callable[..., Tab], face: Callable[[str], Face], kept: Path, name: str, mode: str
) -> None:
    """In the light, in the dark and on a phone."""
    site, page = face(name), tab(*MODES[mode])
    if name == "vault":
        # on each page a search of so much gets ready, which takes longer than the picture
        index = json.loads((site.site / "search/search_index.json").read_text("utf-8"))
        page.page.route("**/search_index.json", lambda route: route.fulfill(json={**index, "docs": []}))
    found: dict[str, list[object]] = {}
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        keep(page, kept / f"{name}-{kind}-{mode}.png")
        found[kind] = faults(page, MODES[mode][0])
    assert {kind: wrong for kind, wrong in found.items() if wrong} == {}
    assert noise(page) == []


def hover(page: Tab) -> None:
    """The card beside a mention."""
    page.page.hover("li > a.papernotes-sign")
    page.wait("!!document.querySelector('.papernotes-card:popover-open')")


def unfold(page: Tab) -> None:
    """A row of the table, opened."""
    page.click(".papernotes-view .papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")


def choose(page: Tab) -> None:
    """The map with one dot chosen."""
    page.page.fill(".papernotes-map-bar input", "attention")
    page.press("Enter")
    page.wait("!document.querySelector('.papernotes-map-card').hidden")


def seek(page: Tab) -> None:
    """The search with what it found."""
    page.press("/")
    page.wait("document.activeElement.dataset.mdComponent === 'search-query'")
    page.page.keyboard.type("attention")
    page.wait("document.querySelectorAll('.md-search-result__item').length > 3")


@pytest.mark.parametrize("mode", MODES)
def test_what_opens_on_a_page(tab: Callable[..., Tab], face: Callable[[str], Face], kept: Path, mode: str) -> None:
    """A card, a row, a dot and the results of a search, in the light, in the dark and on a phone; and a sheet."""
    site, width = face("notes"), MODES[mode][0]
    for kind, act in (("note-003", hover), ("papers", unfold), ("map", choose), ("home", seek)):
        page = tab(*MODES[mode])
        page.open(site.address + site.kinds[kind])
        act(page)
        # the theme's search is wider than a phone while it opens
        page.wait(f"document.documentElement.scrollWidth === {width} && innerWidth === {width}")
        page.page.screenshot(path=kept / f"notes-{kind}-{act.__name__}-{mode}.png", animations="disabled")
        assert noise(page) == []
    page.open(site.address + site.kinds["paper"])
    page.page.emulate_media(media="print")
    keep(page, kept / f"notes-paper-print-{mode}.png")
