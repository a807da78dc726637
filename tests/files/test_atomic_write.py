"""Whatever stops a program that writes: each file is the old one or the new one, and nothing else is left for long.

A program is run in a process of its own, by `tests.helpers.fault_injection`, which stops it or has a call fail at
each call that touches a folder, one after the other.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.files import atomic_write
from papernotes_plugin.files.atomic_write import Writing, write_changed, write_stream
from papernotes_plugin.files.output_tree import MANIFEST, write_tree
from tests.helpers import sites
from tests.helpers.fault_injection import MEMORY

ROOT = Path(__file__).parents[2]
NOTES = {
    "notes/a.md": "# Soups\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001), ICLR 2024\n",
    "notes/b.md": "As [Cook, 2020](https://doi.org/10.1000/soup) says, see [[a]].\n",
    "bib/all.bib": "@article{cook2020, title = {On Soup}, author = {Cook, Ann}, year = 2020, doi = {10.1000/soup}}\n",
}


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder that is as quick as can be."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def faults(folder: Path, kind: str, out: str, *arguments: str) -> list[dict[str, Any]]:
    """What happened to a folder in each run with a fault."""
    command = [sys.executable, "-m", "tests.helpers.fault_injection", str(folder / out), kind, *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def clean(folder: Path, out: str, *arguments: str) -> Mapping[str, str]:
    """What the folder holds after a run without a fault."""
    command = [sys.executable, "-m", "papernotes_plugin", *arguments]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    return {name: data.decode() for name, data in sites.files(folder / out).items()}


def judge(found: Sequence[Mapping[str, Any]], old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Each file is whole; an error is one line; what is left beside is gone with the next run."""
    assert found
    for one in found:
        left = {name: text for name, text in one["left"].items() if name in old or name in new}
        beside = one["left"].keys() - left.keys()
        for name, text in left.items():
            if not name.endswith(MANIFEST):
                assert text in (old.get(name), new.get(name)), (one, name)
        assert old.keys() & new.keys() <= left.keys(), one
        if one["code"] == 0:
            assert left == new, one
        elif one["code"] != 9:
            (line,) = one["said"].splitlines()
            assert line.startswith("papernotes: error: "), one
            assert ".papernotes-" not in line, one
        assert not beside or one["code"] == 9, one
        assert (one["again"], one["after"]) == (0, new), one


@pytest.mark.parametrize("kind", ["kill", "error", "full"])
def test_an_exported_file_is_old_or_new(tmp_path: Path, kind: str) -> None:
    """Stopped, failing or out of room at any call: the old bytes or the new ones, and one line on what is wrong."""
    sites.write(tmp_path, {**NOTES, "out/papers.bib": "old"})
    command = ("export", "notes", "-o", "out/papers.bib")
    found = faults(tmp_path, kind, "out", *command)
    judge(found, {"papers.bib": "old"}, clean(tmp_path, "out", *command))
    assert {one["code"] for one in found} >= ({9} if kind == "kill" else {2})


@pytest.mark.parametrize("kind", ["kill", "error", "full"])
def test_a_tree_holds_no_half_file(tmp_path: Path, kind: str) -> None:
    """Nor does a build that was stopped keep the next one from building."""
    sites.write(tmp_path, NOTES)
    clean(tmp_path, "out", "build", "notes", "--out", "out")
    old = {name: data.decode() for name, data in sites.files(tmp_path / "out").items()}
    sites.write(tmp_path, {"notes/b.md": "As [@cook2020] says, see [[a]].\n", "notes/c.md": "[[b]]\n"})
    (tmp_path / "notes/a.md").unlink()
    found = faults(tmp_path, kind, "out", "build", "notes", "--out", "out")
    judge(found, old, clean(tmp_path, "out", "build", "notes", "--out", "out"))


@pytest.mark.parametrize("kind", ["kill", "error", "full"])
@pytest.mark.parametrize("command", [("--pin",), ("--rename", "cook2020", "cook2020soup")], ids=["pin", "rename"])
def test_the_key_lock_is_old_or_new(tmp_path: Path, kind: str, command: Sequence[str]) -> None:
    """It is the one file of the author's that is ever written."""
    lock = "doi:10.1000/soup cook2020\n"
    sites.write(tmp_path, {**NOTES, "lock/keys.txt": lock})
    arguments = ("keys", "notes", "--keys", "lock/keys.txt", *command)
    found = faults(tmp_path, kind, "lock", *arguments)
    judged = [one for one in found if one["code"] in (0, 9) or "cannot" not in one["said"]]
    if command[0] == "--rename":
        # a key that has its new name is not renamed again
        judged = [{**one, "again": 0, "after": one["left"]} for one in judged if one["left"]["keys.txt"] != lock]
    new = clean(tmp_path, "lock", *arguments)
    judge(judged, {"keys.txt": lock}, new)


def mkdocs(folder: Path, room: int | None = None) -> subprocess.CompletedProcess[str]:
    """Build the site of a project, on a disk where each file ends after so many bytes."""

    def filled() -> None:
        if room is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, preexec_fn=filled)


@pytest.mark.parametrize("room", [3000, 100_000], ids=["page", "asset"])
def test_a_full_disk_stops_a_site(tmp_path: Path, room: int) -> None:
    """In one line that names the file; no file of the site is half there, and the next build makes it whole."""
    sites.write(tmp_path, {"docs/index.md": NOTES["notes/a.md"], "mkdocs.yml": sites.CONFIG})
    old: dict[str, bytes] = {}
    if room < 10_000:
        assert mkdocs(tmp_path).returncode == 0
        old = sites.files(tmp_path / "site")
    sites.write(tmp_path, {"docs/b.md": NOTES["notes/a.md"]})
    stopped = mkdocs(tmp_path, room)
    assert stopped.returncode == 1
    assert "Traceback" not in stopped.stderr
    last = stopped.stderr.splitlines()[-1]
    assert re.fullmatch(rf"Error: papernotes: '{re.escape(str(tmp_path))}/site/.+': File too large", last)
    left = sites.files(tmp_path / "site")
    assert {path.name for path in tmp_path.iterdir()} <= {"docs", "mkdocs.yml", "site", ".cache"}
    assert mkdocs(tmp_path).returncode == 0
    new = sites.files(tmp_path / "site")
    assert "b/index.html" in new
    assert left
    assert all(data in (old.get(name), new.get(name)) for name, data in left.items())
    shutil.rmtree(tmp_path / ".cache")
    shutil.rmtree(tmp_path / "site")
    assert mkdocs(tmp_path).returncode == 0
    assert sites.files(tmp_path / "site") == new


def test_many_writers_at_once(tmp_path: Path) -> None:
    """Each file is that of one of them, and none of what they put beside is left or missed."""
    texts = [bytes([65 + n]) * 50_000 for n in range(4)]
    errors: list[BaseException] = []

    def write(data: bytes) -> None:
        try:
            for _ in range(10):
                write_changed(tmp_path / "x", data)
                write_tree(tmp_path / "tree", {f"{n}.md": data for n in range(5)})
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=write, args=(data,)) for data in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert (tmp_path / "x").read_bytes() in texts
    written = sites.files(tmp_path / "tree")
    assert written.pop(MANIFEST)
    assert len(written) == 5
    assert len(set(written.values())) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tree", "x"]


def test_what_a_killed_process_left_goes(tmp_path: Path) -> None:
    """With the next write to the folder, though nothing changes there; files of other names stay."""
    theirs = [".papernotes-mine.tmp", ".papernotes-0123456789abcdef.txt", ".papernotes-0123456789abcdef.new"]
    for name in [".papernotes-0123456789abcdef.tmp", *theirs]:
        (tmp_path / name).touch()
    write_changed(tmp_path / "x", b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*theirs, "x"])


def test_a_folder_that_another_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is written to without a lock, then; what may be another's stays."""
    monkeypatch.setattr(atomic_write, "_WAIT", 0.1)
    (tmp_path / ".papernotes-0123456789abcdef.tmp").touch()
    with atomic_write.lock(tmp_path, atomic_write.ALONE, []):
        assert write_changed(tmp_path / "x", b"text")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".papernotes-0123456789abcdef.tmp", "x"]


def test_all_take_their_places_after_all_are_written(tmp_path: Path) -> None:
    """Where one cannot be written none is, and what was put beside is gone."""
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "file").touch()

    def both() -> None:
        with Writing() as together:
            together.add(tmp_path / "a", b"new")
            together.add(tmp_path / "file" / "b", b"new")
            together.move()

    with pytest.raises(OSError, match="file"):
        both()
    assert sites.files(tmp_path) == {"a": b"old", "file": b""}


@pytest.mark.parametrize("number", [1, 2 * atomic_write._FEW])
def test_what_is_moved_is_on_the_disk(tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few files go there one by one, many with one call, which costs no more than some of them."""
    calls: list[str] = []

    def heard(name: str) -> None:
        call = getattr(os, name)

        def told(*given: Any) -> None:
            calls.append(name)
            call(*given)

        monkeypatch.setattr(os, name, told)

    for name in ("fsync", "sync", "replace"):
        heard(name)
    with Writing() as together:
        for n in range(number):
            together.add(tmp_path / str(n), b"x")
        together.move()
    first = calls[: calls.index("replace")]
    assert first == (["fsync"] if number == 1 else ["sync"])
    assert calls == [*first, *["replace"] * number, "fsync"]


def test_a_link_leads_to_what_is_written(tmp_path: Path) -> None:
    """A bibliography that lies elsewhere stays where it is."""
    sites.write(tmp_path, {"elsewhere/x.bib": "old"})
    (tmp_path / "x.bib").symlink_to("elsewhere/x.bib")
    write_stream(tmp_path / "x.bib", b"new")
    assert (tmp_path / "x.bib").is_symlink()
    assert (tmp_path / "elsewhere/x.bib").read_bytes() == b"new"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """As `>(command)` of a shell gives one, or `/dev/stdout`: nothing takes its place."""
    os.mkfifo(tmp_path / "pipe")
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_stream(tmp_path / "pipe", b"text")
    reader.join()
    assert heard == [b"text"]
    sites.write(tmp_path, NOTES)
    command = [sys.executable, "-m", "papernotes_plugin", "export", "notes", "-o", "/dev/stdout"]
    with (tmp_path / "all.json").open("wb") as out:
        out.write(b"before\n")
        out.flush()
        subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, stdout=out)
    assert (tmp_path / "all.json").read_bytes().startswith(b"before\n{")


def test_a_file_is_touched_only_where_it_changes(tmp_path: Path) -> None:
    """Equal bytes are not written again; a changed file keeps its mode, and nothing is left beside it."""
    path = tmp_path / "new" / "x.md"
    assert write_changed(path, b"one")
    path.chmod(0o640)
    before = path.stat()
    assert not write_changed(path, b"one")
    assert path.stat().st_ino == before.st_ino
    assert write_changed(path, b"two")
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert [p.name for p in path.parent.iterdir()] == ["x.md"]


def test_a_new_file_is_as_readable_as_any(tmp_path: Path) -> None:
    """A written file has the mode of the umask, not that of a private temporary file."""
    (tmp_path / "a").touch()
    write_changed(tmp_path / "b", b"")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the last step fails the old bytes stand, and no half file lies about."""
    write_changed(tmp_path / "x", b"old")

    def full(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_changed(tmp_path / "x", b"new")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("x", b"old")]
