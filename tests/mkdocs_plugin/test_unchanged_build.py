"""A build without changes does nothing, and every change is noticed."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from papernotes_plugin.files.build_cache import FOLDER, RECORD_SUFFIX
from papernotes_plugin.mkdocs_plugin.incremental import input_files
from papernotes_plugin.mkdocs_plugin.incremental.last_build import LastBuild
from tests.helpers import sites
from tests.helpers.incremental_site import EDITED, HOOK, MATERIAL, PAPERS, IncrementalSite, RandomAuthor, example_notes

NOTHING = "nothing changed since the last build"
ENTRY = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"
FILES = {
    **example_notes(),
    "mkdocs.yml": f"{MATERIAL.replace('material,', 'material, custom_dir: theme,')}",
    "theme/partials/note.html": "<p>A note</p>\n",
    "docs/picture.svg": "<svg/>\n",
    "bib/a.bib": ENTRY,
    "theme/hook.py": HOOK,
}


@pytest.fixture(scope="module")
def built_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a folder with a site that was built once; it is always used at the path next to it."""
    folder = sites.write(tmp_path_factory.mktemp("unchanged") / "project", FILES)
    # a file that changed during the last two seconds is compared by content
    _age(folder)
    with pytest.MonkeyPatch.context() as patch:
        site = IncrementalSite(folder, patch, None)
        site.skips = True
        assert len(site.build(check=False)) > PAPERS
    shutil.copytree(folder, folder.with_name("copy"))
    return folder


@pytest.fixture
def site(built_folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> IncrementalSite:
    """The site that was built once."""
    shutil.rmtree(built_folder)
    shutil.copytree(built_folder.with_name("copy"), built_folder)
    caplog.set_level("INFO")
    site = IncrementalSite(built_folder, monkeypatch, None)
    site.skips = True
    return site


def _age(folder: Path) -> None:
    """Let all files be an hour old."""
    for path in folder.rglob("*"):
        os.utime(path, (time.time() - 3600,) * 2)


def is_skipped(site: IncrementalSite, caplog: pytest.LogCaptureFixture, changed: dict[str, str] | None = None) -> bool:
    """Return whether a build does nothing after some files were written."""
    caplog.clear()
    rendered = site.build(changed, check=False)
    assert (NOTHING in caplog.text) == (not rendered)
    return not rendered


def record(site: IncrementalSite) -> Path:
    """Return the file with the record of the last build."""
    (file,) = (site.folder / FOLDER).glob(f"*{RECORD_SUFFIX}")
    return file


def times(folder: Path) -> dict[str, int]:
    """Return the time of the last change of each file."""
    return {path.as_posix(): path.stat().st_mtime_ns for path in folder.rglob("*")}


def test_a_build_without_changes_does_nothing(
    site: IncrementalSite, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No note is read or recognised, no paper is resolved, and no file is touched."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError

    before = times(site.folder / "site")
    for name in ("note_analysis.read_source", "note_analysis.recognise", "build.resolve_papers"):
        module, function = name.split(".")
        monkeypatch.setattr(import_module(f"papernotes_plugin.pipeline.{module}"), function, forbidden)
    for _ in range(2):
        assert is_skipped(site, caplog)
    assert times(site.folder / "site") == before
    assert "5 notes" in caplog.text


def test_the_configuration_is_restored(site: IncrementalSite, caplog: pytest.LogCaptureFixture) -> None:
    """The caller of a build, such as `gh-deploy`, finds the folder of the site and all plugins as they were."""
    config = load_config(str(site.folder / "mkdocs.yml"), site_dir=str(site.folder / "site"))
    config.plugins.on_startup(command="gh-deploy", dirty=False)
    events, nav, templates = dict(config.plugins.events), config.nav, config.theme.static_templates
    build(config)
    assert NOTHING in caplog.text
    assert config.site_dir == str(site.folder / "site")
    assert config.docs_dir == str(site.folder / "docs")
    assert (config.plugins.events, config.nav, config.theme.static_templates) == (events, nav, templates)
    assert "search/search_index.json" in sites.files(site.folder / "site")


def _rewrite_with_the_same_time(folder: Path) -> None:
    """Change a word, and let the note have its old size and modification time."""
    path = folder / "docs" / EDITED
    before = path.stat()
    path.write_text(path.read_text("utf-8").replace("Some words", "Same words"), "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _write(name: str, text: str) -> Callable[[Path], object]:
    return lambda folder: sites.write(folder, {name: text})


def _remove(name: str) -> Callable[[Path], None]:
    def remove(folder: Path) -> None:
        path = folder / name
        shutil.rmtree(path) if path.is_dir() else path.unlink()

    return remove


CHANGES: dict[str, Callable[[Path], object]] = {
    "note": _rewrite_with_the_same_time,
    "entry": _write("bib/a.bib", ENTRY.replace("Roe, Jane", "Doe, Jane")),
    "bibliography": _write("bib/b.bib", ENTRY.replace("2001", "2002")),
    "no entry": _remove("bib/a.bib"),
    "key lock": _write("bib/keys.txt", "arxiv:2401.00001 mine\n"),
    "fetched": _write("bib/fetched.bib", ENTRY.replace("roe2001", "poe")),
    "option": _write("mkdocs.yml", FILES["mkdocs.yml"].replace("papernotes]", "{papernotes: {related: 1}}]")),
    "theme": _write("theme/partials/note.html", "<p>Another</p>\n"),
    "hook": _write("mkdocs.yml", FILES["mkdocs.yml"] + "hooks: [theme/hook.py]\n"),
    "new note": _write("docs/notes/new.md", "# New\n"),
    "no note": _remove("docs/notes/n3.md"),
    "picture": _write("docs/picture.svg", "<svg></svg>\n"),
    "settings": _write("docs/.obsidian/app.json", "{}"),
    "page": _write("site/notes/n1/index.html", "Something else"),
    "no page": _remove("site/papers/index.html"),
    "stray page": _write("site/stray.html", "A foreign page"),
    "no site": _remove("site"),
    "interrupted": _write("site/.papernotes-kept/x.html", "A page"),
}
FEW = {"note", "entry", "theme", "picture", "page"}


@pytest.mark.parametrize(
    "name", [name if name in FEW else pytest.param(name, marks=pytest.mark.full) for name in CHANGES]
)
def test_every_change_is_noticed(site: IncrementalSite, caplog: pytest.LogCaptureFixture, name: str) -> None:
    """The site is that of a build from scratch, and the next build does nothing again."""
    CHANGES[name](site.folder)
    files = site.build_files()
    assert NOTHING not in caplog.text
    if name == "option":
        assert is_skipped(site, caplog)
    if name in {"note", "page", "entry"}:
        assert files == site.build_files("clean")


def test_a_touched_note_is_no_change(site: IncrementalSite, caplog: pytest.LogCaptureFixture) -> None:
    """The content counts, as after a checkout of the same commit."""
    for name in (EDITED, "picture.svg"):
        (site.folder / "docs" / name).touch()
    assert is_skipped(site, caplog)


def test_a_touched_large_file_is_a_change(
    site: IncrementalSite, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its content is not compared; also not if it changed so shortly before the build that its time is of no use."""
    files = {"docs/large.bin": "x" * 300_000}
    assert [is_skipped(site, caplog, changed) for changed in (files, {})] == [False, False]
    monkeypatch.setattr(input_files, "_CLOCK_TICK", 0)
    assert [is_skipped(site, caplog, changed) for changed in (files, {}, files)] == [False, True, False]


DAMAGES: list[Callable[[bytes], bytes]] = [
    lambda data: data.replace(b"notes", b"nodes"),
    lambda data: data[:-1],
    lambda data: b"",
    lambda data: b"\xff" + data,
    lambda data: data.partition(b"\n")[2],
    lambda data: b"[" * 100_000,
]


def test_a_damaged_record_is_not_used(site: IncrementalSite) -> None:
    """It is read as text, and counts only as it was written."""
    data = record(site).read_bytes()
    assert LastBuild.read(record(site))
    for number, damage in enumerate(DAMAGES):
        record(site).write_bytes(damage(data))
        assert LastBuild.read(record(site)) is None, number


@pytest.mark.full
def test_a_hook_or_an_unknown_theme_prevents_a_record(site: IncrementalSite, caplog: pytest.LogCaptureFixture) -> None:
    """A hook may read anything, and a template may show the time of the build."""
    for more, name, text in (
        ("hooks: [hook.py]\n", "hook.py", "def on_files(files, **_):\n    return files\n"),
        ("", "theme/partials/note.html", "{{ build_date_utc }}"),
    ):
        changed = {"mkdocs.yml": FILES["mkdocs.yml"] + more, name: text}
        for _ in range(2):
            assert not is_skipped(site, caplog, changed)


WARNING = "# Warned\n\nSee [it](nothing.md), and [@nobody2001].\n"


def test_warnings_are_repeated(tmp_path: Path) -> None:
    """Each build shows them, `--strict` fails each time, and after their cause is removed they are gone."""
    files = {"docs/warned.md": WARNING, "docs/index.md": "# Home\n", "bib/a.bib": ENTRY * 2, "mkdocs.yml": MATERIAL}
    sites.write(tmp_path, files)
    first = sites.build(tmp_path, "--strict")
    assert first.code == 1
    assert len(first.warnings) > 1
    again = sites.build(tmp_path, "--strict")
    assert NOTHING in again.output
    assert (again.code, again.warnings) == (1, first.warnings)
    later = sites.build(tmp_path)
    assert NOTHING in later.output
    assert (later.code, later.summary) == (0, first.summary)
    sites.write(tmp_path, {"docs/warned.md": "# Warned\n", "bib/a.bib": ENTRY})
    assert sites.build(tmp_path, "--strict").code == 0


@pytest.mark.full
def test_hidden_warnings_are_recorded(tmp_path: Path) -> None:
    """They are recorded, but not shown.  A build with `--verbose` shows each step."""
    sites.write(tmp_path, {"docs/warned.md": WARNING, "docs/index.md": "# Home\n", "mkdocs.yml": MATERIAL})
    outputs = [sites.build(tmp_path, *options).output for options in (["-q"], ["-q"], [], ["-s"], ["-v"])]
    assert [NOTHING in output for output in outputs] == [False, False, True, True, False]
    assert ["nothing.md" in output for output in outputs] == [False, False, True, True, True]


@pytest.mark.parametrize(("seed", "steps"), [(0, 5), *(pytest.param(n, 10, marks=pytest.mark.full) for n in (1, 2))])
def test_random_edits_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, seed: int, steps: int
) -> None:
    """A build does nothing exactly if no file changed; otherwise the site is that of a build from scratch."""
    caplog.set_level("INFO")
    author = RandomAuthor(tmp_path, seed)
    site = IncrementalSite(tmp_path, monkeypatch, MATERIAL)
    site.skips = True
    site.build(check=False)
    for _ in range(steps):
        before = sites.files(tmp_path / "docs"), sites.files(tmp_path / "bib")
        author.step()
        is_same = before == (sites.files(tmp_path / "docs"), sites.files(tmp_path / "bib"))
        assert bool(site.build()) != is_same
        assert is_skipped(site, caplog)


def test_recorded_stamps_replace_a_look_at_the_files(tmp_path: Path) -> None:
    """The digest of a folder is the same with them, and another one if a file is not as recorded."""
    for name in ("a", "b/c"):
        sites.write(tmp_path, {name: name})
    stamps = {name: ((status := (tmp_path / name).stat()).st_mtime_ns, status.st_size) for name in ("a", "b/c")}
    digest = input_files.folder_digest(str(tmp_path))
    assert (
        input_files.folder_digest(str(tmp_path), stamps)
        == input_files.folder_digest(str(tmp_path), {"a": stamps["a"]})
        == digest
    )
    assert input_files.folder_digest(str(tmp_path), {**stamps, "a": (1, 1)}) != digest
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to("b/c")
    assert input_files.folder_digest(str(tmp_path), stamps) != digest
