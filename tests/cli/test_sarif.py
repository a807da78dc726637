"""SARIF logs for the dashboards of code hosts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.cli import main
from papernotes_plugin.cli.issue_explanations import explanations
from papernotes_plugin.cli.sarif import sarif_of
from papernotes_plugin.vocabulary.issues import Code, Issue, Level, issue
from tests.conftest import ROOT

CONSUMERS = ROOT / "tests" / "consumers"
FILES: dict[str, str | bytes] = {
    "my notes/a b:c%ö.md": "[[no where]]\n\n😀 [[no where]] [@nobody2020]\n",
    "my notes/[x](y).md": "[[a](javascript:alert)]]\n[[](x)\n\n[[nix](https://example.org)|\n",
    "my notes/l.md": b"caf\xe9 https://arxiv.org/abs/2005.14165\n",
    "bib/x.bib": "@article{x, title = {never closed\n",
}


def log_of(*issues: Issue) -> Any:
    """Return the log of issues whose paths are those of the repository."""
    return json.loads(sarif_of(issues, lambda path: path, explanations()))


def results(*issues: Issue) -> list[Any]:
    """Return the results of its only run."""
    (run,) = log_of(*issues)["runs"]
    assert isinstance(run["results"], list)
    return run["results"]


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the log of a repository with all kinds of names and issues, checked from a subfolder."""
    (tmp_path / ".git").mkdir()
    for name, content in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    monkeypatch.chdir(tmp_path / "bib")
    result = CliRunner().invoke(main, ["check", "../my notes", "--format", "sarif"])
    assert result.exit_code == 1
    return json.loads(result.stdout)


def test_paths_are_relative_to_the_repository(checked: Any, tmp_path: Path) -> None:
    """Paths are URIs relative to its root, wherever the command runs; each has a line."""
    (run,) = checked["runs"]
    assert run["results"]
    for result in run["results"]:
        (place,) = result["locations"]
        where = place["physicalLocation"]
        uri = where["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not set(uri) & set(' :"[]\\')
        assert (tmp_path / unquote(uri)).is_file()
        assert where["artifactLocation"]["uriBaseId"] == "%SRCROOT%"
        assert where["region"]["startLine"] >= 1
    assert str(tmp_path) not in json.dumps(checked)


def test_each_rule_is_explained(checked: Any) -> None:
    """Each result refers to its rule, which has a meaning, a remedy and a level."""
    (run,) = checked["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert {rule["id"] for rule in rules} == {result["ruleId"] for result in run["results"]}
    for result in run["results"]:
        rule = rules[result["ruleIndex"]]
        code = next(code for code in Code if code == result["ruleId"])
        assert rule["id"] == code
        assert explanations()[code].remedy in rule["help"]["text"]
        assert explanations()[code].remedy in rule["help"]["markdown"]
        assert rule["defaultConfiguration"]["level"] in {"warning", "note"}


@pytest.mark.node
def test_the_log_has_the_types_of_the_standard(checked: Any, tmp_path: Path) -> None:
    """TypeScript accepts the log as a value of the types of SARIF 2.1.0."""
    types = CONSUMERS / "node_modules" / "@types" / "sarif" / "index.d.ts"
    assert types.is_file()
    empty = log_of()
    wrong = {**empty, "runs": [{**empty["runs"][0], "result": []}]}
    names = {"good": checked, "empty": empty, "wrong": wrong}
    for name, log in names.items():
        (tmp_path / f"{name}.ts").write_text(
            f'import type {{ Log }} from "sarif";\nexport const log: Log = {json.dumps(log)};\n', "utf-8"
        )
    options = {"noEmit": True, "strict": True, "types": [], "paths": {"sarif": [str(types)]}, "lib": ["es2022"]}
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"compilerOptions": options, "files": [f"{n}.ts" for n in names]})
    )
    program = CONSUMERS / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(["node", str(program), "-p", str(tmp_path)], capture_output=True, text=True, timeout=240)
    (complaint,) = [line for line in done.stdout.splitlines() if "error" in line]
    assert "wrong.ts" in complaint
    assert '"result"' in complaint


def test_levels_are_those_of_the_author() -> None:
    """A configured level is that of the result; the level of the rule is the default."""
    one = Issue(Code.UNKNOWN_KEY, "a.md", 3, "m", Level.ERROR)
    (run,) = log_of(one)["runs"]
    assert run["results"][0]["level"] == "error"
    assert run["tool"]["driver"]["rules"][0]["defaultConfiguration"]["level"] == "warning"
    assert results(issue(Code.REPAIRED_TEXT, "a.md", None, "m"))[0]["level"] == "note"


@given(st.lists(st.integers(1, 99), min_size=1, max_size=5), st.integers(1, 10**6))
def test_fingerprints_do_not_depend_on_lines(lines: list[int], by: int) -> None:
    """Each of several equal issues has its own fingerprint; other issues have others."""

    def prints(shift: int) -> list[str]:
        some = [issue(Code.UNKNOWN_KEY, "a.md", line + shift, f"x (line {line + shift})") for line in sorted(lines)]
        others = [issue(Code.UNKNOWN_KEY, "b.md", 1, "x"), issue(Code.UNKNOWN_KEY, "b.md", 1, "y")]
        return [r["partialFingerprints"]["papernotes/v1"] for r in results(*some, *others)]

    assert prints(by) == prints(0)
    assert len(set(prints(0))) == len(lines) + 2


def test_a_whole_file_is_shown_at_its_first_line() -> None:
    """An issue without a line is shown at line 1, without a column."""
    (result,) = results(issue(Code.INVALID_UTF8, "a.md", None, "m", 4))
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    (result,) = results(issue(Code.UNKNOWN_KEY, "a.md", 2, "m", 4))
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 2, "startColumn": 4}


def test_no_note_puts_a_link_into_a_message() -> None:
    """A message contains no SARIF link and no control character."""
    message = "key '\x1b[31m[click](https://example.org)\\' is not known"
    (result,) = results(issue(Code.UNKNOWN_KEY, "a\udc80.md", 1, message))
    assert result["message"]["text"] == r"key '\\x1b\[31m\[click\](https://example.org)\\' is not known"
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%3F.md"
