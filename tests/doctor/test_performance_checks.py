"""`papernotes doctor` reports what makes a site slow, with numbers of the site and a fix."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from papernotes_plugin.doctor import mkdocs_yml, performance_checks
from papernotes_plugin.doctor.finding import Finding
from papernotes_plugin.vocabulary.issues import Level
from tests.helpers import sites
from tests.helpers.sites import CONFIG

SMALL = "no folder, or section of 'nav', of more than 100 pages"


def findings_of(folder: Path, config: str, files: Mapping[str, str] = {}) -> list[Finding]:
    """Return the findings for a site with this configuration and these files."""
    sites.write(folder, {"mkdocs.yml": config, "docs/index.md": "", **files})
    site = mkdocs_yml.read(folder / "mkdocs.yml")
    return list(performance_checks.check_performance(site, site.plugins["papernotes"]))


def with_features(*names: str) -> str:
    """Return a minimal configuration with features of the theme."""
    return CONFIG.replace("  font: false\n", f"  font: false\n  features: [{', '.join(names)}]\n")


def notes(number: int, folders: int = 0) -> dict[str, str]:
    """Return this many notes in the top folder, or in this many folders."""
    return {f"docs/{f'f{n % folders}/' if folders else ''}n{n}.md": "" for n in range(number)}


@pytest.mark.parametrize(
    ("config", "files", "says", "fix"),
    [
        (CONFIG, notes(250), "", ""),
        (
            CONFIG,
            notes(999),
            "puts up to 1,000 links, 290 kB, on each of 1,000 pages: 290 MB in all, about 18 s of each build",
            f"theme: {{features: [navigation.prune]}}   # and: {SMALL}",
        ),
        (CONFIG, notes(999, 10), "puts up to 1,010 links, 293 kB, on each", "theme: {features: [navigation.prune]}"),
        (with_features("navigation.prune"), notes(999, 10), "", ""),
        (with_features("navigation.prune"), notes(999), "puts up to 1,000 links", SMALL),
        (with_features("navigation.prune"), notes(998, 2), "puts up to 502 links", SMALL),
        (
            with_features("navigation.prune", "navigation.sections"),
            notes(999, 10),
            "puts up to 1,010 links",
            "theme: {features: [navigation.tabs, navigation.prune]}",
        ),
        (with_features("navigation.prune", "navigation.sections", "navigation.tabs"), notes(999, 10), "", ""),
        (
            CONFIG.replace("material", "mkdocs"),
            notes(999),
            "puts up to 1,000 links",
            "name one page of each folder in 'nav', and the folders in 'not_in_nav'",
        ),
        (f"{CONFIG}nav: [index.md, {{More: [n1.md, n2.md]}}]\n", notes(999), "", ""),
        (f"{CONFIG}nav: [{', '.join(f'n{n}.md' for n in range(400))}]\n", {}, "puts up to 400 links", SMALL),
        (f"{CONFIG}nav: [{{A: &a [n.md, {{B: *a}}]}}, {{C: *a}}]\n", {}, "", ""),
        (f"{CONFIG}not_in_nav: |\n  # comment\n\n  /f0/\n  f1\n  f2/*.md\n", notes(999, 3), "", ""),
        (CONFIG.replace("paper", "blog, paper"), {f"docs/blog/posts/{n}.md": "" for n in range(400)}, "", ""),
        (CONFIG.replace("paper", "literate-nav, paper"), notes(999), "", ""),
    ],
)  # fmt: skip
def test_a_navigation_on_every_page(tmp_path: Path, config: str, files: dict[str, str], says: str, fix: str) -> None:
    """From 300 links on, a hint gives the cost of the navigation as the theme shows it."""
    findings = findings_of(tmp_path, config, files)
    assert len(findings) == bool(says)
    for finding in findings:
        assert finding.level is Level.INFO
        assert says in finding.message
        assert finding.fix.endswith(fix)


@pytest.mark.parametrize(
    ("listing", "page", "rest"),
    [
        ("docs/tags.md", "site/tags/index.html", ""),
        ("docs/tags.md", "site/tags.html", "use_directory_urls: false\n"),
        ("docs/all/index.md", "site/all/index.html", ""),
        ("docs/README.md", "out/index.html", "site_dir: out\n"),
    ],
)
def test_a_listing_of_very_many_tags(tmp_path: Path, listing: str, page: str, rest: str) -> None:
    """The links on the page of the last build are counted."""
    config = CONFIG.replace("papernotes]", "material/tags, papernotes]") + rest
    html = "<nav><a href='.'>x</a></nav><article>" + "<li><a href='../papers/x/'>A paper</a></li>" * 40_000
    files = {listing: "# Tags\n\n<!-- material/tags { scope: true } -->\n", page: html}
    (finding,) = findings_of(tmp_path, config, files)
    assert f"tags in '{listing.removeprefix('docs/')}' has 40,000 links, 1.7 MB on one page" in finding.message
    assert finding.fix.startswith("remove 'tags' and the listing")
    assert finding.line == 5
    assert findings_of(tmp_path, config, {**files, page: html[: len(html) // 20]}) == []
    assert findings_of(tmp_path, config, {**files, listing: "# Tags\n"}) == []
    assert findings_of(tmp_path, CONFIG + rest, files) == []
    named = config.replace("material/tags", f"tags: {{tags_file: {listing.removeprefix('docs/')}}}")
    assert len(findings_of(tmp_path, named, {**files, listing: "# Tags\n"})) == 1
