"""Every command ends with a documented exit code, says why in plain lines, and shows no traceback."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from papernotes_plugin.cli import main
from tests.helpers.cli_runs import put, run

NOTE = "- [Attention Is All You Need](https://arxiv.org/abs/1706.03762) #nlp\n"
BIB = "@article{a2020, title = {On Pictures That Move}, doi = {10.1000/1}}\n"
OTHER_CASE = "@article{A2020, title = {On Words That Stay}, doi = {10.1000/2}}\n"
CODES = [
    (0, "build notes -o out", ""),
    (1, "build notes -o out --config error.toml", ""),
    (2, "build notes", "Missing option"),
    (2, "build notes -o notes/x.md", "'notes/x.md' is not a folder"),
    (2, "build notes -o notes/out", "lies in it"),
    (2, "build nowhere -o out", "no such file or folder: 'nowhere'"),
    (0, "check notes", ""),
    (1, "check empty", "no paper was found: there are no notes"),
    (1, "check warned", ""),
    (2, "check notes --bib nowhere.bib", "no file matches 'nowhere.bib'"),
    (2, "check notes --baseline empty", "it is a folder"),
    (2, "check --explain nothing", "no issue has the code 'nothing'"),
    (2, "check x.bib", "'x.bib' is not a Markdown file"),
    (0, "export notes", ""),
    (0, "export notes -o new/folder/a.bib", ""),
    (1, "export notes --tag npl", "papernotes: 0 of 1 paper: no tag 'npl'; near: 'nlp'"),
    (1, "export notes --year 1890", "papernotes: 0 of 1 paper: no paper of 1890"),
    (1, "export notes --tag nlp --note notes", "no note 'notes'"),
    (1, "export notes --key arxiv:1706.03762,zzz -f bib", "papernotes: no paper has the key 'zzz'"),
    (1, "export notes --cited-in cites.tex", "papernotes: 0 of 1 paper: --cited-in selects none"),
    (1, "export empty", "no paper was found"),
    (2, "export notes -o a.txt", "no format has the ending '.txt'"),
    (2, "export notes -o empty", "'empty' is a folder"),
    (2, "export notes -o x.bib/a.bib", "a file is where a folder is needed"),
    (2, "export notes --year soon", "option 'year' must be a year"),
    (2, "export --cited-in empty", "is not a manuscript of a known kind"),
    (0, "keys notes", ""),
    (1, "keys notes --check", ""),
    (1, "keys empty", "no paper was found"),
    (2, "keys notes --rename no yes", "no paper has the citekey 'no'"),
    (2, "keys notes --keys empty", "it is a folder"),
    (0, "show 1706.03762 notes", ""),
    (1, "show nothing notes", "papernotes: 0 of 1 paper: no name or identifier 'nothing'"),
    (2, "show", "Missing argument 'NAME'"),
    (0, "doctor good", ""),
    (1, "doctor bad", ""),
    (2, "doctor empty", "there is no mkdocs.yml in 'empty'"),
    (2, "doctor x.bib", "contains no settings of a site"),
    (0, "init notes --dry-run", ""),
    (2, "init nowhere", "no such folder"),
    (2, "serve nowhere", "no such folder: 'nowhere'"),
    (2, "serve notes -a 8000", "must be HOST:PORT"),
    (2, "", "Usage: papernotes"),
    (2, "bild", "No such command 'bild'"),
]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a folder with good and bad inputs."""
    put(tmp_path, notes__x_md=NOTE, warned__x_md=f"{NOTE}[@unknown]\n", x_bib="", cites_tex="\\cite{}")
    put(
        tmp_path, error_toml="issues = {unpinned-key = 'error', no-bibliography = 'error'}\nbibliography = 'no/*.bib'\n"
    )
    put(tmp_path, good__mkdocs_yml="site_name: x\nsite_url: https://example.org/\nplugins: [search, papernotes]\n")
    put(tmp_path, bad__mkdocs_yml="site_name: x\nplugins: [search, papernotes: {bib: x}]\n")
    put(tmp_path, good__docs__index_md="x")
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("code", "line", "message"), CODES, ids=[line or "nothing" for _, line, _ in CODES])
def test_exit_codes(project: Path, code: int, line: str, message: str) -> None:
    """A command ends with its code; the reason is on stderr, and standard output is empty after wrong usage."""
    before = sorted(project.rglob("*"))
    result = run(*line.split())
    assert result.exit_code == code, result.output
    assert message in result.stderr
    assert "Traceback" not in result.output
    if code == 2:
        assert result.stdout == ""
        assert sorted(project.rglob("*")) == before
        assert result.stderr.count("\n") == 1 or not line


def test_an_empty_result_replaces_no_file(project: Path) -> None:
    """If no paper matches, an existing file keeps its bytes, and no new file is written."""
    put(project, old_bib="old")
    for path in ("old.bib", "new.bib"):
        result = run("export", "notes", "--tag", "npl", "-o", path)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert (project / "old.bib").read_text() == "old"
    assert not (project / "new.bib").exists()


def test_collisions_are_shown(project: Path) -> None:
    """Keys and paths that differ only in case are shown by `build` and `export`, not only counted."""
    put(project, bib__a_bib=BIB + OTHER_CASE, notes__idea_md="[@a2020]\n", notes__Idea_md="[@A2020]\n")
    key = "citekey 'A2020' differs only in case or Unicode form from 'a2020' of another paper (bib/a.bib:1)"
    path = "idea.md: the path differs from Idea.md only in case, Unicode form or extension"
    for command in (["build", "notes", "-o", "out"], ["export", "notes", "-o", "all.bib"], ["check", "notes"]):
        result = run(*command)
        assert f"bib/a.bib:2: {key} [colliding-keys]\n" in result.output
        assert result.output.count("[colliding-keys]") == 1
        assert f"{path}; some file systems keep only one of the two [colliding-paths]\n" in result.output


def test_same_addresses_are_shown(project: Path) -> None:
    """`build --for hugo` prints the issues that only this build finds."""
    put(project, notes__a_md="x", notes__a__index_md="x")
    result = run("build", "notes", "-o", "out", "--for", "hugo")
    assert (
        "a/index.md: it has the address of 'a.md': a site shows only one of the two [same-address]\n" in result.stderr
    )
    assert "[same-address]" not in run("check", "notes").output


def test_one_noun(project: Path) -> None:
    """A single note, paper or issue has its noun in the singular."""
    assert run("check", "notes").stderr.startswith("papernotes: 1 note, 1 mention, 1 paper, ")


@pytest.mark.parametrize("command", sorted(main.commands))
def test_the_page_lists_the_codes(command: str) -> None:
    """The documentation has a line about exit code 1 of each command, and the help has the same codes."""
    page = Path(__file__).parents[2].joinpath("docs/command.md").read_text("utf-8")
    assert f"| 1 | `{command}` | " in page
    text = CliRunner().invoke(main, [command, "--help"]).stdout.partition("Exit codes:\n")[2]
    codes = {line.split()[0] for line in text.splitlines() if line.split()[0].isdigit()}
    assert codes == {"0", "1", "2", "130", "141"}


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--exclude", "drfts"], "papernotes: --exclude: no file matches 'drfts'; near: 'drafts'\n"),
        (["--exclude", "*.txt"], "papernotes: --exclude: no file matches '*.txt'\n"),
        (["--exclude", "drafts"], ""),
        (["--exclude", "drafts", "--exclude", "drafts/a.md", "--exclude", "**/a.md"], ""),
    ],
)
def test_an_exclusion_of_nothing(project: Path, options: list[str], line: str) -> None:
    """A glob of `--exclude` that excludes nothing is one line, and the command goes on."""
    put(project, notes__drafts__a_md=NOTE)
    result = run("keys", "notes", *options)
    assert (result.exit_code, result.stderr) == (0, line)


def test_an_exclusion_of_named_notes(project: Path) -> None:
    """`--exclude` applies to single notes, too."""
    assert run("keys", "notes/x.md", "--exclude", "*").stderr == "papernotes: no paper was found: there are no notes\n"
    result = run("keys", "notes/x.md", "--exclude", "y.md")
    assert (result.exit_code, result.stderr) == (0, "papernotes: --exclude: no file matches 'y.md'; near: 'x.md'\n")


PRINTING = [
    "--version",
    "--help",
    "export --help",
    "export notes",
    "check notes --format json",
    "check notes --explain all",
    "check notes --fix --diff",
    "keys notes",
    "keys notes --check",
    "keys notes --rename attention2017need a2017",
    "show 1706.03762 notes",
    "doctor bad",
]


class FullDisk(io.StringIO):
    """Output on a full disk."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class EndedReader(io.StringIO):
    """Pipe whose reader has ended."""

    def flush(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


@pytest.mark.parametrize("line", PRINTING)
@pytest.mark.parametrize(
    ("output", "code", "message"),
    [
        (FullDisk, 2, "papernotes: error: the output cannot be written: No space left on device\n"),
        (EndedReader, 141, ""),
        (lambda: None, 2, "papernotes: error: the output cannot be written: standard output is closed\n"),
    ],
    ids=["full disk", "ended reader", "closed"],
)
def test_lost_output(
    project: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    output: Callable[[], io.StringIO | None],
    code: int,
    message: str,
) -> None:
    """A command whose output cannot be written says so in one line, and never succeeds."""
    put(project, bib__keys_txt="doi:10.1000/1 a2020\n")
    stderr = io.StringIO()
    monkeypatch.setattr(sys, "stdout", output())
    monkeypatch.setattr(sys, "stderr", stderr)
    monkeypatch.setattr(os, "dup2", lambda *descriptors: None)
    with pytest.raises(SystemExit) as ended:
        main(line.split(), prog_name="papernotes")
    assert ended.value.code == code
    assert stderr.getvalue().endswith(message)
    assert "Traceback" not in stderr.getvalue()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_full_disks_as_processes(project: Path) -> None:
    """The exit code is 2 also if neither stream can be written, and Python adds no line of its own."""
    # with a buffer, Python writes what is left once more at its end
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    for line in ("keys notes", "keys nowhere"):
        command = [sys.executable, "-m", "papernotes_plugin", *line.split()]
        with open("/dev/full", "wb") as full:
            assert subprocess.run(command, stdout=full, stderr=full, check=False, env=env).returncode == 2
            done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, env=env)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
