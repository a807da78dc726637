"""`papernotes serve --for zensical`: a tree that follows the notes, and no process or file left behind."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from papernotes_plugin.cli import serve, zensical_preview
from tests.helpers import sites
from tests.helpers.cli_runs import error, run
from tests.helpers.fake_zensical import FakeZensical
from tests.helpers.live_server import TIMEOUT, Server

NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
WRONG = "---\ndate: 2024-02-31\n---\n# Reading\n"
SAVES = 5


@pytest.fixture
def zensical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeZensical:
    """Replace Zensical by a program that shows nothing, and take each address as free."""
    monkeypatch.setattr(serve, "_ensure_free", lambda address: None)
    return FakeZensical(tmp_path / "modules", monkeypatch)


def wait_for(text: str, page: Path) -> None:
    """Wait until a page contains a text."""
    end = time.monotonic() + TIMEOUT
    while text not in page.read_text("utf-8"):
        assert time.monotonic() < end
        time.sleep(0.01)


def test_each_save_is_built_once(tmp_path: Path, zensical: FakeZensical) -> None:
    """A save changes the tree once, no build follows another, and Ctrl-C ends both programs in one line."""
    project = tmp_path / "project"
    sites.write(project, {"notes/a.md": NOTE, "notes/b.md": "# Other\n"})
    server = Server(project, "-m", "papernotes_plugin", "serve", "notes", "--for", "zensical")
    tree = Path(zensical.option("--config-file")).parent
    for number in range(SAVES):
        # as editors save, so that no build reads half a note
        sites.write(tmp_path, {"saved.md": f"{NOTE}\nRead {number} times.\n"})
        (tmp_path / "saved.md").replace(project / "notes/a.md")
        wait_for(f"Read {number} times.", tree / "docs/a.md")
    time.sleep(0.5)
    builds = server.output.count(" files in ")
    assert server.output.count(", 1 changed, 0 removed") == SAVES
    time.sleep(0.5)
    assert server.output.count(" files in ") == builds
    assert sorted(sites.files(project)) == ["notes/a.md", "notes/b.md", "serve.log"]
    length = len(server.output)
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(TIMEOUT) == 0
    assert server.output[length:] == "papernotes: stopped\n"
    assert not tree.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(zensical.starts[0]["pid"], 0)


def test_the_end_of_zensical_is_reported(tmp_path: Path, zensical: FakeZensical) -> None:
    """If Zensical ends, so does the command, with its exit code in one line; nothing is left behind."""
    sites.write(tmp_path, {"notes/a.md": NOTE})
    zensical.end_at_once("serve", 3)
    result = run("serve", tmp_path / "notes", "--for", "zensical", "--open", "-a", "127.0.0.1:8001")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == "papernotes: error: Zensical ended with exit code 3"
    assert zensical.starts[0]["arguments"][3:] == ["--open", "--dev-addr", "127.0.0.1:8001"]
    assert not Path(zensical.option("--config-file")).exists()


@pytest.mark.parametrize(
    ("note", "code", "message", "starts"),
    [
        (WRONG, 0, "broken-front-matter", []),
        (NOTE, 4, "papernotes: error: zensical build --strict ended with exit code 4", ["build"]),
        (NOTE, 0, "papernotes: error: Zensical ended with exit code 0", ["build", "serve"]),
    ],
)
def test_strict_stops_at_a_warning(
    tmp_path: Path, zensical: FakeZensical, note: str, code: int, message: str, starts: list[str]
) -> None:
    """A warning about the notes, or of Zensical, stops the command before anything is shown."""
    sites.write(tmp_path, {"notes/a.md": note})
    zensical.end_at_once("build", code)
    zensical.end_at_once("serve", 0)
    result = run("serve", tmp_path / "notes", "--for", "zensical", "--strict")
    assert result.exit_code == 1
    assert message in result.stderr.splitlines()[-1]
    assert [start["arguments"][0] for start in zensical.starts] == starts


def test_the_configuration_of_the_user_is_used(
    tmp_path: Path, zensical: FakeZensical, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Title, folder and options of papernotes come from a `mkdocs.yml`, and Zensical runs in its folder."""
    plugins = "plugins: [search, {papernotes: {papers_path: all, home: ''}}]\n"
    sites.write(tmp_path, {"docs/a.md": NOTE, "mkdocs.yml": f"site_name: Mine\n{plugins}"})
    zensical.end_at_once("serve", 0)
    copies: list[dict[str, bytes]] = []

    def copy(preview: zensical_preview._Preview, *_: object) -> None:
        copies.append(sites.files(preview._project))
        preview.stop.set()

    monkeypatch.setattr(zensical_preview._Preview, "_end", copy)
    assert run("serve", tmp_path / "docs", "--for", "zensical").exit_code == 0
    assert "docs/all/index.md" in copies[0]
    assert b"site_name: Mine" in copies[0]["mkdocs.yml"]
    assert zensical.starts[0]["folder"] == str(tmp_path)


def test_a_wrong_option_stops_the_start(tmp_path: Path, zensical: FakeZensical) -> None:
    """An error before Zensical runs is one line, and Zensical does not start."""
    sites.write(tmp_path, {"docs/a.md": NOTE, "mkdocs.yml": "site_name: x\nplugins: [papernotes: {papers_path: 1}]\n"})
    result = run("serve", tmp_path / "docs", "--for", "zensical")
    assert result.exit_code == 2
    assert "papers_path" in result.stderr.splitlines()[-1]
    assert zensical.starts == []


def test_without_zensical(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line says how to install it."""
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    assert error(run("serve", tmp_path, "--for", "zensical")) == "zensical is not installed: pip install zensical"
