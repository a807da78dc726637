"""Results of the search say what kind of page they are (Chromium)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served

pytestmark = pytest.mark.browser

SETTINGS = """site_name: Notes
theme: {{name: material, font: false, features: [navigation.instant]}}
plugins: [search, papernotes{options}]
"""
TITLE = "Zebra Networks for Striped Vision"
FILES = {
    "docs/index.md": "# Zebra home\n\nWelcome.\n",
    "docs/@lee2024zebra.md": f"---\ntitle: {TITLE}\nauthors: [Bo Lee]\nyear: 2024\nvenue: ZebraConf\n"
    f"arxiv: '2401.00001'\ntags: [zebra]\n---\n# {TITLE}\n\nMy summary.\n",
    "docs/papers/own.md": "# My zebra page in the folder\n\nText.\n",
    "docs/über/index.md": "# Zebra log\n\nRead [@lee2024zebra] today.\n",
}
LABELS = """Object.fromEntries([...document.querySelectorAll(
    '.md-search-result__item > .md-search-result__link')].map(a => [
    decodeURIComponent(new URL(a.href).pathname), a.querySelector('.papernotes-kind')?.textContent ?? '']))"""


def search(page: Tab, words: str) -> None:
    """Type words into the search."""
    page.page.fill(".md-search__input", "")
    page.wait("document.querySelector('.md-search-result__meta').textContent.startsWith('Type')")
    page.page.type(".md-search__input", words)


@pytest.mark.parametrize("options", ["", pytest.param(": {search: pagefind}", marks=pytest.mark.full, id="pagefind")])
def test_results_have_their_kind(tab: Callable[..., Tab], tmp_path: Path, options: str) -> None:
    """A paper and its literature note are labelled; other pages, also in a folder of generated pages, are not."""
    site = sites.build(sites.write(tmp_path, {**FILES, "mkdocs.yml": SETTINGS.format(options=options)}))
    assert site.code == 0, site.output
    with served(site.site) as url:
        page = tab()
        page.open(url)
        search(page, "zebra")
        page.wait("document.querySelectorAll('.papernotes-kind').length >= 3")
        expected = {
            "/": "", "/@lee2024zebra/": "note", "/papers/own/": "", "/papers/lee2024zebra/": "paper",
            "/tags/zebra/": "tag", "/über/": "note",
        }  # fmt: skip
        labels = page.ask(LABELS)
        assert {path: labels[path] for path in labels.keys() & expected.keys()} == expected
        titles = page.ask("[...document.querySelectorAll('.papernotes-kind')].map(k => k.parentElement.textContent)")
        assert {f"{TITLE} paper", f"{TITLE} note"} <= set(titles)
        # after instant navigation, with other results
        page.click(".md-search-result__link[href*='papers/lee2024zebra']")
        page.wait("!!document.querySelector('#papernotes-cite')")
        search(page, "striped")
        page.wait("document.querySelector('.md-search-result__meta').textContent.startsWith('2')")
        page.wait("document.querySelectorAll('.papernotes-kind').length === 2")
        assert sorted(page.ask(LABELS).values()) == ["note", "paper"]
        assert page.complaints() == []
