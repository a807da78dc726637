"""Pagefind as a search: what it needs, what it leaves, and what a reader finds in Material's own list of results."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

from papernotes_plugin.mkdocs_plugin.search import pagefind
from papernotes_plugin.mkdocs_plugin.search.search_index import choose_search
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.issues import Code
from tests.exports.test_search_text import NOTES
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served

WANTED = "papernotes: {search: pagefind}"
CONFIG = sites.CONFIG.replace("search, papernotes", f"search, tags, {WANTED}")
HOSTILE = (
    "@misc{zoe2024angle, title={Less than $<$img src=x onerror=alert(1)$>$ Markup}, author={Zoë Müller}, year={2024}}\n"
)
FILES = {
    **NOTES,
    "docs/hostile.md": "---\ntags: [seldom]\n---\n# A & <b>B</b>\n\nSee [@zoe2024angle].\n\n## Wombats\n\nThey dig.\n",
    "bib/hostile.bib": HOSTILE,
    "mkdocs.yml": CONFIG,
}
STRICT = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:"
}
"""What a host may forbid; Material's own inline scripts need the rest."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """A site that Pagefind searches."""
    made = sites.build(sites.write(tmp_path_factory.mktemp("paged"), FILES), "--strict")
    assert made.code == 0, made.output
    return made


def index_of(site: Path) -> dict[str, bytes]:
    """The files of the index."""
    return {path: data for path, data in sites.files(site).items() if path.startswith("pagefind/")}


# --- a build --------------------------------------------------------------------------------------


def test_the_index_stands_beside_an_empty_one(built: sites.Built) -> None:
    """Every page is in it once, nothing is there for faces of Pagefind's own, and Material has nothing to load."""
    left = json.loads(built.page("search/search_index.json"))
    assert left["docs"] == []
    assert left["config"]["lang"] == ["en"]
    entry = json.loads(index_of(built.site)["pagefind/pagefind-entry.json"])
    # start, three notes, twelve papers and their list, four tags, two venues
    assert entry["languages"]["en"]["page_count"] == 23
    assert not [path for path in index_of(built.site) if "ui." in path or "highlight" in path or "worker" in path]
    (worker,) = (built.site / "assets" / "javascripts" / "workers").glob("*.js")
    assert "pagefind/" in worker.read_text("utf-8")
    assert "workers/" not in built.page("index.html").partition('id="__config"')[0]


def test_it_is_the_same_each_time(tmp_path: Path, built: sites.Built) -> None:
    """File by file, byte by byte, wherever the site is built; what an earlier build left is gone."""
    sites.write(tmp_path, {**FILES, "site/pagefind/fragment/old.pf_fragment": "old"})
    again = sites.build(tmp_path, "--dirty")
    assert again.code == 0, again.output
    assert index_of(again.site) == index_of(built.site)


@pytest.mark.parametrize(
    ("config", "files", "why"),
    [
        (CONFIG, {"pagefind/__init__.py": ""}, "a package that is not installed: pip install 'mkdocs-papernotes[page"),
        (CONFIG.replace("search, tags", "tags"), {}, "which needs the plugin 'search'"),
        (CONFIG.replace("search, tags", "search, offline"), {}, "opened from a folder (plugin 'offline')"),
        (f"site_name: Notes\ntheme: readthedocs\nplugins: [search, {WANTED}]\n", {}, "not the theme of this site"),
        (CONFIG, {"docs/pagefind.md": "# Mine\n"}, "your 'pagefind.md' is in 'pagefind/' of the site"),
        (CONFIG, {"docs/pagefind/own.txt": "mine"}, "your 'pagefind/own.txt' is in 'pagefind/' of the site"),
    ],
    ids=["package", "search", "offline", "theme", "page", "file"],
)
def test_what_it_lacks_is_said_in_one_line(tmp_path: Path, config: str, files: dict[str, str], why: str) -> None:
    """The site is built and has the search that it has else."""
    notes = {"docs/index.md": "# Start\n\n[Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"}
    made = sites.build(sites.write(tmp_path, {**notes, **files, "mkdocs.yml": config}))
    assert made.code == 0, made.output
    (warning,) = made.warnings
    assert warning.startswith("papernotes: mkdocs.yml: 'search: pagefind' has no effect: ")
    assert why in warning
    assert warning.endswith("; the normal search of the site is used [no-pagefind]")
    own = {name for name in files if name.startswith("docs/pagefind")}
    assert len(index_of(made.site)) == len(own)
    if "search" in config.partition("plugins:")[2].replace(WANTED, ""):
        assert "1706.03762" in made.page("search/search_index.json")


def test_a_preview_has_the_search_of_the_theme(tmp_path: Path) -> None:
    """It is made anew with each change; what a build lacks is said there as well."""
    sites.write(tmp_path, {"docs/index.md": "", "mkdocs.yml": CONFIG})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    files = Files([])
    files.add_files_from_theme(config.theme.get_env(), config)
    assert choose_search(Config(search="pagefind"), files, config, True) == (Config(), [])
    assert choose_search(Config(search="lean"), files, config, False) == (Config(search="lean"), [])
    found, (said,) = choose_search(Config(search="pagefind"), Files([]), config, True)
    assert found == Config()
    assert said.code is Code.NO_PAGEFIND


@pytest.mark.parametrize(
    ("program", "said"), [(sys.executable, "Pagefind failed: "), ("nowhere/pagefind", "cannot be run")]
)
def test_a_program_that_fails_ends_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, said: str
) -> None:
    """In one line, with what it said last."""
    monkeypatch.setenv("PAGEFIND_BINARY_PATH", program)
    sites.write(tmp_path, {"search/search_index.json": '{"config": {"lang": ["en"]}, "docs": []}'})
    config: Any = SimpleNamespace(site_dir=str(tmp_path), theme={}, use_directory_urls=True)
    with pytest.raises(PluginError, match="papernotes: Pagefind ") as raised:
        pagefind.make_index(config)
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_site_of_several_languages_keeps_its_search() -> None:
    """mkdocs-static-i18n makes it in several builds, of which each writes the index anew."""
    config: Any = SimpleNamespace(plugins={name: SimpleNamespace(config={}) for name in ("search", "i18n")})
    assert "several languages" in pagefind.unavailable_reason(Files([]), config)


# --- in the browser -------------------------------------------------------------------------------

_META = "document.querySelector('.md-search-result__meta').textContent"
_PLACES = "[...document.querySelectorAll('.md-search-result__item a:not(details a)')].map(a => a.href)"


def ask(page: Tab, words: str) -> list[str]:
    """The addresses of what is found, as Material lists it, below that of the site."""
    page.ask(f"{_META} = ''")
    page.ask("document.querySelector('[data-md-component=search-query]').select()")
    page.page.keyboard.insert_text(words)
    page.ask(
        "document.querySelector('[data-md-component=search-query]')"
        ".dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}))"
    )
    page.wait(f"/[0-9]|No match/.test({_META})")
    return [str(place).partition("/site/")[2] for place in page.ask(_PLACES)]


@pytest.fixture(scope="module")
def asked(built: sites.Built, tab: Callable[..., Tab]) -> Iterator[Tab]:
    """The site below the root of a strict host, its search open."""
    with served(built.site.parent, STRICT) as address:
        page = tab()
        page.open(f"{address}site/vision/")
        page.ask("document.querySelector('[data-md-component=search-query]').focus()")
        yield page


@pytest.mark.browser
@pytest.mark.parametrize(
    "words",
    ["Deep Residual Learning", "resnet", "1512.03385", "Kaiming", "he2016deep", "arxiv:1512.03385", "brain",
     "CVPR 2016", "hundred layers", "shortcut"],
)  # fmt: skip
def test_a_reader_finds_the_paper(asked: Tab, words: str) -> None:
    """By title, short name, author, key, arXiv id, tag, venue and what was written: once, and before its notes."""
    found = [place for place in ask(asked, words) if not place.startswith(("tags/", "venues/"))]
    assert found[0] == "papers/he2016deep/"
    assert sum(place.startswith("papers/he2016deep/") for place in found) == 1


@pytest.mark.browser
def test_a_reader_finds_a_note(asked: Tab) -> None:
    """By its name before the papers that have the word in their titles, by a section at its place, by a tag."""
    assert ask(asked, "Diffusion")[0] == "diffusion/"
    assert ask(asked, "wombat") == ["hostile/", "hostile/#wombats"]
    assert "hostile/" in ask(asked, "seldom")
    assert ask(asked, "UI-Vision: A Benchmark for Perception")[0] == "papers/ui2025vision/"


@pytest.mark.browser
def test_what_nobody_wrote_is_not_found(asked: Tab) -> None:
    """Neither by the words of BibTeX, nor because something begins with the same letter."""
    assert ask(asked, "archiveprefix") == []
    assert ask(asked, "zzz") == []


@pytest.mark.browser
def test_words_are_never_markup(asked: Tab) -> None:
    """What a title holds is text; what was asked for is marked in it, whatever marks its letters have."""
    ask(asked, "muller")
    assert ask(asked, "less <img")[0] == "papers/zoe2024angle/"
    shown = "document.querySelector('.md-search-result__list')"
    assert asked.ask(f"{shown}.querySelectorAll('img, b').length") == 0
    assert asked.ask(f"{shown}.querySelector('h1').textContent") == "Less than <img src=x onerror=alert(1)> Markup"
    assert asked.ask(f"{shown}.querySelector('h1 mark').textContent") == "Less"
    assert asked.complaints() == []


@pytest.mark.browser
def test_keys_work_as_in_material(built: sites.Built, tab: Callable[..., Tab]) -> None:
    """`/` opens the search, arrows go through what is found, Enter goes to the best, Escape closes.

    Nothing of Pagefind is loaded for a reader who does not search.
    """
    seen: list[str] = []
    with served(built.site.parent, seen=seen) as address:
        page = tab()
        page.open(f"{address}site/")
        page.wait("performance.getEntriesByType('resource').some(e => e.name.endsWith('search_index.json'))")
        page.press("/")
        page.wait("document.activeElement?.dataset.mdComponent === 'search-query'")
        page.wait("document.querySelector('#__search').checked")
        assert not [path for path in seen if "/pagefind/" in path]
        assert ask(page, "resnet")[0] == "papers/he2016deep/"
        assert [path for path in seen if path.startswith("/site/pagefind/")]
        page.press("ArrowDown")
        assert page.ask("document.activeElement.href.endsWith('/papers/he2016deep/')")
        page.press("ArrowUp")
        assert page.ask("document.activeElement.dataset.mdComponent") == "search-query"
        page.press("Enter")
        page.wait("location.pathname === '/site/papers/he2016deep/' && document.readyState === 'complete'")
        page.press("/")
        page.wait("document.querySelector('#__search').checked")
        page.press("Escape")
        page.wait("!document.querySelector('#__search').checked")
        assert page.complaints() == []


@pytest.mark.browser
def test_files_with_names_of_their_own(tmp_path: Path, tab: Callable[..., Tab]) -> None:
    """Without directory URLs, with instant navigation, search marks and suggestions, and with names of all letters."""
    features = "theme:\n  features: [navigation.instant, search.highlight, search.suggest, search.share]"
    more = "use_directory_urls: false\nsite_url: https://example.org/site/\n"
    config = CONFIG.replace("theme:", features) + more
    notes = {"docs/index.md": "# Start\n", "docs/über uns/größe.md": "# Größe\n\nVon Wombats.\n", "mkdocs.yml": config}
    made = sites.build(sites.write(tmp_path, notes))
    assert made.code == 0, made.output
    with served(tmp_path) as address:
        page = tab()
        page.open(f"{address}site/index.html")
        page.ask("document.querySelector('[data-md-component=search-query]').focus()")
        (found,) = ask(page, "wombats")
        assert found == "%C3%BCber%20uns/gr%C3%B6%C3%9Fe.html?h=wombats"
        page.click(".md-search-result__link")
        page.wait("document.title.startsWith('Größe')")
        assert page.ask("document.querySelector('article mark')?.textContent") in ("Wombats", None)
        assert page.complaints() == []


@pytest.mark.browser
def test_a_search_that_cannot_start_says_so(built: sites.Built, tmp_path: Path, tab: Callable[..., Tab]) -> None:
    """Where a host keeps the index back, the list of results says it."""
    site = tmp_path / "site"
    shutil.copytree(built.site, site, ignore=shutil.ignore_patterns("pagefind"))
    with served(tmp_path) as address:
        page = tab()
        page.open(f"{address}site/")
        page.ask("document.querySelector('[data-md-component=search-query]').focus()")
        ask(page, "resnet")
        assert (
            page.ask("document.querySelector('.md-search-result h1').textContent") == "The search could not be loaded"
        )
