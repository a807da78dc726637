"""The one entry in the navigation: it is there where nobody arranges it, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import CONFIG, Built, Site

NOTE = "# Start\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is where it began\n"
FILES: dict[str, str | bytes] = {"docs/index.md": NOTE, "docs/more.md": "# More\n", "docs/part/one.md": "# One\n"}


def entries(page: str) -> list[tuple[str, str]]:
    """The address and the title of each page in the navigation."""
    nav = page[page.index("md-nav--primary") : page.index("md-content")].partition("md-sidebar--secondary")[0]
    links = re.findall(r'<a href="([^"]*)" class="md-nav__link[^>]*>\s*<span[^>]*>\s*(.*?)\s*(?:<|$)', nav, re.DOTALL)
    return [(url, title) for url, title in links if not url.startswith("#")]


def built(folder: Path, config: str, **files: str) -> Built:
    """A site, built strictly."""
    made = sites.build(sites.write(folder, {"mkdocs.yml": config, **FILES, **files}), "--strict")
    assert made.code == 0, made.output
    assert made.warnings == []
    assert Site(made.site).broken() == []
    return made


@pytest.mark.parametrize(
    ("option", "title"),
    [("", "Papers"), (": {nav: true}", "Papers"), (": {nav: Library}", "Library"), (": {nav: false}", "")],
)
def test_without_a_navigation_of_the_author(tmp_path: Path, option: str, title: str) -> None:
    """One entry stands at the end; nothing else changes, nor do the pages before and after each."""
    features = "font: false\n  features: [navigation.footer]"
    config = CONFIG.replace("papernotes]", f"papernotes{option}]").replace("font: false", features)
    made = built(tmp_path, config)
    expected = [".", "more/", "part/one/"] + ["papers/"] * bool(title)
    found = entries(made.page("index.html"))
    assert [url for url, _ in found if url] == expected
    assert ("papers/", title) in found or not title
    footer = made.page("part/one/index.html").partition("<footer")[2]
    assert "papers/" not in footer
    if title:
        assert ("./", title) in entries(made.page("papers/index.html"))


def test_a_navigation_of_the_author_stays(tmp_path: Path) -> None:
    """What is named in it is in it, once and where it was named; nothing is added."""
    made = built(tmp_path, f"{CONFIG}nav: [index.md, more.md, part/one.md]\n")
    assert [url for url, _ in entries(made.page("index.html"))] == [".", "more/", "part/one/"]
    made = built(tmp_path, f"{CONFIG}nav: [index.md, {{My list: papers/index.md}}, more.md, part/one.md]\n")
    assert entries(made.page("index.html"))[1] == ("papers/", "My list")
    assert [url for url, _ in entries(made.page("index.html"))] == [".", "papers/", "more/", "part/one/"]


def test_there_is_no_way_to_no_papers_and_none_to_a_page_of_the_author(tmp_path: Path) -> None:
    """An empty index is in no navigation; a page of the author's at its place is there as it was."""
    made = sites.build(sites.write(tmp_path / "none", {"mkdocs.yml": CONFIG, "docs/index.md": "# Start\n"}))
    assert "papers/" not in "".join(url for url, _ in entries(made.page("index.html")))
    own = sites.write(tmp_path / "own", {"mkdocs.yml": CONFIG, **FILES, "docs/papers/index.md": "# Mine\n"})
    made = sites.build(own)
    assert [entry for entry in entries(made.page("index.html")) if "papers/" in entry[0]] == [("papers/", "Mine")]
