"""`papernotes check --explain`: what each code means and what to do, as the documentation says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from papernotes_plugin.cli import main
from papernotes_plugin.cli.issue_explanations import explained, explanations
from papernotes_plugin.vocabulary.issues import Code, PapernotesError


@pytest.mark.parametrize("code", list(Code))
def test_every_code_is_explained(code: Code) -> None:
    """What it means, an example and what to do, with nothing that only a browser could use."""
    said = explanations()[code]
    assert said.meaning
    assert said.remedy
    assert said.example.endswith(f"[{code}]")
    for paragraph in f"{said.meaning}\n\n{said.remedy}".split("\n\n"):
        assert not re.search(r"\]\(|&#?\w+;|^#|^Level", paragraph), paragraph
    assert explained(code).startswith(f"{code} ({code.level})\n\n")


def test_one_code_as_it_is_printed() -> None:
    """Its level, the paragraphs of its heading alone, links without their targets."""
    assert explained("page-exists") == (
        "page-exists (info)\n\n"
        "A page of yours stands where one would be generated; yours stays.\n\n"
        "    papers/index.md: it stands where 'papers/index.md' would be generated; it stays [page-exists]\n\n"
        "Nothing has to be done if you meant it. A directive gives your page the index that it replaces. Otherwise "
        "rename it, or move ours with `papers_path`.\n"
    )


def test_all_codes_are_listed() -> None:
    """One line each, with level and meaning."""
    lines = explained("all").splitlines()
    assert [line.split()[:2] for line in lines] == [[code, code.level] for code in sorted(Code)]


def test_an_unknown_code_names_its_neighbours() -> None:
    """And how to see them all."""
    with pytest.raises(PapernotesError, match=r"the code 'Unknwn-key'; did you mean 'unknown-key' or .*--explain all"):
        explained("Unknwn-key")
    with pytest.raises(PapernotesError, match=r"^no issue has the code 'zzz' \('--explain all' lists them\)$"):
        explained("zzz")


def test_the_command_explains_and_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No notes are needed; nothing is checked."""
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["check", "--explain", "no-papers"])
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, explained("no-papers"), "")
    wrong = CliRunner().invoke(main, ["check", "--explain", "no-paper"])
    assert (wrong.exit_code, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
