"""`mkdocs serve` builds once after each change, reports issues, and keeps running after errors."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from papernotes_plugin.mkdocs_plugin.notes.issue_box import render_box
from papernotes_plugin.vocabulary.issues import Code, issue
from tests.helpers import sites
from tests.helpers.live_server import Server
from tests.helpers.sites import CONFIG

NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
BIB = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The server of a site with a note, a bibliography and a key lock."""
    files: dict[str, str | bytes] = {
        "mkdocs.yml": CONFIG,
        "docs/index.md": NOTE,
        "bib/a.bib": BIB,
        "bib/keys.txt": "",
    }
    running = Server(sites.write(tmp_path, files))
    yield running
    running.end()


def test_each_change_is_built_once(tmp_path: Path, server: Server) -> None:
    """Notes, bibliographies and the key lock are watched, and nothing is written to the project."""
    note, other, renamed = (tmp_path / "docs" / name for name in ("index.md", "b.md", "c.md"))
    changes: dict[str, Callable[[], object]] = {
        "1 note, 1 mention, 1 entry, 2 papers": lambda: note.write_text(f"{NOTE}\nMore.\n"),
        "2 notes, 2 mentions, 1 entry, 2 papers": lambda: other.write_text(NOTE),
        "2 notes, 2 mentions, 1 entry, 2 papers, 0 duplicates, 1 merged": lambda: other.rename(renamed),
        "1 note, 1 mention, 1 entry, 2 papers, 0 duplicates, 0 merged": renamed.unlink,
        "1 note, 1 mention, 2 entries, 3 papers": lambda: (tmp_path / "bib/b.bib").write_text(BIB.replace("o", "u")),
        "1 note, 1 mention, 2 entries, 3 papers, 0 duplicates, 0 merged": lambda: (
            tmp_path / "bib/keys.txt"
        ).write_text("arxiv:1706.03762 transformer\n"),
    }
    for summary, change in changes.items():
        assert summary in server.output_after(change)
    assert "Attention Is All You Need" in server.page("papers/transformer/")
    written = {name.partition("/")[0] for name in sites.files(tmp_path)}
    assert written == {"mkdocs.yml", "docs", "bib", "serve.log"}
    assert sorted(sites.files(tmp_path / "docs")) == ["index.md"]
    assert sorted(sites.files(tmp_path / "bib")) == ["a.bib", "b.bib", "keys.txt"]


def test_the_folder_of_bibliographies_is_watched(tmp_path: Path, server: Server) -> None:
    """The folder of bibliographies may be deleted and created again; only the options contain its name."""
    folder = tmp_path / "bib"

    def appear() -> None:
        folder.mkdir()
        (folder / "c.bib").write_text(BIB.replace("o", "a"))

    assert "1 mention, 1 paper" in server.output_after(lambda: shutil.rmtree(folder))
    assert "1 mention, 1 entry, 2 papers" in server.output_after(appear)
    assert "1 mention, 2 entries, 3 papers" in server.output_after(lambda: (folder / "d.bib").write_text(BIB))


@pytest.mark.full
def test_links_to_parent_folders(tmp_path: Path) -> None:
    """MkDocs would scan them without end: the folders around the links are watched, and each change is built once."""
    files: dict[str, str | bytes] = {
        "mkdocs.yml": CONFIG,
        "docs/index.md": NOTE,
        "docs/a/b.md": NOTE,
        "docs/c/d.md": "",
    }
    sites.write(tmp_path, files)
    for name in ("docs/self", "docs/a/up", "docs/a/again"):
        (tmp_path / name).symlink_to(tmp_path / "docs")
    server = Server(tmp_path)
    try:
        assert "3 notes, " in server.output_after(lambda: (tmp_path / "docs/index.md").write_text(f"{NOTE}\nMore.\n"))
        server.output_after(lambda: (tmp_path / "docs/a/b.md").write_text("Other words\n"))
        server.output_after(lambda: (tmp_path / "docs/c/new.md").write_text("New words\n"))
        assert "Other words" in server.page("a/b/")
        assert "New words" in server.page("c/new/")
    finally:
        server.end()


def test_a_note_becomes_private(tmp_path: Path, server: Server) -> None:
    """The page then has MkDocs' draft mark, and no other page contains a word of it."""
    note = tmp_path / "docs" / "b.md"
    server.output_after(
        lambda: note.write_text(f"{NOTE}\nCanary words about [Attention](https://arxiv.org/abs/1706.03762)\n")
    )
    papers = re.findall(r'href="(papers/[^/"]+/)"', server.page(""))
    assert "Canary words" in server.page(papers[0])
    server.output_after(lambda: note.write_text(f"---\ndraft: true\n---\n{note.read_text()}"))
    assert "Canary" not in server.page(papers[0]) + server.page("") + server.page("papers.csl.json")
    assert "DRAFT" in server.page("b/")


def test_the_server_keeps_running_after_errors(tmp_path: Path, server: Server) -> None:
    """An issue of a note is shown in the terminal and on its page, until the author fixes it."""
    note = tmp_path / "docs" / "index.md"
    directive = "<!-- papernotes:what -->"
    output = server.output_after(
        lambda: note.write_text(f"---\ntitle: [a\n---\n{NOTE}\nsee [@nobody]\n\n{directive}\n")
    )
    assert "WARNING -  papernotes: index.md:3: the front matter" in output
    page = server.page("")
    items = [line for line in page.split("<li>") if line.startswith("index.md:")]
    assert [line.partition("</li>")[0].split("[")[-1] for line in items] == [
        "broken-front-matter]",
        "unknown-key]",
        "unknown-directive]",
    ]
    output = server.output_after(lambda: note.write_bytes(NOTE.encode() + b"\n\xe9\n"))
    assert "[invalid-utf8]" in output
    assert "[broken-front-matter]" not in server.page("")
    output = server.output_after(
        lambda: (tmp_path / "bib" / "a.bib").write_text("@misc{broken, title = {Never closed\n")
    )
    assert "a.bib" in output
    assert "Traceback" not in server.output
    assert "papernotes: index.md" not in server.output_after(lambda: note.write_text(NOTE))
    assert "admonition failure" not in server.page("")


def test_an_issue_of_level_error_does_not_stop_the_server(tmp_path: Path, server: Server) -> None:
    """Such an issue stops a build; the server shows it, also on the page, and builds all pages."""
    config = CONFIG.replace("papernotes]", "papernotes: {issues: {unknown-key: error}}]")
    assert "WARNING" not in server.output_after(lambda: (tmp_path / "mkdocs.yml").write_text(config))
    note = tmp_path / "docs" / "index.md"
    output = server.output_after(lambda: note.write_text(f"{NOTE}\nsee [@nobody]\n"))
    assert "ERROR   -  papernotes: index.md:5: " in output
    assert "[unknown-key]" in server.page("")
    assert sites.build(tmp_path).code == 1
    assert "unknown-key" not in server.output_after(lambda: note.write_text(NOTE))


def test_issues_on_pages_are_escaped() -> None:
    """The name and the content of a note may contain HTML."""
    output = render_box([issue(Code.UNKNOWN_KEY, "<b>.md", 1, "<script>alert(1)</script>")])
    assert "<li>&lt;b&gt;.md:1: &lt;script&gt;alert(1)&lt;/script&gt; [unknown-key]</li>" in output
