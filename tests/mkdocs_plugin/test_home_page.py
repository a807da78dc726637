"""A site without a home page gets one; a site with one keeps its own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.incremental_site import IncrementalSite, example_notes
from tests.helpers.plugin_builds import PluginBuild
from tests.helpers.sites import CONFIG, Built, Site
from tests.mkdocs_plugin.test_nav_item import nav_links

NOTES: dict[str, str | bytes] = {
    "docs/reading.md": "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762), NeurIPS 2017\n",
    "docs/log/2025-03-04.md": "# A day\n\n[[@attention2017need]] again.\n",
    "docs/log/2025-03-05.md": "# Another day\n",
}
GENERATED = '<nav class="papernotes-bar"'


def build_strictly(folder: Path, config: str = CONFIG, **files: str) -> Built:
    """Build a site without warnings and broken links."""
    result = sites.build(sites.write(folder, {"mkdocs.yml": config, **NOTES, **files}), "--strict")
    assert result.code == 0, result.output
    assert result.warnings == []
    assert Site(result.site).broken() == []
    return result


def words(page: str) -> str:
    """Return the text of the article of an HTML page."""
    article = page[page.index("<article") : page.index("</article>")]
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", article, flags=re.DOTALL).split())


@pytest.mark.parametrize("urls", ["", pytest.param("use_directory_urls: false\n", marks=pytest.mark.full)])
def test_a_fresh_site_opens_on_a_home_page(tmp_path: Path, urls: str) -> None:
    """Two notes and four lines of configuration give a home page, first in the navigation, without a warning."""
    result = build_strictly(tmp_path, f"{CONFIG}{urls}")
    page = result.page("index.html")
    assert nav_links(page)[0][1] == "Home"
    assert words(page) == (
        "Papers Venues Map Home 1 paper in 2 notes, 1 venue Papers a year Latest notes Another day 2025-03-05 A day "
        "2025-03-04 Most mentioned papers Attention Is All You Need NeurIPS 2017 · 2 notes Folders log 2 notes, "
        "1 paper Another day · A day Other notes Reading"
    )
    assert "<title>Home - Notes</title>" in page
    # the logo of the theme leads to it
    logo = re.search(r'<a href="([^"]*)"[^>]* class="md-header__button md-logo"', result.page("papers/index.html"))
    assert logo
    assert logo[1] == ("../index.html" if urls else "..")


@pytest.mark.parametrize(
    "given",
    [
        {"docs/index.md": "# Mine\n"},
        *(
            pytest.param(files, marks=pytest.mark.full)
            for files in (
                {"docs/README.md": "# Mine\n"},
                {"docs/index.html": "<p>Mine</p>"},
                {"mkdocs.yml": CONFIG.replace("papernotes]", "papernotes, blog: {blog_dir: .}]"), "docs/posts/x": ""},
                {"mkdocs.yml": CONFIG.replace("papernotes]", "papernotes: {home: false}]")},
            )
        ),
    ],
    ids=["index", "readme", "html", "blog", "off"],
)
def test_a_home_of_the_author_stays(tmp_path: Path, given: Mapping[str, str]) -> None:
    """A page, a file or a blog at the address of the site stays, and nothing is reported."""
    files = {"mkdocs.yml": CONFIG, **NOTES, **given}
    result = sites.build(sites.write(tmp_path, files), "--strict")
    assert result.code == 0, result.output
    page = result.site / "index.html"
    assert not page.is_file() or GENERATED not in page.read_text("utf-8")
    assert "index.md" not in result.output


@pytest.mark.full
def test_a_private_home_does_not_count(tmp_path: Path) -> None:
    """Visitors of a site whose own home page is private get the generated one, without its words."""
    result = build_strictly(tmp_path, **{"docs/index.md": "---\ndraft: true\n---\n# Secret\n"})
    assert GENERATED in result.page("index.html")
    assert "Secret" not in result.page("index.html")


@pytest.mark.full
def test_a_navigation_of_the_author_is_not_changed(tmp_path: Path) -> None:
    """The home page is in it only if the author has added it."""
    nav = "nav: [reading.md, log/2025-03-04.md, log/2025-03-05.md]\n"
    result = build_strictly(tmp_path, CONFIG + nav)
    assert [url for url, _ in nav_links(result.page("index.html"))] == [
        "reading/", "log/2025-03-04/", "log/2025-03-05/",
    ]  # fmt: skip
    result = build_strictly(tmp_path, CONFIG + nav.replace("[", "[Start: index.md, "))
    assert nav_links(result.page("reading/index.html"))[0] == ("..", "Start")


@pytest.mark.full
def test_the_title_is_an_option(tmp_path: Path) -> None:
    """The option `home` names the page and its item in the navigation."""
    result = build_strictly(tmp_path, CONFIG.replace("papernotes]", "papernotes: {home: Meine Notizen}]"))
    assert nav_links(result.page("index.html"))[0][1] == "Meine Notizen"
    assert "<title>Meine Notizen - Notes</title>" in result.page("index.html")


@pytest.mark.full
def test_a_site_without_papers(tmp_path: Path) -> None:
    """The home page of notes without papers lists the notes."""
    folder = sites.write(tmp_path, {"mkdocs.yml": CONFIG, "docs/b.md": "# B\n", "docs/a.md": "# A\n"})
    assert words(sites.build(folder).page("index.html")) == "Papers Home 2 notes, and no paper yet. Notes A B"


@pytest.mark.full
def test_fast_rendering_gives_the_same_page(tmp_path: Path) -> None:
    """The home page has the same tags and words whatever method renders it, and less white space."""
    folder = sites.write(tmp_path, NOTES)
    pages = [PluginBuild(folder, tmp_path / name, name, {"theme": {"name": "material"}}) for name in ("fast", "plain")]
    one, other = (tmp_path / name / "index.html" for name in ("fast", "plain"))
    assert pages
    texts = [re.sub(r"(?<=>)\s+|\s+(?=<)", "", " ".join(page.read_text("utf-8").split())) for page in (one, other)]
    assert texts[0] == texts[1]


@pytest.mark.full
@pytest.mark.parametrize("serving", [False, True], ids=["build", "serve"])
def test_edits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serving: bool) -> None:
    """After each edit the site is as from scratch: words, a date, a new note, and a home page of the author's."""
    files = {path: text for path, text in example_notes().items() if path != "docs/index.md"}
    site = IncrementalSite(sites.write(tmp_path, files), monkeypatch, serving=serving)
    site.build(check=False)
    home = tmp_path / "site/index.html"
    assert len(site.edit("Some words", "More words")) <= 2
    site.edit("tags: [a", "date: 2025-02-03\ntags: [a")
    assert "2025-02-03" in home.read_text("utf-8")
    site.build({"docs/other/new.md": "# New one\n"})
    assert "New one" in words(home.read_text("utf-8"))
    site.build({"docs/index.md": "# Mine\n"})
    assert GENERATED not in home.read_text("utf-8")
    (tmp_path / "docs/index.md").unlink()
    site.build()
    assert GENERATED in home.read_text("utf-8")
