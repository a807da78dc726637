"""`papernotes serve --for zensical` with the real Zensical: each save is shown, and no build starts another one."""

from __future__ import annotations

import os
import re
import signal
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.helpers import sites
from tests.helpers.live_server import TIMEOUT, Server

NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
SAVES = 100
QUIET = 3.0
"""Seconds after which a loop would have built again."""


@pytest.mark.hosts
def test_saves_are_shown_and_built_once(tmp_path: Path) -> None:
    """Each of 100 saves is built once, nothing is written without a save, and Ctrl-C leaves nothing behind."""
    if not find_spec("zensical"):
        stop = pytest.fail if os.environ.get("PAPERNOTES_REQUIRE_HOSTS") else pytest.skip
        stop("not installed: zensical")
    project = tmp_path / "project"
    sites.write(
        project, {"notes/a.md": NOTE, "notes/b.md": "# Other\n", "mkdocs.yml": "docs_dir: notes\nsite_name: x\n"}
    )
    before = sites.files(project)
    command = ("-m", "papernotes_plugin", "serve", "notes", "--for", "zensical")
    server = Server(project, *command, ready="Build started")
    waits = [seconds_until_shown(server, tmp_path, number) for number in range(-1, SAVES)][1:]
    time.sleep(QUIET)
    assert server.output.count(", 1 changed, 0 removed") == SAVES + 1
    folder = re.search(r"^Serving (.+) on http", server.output, re.MULTILINE)
    assert folder
    written = last_write(Path(folder[1]))
    time.sleep(QUIET)
    assert last_write(Path(folder[1])) == written
    assert server.output.count(" files in ") == SAVES + 2
    server.process.send_signal(signal.SIGINT)
    assert server.process.wait(TIMEOUT) == 0
    assert server.output.endswith("papernotes: stopped\n")
    assert sites.files(project).keys() - before.keys() == {"serve.log"}
    print(f"seconds from a save to its page: {sorted(waits)[SAVES // 2]:.2f} (median), {max(waits):.2f} (longest)")


def last_write(folder: Path) -> float:
    """Return the time of the last change of a file in a folder."""
    return max(path.stat().st_mtime for path in folder.rglob("*"))


def seconds_until_shown(server: Server, folder: Path, number: int) -> float:
    """Save a note, and return the seconds until its page shows the change."""
    sites.write(folder, {"saved.md": f"{NOTE}\nRead {number} times.\n"})
    (folder / "saved.md").replace(folder / "project/notes/a.md")
    start = time.monotonic()
    while True:
        # Zensical has no page while it writes it
        with suppress(HTTPError):
            if f"Read {number} times." in server.page("a/"):
                return time.monotonic() - start
        assert time.monotonic() - start < TIMEOUT
        time.sleep(0.02)
