"""Every feature is two clicks or fewer away from the first page of the demo library."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser.real_sites.built_sites import BuiltSite

FEATURES = {
    "page of a paper": r"papers/[^/]+/index\.html",
    "table of papers": r"papers/index\.html",
    "tags": r"tags/index\.html",
    "papers of a tag": r"tags/.+/index\.html",
    "topics": r"topics/index\.html",
    "papers of a topic": r"topics/.+/index\.html",
    "venues": r"venues/index\.html",
    "papers of a venue": r"venues/.+/index\.html",
    "map": r"map/index\.html",
    "graph data": r"map/graph\.json",
    "BibTeX of the library": r"papers\.bib",
    "CSL-JSON": r"papers\.csl\.json",
    "RIS": r"papers\.ris",
    "BibTeX of a note": r"library/.+\.bib",
    "BibTeX of a paper": r"papers/.+\.bib",
    "BibTeX of a tag": r"tags/.+\.bib",
    "ways of writing": r"writing/index\.html",
    "citations": r"library/related-work/index\.html",
    "directives": r"directives/index\.html",
    "search": r"search/index\.html",
    "JSON": r"json/index\.html",
    "feed": r"feed/index\.html",
}
"""Pattern of the files that show each feature."""


def _links(site: Path, page: str) -> Iterator[str]:
    """Yield the files to which the content of a page links; the header and the navigation of the theme do not count."""
    text = (site / page).read_text("utf-8")
    content = text[text.find("<article") : text.find("</article>")]
    for href in re.findall(r'<a\b[^>]*\bhref="([^"]+)"', content):
        url = urlsplit(href)
        if url.path and not url.netloc:
            target = os.path.normpath(os.path.join(os.path.dirname(page), unquote(url.path)))
            yield f"{target}/index.html" if (site / target).is_dir() else target


def clicks(site: Path, start: str, most: int) -> dict[str, int]:
    """Return the number of clicks from a page to each file within a number of clicks."""
    distances = {start: 0}
    pages = deque([start])
    while pages:
        page = pages.popleft()
        if distances[page] == most or not page.endswith(".html"):
            continue
        for target in _links(site, page):
            if target not in distances and (site / target).is_file():
                distances[target] = distances[page] + 1
                pages.append(target)
    return distances


@pytest.mark.full
def test_features_are_near(real_site: Callable[[str], BuiltSite]) -> None:
    """Two clicks lead from the first page to every feature."""
    near = clicks(real_site("docs").site, "library/index.html", 2)
    assert [name for name, pattern in FEATURES.items() if not any(re.fullmatch(pattern, path) for path in near)] == []


@pytest.mark.full
def test_every_paper_has_a_title(real_site: Callable[[str], BuiltSite]) -> None:
    """The table of the demo library shows no paper by its key alone."""
    table = (real_site("docs").site / "papers" / "table.js").read_text("utf-8")
    assert '"untitled":[]' in table
