"""What a reader sees and does, in Debian's Chromium."""

from __future__ import annotations

import functools
import http.server
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

from tests import sites
from tests.chromium import Tab, chromium

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
    + "\n\n".join(f"Paragraph {i} of something else." for i in range(40))
    + "\n\n## Again\n\nThe encoder of [@vaswani2017attention] has six layers.\n\n$$\\frac{QK^\\top}{\\sqrt{d_k}} = "
    + " + ".join(f"x_{{{i}}}" for i in range(80))
    + f"$$\n\n| paper | where |\n|---|---|\n| [A paper with a long address]({LONG}) | <{LONG}> |\n"
)
CARDS = """# Cards

### [A Simple Framework for Mu$^2$ Learning at 9.33\\%](https://arxiv.org/abs/9902.05709)

**TL;DR:** Two views of one picture.
**Conference:** ICML 2020
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
LOCK = "arxiv:1706.03762 vaswani2017attention\narxiv:2006.11239 ho2020denoising was ddpm\n"
PAPER = "papers/vaswani2017attention/"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served."""
    folder = tmp_path_factory.mktemp("site")
    handler = functools.partial(_Quiet, directory=str(folder / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        url = f"http://127.0.0.1:{server.server_port}/"
        # Instant navigation works only where the site knows its own address
        files = {"mkdocs.yml": f"{SETTINGS}site_url: {url}\n", "docs/index.md": READING, "docs/cards.md": CARDS}
        files["docs/list.md"] = "# List\n\nAll of them.\n\n<!-- papernotes:papers -->\n"
        files |= {"bib/papers.bib": BIBLIOGRAPHY, "bib/keys.txt": LOCK}
        built = sites.build(sites.write(folder, files), "--strict")
        assert built.code == 0, built.output
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield url
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Tab]]:
    """Opens a tab; arguments: width, dark."""
    program = shutil.which("chromium")
    assert program
    with chromium(program, tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def test_a_mention_leads_to_its_paper_and_back(tab: Callable[..., Tab], address: str) -> None:
    """The sign can be seen, has a name, leads to the paper's page; from there a link lands on the mention."""
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
        page.open(link)
        page.wait("scrollY > 0 || document.querySelector(':target').getBoundingClientRect().top < innerHeight")
        assert page.ask(
            "(r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector(':target').getBoundingClientRect())"
        )


def test_titles_read_right(tab: Callable[..., Tab], address: str) -> None:
    """LaTeX in a title is text in the title bar and in the heading, and math in the note."""
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


def test_bibtex_copies(tab: Callable[..., Tab], address: str) -> None:
    """One button copies the entry that is shown; one link downloads it."""
    page = tab()
    page.open(address + PAPER)
    page.allow_clipboard(address.rstrip("/"))
    page.click(".papernotes-copy")
    page.wait("document.querySelector('.papernotes-cite [role=status]').textContent === 'Copied'")
    copied = page.ask("navigator.clipboard.readText()")
    assert copied.startswith("@inproceedings{vaswani2017attention,")
    assert (
        page.ask("document.querySelector('.papernotes-cite').parentElement.parentElement.innerText").find("Łukasz") > 0
    )
    link = page.ask("document.querySelector('.papernotes-cite a').href")
    assert page.ask(f"fetch('{link}').then(r => r.text())").strip() == copied.strip()


def test_the_table_sorts(tab: Callable[..., Tab], address: str) -> None:
    """In a table that a note asks for a click on a head sorts, another one turns it round; the head says so."""
    page = tab()
    page.open(f"{address}list/")
    column = page.ask("[...document.querySelectorAll('th')].findIndex(th => th.textContent.startsWith('Title')) + 1")
    titles = f"[...document.querySelectorAll('tbody td:nth-child({column})')].map(td => td.textContent.trim())"
    start = page.ask(titles)
    assert len(start) == 4
    ordered = sorted(start, key=str.casefold)
    assert start != ordered
    for order, said in ((ordered, "ascending"), (ordered[::-1], "descending")):
        page.click(f"th:nth-child({column}) button")
        assert page.ask(titles) == order
        assert page.ask(f"document.querySelector('th:nth-child({column})').getAttribute('aria-sort')") == said


def test_instant_navigation(tab: Callable[..., Tab], address: str) -> None:
    """A page that is put in place without loading has its button and its sorting, too, once."""
    page = tab()
    page.open(address)
    page.ask("window.stayed = true")
    page.click(".papernotes-sign")
    page.wait(f"location.pathname === '/{PAPER}' && document.querySelectorAll('.papernotes-copy').length === 1")
    assert page.ask("window.stayed") is True


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (1280, True), (390, False), (390, True)])
def test_every_kind_of_page_fits(tab: Callable[..., Tab], address: str, width: int, dark: bool) -> None:
    """No page scrolls sideways, complains or asks for anything from elsewhere; in the dark the text is light."""
    page = tab(width, dark)
    for path in ("", "cards/", "list/", PAPER, "papers/", "tags/", "topics/", "venues/", "tags/basics/attention/"):
        page.open(address + path)
        assert page.ask("document.documentElement.scrollWidth") <= width, path
        page.wait(f"document.body.dataset.mdColorScheme === '{'slate' if dark else 'default'}'")
        page.wait(
            f"getComputedStyle(document.querySelector('h1 ~ p')).color.match(/\\d+/)[0] {'>' if dark else '<'} 127"
        )
    assert page.complaints() == []
    assert [url for url in page.requests() if not url.startswith((address, "data:"))] == []


def test_a_page_that_was_renamed_leads_on(tab: Callable[..., Tab], address: str) -> None:
    """A link from outside to the page of a former key, or to a place in it, arrives at the page of the paper."""
    page = tab()
    page.call("Page.navigate", url=f"{address}papers/ddpm/#__comments")
    for _ in range(100):
        # a page that is just going on cannot be asked
        with suppress(RuntimeError):
            if page.ask("location.pathname === '/papers/ho2020denoising/' && document.readyState === 'complete'"):
                break
        time.sleep(0.05)
    assert page.ask("location.hash") == "#__comments"
    page.wait("document.querySelector('h1').textContent.startsWith('Denoising')")
