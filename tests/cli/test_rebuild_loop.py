"""`papernotes build --watch`: one build for each change, only changed files written, and no end after an error."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from papernotes_plugin.cli import build_command, rebuild_loop
from papernotes_plugin.cli.build_command import write_pages
from papernotes_plugin.cli.rebuild_loop import build_repeatedly
from papernotes_plugin.files.disk_build import DiskBuild, InputPaths
from papernotes_plugin.files.input_stamps import input_stamps
from tests.helpers import sites
from tests.helpers.cli_runs import run

NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
OTHER = "# Other\n\nNothing about [[a]].\n"
BIB = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"
TIMEOUT = 30


class Watcher:
    """A running loop of builds of the folder `notes` into the folder `out`."""

    def __init__(self, folder: Path) -> None:
        self.out = folder / "out"
        self.attempts = 0
        self.stop = Event()
        inputs = InputPaths((str(folder / "notes"),))
        self._thread = Thread(target=build_repeatedly, args=(inputs, self._build, self.stop))
        self._inputs = inputs
        self._thread.start()

    def _build(self, last: DiskBuild | None) -> DiskBuild:
        try:
            return write_pages(self._inputs, self.out, "plain", last)[0]
        finally:
            self.attempts += 1

    def after(self, change: Callable[[], object]) -> set[str]:
        """Make a change, wait for its build, and return the paths of the files written by it."""
        before, attempts = self._times(), self.attempts
        change()
        self.wait(attempts + 1)
        return {path for path, written_at in self._times().items() if before.get(path) != written_at}

    def wait(self, attempts: int) -> None:
        """Wait until a number of builds is done."""
        end = time.monotonic() + TIMEOUT
        while self.attempts < attempts:
            assert time.monotonic() < end
            time.sleep(0.02)

    def end(self) -> None:
        """Stop the loop."""
        self.stop.set()
        self._thread.join(TIMEOUT)

    def _times(self) -> dict[str, int]:
        files = (path for path in self.out.rglob("*") if path.is_file())
        return {path.relative_to(self.out).as_posix(): path.stat().st_mtime_ns for path in files}


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[Watcher]:
    """The loop, after its first build."""
    sites.write(tmp_path, {"notes/a.md": NOTE, "notes/b.md": OTHER, "mkdocs.yml": "site_name: x\n"})
    running = Watcher(tmp_path)
    running.wait(1)
    yield running
    running.end()


def test_only_changed_files_are_written(tmp_path: Path, watcher: Watcher) -> None:
    """A word in a note changes its page alone; a removed file comes back; nothing is built without a change."""
    note = tmp_path / "notes/b.md"
    assert watcher.after(lambda: note.write_text(f"{OTHER}\nMore.\n")) == {"b.md"}
    assert "More." in (watcher.out / "b.md").read_text()
    (watcher.out / "papers/index.md").unlink()
    assert "papers/index.md" in watcher.after(lambda: note.write_text(f"{OTHER}\nLess.\n"))
    attempts = watcher.attempts
    time.sleep(0.6)
    assert watcher.attempts == attempts


def test_new_and_removed_files(tmp_path: Path, watcher: Watcher) -> None:
    """New notes, a new bibliography and new options are seen; the pages of a removed note disappear."""
    page = watcher.out / "papers/roe2001.md"
    watcher.after(lambda: sites.write(tmp_path, {"bib/a.bib": BIB}))
    assert "Some Other Thing" in page.read_text()
    watcher.after(lambda: sites.write(tmp_path, {"papernotes.toml": 'papers_path = "all"\n'}))
    assert (watcher.out / "all/roe2001.md").exists()
    assert not page.exists()
    watcher.after(lambda: sites.write(tmp_path, {"notes/c.md": "# New\n"}))
    assert (watcher.out / "c.md").exists()
    watcher.after((tmp_path / "notes/c.md").unlink)
    assert not (watcher.out / "c.md").exists()


def test_an_error_does_not_end_the_loop(tmp_path: Path, watcher: Watcher, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong option is one line on stderr, and the next change is built."""
    options, draft = tmp_path / "papernotes.toml", tmp_path / "draft.toml"

    def write(text: str) -> None:
        # a file that is being written is empty for a moment, and a look at that moment would build without options
        draft.write_text(text)
        draft.replace(options)

    watcher.after(lambda: write("papers_path = 1\n"))
    # the loop shows the error after the build that the watcher counts
    end, shown = time.monotonic() + TIMEOUT, ""
    while "papernotes: error: " not in shown:
        assert time.monotonic() < end
        time.sleep(0.02)
        shown += capsys.readouterr().err
    watcher.after(lambda: write('papers_path = "all"\n'))
    assert (watcher.out / "all/index.md").exists()


@pytest.mark.parametrize("is_after_build", [False, True])
def test_a_file_created_during_a_build_is_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_after_build: bool
) -> None:
    """A note that appears while a build runs, or right after it, is in the next build, without a further change."""
    sites.write(tmp_path, {"notes/a.md": NOTE, "mkdocs.yml": "site_name: x\n"})
    inputs, stop, papers, looks = InputPaths((str(tmp_path / "notes"),)), Event(), list[bool](), list[int]()

    def build(last: DiskBuild | None) -> DiskBuild:
        result = write_pages(inputs, tmp_path / "out", "plain", last)[0]
        papers.append((tmp_path / "out/c.md").exists())
        if len(papers) > 1:
            stop.set()
        elif not is_after_build:
            sites.write(tmp_path, {"notes/c.md": "# New\n"})
        return result

    def read_stamps(of: InputPaths, last: DiskBuild | None) -> dict[str, tuple[int, int]]:
        stamps = input_stamps(of, last)
        looks.append(len(stamps))
        if is_after_build and len(looks) == 2:
            # between the two looks after the first build
            sites.write(tmp_path, {"notes/c.md": "# New\n"})
        return stamps

    monkeypatch.setattr(rebuild_loop, "input_stamps", read_stamps)
    loop = Thread(target=build_repeatedly, args=(inputs, build, stop))
    loop.start()
    loop.join(TIMEOUT)
    stop.set()
    assert papers == [False, True]


def test_ctrl_c_ends_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is the normal end of `--watch`."""

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(build_command, "build_repeatedly", interrupted)
    sites.write(tmp_path, {"notes/a.md": NOTE})
    result = run("build", tmp_path / "notes", "-o", tmp_path / "out", "--watch")
    assert (result.exit_code, result.output) == (0, "")
