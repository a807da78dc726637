"""A reader uses real sites below a path of a strict server, and from disk."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.real_sites.built_sites import PAPERS, BuiltSite, is_redirect
from tests.consumers import tex
from tests.helpers.chromium import Tab
from tests.helpers.papers_table import TEXT, enter, status, table

pytestmark = [pytest.mark.full, pytest.mark.browser, pytest.mark.shared]

NAMES = ("notes", "docs", "vault")
_PAPER = r"papers/(?!years/|index)[^/_]+(?:/index)?\.html"
TITLE = "document.querySelector('h1').firstChild.textContent.trim()"
_BAR = "document.querySelector('[data-md-component=search-query]')"
_HITS = """[...document.querySelectorAll('.md-search-result__item > .md-search-result__link')].map(
  a => a.href.split(/[?#]/)[0])"""


def entries(bibtex: str) -> list[str]:
    """Return the keys of the entries of a bibliography."""
    return re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)


def clipboard(page: Tab, button: str) -> str:
    """Click a button and return the clipboard."""
    page.allow_clipboard()
    page.click(button)
    page.wait("[...document.querySelectorAll('[role=status]')].some(e => e.textContent === 'Copied')")
    return str(page.ask("navigator.clipboard.readText()"))


def search(page: Tab, title: str, address: str, most: int) -> None:
    """Search for a title, and wait until the page of its paper is among the first results."""
    page.press("/")
    page.wait(f"document.activeElement === {_BAR}")
    page.page.fill("[data-md-component=search-query]", title)
    page.ask(f"{_BAR}.dispatchEvent(new KeyboardEvent('keyup', {{bubbles: true}}))")
    page.wait(f"{_HITS}.slice(0, {most}).includes({json.dumps(address)})")


def papers(site: BuiltSite) -> list[tuple[str, str]]:
    """Return URL and title of five papers from all parts of the library."""
    files = [*site.site.glob("papers/*/index.html"), *site.site.glob("papers/*.html")]
    papers = (path for path in files if re.fullmatch(_PAPER, path.relative_to(site.site).as_posix()))
    pages = sorted(path for path in papers if not is_redirect(path))
    results = []
    for path in pages[:: max(1, len(pages) // 30)]:
        # the search shows a title with a formula in another form
        if heading := re.search(r"<h1[^>]*>([^<$]{20,})<(?:/h1|a )", path.read_text("utf-8")):
            address = site.address + path.relative_to(site.site).as_posix().removesuffix("index.html")
            results.append((address, html.unescape(heading[1])))
    return results[:: max(1, len(results) // 5)][:5]


@pytest.mark.parametrize("name", NAMES)
def test_from_the_home_to_a_citation(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], name: str) -> None:
    """A reader filters and sorts papers, opens a row, its paper and a note, without a full page load."""
    site, page = real_site(name), tab()
    page.open(site.address + site.kinds["papers"])
    page.wait("!!document.querySelector('.papernotes-papers')")
    page.wait_for_instant_navigation()
    page.ask("window.stayed = true")
    page.click("th.papernotes-c-notes button")
    if page.ask("document.querySelector('th.papernotes-c-notes').ariaSort") == "ascending":
        page.click("th.papernotes-c-notes button")
    counts = [int(count) for count in page.ask(
        "[...document.querySelectorAll('td.papernotes-c-notes')].map(e => e.textContent)"
    )]  # fmt: skip
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 1
    enter(page, "select[aria-label='Filter by year']", "2024")
    page.wait("location.search.includes('year=2024')")
    assert re.fullmatch(r"[\d,]+ of [\d,]+ papers", status(page))
    page.click(".papernotes-view .papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")
    inside = page.ask("document.querySelector('.papernotes-inside pre').textContent")
    chosen = page.ask("document.querySelector('.papernotes-view .papernotes-title').textContent")
    page.click(".papernotes-view .papernotes-title a")
    page.wait(f"document.querySelector('h1.papernotes-name, h1')?.textContent.startsWith({json.dumps(chosen[:20])})")
    page.wait("!!document.querySelector('button[aria-label=\"Copy BibTeX\"]')")
    assert clipboard(page, "button[aria-label='Copy BibTeX']").strip() == inside.strip()
    page.click("article a[href*='#pn-']")
    page.wait("location.hash.startsWith('#pn-')")
    seen = (
        "(r => r?.top >= 0 && r.bottom <= innerHeight)(document.getElementById(location.hash.slice(1))"
        "?.getBoundingClientRect())"
    )
    try:
        page.wait(seen)
    except TimeoutError:
        # a busy browser scrolls while content above the anchor still grows, as on any page of the theme
        page.ask("void location.replace(location.href)")
        page.wait(seen)
    assert page.ask("window.stayed") is True
    assert page.complaints() == []


@pytest.mark.tex
@pytest.mark.parametrize(("name", "words"), [("notes", ""), ("docs", ""), ("vault", "diffusion 2025")])
def test_what_is_copied_compiles(
    tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], tmp_path: Path, name: str, words: str
) -> None:
    """The table copies its papers as one bibliography, which BibTeX and LaTeX accept without warnings."""
    site = real_site(name)
    page = table(tab(), site.address + site.kinds["papers"])
    enter(page, TEXT, words)
    page.click("th input")
    count = int(status(page).partition(" ")[0].replace(",", ""))
    assert count > 90
    copied = clipboard(page, ".papernotes-chosen button:nth-of-type(1)")
    assert len(set(entries(copied))) == count
    (tmp_path / "refs.bib").write_text(copied, "utf-8")
    verdict = tex.bibtex_reads(tmp_path / "refs.bib")
    # the fonts of pdfLaTeX have no letters beyond Latin
    assert [line for line in verdict.complaints if "Unicode character" not in line] == []
    assert verdict.count == count


@pytest.mark.parametrize("name", ["notes", "vault"])
def test_the_card_matches_the_page(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], name: str) -> None:
    """The card of a mention shows the paper of the sign, and its download contains that paper."""
    site, page = real_site(name), tab()
    note = {"notes": "note-003", "vault": "note-outline"}[name]
    page.open(site.address + site.kinds[note])
    page.page.hover("li > a.papernotes-sign")
    page.wait("!!document.querySelector('.papernotes-card:popover-open')")
    title = page.ask("document.querySelector('.papernotes-card-title').textContent")
    with page.page.expect_download() as download:
        page.click(".papernotes-card a[href$='.bib']")
    assert len(entries(download.value.path().read_text("utf-8"))) == 1
    page.click(".papernotes-card-title")
    page.wait(f"{TITLE} === {json.dumps(title)}")
    assert page.complaints() == []


@pytest.mark.parametrize("name", NAMES)
def test_the_search_finds_papers_by_their_titles(
    tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], name: str
) -> None:
    """A search for a title shows the page of its paper among the first three results."""
    site, page = real_site(name), tab()
    page.open(site.address)
    titles = papers(site)
    assert len(titles) == 5
    for address, title in titles:
        search(page, title, address, 3)


def test_keyboard_use(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite]) -> None:
    """A reader can search, open a paper and copy its BibTeX with the keyboard, with a visible focus."""
    site, page = real_site("notes"), tab()
    page.allow_clipboard()
    page.open(site.address)
    (address, title), *_ = papers(site)
    search(page, title, address, 1)
    page.press("Enter")
    page.wait(f"location.href.startsWith({json.dumps(address)})")
    page.wait(
        "!!document.querySelector('button[aria-label=\"Copy BibTeX\"]') && !document.querySelector('#__search').checked"
    )
    for _ in range(80):
        page.press("Tab")
        if page.ask("document.activeElement.ariaLabel") == "Copy BibTeX":
            break
    ring = page.ask("(s => s.outlineStyle + s.boxShadow + s.borderColor)(getComputedStyle(document.activeElement))")
    assert ring != page.ask("(s => s.outlineStyle + s.boxShadow + s.borderColor)(getComputedStyle("
                            "document.querySelector('button[aria-label=\"Copy RIS\"]')))")  # fmt: skip
    page.press("Enter")
    page.wait("[...document.querySelectorAll('[role=status]')].some(e => e.textContent === 'Copied')")
    assert len(entries(page.ask("navigator.clipboard.readText()"))) == 1


@pytest.mark.parametrize("name", NAMES)
def test_without_scripts(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite], name: str) -> None:
    """Without scripts, year pages link to all papers, and a paper shows its BibTeX."""
    site, page = real_site(name), tab(java_script_enabled=False)
    page.open(site.address + site.kinds["papers"])
    count = int(re.sub(r"\D", "", page.ask("document.querySelector('article').innerText.match(/([\\d,]+) papers/)[1]")))
    assert page.ask("document.querySelectorAll('article tbody tr').length") == min(count, 200)
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        assert page.ask("document.querySelector('article').innerText.trim().length") > 40, kind
        assert page.ask("[...document.querySelectorAll('article button')].filter(e => e.checkVisibility()).length") == 0
    page.open(site.address + site.kinds["paper"])
    assert page.ask("document.querySelector('article pre').innerText").startswith("@")


def test_opened_from_disk(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite]) -> None:
    """Opened as files, table, card, map and citation work without any network request."""
    site, page = real_site("notes"), tab()
    root = site.site.as_uri()
    table(page, f"{root}/papers/index.html")
    enter(page, TEXT, "attention")
    page.wait("location.search === '?text=attention'")
    page.click(".papernotes-view .papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")
    page.click(".papernotes-view .papernotes-title a")
    page.wait("!!document.querySelector('button[aria-label=\"Copy BibTeX\"]')")
    page.open(f"{root}/{site.kinds['note-003']}")
    page.page.hover("li > a.papernotes-sign")
    page.wait("!!document.querySelector('.papernotes-card:popover-open')")
    page.open(f"{root}/map/index.html")
    page.page.fill(".papernotes-map-bar input", "attention")
    page.press("Enter")
    page.wait("!document.querySelector('.papernotes-map-card').hidden")
    # Material's own search requests files that a browser blocks without a server
    assert [text for text in page.complaints() if "/search/" not in text] == []
    assert [url for url in page.requests() if not url.startswith(("file:", "data:", "blob:"))] == []


def test_ten_thousand_rows_are_few_elements(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite]) -> None:
    """A large table draws few rows, needs no request to filter or sort, and exports all papers as one file."""
    site, page = real_site("vault"), tab()
    table(page, site.address + site.kinds["papers"])
    assert status(page) == f"{PAPERS:,} papers"
    page.wait("performance.getEntriesByType('resource').length > 0")
    before = len(page.requests())
    start = time.perf_counter()
    for words in ("d", "di", "diffusion", "no such thing", ""):
        enter(page, TEXT, words)
        assert page.ask("document.querySelectorAll('*').length") < 6_000
    for column in ("title", "notes", "year"):
        page.click(f"th.papernotes-c-{column} button")
    print(f"five filters and three orders of {PAPERS} rows: {time.perf_counter() - start:.2f} s")
    # the theme loads its search index at any time
    assert [url for url in page.requests()[before:] if "/papers/" in url or "/papernotes/" in url] == []
    page.click("th input")
    with page.page.expect_download() as download:
        page.click(".papernotes-chosen button:nth-of-type(2)")
    assert len(set(entries(download.value.path().read_text("utf-8")))) == PAPERS
    assert page.complaints() == []


def test_a_map_of_ten_thousand_is_light(tab: Callable[..., Tab], real_site: Callable[[str], BuiltSite]) -> None:
    """A large map has few elements; its search counts matches and opens the page of a paper."""
    site, page = real_site("vault"), tab()
    page.open(site.address + site.kinds["map"])
    page.wait("!!document.querySelector('.papernotes-map-bar')")
    assert page.ask("document.querySelectorAll('.papernotes-map *').length") < 2_000
    page.page.fill(".papernotes-map-bar input", "diffusion")
    page.wait("/^[1-9][\\d,]* of 10,?000$/.test(document.querySelector('.papernotes-map-said').textContent)")
    page.press("Enter")
    page.wait("!document.querySelector('.papernotes-map-card').hidden")
    page.press("Enter")
    page.page.wait_for_url("**/papers/**")
    page.wait(f"{TITLE}.toLowerCase().includes('diffusion')")
    assert page.complaints() == []
