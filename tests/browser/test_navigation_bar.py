"""The navigation bar of generated pages shows where the reader is, also on a phone and without a script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.chromium import Tab

pytestmark = pytest.mark.browser

NOTES = {
    "docs/one.md": "# One\n\n## Sequences\n\n"
    "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 #attention\n",
    "docs/two.md": "# Two\n\n- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239) #vision\n",
}
BAR = "document.querySelector('article > nav.papernotes-bar')"
SEEN = f"(e => [e.getAttribute('aria-label'), [...e.querySelectorAll('a')].map(a => a.textContent)])({BAR})"
CURRENT = f"[...{BAR}.querySelectorAll('[aria-current]')].map(a => [a.textContent, a.ariaCurrent])"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a built site."""
    folder = tmp_path_factory.mktemp("site")
    result = sites.build(sites.write(folder, {"mkdocs.yml": sites.CONFIG, **NOTES}), "--strict")
    assert result.code == 0, result.output
    return result.site


def test_every_kind_of_page_has_the_bar(site: Path, tab: Callable[..., Tab]) -> None:
    """Without a script, each generated page has the labelled bar, with the index that the page belongs to."""
    page = tab(java_script_enabled=False)
    expected = {
        "index.html": [],
        "papers/index.html": [["Papers", "page"]],
        "papers/attention2017need/index.html": [["Papers", "true"]],
        "tags/index.html": [["Tags", "page"]],
        "tags/vision/index.html": [["Tags", "true"]],
        "topics/sequences/index.html": [["Topics", "true"]],
        "venues/neurips/2017/index.html": [["Venues", "true"]],
        "map/index.html": [["Map", "page"]],
    }
    for path, current in expected.items():
        page.open((site / path).as_uri())
        assert page.ask(SEEN) == ["Library", ["Papers", "Tags", "Topics", "Venues", "Map"]], path
        assert page.ask(CURRENT) == current, path
    assert page.ask(f"{BAR}.querySelectorAll('a')[1].href").endswith("/tags/")


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.full)])
def test_the_bar_on_a_narrow_screen(site: Path, tab: Callable[..., Tab], dark: bool) -> None:
    """The bar is one line that scrolls by itself, never the page; a focused link is brought into view."""
    page = tab(200, dark)
    page.open((site / "papers/index.html").as_uri())
    assert page.ask(f"{BAR}.scrollWidth > {BAR}.clientWidth")
    assert page.ask(f"new Set([...{BAR}.children].map(a => a.offsetTop)).size") == 1
    assert page.ask("document.documentElement.scrollWidth <= innerWidth")
    page.ask(f"{BAR}.lastElementChild.focus()")
    assert page.ask(f"{BAR}.scrollLeft > 0")
    assert page.ask(f"(r => r.left >= 0 && r.right <= innerWidth)({BAR}.lastElementChild.getBoundingClientRect())")


def test_the_bar_is_not_printed(site: Path, tab: Callable[..., Tab]) -> None:
    """Print has no navigation bar."""
    page = tab()
    page.open((site / "map/index.html").as_uri())
    assert page.ask(f"{BAR}.getClientRects().length") == 1
    page.page.emulate_media(media="print")
    assert page.ask(f"{BAR}.getClientRects().length") == 0
