"""The card beside a mention: what it says, when it is there, and what it must not get in the way of."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.exports import card_text
from papernotes_plugin.pipeline.hover_card_data import MAX_LETTERS, Cards
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Paper, Source, Venue
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served

BIBLIOGRAPHY = """@inproceedings{vaswani2017attention,
  title = {Attention Is All You Need},
  author = {Vaswani, Ashish and Shazeer, Noam and Parmar, Niki},
  booktitle = {Advances in Neural Information Processing Systems 30},
  year = {2017},
  eprint = {1706.03762}
}
"""
NOTE = (
    "# Reading\n\n- Transformer [vaswani2017attention](https://arxiv.org/abs/1706.03762) is all attention\n\n"
    "As [@vaswani2017attention] say; [my words](other.md) on it, [[vaswani2017attention|its page]].\n\n"
    "### [Denoising Diffusion Probabilistic Models](https://arxiv.org/abs/2006.11239)\n\n"
    "**TL;DR:** Undo the noise <b>step</b> by step.\n\n" + "A line below.\n\n" * 60
)
FILES = {
    "docs/index.md": "# Start\n\n[Reading](reading.md)\n",
    "docs/reading.md": NOTE,
    "docs/other.md": "# Other\n\nNothing.\n",
    "bib/papers.bib": BIBLIOGRAPHY,
}
CONFIG = sites.PLAIN.replace("[search]", "[search, papernotes]")


def paper(**facts: Any) -> Paper:
    """A paper of which this is known."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "A Title", **facts})


# --- what it says ---------------------------------------------------------------------------------


def test_a_card_is_short() -> None:
    """The first of many authors; a TL;DR cut between two words; the abstract where there is none."""
    many = tuple(f"A. Name{i}" for i in range(9))
    found = card_text.hover_card(paper(authors=many, venue=Venue("ICLR", 2025), track="Oral", tldr="word " * 100))
    assert found[1] == "A. Name0, A. Name1, A. Name2, A. Name3, A. Name4, A. Name5 and 3 more"
    assert found[2] == "ICLR 2025 · Oral"
    assert found[3].endswith("word …")
    assert len(found[3]) < 330
    assert card_text.hover_card(paper(abstract="We *show* $x^2$."))[3] == "We show x²."


@given(st.text(), st.lists(st.text(), max_size=3))
def test_the_data_of_a_note_ends_nowhere_too_early(words: str, authors: list[str]) -> None:
    """Whatever a paper says, the element holds JSON and no other element."""
    found = card_text.hover_card(paper(title=words, authors=tuple(authors), tldr=words))
    library = pipeline.build([Source("n.md", b"- [A Title of Words](https://arxiv.org/abs/2401.00001)")]).library
    (slug,) = library.by_slug
    made = Cards(library, Config(), pipeline.build([Source("n.md", NOTE.encode())]).outputs)
    made._generated = {f"papers/{slug}.md", f"papers/{slug}.bib"}
    made._cards[slug] = found
    block = made.block("n.md", "../papers/", "/")
    inner = re.fullmatch(r'<template class="papernotes-cards">([^<>&]*)</template>', block)
    assert inner
    assert json.loads(inner[1])["papers"] == {slug: list(found)}


def test_a_note_of_many_papers_stays_light() -> None:
    """Beyond a size its cards have no TL;DR; what a note does not mention is not in it."""
    numbers = range(400)
    note = "\n".join(f"- [Paper {i} about Words](https://arxiv.org/abs/2401.{i:05}), read" for i in numbers)
    bib = "".join(
        f"@misc{{k{i}, title={{Paper {i} about Words}}, eprint={{2401.{i:05}}}, abstract={{{'So. ' * 99}}}}}\n"
        for i in numbers
    )
    sources = [Source("n.md", note.encode()), Source("m.md", b"Words.")]
    site = pipeline.build(sources, bibliography=[Source("b.bib", bib.encode())])
    made = Cards(site.library, site.config, site.outputs)
    assert MAX_LETTERS < len(made.block("n.md", "papers/", "/")) < 1.7 * MAX_LETTERS
    assert made.block("m.md", "papers/", "/") == ""
    assert Cards(site.library, Config(cards=False), site.outputs).block("n.md", "papers/", "/") == ""


# --- in the browser -------------------------------------------------------------------------------


def _site(folder: Path, *features: str, more: str = "") -> Callable[[str], sites.Built]:
    def build(address: str) -> sites.Built:
        theme = f"  font: false\n  features: [{', '.join(features)}]\n"
        config = f"{CONFIG.replace('  font: false' + chr(10), theme)}site_url: {address}\n{more}"
        built = sites.build(sites.write(folder, {"mkdocs.yml": config, **FILES}), "--strict")
        assert built.code == 0, built.output
        return built

    return build


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a site with instant navigation and Material's tooltips is served."""
    folder = tmp_path_factory.mktemp("cards")
    with served(folder / "site") as url:
        _site(folder, "navigation.instant", "content.tooltips")(url)
        yield url


_OPEN = "!!document.querySelector('.papernotes-card:popover-open')"
_SIGN = "li > a.papernotes-sign"


@pytest.mark.browser
def test_a_card_opens_below_its_line(tab: Callable[..., Tab], address: str) -> None:
    """On hover, with the names and the words; it is over no part of the line, moves nothing, and goes again."""
    for width in (1280, 390):
        page = tab(width)
        page.open(f"{address}reading/")
        heights = page.ask("[document.body.scrollHeight, document.querySelector('li').offsetHeight]")
        page.page.hover(_SIGN)
        page.wait(_OPEN)
        words = page.ask("document.querySelector('.papernotes-card').innerText.split('\\n')")
        assert words[:3] == [
            "Attention Is All You Need", "Ashish Vaswani, Noam Shazeer, Niki Parmar", "NeurIPS 2017",
        ]  # fmt: skip
        assert page.ask("[document.body.scrollHeight, document.querySelector('li').offsetHeight]") == heights
        line = page.ask(f"document.querySelector('{_SIGN}').getBoundingClientRect().bottom")
        box = page.ask(
            "(r => [r.top, r.left, r.right])(document.querySelector('.papernotes-card').getBoundingClientRect())"
        )
        assert box[0] >= line
        assert box[1] >= 0
        assert box[2] <= width
        # Material's own tooltip would say it again
        assert page.ask(
            "[...document.querySelectorAll('.md-tooltip2')].every(t => getComputedStyle(t).display === 'none')"
        )
        assert not page.ask(f"document.querySelector('{_SIGN}').hasAttribute('title')")
        page.page.mouse.move(width - 5, 890)
        page.wait(f"!{_OPEN}")
        page.wait(f"document.querySelector('{_SIGN}').title.startsWith('Attention')")
        assert page.complaints() == []


@pytest.mark.browser
def test_a_pointer_reaches_the_card(tab: Callable[..., Tab], address: str) -> None:
    """It stays while the pointer is in it, and its entry can be copied and is the one to download."""
    page = tab()
    page.allow_clipboard()
    page.open(f"{address}reading/")
    page.page.hover(_SIGN)
    page.wait(_OPEN)
    page.page.hover(".papernotes-card .papernotes-copy")
    time.sleep(0.5)
    assert page.ask(_OPEN)
    page.click(".papernotes-card .papernotes-copy")
    page.wait("document.querySelector('.papernotes-card [role=status]').textContent === 'Copied'")
    copied = page.ask("navigator.clipboard.readText()")
    assert copied.startswith("@inproceedings{vaswani2017attention,")
    link = page.ask("document.querySelector('.papernotes-card .papernotes-cite a').href")
    assert page.ask(f"fetch('{link}').then(r => r.text())") == copied


@pytest.mark.browser
def test_the_keyboard_opens_and_closes_it(tab: Callable[..., Tab], address: str) -> None:
    """Focus opens it and describes the link, Tab leads into it, Escape closes it and goes back to the link."""
    page = tab()
    page.open(f"{address}reading/")
    page.ask(f"document.querySelector('{_SIGN}').previousElementSibling.focus()")
    page.press("Tab")
    page.wait(f"{_OPEN} && document.activeElement.matches('{_SIGN}')")
    time.sleep(0.3)
    assert page.ask("document.activeElement.getAttribute('aria-describedby')") == "papernotes-card"
    assert page.ask("document.activeElement.ariaLabel") == "Paper page: Attention Is All You Need"
    page.press("Tab")
    assert page.ask("document.activeElement.matches('.papernotes-card-title')")
    page.press("Escape")
    assert not page.ask(_OPEN)
    assert page.ask(f"document.activeElement.matches('{_SIGN}')")
    page.press("Tab")
    page.wait("document.activeElement.hash === '#ref-vaswani2017attention'")
    assert page.ask("document.querySelectorAll('.papernotes-card').length") == 1


@pytest.mark.browser
def test_citations_and_wikilinks_have_it(tab: Callable[..., Tab], address: str) -> None:
    """Every way to a paper from the text; no other link, and none of the list of references, which says it all."""
    page = tab()
    page.open(f"{address}reading/")
    carded = page.ask("[...document.querySelectorAll('a.papernotes-carded')].map(a => a.textContent)")
    assert carded == ["", "Vaswani et al., 2017", "its page", ""]
    page.page.hover("a[href$='#ref-vaswani2017attention']")
    page.wait(_OPEN)
    page.click(".papernotes-card-title")
    page.wait("location.pathname === '/papers/vaswani2017attention/'")
    page.wait("document.querySelector('h1').textContent.startsWith('Attention')")
    assert not page.ask(_OPEN)


@pytest.mark.browser
def test_a_finger_sees_the_card_first(tab: Callable[..., Tab], address: str) -> None:
    """The first touch of a sign opens its card, the second goes on; a touch elsewhere closes it."""
    page = tab(390, has_touch=True)
    page.open(f"{address}reading/")
    page.page.tap(_SIGN)
    page.wait(_OPEN)
    assert page.ask("location.pathname") == "/reading/"
    page.page.tap("h1")
    page.wait(f"!{_OPEN}")
    page.page.tap(_SIGN)
    page.wait(_OPEN)
    page.page.tap(_SIGN)
    page.wait("location.pathname === '/papers/vaswani2017attention/'")


@pytest.mark.browser
def test_pages_put_in_place_have_it(tab: Callable[..., Tab], address: str) -> None:
    """Under instant navigation, once."""
    page = tab()
    page.open(address)
    page.ask("window.stayed = true")
    page.click("article a[href$='reading/']")
    page.wait(f"!!document.querySelector('{_SIGN}.papernotes-carded')")
    assert page.ask("window.stayed") is True
    page.page.hover(_SIGN)
    page.wait(_OPEN)
    assert page.ask("document.querySelectorAll('.papernotes-card').length") == 1


@pytest.mark.browser
def test_previews_of_the_theme_come_first(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """Where Material shows previews, ours stays away; the sign keeps a name."""
    with served(tmp_path / "site") as url:
        _site(tmp_path, "navigation.instant", "navigation.instant.preview")(url)
        page = tab()
        page.open(f"{url}reading/")
        page.page.hover(_SIGN)
        page.wait("document.querySelector('.md-tooltip2')?.innerText.includes('Attention Is All You Need')")
        assert not page.ask(_OPEN)
        assert page.ask(f"document.querySelector('{_SIGN}').ariaLabel") == "Paper page: Attention Is All You Need"


@pytest.mark.browser
def test_without_an_address_the_theme_has_no_previews(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """They are asked for, but Material finds the pages of no site without `site_url`: the card is there."""
    with served(tmp_path / "site") as url:
        _site(tmp_path, "navigation.instant", "navigation.instant.preview")("")
        page = tab()
        page.open(f"{url}reading/")
        page.wait(f"!!document.querySelector('{_SIGN}.papernotes-carded')")
        page.page.hover(_SIGN)
        page.wait(_OPEN)


@pytest.mark.browser
def test_from_the_disk_and_in_another_theme(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """`file://` without directory addresses, the theme of MkDocs: the same card, without a button that cannot work."""
    config = "site_name: Notes\ntheme: mkdocs\nplugins: [papernotes]\nuse_directory_urls: false\n"
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **FILES}), "--strict")
    assert built.code == 0, built.output
    page = tab()
    page.open((built.site / "reading.html").as_uri())
    page.page.hover(_SIGN)
    page.wait(_OPEN)
    title = page.ask("document.querySelector('.papernotes-card-title').href")
    assert title == (built.site / "papers" / "vaswani2017attention.html").as_uri()
    assert page.ask("document.querySelector('.papernotes-card .papernotes-cite a').href").endswith(
        "papers/vaswani2017attention.bib"
    )
    assert page.ask("document.querySelector('.papernotes-card .papernotes-copy')") is None


def test_without_a_script_there_is_a_title(tmp_path: Path) -> None:
    """The words of the sign are in its `title`; nothing of the data is text of the page, nor found by a search."""
    built = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **FILES}), "--strict")
    assert built.code == 0, built.output
    page = built.page("reading/index.html")
    sign = re.search(r'<a [^>]*class="papernotes-sign"[^>]*>', page)
    assert sign
    assert 'title="Attention Is All You Need (Vaswani et al., NeurIPS 2017)"' in sign[0]
    assert page.count("papernotes-cards") == 1
    assert "Noam Shazeer" in page
    found = json.loads(built.page("search/search_index.json"))["docs"]
    assert [e["location"] for e in found if "Noam Shazeer" in e["text"]] == ["papers/vaswani2017attention/"]
