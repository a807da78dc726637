"""Generated pages and notes work in the browser (Chromium)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served

pytestmark = pytest.mark.browser

LONG = "https://openreview.net/forum?id=" + "SI2hI0frk6" * 12
SETTINGS = """site_name: Notes
theme:
  name: material
  font: false
  features: [navigation.instant]
  palette:
    - media: '(prefers-color-scheme: light)'
      scheme: default
    - media: '(prefers-color-scheme: dark)'
      scheme: slate
plugins: [search, papernotes]
"""
READING = (
    "---\ntags: [sequence-models]\n---\n# Reading\n\nWhat I read about *sequences*, in the order of reading.\n\n"
    "- Transformer [vaswani2017attention](https://arxiv.org/abs/1706.03762) is all attention #basics/attention\n"
    "- Diffusion [ho2020denoising](https://arxiv.org/abs/2006.11239) takes steps, $p_\\theta(x_{t-1} | x_t)$\n\n"
    "- Many hands [@kim2024long]\n\n"
    + "\n\n".join(f"Paragraph {i} of something else." for i in range(40))
    + "\n\n## Again\n\nThe encoder of [@vaswani2017attention] has six layers.\n\n$$\\frac{QK^\\top}{\\sqrt{d_k}} = "
    + " + ".join(f"x_{{{i}}}" for i in range(80))
    + f"$$\n\n| paper | where |\n|---|---|\n| [A paper with a long address]({LONG}) | <{LONG}> |\n"
)
CARDS = """# Cards

### [A Simple Framework for Mu$^2$ Learning at 9.33\\%](https://arxiv.org/abs/9902.05709)

**TL;DR:** Two views of one picture.
**Conference:** ICML 2020

### [A Place with a Long Name](https://arxiv.org/abs/0901.00001)

**Authors:** Ana Pérez
**Journal:** Anales de la Reunión de la Asociación de Economía Política y Social
"""
BIBLIOGRAPHY = """@inproceedings{vaswani2017attention,
  title = {Attention Is All You Need},
  author = {Vaswani, Ashish and Shazeer, Noam and Parmar, Niki and Kaiser, {\\L}ukasz and Polosukhin, Illia},
  booktitle = {Advances in Neural Information Processing Systems 30},
  year = {2017},
  eprint = {1706.03762}
}
@inproceedings{ho2020denoising,
  title = {Denoising Diffusion Probabilistic Models},
  author = {Ho, Jonathan and Jain, Ajay and Abbeel, Pieter},
  booktitle = {Advances in Neural Information Processing Systems 33},
  year = {2020},
  eprint = {2006.11239}
}
"""
AUTHORS = " and ".join(
    f"Author, {name}"
    for name in ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve")
)
BIBLIOGRAPHY += f"""@article{{kim2024long,
  title = {{A Paper by Many}},
  author = {{{AUTHORS}}},
  journal = {{Nature}},
  year = {{2024}},
  abstract = {{{"What was done, and why it took so many. " * 30}}}
}}
"""
LOCK = "arxiv:1706.03762 vaswani2017attention\narxiv:2006.11239 ho2020denoising was ddpm\n"
PAPERS = "papers/"
PAPER = f"{PAPERS}vaswani2017attention/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the built site."""
    return tmp_path_factory.mktemp("site") / "site"


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """Build and serve the site; yield its URL."""
    folder = site.parent
    with served(site) as url:
        # instant navigation requires a `site_url`
        files = {"mkdocs.yml": f"{SETTINGS}site_url: {url}\n", "docs/index.md": READING, "docs/cards.md": CARDS}
        files["docs/list.md"] = "# List\n\nAll of them.\n\n<!-- papernotes:papers -->\n"
        files |= {"bib/papers.bib": BIBLIOGRAPHY, "bib/keys.txt": LOCK}
        result = sites.build(sites.write(folder, files), "--strict")
        assert result.code == 0, result.output
        yield url


def test_links_between_mention_and_paper(tab: Callable[..., Tab], address: str) -> None:
    """The link after a mention is visible and named; it opens the paper's page, which links back to the mention."""
    page = tab()
    page.open(address)
    box = page.ask("(r => [r.width, r.height])(document.querySelector('.papernotes-sign').getBoundingClientRect())")
    assert box[0] > 8
    assert box[1] > 8
    assert page.ask(
        "document.querySelector('.papernotes-sign').ariaLabel || document.querySelector('.papernotes-sign').title"
    )
    page.click(".papernotes-sign")
    page.wait("document.querySelector('h1').textContent.startsWith('Attention Is All You Need')")
    assert page.ask("location.pathname") == f"/{PAPER}"
    back = page.ask("[...document.querySelectorAll('article a')].map(a => a.href).filter(h => h.includes('#pn-'))")
    assert len(back) == 2
    for link in back:
        # in a new tab: instant navigation would lose the target
        other = tab()
        other.open(link)
        other.wait(
            "(r => r?.top >= 0 && r.bottom <= innerHeight)(document.querySelector(':target')?.getBoundingClientRect())"
        )


def test_latex_in_titles(tab: Callable[..., Tab], address: str) -> None:
    """LaTeX in a title is plain text in the window title and the heading, and a formula in the note."""
    page = tab()
    page.open(f"{address}cards/")
    assert page.ask("document.querySelector('h3 math msup mn').textContent") == "2"
    page.click("h3 .papernotes-sign")
    page.wait("!!document.querySelector('.papernotes-cite')")
    assert page.ask("document.title") == "A Simple Framework for Mu² Learning at 9.33% - Notes"
    assert (
        page.ask("document.querySelector('h1').firstChild.textContent")
        == "A Simple Framework for Mu² Learning at 9.33%"
    )


def test_copy_buttons(tab: Callable[..., Tab], address: str) -> None:
    """Buttons copy reference, BibTeX and RIS as shown; the linked files have the same content."""
    page = tab()
    page.open(address + PAPER)
    page.allow_clipboard()
    rows = page.ask("[...document.querySelectorAll('.papernotes-cite')].map(r => r.firstChild.textContent.trim())")
    assert rows == ["Reference", "BibTeX", "RIS"]
    for name, start in (
        ("Reference", "Vaswani, A., "),
        ("BibTeX", "@inproceedings{vaswani2017"),
        ("RIS", "TY  - CONF"),
    ):
        button = f"button[aria-label='Copy {name}']"
        words = f'document.querySelector("{button}").parentElement.firstChild'
        place = f"(r => {{ r.selectNode({words}); return r.getBoundingClientRect().left; }})(document.createRange())"
        before = page.ask(place)
        page.click(button)
        page.wait(f"[...document.querySelectorAll('.papernotes-cite')].some(r => r.innerText.includes('{name}')"
                  " && r.querySelector('[role=status]').textContent === 'Copied')")  # fmt: skip
        assert page.ask(place) == before, "the message moves the name of the format"
        copied = page.ask("navigator.clipboard.readText()")
        assert copied.startswith(start)
        assert "Łukasz" in copied or name != "RIS"
        if name != "Reference":
            link = page.ask(f"document.querySelector(\"button[aria-label='Copy {name}'] + a\").href")
            assert page.ask(f"fetch('{link}').then(r => r.text())").strip() == copied.strip()
    assert page.ask("document.querySelectorAll('.papernotes-cite a[download]').length") == 2
    assert page.complaints() == []


def test_copy_without_clipboard(tab: Callable[..., Tab], site: Path, address: str) -> None:
    """A page opened as a file has the buttons too; without a clipboard API the text is selected and copied."""
    assert address
    page = tab()
    page.open((site / PAPER / "index.html").as_uri())
    page.wait("document.querySelectorAll('.papernotes-copy').length === 4")
    page.ask("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.ask("document.addEventListener('copy', () => { window.held = getSelection().toString(); })")
    page.click("button[aria-label='Copy RIS']")
    page.wait("window.held !== undefined")
    assert page.ask("window.held").startswith("TY  - CONF")
    assert page.ask("document.querySelector('.papernotes-fold').open") is True


@pytest.mark.parametrize("script", [True, False])
def test_folds_open_by_keyboard(tab: Callable[..., Tab], address: str, script: bool) -> None:
    """Folded text opens by keyboard, with and without scripts."""
    page = tab(java_script_enabled=script)
    page.open(f"{address}papers/kim2024long/")
    for fold in ("details.papernotes-authors", "details.abstract", "details.papernotes-fold"):
        page.ask(f"document.querySelector('{fold} > summary').focus()")
        assert page.ask(f"document.querySelector('{fold}').open") is False
        page.press("Enter")
        page.wait(f"document.querySelector('{fold}').open")
    assert "Twelve Author" in page.ask("document.querySelector('details.papernotes-authors').innerText")


def test_ego_graph_links(tab: Callable[..., Tab], address: str) -> None:
    """A link in the ego graph opens the note by instant navigation."""
    page = tab()
    page.open(address + PAPER)
    page.wait_for_instant_navigation()
    page.ask("window.stayed = true")
    assert page.ask("[...document.querySelectorAll('.papernotes-picture a')].map(a => a.textContent)")[0] == "Reading"
    page.click(".papernotes-picture a")
    page.wait("document.querySelector('h1').textContent.startsWith('Reading')")
    assert page.ask("window.stayed") is True
    assert page.complaints() == []


def test_a_paper_prints_on_one_sheet(tab: Callable[..., Tab], address: str) -> None:
    """The printed page has facts, notes and references unfolded, without buttons, on one sheet."""
    page = tab()
    page.open(f"{address}papers/kim2024long/")
    page.page.emulate_media(media="print")
    seen = "(s => !!document.querySelector(s).getClientRects().length)"
    for selector in (
        ".papernotes-copy",
        ".papernotes-cite a",
        ".papernotes-picture",
        ".papernotes-bar",
        ".md-header",
    ):
        assert page.ask(f"{seen}('{selector}')") is False, selector
    # without the count, the last of the first eight names would run into the ninth
    assert page.ask(f"{seen}('.papernotes-more')") is True
    assert page.ask("document.querySelector('details.abstract p:last-child').getBoundingClientRect().height") > 20
    sheets = page.page.pdf(format="A4")
    assert sheets.count(b"/Type /Page\n") + sheets.count(b"/Type /Page ") == 1


def test_the_table_sorts(tab: Callable[..., Tab], address: str) -> None:
    """In a table of a note, a click on a head sorts and a second one reverses; `aria-sort` shows it."""
    page = tab()
    page.open(f"{address}list/")
    column = page.ask("[...document.querySelectorAll('th')].findIndex(th => th.textContent.startsWith('Title')) + 1")
    titles = f"[...document.querySelectorAll('tbody td:nth-child({column})')].map(td => td.textContent.trim())"
    start = page.ask(titles)
    assert len(start) == 6
    ordered = sorted(start, key=str.casefold)
    assert start != ordered
    for order, direction in ((ordered, "ascending"), (ordered[::-1], "descending")):
        page.click(f"th:nth-child({column})")
        assert page.ask(titles) == order
        assert page.ask(f"document.querySelector('th:nth-child({column})').getAttribute('aria-sort')") == direction


def test_instant_navigation(tab: Callable[..., Tab], address: str) -> None:
    """After instant navigation, a page has its buttons once."""
    page = tab()
    page.open(address)
    page.wait_for_instant_navigation()
    page.ask("window.stayed = true")
    page.click(".papernotes-sign")
    page.wait(f"location.pathname === '/{PAPER}' && document.querySelectorAll('.papernotes-copy').length === 4")
    assert page.ask("window.stayed") is True


@pytest.mark.parametrize(
    ("width", "dark"),
    [
        (390, True),
        *(pytest.param(*case, marks=pytest.mark.full) for case in ((1280, False), (1280, True), (390, False))),
    ],
)
def test_every_kind_of_page_fits(tab: Callable[..., Tab], address: str, width: int, dark: bool) -> None:
    """No page scrolls sideways, logs an error or loads from other hosts; text is light in dark mode."""
    page = tab(width, dark)
    for path in (
        "",
        "cards/",
        "list/",
        PAPER,
        f"{PAPERS}perez2009place/",
        PAPERS,
        "tags/",
        "topics/",
        "venues/",
        "tags/basics/attention/",
    ):
        page.open(address + path)
        assert page.ask("document.documentElement.scrollWidth") <= width, path
        page.wait(f"document.body.dataset.mdColorScheme === '{'slate' if dark else 'default'}'")
        page.wait(
            f"getComputedStyle(document.querySelector('h1 ~ p')).color.match(/\\d+/)[0] {'>' if dark else '<'} 127"
        )
    assert page.complaints() == []
    assert [url for url in page.requests() if not url.startswith((address, "data:"))] == []


def test_former_page_of_a_paper_redirects(tab: Callable[..., Tab], address: str) -> None:
    """The page of a former key redirects to the page of the paper, with the fragment."""
    page = tab()
    page.page.goto(f"{address}papers/ddpm/#__comments", wait_until="commit")
    page.wait("location.pathname === '/papers/ho2020denoising/' && document.readyState === 'complete'")
    assert page.ask("location.hash") == "#__comments"
    page.wait("document.querySelector('h1').textContent.startsWith('Denoising')")
