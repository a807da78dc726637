"""The files and commands on the tutorial and on the guides work as they are written there."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pypandoc
import pytest
import typst
from click.testing import CliRunner

from papernotes_plugin.cli import main
from tests.conftest import ROOT

DOCS = ROOT / "docs"
PAGES = sorted([*(DOCS / "guides").glob("*.md"), DOCS / "quick-start.md"])
_BLOCK = re.compile(r"^```(\w+)(?: title=\"(.+?)\")?\n(.*?)^```", re.MULTILINE | re.DOTALL)
_SLOW = ("mkdocs", "pandoc", "pdflatex", "bibtex", "typst")
"""Programs that only the full run starts."""
_NOT_RUN = ("pip", "python3", "git", "mkdir", "cd", ".", "quarto", "npx", "hugo", "curl", "pre-commit")
"""Programs that need the network, a terminal of a person, or another program."""


@dataclass(frozen=True, slots=True)
class Step:
    """A file or a command line of a page."""

    file: str = ""
    text: str = ""
    """Content of the file, or the expected output."""
    command: str = ""


def steps(page: Path) -> Iterator[Step]:
    """Yield the files and the command lines of a page in their order."""
    for language, title, body in _BLOCK.findall(page.read_text("utf-8")):
        if title:
            yield Step(title, body)
        elif language == "console":
            for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                yield Step(command=command, text=output)


def run(line: str) -> str | None:
    """Return the output of a command line in the current folder; None for one that is not run here."""
    command, _, target = line.partition(" > ")
    words = shlex.split(command, comments=True)
    variables = dict(word.split("=", 1) for word in itertools.takewhile(lambda word: "=" in word, words))
    name, *arguments = words[len(variables) :]
    if name in _NOT_RUN or (name, *arguments[:1]) in {
        ("papernotes", "serve"),
        ("papernotes", "fetch"),
        ("mkdocs", "serve"),
    }:
        return None
    if name == "papernotes":
        result = CliRunner().invoke(main, arguments, prog_name="papernotes")
        assert result.exit_code in (0, 1), result.output
        if target:
            Path(target).write_text(result.stdout, "utf-8")
        return result.stderr if target else result.output
    if name == "typst":
        typst.compile(arguments[1], output=str(Path(arguments[1]).with_suffix(".pdf")))
        return ""
    programs = {"mkdocs": [sys.executable, "-m", "mkdocs"], "pandoc": [str(pypandoc.get_pandoc_path())]}
    full = [*programs.get(name, [name]), *arguments]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": "", **variables}
    done = subprocess.run(full, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
    return done.stdout


def _matches(shown: str, output: str) -> bool:
    """Return whether an output has the shown lines; a line `…` matches any lines."""
    parts = [re.escape(part.strip("\n")) for part in re.split(r"^…$", shown, flags=re.MULTILINE)]
    return re.fullmatch(r"\s*" + r"(?:.*\n)?".join(parts) + r"\s*", output, re.DOTALL) is not None


def follow(page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, slow: bool) -> int:
    """Do what a page says in an empty folder, compare what it shows, and return the number of commands that ran."""
    monkeypatch.chdir(folder)
    ran = 0
    for step in steps(page):
        if step.file:
            path = folder / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, "utf-8")
            continue
        if set(step.command.split()[:2]) & set(_SLOW) and not slow:
            continue
        output = run(step.command)
        ran += output is not None
        if output is not None and step.text:
            assert _matches(step.text, output), f"{step.command}\n{output}"
    return ran


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_have_the_output_on_the_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each papernotes command of a page runs on the files of that page, with the output that it shows."""
    assert follow(page, tmp_path, monkeypatch, slow=False)


@pytest.mark.full
@pytest.mark.tex
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_other_programs_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MkDocs, pandoc, LaTeX and Typst accept what the commands of a page wrote."""
    assert shutil.which("pdflatex")
    assert follow(page, tmp_path, monkeypatch, slow=True)
