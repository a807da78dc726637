"""Sites work below a path of a web server and from files without a server."""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urldefrag, urljoin

import pytest

from tests.helpers import sites
from tests.helpers.chromium import Tab
from tests.helpers.http_server import served
from tests.helpers.sites import CONFIG
from tests.matrix.table import BIB, COMMON, PAPERS

pytestmark = pytest.mark.full

_SEARCH = "iframe-worker"
"""Part of the URL that Material's offline search loads from another server, unless its privacy plugin is used."""
FILES = {"bib/papers.bib": BIB, **{f"docs/{name}": text for name, text in COMMON.items()}}


def fetched(url: str) -> tuple[int, str]:
    """Return the status and text of a response."""
    try:
        with urllib.request.urlopen(url, timeout=30) as answer:
            return answer.status, answer.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, ""


@pytest.mark.parametrize(
    "urls",
    [pytest.param("", id="folders"), pytest.param("use_directory_urls: false\n", marks=pytest.mark.full, id="files")],
)
def test_below_a_path(tmp_path: Path, urls: str) -> None:
    """Every link from the home page and the 404 page leads to a page below the path of the site."""
    with served(tmp_path / "host") as host:
        start = f"{host}a/b/"
        files = {"mkdocs.yml": f"{CONFIG}{urls}site_url: {start}\n", **FILES}
        result = sites.build(sites.write(tmp_path, files), "--strict", site="host/a/b")
        assert result.code == 0, result.output
        todo, seen = [start, f"{start}404.html"], set()
        wrong: list[str] = []
        while todo:
            if (page := todo.pop()) in seen:
                continue
            seen.add(page)
            status, text = fetched(page)
            if status != 200:
                wrong.append(page)
            if page.endswith((".html", "/")):
                targets = (urldefrag(urljoin(page, link))[0] for link in re.findall(r'(?:href|src)="([^"]*)"', text))
                todo += (target for target in targets if target.startswith(host))
        assert wrong == []
        assert {url for url in seen if not url.startswith(start)} == set()
        end = ".html" if urls else "/"
        assert {f"{start}papers/{slug}{end}" for slug in PAPERS} <= seen
        assert f"{start}papers/bert{end}" in fetched(f"{start}sitemap.xml")[1]


@pytest.mark.browser
@pytest.mark.parametrize(
    "plugins", ["search, offline, papernotes", pytest.param("papernotes, offline, search", marks=pytest.mark.full)]
)
def test_from_the_disk(tab: Callable[..., Tab], tmp_path: Path, plugins: str) -> None:
    """With Material's offline plugin, links, the copy button and search work without a server."""
    files = {"mkdocs.yml": CONFIG.replace("search, papernotes", plugins), **FILES}
    result = sites.build(sites.write(tmp_path, files), "--strict")
    assert result.code == 0, result.output
    assert "papers/denoising2020diffusion.html" in result.page("search/search_index.js")
    read(tab(), result.site.as_uri())


def read(page: Tab, site: str) -> None:
    """Use a site from files as a reader does: follow links, copy an entry and sort a table."""
    page.open(f"{site}/index.html")
    page.click(".papernotes-sign")
    page.wait("location.pathname.endsWith('/papers/attention2017need.html') && document.readyState === 'complete'")
    page.wait("!!document.querySelector('.papernotes-copy')")
    page.click(".papernotes-copy")
    page.wait("document.querySelector('.papernotes-cite [role=status]').textContent !== ''")
    assert page.ask("document.querySelector('.papernotes-cite [role=status]').textContent") == "Copied"
    links = "[...document.querySelectorAll('article a')].map(a => a.href)"
    page.open(page.ask(f"{links}.find(h => h.includes('index.html#pn-'))"))
    assert page.ask("!!document.querySelector(':target')")
    page.open(f"{site}/papers/index.html")
    rows = "[...document.querySelectorAll('tbody tr')].map(row => row.innerText)"
    before = page.ask(rows)
    page.click("th:nth-child(3) button")
    assert sorted(page.ask(rows)) == sorted(before)
    assert [c for c in page.complaints() if _SEARCH not in c] == []
    external_requests = [url for url in page.requests() if not url.startswith(("file:", "data:", "blob:"))]
    assert [url for url in external_requests if _SEARCH not in url] == []
