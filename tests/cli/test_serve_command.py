"""`papernotes serve`: a site of any folder of notes, which stays as it is."""

from __future__ import annotations

import signal
import socket
from pathlib import Path

import pytest

from papernotes_plugin.cli import serve
from tests.helpers import sites
from tests.helpers.cli_runs import error, run
from tests.helpers.live_server import TIMEOUT, Server

NOTE = "# Reading\n\n- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) is good\n"
BIB = "@misc{roe2001, title = {Some Other Thing}, author = {Roe, Jane}, year = {2001}}\n"


def test_a_folder_without_configuration(tmp_path: Path) -> None:
    """Notes, options and a later `.bib` file are used; nothing is written, and Ctrl-C ends the command quietly."""
    sites.write(tmp_path, {"notes/a.md": NOTE, "papernotes.toml": 'papers_path = "all"\n'})
    server = Server(tmp_path, "-m", "papernotes_plugin", "serve", "notes")
    assert "Reading" in server.page("")
    assert "Attention Is All You Need" in server.page("all/")
    assert "1 mention, 1 entry, 2 papers" in server.output_after(
        lambda: sites.write(tmp_path, {"bib/a.bib": BIB}) and None
    )
    assert sorted(sites.files(tmp_path)) == ["bib/a.bib", "notes/a.md", "papernotes.toml", "serve.log"]
    length = len(server.output)
    server.process.send_signal(signal.SIGTERM)
    assert server.process.wait(TIMEOUT) == 0
    assert server.output[length:].count("\n") <= 1


@pytest.mark.parametrize(
    ("files", "configuration"),
    [
        ({"notes/a.md": NOTE, "mkdocs.yml": "docs_dir: notes\n"}, "mkdocs.yml"),
        ({"notes/a.md": NOTE, "mkdocs.yaml": "docs_dir: notes\n"}, "mkdocs.yaml"),
        ({"notes/docs/a.md": NOTE, "notes/mkdocs.yml": "site_name: x\n"}, "notes/mkdocs.yml"),
        ({"notes/a.md": NOTE, "mkdocs.yml": "docs_dir: others\n"}, ""),
        ({"notes/a.md": NOTE}, ""),
    ],
)
def test_the_configuration_of_the_user_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], configuration: str
) -> None:
    """A `mkdocs.yml` in the folder, or above it for the folder, is used; another one is not."""
    commands: list[str] = []

    def record(command: list[str]) -> int:
        commands.extend(command)
        return 0

    monkeypatch.setattr(serve, "_run_until_interrupted", record)
    sites.write(tmp_path, dict(files))
    monkeypatch.setattr(serve, "_ensure_free", lambda address: None)
    assert run("serve", tmp_path / "notes", "--open", "--strict").exit_code == 0
    given = Path(commands[commands.index("--config-file") + 1])
    assert commands[-2:] == ["--open", "--strict"]
    assert (given == tmp_path / configuration) is bool(configuration)
    assert given.exists() is bool(configuration)  # a temporary one is deleted


def test_an_address_in_use(tmp_path: Path) -> None:
    """If another program uses the address, one line names the next one."""
    sites.write(tmp_path, {"a.md": NOTE})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        message = error(run("serve", tmp_path, "-a", f"127.0.0.1:{port}"))
    assert message.startswith(f"the address 127.0.0.1:{port} cannot be used (Address already in use)")
    assert message.endswith(f"; name another one: --dev-addr 127.0.0.1:{port % 65535 + 1}")
