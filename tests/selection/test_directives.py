"""What stands in place of `<!-- papernotes:… -->`.

A golden file of `directives/` holds `notes` and `papers` (see `shelf`); it shows the note `n.md` and what was wrong.
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
    """A note with its directives filled, and what was wrong with them."""
    config = Config.load(options)
    made = small_library.library({"notes": {"n.md": text}, "papers": PAPERS}, config)
    edits, issues = render_directives(
        made.notes[0],
        made,
        config,
        exports.bibtex,
        citation.STYLES["author-year"].bibliography,
        PROSE,
        attributes=False,
    )
    return apply_edits(text, edits), list(map(str, issues))


@pytest.mark.golden_test("directives/*.yml")
def test_directives(golden: Any) -> None:
    """Each directive gives what its golden file shows."""
    made = small_library.library({"notes": golden["notes"], "papers": golden["papers"]})
    note = made.by_path["n.md"]
    edits, issues = render_directives(
        note, made, Config(), exports.bibtex, citation.STYLES["author-year"].bibliography, PROSE, attributes=False
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
def test_none(text: str) -> None:
    """In code, in the front matter, without an end or under another name nothing is a directive."""
    assert filled(text) == (text, [])


def test_a_command_in_a_directive() -> None:
    """It is a part of the comment and asks for nothing."""
    note, _ = read_note(Source("n.md", b"> <!-- papernotes:references --\n\\bibliography\n\n-->\n"))
    found, _ = find_directives(note)
    assert [directive.name for directive in found] == ["references"]


@pytest.mark.parametrize(
    ("directive", "issue"),
    [
        (
            "paper",
            "directive 'papernotes:paper' is not known, did you mean 'papers'?; it was left out [unknown-directive]",
        ),
        ("", "directive 'papernotes:' is not known; it was left out [unknown-directive]"),
        ("papers tagg=x", "option 'tagg' of 'papernotes:papers' is not known, did you mean 'tag'?; {ignored}"),
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
        ("tags under=no", "'papernotes:tags' has nothing under 'no'; it was left empty [bad-directive-option]"),
    ],
)
def test_wrong(directive: str, issue: str) -> None:
    """A wrong directive or option is told with its line."""
    _, issues = filled(f"# N\n\n<!-- papernotes:{directive} -->\n")
    ends = {
        "out": "it was left out [unknown-directive]",
        "ignored": "it was ignored [unknown-directive-option]",
        "bad": "it was ignored [bad-directive-option]",
    }
    assert issues == [f"n.md:3: {issue.format_map(ends)}"]


def test_the_rest_works() -> None:
    """A wrong option takes nothing from the good ones, in whatever order they stand."""
    made, issues = filled("<!-- papernotes:papers year=x style=list\n  tag='llm/train' nope=1 -->")
    assert "[Alpha](papers/a.md)" in made
    assert "Beta" not in made
    assert [issue.split(":")[1] for issue in issues] == ["1", "2"]


def test_default_columns_and_order() -> None:
    """Where a directive does not say, the configuration does."""
    made, _ = filled("<!-- papernotes:papers -->", columns=["citekey"], sort="year")
    assert made.split("\n")[2:] == ["| Key |", "| --- |", "| `b` |", "| `a` |"]
    made, _ = filled("<!-- papernotes:papers columns=title sort=-year -->", columns=["citekey"], sort="year")
    assert made.split("\n")[4:] == [
        f'| <span class="papernotes-title">[{title}](papers/{key}.md)</span> |'
        for title, key in (("Alpha", "a"), ("Beta", "b"))
    ]


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column(column: str) -> None:
    """Every column that the configuration offers can be shown."""
    made, issues = filled(f"<!-- papernotes:papers columns={column} -->")
    assert issues == []
    assert made.count("\n| ") == 4


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
    """Wherever a directive stands, what it gives becomes a block of its own, and what stands around it stays."""
    html = converted_pages.html(filled(text)[0])
    assert part in html
    assert "<table>" in html or "<ul>" in html
    assert "| ---" not in html
    assert converted_pages.Seen(html).harm == []


@given(st.text(alphabet="papers<!->:\n =\"'tag#_x ", max_size=60))
def test_any_comment(text: str) -> None:
    """No comment, however odd, stops a build."""
    note = small_library.note("n.md", f"<!-- papernotes:{text}")
    found, _ = find_directives(note)
    assert all(directive.name in DIRECTIVE_OPTIONS for directive in found)


def test_an_overview_of_nothing() -> None:
    """A library without papers and dates says that it has none, and shows no empty picture or list."""
    note = small_library.note("n.md", "<!-- papernotes:overview -->")
    made = small_library.library({"notes": {"n.md": note.text}})
    edits, issues = render_directives(
        note, made, Config(), exports.bibtex, citation.STYLES["author-year"].bibliography, PROSE, attributes=False
    )
    assert issues == ()
    assert apply_edits(note.text, edits) == (
        '<span class="papernotes-counts">[<b>0</b> papers](papers/index.md) in <b>0</b> notes</span>'
    )


def test_the_bars_of_an_overview() -> None:
    """Each year has its bar, as high as its papers are many, and however few they are it is seen."""
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
    """It has the mark of such a list, and its entries the same sign for the way to the paper."""
    note = Source("n.md", b"Says [@a].\n\n<!-- papernotes:bibliography -->\n\n<!-- papernotes:references -->\n")
    site = pipeline.build([note, Source("bib/x.bib", b"@misc{a, title={Alpha}, year=2020}")])
    made = pipeline.annotate(site, "n.md", attributes=True)
    assert made.count('<div class="papernotes-references"></div>') == 2
    assert made.count('[](papers/a.md "Paper page: Alpha"){ .papernotes-sign }') >= 2
