"""`papernotes fetch` as a user runs it, against a server with given answers."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from papernotes_plugin.fetch.transport import Pace
from tests.helpers.bibliographic_services import AnswerServer, answering
from tests.helpers.cli_runs import error, put, run

ROW = {
    "name": "More RLHF, More Trust? On The Impact of Preference Alignment",
    "authors": [{"fullname": "Aaron Jiaxun Li"}, {"fullname": "Satyapriya Krishna"}],
    "decision": "Accept (Oral)",
    "virtualsite_url": "/virtual/2025/poster/30001",
    "paper_url": "https://openreview.net/forum?id=FpiCLJrSW8",
}
FEED = """<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/1706.03762v5</id>
<title>Attention Is
  All You Need</title><published>2017-06-12T00:00:00Z</published><author><name>Ashish Vaswani</name></author>
</entry></feed>"""
NOTE = """# Notes CANARYHEADING

- [AaronJiaxunLi2025ICLR](https://openreview.net/forum?id=FpiCLJrSW8) CANARYREMARK about my secret project
- [paper](https://arxiv.org/abs/1706.03762) and [nothing](https://arxiv.org/abs/2401.99999)
- **CANARYTITLE of a Paper in Four Words**, ICLR 2025
"""


def answer(path: str, body: str) -> tuple[int, Any, dict[str, str]]:
    """Return the answer of the imitated services."""
    if path.startswith("/iclr/static/virtual/data/iclr-2025"):
        return 200, {"results": [ROW]}, {}
    if path.startswith("/arxiv/api/query?id_list"):
        return 200, FEED.encode(), {}
    if path.startswith("/dblp/"):
        return 200, {"result": {"hits": {"@total": "0"}}}, {}
    if path.startswith("/semanticscholar/graph/v1/paper/batch"):
        return 200, [None, None], {}
    if path.startswith("/openreview/"):
        return 200, {"notes": []}, {}
    return 404, {"error": "not found"}, {}


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnswerServer]:
    """Yield the services, with a project in the current folder."""
    put(tmp_path, notes__n_md=NOTE, papernotes_toml="")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("papernotes_plugin.fetch.transport.Pace", lambda: Pace(spacing=0.0, first_wait=0.01))
    with answering(answer) as running:
        monkeypatch.setenv("PAPERNOTES_FETCH_BASE", running.base)
        yield running


def fetch(*args: str) -> Any:
    """Return the result of the command with a cache in the project."""
    return run("fetch", "notes", "--cache-dir", "cache", *args)


def test_facts_are_looked_up_written_and_exported(server: AnswerServer, tmp_path: Path) -> None:
    """The command completes what services know, lists the rest with file and line, and asks nothing twice."""
    result = fetch()
    assert result.exit_code == 1
    assert "n.md:4: '" in result.stdout
    assert "was not found (arxiv" in result.stdout
    assert "2 complete" in result.stderr
    text = (tmp_path / "bib" / "fetched.bib").read_text("utf-8")
    assert "Li, Aaron Jiaxun and Krishna, Satyapriya" in text
    assert "papernotes-source = {iclr openreview:FpiCLJrSW8}" in text
    exported = run("export", "notes", "--format", "bib").stdout
    assert "title = {Attention Is All You Need}" in exported
    assert "papernotes-" not in exported
    number = len(server.requests)
    again = fetch()
    assert "0 requests; 'bib/fetched.bib' unchanged" in again.stderr
    assert len(server.requests) == number
    assert (tmp_path / "bib" / "fetched.bib").read_text("utf-8") == text


def test_only_identifiers_leave_the_machine(server: AnswerServer) -> None:
    """No word of the notes is in any request; with --by-title, only the titles are."""
    fetch()
    sent = "".join(request.path + request.body + request.agent for request in server.requests)
    assert "CANARY" not in sent
    assert "FpiCLJrSW8" not in sent
    fetch("--by-title")
    sent = "".join(request.path + request.body + request.agent for request in server.requests)
    assert "CANARYTITLE" in sent
    assert "CANARYREMARK" not in sent
    assert "CANARYHEADING" not in sent


def test_a_build_opens_no_socket(server: AnswerServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds, exports and checks use the facts without the network."""
    fetch()

    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a socket was opened")

    for name in ("socket", "create_connection", "getaddrinfo"):
        monkeypatch.setattr(socket, name, refuse)
    assert run("build", "notes", "--out", "site").exit_code == 0
    assert "More RLHF" in (tmp_path / "site" / "papers" / "aaronjiaxunli2025iclr.md").read_text("utf-8")
    assert run("export", "notes", "--format", "bib").exit_code == 0
    assert run("check", "notes").exit_code == 0


def test_a_build_says_what_is_missing(server: AnswerServer) -> None:
    """Until then, a build and an export name the command."""
    assert (
        "lack a title, authors or a venue; 'papernotes fetch' would look them up"
        in run("build", "notes", "--out", "site").stderr
    )
    assert "'papernotes fetch'" in run("export", "notes", "-o", "x.bib").stderr


def test_a_dry_run_lists_what_would_be_sent(server: AnswerServer, tmp_path: Path) -> None:
    """Each request is printed with its text; nothing is sent or written."""
    result = fetch("--dry-run")
    assert result.exit_code == 0
    assert f"GET {server.base}/arxiv/api/query?id_list=1706.03762,2401.99999" in result.stdout
    assert f"GET {server.base}/iclr/static/virtual/data/iclr-2025-orals-posters.json" in result.stdout
    assert server.requests == []
    assert not (tmp_path / "bib").exists()


def test_a_diff_changes_nothing(server: AnswerServer, tmp_path: Path) -> None:
    """The change is printed and not made; the exit code says that there is one."""
    result = fetch("--diff")
    assert result.exit_code == 1
    assert "+++ b/bib/fetched.bib" in result.stdout
    assert not (tmp_path / "bib" / "fetched.bib").exists()


def test_one_paper(server: AnswerServer) -> None:
    """Names after the notes select papers; an unknown one is an error."""
    result = fetch("AaronJiaxunLi2025ICLR")
    assert result.exit_code == 0
    assert "1 paper looked up: 1 complete" in result.stderr
    assert all("arxiv" not in request.path for request in server.requests)
    assert "no paper has the name 'AaronLi'" in error(fetch("AaronLi"))
    assert "no fact is called" in error(fetch("--missing", "colour"))


def test_explanation(server: AnswerServer) -> None:
    """The command prints what each service answered, and why it was taken."""
    fetch()
    result = fetch("--explain", "AaronJiaxunLi2025ICLR")
    assert "iclr (openreview:FpiCLJrSW8): 'More RLHF" in result.stdout
    assert "taken: the identifier, and nothing contradicts it" in result.stdout


def test_reject_and_accept(server: AnswerServer, tmp_path: Path) -> None:
    """A rejected answer is not taken again, until a person accepts it."""
    path = tmp_path / "bib" / "fetched.bib"
    fetch()
    assert fetch("--reject", "AaronJiaxunLi2025ICLR").exit_code == 0
    assert "More RLHF" not in path.read_text("utf-8")
    assert "rejected" in fetch().stdout
    assert "More RLHF" not in path.read_text("utf-8")
    fetch("--accept", "AaronJiaxunLi2025ICLR")
    assert "More {RLHF}" in path.read_text("utf-8")


def test_accept_with_other_papers(server: AnswerServer, tmp_path: Path) -> None:
    """The accepted proposal is that of the paper that `--accept` names, whatever other papers are looked up."""
    fetch()
    fetch("--reject", "AaronJiaxunLi2025ICLR")
    fetch("arxiv:1706.03762", "--accept", "AaronJiaxunLi2025ICLR")
    assert "More {RLHF}" in (tmp_path / "bib" / "fetched.bib").read_text("utf-8")


def test_an_edited_entry_stays(server: AnswerServer, tmp_path: Path) -> None:
    """What a person changed in the file is not written again, even with --refresh."""
    fetch()
    path = tmp_path / "bib" / "fetched.bib"
    edited = path.read_text("utf-8").replace("Krishna, Satyapriya", "Krishna, S.")
    path.write_text(edited, "utf-8")
    result = fetch("--refresh")
    assert "1 edited by hand and kept" in result.stderr
    assert path.read_text("utf-8") == edited


def test_proposals_are_written_side_by_side(server: AnswerServer, tmp_path: Path) -> None:
    """A doubtful answer is not taken, and is in the file of proposals with both titles."""
    put(tmp_path, notes__n_md="---\ntitle: On the Mating Habits of Otters\narxiv: '1706.03762'\n---\n")
    result = fetch("--proposals", "p.bib")
    assert result.exit_code == 1
    assert "has a proposal: 'Attention Is All You Need'" in result.stdout
    text = (tmp_path / "p.bib").read_text("utf-8")
    assert "title = {Attention Is All You Need}" in text
    assert "title-in-notes = {On the Mating Habits of Otters}" in text
    assert not (tmp_path / "bib" / "fetched.bib").exists()


def test_offline_and_clear_cache(server: AnswerServer, tmp_path: Path) -> None:
    """Without stored answers nothing is known offline, and nothing is sent."""
    result = fetch("--offline")
    assert "could not be asked" in result.stdout
    assert server.requests == []
    assert run("fetch", "--clear-cache", "--cache-dir", "cache").exit_code == 0
    assert not (tmp_path / "cache" / "answers.sqlite").exists()


def test_online_checks(server: AnswerServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`check --online` reports unknown identifiers, other titles, and services that could not be asked."""
    monkeypatch.setattr("papernotes_plugin.fetch.session.answer_cache.default_folder", lambda: tmp_path / "cache")
    note = "- [On the Mating Habits of Otters](https://arxiv.org/abs/1706.03762) by Ada Lovelace, 2019\n"
    put(tmp_path, notes__n_md=note + "- [x](https://arxiv.org/abs/2401.99999)\n")
    result = run("check", "notes", "--online")
    assert result.exit_code == 1
    assert "[wrong-identifier]" in result.stdout
    assert "n.md:2: arxiv does not know arxiv:2401.99999; it may not exist [nonexistent-identifier]" in result.stdout
    monkeypatch.setenv("PAPERNOTES_FETCH_BASE", "http://127.0.0.1:9")
    offline = run("check", "notes", "--online")
    assert "[nonexistent-identifier]" not in offline.stdout
    assert "arxiv could not be asked about 2 identifiers: no connection [unanswered-question]" in offline.stdout
