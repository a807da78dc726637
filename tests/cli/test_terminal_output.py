"""The output of the commands."""

from __future__ import annotations

import io
import json
import sys
import threading
import time

import pytest

from papernotes_plugin.cli import terminal_output
from papernotes_plugin.cli.issue_explanations import Explanation
from papernotes_plugin.text import terminal
from papernotes_plugin.vocabulary.issues import Code, issue
from papernotes_plugin.vocabulary.model import Identifier, Link, Mention, MentionKind, Paper, Span, Venue

HOSTILE = "a\x1b]0;owned\x07\r\n::error::x\u202e\x9b31m"


@pytest.mark.parametrize("shown", [terminal.one_line(HOSTILE), terminal.escape_controls(HOSTILE)])
def test_control_characters_are_escaped(shown: str) -> None:
    """Escape sequences, carriage returns and changes of direction are shown, not sent."""
    assert not {c for c in shown if (ord(c) < 32 and c != "\n") or 126 < ord(c) < 160 or c == "\u202e"}
    assert "\\x1b]0;owned\\x07" in shown


def test_other_text_is_unchanged() -> None:
    """Letters of every script, emoji and white space are unchanged."""
    assert terminal.escape_controls("Würstchen 🧠\n\tx") == "Würstchen 🧠\n\tx"


def test_issues_as_text() -> None:
    """Each issue is one line with its position first and its code last."""
    issues = [issue(Code.UNKNOWN_KEY, "a.md", 3, "nothing defines 'x'"), issue(Code.NO_PAPERS, "\x1b", None, "none")]
    assert terminal_output.text_of(issues) == "a.md:3: nothing defines 'x' [unknown-key]\n\\x1b: none [no-papers]\n"
    assert terminal_output.text_of([]) == ""


def test_issues_as_json() -> None:
    """Every field of an issue is present, null if unknown, with the remedy of each code."""
    data = json.loads(
        terminal_output.json_of(
            [issue(Code.UNKNOWN_KEY, "ä.md", 3, "m", 7), issue(Code.NO_PAPERS, "", None, "n")],
            {code: Explanation(f"{code} means", "", "do") for code in Code},
        )
    )
    assert data == {
        "schema": 1,
        "issues": [
            {"code": "unknown-key", "level": "warning", "path": "ä.md", "line": 3, "column": 7, "message": "m"},
            {"code": "no-papers", "level": "warning", "path": "", "line": None, "column": None, "message": "n"},
        ],
        "codes": {
            "no-papers": {"meaning": "no-papers means", "remedy": "do"},
            "unknown-key": {"meaning": "unknown-key means", "remedy": "do"},
        },
    }


def test_issues_for_github() -> None:
    """Messages and properties are escaped for GitHub, so that a note cannot inject a workflow command."""
    issues = [
        issue(Code.UNKNOWN_KEY, "a,b:c%.md", 3, "100% x\n::set-env::", 7),
        issue(Code.REPAIRED_TEXT, "b.md", None, "4 places"),
    ]
    assert terminal_output.github_of(issues, lambda path: "notes/" + path) == (
        "::warning file=notes/a%2Cb%3Ac%25.md,line=3,col=7,title=unknown-key::100%25 x ::set-env::\n"
        "::notice file=notes/b.md,title=repaired-text::4 places\n"
    )


def test_issues_are_counted_by_level() -> None:
    """The most severe level is first; the reason for `no-papers` follows."""
    some = [issue(Code.REPAIRED_TEXT, "a", None, "")] * 2 + [issue(Code.UNKNOWN_KEY, "a", None, "")]
    assert terminal_output.issue_counts(some) == "1 warning, 2 infos"
    assert terminal_output.issue_counts([issue(Code.NO_PAPERS, "", None, "the folder holds no notes")]) == (
        "1 warning; the folder holds no notes"
    )


def test_summary_of_a_paper() -> None:
    """Metadata, mentions and BibTeX are shown; unknown values take no line."""
    place = Mention(note="a.md", kind=MentionKind.CARD, span=Span(0, 1), line=3, column=1, text="Attention", context="")
    paper = Paper(
        citekey="vaswani2017attention",
        slug="x",
        title="Attention Is All $\\textbf{Y}$ou Need",
        authors=("Vaswani, Ashish", "Noam Shazeer", "et al."),
        venue=Venue("NeurIPS", 2017),
        track="Oral",
        identifiers=(Identifier("arxiv", "1706.03762"),),
        links=(Link("PDF\x1b", "https://arxiv.org/pdf/1706.03762"),),
        topics=(("LLM", "Models"),),
        mentions=(place,),
    )
    assert terminal_output.paper_summary(paper, "@misc{x,\n}\n") == (
        "Attention Is All You Need\n"
        "Ashish Vaswani, Noam Shazeer, et al.\n"
        "NeurIPS 2017 (Oral)\n"
        "key          vaswani2017attention\n"
        "identifiers  arxiv:1706.03762\n"
        "link         PDF\\x1b https://arxiv.org/pdf/1706.03762\n"
        "topic        LLM › Models\n"
        "mention      a.md:3: Attention (card)\n"
        "\n@misc{x,\n}\n"
    )


def test_table() -> None:
    """Columns are aligned; no rows give no text."""
    assert terminal_output.table([("a", "bb", "c"), ("aaa", "b", "")]) == "a    bb  c\naaa  b\n"
    assert terminal_output.table([]) == ""


class Terminal(io.StringIO):
    """Stream that claims to be a terminal, or not."""

    def __init__(self, tty: bool) -> None:
        super().__init__()
        self.tty = tty

    def isatty(self) -> bool:
        return self.tty


@pytest.mark.parametrize(("tty", "seconds", "shown"), [(True, 0.75, True), (True, 0.0, False), (False, 0.75, False)])
def test_progress(monkeypatch: pytest.MonkeyPatch, tty: bool, seconds: float, shown: bool) -> None:
    """Long work shows its progress on a terminal and removes it; short work and a pipe show none."""
    stream = Terminal(tty)
    monkeypatch.setattr(sys, "stderr", stream)
    with terminal_output.Progress() as progress:
        progress.show("reading notes")
        time.sleep(seconds)
    text = stream.getvalue()
    assert ("reading notes" in text) is shown
    assert (text.endswith("\r\x1b[K")) is shown


def test_paused_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread runs while progress is paused; then it goes on, with the time since its beginning."""
    stream = Terminal(True)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(terminal_output, "PROGRESS_DELAY", 0.0)
    threads = threading.active_count()
    with terminal_output.Progress() as progress:
        assert threading.active_count() == threads + 1
        with progress.paused():
            assert threading.active_count() == threads
        progress.show("finding papers")
        time.sleep(0.2)
    assert "finding papers" in stream.getvalue()
