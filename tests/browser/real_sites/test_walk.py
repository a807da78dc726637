"""What a reader does on real sites: below a path of a host that is strict, and from a disk."""

from __future__ import annotations

import html
import json
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.real_sites.built_sites import PAPERS, Face
from tests.browser.test_papers_table import TEXT, enter, said, table
from tests.consumers import tex
from tests.helpers.chromium import Tab

pytestmark = [pytest.mark.full, pytest.mark.browser, pytest.mark.shared]

NAMES = ("notes", "docs", "vault")
_PAPER = r"papers/(?!years/|index)[^/_]+(?:/index)?\.html"
TITLE = "document.querySelector('h1').firstChild.textContent.trim()"
_BAR = "document.querySelector('[data-md-component=search-query]')"
_HITS = """[...document.querySelectorAll('.md-search-result__item > .md-search-result__link')].map(
  a => a.href.split(/[?#]/)[0])"""


def entries(bibtex: str) -> list[str]:
    """The keys of the entries of a bibliography."""
    return re.findall(r"^@\w+\{([^,]+),", bibtex, re.MULTILINE)


def clipboard(page: Tab, button: str) -> str:
    """What a button copies."""
    page.allow_clipboard()
    page.click(button)
    page.wait("[...document.querySelectorAll('[role=status]')].some(e => e.textContent === 'Copied')")
    return str(page.ask("navigator.clipboard.readText()"))


def search(page: Tab, title: str, address: str, most: int) -> None:
    """Search for a title, and wait until the page of its paper is among so many of what is found first."""
    page.press("/")
    page.wait(f"document.activeElement === {_BAR}")
    page.page.fill("[data-md-component=search-query]", title)
    page.ask(f"{_BAR}.dispatchEvent(new KeyboardEvent('keyup', {{bubbles: true}}))")
    page.wait(f"{_HITS}.slice(0, {most}).includes({json.dumps(address)})")


def papers(site: Face) -> list[tuple[str, str]]:
    """Address and title of five papers that are spread over the library."""
    every = [*site.site.glob("papers/*/index.html"), *site.site.glob("papers/*.html")]
    pages = sorted(path for path in every if re.fullmatch(_PAPER, path.relative_to(site.site).as_posix()))
    found = []
    for path in pages[:: max(1, len(pages) // 30)]:
        # a title with a formula is told by the search in a way of its own
        if heading := re.search(r"<h1[^>]*>([^<$]{20,})<(?:/h1|a )", path.read_text("utf-8")):
            address = site.address + path.relative_to(site.site).as_posix().removesuffix("index.html")
            found.append((address, html.unescape(heading[1])))
    return found[:: max(1, len(found) // 5)][:5]


@pytest.mark.parametrize("name", NAMES)
def test_from_the_home_to_a_citation(tab: Callable[..., Tab], face: Callable[[str], Face], name: str) -> None:
    """Without a page being loaded anew: all papers, a filter, an order, a row, its paper, and back to a note of it."""
    site, page = face(name), tab()
    page.open(site.address + site.kinds["papers"])
    page.wait("!!document.querySelector('.papernotes-papers')")
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
    assert re.fullmatch(r"[\d,]+ of [\d,]+ papers", said(page))
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
        # a busy browser goes to a place while what stands above it still grows, as on any page of the theme
        page.ask("void location.replace(location.href)")
        page.wait(seen)
    assert page.ask("window.stayed") is True
    assert page.complaints() == []


@pytest.mark.tex
@pytest.mark.parametrize(("name", "words"), [("notes", ""), ("docs", ""), ("vault", "diffusion 2025")])
def test_what_is_copied_compiles(
    tab: Callable[..., Tab], face: Callable[[str], Face], tmp_path: Path, name: str, words: str
) -> None:
    """All that the table shows goes to the clipboard as one bibliography that BibTeX and LaTeX take without a word."""
    site = face(name)
    page = table(tab(), site.address + site.kinds["papers"])
    enter(page, TEXT, words)
    page.click("th input")
    count = int(said(page).partition(" ")[0].replace(",", ""))
    assert count > 90
    copied = clipboard(page, ".papernotes-chosen button:nth-of-type(1)")
    assert len(set(entries(copied))) == count
    (tmp_path / "refs.bib").write_text(copied, "utf-8")
    verdict = tex.bibtex_reads(tmp_path / "refs.bib")
    # the fonts of pdfLaTeX have no letters beyond Latin
    assert [line for line in verdict.complaints if "Unicode character" not in line] == []
    assert verdict.count == count


@pytest.mark.parametrize("name", ["notes", "vault"])
def test_a_hover_says_what_its_page_says(tab: Callable[..., Tab], face: Callable[[str], Face], name: str) -> None:
    """The card beside a mention names the paper whose page the sign leads to, and what it downloads is that paper."""
    site, page = face(name), tab()
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
    tab: Callable[..., Tab], face: Callable[[str], Face], name: str
) -> None:
    """Of five titles each is among the first three that are shown, as its page."""
    site, page = face(name), tab()
    page.open(site.address)
    titles = papers(site)
    assert len(titles) == 5
    for address, title in titles:
        search(page, title, address, 3)


def test_the_keyboard_is_enough(tab: Callable[..., Tab], face: Callable[[str], Face]) -> None:
    """A paper is found by search, its page opened, and its BibTeX copied, with no pointer and a focus that is seen."""
    site, page = face("notes"), tab()
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
def test_without_scripts_every_kind_of_page_is_there(
    tab: Callable[..., Tab], face: Callable[[str], Face], name: str
) -> None:
    """All papers are links in the pages of their years; a paper shows its BibTeX; nothing waits for a script."""
    site, page = face(name), tab(java_script_enabled=False)
    page.open(site.address + site.kinds["papers"])
    count = int(re.sub(r"\D", "", page.ask("document.querySelector('article').innerText.match(/([\\d,]+) papers/)[1]")))
    assert page.ask("document.querySelectorAll('article tbody tr').length") == min(count, 200)
    for kind, path in site.kinds.items():
        page.open(site.address + path)
        assert page.ask("document.querySelector('article').innerText.trim().length") > 40, kind
        assert page.ask("[...document.querySelectorAll('article button')].filter(e => e.checkVisibility()).length") == 0
    page.open(site.address + site.kinds["paper"])
    assert page.ask("document.querySelector('article pre').innerText").startswith("@")


def test_from_a_disk(tab: Callable[..., Tab], face: Callable[[str], Face]) -> None:
    """The same pages, opened as files: table, card, map and citation work, and nothing is asked of anybody."""
    site, page = face("notes"), tab()
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
    # what Material's own search asks for where no host is
    assert [text for text in page.complaints() if "/search/" not in text] == []
    assert [url for url in page.requests() if not url.startswith(("file:", "data:", "blob:"))] == []


def test_ten_thousand_rows_are_few_elements(tab: Callable[..., Tab], face: Callable[[str], Face]) -> None:
    """However many papers there are, few are drawn; typing and sorting ask for nothing; all of them are one file."""
    site, page = face("vault"), tab()
    table(page, site.address + site.kinds["papers"])
    assert said(page) == f"{PAPERS:,} papers"
    page.wait("performance.getEntriesByType('resource').length > 0")
    before = len(page.requests())
    start = time.perf_counter()
    for words in ("d", "di", "diffusion", "no such thing", ""):
        enter(page, TEXT, words)
        assert page.ask("document.querySelectorAll('*').length") < 6_000
    for column in ("title", "notes", "year"):
        page.click(f"th.papernotes-c-{column} button")
    print(f"five filters and three orders of {PAPERS} rows: {time.perf_counter() - start:.2f} s")
    # the theme asks for what its search needs, whenever it is ready
    assert [url for url in page.requests()[before:] if "/papers/" in url or "/papernotes/" in url] == []
    page.click("th input")
    with page.page.expect_download() as download:
        page.click(".papernotes-chosen button:nth-of-type(2)")
    assert len(set(entries(download.value.path().read_text("utf-8")))) == PAPERS
    assert page.complaints() == []


def test_a_map_of_ten_thousand_is_light(tab: Callable[..., Tab], face: Callable[[str], Face]) -> None:
    """The map is a picture of few elements; its search counts what it finds, and leads to the page of a paper."""
    site, page = face("vault"), tab()
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
