"""The map shows all papers, and readers can search, zoom and navigate it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin import citation
from papernotes_plugin.index.map_layout import lay_out_map
from papernotes_plugin.render import map_views, render_context, render_library
from papernotes_plugin.vocabulary.config import Config
from tests.helpers import converted_pages, sites, small_library
from tests.helpers.chromium import Tab

PAPERS = [
    {"citekey": "a2020", "title": 'A $x^2$ <b>bold</b> & "quoted" title', "year": 2020, "tags": ["vision"]},
    {"citekey": "b2021", "title": "Second", "year": 2021, "tags": ["vision", "🧠"], "authors": ["Zoë Ash"]},
    {"citekey": "c2021", "title": "Third {{ x }}", "year": 2021, "tags": ["speech"]},
    {"citekey": "d2021", "title": "Fourth", "year": 2021, "tags": ["speech"]},
]
MENTIONS = {"a2020": ["n.md", "m.md"], "b2021": ["n.md"], "c2021": ["n.md"], "d2021": ["m.md"]}


def page() -> str:
    """Return the Markdown of the map page of a small library."""
    papers = [p | {"mentions": [{"note": n, "at": "x"} for n in MENTIONS.get(str(p["citekey"]), ())]} for p in PAPERS]
    library = small_library.library({"notes": {"n.md": "# N\n\nx", "m.md": "# M\n\nx"}, "papers": papers})
    library = replace(library, chart=lay_out_map(library))
    out = {
        o.path: o.text
        for o in render_library(
            render_context(library, Config(), *small_library.cited(library), citation.STYLES["author-year"])
        )
    }
    assert '<a href="../map/index.md">Map</a>' in out["tags/index.md"]
    return out["map/index.md"]


@pytest.mark.golden_test("map/*.yml")
def test_the_page(golden: Any) -> None:
    """The page is rendered as in its golden file."""
    assert golden.out["output"] == page()


@pytest.mark.parametrize("host", list(converted_pages.HOSTS))
def test_markdown_renderers_leave_the_svg_unchanged(host: str) -> None:
    """Markdown renderers do not change the SVG, and it has no script and no inline style."""
    html = converted_pages.html(page(), host)
    figure = page()[page().index("<figure") : page().index("</figure>")]
    assert figure in html
    assert "style=" not in figure
    assert " on" not in figure.replace(" on ", " ")
    assert "<b>" not in figure


def test_a_large_map_has_dashed_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a large map, each row of adjacent dots is one dashed line without links."""
    monkeypatch.setattr(map_views, "MAX_LINKED_DOTS", 2)
    markdown = page()
    assert "<circle" not in markdown
    assert "papernotes-map-threads" not in markdown
    assert markdown.count('class="papernotes-map-dots"') == 2
    assert 'd="M588 38h24.1M588 100h0.1"' in markdown


# --- in a browser ---------------------------------------------------------------------------------

NOTES = {
    "docs/index.md": "# Home\n\n[The map](map/index.md)\n",
    "docs/one.md": "# One\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017 #attention\n"
    "\n## Vision\n\n"
    "- [Deep Residual Learning for Image Recognition](https://arxiv.org/abs/1512.03385), CVPR 2016 #vision\n",
    "docs/two.md": "# Two\n\n"
    "## Vision\n\n- [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239) #vision\n\n## Rest\n\n"
    "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) again\n",
}
HERE = "document.querySelector('.papernotes-map-here')"
CARD = "document.querySelector('.papernotes-map-card')"
SET = (
    "(e => {{ e.value = '{value}'; e.dispatchEvent(new Event('{event}')) }})"
    "(document.querySelector('.papernotes-map-bar {what}'))"
)
READY = "!!document.querySelector('.papernotes-map-bar')"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a built site; tests open its files without a server, the stricter case."""
    folder = tmp_path_factory.mktemp("site")
    result = sites.build(sites.write(folder, {"mkdocs.yml": sites.CONFIG, **NOTES}), "--strict")
    assert result.code == 0, result.output
    assert sites.Site(result.site).broken() == []
    return result.site


@pytest.fixture
def map_page(site: Path, tab: Callable[..., Tab]) -> Tab:
    """Return a tab with the map after its script has run."""
    opened = tab()
    opened.open(f"{(site / 'map/index.html').as_uri()}")
    opened.wait(READY)
    return opened


@pytest.mark.browser
def test_dots_are_links_without_a_script(site: Path, tab: Callable[..., Tab]) -> None:
    """Without a script, each dot is a labelled link to its paper, and the table links to the topics."""
    page = tab(java_script_enabled=False)
    page.open((site / "map/index.html").as_uri())
    dots = page.ask("[...document.querySelectorAll('svg a:has(circle)')].map(a => [a.href.baseVal, a.textContent])")
    assert sorted(dots)[0][1].startswith("Attention Is All You Need, NeurIPS 2017 (2 notes)")
    assert all((site / "map" / href / "index.html").is_file() for href, _ in dots)
    assert page.ask("[...document.querySelectorAll('table td a')].map(a => a.textContent)") == ["Vision"]
    assert not page.ask(READY)


@pytest.mark.browser
def test_search_and_keys(map_page: Tab) -> None:
    """The search counts and marks papers, and the arrow keys move between the matching dots."""
    page = map_page
    page.ask("document.querySelector('.papernotes-map-bar input').focus()")
    page.page.keyboard.insert_text("ÁTTENTION")
    assert page.ask("document.querySelector('.papernotes-map-said').textContent") == "1 of 3"
    page.press("Enter")
    assert page.ask(f"document.activeElement === {HERE}")
    assert page.ask(f"{CARD}.textContent") == "Attention Is All You NeedNeurIPS 2017In One · Two"
    page.press("ArrowDown")
    assert "Attention" in page.ask(f"{CARD}.textContent")
    page.ask(SET.format(what="input", value="", event="input"))
    page.press("ArrowLeft")
    assert "Residual" in page.ask(f"{CARD}.textContent")
    assert page.ask(f"{HERE}.getAttribute('aria-label')").startswith("Deep Residual Learning")
    assert page.ask(f"!!{HERE}.href.baseVal.match('papers/')")
    page.press("Escape")
    assert page.ask(f"{CARD}.hidden")
    assert page.complaints() == []


@pytest.mark.browser
def test_search_names_what_it_finds(map_page: Tab) -> None:
    """The titles of found papers are next to their dots, also after zooming; the other dots are faded."""
    page = map_page
    names = "[...document.querySelectorAll('.papernotes-map-names text')].map(t => t.textContent)"
    page.ask(SET.format(what="input", value="residual", event="input"))
    assert page.ask(names) == ["Deep Residual Learning for Image Recognition"]
    dot = "document.querySelector('.papernotes-map-ring').getBoundingClientRect()"
    label = "document.querySelector('.papernotes-map-names text').getBoundingClientRect()"
    page.click(".papernotes-map-bar button:last-of-type")
    assert page.ask(f"Math.min(Math.abs({label}.left - {dot}.right), Math.abs({dot}.left - {label}.right))") < 30
    assert page.ask(f"Math.abs({label}.top + {label}.height / 2 - {dot}.top - {dot}.height / 2)") < 6
    faded = "[...document.querySelectorAll('.papernotes-map-lane circle')].map(c => getComputedStyle(c).opacity)"
    assert page.ask(faded) == ["0.25"] * 3
    assert page.ask("getComputedStyle(document.querySelector('.papernotes-map-found')).opacity") == "1"
    page.ask(SET.format(what="input", value="", event="input"))
    assert page.ask(names) == []
    assert page.ask(faded) == ["1"] * 3
    assert page.complaints() == []


@pytest.mark.browser
@pytest.mark.full
def test_search_shows_what_it_finds_on_a_phone(site: Path, tab: Callable[..., Tab]) -> None:
    """A found dot outside the view is scrolled into it, and its title is cut to the width of the view."""
    page = tab(390)
    page.open((site / "map/index.html").as_uri())
    page.wait(READY)
    page.ask("document.querySelector('.papernotes-map-frame').scrollTo(9999, 0)")
    page.ask(SET.format(what="input", value="residual", event="input"))
    page.wait("!!document.querySelector('.papernotes-map-names text')")
    for element in (".papernotes-map-ring", ".papernotes-map-names text"):
        box = page.ask(f"(r => [r.left, r.right])(document.querySelector('{element}').getBoundingClientRect())")
        assert box[0] >= 0, element
        assert box[1] <= 390, element


@pytest.mark.browser
def test_pointing_at_a_dot(map_page: Tab) -> None:
    """Pointing at a dot shows its paper and the threads of its notes; a click opens the page."""
    page = map_page
    dot = "[...document.querySelectorAll('svg a')].find(a => a.ariaLabel?.startsWith('Attention'))"
    box = page.ask(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({dot}.getBoundingClientRect())")
    page.page.mouse.move(*box)
    page.wait(f"!{CARD}.hidden")
    assert page.ask("document.querySelector('.papernotes-map-thread').getAttribute('d')").count("M") == 2
    page.page.mouse.click(*box)
    page.page.wait_for_url("**/papers/**")


@pytest.mark.browser
def test_zoom_and_threads(map_page: Tab) -> None:
    """The buttons zoom without moving the content below; a selected note is shown as a thread."""
    page = map_page
    below = "document.querySelector('.papernotes-label').getBoundingClientRect().top"
    width = "document.querySelector('.papernotes-map svg').getBoundingClientRect().width"
    before = page.ask(f"[{below}, {width}]")
    page.click(".papernotes-map-bar button:last-of-type")
    after = page.ask(f"[{below}, {width}]")
    assert after[0] == pytest.approx(before[0], abs=2)
    assert after[1] > 1.3 * before[1]
    page.click(".papernotes-map-bar button:nth-last-of-type(2)")
    assert page.ask(width) <= before[1]
    page.ask(SET.format(what="select", value="0", event="change"))
    assert page.ask("document.querySelector('.papernotes-map-said').textContent") == "2 of 3"
    assert page.ask("document.querySelector('.papernotes-map-thread').getAttribute('d')").count("L") == 1


@pytest.mark.browser
def test_years_stay_visible(map_page: Tab) -> None:
    """The years stay at the top of a zoomed map while it scrolls."""
    page = map_page
    top = "document.querySelector('.papernotes-map-years').getBoundingClientRect().top"
    before = page.ask(top)
    for _ in range(4):
        page.click(".papernotes-map-bar button:last-of-type")
    page.ask("document.querySelector('.papernotes-map-frame').scrollTop = 1000")
    assert page.ask("document.querySelector('.papernotes-map-frame').scrollTop") > 0
    assert page.ask(top) == pytest.approx(before, abs=2)


@pytest.mark.browser
def test_narrow_map_shows_the_latest_years(map_page: Tab, site: Path, tab: Callable[..., Tab]) -> None:
    """The frame shows all lanes; on a phone it is scrolled to its right end, the latest years."""
    frame = "document.querySelector('.papernotes-map-frame')"
    assert map_page.ask(f"{frame}.scrollHeight - {frame}.clientHeight") <= 0
    phone = tab(390)
    phone.open((site / "map/index.html").as_uri())
    phone.wait(READY)
    assert phone.ask(f"{frame}.scrollWidth - {frame}.clientWidth") > 0
    assert phone.ask(f"{frame}.scrollWidth - {frame}.clientWidth - {frame}.scrollLeft") <= 1


@pytest.mark.browser
def test_focused_note_is_highlighted(map_page: Tab) -> None:
    """Focus on a note fades the other papers; its name links to the note."""
    page = map_page
    page.ask("document.querySelector('.papernotes-map-notes a').focus()")
    assert page.ask("/one/.test(document.activeElement.href)")
    shown = "[...document.querySelectorAll('.papernotes-map-lane circle')].map(e => getComputedStyle(e).opacity)"
    page.press("Tab")
    assert sorted(page.ask(shown)) == ["0.15", "1", "1"]


@pytest.mark.browser
@pytest.mark.parametrize(("width", "dark"), [pytest.param(1280, True, marks=pytest.mark.full), (390, False)])
def test_map_fits_the_window(site: Path, tab: Callable[..., Tab], width: int, dark: bool) -> None:
    """The page does not scroll sideways, logs no error and loads nothing from other hosts."""
    page = tab(width, dark)
    page.open((site / "map/index.html").as_uri())
    page.wait(READY)
    assert page.ask("document.documentElement.scrollWidth") <= width
    assert page.complaints() == []
    assert [url for url in page.requests() if not url.startswith(("file:", "data:"))] == []
