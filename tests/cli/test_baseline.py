"""A baseline accepts issues wherever their lines move, and new issues are shown."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.cli import baseline, main
from papernotes_plugin.vocabulary.issues import Code, Issue, PapernotesError, issue

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Zl", "Zp", "Nd"]), max_size=12)
PATHS = st.sampled_from(["a.md", "b/ä ö.md", "bib/x.bib", ".", 'we"ird\\.md'])
NUMBERS = st.integers(1, 10**6)


@st.composite
def issues_(draw: st.DrawFn) -> Issue:
    """Draw an issue; many are equal except for lines, also those in their messages."""
    code = draw(st.sampled_from([Code.UNKNOWN_KEY, Code.POSSIBLE_DUPLICATE, Code.BROKEN_ENTRY]))
    message = draw(WORDS) + draw(
        st.sampled_from(["", " at {} there", " is also in line {}", " ('x' already names it (line {}))"])
    )
    other = (
        f"{draw(PATHS.filter(lambda path: path != '.'))}:{draw(NUMBERS)}" if " at " in message else str(draw(NUMBERS))
    )
    return issue(code, draw(PATHS), draw(st.none() | NUMBERS), message.replace("{}", other))


ISSUES = st.lists(issues_(), max_size=12)


def accepted_by(issues: list[Issue]) -> Counter[baseline.AcceptedIssue]:
    """Return what the baseline of these issues accepts."""
    return baseline.parse(baseline.format_baseline(issues), "b.json")


@given(ISSUES, st.randoms(use_true_random=False))
def test_a_baseline_accepts_its_issues(issues: list[Issue], chance: object) -> None:
    """A baseline accepts exactly its issues, in any order; its text does not depend on the order."""
    mixed = list(issues)
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert baseline.format_baseline(mixed) == baseline.format_baseline(issues)
    result = baseline.compare(mixed, accepted_by(issues))
    assert result == ((), len(issues), ())


@given(ISSUES, NUMBERS)
def test_lines_may_move(issues: list[Issue], by: int) -> None:
    """The lines of issues, and those in their messages, may change."""
    moved = [replace(i, line=None if i.line is None else i.line + by, column=by) for i in issues]
    moved = [replace(i, message=re.sub(r"(?<=line )(?=\d)|(?<=:)(?=\d)", str(by), i.message)) for i in moved]
    assert baseline.compare(moved, accepted_by(issues)) == ((), len(issues), ())


@given(ISSUES, ISSUES)
def test_differences_are_new_or_gone(before: list[Issue], now: list[Issue]) -> None:
    """Of equal issues as many are accepted as there were; the others are new or gone."""
    result = baseline.compare(now, accepted_by(before))
    had, have = Counter(map(baseline.accepted_issue, before)), Counter(map(baseline.accepted_issue, now))
    assert Counter(map(baseline.accepted_issue, result.new)) == have - had
    assert Counter(dict(result.gone)) == had - have
    assert result.accepted + len(result.new) == len(now)


def test_other_issues_are_not_accepted() -> None:
    """Another path, code or message is another issue; a number that is no line counts."""
    one = issue(Code.UNKNOWN_KEY, "a.md", 3, "nothing defines 'arxiv:1706.03762'")
    others = [
        replace(one, path="b.md"),
        replace(one, code=Code.AMBIGUOUS_NAME),
        replace(one, message="nothing defines 'arxiv:1706.03763'"),
    ]
    assert baseline.compare(others, accepted_by([one])).new == tuple(others)


def test_a_file_is_readable_and_can_be_compared_line_by_line() -> None:
    """A baseline has one issue per line, sorted, without line numbers."""
    some = [
        issue(Code.UNKNOWN_KEY, "b.md", 3, "nothing defines 'ä'"),
        issue(Code.DUPLICATE_ENTRY, "a.bib", 9, "entry 'x' is also in line 4; …"),
        issue(Code.UNKNOWN_KEY, "b.md", 8, "nothing defines 'ä'"),
    ]
    assert baseline.format_baseline(some) == (
        '{\n  "schema": 1,\n  "issues": [\n'
        '    {"path": "a.bib", "code": "duplicate-entry", "message": "entry \'x\' is also in line …; …",'
        ' "count": 1},\n'
        '    {"path": "b.md", "code": "unknown-key", "message": "nothing defines \'ä\'", "count": 2}\n'
        "  ]\n}\n"
    )
    assert baseline.format_baseline([]) == '{\n  "schema": 1,\n  "issues": []\n}\n'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a baseline"),
        ("[]", "not a baseline"),
        ("{}", "it has no 'schema'"),
        ('{"schema": 2}', "another version (2)"),
        ('{"schema": 1, "issues": [{"path": "a", "code": "b"}]}', "it has no 'message'"),
        ('{"schema": 1, "issues": [{"path": "a", "code": "b", "message": 3, "count": 1}]}', "must be strings"),
        ('{"schema": 1, "issues": [{"path": "a", "code": "b", "message": "c", "count": 0}]}', "positive integer"),
        ("[" * 100_000, "not a baseline"),
    ],
)
def test_another_file_is_no_baseline(text: str, reason: str) -> None:
    """Any other file is refused with a reason in one line."""
    with pytest.raises(PapernotesError) as error:
        baseline.parse(text, "b.json")
    assert reason in str(error.value)
    assert str(error.value).startswith("'b.json' is ")


# --- the command ----------------------------------------------------------------------------------

NOTE = "[@vaswani2017attention] and [@nobody2020] are cited, [@nobody2020] again.\n"
BIB = "@article{vaswani2017attention, title={Attention Is All You Need}, year=2017, doi={10.1/x}}\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Enter a project with a note that cites an undefined key."""
    for name, text in {"docs/a.md": NOTE, "bib/x.bib": BIB}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def check(*args: str) -> Result:
    """Return the result of `check` without NOTES."""
    return CliRunner().invoke(main, ["check", *args], prog_name="papernotes")


def test_only_new_issues_are_shown(project: Path) -> None:
    """Accepted issues are counted, and resolved ones listed until the file is rewritten."""
    assert check().exit_code == 1
    written = check("--baseline", "b.json", "--write-baseline")
    assert (written.exit_code, written.stdout) == (0, "")
    assert written.stderr == "papernotes: 2 issues accepted in 'b.json'\n"
    unchanged = check("--baseline", "b.json")
    assert (unchanged.exit_code, unchanged.stdout) == (0, "")
    assert unchanged.stderr.startswith("papernotes: 2 issues accepted by 'b.json'\npapernotes: 1 note")

    (project / "docs/a.md").write_text(f"# T\n\n{NOTE}\n[@somebody2021]\n", "utf-8")
    new = check("--baseline", "b.json")
    assert new.exit_code == 1
    assert new.stdout.startswith("a.md:5: nothing defines the key 'somebody2021'")
    assert new.stdout.count("\n") == 1
    assert "1 warning (" in new.stderr

    (project / "docs/a.md").write_text(NOTE.replace("[@nobody2020] again", "again"), "utf-8")
    gone = check("--baseline", "b.json")
    assert (gone.exit_code, gone.stdout) == (0, "")
    assert gone.stderr.splitlines()[0].startswith(
        "papernotes: no longer found, but still in 'b.json': a.md: nothing defines"
    )
    assert (
        gone.stderr.splitlines()[1]
        == "papernotes: 1 issue accepted by 'b.json'; --write-baseline removes the resolved ones"
    )
    assert check("--baseline", "b.json", "--write-baseline").exit_code == 0
    assert "resolved" not in check("--baseline", "b.json").stderr


def test_a_partial_check_resolves_nothing(project: Path) -> None:
    """With single files, or without --suggest, unchecked issues are not reported as resolved."""
    (project / "docs/KernelBench.md").write_text("# KernelBench\n\nWords.\n", "utf-8")
    (project / "docs/a.md").write_text(f"{NOTE}\nKernelBench is near.\n", "utf-8")
    assert check("docs", "--suggest", "--baseline", "b.json", "--write-baseline").exit_code == 0
    assert "unlinked-name" in (project / "b.json").read_text("utf-8")
    assert "resolved" not in check("docs", "--baseline", "b.json").stderr
    assert "resolved" not in check("docs/KernelBench.md", "--baseline", "b.json").stderr


def test_no_other_file_is_taken_for_a_baseline(project: Path) -> None:
    """A file that is not a baseline is neither read nor overwritten; a missing one is an error."""
    for args, message in [
        (["--baseline", "no.json"], "cannot read 'no.json'"),
        (["--baseline", "bib/x.bib"], "'bib/x.bib' is not a baseline"),
        (["--baseline", "docs/a.md", "--write-baseline"], "'docs/a.md' is not a baseline"),
        (["--write-baseline"], "needs --baseline FILE"),
    ]:
        result = check(*args)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert message in result.stderr
    assert (project / "docs/a.md").read_text("utf-8") == NOTE


def test_ignored_issues_are_not_shown(project: Path) -> None:
    """Issues can be ignored by code and path, or by path; other paths keep the configured level."""
    (project / "docs/old").mkdir()
    (project / "docs/old/b.md").write_text(NOTE, "utf-8")
    options = project / "papernotes.toml"

    def check_with(text: str) -> tuple[int, set[str]]:
        """Return the exit code and the paths of the shown issues for these options."""
        options.write_text(text, "utf-8")
        result = check()
        return result.exit_code, {line.partition(":")[0] for line in result.stdout.splitlines()}

    assert check_with("") == (1, {"a.md", "old/b.md"})
    assert check_with("[ignore]\nunknown-key = 'old'") == (1, {"a.md"})
    assert check_with("[ignore]\nno-papers = '**'") == (1, {"a.md", "old/b.md"})
    assert check_with("[ignore]\n'*' = ['old/*.md', '?.md']") == (0, set())
    assert check_with("[ignore]\nunknown-key = 'old'\n[issues]\nunknown-key = 'info'") == (0, {"a.md"})
    options.write_text("[ignore]\nunknwn-key = 'old'", "utf-8")
    assert "option 'ignore' names an unknown code 'unknwn-key': did you mean 'unknown-key'?" in check().stderr
    options.write_text("[ignore]\nunknown-key = 3", "utf-8")
    assert "option 'ignore.unknown-key' must be a list of texts, not 3" in check().stderr
