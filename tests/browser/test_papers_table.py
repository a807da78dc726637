"""The table of all papers filters, sorts and exports papers in the browser (Chromium)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served
from tests.helpers.papers_table import TEXT, enter, status, table

pytestmark = pytest.mark.browser

COUNT = 230
"""Number of papers: more than the page shows without its script."""
SETTINGS = """site_name: Notes
theme:
  name: material
  font: false
  features: [navigation.instant]
plugins: [search, papernotes]
use_directory_urls: false
"""
WORDS = ("attention", "diffusion", "retrieval", "Überraschung", "kernels")


def entry(number: int) -> str:
    """Return the BibTeX of a paper."""
    word = WORDS[number % len(WORDS)]
    return (
        f"@inproceedings{{key{number:03},\n  title = {{Title {number:03} of {word}}},\n"
        f"  year = {{{2020 + number % 3}}},\n"
        f"  author = {{Author{number:03}, Ann and Second{number:03}, Bo and Third, Cy}},\n"
        f"  booktitle = {{ICLR}},\n  eprint = {{2101.{number + 1:05}}}\n}}\n"
    )


def bullet(number: int) -> str:
    """Return a list item that mentions a paper, with a tag; every tenth paper has the rare tag."""
    tag = "rare/one" if number % 10 == 0 else "plenty"
    return f"- [Title {number:03}](https://arxiv.org/abs/2101.{number + 1:05}) #{tag}\n"


FILES = {
    "docs/index.md": "# Home\n\n[Papers](papers/index.md)\n",
    "docs/2025-05-02-first.md": "# First\n\n" + "".join(map(bullet, range(120))),
    "docs/2025-06-03-second.md": "# Second\n\n" + "".join(map(bullet, range(119, COUNT))),
    "docs/card.md": '# Card\n\n### [<b>Bold</b> & "quoted"](https://arxiv.org/abs/2102.00001)\n\n'
    "**TL;DR:** Two views of $x^2$ <img src=x onerror=alert(1)>\n",
    "bib/papers.bib": "\n".join(map(entry, range(COUNT))),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the project."""
    return tmp_path_factory.mktemp("project")


@pytest.fixture(scope="module")
def origin(folder: Path) -> Iterator[str]:
    """Serve the folder; yield its URL without a slash at the end."""
    with served(folder) as url:
        yield url.removesuffix("/")


@pytest.fixture(scope="module")
def site(folder: Path, origin: str) -> sites.Built:
    """Return the built site of 231 papers, in a subfolder of its host."""
    files = FILES | {"mkdocs.yml": f"{SETTINGS}site_url: {origin}/site/\n"}
    result = sites.build(sites.write(folder, files), "--strict")
    assert result.code == 0, result.output
    return result


@pytest.fixture(scope="module")
def address(site: sites.Built, origin: str) -> str:
    """Return the URL of the page of all papers."""
    return f"{origin}/{site.site.name}/papers/index.html"


def titles(page: Tab) -> list[str]:
    """Return the titles of the drawn rows."""
    texts = page.ask("[...document.querySelectorAll('.papernotes-papers .papernotes-title')].map(e => e.textContent)")
    return list(texts)


def test_rows_before_any_script(site: sites.Built) -> None:
    """Without a script, the page has the first rows and links to the others."""
    html = site.page("papers/index.html")
    assert html.count("<tr>") == 201
    assert 'href="years/2021.html"' in html


def test_text_filter(tab: Callable[..., Tab], address: str) -> None:
    """The text filter requires each word in title, authors, key, venue or arXiv id; accents and case do not count."""
    page = table(tab(), address)
    assert status(page) == "231 papers"
    for words, count in (
        ("DIFFUSION", 46), ("uberraschung", 46), ("second007", 1), ("key111", 1), ("2101.00042", 1), ("#rare", 23),
        ("diffusion 2021", 16), ("no such thing", 0), ('"quoted"', 1),
    ):  # fmt: skip
        enter(page, TEXT, words)
        assert status(page) == f"{count} of 231 papers", words
    page.click(".papernotes-reset")
    assert status(page) == "231 papers"
    assert page.complaints() == []


def test_filters_are_in_the_url(tab: Callable[..., Tab], address: str) -> None:
    """Filters and sort order are in the URL, which shows the same rows again."""
    page = table(tab(), address)
    for name, value in (("tag", "rare"), ("year", "2021"), ("note", "2025-05-02-first.md"), ("venue", "ICLR")):
        enter(page, f"select[aria-label='Filter by {name}']", value)
    enter(page, TEXT, "title")
    # the head is wider than its words
    page.click("th.papernotes-c-title")
    page.wait("location.search.includes('sort=title')")
    shown = titles(page)
    assert status(page) == f"{len(shown)} of 231 papers"
    assert shown == sorted(shown)
    assert len(shown) == 4
    other = table(tab(), page.ask("location.href"))
    assert titles(other) == shown
    assert other.ask("document.querySelector('select').selectedOptions[0].textContent") == "#rare"
    # `q` belongs to Material's search
    assert "q=" not in page.ask("location.search")


def test_any_column_sorts(tab: Callable[..., Tab], address: str) -> None:
    """A click on a head sorts, a second click reverses; `aria-sort` shows it, and empty cells stay at the end."""
    page = table(tab(), address)
    page.click("th.papernotes-c-title button")
    assert titles(page)[:2] == ['Bold & "quoted"', "Title 000 of attention"]
    page.click("th.papernotes-c-title button")
    assert titles(page)[0] == "Title 229 of kernels"
    assert page.ask("document.querySelector('th.papernotes-c-title').ariaSort") == "descending"
    page.click("th.papernotes-c-recent button")
    dates = "[...document.querySelectorAll('td.papernotes-c-recent')].map(e => e.textContent)"
    assert page.ask(dates)[0] == "2025-06-03"
    page.click("th.papernotes-c-recent button")
    assert page.ask(dates)[0] == "2025-05-02"
    assert page.ask("document.querySelectorAll('[aria-sort]').length") == 1


@pytest.mark.parametrize("width", [1280, pytest.param(390, marks=pytest.mark.full)])
def test_only_visible_rows_are_drawn(tab: Callable[..., Tab], address: str, width: int) -> None:
    """Few rows are drawn at a time; the others keep their height, and each row has its index."""
    page = table(tab(width), address)
    assert len(titles(page)) < 120
    assert page.ask("document.querySelector('.papernotes-papers').offsetHeight > 230 * 30")
    page.ask("document.querySelector('.md-footer').scrollIntoView()")
    page.wait("!!document.querySelector('tr[aria-rowindex=\"232\"]')")
    assert len(titles(page)) < 120
    assert page.ask("document.querySelector('.papernotes-papers').getAttribute('aria-rowcount')") == "232"


def test_details_of_a_row(tab: Callable[..., Tab], address: str) -> None:
    """A row opens to TL;DR, reference, links and BibTeX as text, with buttons to copy and save, and closes again."""
    page = table(tab(), f"{address}?text=quoted")
    page.click(".papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")
    words = page.ask("document.querySelector('.papernotes-inside').textContent")
    assert "TL;DR Two views of x²" in words
    assert page.ask("document.querySelectorAll('.papernotes-view img, .papernotes-view b').length") == 0
    assert page.ask("document.querySelector('.papernotes-inside .papernotes-links a').href").startswith("https://arxiv")
    saved = page.ask("[...document.querySelectorAll('.papernotes-inside .papernotes-cite a')].map(a => a.href)")
    assert [url.rpartition(".")[2] for url in saved] == ["bib", "ris"]
    for url in saved:
        assert page.ask(f"fetch({json.dumps(url)}).then(r => r.text())").startswith(("@", "TY  - "))
    page.allow_clipboard()
    for name, start in (("Reference", "Bold"), ("BibTeX", "@"), ("RIS", "TY  - ")):
        page.click(f".papernotes-inside [aria-label='Copy {name}']")
        page.wait(f"document.querySelector(\".papernotes-inside [aria-label='Copy {name}'] ~ [role=status]\")"
                  ".textContent === 'Copied'")  # fmt: skip
        copied = page.ask("navigator.clipboard.readText()")
        assert copied.startswith(start)
        assert "quoted" in copied
    assert page.ask("!!document.querySelector(\".papernotes-inside [aria-label='Download .txt, Reference']\")")
    page.click(".papernotes-open")
    assert not page.ask("!!document.querySelector('.papernotes-inside')")


def test_links_of_rows_work(tab: Callable[..., Tab], address: str) -> None:
    """Links to paper, venue and tag of a row lead to existing pages."""
    page = table(tab(), f"{address}?text=key010")
    urls = page.ask("[...document.querySelectorAll('.papernotes-papers td a')].map(a => a.href)")
    assert [url.partition("/site/")[2] for url in urls] == [
        "venues/iclr/2021.html", "papers/key010.html", "tags/rare/one.html",
    ]  # fmt: skip
    for url in urls:
        assert page.ask(f"fetch({json.dumps(url)}).then(r => r.status)") == 200


def test_export_of_a_selection(tab: Callable[..., Tab], address: str) -> None:
    """The selected papers, else the filtered ones, are copied and downloaded as one bibliography."""
    page = table(tab(), f"{address}?sort=title")
    page.allow_clipboard()
    assert page.ask("[...document.querySelectorAll('.papernotes-chosen button')].every(b => b.hidden)")
    for row in (2, 4):
        page.click(f"tr[aria-rowindex='{row + 1}'] input")
    assert status(page) == "231 papers, 2 selected"
    page.click(".papernotes-chosen button")
    page.wait("document.querySelector('.papernotes-status').textContent === 'Copied'")
    copied = page.ask("navigator.clipboard.readText()")
    assert [line for line in copied.split("\n") if line.startswith("@")] == [
        "@inproceedings{key000,", "@inproceedings{key002,",
    ]  # fmt: skip
    page.click(".papernotes-chosen button:nth-of-type(3)")
    enter(page, TEXT, "diffusion")
    with page.page.expect_download() as download:
        page.click(".papernotes-chosen button:nth-of-type(2)")
    assert download.value.suggested_filename == "papers.bib"
    assert download.value.path().read_text("utf-8").count("@inproceedings") == 46


def test_select_all(tab: Callable[..., Tab], address: str) -> None:
    """The checkbox in the head selects every matching row, drawn or not."""
    page = table(tab(), f"{address}?tag=plenty")
    page.click("th input")
    assert status(page).endswith("207 selected")
    page.click("td input")
    assert status(page).endswith("206 selected")
    assert page.ask("document.querySelector('th input').indeterminate")


# --- the selection on other pages -----------------------------------------------------------------

BASKET = "document.querySelector('.papernotes-basket')"
COUNT_SHOWN = f"{BASKET}?.querySelector('summary').textContent"


def select_two(page: Tab, address: str) -> None:
    """Select the first two papers by title: key000 and key001."""
    table(page, f"{address}?sort=title&text=key00")
    for row in (1, 2):
        page.click(f"tr[aria-rowindex='{row + 1}'] input")


def test_a_selection_survives_other_pages(tab: Callable[..., Tab], address: str) -> None:
    """The selection is there after opening a paper and going back, after a reload, and with another filter."""
    page = tab()
    select_two(page, address)
    page.click(".papernotes-papers .papernotes-title a")
    page.wait("document.querySelector('h1').textContent.startsWith('Title')")
    assert page.ask(COUNT_SHOWN) == "2 papers selected"
    page.ask("history.back()")
    page.wait("!!document.querySelector('.papernotes-papers')")
    assert status(page).endswith("2 selected")
    page.page.reload()
    page.wait("!!document.querySelector('.papernotes-papers')")
    assert page.ask("[...document.querySelectorAll('td input')].filter(b => b.checked).length") == 2
    enter(page, TEXT, "retrieval")
    assert status(page) == "46 of 231 papers, 2 selected"
    assert tab().page.context.storage_state()["origins"] == []


def test_the_selection_is_exported_from_a_note(tab: Callable[..., Tab], address: str) -> None:
    """On any page the selected papers are listed, copied, downloaded, removed one by one, and removed all."""
    page = tab()
    page.allow_clipboard()
    select_two(page, address)
    page.open(address.replace("papers/index", "2025-05-02-first"))
    page.click(".papernotes-basket summary")
    assert page.ask(f"[...{BASKET}.querySelectorAll('li a')].map(a => a.textContent)") == [
        "Title 000 of attention", "Title 001 of diffusion",
    ]  # fmt: skip
    for url in page.ask(f"[...{BASKET}.querySelectorAll('li a')].map(a => a.href)"):
        assert page.ask(f"fetch({json.dumps(url)}).then(r => r.status)") == 200
    page.click(".papernotes-basket p button")
    page.wait(f"{BASKET}.querySelector('[role=status]').textContent === 'Copied'")
    copied = page.ask("navigator.clipboard.readText()")
    assert [line for line in copied.split("\n") if line.startswith("@")] == [
        "@inproceedings{key000,", "@inproceedings{key001,",
    ]  # fmt: skip
    with page.page.expect_download() as download:
        page.click(".papernotes-basket p button:nth-of-type(2)")
    assert download.value.path().read_text("utf-8") == copied
    page.click(".papernotes-remove")
    assert page.ask(COUNT_SHOWN) == "1 paper selected"
    assert page.ask("document.activeElement.getAttribute('aria-label')") == "Remove Title 001 of diffusion"
    page.press("Escape")
    assert page.ask(f"{BASKET}.querySelector('details').open") is False
    page.click(".papernotes-basket summary")
    page.click(".papernotes-basket p button:nth-of-type(3)")
    assert page.ask(f"!{BASKET}")
    page.open(address)
    page.wait("!!document.querySelector('.papernotes-papers')")
    assert status(page) == "231 papers"
    assert page.complaints() == []


def test_no_basket_without_a_selection(tab: Callable[..., Tab], address: str) -> None:
    """A page shows nothing of the selection while it is empty, and the basket and the table stay equal."""
    page = table(tab(), address)
    assert page.ask(f"!{BASKET}")
    page.click("tr[aria-rowindex='2'] input")
    assert page.ask(COUNT_SHOWN) == "1 paper selected"
    page.click(".papernotes-basket summary")
    page.click(".papernotes-remove")
    assert page.ask(f"!{BASKET}")
    assert page.ask("[...document.querySelectorAll('td input')].some(b => b.checked)") is False


def test_the_basket_names_lost_papers(tab: Callable[..., Tab], address: str) -> None:
    """A selected paper that the site no longer has is left out of the export, which says so."""
    page = tab()
    page.allow_clipboard()
    select_two(page, address)
    stored = "(k => [k, sessionStorage.getItem(k).replace('key001', 'gone1')])(sessionStorage.key(0))"
    page.ask(f"sessionStorage.setItem(...{stored})")
    page.open(address.replace("papers/index", "2025-05-02-first"))
    page.click(".papernotes-basket summary")
    page.click(".papernotes-basket p button")
    message = f"{BASKET}.querySelector('[role=status]').textContent"
    page.wait(f"!!{message}")
    assert page.ask(message) == "Copied, without 1 that the site no longer has"
    # the table knows all papers
    page.open(address)
    page.wait("!!document.querySelector('.papernotes-papers')")
    assert status(page) == "231 papers, 1 selected"


# --- no match, and print --------------------------------------------------------------------------


def test_an_empty_result_offers_filters_to_remove(tab: Callable[..., Tab], address: str) -> None:
    """If no paper matches, each filter and word that can be removed is offered, with the number of papers."""
    page = table(tab(), f"{address}?tag=rare&year=2021&text=diffusion+author001")
    offers = "[...document.querySelectorAll('.papernotes-advice button')].map(b => b.textContent)"
    assert status(page) == "0 of 231 papers"
    assert page.ask("document.querySelector('.papernotes-papers').checkVisibility()") is False
    assert page.ask(offers) == ["Without “diffusion author001”: 8 papers", "Without #rare: 1 paper"]
    enter(page, TEXT, "author000 no")
    assert page.ask(offers) == ["Without “author000 no”: 8 papers"]
    enter(page, "select[aria-label='Filter by year']", "2020")
    assert page.ask(offers) == ["Without “author000 no”: 8 papers", "Without “no”: 1 paper"]
    page.click(".papernotes-advice button:nth-of-type(2)")
    assert status(page) == "1 of 231 papers"
    assert page.ask(offers) == []
    assert page.ask("document.querySelector('.papernotes-papers').checkVisibility()") is True
    enter(page, TEXT, "one two")
    enter(page, "select[aria-label='Filter by note']", "card.md")
    words = page.ask("document.querySelector('.papernotes-advice').textContent")
    assert words == "No paper matches, even with a filter less."


def test_print_shows_all_rows_without_controls(tab: Callable[..., Tab], address: str) -> None:
    """All rows of the filter are printed as a table, with the filter as text; afterwards few rows are drawn again."""
    page = table(tab(), f"{address}?tag=plenty")
    page.click("td input")
    page.page.emulate_media(media="print")
    page.ask("dispatchEvent(new Event('beforeprint'))")
    assert len(titles(page)) == 207
    shown = "[...document.querySelectorAll({})].filter(e => e.checkVisibility()).length"
    controls = ".papernotes-view :is(input, select, button:not(.papernotes-sort)), .papernotes-basket, .papernotes-open"
    assert page.ask(shown.format(json.dumps(controls))) == 0
    assert page.ask("getComputedStyle(document.querySelector('.papernotes-papers tbody tr')).display") == "table-row"
    assert (
        page.ask("document.querySelector('.papernotes-chosen').innerText") == "207 of 231 papers, 1 selected\n#plenty"
    )
    page.ask("dispatchEvent(new Event('afterprint'))")
    page.page.emulate_media(media="screen")
    page.wait("document.querySelectorAll('.papernotes-papers .papernotes-title').length < 120")


def test_a_folder_without_a_server(tab: Callable[..., Tab], site: sites.Built) -> None:
    """The table works in pages that are opened as files."""
    page = table(tab(), f"{(site.site / 'papers/index.html').as_uri()}?text=quoted")
    assert status(page) == "1 of 231 papers"
    page.click(".papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")
    enter(page, TEXT, "key00")
    page.wait("location.search === '?text=key00'")
    page.click("td input")
    page.open((site.site / "2025-05-02-first.html").as_uri())
    assert page.ask(COUNT_SHOWN) == "1 paper selected"
    page.click(".papernotes-basket summary")
    with page.page.expect_download() as download:
        page.click(".papernotes-basket p button:nth-of-type(2)")
    assert download.value.path().read_text("utf-8").startswith("@inproceedings{key00")
    assert page.complaints() == []


def test_instant_navigation(tab: Callable[..., Tab], address: str) -> None:
    """The table appears after instant navigation to its page, and again after going back."""
    page = tab()
    page.open(address.replace("papers/index.html", "index.html"))
    page.click("article a[href*=papers]")
    page.wait("!!document.querySelector('.papernotes-papers')")
    page.click(".papernotes-papers .papernotes-title a")
    page.wait("document.querySelector('h1').textContent.startsWith('Title')")
    page.ask("history.back()")
    page.wait("document.querySelectorAll('.papernotes-papers').length === 1")


def test_group_pages_link_to_the_filtered_table(tab: Callable[..., Tab], address: str) -> None:
    """The pages of tags, venues and years link to the table filtered by them."""
    for path, count in (("tags/rare/one", 23), ("venues/iclr/2021", 77), ("papers/years/2021", 78)):
        page = tab()
        page.open(address.replace("papers/index", path))
        page.wait("!document.querySelector('.papernotes-intable').hidden")
        page.click(".papernotes-intable a")
        page.wait("(document.querySelector('.papernotes-status')?.textContent ?? '').includes(' of ')")
        assert status(page) == f"{count} of 231 papers"


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.full)])
def test_table_fits_a_phone(tab: Callable[..., Tab], address: str, dark: bool) -> None:
    """On a phone, nothing scrolls sideways, and rows shown as cards have the role of rows."""
    page = table(tab(390, dark), f"{address}?text=diffusion")
    heads = page.ask("[...document.querySelectorAll('.papernotes-sort')].map(b => b.getBoundingClientRect().right)")
    assert len(heads) == 7, "one button per column"
    assert max(heads) <= 390
    page.click(".papernotes-open")
    page.wait("!!document.querySelector('.papernotes-inside pre')")
    assert page.ask("document.documentElement.scrollWidth") == 390
    assert page.ask("document.querySelector('.papernotes-papers').getAttribute('role')") == "table"
    assert page.ask(
        "[...document.querySelectorAll('.papernotes-papers tr')].every(r => r.getAttribute('role') === 'row')"
    )


def test_keys_reach_everything(tab: Callable[..., Tab], address: str) -> None:
    """The tab key reaches all filters and heads, and the checkbox, opener and links of each row."""
    page = table(tab(), f"{address}?text=key00")
    page.ask(f"document.querySelector({json.dumps(TEXT)}).focus()")
    seen = []
    for _ in range(24):
        page.press("Tab")
        seen.append(page.ask("document.activeElement.classList[0] + ' ' + document.activeElement.tagName"))
    assert sum(kind.endswith("SELECT") for kind in seen) == 4
    assert seen.count("papernotes-sort BUTTON") == 7
    assert "papernotes-open BUTTON" in seen


def test_an_outline_folds(tab: Callable[..., Tab], address: str) -> None:
    """A small outline is unfolded; each branch and the whole outline can be folded, with `aria-expanded`."""
    page = tab()
    page.open(address.replace("papers/index", "tags/index"))
    page.wait("!!document.querySelector('.papernotes-branch')")
    shown = "document.querySelector('.papernotes-branch > .papernotes-open').getAttribute('aria-expanded')"
    below = "document.querySelector('.papernotes-branch ul').checkVisibility({contentVisibilityAuto: true})"
    assert page.ask(shown) == "true"
    page.click(".papernotes-branch > .papernotes-open")
    assert page.ask(shown) == "false"
    assert page.ask("document.querySelector('.papernotes-branch ul').getAttribute('hidden')") == "until-found"
    page.click(".papernotes-branch > .papernotes-open")
    page.click(".papernotes-outline button")
    assert page.ask(shown) == "false"
    page.click(".papernotes-outline button")
    assert page.ask(below) is True
