"""A preview: what changes is built once, what is wrong is said, and the server lives on."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from papernotes_plugin.mkdocs_plugin.notes.issue_box import render_box
from papernotes_plugin.vocabulary.issues import Code, issue
from tests.helpers import sites
from tests.helpers.sites import CONFIG

NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
BIB = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"
PATIENCE = 60
"""Seconds in which even a busy machine has built four pages."""
QUIET = 1.5
"""Seconds in which a server that builds in a loop would have begun again."""


class Preview:
    """A running server and what it has said."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._changes = 0
        self.log = folder / "serve.log"
        command = [sys.executable, "-m", "mkdocs", "serve", "--livereload", "-a", f"127.0.0.1:{self.port}"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"}
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, env=environment)
        self.wait("Serving on", 1)

    @property
    def said(self) -> str:
        """All that it has said."""
        return self.log.read_text("utf-8", "replace")

    def wait(self, sign: str, times: int) -> None:
        """Until it has said something so many times."""
        end = time.monotonic() + PATIENCE
        while self.said.count(sign) < times:
            assert self.process.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.05)

    def page(self, path: str) -> str:
        """A page as a browser gets it."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/{path}", timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def after(self, change: Callable[[], object]) -> str:
        """What it says of a change: that it builds once."""
        length = len(self.said)
        self._changes += 1
        change()
        self.wait("Reloading browsers", self._changes)
        said = self.said[length:]
        assert said.count("Building documentation") == 1, said
        return said

    def end(self) -> None:
        """Stop it, once it is seen that it built as often as something changed and then nothing."""
        time.sleep(QUIET)
        self.process.terminate()
        self.process.wait(PATIENCE)
        assert self.said.count("Building documentation") == self._changes + 1, self.said


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    """The preview of a site with a note, a bibliography and a key lock."""
    files: dict[str, str | bytes] = {
        "mkdocs.yml": CONFIG,
        "docs/index.md": NOTE,
        "bib/a.bib": BIB,
        "bib/keys.txt": "",
    }
    running = Preview(sites.write(tmp_path, files))
    yield running
    running.end()


def test_what_changes_is_built_once(tmp_path: Path, preview: Preview) -> None:
    """A note that is edited, added, renamed or deleted, a bibliography, the key lock; and nothing is written."""
    note, other, renamed = (tmp_path / "docs" / name for name in ("index.md", "b.md", "c.md"))
    changes: dict[str, Callable[[], object]] = {
        "1 notes, 1 mentions, 2 papers": lambda: note.write_text(f"{NOTE}\nMore.\n"),
        "2 notes, 2 mentions, 2 papers": lambda: other.write_text(NOTE),
        "2 notes, 2 mentions, 2 papers, 1 merged": lambda: other.rename(renamed),
        "1 notes, 1 mentions, 2 papers, 0 merged": renamed.unlink,
        "1 notes, 1 mentions, 3 papers": lambda: (tmp_path / "bib/b.bib").write_text(BIB.replace("o", "u")),
        "1 notes, 1 mentions, 3 papers, 0 merged": lambda: (tmp_path / "bib/keys.txt").write_text(
            "arxiv:1706.03762 transformer\n"
        ),
    }
    for summary, change in changes.items():
        assert summary in preview.after(change)
    assert "Attention Is All You Need" in preview.page("papers/transformer/")
    written = {name.partition("/")[0] for name in sites.files(tmp_path)}
    assert written == {"mkdocs.yml", "docs", "bib", "serve.log"}
    assert sorted(sites.files(tmp_path / "docs")) == ["index.md"]
    assert sorted(sites.files(tmp_path / "bib")) == ["a.bib", "b.bib", "keys.txt"]


def test_a_bibliography_may_come_and_go(tmp_path: Path, preview: Preview) -> None:
    """Also with its folder, which nothing but its name in the options tells of."""
    folder = tmp_path / "bib"

    def appear() -> None:
        folder.mkdir()
        (folder / "c.bib").write_text(BIB.replace("o", "a"))

    assert "1 mentions, 1 papers" in preview.after(lambda: shutil.rmtree(folder))
    assert "1 mentions, 2 papers" in preview.after(appear)
    assert "1 mentions, 3 papers" in preview.after(lambda: (folder / "d.bib").write_text(BIB))


def test_folders_that_hold_themselves(tmp_path: Path) -> None:
    """MkDocs would watch them for ever: it watches what is around them, and builds once as everywhere."""
    files: dict[str, str | bytes] = {
        "mkdocs.yml": CONFIG,
        "docs/index.md": NOTE,
        "docs/a/b.md": NOTE,
        "docs/c/d.md": "",
    }
    sites.write(tmp_path, files)
    for name in ("docs/self", "docs/a/up", "docs/a/again"):
        (tmp_path / name).symlink_to(tmp_path / "docs")
    preview = Preview(tmp_path)
    try:
        assert "3 notes, " in preview.after(lambda: (tmp_path / "docs/index.md").write_text(f"{NOTE}\nMore.\n"))
        preview.after(lambda: (tmp_path / "docs/a/b.md").write_text("Other words\n"))
        preview.after(lambda: (tmp_path / "docs/c/new.md").write_text("New words\n"))
        assert "Other words" in preview.page("a/b/")
        assert "New words" in preview.page("c/new/")
    finally:
        preview.end()


def test_a_note_turns_private(tmp_path: Path, preview: Preview) -> None:
    """From then on it has MkDocs' mark, and no other page holds a word of it."""
    note = tmp_path / "docs" / "b.md"
    preview.after(
        lambda: note.write_text(f"{NOTE}\nCanary words about [Attention](https://arxiv.org/abs/1706.03762)\n")
    )
    papers = re.findall(r'href="(papers/[^/"]+/)"', preview.page(""))
    assert "Canary words" in preview.page(papers[0])
    preview.after(lambda: note.write_text(f"---\ndraft: true\n---\n{note.read_text()}"))
    assert "Canary" not in preview.page(papers[0]) + preview.page("") + preview.page("papers.csl.json")
    assert "DRAFT" in preview.page("b/")


def test_an_error_is_said_and_the_server_lives_on(tmp_path: Path, preview: Preview) -> None:
    """What is wrong with a note stands in the terminal and on its page, and goes when it is mended."""
    note = tmp_path / "docs" / "index.md"
    directive = "<!-- papernotes:what -->"
    said = preview.after(lambda: note.write_text(f"---\ntitle: [a\n---\n{NOTE}\nsee [@nobody]\n\n{directive}\n"))
    assert "WARNING -  papernotes: index.md:3: the front matter" in said
    page = preview.page("")
    found = [line for line in page.split("<li>") if line.startswith("index.md:")]
    assert [line.partition("</li>")[0].split("[")[-1] for line in found] == [
        "broken-front-matter]",
        "unknown-key]",
        "unknown-directive]",
    ]
    said = preview.after(lambda: note.write_bytes(NOTE.encode() + b"\n\xe9\n"))
    assert "[invalid-utf8]" in said
    assert "[broken-front-matter]" not in preview.page("")
    said = preview.after(lambda: (tmp_path / "bib" / "a.bib").write_text("@misc{broken, title = {Never closed\n"))
    assert "a.bib" in said
    assert "Traceback" not in preview.said
    assert "papernotes: index.md" not in preview.after(lambda: note.write_text(NOTE))
    assert "admonition failure" not in preview.page("")


def test_what_the_author_calls_an_error_stops_no_preview(tmp_path: Path, preview: Preview) -> None:
    """It stops a build; a preview says it, on the page as well, and shows all the rest."""
    config = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}}]")
    assert "WARNING" not in preview.after(lambda: (tmp_path / "mkdocs.yml").write_text(config))
    note = tmp_path / "docs" / "index.md"
    said = preview.after(lambda: note.write_text(f"{NOTE}\nsee [@nobody]\n"))
    assert "ERROR   -  papernotes: index.md:5: " in said
    assert "[unknown-key]" in preview.page("")
    assert sites.build(tmp_path).code == 1
    assert "unknown-key" not in preview.after(lambda: note.write_text(NOTE))


def test_what_a_page_says_is_text() -> None:
    """A note may be called anything and hold anything."""
    said = render_box([issue(Code.UNKNOWN_KEY, "<b>.md", 1, "<script>alert(1)</script>")])
    assert "<li>&lt;b&gt;.md:1: &lt;script&gt;alert(1)&lt;/script&gt; [unknown-key]</li>" in said
