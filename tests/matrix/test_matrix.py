"""A site with us is the site without us, and the papers."""

from __future__ import annotations

import html
import os
import re
import subprocess
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.sites import Built, Site
from tests.matrix.table import BIB, COMMON, LONG, PAPERS, SHORT, Case

_HEAD = "site_name: Notes\nsite_url: https://example.org/sub/\ntheme:\n  name: material\n  font: false\n"
_ADDED = re.compile(r"\s*<(?:link|script)\b[^>]*(?:assets/papernotes/|papers\.atom)[^>]*>(?:</script>)?")
"""What is ours in the head of every page."""
_ENTRY = re.compile(
    r'\s*<li class="?md-nav__item"?>\s*<a href="?(?:[^">]*/)?papers/(?:index\.html)?"? class="?md-nav__link"?>.*?</li>',
    re.DOTALL,
)
"""What is ours in the navigation."""
_LISTS = re.compile(r"(^|/)search(/|_index)|sitemap\.xml|feed_(rss|json)_|^tags\.json$")
"""Files that list all pages."""


def needed(case: Case) -> None:
    """Skip where a plugin is not installed; with PAPERNOTES_REQUIRE_MATRIX set, fail."""
    installed = {d.metadata["Name"].lower() for d in metadata.distributions()}
    if missing := [name for name in case.needs if name not in installed]:
        lack = pytest.fail if os.environ.get("PAPERNOTES_REQUIRE_MATRIX") else pytest.skip
        lack(f"not installed: {', '.join(missing)}")


def written(folder: Path, case: Case) -> Path:
    """The files of a site, all but its `mkdocs.yml`."""
    common = {f"{case.folder}/{name}": text for name, text in COMMON.items()}
    sites.write(folder, {"bib/papers.bib": BIB, **common, **case.files})
    if case.git:
        who = {f"GIT_{role}_{part}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for part in ("NAME", "EMAIL")}
        for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "Write"]):
            subprocess.run(["git", *command], cwd=folder, env={**os.environ, **who}, check=True)
    return folder


def build(folder: Path, case: Case, site: str, plugins: tuple[str, ...]) -> Built:
    """Build a site, strictly, with these plugins."""
    listed = "".join(f"  - {plugin}\n" for plugin in plugins)
    sites.write(folder, {"mkdocs.yml": f"{_HEAD}{case.config}plugins:\n{listed}"})
    built = sites.build(folder, "--strict", host=case.host, site=site)
    assert built.code == 0, built.output
    return built


def words(page: str) -> list[str]:
    """The words that a reader sees on a page."""
    body = re.sub(r"<(script|style|head)\b.*?</\1>", "", page, flags=re.DOTALL)
    return html.unescape(re.sub(r"<[^>]*>", " ", body)).split()


def is_kept(before: str, after: str, *, entry: bool, added_to: bool) -> bool:
    """A page is what it was, but for the one entry in a navigation that nobody arranged.

    Where papers are on it, or others link to it, all its words are there in their order.
    """
    after, entries = _ENTRY.subn("", after)
    if entries != entry:
        return False
    if added_to:
        rest = iter(words(after))
        return all(word in rest for word in words(before) if not word.startswith("[@"))
    return " ".join(before.split()) == " ".join(_ADDED.sub("", after).split())


def check(case: Case, before: Built, after: Built) -> None:
    """What we promise to those who have a site."""
    assert after.warnings == before.warnings
    old, new = sites.files(before.site), sites.files(after.site)
    assert old.keys() <= new.keys()
    for path in sorted(p for p in old if old[p] != new[p] and not _LISTS.search(p)):
        assert path.endswith(".html"), f"{path} has changed"
        added_to = not path.endswith(("plain.html", "plain/index.html", "404.html"))
        pages = old[path].decode(), new[path].decode()
        # a page that only leads elsewhere (redirects) has no navigation
        entry = not case.arranged and "md-nav" in pages[0]
        assert is_kept(*pages, entry=entry, added_to=added_to), f"{path} has changed"

    broken = {wrong.partition(": ")[2] for wrong in Site(before.site).broken()}
    wrong = [wrong for wrong in Site(after.site).broken() if wrong.partition(": ")[2] not in broken]
    # one page of all that are in the navigation: every link on it becomes one within it, whether that page is there
    assert [w for w in wrong if not w.startswith("print_page")] == []

    for path in (p for p in new if p.startswith("feed_")):
        assert not re.search(b"papernotes|pn-", new[path]), f"something of ours is in {path}"

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
    """Build a site without us, with us in every place among the others, and without us again, and compare."""
    written(folder, case)
    notes = _inputs(folder)
    theirs = ("search", *case.plugins)
    before = build(folder, case, "before", theirs)
    orders = {"first": ("papernotes", *theirs)}
    if not case.last:
        orders["last"] = (*theirs, "papernotes")
    if middle := len(theirs) // 2:
        orders["middle"] = (*theirs[:middle], "papernotes", *theirs[middle:])
    found = []
    for site, plugins in orders.items():
        after = build(folder, case, site, plugins)
        check(case, before, after)
        found.append(sites.files(after.site))
    again = build(folder, case, "again", theirs)
    if not case.dated:
        assert all(other == found[0] for other in found), "the order of the plugins matters"
        assert sites.files(again.site) == sites.files(before.site), "something of ours is left"
    assert _inputs(folder) == notes


def _inputs(folder: Path) -> Mapping[str, bytes]:
    inputs = {"docs", "bib", "parts", "refs"}
    return {name: data for name, data in sites.files(folder).items() if name.partition("/")[0] in inputs}


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.name, marks=pytest.mark.full if number > 1 else ())
        for number, case in enumerate(SHORT)
    ],
)
def test_sites_of_the_short_tier(tmp_path: Path, case: Case) -> None:
    """With what comes with MkDocs, ProperDocs and Material."""
    verify(tmp_path, case)


@pytest.mark.matrix
@pytest.mark.parametrize("case", LONG, ids=lambda case: case.name)
def test_sites_of_the_long_tier(tmp_path: Path, case: Case) -> None:
    """With the plugins of others."""
    needed(case)
    verify(tmp_path, case)
