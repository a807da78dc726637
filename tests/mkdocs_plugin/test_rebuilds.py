"""Sites that are built again and again, after random edits or by other processes, are those of a build from scratch."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.helpers import sites
from tests.helpers.incremental_site import HOMEPAGE, MATERIAL, PAPERS, IncrementalSite, RandomAuthor, example_notes


@pytest.mark.parametrize("host", ["mkdocs", pytest.param("properdocs", marks=pytest.mark.full)])
def test_another_process_reuses_the_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """The snapshot does not depend on memory addresses, on the order of sets, or on `--strict`."""
    sites.write(tmp_path, {**example_notes(), "mkdocs.yml": MATERIAL})
    rendered = []
    for seed, *options in (("1",), ("2", "--strict")):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        output = sites.build(tmp_path, "--verbose", *options, host=host).output
        rendered.append(re.findall(r"(?:Reading|Writing): (papers/\S+)", output))
    assert len(rendered[0]) > PAPERS
    assert rendered[1] == []


def test_an_id_without_a_value(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MkDocs reads such an id in the text of a note; strict builds succeed, and the note is reused."""
    note = "# Tokens\n\nThe token <user id> is masked.\n\n## Next\n"
    sites.write(tmp_path, {**example_notes(), "docs/notes/tokens.md": note, "mkdocs.yml": MATERIAL})
    for _ in range(2):
        result = sites.build(tmp_path, "--strict")
        assert result.code == 0
        assert "cannot be recorded" not in result.output
    site = IncrementalSite(tmp_path, monkeypatch, None)
    site.build(check=False)
    assert site.build() <= HOMEPAGE


OPTIONS = (
    "",
    "markdown_extensions: [smarty]\n",
    "markdown_extensions: [{smarty: {smart_quotes: false}}]\n",
    "use_directory_urls: false\n",
    "plugins: [{papernotes: {papers_path: p}}]\n",
    "nav: [n1.md]\n",
    "",
)


@pytest.mark.full
def test_other_options_give_the_site_of_a_build_from_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other extensions, options of one, or URLs: nothing of the last build is used by mistake."""
    RandomAuthor(tmp_path, 1)
    site = IncrementalSite(tmp_path, monkeypatch, None, serving=True)
    for more in OPTIONS:
        plugins = "" if "plugins" in more else "plugins: [search, papernotes]\n"
        site.build({"mkdocs.yml": f"theme: mkdocs\nsite_name: Notes\n{plugins}{more}"})


CITING_HOOK = """
from mkdocs.plugins import event_priority

@event_priority(-50)
def on_page_markdown(markdown, page, **_):
    return f"{markdown}\\n\\nSee [@roe2001].\\n" if page.file.src_uri == "cites.md" else None
"""
"""A hook that adds a citation to a note after papernotes has processed the note."""


def test_a_citation_of_a_hook_follows_the_bibliography(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A citation that a hook adds to a note shows the new author after a change of the bibliography in a preview."""
    entry = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"
    files = {"docs/cites.md": "# Cites\n\nSome words.\n", "hook.py": CITING_HOOK, "bib/a.bib": entry}
    sites.write(tmp_path, files)
    site = IncrementalSite(tmp_path, monkeypatch, f"hooks: [hook.py]\n{MATERIAL}", serving=True)
    page = tmp_path / "site/cites/index.html"
    for changed, author in (({}, "Roe"), ({"bib/a.bib": entry.replace("Roe, Jane", "Doe, Jane")}, "Doe")):
        site.build(changed)
        assert f"({author}, 2001)" in page.read_text("utf-8")


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
    (False, "tags", 0, 4),
    pytest.param(True, "tags", 0, 4, marks=pytest.mark.full),
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
