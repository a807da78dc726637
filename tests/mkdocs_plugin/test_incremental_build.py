"""A build after a change writes the same site, byte for byte, as a build from scratch, and renders few pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Set
from pathlib import Path
from typing import NamedTuple

import pytest
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.incremental import fingerprint
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import PageRecord, Snapshot
from tests.helpers import sites
from tests.helpers.incremental_site import (
    EDITED,
    HOMEPAGE,
    HOOK,
    MATERIAL,
    PAPERS,
    IncrementalSite,
    example_notes,
)

both_commands = pytest.mark.parametrize(
    "serving", [pytest.param(False, id="build"), pytest.param(True, marks=pytest.mark.full, id="serve")]
)
"""Both commands; the preview only in the full run."""
preview_or_full = pytest.mark.parametrize(
    "serving", [pytest.param(False, marks=pytest.mark.full, id="build"), pytest.param(True, id="serve")]
)
"""Both commands; the slower `mkdocs build` only in the full run."""


@pytest.fixture
def make_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., IncrementalSite]:
    """Return a function that writes a site with the example notes and other files, and builds it once."""

    def make(config: str = MATERIAL, files: dict[str, str] | None = None, *, serving: bool = False) -> IncrementalSite:
        sites.write(tmp_path, {**example_notes(), **(files or {})})
        site = IncrementalSite(tmp_path, monkeypatch, config, serving=serving)
        assert len(site.build(check=False)) > PAPERS
        return site

    return make


class Edit(NamedTuple):
    """An edit of the example notes, and the most pages of the 39 that may be rendered after it."""

    name: str
    old: str
    new: str
    most: int
    path: str = EDITED


FEW_PAGES = [
    Edit("words", "Some words", "More words", 2),
    Edit("all words", "More words of my own", "Some words of others", 4),
    Edit("words beside a paper", "2401.00007)", "2401.00007) !", 9),
    Edit("a line above papers", "## Diffusion 1\n", "## Diffusion 1\n\nA line.\n", 9),
    Edit("a venue", "ICLR", "ICML", 28),
    Edit("a title of a paper", "of 7 things", "of seven", 16),
    Edit("a heading", "## Diffusion 1", "## Flow", 24),
    Edit("the title of another paper", "- [A study of 5", "- [A", 18),
    Edit("a mention", "## Flow", "It extends [A study](https://arxiv.org/abs/2401.00003).\n\n## Flow", 21),
    Edit("no mention", "It extends [A study](https://arxiv.org/abs/2401.00003).", "", 21),
    Edit("a citekey", "## Flow", "See [@study20243].\n\n## Flow", 21),
    Edit("a new paper", "## Flow", "- [Soups and bones](https://arxiv.org/abs/2402.00001)\n\n## Flow", 18),
    Edit("a tag", "[Soups and bones]", "#soup [Soups and bones]", 12),
    # the key of the paper has the year, and so has the address of its page, which others link to
    Edit("a year", "2402.00001)", "2402.00001), ICLR 2020", 12),
    Edit("no paper", "- #soup [Soups and bones](https://arxiv.org/abs/2402.00001), ICLR 2020\n", "", 18),
]


@pytest.mark.full
@preview_or_full
def test_an_edit_renders_few_pages(make_site: Callable[..., IncrementalSite], serving: bool) -> None:
    """An edit renders its note, the papers and notes that show the changed text, and the homepage."""
    site = make_site(serving=serving)
    assert site.build() <= HOMEPAGE
    for edit in FEW_PAGES:
        rendered = site.edit(edit.old, edit.new, edit.path)
        assert EDITED in rendered, edit.name
        assert len(rendered) <= edit.most, edit.name
        assert {path for path in rendered if path.startswith("notes/")} <= {EDITED, "notes/n0.md", "notes/n2.md"}
    assert site.build(check=False) <= HOMEPAGE
    if serving:
        assert site.written == set()


@both_commands
def test_the_pages_that_an_edit_changes_are_rendered(make_site: Callable[..., IncrementalSite], serving: bool) -> None:
    """Words behind a link to a paper render the note, the page of the paper, which shows them, and the homepage."""
    site = make_site(serving=serving)
    assert site.edit("2401.00007)", "2401.00007) !") == {EDITED, "papers/study20247.md", *HOMEPAGE}


@both_commands
def test_listings_of_all_pages_are_complete(make_site: Callable[..., IncrementalSite], serving: bool) -> None:
    """The search index and the sitemap contain all pages after an edit."""
    site = make_site(serving=serving)
    site.edit()
    folder = site.folder / "site"
    entries = json.loads((folder / "search/search_index.json").read_text("utf-8"))["docs"]
    urls = {entry["location"] for entry in entries}
    assert len([url for url in urls if url.startswith("papers/")]) >= PAPERS
    assert (folder / "sitemap.xml").read_text("utf-8").count("<loc>") > PAPERS


ALL_PAGES: dict[str, dict[str, str]] = {
    "title of a note": {f"docs/{EDITED}": example_notes()[f"docs/{EDITED}"].replace("# Note 1", "# Another")},
    "icon of a note": {f"docs/{EDITED}": example_notes()[f"docs/{EDITED}"].replace("tags:", "icon: a/b\ntags:", 1)},
    "new note": {"docs/notes/new.md": "# New\n\n[[n1]]\n"},
    "title of an excluded page": {"docs/other/page.md": "# Twice\n"},
    "file of the theme": {"over/partials/copyright.html": "<p>Another time</p>"},
    "option": {"mkdocs.yml": "{config}extra: {{a: 1}}\n"},
    "navigation": {"mkdocs.yml": "{config}nav: [index.md, notes/n1.md]\n"},
    "addresses": {"mkdocs.yml": "{config}use_directory_urls: false\n"},
    "option of the plugin": {"mkdocs.yml": "{other_option}"},
}
"""Changes that affect all pages: files by path."""


@pytest.mark.parametrize(
    ("serving", "checked"),
    [
        pytest.param(False, {"option"}, id="build", marks=pytest.mark.full),
        pytest.param(True, {"title of a note"}, id="serve", marks=pytest.mark.full),
        pytest.param(True, ALL_PAGES.keys(), id="serve-all", marks=pytest.mark.full),
        pytest.param(False, ALL_PAGES.keys(), id="build-all", marks=pytest.mark.full),
    ],
)
def test_a_change_of_the_environment_renders_all_pages(
    make_site: Callable[..., IncrementalSite], serving: bool, checked: Set[str]
) -> None:
    """Whatever every page shows or depends on renders all pages once, and few after the next edit."""
    config = MATERIAL.replace("font: false", "font: false, custom_dir: over")
    config = config.replace("tags, papernotes", "tags, {papernotes: {exclude: [other/*]}}")
    other_option = config.replace("exclude: [other/*]", "exclude: [other/*], max_authors: 1")
    files = {"over/partials/copyright.html": "<p>Once</p>", "docs/other/page.md": "# Once\n"}
    site = make_site(config, files, serving=serving)
    for number, (name, changed) in enumerate(ALL_PAGES.items()):
        filled = {
            path: text.format(config=config, other_option=other_option) if path == "mkdocs.yml" else text
            for path, text in changed.items()
        }
        assert len(site.build(filled, check=name in checked)) > PAPERS, name
        assert len(site.build({"docs/notes/n3.md": f"{example_notes()['docs/notes/n3.md']}{number}"}, check=False)) < 10


@pytest.mark.full
def test_installed_packages_and_a_build_date_render_all_pages(
    make_site: Callable[..., IncrementalSite], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new version of any package renders all pages once, a template that shows the time in each build."""
    config = MATERIAL.replace("font: false", "font: false, custom_dir: over")
    site = make_site(config, {"over/partials/copyright.html": "<p>Once</p>"})
    sites.write(site.folder, {"installed/some_theme-2.0.dist-info/METADATA": ""})
    monkeypatch.syspath_prepend(str(site.folder / "installed"))
    # as in a new process
    fingerprint._installed_packages.cache_clear()
    assert len(site.build(check=False)) > PAPERS
    assert site.build(check=False) <= HOMEPAGE
    assert len(site.build({"over/partials/copyright.html": "<p>{{ build_date_utc }}</p>"})) > PAPERS
    assert len(site.build()) > PAPERS


def test_the_files_of_the_package_are_part_of_the_environment() -> None:
    """An edit of the code of any stage renders all pages, also in an editable installation."""
    stamps = str(fingerprint._installed_packages())
    assert "pipeline/text_edit.py" in stamps
    assert "incremental/fingerprint.py" in stamps


@preview_or_full
@pytest.mark.parametrize(
    ("config", "files"),
    [
        pytest.param(f"{MATERIAL}hooks: [hook.py]\n", {"hook.py": HOOK}, marks=pytest.mark.full),
        (MATERIAL, {"docs/tags.md": "# Tags\n\n<!-- material/tags -->\n"}),
    ],
    ids=["hook", "tag listing"],
)
def test_what_reads_all_pages_gets_all_pages(
    make_site: Callable[..., IncrementalSite], serving: bool, config: str, files: dict[str, str]
) -> None:
    """With a hook that may change any page, and with a page that lists the tags of all, all pages are rendered."""
    site = make_site(config, files, serving=serving)
    assert len(site.edit()) > PAPERS


@pytest.mark.full
@pytest.mark.parametrize(
    "nav",
    [
        "[index.md, {Mine: notes/n1.md}, {Papers of mine: papers/index.md}]",
        pytest.param("[{A: [notes/n1.md, papers/index.md]}]", marks=pytest.mark.full),
    ],
)
def test_a_navigation_that_names_pages(make_site: Callable[..., IncrementalSite], nav: str) -> None:
    """A page has the title of the navigation, whether it is rendered or reused; its generated pages are rendered."""
    site = make_site(f"{MATERIAL}nav: {nav}\n")
    always = {*HOMEPAGE, "papers/index.md", "notes/n1.md"}
    assert site.build() <= always
    assert site.edit() <= {EDITED, *always}
    assert len(site.build({"mkdocs.yml": f"{MATERIAL}nav: {nav.replace('1.md', '2.md')}\n"})) > PAPERS
    assert site.build() <= {*always, "notes/n2.md"}


@both_commands
def test_a_bibliography_entry_renders_the_pages_of_its_paper(
    make_site: Callable[..., IncrementalSite], serving: bool
) -> None:
    """A new entry for one paper renders its page, and the pages that list it."""
    site = make_site(serving=serving)
    entry = "@misc{doe2024, title={A study of 7 things}, author={Doe, Jane}, eprint={2401.00007}, year={2024}}"
    rendered = site.build({"bib/a.bib": entry})
    assert len(rendered) <= 16
    assert "papers/doe2024.md" in rendered


@preview_or_full
@pytest.mark.parametrize(
    ("option", "everywhere"),
    [
        pytest.param("{base_path: docs}", False, id="one note"),
        pytest.param("{auto_append: [docs/notes/n1.md]}", True, id="all pages", marks=pytest.mark.full),
    ],
)
def test_an_included_file_is_part_of_the_page(
    make_site: Callable[..., IncrementalSite], serving: bool, option: str, everywhere: bool
) -> None:
    """A note that includes another one changes with it; a file that is appended everywhere renders all pages."""
    site = make_site(f"{MATERIAL}markdown_extensions: [{{pymdownx.snippets: {option}}}]\n", serving=serving)
    site.edit("# Note 3", '# Note 3\n\n--8<-- "notes/n1.md"', path="notes/n3.md", check=False)
    rendered = site.edit()
    assert "notes/n3.md" in rendered
    assert (len(rendered) > PAPERS) == everywhere


@pytest.mark.full
@preview_or_full
def test_a_new_tag_listing_is_complete(make_site: Callable[..., IncrementalSite], serving: bool) -> None:
    """A note that begins to list the tags of all pages lists those of reused pages."""
    site = make_site(serving=serving)
    site.edit(check=False)
    site.edit("More words", "<!-- material/tags -->\n\nMore words")
    site.edit("More words", "Other words")


@both_commands
def test_warnings_are_shown_in_each_build(
    make_site: Callable[..., IncrementalSite], caplog: pytest.LogCaptureFixture, serving: bool
) -> None:
    """A broken link and a missing anchor are reported once in each build, also from a page that did not change."""
    site = make_site(serving=serving)
    with caplog.at_level("INFO", "mkdocs"):
        wrong = "# Note 3\n\n[Gone](gone.md) and [there](n2.md#nowhere)\n"
        site.edit("# Note 3\n", wrong, path="notes/n3.md", check=False)
        for _ in range(2):
            caplog.clear()
            site.build(check=False)
            for target in ("gone.md", "#nowhere"):
                assert sum(target in record.getMessage() for record in caplog.records) == 1


def test_a_missing_anchor_is_reported_from_a_reused_page(
    make_site: Callable[..., IncrementalSite], caplog: pytest.LogCaptureFixture
) -> None:
    """MkDocs checks the links of reused pages to anchors in rendered pages."""
    site = make_site(serving=True)
    with caplog.at_level("INFO", "mkdocs"):
        rendered = site.edit("## Diffusion 1", "## Flow", check=False)
    assert "notes/n2.md" not in rendered
    assert any("n1.md#diffusion-1" in record.getMessage() for record in caplog.records)


@pytest.mark.full
def test_after_an_error_all_pages_are_rendered(
    make_site: Callable[..., IncrementalSite], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted build leaves nothing that a later one reuses."""
    site = make_site(serving=True)
    site.edit(check=False)
    with monkeypatch.context() as patch:

        def fail(*_: object, **__: object) -> None:
            raise ValueError("no")

        patch.setattr(Page, "validate_anchor_links", fail)
        with pytest.raises(ValueError, match="no"):
            site.edit("More words", "Many words")
    assert len(site.build()) > PAPERS
    assert len(site.edit("Many words", "Some words", check=False)) < 10


@preview_or_full
@pytest.mark.parametrize("method", [pytest.param("from_page", marks=pytest.mark.full), "rows"])
def test_an_error_while_the_snapshot_is_stored_does_not_stop_the_build(
    make_site: Callable[..., IncrementalSite],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    serving: bool,
    method: str,
) -> None:
    """The site is complete, one line is logged, and the next build reuses no page that this one changed."""
    site = make_site(serving=serving)
    with monkeypatch.context() as patch, caplog.at_level("INFO", "mkdocs"):

        def fail(*_: object, **__: object) -> None:
            raise RuntimeError("no\nsnapshot")

        patch.setattr(PageRecord if method == "from_page" else Snapshot, method, fail)
        site.edit("## Diffusion 1", "## Flow")
    messages = [record.getMessage() for record in caplog.records if "snapshot" in record.getMessage()]
    if serving and method == "rows":
        assert messages == []
        return
    # the build from scratch, with which the site is compared, stores no snapshot either
    assert len(messages) == 2
    assert "\n" not in messages[0]
    assert len(site.edit("## Flow", "## Diffusion 1")) > (PAPERS if serving else 5)
    assert site.build() <= HOMEPAGE


INCREMENTAL = "papernotes_plugin.mkdocs_plugin.incremental"
RECORDING = (
    "incremental_build.ReusePlan.complete_listings", "incremental_build.environment_values",
    "incremental_build.environment_digest", "incremental_build.SnapshotStore.for_site",
    "incremental_build.SnapshotStore.read", "incremental_build.SnapshotStore.write", "incremental_build.Fingerprint",
    "incremental_build.pipeline.with_changes", "incremental_build.ReusePlan.select_generated",
    "incremental_build.ReusePlan.new_snapshot", "incremental_build.PreservedSite.stamps",
    "incremental_build.pipeline.BuildSnapshot.from_site", "incremental_build.gc_tuning.freeze_heap",
    "snapshot.PageRecord.restore", "snapshot.Snapshot.rows", "reuse_plan.merge_listings",
    "reuse_plan.PageRecord.from_page", "reuse_plan.subset",
)  # fmt: skip
"""Functions that keep records for the next build, or read those of the last one."""


@preview_or_full
@pytest.mark.parametrize(
    "function", [RECORDING[0], *(pytest.param(name, marks=pytest.mark.full) for name in RECORDING[1:])]
)
def test_an_error_in_a_record_costs_the_record_only(
    make_site: Callable[..., IncrementalSite], monkeypatch: pytest.MonkeyPatch, serving: bool, function: str
) -> None:
    """The build ends, its pages are right, and the next build gives the site of a build from scratch."""
    site = make_site(serving=serving)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("no record")

    with monkeypatch.context() as patch:
        patch.setattr(f"{INCREMENTAL}.{function}", fail)
        site.edit(check=False)
    page = (site.folder / "site" / EDITED).with_suffix("") / "index.html"
    assert "More words of my own" in page.read_text("utf-8")
    site.edit("More words", "Many words")
