"""Delete the state of the last build, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from papernotes_plugin.files import build_cache
from tests.helpers import sites
from tests.helpers.cli_runs import run

CACHE = {
    ".cache/papernotes/0a1b.sqlite3": "x" * 1_000_000,
    ".cache/papernotes/0a1b.sqlite3-journal": "",
    ".cache/papernotes/.gitignore": "*\n",
}


def test_whole_folder_is_deleted(tmp_path: Path) -> None:
    """Nothing is left of a cache, not even the folder that only the cache used."""
    sites.write(tmp_path, {**CACHE, "docs/n.md": "# N\n"})
    result = run("clean", tmp_path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"papernotes: deleted '{tmp_path / build_cache.FOLDER}' (2 files, 1.0 MB)\n"
    assert [path.name for path in tmp_path.iterdir()] == ["docs"]


@pytest.mark.parametrize("other", [".cache/plugin/social/x.png", ".cache/papernotes/notes.txt"])
def test_other_files_stay(tmp_path: Path, other: str) -> None:
    """Files that papernotes did not write stay, and so do their folders."""
    sites.write(tmp_path, {**CACHE, other: "x"})
    build_cache.delete_cache(tmp_path)
    assert "0a1b.sqlite3" not in str(sites.files(tmp_path))
    assert other in sites.files(tmp_path)


def test_nothing_to_delete(tmp_path: Path) -> None:
    """A project without a cache is no error; the path of its mkdocs.yml means its folder."""
    sites.write(tmp_path, {"mkdocs.yml": "site_name: N\n"})
    result = run("clean", tmp_path / "mkdocs.yml")
    assert result.exit_code == 0
    assert result.stderr == f"papernotes: nothing to delete in '{tmp_path / build_cache.FOLDER}'\n"
    assert run("clean", tmp_path / "nowhere").exit_code == 2


@pytest.mark.full
def test_site_without_the_plugin_is_as_before(tmp_path: Path) -> None:
    """The first build says where the state is; without the plugin and after `clean`, nothing is left of papernotes."""
    sites.write(tmp_path, {"mkdocs.yml": sites.PLAIN, "docs/index.md": "# N\n"})
    before = sites.files(sites.build(tmp_path).site.parent)
    sites.write(tmp_path, {"mkdocs.yml": sites.CONFIG})
    first, second = sites.build(tmp_path), sites.build(tmp_path)
    assert "'.cache/papernotes' ('papernotes clean' deletes it" in first.output
    assert ".cache/papernotes" not in second.output
    sites.write(tmp_path, {"mkdocs.yml": sites.PLAIN})
    run("clean", tmp_path)
    assert sites.files(sites.build(tmp_path).site.parent).keys() == before.keys()
