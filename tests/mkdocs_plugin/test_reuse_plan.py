"""In a preview, what an edit of words cannot have changed is not made again; and whatever else is other is seen."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.fast_rendering.fast_page import FastPage
from tests.helpers import sites
from tests.mkdocs_plugin.test_rebuilds import Preview

MATERIAL = (
    "site_name: Notes\ntheme: {name: material, font: false}\nsite_url: https://example.org/a/\n"
    "plugins: [search, tags, papernotes]\n"
)
PAPERS = 30
WORDS = "\nSome words of my own.\n"
EDITED = "notes/n1.md"


def notes() -> dict[str, str]:
    """Notes of papers, each on five of its own and one of the note before; one links to another."""
    papers = [f"- [A study of {n} things](https://arxiv.org/abs/2401.{n:05d}), ICLR 2024\n" for n in range(PAPERS)]
    texts = {}
    for number in range(PAPERS // 5):
        items = "".join(papers[max(0, number * 5 - 1) : number * 5 + 5])
        front = f"---\ntags: [a, b/{number}]\n---\n\n"
        texts[f"docs/notes/n{number}.md"] = f"{front}# Note {number}\n\n## Papers\n\n{items}{WORDS}"
    texts["docs/notes/n2.md"] += "\nAs [[n1]] says, and [there](n1.md#papers).\n"
    return texts | {"docs/index.md": "# Home\n\n[Note](notes/n1.md)\n"}


class Watched:
    """A preview, with what is made in each build of it."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, config: str = MATERIAL) -> None:
        patch.setenv("SOURCE_DATE_EPOCH", "1700000000")
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        self.folder, self._patch = folder, patch
        self.made: list[str] = []
        self.copied: list[str] = []
        sites.write(folder, {**notes(), "mkdocs.yml": config})
        for kind in (Page, FastPage):
            patch.setattr(kind, "render", self._heard(kind.render, self.made))
        patch.setattr(File, "copy_file", self._heard(File.copy_file, self.copied))
        self._preview = Preview(folder, "site", patch)
        self._number = 0

    @staticmethod
    def _heard(method: Callable[..., None], to: list[str]) -> Callable[..., None]:
        def heard(self: Page | File, *given: object, **named: object) -> None:
            to.append((self if isinstance(self, File) else self.file).src_uri)
            method(self, *given, **named)

        return heard

    def build(self, changed: dict[str, str] | None = None, *, check: bool = True) -> set[str]:
        """The pages that were made after some files have changed; `check` that the site is as it is from nothing."""
        sites.write(self.folder, {**(changed or {})})
        self.made.clear()
        self.copied.clear()
        ours = self._preview.build()
        made, written = {*self.made}, [*self.copied]
        if not check:
            return made
        self._number += 1
        clean = Preview(self.folder, f"clean{self._number}", self._patch).build()
        assert ours.keys() == clean.keys()
        assert [path for path in ours if ours[path] != clean[path]] == []
        self.copied[:] = written
        return made

    def edit(
        self, old: str = "Some words", new: str = "More words", path: str = EDITED, *, check: bool = True
    ) -> set[str]:
        """The pages that were made after an edit."""
        text = (self.folder / "docs" / path).read_text("utf-8")
        assert old in text
        return self.build({f"docs/{path}": text.replace(old, new)}, check=check)


@pytest.fixture
def watched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """The preview of a Material site, built once."""
    preview = Watched(tmp_path, monkeypatch)
    assert len(preview.build(check=False)) > PAPERS
    return preview


def test_an_edit_of_words_makes_few_pages(watched: Watched) -> None:
    """The note, its papers where their words are others, the notes it links to, and the homepage."""
    assert watched.edit() <= {EDITED, "index.md"}
    again = watched.edit("More words of my own", "Words of others")
    assert EDITED in again
    assert len(again) <= 4
    assert watched.copied == []


def test_an_item_of_a_paper_is_seen_on_its_page(watched: Watched) -> None:
    """Words beside a paper are on its page, and a line above moves all that stands below."""
    assert len(watched.edit("2401.00007)", "2401.00007) !")) < 10
    papers = {path for path in watched.edit("## Papers\n", "## Papers\n\nA line.\n") if path.startswith("papers/2")}
    assert len(papers) <= 6


def test_nothing_changed(watched: Watched) -> None:
    """A file that is saved as it was makes nothing but what tells the time."""
    assert watched.build() <= {"index.md"}


@pytest.mark.parametrize(
    ("old", "new"),
    [("ICLR", "ICML"), ("of 7 things", "of seven"), ("## Papers", "## P"), ("- [A study of 5", "- [A")],
)
def test_more_than_words_makes_what_is_other(watched: Watched, old: str, new: str) -> None:
    """What may be shown in any note is looked for in all of them; papers and notes of which nothing is other stay."""
    made = watched.edit(old, new)
    assert EDITED in made
    assert {path for path in made if path.startswith("notes/")} <= {EDITED, "notes/n0.md", "notes/n2.md"}
    assert len([path for path in made if path.startswith("papers/")]) <= PAPERS // 2
    assert len(watched.edit(check=False)) < 10


@pytest.mark.parametrize(("old", "new"), [("# Note 1", "# Another"), ("tags: [a", "icon: material/home\ntags: [a")])
def test_another_name_makes_everything(watched: Watched, old: str, new: str) -> None:
    """What stands in the navigation stands on every page."""
    assert len(watched.edit(old, new)) > PAPERS
    assert len(watched.edit(check=False)) < 10


def test_another_name_of_a_page_that_is_not_read_makes_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that the author keeps from us stands in the navigation as well."""
    sites.write(tmp_path, {"docs/other/page.md": "# Once\n"})
    config = MATERIAL.replace("tags, papernotes", "tags, {papernotes: {exclude: [other/*]}}")
    watched = Watched(tmp_path, monkeypatch, config)
    watched.build(check=False)
    assert len(watched.edit("# Once", "# Twice", path="other/page.md")) > PAPERS
    assert len(watched.edit(check=False)) < 10


def test_a_bibliography_makes_what_it_tells(watched: Watched) -> None:
    """An entry for one paper makes its page, and those that list it."""
    entry = "@misc{doe2024, title={A study of 7 things}, author={Doe, Jane}, eprint={2401.00007}, year={2024}}"
    made = watched.build({"bib/a.bib": entry})
    assert len([path for path in made if path.startswith("papers/")]) <= PAPERS // 2
    assert "papers/doe2024.md" in made


@pytest.mark.parametrize("more", ["extra: {a: 1}\n", "nav: [index.md, notes/n1.md]\n", "use_directory_urls: false\n"])
def test_another_configuration_makes_everything(watched: Watched, more: str) -> None:
    """Options and navigations are around every page."""
    assert len(watched.build({"mkdocs.yml": MATERIAL + more})) > PAPERS
    assert len(watched.edit(check=False)) < 10


def test_a_changed_theme_makes_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An override of the author's is around every page."""
    theme = MATERIAL.replace("font: false", "font: false, custom_dir: over")
    sites.write(tmp_path, {"over/partials/copyright.html": "<p>Once</p>"})
    watched = Watched(tmp_path, monkeypatch, theme)
    watched.build(check=False)
    assert len(watched.edit(check=False)) < 10
    assert len(watched.build({"over/partials/copyright.html": "<p>Another time</p>"})) > PAPERS


HOOK = "def on_post_page(output, page, **_):\n    return output.replace('Some', 'Any')\n"


@pytest.mark.parametrize(
    "more",
    ["hooks: [hook.py]\n", "docs/tags.md"],
    ids=["a hook", "a listing of tags"],
)
def test_who_looks_at_all_pages_sees_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, more: str) -> None:
    """A hook that may do anything with a page, and a page that shows the tags of all, get all pages each time."""
    listing = {"docs/tags.md": "# Tags\n\n<!-- material/tags -->\n"} if more == "docs/tags.md" else {}
    sites.write(tmp_path, {"hook.py": HOOK, **listing})
    watched = Watched(tmp_path, monkeypatch, MATERIAL + ("" if listing else more))
    watched.build(check=False)
    assert len(watched.edit()) > PAPERS


@pytest.mark.parametrize(
    ("extension", "pages"),
    [("{pymdownx.snippets: {base_path: docs}}", 10), ("{pymdownx.snippets: {auto_append: [docs/notes/n1.md]}}", 1000)],
    ids=["where it is asked for", "everywhere"],
)
def test_what_is_included_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, extension: str, pages: int) -> None:
    """A note that shows a part of another changes with it; where that is any page, all are made."""
    watched = Watched(tmp_path, monkeypatch, f"{MATERIAL}markdown_extensions: [{extension}]\n")
    watched.edit("# Note 3", '# Note 3\n\n--8<-- "notes/n1.md"', path="notes/n3.md")
    made = watched.edit()
    assert "notes/n3.md" in made
    assert (len(made) < 10) == (pages < PAPERS)


def test_a_listing_that_comes_is_whole(watched: Watched) -> None:
    """A note that begins to list the tags of all pages lists them all."""
    watched.edit(check=False)
    watched.edit("More words", "<!-- material/tags -->\n\nMore words")
    watched.edit("More words", "Other words")


def test_a_link_that_breaks_is_told(watched: Watched, caplog: pytest.LogCaptureFixture) -> None:
    """Of a page that is not made again, too, MkDocs says which anchors its links do not find."""
    with caplog.at_level("INFO", "mkdocs"):
        watched.edit("# Home", "# Home\n\n[Gone](notes/n2.md#gone)", path="index.md")
        told = [r.getMessage() for r in caplog.records if "#gone" in r.getMessage()]
        caplog.clear()
        watched.edit()
        assert told
        assert [r.getMessage() for r in caplog.records if "#gone" in r.getMessage()][:1] == told[:1]


def test_what_is_listed_of_all_pages_is_whole(watched: Watched) -> None:
    """Search index, tags and sitemap have every page, in MkDocs' order."""
    watched.edit()
    site = watched.folder / "site"
    found = {entry["location"] for entry in json.loads((site / "search/search_index.json").read_text("utf-8"))["docs"]}
    assert len([location for location in found if location.startswith("papers/")]) >= PAPERS
    assert (site / "sitemap.xml").read_text("utf-8").count("<loc>") > PAPERS


def test_a_build_that_fails_leaves_nothing_to_rely_on(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an error everything is made again."""
    watched.edit()
    with monkeypatch.context() as patch:

        def fail(*_: object, **__: object) -> None:
            raise ValueError("no")

        patch.setattr(Page, "validate_anchor_links", fail)
        with pytest.raises(ValueError, match="no"):
            watched.edit("More words", "Many words")
    assert len(watched.build()) > PAPERS
    assert len(watched.edit("Many words", "Some words")) < 10
