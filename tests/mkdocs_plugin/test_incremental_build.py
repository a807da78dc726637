"""A build leaves the pages as they are that cannot have changed since the last one, whatever happened to its cache."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File
from mkdocs.structure.pages import Page

from papernotes_plugin.mkdocs_plugin.fast_rendering.fast_page import FastPage
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Built
from tests.helpers import sites
from tests.mkdocs_plugin.test_rebuilds import THEMES, Author
from tests.mkdocs_plugin.test_reuse_plan import EDITED, HOOK, MATERIAL, PAPERS, notes

CACHE = ".cache/papernotes"
ALWAYS = {"index.md"}
"""What is made in each build: a homepage may tell the time."""


class Builds:
    """Builds of one site, each as if it had a process of its own, with what is made in each."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, config: str = MATERIAL) -> None:
        patch.setenv("SOURCE_DATE_EPOCH", "1700000000")
        patch.setenv("NO_MKDOCS_2_WARNING", "1")
        self.folder, self._patch = folder, patch
        self.made: set[str] = set()
        self._number = 0
        sites.write(folder, {"mkdocs.yml": config})
        for kind in (Page, FastPage):
            patch.setattr(kind, "render", self._heard(kind.render))

    def _heard(self, method: Callable[..., None]) -> Callable[..., None]:
        def heard(page: Page, *given: object) -> None:
            self.made.add(page.file.src_uri)
            method(page, *given)

        return heard

    def _files(self, site: str) -> dict[str, bytes]:
        self._patch.setattr(vars(MkDocsConfig)["plugins"], "plugin_cache", {})
        config = load_config(str(self.folder / "mkdocs.yml"), site_dir=str(self.folder / site))
        config.plugins.on_startup(command="build", dirty=False)
        build(config)
        return sites.files(self.folder / site)

    def build(self, changed: dict[str, str] | None = None, *, check: bool = True) -> set[str]:
        """The pages that were made after some files have changed; `check` that the site is as it is from nothing."""
        sites.write(self.folder, {**(changed or {})})
        self.made.clear()
        ours, made = self._files("site"), {*self.made}
        if check:
            self._number += 1
            clean = self._files(f"clean{self._number}")
            assert ours.keys() == clean.keys()
            assert [path for path in ours if ours[path] != clean[path]] == []
        return made

    def edit(self, old: str, new: str, path: str = EDITED) -> set[str]:
        """The pages that were made after an edit."""
        text = (self.folder / "docs" / path).read_text("utf-8")
        assert old in text
        return self.build({f"docs/{path}": text.replace(old, new)})

    @property
    def cache(self) -> Path:
        """The file of the site."""
        return max((self.folder / CACHE).glob("*.sqlite3"), key=lambda file: file.stat().st_mtime_ns)


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Builds:
    """A Material site, built once."""
    sites.write(tmp_path, notes())
    first = Builds(tmp_path, monkeypatch)
    assert len(first.build(check=False)) > PAPERS
    return first


def test_nothing_changed(builds: Builds) -> None:
    """Nothing is made but what may tell the time; nor is anything after that."""
    assert builds.build() <= ALWAYS
    assert builds.build() <= ALWAYS


@pytest.mark.parametrize("host", ["mkdocs", "properdocs"])
def test_another_process_reads_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """Nothing in it depends on where an object is, or on the order of a set, or on how strict a build is."""
    sites.write(tmp_path, {**notes(), "mkdocs.yml": MATERIAL})
    read = []
    for seed, *options in (("1",), ("2", "--strict")):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        done = sites.build(tmp_path, "--verbose", *options, host=host)
        read.append(re.findall(r"Reading: (papers/\S+)", done.output))
    assert len(read[0]) > PAPERS
    assert read[1] == []


@pytest.mark.parametrize(
    "nav",
    ["[index.md, {Mine: notes/n1.md}, {Papers of mine: papers/index.md}]", "[{A: [notes/n1.md, papers/index.md]}]"],
)
def test_a_navigation_that_names_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nav: str) -> None:
    """What stands in it is called as it says, whether it is made or left; of ours MkDocs makes it each time."""
    sites.write(tmp_path, notes())
    builds = Builds(tmp_path, monkeypatch, f"{MATERIAL}nav: {nav}\n")
    builds.build(check=False)
    always = {*ALWAYS, "papers/index.md", "notes/n1.md"}
    assert builds.build() <= always
    assert builds.edit("Some words", "More words") <= {EDITED, *always}
    assert len(builds.build({"mkdocs.yml": f"{MATERIAL}nav: {nav.replace('1.md', '2.md')}\n"})) > PAPERS
    assert builds.build() <= {*always, "notes/n2.md"}


def test_an_edit_makes_what_it_touches(builds: Builds) -> None:
    """Words make their note; papers what shows them; a name makes everything."""
    assert builds.edit("Some words", "More words") <= {EDITED, *ALWAYS}
    made = builds.edit("of 7 things", "of seven")
    assert {path for path in made if path.startswith("notes/")} <= {EDITED, "notes/n0.md", "notes/n2.md"}
    assert EDITED in made
    assert len([path for path in made if path.startswith("papers/")]) <= PAPERS // 2
    assert len(builds.edit("# Note 1", "# Another")) > PAPERS
    assert builds.build() <= ALWAYS


@pytest.mark.parametrize(
    "changed",
    [
        {"mkdocs.yml": f"{MATERIAL}extra: {{a: 1}}\n"},
        {"mkdocs.yml": f"{MATERIAL}nav: [index.md, notes/n1.md]\n"},
        {"mkdocs.yml": MATERIAL.replace("papernotes]", "{papernotes: {max_authors: 1}}]")},
        {"docs/notes/new.md": "# New\n\n[[n1]]\n"},
    ],
    ids=["an option", "the navigation", "an option of ours", "a note more"],
)
def test_what_is_around_all_pages_makes_everything(builds: Builds, changed: dict[str, str]) -> None:
    """Whatever else is other, every page may be."""
    assert len(builds.build(changed)) > PAPERS
    assert builds.build() <= ALWAYS


def test_another_theme_and_other_packages_make_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that changes the theme, and another version of anything that is installed."""
    theme = MATERIAL.replace("font: false", "font: false, custom_dir: over")
    sites.write(tmp_path, {**notes(), "over/partials/copyright.html": "<p>Once</p>"})
    builds = Builds(tmp_path, monkeypatch, theme)
    builds.build(check=False)
    assert len(builds.build({"over/partials/copyright.html": "<p>Another time</p>"})) > PAPERS
    assert builds.build() <= ALWAYS
    sites.write(tmp_path, {"installed/some_theme-2.0.dist-info/METADATA": ""})
    monkeypatch.syspath_prepend(str(tmp_path / "installed"))
    assert len(builds.build()) > PAPERS
    told = {"over/partials/copyright.html": "<p>{{ build_date_utc }}</p>"}
    assert len(builds.build(told)) > PAPERS
    assert len(builds.build()) > PAPERS


def test_a_hook_sees_all_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does with pages what nobody knows is asked each time."""
    sites.write(tmp_path, {**notes(), "hook.py": HOOK})
    builds = Builds(tmp_path, monkeypatch, f"{MATERIAL}hooks: [hook.py]\n")
    builds.build(check=False)
    assert len(builds.build()) > PAPERS


def test_what_somebody_did_to_the_site_is_put_right(builds: Builds) -> None:
    """Pages that were changed, removed or replaced are made again, and what is none of the site's is gone."""
    site = builds.folder / "site"
    there = sites.files(site)
    pages = sorted(path for path in there if path.startswith("papers/") and path.endswith("/index.html"))
    changed, removed, replaced, linked = (site / path for path in pages[-4:])
    changed.write_text("Something else", "utf-8")
    removed.unlink()
    replaced.unlink()
    replaced.mkdir()
    linked.rename(builds.folder / "elsewhere")
    linked.symlink_to(builds.folder / "elsewhere")
    sites.write(site, {"papers/none/index.html": "None of ours", "stray.txt": ""})
    (site / "notes/n1/index.html").write_text("Something else", "utf-8")
    made = builds.build()
    assert EDITED in made
    assert len(made) <= len(ALWAYS) + 5
    shutil.rmtree(site)
    assert len(builds.build()) > PAPERS


def _garbage(file: Path) -> None:
    file.write_bytes(b"no cache at all" * 1000)


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE told (name TEXT, value TEXT)")


def _told(sql: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as cache, cache:
            cache.execute(sql)

    return change


DAMAGES = [
    _garbage,
    _cut,
    _empty,
    _foreign,
    _told("PRAGMA user_version = 99"),
    _told("PRAGMA application_id = 1"),
    _told("DROP TABLE texts"),
    _told("DELETE FROM told WHERE name = 'stamps'"),
    _told("UPDATE told SET value = '{'"),
    _told("UPDATE told SET value = '[1]'"),
    _told("INSERT INTO told VALUES ('page papers/x.md', '3')"),
    _told("INSERT INTO told VALUES ('page papers/x.md', '[1, 2, 3, 4, 5]')"),
    _told("""INSERT INTO told VALUES ('page papers/x.md', '["a", "b", {}, [], {"c": {"d": 1}}]')"""),
    _told("""UPDATE told SET value = '{"search/search_index.json": {"": 5}}' WHERE name = 'listed'"""),
    _told("UPDATE told SET value = '5' WHERE name = 'titles'"),
    # what is in its form and wrong
    _told("UPDATE told SET value = replace(value, 'Some', 'None')"),
    _told("UPDATE told SET value = '{}' WHERE name = 'titles'"),
    _told("UPDATE texts SET path = number, data = 7"),
    _told("UPDATE texts SET data = data || ' '"),
    _told("DELETE FROM texts WHERE number = 0"),
    _told("DELETE FROM told WHERE name = 'digest'"),
    _told("UPDATE told SET value = '[[[[' || replace(hex(zeroblob(50000)), '00', '[') WHERE name = 'shape'"),
]


def test_a_cache_that_is_not_as_it_was_written_is_made_anew(builds: Builds, caplog: pytest.LogCaptureFixture) -> None:
    """It costs time, no page and no warning."""
    for number, damage in enumerate(DAMAGES):
        damage(builds.cache)
        assert len(builds.build(check=False)) > PAPERS, number
    assert [r for r in caplog.records if r.levelname not in ("INFO", "DEBUG")] == []
    assert builds.build() <= ALWAYS


def test_a_cache_in_use_is_waited_for_and_then_left(
    builds: Builds, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Another program that does not let it go costs a moment; the site is right, and what happened is told."""
    monkeypatch.setattr("papernotes_plugin.mkdocs_plugin.incremental.snapshot_store._WAIT", 0.1)
    with closing(sqlite3.connect(builds.cache, isolation_level=None)) as other, caplog.at_level("INFO"):
        other.execute("BEGIN EXCLUSIVE")
        assert len(builds.build(check=False)) > PAPERS
        assert "locked" in caplog.text
        other.execute("ROLLBACK")
    # what it tells is older than what is there
    assert builds.edit("Some words", "More words") >= {EDITED}
    assert builds.build() <= ALWAYS


def test_no_cache_is_written_where_none_is_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where a preview would watch it; and it never gets into the project's history."""
    off = MATERIAL.replace("papernotes]", "{papernotes: {cache: false}}]")
    for config in (off, f"{MATERIAL}watch: [.]\n"):
        sites.write(tmp_path, notes())
        builds = Builds(tmp_path, monkeypatch, config)
        builds.build(check=False)
        assert len(builds.build(check=False)) > PAPERS
        assert not (tmp_path / ".cache").exists()
    sites.write(tmp_path, {"mkdocs.yml": MATERIAL})
    builds.build(check=False)
    assert sorted(sites.files(tmp_path / CACHE)) == [".gitignore", builds.cache.name]
    assert (tmp_path / CACHE / ".gitignore").read_text("utf-8") == "*\n"


def test_where_no_cache_can_be_written_that_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A file where its folder would be costs time and nothing else."""
    sites.write(tmp_path, {**notes(), ".cache": "A file"})
    builds = Builds(tmp_path, monkeypatch)
    with caplog.at_level("INFO"):
        builds.build(check=False)
    assert "cannot be written" in caplog.text
    assert len(builds.build()) > PAPERS


def test_a_build_that_was_stopped_leaves_the_next_one_right(builds: Builds, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of its pages may be written, and its cache not."""
    with monkeypatch.context() as patch:
        written = []
        copy = File.copy_file

        def stopped(self: File, dirty: bool = False) -> None:
            written.append(self)
            if len(written) > 5:
                raise KeyboardInterrupt
            copy(self, dirty)

        patch.setattr(File, "copy_file", stopped)
        with pytest.raises(KeyboardInterrupt):
            builds.edit("2401.00007", "2401.10007")
    builds.edit("Some words", "More words")
    assert builds.build() <= ALWAYS


def test_what_is_wrong_is_told_each_time(builds: Builds, caplog: pytest.LogCaptureFixture) -> None:
    """A link that leads nowhere in a note."""
    wrong = "\n[Gone](gone.md) and [there](n2.md#nowhere)\n"
    with caplog.at_level("INFO"):
        builds.edit("Some words of my own.\n", f"Some words of my own.\n{wrong}")
        for _ in range(2):
            caplog.clear()
            builds.build(check=False)
            for sign in ("gone.md", "#nowhere"):
                assert sign in caplog.text


def test_what_json_cannot_hold_is_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A date in a front matter is no text: its note is made in each build."""
    sites.write(tmp_path, {**notes(), "docs/dated.md": "---\ndate: 2024-01-02\n---\n\n# Dated\n"})
    builds = Builds(tmp_path, monkeypatch)
    builds.build(check=False)
    assert builds.build() <= {"dated.md", *ALWAYS}


@pytest.mark.parametrize("seed", range(2))
def test_after_any_edits_the_site_is_as_from_nothing(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notes come, change, take other names and go, and so do entries and tags: every page is right."""
    author = Author(tmp_path, seed)
    builds = Builds(tmp_path, monkeypatch, f"site_name: Notes\n{THEMES['tags']}")
    builds.build(check=False)
    for _ in range(8):
        author.step()
        builds.build()


def test_what_was_built_is_read_as_it_was_written(builds: Builds) -> None:
    """Every part of it, by its name."""
    with closing(sqlite3.connect(builds.cache)) as cache:
        rows = dict(cache.execute("SELECT name, value FROM told WHERE name NOT IN ('asked', 'traces', 'digest')"))
    assert dict(Built.read(rows).rows()) == rows
    assert [name for name, value in rows.items() if os.fspath(builds.folder) in value] == []
