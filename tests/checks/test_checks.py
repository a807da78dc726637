"""Tests of the checks for contradictions and impossible values.

A golden file has `notes` and `bib`, mappings of file names to text, and gets the `issues` of November 2026.  It
also contains what must not be reported.
"""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import pipeline
from papernotes_plugin.checks import identifier_numbers
from papernotes_plugin.cli import main
from papernotes_plugin.cli.check import check_date
from papernotes_plugin.pipeline import Site
from papernotes_plugin.vocabulary.issues import Code
from papernotes_plugin.vocabulary.model import Source
from tests.conftest import SHARED
from tests.helpers.call_counting import calls

NOW = date(2026, 11, 22)


def build_site(notes: dict[str, str], bib: dict[str, str] | None = None) -> Site:
    """Return the site of notes and `.bib` files."""
    return pipeline.build(
        [Source(path, text.encode()) for path, text in notes.items()],
        bibliography=[Source(path, text.encode()) for path, text in (bib or {}).items()],
    )


def issues_of(site: Site, now: date = NOW) -> list[str]:
    """Return the issues of the checks as text."""
    return [str(issue) for issue in pipeline.check_facts(site, now)]


@pytest.mark.golden_test("*.yml")
def test_checks(golden: Any) -> None:
    """Each golden file gives its issues, each with its place, and no other."""
    assert golden.out["issues"] == issues_of(build_site(golden["notes"], golden.get("bib")))


def test_a_contradiction_is_reported_once() -> None:
    """Of two places with one identifier and two titles, either the build or the check reports the later one."""
    bib = """@article{a, title={On the Tides of Small Seas}, author={Lee, A.}, doi={10.1234/one}, year={1986}}
@article{b, title={Winds over Mountains and Valleys}, author={Roe, B.}, doi={10.1234/one}, year={2006}}
@article{c, title={Rivers, Lakes and Dams}, doi={10.1234/two}}
@article{d, title={How Clouds Turn into Rain}, doi={10.1234/two}}
@incollection{e, title={Frost in Early Spring}, author={Lee, A.}, booktitle={Book}, pages={1--9}, doi={10.1234/all}}
@incollection{f, title={Wells under the Desert}, author={Roe, B.}, booktitle={Book}, pages={10--19}, doi={10.1234/all}}
"""
    note = "- [On the Tides of Small Seas](https://arxiv.org/abs/1706.03762)\n"
    note += "- [Winds over Mountains and Valleys](https://arxiv.org/abs/1706.03762)\n"
    site = build_site({"n.md": f"# Papers\n\n{note}"}, {"x.bib": bib})
    codes = {Code.IDENTIFIER_CONTRADICTS, Code.TWO_TITLES, Code.OTHER_TITLE}
    issues = [issue for issue in (*site.issues, *pipeline.check_facts(site, NOW)) if issue.code in codes]
    assert [(f"{issue.path}:{issue.line}", issue.code) for issue in issues] == [
        ("x.bib:2", Code.IDENTIFIER_CONTRADICTS),
        ("x.bib:4", Code.IDENTIFIER_CONTRADICTS),
        ("n.md:4", Code.TWO_TITLES),
    ]


@pytest.mark.shared
def test_real_notes_give_no_false_issue() -> None:
    """Five real notes give no issue; with a bibliography of their papers, three keys name papers of that file."""
    notes = {path.name: path.read_text("utf-8", "replace") for path in sorted((SHARED / "notes").glob("*.md"))}
    assert notes
    bib = {"papers.bib": (SHARED / "truth" / "papers.bib").read_text("utf-8")}
    assert issues_of(build_site(notes)) == []
    issues = pipeline.check_facts(build_site(notes, bib), NOW)
    assert {issue.code for issue in issues} == {Code.POSSIBLE_DUPLICATE}
    assert sorted(issue.message.split("'")[3] for issue in issues) == [
        "he2016deep",
        "rumelhart1986learning",
        "vaswani2017attention",
    ]


@given(st.integers(1991, 2026), st.integers(1, 12), st.integers(1, 9999))
def test_every_assigned_arxiv_number_is_valid(year: int, month: int, running: int) -> None:
    """A number of any past month is valid in the form of its time, and only in that form."""
    assigned = date(year, month, 1)
    old, new = assigned < date(2007, 4, 1), assigned >= date(2015, 1, 1)
    stamp = f"{year % 100:02}{month:02}"
    number = f"hep-th/{stamp}{running % 1000:03}" if old else f"{stamp}.{running:0{5 if new else 4}}"
    error = identifier_numbers.arxiv_error(number, NOW)
    assert error == ("" if assigned <= NOW else f"arXiv {number} is not valid: {year}-{month:02} is in the future")
    if not old:
        assert identifier_numbers.arxiv_error(f"{stamp}.{running:0{4 if new else 5}}", NOW)


@given(st.text("0123456789X-. /", max_size=24))
def test_any_text_can_be_checked(text: str) -> None:
    """Any text in place of a number gives a message or an empty string, never an exception."""
    for check in (identifier_numbers.isbn_error, identifier_numbers.issn_error):
        assert isinstance(check(text), str)
    assert isinstance(identifier_numbers.arxiv_error(text, NOW), str)


def test_the_date_of_the_check_can_be_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    """`SOURCE_DATE_EPOCH` sets the date, so that the same input gives the same output; invalid values are ignored."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert check_date() == date(1970, 1, 1)
    for invalid in ("", "soon", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", invalid)
        assert check_date().year >= 2026


def test_only_the_check_command_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`papernotes check` reports the issues and a build does not; configured levels and `ignore` apply."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1795305600")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("[Attention](https://arxiv.org/abs/1706.03762)\n", "utf-8")
    (tmp_path / "bib").mkdir()
    (tmp_path / "bib" / "x.bib").write_text("@article{x, title={On Something}, year={2206}}\n", "utf-8")

    def check() -> tuple[int, str]:
        result = CliRunner().invoke(main, ["check"])
        return result.exit_code, result.stdout

    line = "bib/x.bib:1: entry 'x' has the year 2206, which is in the future [future-year]\n"
    assert check() == (1, line)
    assert "future-year" not in CliRunner().invoke(main, ["build", "docs", "--out", "out"]).stderr
    options = tmp_path / "papernotes.toml"
    options.write_text("[issues]\nfuture-year = 'info'\n", "utf-8")
    assert check() == (0, line)
    options.write_text("[ignore]\nfuture-year = 'bib/*'\n", "utf-8")
    assert check() == (0, "")
    options.unlink()
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(240 * 365 * 24 * 3600))
    assert check() == (0, "")


def test_checks_take_linear_time() -> None:
    """Twice as many notes and entries, all with issues, take at most twice as many calls."""

    def calls_of(size: int) -> int:
        fields = "doi={10.1000/x}, year={2301}"
        bib = "".join(
            f"@article{{k{n}, title={{Paper {n} of a kind}}, eprint={{2013.{n:05}}}, {fields}}}\n" for n in range(size)
        )
        items = "".join(f"- [Words {n} about a thing](https://doi.org/10.1000/x)\n" for n in range(size))
        site = build_site({"a.md": items}, {"x.bib": bib})
        issues: list[object] = []
        counted = calls(lambda: issues.extend(issues_of(site)))
        assert issues
        return counted

    calls_of(20)  # fills the caches
    assert calls_of(200) <= 2.1 * calls_of(100)
