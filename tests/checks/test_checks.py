"""What the notes and the bibliography say that cannot be true, or not of one paper.

A golden file of `checks/` holds `notes` and `bib`, files by name; it shows what the checks say of them in November
2026.  What must not be told stands there as well.
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
from papernotes_plugin.vocabulary.model import Source
from tests.conftest import SHARED
from tests.helpers.call_counting import calls

NOW = date(2026, 11, 22)


def built(notes: dict[str, str], bib: dict[str, str] | None = None) -> Site:
    """The site of some notes and `.bib` files."""
    return pipeline.build(
        [Source(path, text.encode()) for path, text in notes.items()],
        bibliography=[Source(path, text.encode()) for path, text in (bib or {}).items()],
    )


def told(site: Site, now: date = NOW) -> list[str]:
    """What the checks say."""
    return [str(issue) for issue in pipeline.check_facts(site, now)]


@pytest.mark.golden_test("*.yml")
def test_checks(golden: Any) -> None:
    """Each is told with its place, and nothing else is."""
    assert golden.out["issues"] == told(built(golden["notes"], golden.get("bib")))


@pytest.mark.shared
def test_real_notes_raise_no_alarm() -> None:
    """Five notes of other people, with the bibliography of what is in them, say nothing that cannot be true."""
    notes = {path.name: path.read_text("utf-8", "replace") for path in sorted((SHARED / "notes").glob("*.md"))}
    assert notes
    bib = {"papers.bib": (SHARED / "truth" / "papers.bib").read_text("utf-8")}
    assert told(built(notes)) == []
    assert told(built(notes, bib)) == []


@given(st.integers(1991, 2026), st.integers(1, 12), st.integers(1, 9999))
def test_every_number_that_arxiv_gave_is_good(year: int, month: int, running: int) -> None:
    """Of each month there was, in the form of its time; and the form of another time is not."""
    made = date(year, month, 1)
    old, new = made < date(2007, 4, 1), made >= date(2015, 1, 1)
    stamp = f"{year % 100:02}{month:02}"
    number = f"hep-th/{stamp}{running % 1000:03}" if old else f"{stamp}.{running:0{5 if new else 4}}"
    said = identifier_numbers.arxiv_error(number, NOW)
    assert said == ("" if made <= NOW else f"arXiv {number} is not valid: {year}-{month:02} is in the future")
    if not old:
        assert identifier_numbers.arxiv_error(f"{stamp}.{running:0{4 if new else 5}}", NOW)


@given(st.text("0123456789X-. /", max_size=24))
def test_no_number_is_too_odd(text: str) -> None:
    """Whatever stands where a number should gives words or none, never an error."""
    for look in (identifier_numbers.isbn_error, identifier_numbers.issn_error):
        assert isinstance(look(text), str)
    assert isinstance(identifier_numbers.arxiv_error(text, NOW), str)


def test_today_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a year is compared with can be fixed, so that the same input gives the same output; nonsense is ignored."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    assert check_date() == date(1970, 1, 1)
    for nonsense in ("", "soon", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", nonsense)
        assert check_date().year >= 2026


def test_the_command_tells_and_a_build_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`papernotes check` looks; a level of the author's, and what he ignores, count as for any other issue."""
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


def test_checks_take_no_more_than_there_is() -> None:
    """Twice the notes and entries, all under suspicion, take at most twice the calls."""

    def calls_of(size: int) -> int:
        fields = "doi={10.1000/x}, year={2301}"
        bib = "".join(
            f"@article{{k{n}, title={{Paper {n} of a kind}}, eprint={{2013.{n:05}}}, {fields}}}\n" for n in range(size)
        )
        items = "".join(f"- [Words {n} about a thing](https://doi.org/10.1000/x)\n" for n in range(size))
        site = built({"a.md": items}, {"x.bib": bib})
        found: list[object] = []
        counted = calls(lambda: found.extend(told(site)))
        assert found
        return counted

    calls_of(20)  # what is worked out once
    assert calls_of(200) <= 2.1 * calls_of(100)
