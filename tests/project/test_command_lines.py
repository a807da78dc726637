"""Each command line of papernotes in the README and the documentation runs, on a project that has what it names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from papernotes_plugin.cli import main
from papernotes_plugin.fetch.transport import Pace
from tests.conftest import ROOT
from tests.helpers import sites
from tests.helpers.bibliographic_services import answering
from tests.helpers.live_server import TIMEOUT, Server
from tests.project.test_docs import command_lines
from tests.project.test_guides import PAGES

OTHERS = {*(page.relative_to(ROOT).as_posix() for page in PAGES), "docs/exporting.md"}
"""Pages whose command lines run on their own files, in other tests."""
PROBLEM = {"check", "fetch", "--check", "flow.bib"}
"""Words of commands that may exit with 1: a fault, an unknown paper, a key that is not pinned, or a wrong filter."""
NOTES = {
    "reading.md": (
        "# Reading\n\n## Language models\n\n### Pre-training\n\n"
        "- [vaswani2017attention](https://arxiv.org/abs/1706.03762) #diffusion\n"
        "- ResNet [KaimingHe2016CVPR](https://arxiv.org/abs/1512.03385) #interpretability\n"
        "- Transfusion [ChuntingZhou2025ICLR](https://openreview.net/forum?id=SI2hI0frk6), ICLR 2025\n"
    ),
    "journal/2025-11.md": "# November\n\n[@rumelhart1986] and [@vaswani2017attention]\n",
    "flow.md": "# Flow\n\n- [Flow Matching](https://arxiv.org/abs/2210.02747), ICLR 2023 #flow\n",
}
BIB = """\
@misc{vaswani2017attention, title = {Attention Is All You Need}, year = 2017,
  eprint = {1706.03762}, eprinttype = {arXiv}}
@article{rumelhart1986, title = {Learning representations by back-propagating errors}, year = 1986,
  author = {Rumelhart, David}, doi = {10.1038/323533a0}}
@inproceedings{OLD1, title = {Visual Instruction Tuning}, year = 2023, eprint = {2304.08485}, archiveprefix = {arXiv}}
@inproceedings{OLD2, title = {Segment Anything}, year = 2023, eprint = {2304.02643}, archiveprefix = {arXiv}}
"""


def commands_of_pages() -> dict[str, list[list[str]]]:
    """Return the words of each command line, by page."""
    pages: dict[str, list[list[str]]] = {}
    for page, line in command_lines():
        if page not in OTHERS:
            pages.setdefault(page, []).append(shlex.split(line, comments=True)[1:])
    return pages


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write a project with notes, a bibliography and a manuscript, and go into it; services know nothing."""
    folder = tmp_path / "project"
    for notes in ("notes", "docs", "path/to/your/notes", "../vault"):
        sites.write(folder / notes, NOTES)
    files = {
        "a.md": NOTES["reading.md"],
        "b.md": NOTES["flow.md"],
        "bib/papers.bib": BIB,
        "refs/papers.bib": BIB,
        "papernotes-baseline.json": '{"schema": 1, "issues": []}',
        "paper.tex": "\\cite{vaswani2017attention}\n",
        "mkdocs.yml": sites.CONFIG,
        "site/mkdocs.yml": sites.CONFIG.replace("site_name", "docs_dir: ../docs\nsite_name"),
    }
    sites.write(folder, files)
    monkeypatch.chdir(folder)
    monkeypatch.setenv("BROWSER", "true")
    monkeypatch.setattr("papernotes_plugin.fetch.transport.Pace", lambda: Pace(spacing=0.0, first_wait=0.01))
    with answering(lambda path, body: (404, {}, {})) as services:
        monkeypatch.setenv("PAPERNOTES_FETCH_BASE", services.base)
        yield folder


@pytest.mark.parametrize(
    ("page", "lines"),
    [
        # a server takes seconds
        pytest.param(page, lines, id=page, marks=pytest.mark.full if any("serve" in line for line in lines) else ())
        for page, lines in commands_of_pages().items()
    ],
)
def test_command_lines_run(page: str, lines: list[list[str]], project: Path) -> None:
    """The command lines of a page run in their order; each finds the notes, papers and files that it names."""
    assert lines
    for words in lines:
        if words[0] == "serve":
            show(project, words)
            continue
        arguments = words[: next((number for number, word in enumerate(words) if word in ("|", ">")), len(words))]
        result = CliRunner().invoke(main, arguments, prog_name="papernotes")
        may_fail = not {*words}.isdisjoint(PROBLEM)
        assert result.exit_code in ((0, 1) if may_fail else (0,)), f"{page}: {words}\n{result.output}"


@pytest.mark.full
def test_the_page_shows_what_a_wrong_filter_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """A filter that selects no paper of this documentation gives the lines on the page of the command."""
    monkeypatch.chdir(ROOT)
    page = (ROOT / "docs/command.md").read_text("utf-8")
    shown = re.findall(r"^\$ papernotes (.* flow\.bib)\n(papernotes: .*\n)", page, re.MULTILINE)
    assert len(shown) == 2
    for line, message in shown:
        result = CliRunner().invoke(main, shlex.split(line), prog_name="papernotes")
        assert (result.exit_code, result.stderr) == (1, message)


def show(project: Path, words: list[str]) -> None:
    """Start a server as a line says, and end it when it shows the site; Zensical has a test of its own."""
    if "zensical" in words:
        return
    server = Server(project, "-m", "papernotes_plugin", *words)
    server.process.terminate()
    assert server.process.wait(TIMEOUT) == 0
