"""Sites that are built again and again, after random edits or by other processes, are those of a build from scratch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.incremental_site import MATERIAL, PAPERS, IncrementalSite, RandomAuthor, example_notes


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.full)])
def test_another_process_reuses_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """The snapshot does not depend on memory addresses, on the order of sets, or on `--strict`."""
    sites.write(tmp_path, {**example_notes(), "mkdocs.yml": MATERIAL})
    rendered = []
    for seed, *options in (("1",), ("2", "--strict")):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        output = sites.build(tmp_path, "--verbose", *options, host=host).output
        rendered.append(re.findall(r"Reading: (papers/\S+)", output))
    assert len(rendered[0]) > PAPERS
    assert rendered[1] == []


OPTIONS = (
    "",
    "markdown_extensions: [smarty]\n",
    "markdown_extensions: [{smarty: {smart_quotes: false}}]\n",
    "use_directory_urls: false\n",
    "plugins: [{papernotes: {papers_path: p}}]\n",
    "nav: [n1.md]\n",
    "",
)


def test_other_options_give_the_site_of_a_build_from_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other extensions, options of one, or URLs: nothing of the last build is used by mistake."""
    RandomAuthor(tmp_path, 1)
    site = IncrementalSite(tmp_path, monkeypatch, None, serving=True)
    for more in OPTIONS:
        plugins = "" if "plugins" in more else "plugins: [search, papernotes]\n"
        site.build({"mkdocs.yml": f"theme: mkdocs\nsite_name: Notes\n{plugins}{more}"})


THEMES = {
    "mkdocs": "theme: mkdocs\nplugins: [search, papernotes]\n",
    "material": (
        "theme: {name: material, font: false}\nuse_directory_urls: false\nmarkdown_extensions: [abbr]\n"
        "plugins: [search, papernotes]\n"
    ),
    "tags": (
        "theme: {name: material, font: false}\nsite_url: https://example.org/a/\n"
        "plugins: [search, tags, {papernotes: {papers_path: p}}]\n"
    ),
}
SWEEP = [
    *((serving, "tags", 0, 4) for serving in (False, True)),
    *(
        pytest.param(serving, theme, seed, 8, marks=pytest.mark.full)
        for serving in (False, True)
        for theme in THEMES
        for seed in range(2)
    ),
]


@pytest.mark.parametrize(("serving", "theme", "seed", "steps"), SWEEP)
def test_random_edits_give_the_site_of_a_build_from_scratch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serving: bool, theme: str, seed: int, steps: int
) -> None:
    """Notes are added, edited, renamed and deleted, and so are bibliography entries and tags: every page is right."""
    author = RandomAuthor(tmp_path, seed)
    site = IncrementalSite(tmp_path, monkeypatch, f"site_name: Notes\n{THEMES[theme]}", serving=serving)
    site.build(check=False)
    for number in range(steps):
        for _ in range(number % 2 + 1):
            author.step()
        site.build()
