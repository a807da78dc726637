"""Conditions for fields: their spelling, what they accept, and what an empty result says."""

from __future__ import annotations

import pytest

from papernotes_plugin import pipeline
from papernotes_plugin.selection.empty_selection import explain_empty_selection
from papernotes_plugin.selection.field_conditions import parse_conditions
from papernotes_plugin.selection.paper_selection import Selection, select_papers
from papernotes_plugin.vocabulary.model import Source

ATTENTION = """\
---
title: "Attention Is All You Need"
authors: [Ashish Vaswani, Noam Shazeer]
year: 2017
arxiv: 1706.03762
status: Reading
rating: 4
methods: [transformer, attention]
read-on: 2024-05-03
own: true
---
"""
VIDEO = """\
### VideoPoet: A Large Language Model for Zero-Shot Video Generation ([PDF](https://arxiv.org/pdf/2312.14125))
**Status:** done, twice
**Rating:** ⭐⭐⭐
**Topics:** [[Video generation]], #tokens
"""
LIBRARY = pipeline.build([Source("a.md", ATTENTION.encode()), Source("b.md", VIDEO.encode())]).library


@pytest.mark.parametrize(
    ("where", "selected"),
    [
        ("status=reading", "A"),
        ("STATUS = Reading", "A"),
        ("status=done", "V"),
        ("status=twice", "V"),
        ("status=don", ""),
        ("status!=done", "A"),
        ("read-on!=2020", "AV"),
        ("status", "AV"),
        ("methods=attention", "A"),
        ("topics=video generation", "V"),
        ("topics=tokens", "V"),
        ("own=true", "A"),
        ("rating=4", "A"),
        ("rating=4.0", "A"),
        ("rating=3", "V"),
        ("rating>=3", "AV"),
        ("rating>3", "A"),
        ("rating<4", "V"),
        ("rating<=4; status=reading", "A"),
        ("rating>=3, status=done", "V"),
        ("rating>=3, status=nothing", ""),
        ("read on>=2024-01", "A"),
        ("read_on<2024-05-04", "A"),
        ("read on>2024-05-03", ""),
        ("read on>3", ""),
        ("nothing", ""),
    ],
)
def test_selected_papers(where: str, selected: str) -> None:
    """A condition compares texts, numbers, stars and dates, each with its kind only."""
    papers = select_papers(LIBRARY, Selection.parse({"where": where}))
    assert "".join(sorted(paper.title[0] for paper in papers)) == selected


@pytest.mark.parametrize("where", ["", " ; ", "=3", "rating>", "rating>high", "a=b=c", "a<>b"])
def test_wrong_conditions(where: str) -> None:
    """What cannot be read is an error that names the option."""
    with pytest.raises(ValueError, match="option 'where' "):
        parse_conditions(where)


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("statsu=done", "no field 'statsu'; near: 'status'"),
        (
            "st=done",
            "no field 'st'; papers have 'rating', 'status', 'arxiv', 'authors', 'methods', 'own', 'read on', "
            "'title', 'topics', 'year'",
        ),
        ("status=reding", "no paper with status=reding; near: 'Reading'"),
        ("rating>9", "no paper with rating>9"),
        ("status=reading, rating=3", "no paper with status=reading, rating=3"),
    ],
)
def test_an_empty_selection_is_explained(where: str, message: str) -> None:
    """The reason names the field or the condition, with similar names and values."""
    explanation = explain_empty_selection(LIBRARY, Selection.parse({"where": where}))
    assert explanation.removeprefix("0 of 2 papers: ") == message


def test_many_fields_and_none() -> None:
    """The ten most frequent fields are listed, and a library without fields is explained."""
    fields = "".join(f"**Label {letter}:** x\n" for letter in "ABCDEFGHIJKLM")
    libraries = (
        pipeline.build([Source("b.md", VIDEO.partition("*")[0].encode() + text.encode())]).library
        for text in (fields, "")
    )
    many, none = (explain_empty_selection(one, Selection.parse({"where": "zzz"})) for one in libraries)
    assert many.endswith("'label i', 'label j' and 3 more")
    assert none == "0 of 1 paper: no field 'zzz'; no paper has fields"


def test_directive() -> None:
    """A directive takes the same conditions in quotation marks."""
    note = '<!-- papernotes:papers where="status=reading, rating>=4" style=list -->\n'
    site = pipeline.build(
        [Source("a.md", ATTENTION.encode()), Source("b.md", VIDEO.encode()), Source("c.md", note.encode())]
    )
    (page,) = (pipeline.annotate(site, path) for path in ["c.md"])
    assert "Attention Is All You Need" in page
    assert "VideoPoet" not in page
    assert not [issue for issue in site.issues if issue.path == "c.md"]
