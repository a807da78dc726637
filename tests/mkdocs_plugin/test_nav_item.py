"""The index of papers is added to a navigation that the author has not configured, and to no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import CONFIG, Built, Site

NOTE = "# Start\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is where it began\n"
FILES: dict[str, str | bytes] = {"docs/index.md": NOTE, "docs/more.md": "# More\n", "docs/part/one.md": "# One\n"}


def nav_links(page: str) -> list[tuple[str, str]]:
    """Return URL and title of each page in the navigation of an HTML page."""
    nav = page[page.index("md-nav--primary") : page.index("md-content")].partition("md-sidebar--secondary")[0]
    links = re.findall(r'<a href="([^"]*)" class="md-nav__link[^>]*>\s*<span[^>]*>\s*(.*?)\s*(?:<|$)', nav, re.DOTALL)
    return [(url, title) for url, title in links if not url.startswith("#")]


def build_strictly(folder: Path, config: str, **files: str) -> Built:
    """Build a site without warnings and broken links."""
    result = sites.build(sites.write(folder, {"mkdocs.yml": config, **FILES, **files}), "--strict")
    assert result.code == 0, result.output
    assert result.warnings == []
    assert Site(result.site).broken() == []
    return result


@pytest.mark.parametrize(
    ("option", "title"),
    [
        ("", "Papers"),
        pytest.param(": {nav: true}", "Papers", marks=pytest.mark.full),
        pytest.param(": {nav: Library}", "Library", marks=pytest.mark.full),
        (": {nav: false}", ""),
    ],
)
def test_without_a_navigation_of_the_author(tmp_path: Path, option: str, title: str) -> None:
    """The item is added at the end; the links to the previous and next page do not change."""
    features = "font: false\n  features: [navigation.footer]"
    config = CONFIG.replace("papernotes]", f"papernotes{option}]").replace("font: false", features)
    result = build_strictly(tmp_path, config)
    expected = [".", "more/", "part/one/"] + ["papers/"] * bool(title)
    links = nav_links(result.page("index.html"))
    assert [url for url, _ in links if url] == expected
    assert ("papers/", title) in links or not title
    footer = result.page("part/one/index.html").partition("<footer")[2]
    assert "papers/" not in footer
    if title:
        assert ("./", title) in nav_links(result.page("papers/index.html"))


def test_a_configured_navigation_is_not_changed(tmp_path: Path) -> None:
    """The index is in it only if the author has added it, and only at that place."""
    result = build_strictly(tmp_path, f"{CONFIG}nav: [index.md, more.md, part/one.md]\n")
    assert [url for url, _ in nav_links(result.page("index.html"))] == [".", "more/", "part/one/"]
    result = build_strictly(tmp_path, f"{CONFIG}nav: [index.md, {{My list: papers/index.md}}, more.md, part/one.md]\n")
    assert nav_links(result.page("index.html"))[1] == ("papers/", "My list")
    assert [url for url, _ in nav_links(result.page("index.html"))] == [".", "papers/", "more/", "part/one/"]


def test_only_a_generated_index_with_papers_is_added(tmp_path: Path) -> None:
    """An empty index is not added; a page of the author at its path keeps its item."""
    result = sites.build(sites.write(tmp_path / "none", {"mkdocs.yml": CONFIG, "docs/index.md": "# Start\n"}))
    assert "papers/" not in "".join(url for url, _ in nav_links(result.page("index.html")))
    own = sites.write(tmp_path / "own", {"mkdocs.yml": CONFIG, **FILES, "docs/papers/index.md": "# Mine\n"})
    result = sites.build(own)
    assert [link for link in nav_links(result.page("index.html")) if "papers/" in link[0]] == [("papers/", "Mine")]
