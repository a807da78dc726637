"""Entries of an author are exported to the letter, and every change is reported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import papernotes_plugin as pn
from papernotes_plugin import bibtex, exports
from papernotes_plugin.exports.preserved_entry import preserve_entry
from papernotes_plugin.pipeline.cited_papers import find_cited_papers
from papernotes_plugin.resolve import identity, keys
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.vocabulary.config import BIBLATEX, BIBTEX, FLAVORS, Config
from papernotes_plugin.vocabulary.issues import Code, Issue
from papernotes_plugin.vocabulary.model import Entry, Paper, Source

BOTH = "title author editor year booktitle volume number pages publisher series note url doi isbn mrnumber edition"
FIELDS = {BIBTEX: f"{BOTH} journal address school month", BIBLATEX: f"{BOTH} journaltitle location date subtitle"}
TYPES = {
    BIBTEX: ("article", "book", "misc", "inbook", "incollection", "techreport", "phdthesis", "unpublished", "comic"),
    BIBLATEX: ("article", "book", "online", "report", "thesis", "inbook", "collection", "dataset", "comic"),
}
MARKS = {BIBTEX: ("journal", "Lore"), BIBLATEX: ("journaltitle", "Lore")}
WORDS = st.sampled_from(
    ["in press", "535 BCE", "A6", "{NASA} Team", r"G{\"o}del", "1--9", "On $x_1$", "50% of R&D", r"\write18{rm}", "a}b",
     "{{Twice} Held}", "Lee, Ann and others", "http://x.org/a_b", "n.d.", "jan", "x [y]", "ß„“", "a and b and and c"]
)  # fmt: skip


@st.composite
def author_entries(draw: st.DrawFn) -> tuple[str, str]:
    """Return a flavor and the text of an entry that is written for it."""
    flavor = draw(st.sampled_from(FLAVORS))
    fields = draw(st.dictionaries(st.sampled_from(FIELDS[flavor].split()), WORDS, max_size=8)) | dict([MARKS[flavor]])
    lines = "".join(
        f"  {name.upper()} = {{{value}}},\n"
        for name, value in fields.items()
        if value.count("}") == 1 or value.count("{") == value.count("}")
    )
    return flavor, f"@{draw(st.sampled_from(TYPES[flavor])).title()}{{k, \n{lines}}}\n"


def papers_of(text: str) -> tuple[Paper, ...]:
    """Return the papers of a bibliography without notes."""
    entries, _ = bibtex.read(Source("b.bib", text.encode()))
    return keys.assign(identity.merge_mentions([], entries)[0], {}, Config())[0]


def changed_entries(papers: tuple[Paper, ...], flavor: str) -> list[Issue]:
    """Return the issues about changed entries."""
    return list(exports.changed_entries(papers, exports.bibtex_entries(papers, flavor), flavor))


def read_back(papers: tuple[Paper, ...], flavor: str) -> dict[str, Entry]:
    """Return the entries that are read from the export of papers, by key."""
    entries, _ = bibtex.read(Source("x.bib", exports.bibtex(papers, flavor).encode()))
    return {entry.key: entry for entry in entries}


@settings(deadline=None)
@given(author_entries())
def test_entries_are_exported_to_the_letter(written: tuple[str, str]) -> None:
    """An export has the type, the names and the values of the entry; only reported fields differ."""
    flavor, text = written
    papers = papers_of(text)
    if not papers or papers[0].entry is None:
        return
    entry = papers[0].entry
    after = read_back(papers, flavor)[papers[0].citekey]
    changed = {word for change in exports.bibtex_entry(papers[0], flavor).changes for word in change.split()}
    labels = {"author", "editor"} if "[" in text else set()
    assert after.type == entry.type
    before = {name: value for name, value in entry.fields if name not in changed | labels}
    assert {name: value for name, value in after.fields if name not in changed | labels} == before
    assert bool(changed) == bool(changed_entries(papers, flavor))


def test_a_real_bibliography_is_exported_to_the_letter() -> None:
    """The public fields of the bibliography of this project are the same after an export."""
    papers = papers_of((Path(__file__).parents[2] / "bib" / "papers.bib").read_text("utf-8"))
    after = read_back(papers, BIBTEX)
    for paper in papers:
        assert paper.entry is not None
        preserved = preserve_entry(paper.entry)
        assert preserved.changes == ()
        assert (after[paper.citekey].type, dict(after[paper.citekey].fields)) == (preserved.type, preserved.fields)


@pytest.mark.parametrize(
    "text",
    [
        "@book{k, title = {T}, author = {Lee, Ann}, editor = {Ray, Bo}, publisher = {P}, edition = {2}}",
        "@article{k, title = {T}, author = {Lee, Ann}, year = 2001, month = mar, volume = {A6}, number = {2}}",
        "@inproceedings{k, title = {T}, author = {Lee, Ann}, note = {See \\emph{there}}, custom = {mine}}",
        "@misc{k, title = {T}, url = {https://x.org/a_b}, doi = {https://doi.org/10.1000/1}, isbn = {1}}",
    ],
)
@pytest.mark.parametrize("flavor", FLAVORS)
def test_unusual_entries_stay_as_they_are(text: str, flavor: str) -> None:
    """Missing, unusual and unknown fields of an entry that is the same in both flavors stay in both."""
    papers = papers_of(text)
    (entry,) = (paper.entry for paper in papers)
    assert entry is not None
    after = read_back(papers, flavor)["k"]
    assert (after.type, sorted(after.fields)) == (entry.type, sorted(entry.fields))


@pytest.mark.parametrize(
    ("written", "in_bibtex", "in_biblatex", "reported"),
    [
        # biber reads a date, and BibTeX prints the text; Typst refuses a file with a year that is no number
        ("year = {535 BCE}", None, {"date": "-0534"}, ("", "year '535 BCE' is now date '-0534'")),
        (
            "year = {in press}",
            {"year": "in press", "date": "XXXX"},
            {"pubstate": "inpress"},
            (
                "date is now 'XXXX', because Typst refuses the year 'in press' alone",
                "year 'in press' is now pubstate 'inpress'",
            ),
        ),
        (
            "year = 2001, month = {spring}",
            None,
            {"date": "2001-21"},
            ("", "year '2001' and month 'spring' are now date '2001-21'"),
        ),
        (
            "year = 2001, month = {31 May}",
            {"year": "2001", "month": "31~May"},
            {"date": "2001-05-31"},
            ("month is now '31~May'", "year '2001' and month '31 May' are now date '2001-05-31'"),
        ),
        (
            "year = {c1988}",
            {"year": "c1988", "date": "XXXX"},
            {"date": "1988", "note": "c1988"},
            (
                "date is now 'XXXX', because Typst refuses the year 'c1988' alone",
                "year moved to note, because 'c1988' is no year; note is now 'c1988'",
            ),
        ),
        (
            "date = {2019-10/2020-02}",
            {"year": "2019", "month": "oct"},
            None,
            ("date '2019-10/2020-02' is now year '2019' and month 'oct'", ""),
        ),
        ("date = {2019-10}", {"year": "2019", "month": "oct"}, None, ("", "")),
        (
            # LaTeX would stop at a command that only a lost preamble defines, and at an unescaped sign
            r"year = {{\noopsort{1984b}}1985}, isbn = {1 & 2}",
            {"year": "1985", "isbn": r"1 \& 2"},
            {"year": "1985", "isbn": r"1 \& 2"},
            (r"year is now '1985'; isbn is now '1 \& 2'",) * 2,
        ),
        (
            r"doi = {10.1000/a\_b}, url = {\url{https://x.org/\~{}a\%20b}}",
            {"doi": "10.1000/a_b", "url": "https://x.org/~a%20b"},
            {"doi": "10.1000/a_b", "url": "https://x.org/~a%20b"},
            ("doi is now '10.1000/a_b'; url is now 'https://x.org/~a%20b'",) * 2,
        ),
    ],
)
def test_values_that_a_program_refuses_are_changed_and_reported(
    written: str, in_bibtex: dict[str, str] | None, in_biblatex: dict[str, str] | None, reported: tuple[str, str]
) -> None:
    """An entry that suits both flavors changes only in dates and identifiers, and each change is reported."""
    papers = papers_of(f"@book{{k, title = {{T}}, author = {{Lee, Ann}}, publisher = {{P}}, {written}}}")
    assert papers[0].entry is not None
    for flavor, expected, message in zip(FLAVORS, (in_bibtex, in_biblatex), reported, strict=True):
        fields = dict(exports.bibtex_entry(papers[0], flavor).entry.fields)
        for name in ("title", "author", "publisher"):
            del fields[name]
        untouched = {name: value for name, value in papers[0].entry.fields if name in fields}
        assert fields == (untouched if expected is None else expected)
        changes = [issue.message.partition("read it: ")[2] for issue in changed_entries(papers, flavor)]
        assert changes == [message] * bool(message)


def test_lost_days_are_counted() -> None:
    """One line counts the dates that lost their day, because a line for each would hide other changes."""
    entries = [f"@book{{k{n}, title = {{On Matter {n}}}, author = {{Lee}}, date = {{200{n}-05-03}}}}" for n in range(3)]
    papers = papers_of("\n".join(entries))
    (reported,) = changed_entries(papers, BIBTEX)
    assert "left out of 3 entries, the first is 'k0'" in reported.message
    assert changed_entries(papers, BIBLATEX) == []


SET = """
@article{a1, title={On the First Matter of Many}, author={Lee, Ann}, journaltitle={Lore}, date={2020}}
@article{b2, title={On the Second Matter of Many}, author={Lee, Ann}, journaltitle={Lore}, date={2021}}
@set{both, entryset={a1,b2}}
"""


def test_sets_are_read_and_written() -> None:
    """A set of biblatex keeps its members and its key; BibTeX has its members only, which is reported."""
    papers = papers_of(SET)
    in_biblatex = exports.bibtex(papers, BIBLATEX)
    assert "@set{both,\n  entryset = {a1,b2},\n}" in in_biblatex
    assert in_biblatex.count("@article") == 2
    in_bibtex = exports.bibtex(papers, BIBTEX)
    assert (in_bibtex.count("@"), "set" in in_bibtex) == (2, False)
    (reported,) = changed_entries(papers, BIBTEX)
    assert (reported.code, reported.line) == (Code.CHANGED_ON_EXPORT, 4)
    assert changed_entries(papers, BIBLATEX) == []
    assert list(exports.untitled_papers(papers, "x.bib", "b.bib")) == []


def test_other_formats_have_the_members_of_a_set_only() -> None:
    """CSL-JSON and RIS have no sets; an item without text in place of the set would be an untitled work."""
    site = pn.build([Source("n.md", b"# N\n\nSee [@both].\n")], bibliography=[Source("b.bib", SET.encode())])
    library = site.library
    exported = exports.export_papers(library.papers, "csl")
    assert [item["id"] for item in json.loads(exported)] == ["b2", "a1"]
    assert exports.export_papers(library.papers, "ris").count("TY  - ") == 2
    files = {output.path: output for output in site.outputs}
    assert [item["id"] for item in json.loads(files["papers.csl.json"].text)] == ["b2", "a1"]
    assert files["papers.ris"].text.count("TY  - ") == 2
    selected = select_papers(library, Selection.parse({"key": "both"}))
    assert [paper.citekey for paper in selected] == ["both", "a1", "b2"]


def test_a_cited_set_brings_its_members() -> None:
    """A manuscript that cites a set gets the set and the entries of its members."""
    site = pn.build([Source("n.md", b"# N\n\nSee [@both].\n")], bibliography=[Source("b.bib", SET.encode())])
    cited = find_cited_papers(site.library, [Source("p.tex", rb"\cite{both}")], one_entry=True)
    assert {paper.citekey for paper in cited.papers} == {"both", "a1", "b2"}


def test_an_unknown_title_is_not_read_back() -> None:
    """The text in place of an unknown title is no title in the next build."""
    papers = papers_of("@misc{k, title = {[title unknown]}, author = {Lee, Ann}}")
    assert [paper.title for paper in papers] == [""]


def test_an_unknown_year_is_no_year_of_biblatex() -> None:
    """An entry that suits both flavors loses `n.d.` in biblatex only, because biber warns about it."""
    papers = papers_of("@book{k, title = {T}, author = {Lee, Ann}, publisher = {P}, year = {n.d.}}")
    assert ("year", "n.d.") in read_back(papers, BIBTEX)["k"].fields
    assert "year" not in dict(read_back(papers, BIBLATEX)["k"].fields)


def test_titles_that_are_cut_off_are_reported() -> None:
    """One issue names the papers with a title that ends with an ellipsis; an entry or the authors make it whole."""
    note = """# Papers

- [Maps of Small Seas and La…](https://arxiv.org/abs/1706.03762)
- [And Then There Were None...](https://arxiv.org/abs/1706.03763), Ann Lee, Bo Roe. ICLR 2020
- [Winds over the Mount...](https://arxiv.org/abs/1706.03764)
"""
    bib = "@misc{winds, title = {Winds over the Mount...}, eprint = {1706.03764}, archiveprefix = {arXiv}}"
    site = pn.build([Source("n.md", note.encode())], bibliography=[Source("b.bib", bib.encode())], pages=False)
    (issue,) = exports.untitled_papers(site.library.papers, "x.bib", "b.bib")
    assert "1 of 3 papers has a title that ends with an ellipsis and may be cut off: maps2017small" in str(issue)
