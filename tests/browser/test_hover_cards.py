"""Hover cards show a paper next to its link, by pointer, keyboard and touch."""

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
    """Return a paper with given facts."""
    return Paper(**{"citekey": "k", "slug": "k", "title": "A Title", **facts})


# --- content ---------------------------------------------------------------------------------------


def test_card_text_is_short() -> None:
    """A card has the first authors and a TL;DR cut between words, or else the abstract."""
    many = tuple(f"A. Name{i}" for i in range(9))
    lines = card_text.hover_card(paper(authors=many, venue=Venue("ICLR", 2025), track="Oral", tldr="word " * 100))
    assert lines[1] == "A. Name0, A. Name1, A. Name2, A. Name3, A. Name4, A. Name5 and 3 more"
    assert lines[2] == "ICLR 2025 · Oral"
    assert lines[3].endswith("word …")
    assert len(lines[3]) < 330
    assert card_text.hover_card(paper(abstract="We *show* $x^2$."))[3] == "We show x²."


@given(st.text(), st.lists(st.text(), max_size=3))
def test_card_data_are_escaped(words: str, authors: list[str]) -> None:
    """The element with the data of hostile papers holds JSON and no other element."""
    lines = card_text.hover_card(paper(title=words, authors=tuple(authors), tldr=words))
    library = pipeline.build([Source("n.md", b"- [A Title of Words](https://arxiv.org/abs/2401.00001)")]).library
    (slug,) = library.by_slug
    cards = Cards(library, Config(), pipeline.build([Source("n.md", NOTE.encode())]).output_paths)
    cards._generated = {f"papers/{slug}.md", f"papers/{slug}.bib"}
    cards._cards[slug] = lines
    block = cards.block("n.md", "../papers/", "/")
    inner = re.fullmatch(r'<template class="papernotes-cards">([^<>&]*)</template>', block)
    assert inner
    assert json.loads(inner[1])["papers"] == {slug: list(lines)}


def test_card_data_of_many_papers_are_small() -> None:
    """Beyond a limit, cards have no TL;DR; a note has only the cards of papers that it mentions."""
    numbers = range(400)
    note = "\n".join(f"- [Paper {i} about Words](https://arxiv.org/abs/2401.{i:05}), read" for i in numbers)
    bib = "".join(
        f"@misc{{k{i}, title={{Paper {i} about Words}}, eprint={{2401.{i:05}}}, abstract={{{'So. ' * 99}}}}}\n"
        for i in numbers
    )
    sources = [Source("n.md", note.encode()), Source("m.md", b"Words.")]
    site = pipeline.build(sources, bibliography=[Source("b.bib", bib.encode())])
    cards = Cards(site.library, site.config, site.output_paths)
    assert MAX_LETTERS < len(cards.block("n.md", "papers/", "/")) < 1.7 * MAX_LETTERS
    assert cards.block("m.md", "papers/", "/") == ""
    assert Cards(site.library, Config(cards=False), site.output_paths).block("n.md", "papers/", "/") == ""


# --- in the browser -------------------------------------------------------------------------------


def _site(folder: Path, *features: str, more: str = "") -> Callable[[str], sites.Built]:
    def build(address: str) -> sites.Built:
        theme = f"  font: false\n  features: [{', '.join(features)}]\n"
        config = f"{CONFIG.replace('  font: false' + chr(10), theme)}site_url: {address}\n{more}"
        result = sites.build(sites.write(folder, {"mkdocs.yml": config, **FILES}), "--strict")
        assert result.code == 0, result.output
        return result

    return build


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve a site with instant navigation and Material's tooltips; yield its URL."""
    folder = tmp_path_factory.mktemp("cards")
    with served(folder / "site") as url:
        _site(folder, "navigation.instant", "content.tooltips")(url)
        yield url


_OPEN = "!!document.querySelector('.papernotes-card:popover-open')"
_SIGN = "li > a.papernotes-sign"


@pytest.mark.browser
def test_card_opens_below_its_line(tab: Callable[..., Tab], address: str) -> None:
    """On hover, a card with the facts opens below the line, moves nothing, and closes again."""
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
        # Material's own tooltip would repeat the title
        assert page.ask(
            "[...document.querySelectorAll('.md-tooltip2')].every(t => getComputedStyle(t).display === 'none')"
        )
        assert not page.ask(f"document.querySelector('{_SIGN}').hasAttribute('title')")
        page.page.mouse.move(width - 5, 890)
        page.wait(f"!{_OPEN}")
        page.wait(f"document.querySelector('{_SIGN}').title.startsWith('Attention')")
        assert page.complaints() == []


@pytest.mark.browser
def test_pointer_reaches_the_card(tab: Callable[..., Tab], address: str) -> None:
    """A card stays open under the pointer; its button copies the same BibTeX that it links to."""
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
def test_card_by_keyboard(tab: Callable[..., Tab], address: str) -> None:
    """Focus opens a card that describes the link; Tab moves into it; Escape closes it and restores the focus."""
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
def test_citations_and_wikilinks_have_cards(tab: Callable[..., Tab], address: str) -> None:
    """All links to papers in the text have cards; other links and the list of references have none."""
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
def test_first_touch_opens_the_card(tab: Callable[..., Tab], address: str) -> None:
    """The first touch of a link opens its card, the second follows the link; a touch elsewhere closes it."""
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
def test_cards_after_instant_navigation(tab: Callable[..., Tab], address: str) -> None:
    """After instant navigation, a link has one card."""
    page = tab()
    page.open(address)
    page.wait_for_instant_navigation()
    page.ask("window.stayed = true")
    page.click("article a[href$='reading/']")
    page.wait(f"!!document.querySelector('{_SIGN}.papernotes-carded')")
    assert page.ask("window.stayed") is True
    page.page.hover(_SIGN)
    page.wait(_OPEN)
    assert page.ask("document.querySelectorAll('.papernotes-card').length") == 1


@pytest.mark.browser
def test_instant_previews_replace_cards(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """With Material's instant previews there are no cards; the links keep their names."""
    with served(tmp_path / "site") as url:
        _site(tmp_path, "navigation.instant", "navigation.instant.preview")(url)
        page = tab()
        page.open(f"{url}reading/")
        page.page.hover(_SIGN)
        page.wait("document.querySelector('.md-tooltip2')?.innerText.includes('Attention Is All You Need')")
        assert not page.ask(_OPEN)
        assert page.ask(f"document.querySelector('{_SIGN}').ariaLabel") == "Paper page: Attention Is All You Need"


@pytest.mark.browser
def test_cards_without_site_url(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """Without `site_url`, Material cannot show the previews that are enabled, so cards are shown."""
    with served(tmp_path / "site") as url:
        _site(tmp_path, "navigation.instant", "navigation.instant.preview")("")
        page = tab()
        page.open(f"{url}reading/")
        page.wait(f"!!document.querySelector('{_SIGN}.papernotes-carded')")
        page.page.hover(_SIGN)
        page.wait(_OPEN)


@pytest.mark.browser
def test_cards_in_files_and_another_theme(tab: Callable[..., Tab], tmp_path: Path) -> None:
    """Opened as a file, with the theme of MkDocs, the card is the same, without the copy button."""
    config = "site_name: Notes\ntheme: mkdocs\nplugins: [papernotes]\nuse_directory_urls: false\n"
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": config, **FILES}), "--strict")
    assert result.code == 0, result.output
    page = tab()
    page.open((result.site / "reading.html").as_uri())
    page.page.hover(_SIGN)
    page.wait(_OPEN)
    title = page.ask("document.querySelector('.papernotes-card-title').href")
    assert title == (result.site / "papers" / "vaswani2017attention.html").as_uri()
    assert page.ask("document.querySelector('.papernotes-card .papernotes-cite a').href").endswith(
        "papers/vaswani2017attention.bib"
    )
    assert page.ask("document.querySelector('.papernotes-card .papernotes-copy')") is None


def test_title_without_a_script(tmp_path: Path) -> None:
    """Without a script, a link has a `title`; the card data are no text of the page and not searched."""
    result = sites.build(sites.write(tmp_path, {"mkdocs.yml": CONFIG, **FILES}), "--strict")
    assert result.code == 0, result.output
    page = result.page("reading/index.html")
    sign = re.search(r'<a [^>]*class="papernotes-sign"[^>]*>', page)
    assert sign
    assert 'title="Attention Is All You Need (Vaswani et al., NeurIPS 2017)"' in sign[0]
    assert page.count("papernotes-cards") == 1
    assert "Noam Shazeer" in page
    entries = json.loads(result.page("search/search_index.json"))["docs"]
    assert [e["location"] for e in entries if "Noam Shazeer" in e["text"]] == ["papers/vaswani2017attention/"]
