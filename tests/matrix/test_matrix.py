"""A site with papernotes is the same site with papers added."""

from __future__ import annotations

import html
import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.required_plugins import skip_if_not_installed
from tests.helpers.sites import Built, Site
from tests.matrix.table import BIB, COMMON, LONG, PAPERS, SHORT, Case

pytestmark = pytest.mark.full

_HEAD = "site_name: Notes\nsite_url: https://example.org/sub/\ntheme:\n  name: material\n  font: false\n"
_ADDED = re.compile(r"\s*<(?:link|script)\b[^>]*(?:assets/papernotes/|papers\.atom)[^>]*>(?:</script>)?")
"""Elements that papernotes adds to the head of every page."""
_NAV_ITEM = re.compile(
    r'\s*<li class="?md-nav__item"?>\s*<a href="?(?:[^">]*/)?papers/(?:index\.html)?"? class="?md-nav__link"?>.*?</li>',
    re.DOTALL,
)
"""Navigation item that papernotes adds."""
_LISTS = re.compile(r"(^|/)search(/|_index)|sitemap\.xml|feed_(rss|json)_|^tags\.json$")
"""Files that list all pages."""

_SECOND_ENDED = "First revision timestamp is older than last revision timestamp"
"""Warning of the plugin of Git dates, which asks twice for the time of a page that is not in the repository."""


def write_site(folder: Path, case: Case) -> None:
    """Write the files of a site, except its `mkdocs.yml`."""
    common = {f"{case.folder}/{name}": text for name, text in COMMON.items()}
    sites.write(folder, {"bib/papers.bib": BIB, **common, **case.files})
    if case.git:
        who = {f"GIT_{role}_{part}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
        for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "Write"]):
            subprocess.run(["git", *command], cwd=folder, env={**os.environ, **who}, check=True)


def build(folder: Path, case: Case, site: str, plugins: tuple[str, ...]) -> Built:
    """Build a site with these plugins and `--strict`."""
    listed = "".join(f"  - {plugin}\n" for plugin in plugins)
    sites.write(folder, {"mkdocs.yml": f"{_HEAD}{case.config}plugins:\n{listed}"})
    result = sites.build(folder, "--strict", host=case.host, site=site)
    if _SECOND_ENDED in result.output:
        result = sites.build(folder, "--strict", host=case.host, site=site)
    assert result.code == 0, result.output
    return result


def words(page: str) -> list[str]:
    """Return the visible words of a page."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", "", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", " ", body)).split()


def is_preserved(before: str, after: str, *, has_nav_item: bool, has_papers: bool) -> bool:
    """Return whether papernotes changed a page only in the promised ways.

    Args:
        before: The HTML of the page without papernotes.
        after: Its HTML with papernotes.
        has_nav_item: Whether papernotes adds its item to the navigation; any other change of it fails.
        has_papers: Whether papers or links may add words to the page; all other words stay in their order.
    """
    after, nav_items = _NAV_ITEM.subn("", after)
    if nav_items != has_nav_item:
        return False
    if has_papers:
        rest = iter(words(after))
        return all(word in rest for word in words(before) if not word.startswith("[@"))
    return " ".join(before.split()) == " ".join(_ADDED.sub("", after).split())


def check(case: Case, before: Built, after: Built) -> None:
    """Check that papernotes preserves the pages of a site and adds every paper."""
    assert after.warnings == before.warnings
    old, new = sites.files(before.site), sites.files(after.site)
    assert old.keys() <= new.keys()
    for path in sorted(p for p in old if old[p] != new[p] and not _LISTS.search(p)):
        assert path.endswith(".html"), f"{path} has changed"
        has_papers = not path.endswith(("plain.html", "plain/index.html", "404.html"))
        pages = old[path].decode(), new[path].decode()
        # a page that redirects has no navigation
        has_nav_item = not case.explicit_nav and "md-nav" in pages[0]
        assert is_preserved(*pages, has_nav_item=has_nav_item, has_papers=has_papers), f"{path} has changed"

    assert "papers.atom" in new
    broken = {wrong.partition(": ")[2] for wrong in Site(before.site).broken()}
    wrong = [wrong for wrong in Site(after.site).broken() if wrong.partition(": ")[2] not in broken]
    # the page of mkdocs-print-site turns every link into one within itself, also links to pages that it lacks
    assert [w for w in wrong if not w.startswith("print_page")] == []

    for path in (p for p in new if p.startswith("feed_")):
        assert not re.search(b"papernotes|pn-", new[path]), f"{path} has generated markup"

    suffix = (
        ".html" if case.config.startswith("use_directory_urls: false") or "offline" in case.plugins else "/index.html"
    )
    for slug in (*PAPERS, *case.papers):
        page = after.page(f"papers/{slug}{suffix}")
        assert "Error" not in page
        assert "pn-" in page or "No note mentions" in page
        assert "@misc" in page
        assert f"papers/{slug}.bib" in new
    assert len([p for p in new if re.fullmatch(r"papers/[^/]+\.bib", p)]) == len(PAPERS) + len(case.papers)


def verify(folder: Path, case: Case) -> None:
    """Build a site without papernotes, with it at several positions, and without it again, and compare."""
    write_site(folder, case)
    inputs = _inputs(folder)
    other_plugins = ("search", *case.plugins)
    before = build(folder, case, "before", other_plugins)
    orders = {"first": ("papernotes", *other_plugins)}
    if not case.must_be_last:
        orders["last"] = (*other_plugins, "papernotes")
    if middle := len(other_plugins) // 2:
        orders["middle"] = (*other_plugins[:middle], "papernotes", *other_plugins[middle:])
    outputs = []
    for site, plugins in orders.items():
        after = build(folder, case, site, plugins)
        check(case, before, after)
        outputs.append(sites.files(after.site))
    again = build(folder, case, "again", other_plugins)
    if not case.shows_build_date:
        assert all(other == outputs[0] for other in outputs), "the order of the plugins matters"
        assert sites.files(again.site) == sites.files(before.site), "papernotes left something behind"
    assert _inputs(folder) == inputs


def _inputs(folder: Path) -> Mapping[str, bytes]:
    inputs = {"docs", "bib", "parts", "refs"}
    return {name: data for name, data in sites.files(folder).items() if name.partition("/")[0] in inputs}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=pytest.mark.full if number != 1 else ())
        for number, case in enumerate(SHORT)
    ],
)
def test_sites_of_the_short_tier(tmp_path: Path, case: Case) -> None:
    """Plugins of MkDocs, ProperDocs and Material work with papernotes."""
    verify(tmp_path, case)


@pytest.mark.matrix
@pytest.mark.parametrize("case", LONG, ids=lambda case: case.name)
def test_sites_of_the_long_tier(tmp_path: Path, case: Case) -> None:
    """Plugins of other authors work with papernotes."""
    skip_if_not_installed(case)
    verify(tmp_path, case)
