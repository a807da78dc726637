"""Tests of directives such as `<!-- papernotes:papers -->`.

A golden file in `directives/` has `notes` and `papers` (see `small_library`), the output for `n.md` and its issues.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin import citation, exports, pipeline
from papernotes_plugin.pipeline import apply_edits
from papernotes_plugin.reading.note_reader import read_note
from papernotes_plugin.render import render_directives
from papernotes_plugin.selection.directives import DIRECTIVE_OPTIONS, find_directives
from papernotes_plugin.vocabulary.config import COLUMNS, Config
from papernotes_plugin.vocabulary.model import Source
from tests.helpers import converted_pages, small_library

PROSE = citation.STYLES["author-year"]
PAPERS = [
    {
        "citekey": "a",
        "title": "Alpha",
        "year": 2024,
        "venue": "ICLR 2024",
        "tags": ["LLM/Train"],
        "authors": ["Zoe Ash"],
    },
    {"citekey": "b", "title": "Beta", "year": 2023, "tags": ["LLM"], "authors": ["Ann Bee"]},
]


def filled(text: str, **options: Any) -> tuple[str, list[str]]:
    """Return a note with the output of its directives, and their issues."""
    config = Config.load(options)
    library = small_library.library({"notes": {"n.md": text}, "papers": PAPERS}, config)
    edits, issues = render_directives(
        library.notes[0],
        library,
        config,
        exports.bibtex,
        citation.STYLES["author-year"].bibliography,
        PROSE,
        attributes=False,
    )
    return apply_edits(text, edits), list(map(str, issues))


@pytest.mark.golden_test("directives/*.yml")
def test_directives(golden: Any) -> None:
    """Each note with directives gives the output and issues of its golden file."""
    library = small_library.library({"notes": golden["notes"], "papers": golden["papers"]})
    note = library.by_path["n.md"]
    edits, issues = render_directives(
        note, library, Config(), exports.bibtex, citation.STYLES["author-year"].bibliography, PROSE, attributes=False
    )
    assert golden.out["output"] == apply_edits(note.text, edits)
    assert golden.out.get("issues") == ([str(issue) for issue in issues] or None)


@pytest.mark.parametrize(
    "text",
    [
        "no directive",
        "`<!-- papernotes:papers -->`",
        "```\n<!-- papernotes:papers -->\n```",
        "    <!-- papernotes:papers -->",
        "---\nx: <!-- papernotes:papers -->\n---\n",
        "<!-- papernotes:papers",
        "<!-- papernote:papers -->",
        "<!-- see papernotes:papers -->",
    ],
)
def test_text_without_directives(text: str) -> None:
    """Comments in code or front matter, without an end or with another name are no directives."""
    assert filled(text) == (text, [])


def test_a_command_in_a_directive() -> None:
    """A LaTeX command inside a directive is part of the comment."""
    note, _ = read_note(Source("n.md", b"> <!-- papernotes:references --\n\\bibliography\n\n-->\n"))
    directives, _ = find_directives(note)
    assert [directive.name for directive in directives] == ["references"]


@pytest.mark.parametrize(
    ("directive", "issue"),
    [
        (
            "paper",
            "directive 'papernotes:paper' is not known: did you mean 'papers'?; it was left out [unknown-directive]",
        ),
        ("", "directive 'papernotes:' is not known; it was left out [unknown-directive]"),
        ("papers tagg=x", "option 'tagg' of 'papernotes:papers' is not known: did you mean 'tag'?; {ignored}"),
        ("papers ,,,", "option ',,,' of 'papernotes:papers' is not known; {ignored}"),
        ("papers tag", "option 'tag' has no value in 'papernotes:papers'; {bad}"),
        (
            "papers year=soon",
            "option 'year' must be a year or a range like 2023-2025, not 'soon' in 'papernotes:papers'; {bad}",
        ),
        (
            "papers columns=title,size",
            f"option 'columns' must be of {', '.join(COLUMNS)}, not 'title,size' in 'papernotes:papers'; {{bad}}",
        ),
        (
            "bibliography style=table",
            "option 'style' must be list or bibtex, not 'table' in 'papernotes:bibliography'; {bad}",
        ),
        (
            "papers tag=LM",
            "'papernotes:papers' selects 0 of 2 papers: no tag 'LM'; near: 'LLM' [bad-directive-option]",
        ),
        (
            "papers tag=LLM year=2020",
            "'papernotes:papers' selects 0 of 2 papers: no paper of 2020; near: 2023 [bad-directive-option]",
        ),
        ("tags under=no", "'papernotes:tags' has nothing under 'no'; it was left empty [bad-directive-option]"),
    ],
)
def test_issues(directive: str, issue: str) -> None:
    """A wrong directive or option is reported with its line."""
    _, issues = filled(f"# N\n\n<!-- papernotes:{directive} -->\n")
    endings = {
        "out": "it was left out [unknown-directive]",
        "ignored": "it was ignored [unknown-directive-option]",
        "bad": "it was ignored [bad-directive-option]",
    }
    assert issues == [f"n.md:3: {issue.format_map(endings)}"]


def test_a_wrong_option_leaves_the_others() -> None:
    """Wrong options do not affect valid ones, in any order."""
    output, issues = filled("<!-- papernotes:papers year=x style=list\n  tag='llm/train' nope=1 -->")
    assert "[Alpha](papers/a.md)" in output
    assert "Beta" not in output
    assert [issue.split(":")[1] for issue in issues] == ["1", "2"]


def test_default_columns_and_order() -> None:
    """The configuration gives the default columns and order."""
    output, _ = filled("<!-- papernotes:papers -->", columns=["citekey"], sort="year")
    assert output.split("\n")[2:] == ["| Key |", "| --- |", "| `b` |", "| `a` |"]
    output, _ = filled("<!-- papernotes:papers columns=title sort=-year -->", columns=["citekey"], sort="year")
    assert output.split("\n")[4:] == [
        f'| <span class="papernotes-title" dir="auto">[{title}](papers/{key}.md)</span> |'
        for title, key in (("Alpha", "a"), ("Beta", "b"))
    ]


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column(column: str) -> None:
    """Every column of the configuration can be shown."""
    output, issues = filled(f"<!-- papernotes:papers columns={column} -->")
    assert issues == []
    assert output.count("\n| ") == 4


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a\n<!-- papernotes:papers -->\nb", "<p>a</p>\n"),
        ("a <!-- papernotes:papers --> b", "<p>b</p>"),
        ("- a\n\n    <!-- papernotes:papers style=list -->\n\n- b", "<ul>\n<li>\n<p>a</p>"),
        ("- <!-- papernotes:papers -->\n- b", "<p>b</p>\n</li>"),
        ("> a\n> <!-- papernotes:papers -->\n> b", "<blockquote>\n<p>a</p>"),
        ("- x\n\n<!-- papernotes:tags -->\n", "<ul>\n<li>x</li>\n</ul>"),
        ("1. a\n<!-- papernotes:venues -->", "ICLR"),
    ],
)
def test_a_directive_is_a_block(text: str, part: str) -> None:
    """The output of a directive is a block of its own, and the text around it stays the same."""
    html = converted_pages.html(filled(text)[0])
    assert part in html
    assert "<table>" in html or "<ul>" in html
    assert "| ---" not in html
    assert converted_pages.Seen(html).harm == []


@given(st.text(alphabet="papers<!->:\n =\"'tag#_x ", max_size=60))
def test_any_comment(text: str) -> None:
    """No comment raises an exception."""
    note = small_library.note("n.md", f"<!-- papernotes:{text}")
    directives, _ = find_directives(note)
    assert all(directive.name in DIRECTIVE_OPTIONS for directive in directives)


def test_an_overview_of_nothing() -> None:
    """The overview of an empty library shows zero papers, and no empty chart or list."""
    note = small_library.note("n.md", "<!-- papernotes:overview -->")
    library = small_library.library({"notes": {"n.md": note.text}})
    edits, issues = render_directives(
        note, library, Config(), exports.bibtex, citation.STYLES["author-year"].bibliography, PROSE, attributes=False
    )
    assert issues == ()
    assert apply_edits(note.text, edits) == (
        '<span class="papernotes-counts">[<b>0</b> papers](papers/index.md) in <b>0</b> notes</span>'
    )


def test_the_bars_of_an_overview() -> None:
    """Each year has a bar with a height by its number of papers, at least a visible one."""
    from papernotes_plugin.render.home_overview import _year_bars
    from papernotes_plugin.vocabulary.model import Paper

    papers = [Paper(citekey=f"k{i}", slug=f"k{i}", title="x", year=2020 if i else 2000) for i in range(200)]
    bars = _year_bars(tuple(papers))
    assert [(bar.label, bar.paper_count, bar.height) for bar in (bars[0], bars[-1])] == [
        ("–2006", 1, 2),
        ("2020", 199, 96),
    ]
    assert [bar.label for bar in bars[1:]] == [str(year) for year in range(2007, 2021)]
    assert all(bar.height == 0 for bar in bars[1:-1])


def test_a_bibliography_looks_like_a_list_of_references() -> None:
    """A bibliography has the same marker and the same arrows to papers as a list of references."""
    note = Source("n.md", b"Says [@a].\n\n<!-- papernotes:bibliography -->\n\n<!-- papernotes:references -->\n")
    site = pipeline.build([note, Source("bib/x.bib", b"@misc{a, title={Alpha}, year=2020}")])
    output = pipeline.annotate(site, "n.md", attributes=True)
    assert output.count('<div class="papernotes-references"></div>') == 2
    assert output.count('[](papers/a.md "Paper page: Alpha"){ .papernotes-sign }') >= 2
