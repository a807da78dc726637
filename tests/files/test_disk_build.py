"""The files of `papernotes build` are the same if several processes create them."""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from papernotes_plugin.files import disk_build, output_tree
from papernotes_plugin.files.forked_work import ForkedWork
from tests.helpers.cli_runs import run

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="only Linux forks safely"),
    pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning"),
]


@pytest.fixture
def created_ahead(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers of the texts that processes have created; processes start though the tests run in threads."""
    numbers: list[int] = []
    result = ForkedWork.result

    def recorded(self: ForkedWork[str, bytes], number: int) -> bytes | None:
        created = result(self, number)
        numbers.extend([] if created is None else [number])
        return created

    monkeypatch.setattr(ForkedWork, "result", recorded)
    monkeypatch.setattr(disk_build, "available_jobs", lambda jobs, is_large: jobs)
    return numbers


def build_with(folder: Path, jobs: int) -> tuple[Result, dict[str, bytes]]:
    """Return the result and the files of a build with a number of processes."""
    out = folder / f"out{jobs}"
    (folder / "options.toml").write_text(f"jobs = {jobs}\n", "utf-8")
    result = run("build", folder / "notes", "--out", out, "--config", folder / "options.toml")
    return result, {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with notes on five papers, of which one has a tag."""
    items = "".join(f"- [Paper {n}](https://arxiv.org/abs/2401.0000{n}) #t\n" for n in range(1, 6))
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text(f"# A\n\n{items}", "utf-8")
    return tmp_path


def test_all_numbers_of_processes_give_the_same_files(notes: Path, created_ahead: list[int]) -> None:
    """Files and messages are the same, and the processes have created all generated texts."""
    one, files = build_with(notes, 1)
    assert created_ahead == []
    two, same = build_with(notes, 2)
    assert same == files
    assert two.output.replace("out2", "out1") == one.output
    assert len(created_ahead) == len(set(created_ahead)) == len(files.keys() - {"a.md", ".papernotes"})


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_error_ends_the_processes(
    notes: Path, created_ahead: list[int], monkeypatch: pytest.MonkeyPatch, error: Callable[[], BaseException]
) -> None:
    """If the files cannot be written, or the user presses Ctrl-C, no process remains."""

    def fail(*args: object, **options: object) -> None:
        assert multiprocessing.active_children() != []
        raise error()

    monkeypatch.setattr(output_tree, "write_tree", fail)
    result, _ = build_with(notes, 3)
    assert result.exit_code != 0
    assert multiprocessing.active_children() == []
