"""A program that is stopped while it writes leaves each file either old or new, and no other files for long.

`tests.helpers.fault_injection` runs the program in a process of its own and stops it, or lets a call fail, at each
call that touches a folder.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
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
from papernotes_plugin.files.atomic_write import FileBatch, write_changed, write_stream
from papernotes_plugin.files.output_tree import MANIFEST, write_tree
from tests.helpers import sites
from tests.helpers.fault_injection import MEMORY, Outcome

ROOT = Path(__file__).parents[2]
NOTES = {
    "notes/a.md": "# Soups\n\n- [Soup Of Bones](https://arxiv.org/abs/2401.00001), ICLR 2024\n",
    "notes/b.md": "As [Cook, 2020](https://doi.org/10.1000/soup) says, see [[a]].\n",
    "bib/all.bib": "@article{cook2020, title = {On Soup}, author = {Cook, Ann}, year = 2020, doi = {10.1000/soup}}\n",
}


FULL_SWEEP = [pytest.param(kind, 1, marks=pytest.mark.full, id=kind) for kind in ("kill", "error", "full")]
"""Kind and step of the faults of a test: each call in turn."""


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Yield a folder in memory, if there is such a file system."""
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        yield Path(folder)


def run_with_faults(folder: Path, kind: str, step: int, out: str, *arguments: str) -> list[Outcome]:
    """Return the outcome of each run of a command with a fault at a call that touches the folder `out`."""
    command = [sys.executable, "-m", "tests.helpers.fault_injection", str(folder / out), kind, str(step), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    outcomes: list[Outcome] = json.loads(done.stdout)
    return outcomes


def run_without_fault(folder: Path, out: str, *arguments: str) -> Mapping[str, str]:
    """Return the texts of all files in the folder `out` after a run of a command."""
    command = [sys.executable, "-m", "papernotes_plugin", *arguments]
    subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
    return {name: data.decode() for name, data in sites.files(folder / out).items()}


def check_outcomes(outcomes: Sequence[Outcome], old: Mapping[str, str], new: Mapping[str, str]) -> None:
    """Check that each file is old or new, an error is one line, and the next run removes temporary files."""
    assert outcomes
    for outcome in outcomes:
        files = {name: text for name, text in outcome["files"].items() if name in old or name in new}
        temporary = outcome["files"].keys() - files.keys()
        for name, text in files.items():
            if not name.endswith(MANIFEST):
                assert text in (old.get(name), new.get(name)), (outcome, name)
        assert old.keys() & new.keys() <= files.keys(), outcome
        if outcome["code"] == 0:
            assert files == new, outcome
        elif outcome["code"] != signal.SIGKILL:
            (line,) = outcome["stderr"].splitlines()
            assert line.startswith("papernotes: error: "), outcome
            assert ".papernotes-" not in line, outcome
        assert not temporary or outcome["code"] == signal.SIGKILL, outcome
        assert (outcome["next_code"], outcome["next_files"]) == (0, new), outcome


@pytest.mark.parametrize("kind", ["kill", *(pytest.param(kind, marks=pytest.mark.full) for kind in ("error", "full"))])
def test_an_exported_file_is_old_or_new(tmp_path: Path, kind: str) -> None:
    """A fault at any call leaves the old or the new bytes, and prints one line with the reason."""
    sites.write(tmp_path, {**NOTES, "out/papers.bib": "old"})
    command = ("export", "notes", "-o", "out/papers.bib")
    outcomes = run_with_faults(tmp_path, kind, 1, "out", *command)
    check_outcomes(outcomes, {"papers.bib": "old"}, run_without_fault(tmp_path, "out", *command))
    assert {outcome["code"] for outcome in outcomes} >= ({signal.SIGKILL} if kind == "kill" else {2})


@pytest.mark.parametrize(("kind", "step"), [pytest.param("kill", 9, id="sample"), *FULL_SWEEP])
def test_a_tree_has_no_partial_file(tmp_path: Path, kind: str, step: int) -> None:
    """An interrupted build leaves whole files, and the next build succeeds."""
    sites.write(tmp_path, NOTES)
    build = ("build", "notes", "--out", "out")
    old = run_without_fault(tmp_path, "out", *build)
    sites.write(tmp_path, {"notes/b.md": "As [@cook2020] says, see [[a]].\n", "notes/c.md": "[[b]]\n"})
    (tmp_path / "notes/a.md").unlink()
    outcomes = run_with_faults(tmp_path, kind, step, "out", *build)
    check_outcomes(outcomes, old, run_without_fault(tmp_path, "out", *build))


@pytest.mark.parametrize(("kind", "step"), [pytest.param("kill", 4, id="sample"), *FULL_SWEEP])
@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("--pin",), id="pin", marks=pytest.mark.full),
        pytest.param(("--rename", "cook2020", "cook2020soup"), id="rename"),
    ],
)
def test_the_key_lock_is_old_or_new(tmp_path: Path, kind: str, step: int, command: Sequence[str]) -> None:
    """A fault at any call leaves the old or the new key lock."""
    lock = "doi:10.1000/soup cook2020\n"
    sites.write(tmp_path, {**NOTES, "lock/keys.txt": lock})
    arguments = ("keys", "notes", "--keys", "lock/keys.txt", *command)
    outcomes = run_with_faults(tmp_path, kind, step, "lock", *arguments)
    checked = [one for one in outcomes if one["code"] in (0, signal.SIGKILL) or "cannot" not in one["stderr"]]
    if command[0] == "--rename":
        # A second run has nothing to rename, if the first one succeeded.
        checked = [
            Outcome({**one, "next_code": 0, "next_files": one["files"]})
            for one in checked
            if one["files"]["keys.txt"] != lock
        ]
    new = run_without_fault(tmp_path, "lock", *arguments)
    check_outcomes(checked, {"keys.txt": lock}, new)


def mkdocs(folder: Path, max_bytes: int | None = None) -> subprocess.CompletedProcess[str]:
    """Build the site of a project, on a disk where no file can be larger than this."""

    def limit_file_size() -> None:
        if max_bytes is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (max_bytes, resource.RLIM_INFINITY))

    environment = {**os.environ, "PYTHONPATH": str(ROOT), "SOURCE_DATE_EPOCH": "1700000000", "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "-q"]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, preexec_fn=limit_file_size
    )


@pytest.mark.full
@pytest.mark.parametrize("max_bytes", [pytest.param(3000, marks=pytest.mark.full, id="page"), 100_000])
def test_a_full_disk_stops_a_site(tmp_path: Path, max_bytes: int) -> None:
    """The build stops with one line that names the file; no file is partial, and the next build completes the site."""
    sites.write(tmp_path, {"docs/index.md": NOTES["notes/a.md"], "mkdocs.yml": sites.CONFIG})
    old: dict[str, bytes] = {}
    if max_bytes < 10_000:
        assert mkdocs(tmp_path).returncode == 0
        old = sites.files(tmp_path / "site")
    sites.write(tmp_path, {"docs/b.md": NOTES["notes/a.md"]})
    stopped = mkdocs(tmp_path, max_bytes)
    assert stopped.returncode == 1
    assert "Traceback" not in stopped.stderr
    last = stopped.stderr.splitlines()[-1]
    assert re.fullmatch(rf"Error: papernotes: '{re.escape(str(tmp_path))}/site/.+': File too large", last)
    partial_site = sites.files(tmp_path / "site")
    assert {path.name for path in tmp_path.iterdir()} <= {"docs", "mkdocs.yml", "site", ".cache"}
    assert mkdocs(tmp_path).returncode == 0
    new = sites.files(tmp_path / "site")
    assert "b/index.html" in new
    assert partial_site
    assert all(data in (old.get(name), new.get(name)) for name, data in partial_site.items())
    shutil.rmtree(tmp_path / ".cache")
    shutil.rmtree(tmp_path / "site")
    assert mkdocs(tmp_path).returncode == 0
    assert sites.files(tmp_path / "site") == new


def test_many_writers_at_once(tmp_path: Path) -> None:
    """Each file is the whole file of one writer, and no temporary file is missing or remains."""
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


def test_leftovers_of_a_killed_process_are_removed(tmp_path: Path) -> None:
    """The next write to the folder removes them, even if it changes nothing; files with other names stay."""
    other_files = [".papernotes-mine.tmp", ".papernotes-0123456789abcdef.txt", ".papernotes-0123456789abcdef.new"]
    for name in [".papernotes-0123456789abcdef.tmp", *other_files]:
        (tmp_path / name).touch()
    write_changed(tmp_path / "x", b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*other_files, "x"])


def test_a_locked_folder_is_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the lock the file is written all the same, and no temporary file is removed."""
    monkeypatch.setattr(atomic_write, "_LOCK_TIMEOUT", 0.1)
    (tmp_path / ".papernotes-0123456789abcdef.tmp").touch()
    with atomic_write.lock(tmp_path, atomic_write.SINGLE, []):
        assert write_changed(tmp_path / "x", b"text")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".papernotes-0123456789abcdef.tmp", "x"]


def test_files_are_replaced_after_all_are_written(tmp_path: Path) -> None:
    """If one file cannot be written, none is replaced, and the temporary files are removed."""
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "file").touch()

    def write_both() -> None:
        with FileBatch() as batch:
            batch.add(tmp_path / "a", b"new")
            batch.add(tmp_path / "file" / "b", b"new")
            batch.move()

    with pytest.raises(OSError, match="file"):
        write_both()
    assert sites.files(tmp_path) == {"a": b"old", "file": b""}


@pytest.mark.parametrize("number", [1, 2 * atomic_write._MAX_SINGLE_SYNCS])
def test_files_are_flushed_before_they_are_moved(tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few files are flushed one by one, many with one call, which takes no longer than a few of them."""
    calls: list[str] = []

    def record(name: str) -> None:
        function = getattr(os, name)

        def recorded(*arguments: Any) -> None:
            calls.append(name)
            function(*arguments)

        monkeypatch.setattr(os, name, recorded)

    for name in ("fsync", "sync", "replace"):
        record(name)
    with FileBatch() as batch:
        for n in range(number):
            batch.add(tmp_path / str(n), b"x")
        batch.move()
    first = calls[: calls.index("replace")]
    assert first == (["fsync"] if number == 1 else ["sync"])
    assert calls == [*first, *["replace"] * number, "fsync"]


def test_the_target_of_a_link_is_written(tmp_path: Path) -> None:
    """A bibliography that is a symbolic link stays one."""
    sites.write(tmp_path, {"elsewhere/x.bib": "old"})
    (tmp_path / "x.bib").symlink_to("elsewhere/x.bib")
    write_stream(tmp_path / "x.bib", b"new")
    assert (tmp_path / "x.bib").is_symlink()
    assert (tmp_path / "elsewhere/x.bib").read_bytes() == b"new"


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """A pipe, such as `>(command)` of a shell or `/dev/stdout`, is not replaced."""
    os.mkfifo(tmp_path / "pipe")
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_stream(tmp_path / "pipe", b"text")
    reader.join()
    assert received == [b"text"]
    sites.write(tmp_path, NOTES)
    command = [sys.executable, "-m", "papernotes_plugin", "export", "notes", "-o", "/dev/stdout"]
    with (tmp_path / "all.json").open("wb") as out:
        out.write(b"before\n")
        out.flush()
        subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=True, stdout=out)
    assert (tmp_path / "all.json").read_bytes().startswith(b"before\n{")


def test_an_equal_file_is_not_written(tmp_path: Path) -> None:
    """Equal bytes are not written again; a changed file keeps its mode, and no temporary file remains."""
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
    """If the last step fails, the old bytes and no temporary file remain."""
    write_changed(tmp_path / "x", b"old")

    def full(*paths: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_changed(tmp_path / "x", b"new")
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("x", b"old")]
