"""Search with Pagefind: its requirements, its index, and the results in Material's search box."""

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
from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served
from tests.helpers.search_notes import NOTES

pytestmark = pytest.mark.full

PAPERNOTES = "papernotes: {search: pagefind}"
CONFIG = sites.CONFIG.replace("search, papernotes", f"search, tags, {PAPERNOTES}")
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
"""Headers of a server with a strict policy; Material's inline scripts need the exceptions."""


@pytest.fixture(scope="module")
def pagefind_site(tmp_path_factory: pytest.TempPathFactory) -> sites.Built:
    """Return a site with a Pagefind index."""
    built_site = sites.build(sites.write(tmp_path_factory.mktemp("paged"), FILES), "--strict")
    assert built_site.code == 0, built_site.output
    return built_site


def index_of(site: Path) -> dict[str, bytes]:
    """Return the files of the Pagefind index of a site."""
    return {path: data for path, data in sites.files(site).items() if path.startswith("pagefind/")}


# --- a build --------------------------------------------------------------------------------------


def test_the_index_of_material_is_empty(pagefind_site: sites.Built) -> None:
    """Pagefind's index contains every page once, without files for its own user interfaces; Material's is empty."""
    material_index = json.loads(pagefind_site.page("search/search_index.json"))
    assert material_index["docs"] == []
    assert material_index["config"]["lang"] == ["en"]
    entry = json.loads(index_of(pagefind_site.site)["pagefind/pagefind-entry.json"])
    # the homepage, three notes, twelve papers and their index, four tags, two venues
    assert entry["languages"]["en"]["page_count"] == 23
    assert not [
        path for path in index_of(pagefind_site.site) if "ui." in path or "highlight" in path or "worker" in path
    ]
    (worker,) = (pagefind_site.site / "assets" / "javascripts" / "workers").glob("*.js")
    assert "pagefind/" in worker.read_text("utf-8")
    assert "workers/" not in pagefind_site.page("index.html").partition('id="__config"')[0]


def test_the_index_is_reproducible(tmp_path: Path, pagefind_site: sites.Built) -> None:
    """Every file is the same in another folder, and files of an earlier build are removed."""
    sites.write(tmp_path, {**FILES, "site/pagefind/fragment/old.pf_fragment": "old"})
    again = sites.build(tmp_path, "--dirty")
    assert again.code == 0, again.output
    assert index_of(again.site) == index_of(pagefind_site.site)


@pytest.mark.parametrize(
    ("config", "files", "reason"),
    [
        (CONFIG, {"pagefind/__init__.py": ""}, "a package that is not installed: pip install 'mkdocs-papernotes[page"),
        (CONFIG.replace("search, tags", "tags"), {}, "and so the plugin 'search'"),
        (CONFIG.replace("search, tags", "search, offline"), {}, "opened from a folder (plugin 'offline')"),
        (f"site_name: Notes\ntheme: readthedocs\nplugins: [search, {PAPERNOTES}]\n", {}, "not the theme of this site"),
        (CONFIG, {"docs/pagefind.md": "# Mine\n"}, "your 'pagefind.md' is in 'pagefind/' of the site"),
        (CONFIG, {"docs/pagefind/own.txt": "mine"}, "your 'pagefind/own.txt' is in 'pagefind/' of the site"),
    ],
    ids=["package", "search", "offline", "theme", "page", "file"],
)
def test_a_warning_explains_why_pagefind_is_not_used(
    tmp_path: Path, config: str, files: dict[str, str], reason: str
) -> None:
    """One warning contains the reason, and the site is built with its normal search."""
    notes = {"docs/index.md": "# Start\n\n[Attention Is All You Need](https://arxiv.org/abs/1706.03762)\n"}
    fallback = sites.build(sites.write(tmp_path, {**notes, **files, "mkdocs.yml": config}))
    assert fallback.code == 0, fallback.output
    (warning,) = fallback.warnings
    assert warning.startswith("papernotes: mkdocs.yml: 'search: pagefind' has no effect: ")
    assert reason in warning
    assert warning.endswith("; the normal search of the site is used [no-pagefind]")
    own = {name for name in files if name.startswith("docs/pagefind")}
    assert len(index_of(fallback.site)) == len(own)
    if "search" in config.partition("plugins:")[2].replace(PAPERNOTES, ""):
        assert "1706.03762" in fallback.page("search/search_index.json")


def test_a_preview_has_the_search_of_the_theme(tmp_path: Path) -> None:
    """A preview, which is rebuilt often, uses the theme's search, and warns if a build could not use Pagefind."""
    sites.write(tmp_path, {"docs/index.md": "", "mkdocs.yml": CONFIG})
    config = load_config(str(tmp_path / "mkdocs.yml"))
    files = Files([])
    files.add_files_from_theme(config.theme.get_env(), config)
    assert choose_search(Config(search="pagefind"), files, config, True) == (Config(), [])
    assert choose_search(Config(search="lean"), files, config, False) == (Config(search="lean"), [])
    settings, (issue,) = choose_search(Config(search="pagefind"), Files([]), config, True)
    assert settings == Config()
    assert issue.code is Code.NO_PAGEFIND


@pytest.mark.parametrize(
    ("program", "message"), [(sys.executable, "Pagefind failed: "), ("nowhere/pagefind", "cannot be run")]
)
def test_a_failing_program_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, message: str
) -> None:
    """The message is one line, with the last line of the program's output."""
    monkeypatch.setenv("PAGEFIND_BINARY_PATH", program)
    sites.write(tmp_path, {"search/search_index.json": '{"config": {"lang": ["en"]}, "docs": []}'})
    config: Any = SimpleNamespace(site_dir=str(tmp_path), theme={}, use_directory_urls=True)
    with pytest.raises(PluginError, match="papernotes: Pagefind ") as raised:
        pagefind.make_index(config)
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_site_in_several_languages_keeps_its_search() -> None:
    """mkdocs-static-i18n builds each language separately, and each build would overwrite the index."""
    config: Any = SimpleNamespace(plugins={name: SimpleNamespace(config={}) for name in ("search", "i18n")})
    assert "several languages" in pagefind.unavailable_reason(Files([]), config)


# --- in the browser -------------------------------------------------------------------------------

_META = "document.querySelector('.md-search-result__meta').textContent"
_RESULT_URLS = "[...document.querySelectorAll('.md-search-result__item a:not(details a)')].map(a => a.href)"


def search(page: Tab, query: str) -> list[str]:
    """Type a query, and return the URLs of the results in order, relative to the site."""
    page.ask(f"{_META} = ''")
    page.ask("document.querySelector('[data-md-component=search-query]').select()")
    page.page.keyboard.insert_text(query)
    page.ask(
        "document.querySelector('[data-md-component=search-query]')"
        ".dispatchEvent(new KeyboardEvent('keyup', {bubbles: true}))"
    )
    page.wait(f"/[0-9]|No match/.test({_META})")
    return [str(url).partition("/site/")[2] for url in page.ask(_RESULT_URLS)]


@pytest.fixture(scope="module")
def search_tab(pagefind_site: sites.Built, tab: Callable[..., Tab]) -> Iterator[Tab]:
    """Yield a tab with the site in a subfolder of a strict server, and the search box open."""
    with served(pagefind_site.site.parent, STRICT) as address:
        page = tab()
        page.open(f"{address}site/vision/")
        page.ask("document.querySelector('[data-md-component=search-query]').focus()")
        yield page


@pytest.mark.browser
@pytest.mark.parametrize(
    "query",
    ["Deep Residual Learning", "resnet", "1512.03385", "Kaiming", "he2016deep", "arxiv:1512.03385", "brain",
     "CVPR 2016", "hundred layers", "shortcut"],
)  # fmt: skip
def test_a_paper_is_found(search_tab: Tab, query: str) -> None:
    """A paper is found by title, short name, author, citekey, arXiv number, tag, venue and text: once, before notes."""
    results = [url for url in search(search_tab, query) if not url.startswith(("tags/", "venues/"))]
    assert results[0] == "papers/he2016deep/"
    assert sum(url.startswith("papers/he2016deep/") for url in results) == 1


@pytest.mark.browser
def test_a_note_is_found(search_tab: Tab) -> None:
    """A note is found by its title, before papers with the word in theirs, by a section, and by a tag."""
    assert search(search_tab, "Diffusion")[0] == "diffusion/"
    assert search(search_tab, "wombat") == ["hostile/", "hostile/#wombats"]
    assert "hostile/" in search(search_tab, "seldom")
    assert search(search_tab, "UI-Vision: A Benchmark for Perception")[0] == "papers/ui2025vision/"


@pytest.mark.browser
def test_generated_words_are_not_found(search_tab: Tab) -> None:
    """Field names of BibTeX have no results, nor do words that only share their first letter with others."""
    assert search(search_tab, "archiveprefix") == []
    assert search(search_tab, "zzz") == []


@pytest.mark.browser
def test_results_contain_no_markup(search_tab: Tab) -> None:
    """Titles are shown as text with the query highlighted, also if the letters differ in their accents."""
    search(search_tab, "muller")
    assert search(search_tab, "less <img")[0] == "papers/zoe2024angle/"
    shown = "document.querySelector('.md-search-result__list')"
    assert search_tab.ask(f"{shown}.querySelectorAll('img, b').length") == 0
    heading = search_tab.ask(f"{shown}.querySelector('h1').textContent")
    assert heading == "Less than <img src=x onerror=alert(1)> Markup paper"
    assert search_tab.ask(f"{shown}.querySelector('h1 mark').textContent") == "Less"
    assert search_tab.complaints() == []


@pytest.mark.browser
def test_keys_work_as_in_material(pagefind_site: sites.Built, tab: Callable[..., Tab]) -> None:
    """`/` opens the search, arrows move through the results, Enter opens the best one, and Escape closes the search.

    Pagefind is not loaded before the first search.
    """
    seen: list[str] = []
    with served(pagefind_site.site.parent, seen=seen) as address:
        page = tab()
        page.open(f"{address}site/")
        page.wait("performance.getEntriesByType('resource').some(e => e.name.endsWith('search_index.json'))")
        page.press("/")
        page.wait("document.activeElement?.dataset.mdComponent === 'search-query'")
        page.wait("document.querySelector('#__search').checked")
        assert not [path for path in seen if "/pagefind/" in path]
        assert search(page, "resnet")[0] == "papers/he2016deep/"
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
def test_other_urls_and_features(tmp_path: Path, tab: Callable[..., Tab]) -> None:
    """Search works without directory URLs, with instant navigation and highlighting, and with non-ASCII file names."""
    features = "theme:\n  features: [navigation.instant, search.highlight, search.suggest, search.share]"
    more = "use_directory_urls: false\nsite_url: https://example.org/site/\n"
    config = CONFIG.replace("theme:", features) + more
    notes = {"docs/index.md": "# Start\n", "docs/über uns/größe.md": "# Größe\n\nVon Wombats.\n", "mkdocs.yml": config}
    build = sites.build(sites.write(tmp_path, notes))
    assert build.code == 0, build.output
    with served(tmp_path) as address:
        page = tab()
        page.open(f"{address}site/index.html")
        page.ask("document.querySelector('[data-md-component=search-query]').focus()")
        (url,) = search(page, "wombats")
        assert url == "%C3%BCber%20uns/gr%C3%B6%C3%9Fe.html?h=wombats"
        page.click(".md-search-result__link")
        page.wait("document.title.startsWith('Größe')")
        assert page.ask("document.querySelector('article mark')?.textContent") in ("Wombats", None)
        assert page.complaints() == []


@pytest.mark.browser
def test_a_missing_index_is_reported(pagefind_site: sites.Built, tmp_path: Path, tab: Callable[..., Tab]) -> None:
    """If the server has no index, the list of results contains a message."""
    site = tmp_path / "site"
    shutil.copytree(pagefind_site.site, site, ignore=shutil.ignore_patterns("pagefind"))
    with served(tmp_path) as address:
        page = tab()
        page.open(f"{address}site/")
        page.ask("document.querySelector('[data-md-component=search-query]').focus()")
        search(page, "resnet")
        assert (
            page.ask("document.querySelector('.md-search-result h1').textContent") == "The search could not be loaded"
        )
