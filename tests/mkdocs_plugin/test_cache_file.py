"""`mkdocs build` writes the same site whatever happened to its cache file or to the site in between."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from mkdocs.structure.files import File

from papernotes_plugin.files.build_cache import FOLDER, RECORD_SUFFIX
from papernotes_plugin.mkdocs_plugin.incremental.snapshot import Snapshot
from tests.helpers import sites
from tests.helpers.incremental_site import EDITED, HOMEPAGE, MATERIAL, PAPERS, IncrementalSite, example_notes


@pytest.fixture(scope="module")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A folder with a site that was built once, and a copy of it."""
    folder = tmp_path_factory.mktemp("cache") / "project"
    sites.write(folder, example_notes())
    with pytest.MonkeyPatch.context() as patch:
        assert len(IncrementalSite(folder, patch).build(check=False)) > PAPERS
    return folder, Path(shutil.copytree(folder, folder.with_name("copy")))


@pytest.fixture
def site(built_folder: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> IncrementalSite:
    """The site that was built once; always in the same folder, because the fingerprint contains its path."""
    folder, copy = built_folder
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)
    return IncrementalSite(folder, monkeypatch, None)


def cache_file(site: IncrementalSite) -> Path:
    """Return the file of the last build's snapshot."""
    return max((site.folder / FOLDER).glob("*.sqlite3"), key=lambda file: file.stat().st_mtime_ns)


def test_changes_of_the_written_site_are_undone(site: IncrementalSite) -> None:
    """Pages that were changed, removed or replaced are rendered again, and foreign files are deleted."""
    folder = site.folder / "site"
    paths = sorted(path for path in sites.files(folder) if path.startswith("papers/") and path.endswith("/index.html"))
    changed, removed, replaced, linked = (folder / path for path in paths[-4:])
    changed.write_text("Something else", "utf-8")
    removed.unlink()
    replaced.unlink()
    replaced.mkdir()
    linked.rename(site.folder / "elsewhere")
    linked.symlink_to(site.folder / "elsewhere")
    sites.write(folder, {"papers/none/index.html": "A foreign page", "stray.txt": ""})
    (folder / "notes/n1/index.html").write_text("Something else", "utf-8")
    rendered = site.build()
    assert EDITED in rendered
    assert len(rendered) <= len(HOMEPAGE) + 5
    shutil.rmtree(folder)
    assert len(site.build()) > PAPERS


def _write_garbage(file: Path) -> None:
    file.write_bytes(b"no cache at all" * 1000)


def _truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _replace_by_foreign_database(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE metadata (name TEXT, value TEXT)")


def _sql(statement: str) -> Callable[[Path], None]:
    def change(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute(statement)

    return change


DAMAGES: list[Callable[[Path], None]] = [
    _write_garbage,
    _replace_by_foreign_database,
    _sql("DELETE FROM metadata WHERE name = 'digest'"),
    # right in form, wrong in content
    _sql("UPDATE metadata SET value = replace(value, 'Some', 'None')"),
]
MORE_DAMAGES: list[Callable[[Path], None]] = [
    _truncate,
    _empty,
    _sql("PRAGMA user_version = 99"),
    _sql("PRAGMA application_id = 1"),
    _sql("DROP TABLE sources"),
    _sql("DELETE FROM metadata WHERE name = 'stamps'"),
    _sql("UPDATE metadata SET value = '{'"),
    _sql("UPDATE metadata SET value = '[1]'"),
    _sql("INSERT INTO metadata VALUES ('pages x', '3')"),
    _sql("INSERT INTO metadata VALUES ('pages x', '[1, 2, 3, 4, 5]')"),
    _sql("""INSERT INTO metadata VALUES ('pages x', '{"a": ["a", "b", "", "", true, {}, [], {"c": {"d": 1}}]}')"""),
    _sql("""UPDATE metadata SET value = '{"search/search_index.json": {"": 5}}' WHERE name = 'listings'"""),
    _sql("UPDATE metadata SET value = '5' WHERE name = 'generated'"),
    _sql("UPDATE metadata SET value = '{}' WHERE name = 'generated'"),
    _sql("UPDATE sources SET path = number, data = 7"),
    _sql("UPDATE sources SET data = data || ' '"),
    _sql("DELETE FROM sources WHERE number = 0"),
    _sql("UPDATE metadata SET value = '[[[[' || replace(hex(zeroblob(50000)), '00', '[') WHERE name = 'nav_outline'"),
]


@pytest.mark.parametrize("damages", [DAMAGES, pytest.param(MORE_DAMAGES, marks=pytest.mark.full)], ids=["few", "all"])
def test_a_damaged_cache_is_replaced(
    site: IncrementalSite, caplog: pytest.LogCaptureFixture, damages: list[Callable[[Path], None]]
) -> None:
    """It costs time, but no page is wrong, and no warning is shown."""
    for number, damage in enumerate(damages):
        damage(cache_file(site))
        assert len(site.build(check=False)) > PAPERS, number
    assert [r for r in caplog.records if r.levelname not in ("INFO", "DEBUG")] == []
    assert site.build() <= HOMEPAGE


@pytest.mark.full
def test_a_locked_cache_is_not_used(
    site: IncrementalSite, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A build waits a moment for another program, then renders all pages and logs that it stores no snapshot."""
    monkeypatch.setattr("papernotes_plugin.mkdocs_plugin.incremental.snapshot_store._TIMEOUT", 0.1)
    with closing(sqlite3.connect(cache_file(site), isolation_level=None)) as other, caplog.at_level("INFO"):
        other.execute("BEGIN EXCLUSIVE")
        assert len(site.build(check=False)) > PAPERS
        assert "locked" in caplog.text
        other.execute("ROLLBACK")
    # the snapshot is older than the site
    assert site.edit() >= {EDITED}
    assert site.build() <= HOMEPAGE


@pytest.mark.full
def test_no_cache_is_written_if_unwanted(site: IncrementalSite) -> None:
    """The option `cache: false`, or a preview that watches the folder, prevents it; git ignores the file."""
    shutil.rmtree(site.folder / ".cache")
    without_cache = MATERIAL.replace("papernotes]", "{papernotes: {cache: false}}]")
    for config in (without_cache, f"{MATERIAL}watch: [.]\n"):
        assert len(site.build({"mkdocs.yml": config}, check=False)) > PAPERS
        assert not (site.folder / ".cache").exists()
    site.build({"mkdocs.yml": MATERIAL}, check=False)
    snapshot = cache_file(site)
    record = snapshot.with_suffix(RECORD_SUFFIX)
    assert sorted(sites.files(site.folder / FOLDER)) == [".gitignore", record.name, snapshot.name]
    assert (site.folder / FOLDER / ".gitignore").read_text("utf-8") == "*\n"


@pytest.mark.full
def test_a_cache_that_cannot_be_written_is_logged(site: IncrementalSite, caplog: pytest.LogCaptureFixture) -> None:
    """A file where its folder would be costs time and nothing else."""
    shutil.rmtree(site.folder / ".cache")
    (site.folder / ".cache").write_text("A file", "utf-8")
    with caplog.at_level("INFO"):
        site.build(check=False)
    assert "cannot be written" in caplog.text
    assert len(site.build()) > PAPERS


def test_an_interrupted_build_does_not_spoil_the_next(site: IncrementalSite, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of its pages may be written, but no snapshot."""
    with monkeypatch.context() as patch:
        copied = []
        copy_file = File.copy_file

        def interrupt(self: File, dirty: bool = False) -> None:
            copied.append(self)
            if len(copied) > 5:
                raise KeyboardInterrupt
            copy_file(self, dirty)

        patch.setattr(File, "copy_file", interrupt)
        with pytest.raises(KeyboardInterrupt):
            site.edit("2401.00007", "2401.10007")
    site.edit()
    assert site.build() <= HOMEPAGE


@pytest.mark.full
def test_front_matter_that_json_cannot_express(site: IncrementalSite) -> None:
    """A note with a date in its front matter is rendered in each build."""
    site.build({"docs/dated.md": "---\ndate: 2024-01-02\n---\n\n# Dated\n"}, check=False)
    site.build({"docs/titled.md": "---\ntitle: 2024-01-02\n---\n\nWords\n"}, check=False)
    assert site.build() <= {"dated.md", "titled.md", *HOMEPAGE}


def test_all_parts_of_a_snapshot_are_stored(site: IncrementalSite) -> None:
    """Every part comes back under its name, and none contains the path of the project."""
    with closing(sqlite3.connect(cache_file(site))) as database:
        rows = dict(
            database.execute("SELECT name, value FROM metadata WHERE name NOT IN ('inputs', 'digests', 'digest')")
        )
    assert dict(Snapshot.from_rows(rows).rows()) == rows
    assert [name for name, value in rows.items() if os.fspath(site.folder) in value] == []
