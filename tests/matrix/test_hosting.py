"""Where a site may stand: below a path of a host, and on a disk with no host at all."""

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

_SEARCH = "iframe-worker"
"""What Material's search on a disk wants from elsewhere; its privacy plugin fetches it when the site is built."""
FILES = {"bib/papers.bib": BIB, **{f"docs/{name}": text for name, text in COMMON.items()}}


def fetched(url: str) -> tuple[int, str]:
    """What a host answers."""
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
    """Whoever follows every link from the first page and from that of errors meets no dead end, and never leaves."""
    with served(tmp_path / "host") as host:
        start = f"{host}a/b/"
        files = {"mkdocs.yml": f"{CONFIG}{urls}site_url: {start}\n", **FILES}
        built = sites.build(sites.write(tmp_path, files), "--strict", site="host/a/b")
        assert built.code == 0, built.output
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
@pytest.mark.parametrize("plugins", ["search, offline, papernotes", "papernotes, offline, search"])
def test_from_the_disk(tab: Callable[..., Tab], tmp_path: Path, plugins: str) -> None:
    """With Material's offline plugin and no host, links lead on, an entry is copied, the search knows the papers."""
    files = {"mkdocs.yml": CONFIG.replace("search, papernotes", plugins), **FILES}
    built = sites.build(sites.write(tmp_path, files), "--strict")
    assert built.code == 0, built.output
    assert "papers/denoising2020diffusion.html" in built.page("search/search_index.js")
    read(tab(), built.site.as_uri())


def read(page: Tab, site: str) -> None:
    """Go through a site on the disk as a reader does."""
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
    asked = [url for url in page.requests() if not url.startswith(("file:", "data:", "blob:"))]
    assert [url for url in asked if _SEARCH not in url] == []
