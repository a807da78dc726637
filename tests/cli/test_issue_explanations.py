"""`papernotes check --explain` prints what the documentation says about an issue code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from papernotes_plugin.cli import main
from papernotes_plugin.cli.issue_explanations import explain_code, explanations
from papernotes_plugin.vocabulary.issues import Code, PapernotesError


@pytest.mark.parametrize("code", list(Code))
def test_every_code_is_explained(code: Code) -> None:
    """Each code has a meaning, an example and a remedy, without markup that only a browser can use."""
    explanation = explanations()[code]
    assert explanation.meaning
    assert explanation.remedy
    assert explanation.example.endswith(f"[{code}]")
    for paragraph in f"{explanation.meaning}\n\n{explanation.remedy}".split("\n\n"):
        assert not re.search(r"\]\(|&#?\w+;|^#|^Level", paragraph), paragraph
    assert explain_code(code).startswith(f"{code} ({code.level})\n\n")


def test_the_explanation_of_one_code() -> None:
    """The level and the paragraphs of one heading are printed, with links reduced to their texts."""
    explanation = explanations()[Code.PAGE_EXISTS]
    assert explain_code("page-exists") == (
        f"page-exists (info)\n\n{explanation.meaning}\n\n    {explanation.example}\n\n{explanation.remedy}\n"
    )
    assert explanation.example.startswith("papers/index.md: ")
    assert "\n" not in explanation.meaning
    assert explanation.remedy.endswith("with `papers_path`.")


def test_all_codes_are_listed() -> None:
    """`all` prints one line per code with its level and meaning."""
    lines = explain_code("all").splitlines()
    assert [line.split()[:2] for line in lines] == [[code, code.level] for code in sorted(Code)]


def test_an_unknown_code_suggests_similar_ones() -> None:
    """The error names similar codes and how to list all."""
    with pytest.raises(PapernotesError, match=r"the code 'Unknwn-key': did you mean 'unknown-key' or .*--explain all"):
        explain_code("Unknwn-key")
    with pytest.raises(PapernotesError, match=r"^no issue has the code 'zzz' \('--explain all' lists them\)$"):
        explain_code("zzz")


def test_the_command_explains_without_notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--explain` needs no notes and checks nothing."""
    monkeypatch.chdir(tmp_path)
    shown = CliRunner().invoke(main, ["check", "--explain", "no-papers"])
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, explain_code("no-papers"), "")
    wrong = CliRunner().invoke(main, ["check", "--explain", "no-paper"])
    assert (wrong.exit_code, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)
