"""Which of all that is said of a paper becomes its facts, and where each is said to come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.resolve.facts import family, implied_evidence, paper
from papernotes_plugin.vocabulary.model import Entry, Evidence, Field, Identifier, Link, Mention, MentionKind, Span


def ids(*texts: str) -> tuple[Identifier, ...]:
    """Identifiers by their spelling."""
    return tuple(i for i in map(parse_identifier, texts) if i is not None)


def said(kind: MentionKind, line: int = 1, topic: tuple[str, ...] = (), **evidence: Any) -> Mention:
    """What one place of a note says."""
    return Mention(
        note="n.md",
        kind=kind,
        span=Span(line * 10, line * 10 + 5),
        line=line,
        column=1,
        text="x",
        context="",
        topic=topic,
        evidence=Evidence(**evidence),
    )


def entry(path: str = "p.bib", type: str = "misc", line: int = 1, **evidence: Any) -> Entry:
    """What an entry of a bibliography says."""
    return Entry(key="k", type=type, fields=(), path=path, line=line, evidence=Evidence(**evidence))


PLACES = (MentionKind.LITERATURE_NOTE, None, MentionKind.CARD, MentionKind.ITEM)
"""Kinds of places in the order in which they are believed; None is an entry."""
ORIGINS = ("n.md:1", "p.bib:1", "n.md:2", "n.md:3")
"""Where each is."""


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("title", ["A Title of the First", "A Title of the Second", "A Title of the Third", "A Title of the Fourth"]),
        ("authors", [("Ann Lee",), ("Bo Ray", "Cy Fox"), ("Cy Fox",), ("Di Elk",)]),
        ("abstract", ["first", "second", "third", "fourth"]),
        ("tldr", ["first", "second", "third", "fourth"]),
        ("track", ["oral", "spotlight", "poster", "workshop"]),
    ],
)
@pytest.mark.parametrize("foremost", range(4))
def test_precedence(name: str, values: list[Any], foremost: int) -> None:
    """Front matter, bibliography, card, item: the foremost that says something counts and is named as its origin."""
    mentions = [
        said(kind, max(1, n), **({name: value} if n >= foremost else {}))
        for n, (kind, value) in enumerate(zip(PLACES, values, strict=True))
        if kind is not None
    ]
    entries = [entry(**{name: values[1]})] if foremost <= 1 else []
    found = paper(mentions[::-1], entries)
    assert (getattr(found, name), found.origins[name]) == (values[foremost], ORIGINS[foremost])


def test_the_later_file_counts() -> None:
    """Of two entries the later file's, as a whole, field by field; what it leaves open the earlier one fills."""
    first = entry("a.bib", "article", title="Old Title of the Work", authors=("Ann Lee",), year=2020)
    later = entry("b.bib", "inproceedings", title="New Title of the Work", venue="ICML", year=2021)
    found = paper([], [first, later])
    assert (found.title, found.authors, found.year, found.type) == (
        "New Title of the Work",
        ("Ann Lee",),
        2021,
        "inproceedings",
    )
    assert found.entry is later
    assert (found.origins["title"], found.origins["authors"]) == ("b.bib:1", "a.bib:1")


@pytest.mark.parametrize(
    ("places", "venue", "year"),
    [
        # a published venue wins over the preprint, and brings its own year
        ([{"venue": "arXiv", "year": 2016}, {"venue": "NeurIPS", "year": 2017}], "NeurIPS 2017", 2017),
        ([{"venue": "NeurIPS", "year": 2017}, {"venue": "arXiv", "year": 2016}], "NeurIPS 2017", 2017),
        # a preprint server is no venue
        ([{"venue": "arXiv", "year": 2016}], "", 2016),
        # of two venues the first
        ([{"venue": "ICLR", "year": 2020}, {"venue": "ICML", "year": 2021}], "ICLR 2020", 2020),
        # a venue without a year takes that of another place with the same venue, else any
        ([{"venue": "ICML"}, {"year": 2019}, {"venue": "ICML", "year": 2020}], "ICML 2020", 2020),
        ([{"venue": "ICML"}, {"year": 2019}], "ICML 2019", 2019),
        ([{"year": 2019}, {}], "", 2019),
        ([{}], "", None),
    ],
)
def test_venue_and_year_go_together(places: list[Mapping[str, Any]], venue: str, year: int | None) -> None:
    """The year is that of the publication."""
    found = paper([said(MentionKind.ITEM, n, **place) for n, place in enumerate(places, 1)], [])
    assert (str(found.venue or ""), found.year) == (venue, year)


@pytest.mark.parametrize(
    ("identifier", "venue", "year"),
    [
        ("icml:2023/25041", "ICML", 2023),
        ("neurips-oral:2024/97", "NeurIPS", 2024),
        ("cvf:content/CVPR2023/Lee_A_Title_CVPR_2023_paper", "CVPR", 2023),
        ("cvf:content/CVPR2023W/WS/Lee_A_Title_CVPRW_2023_paper", "", None),
        ("arxiv:1706.03762", "", 2017),
        ("arxiv:hep-th/9901001", "", 1999),
        ("arxiv:math/0309136", "", 2003),
        ("doi:10.1000/182", "", None),
    ],
)
def test_what_an_identifier_implies(identifier: str, venue: str, year: int | None) -> None:
    """A number says for certain which conference and year it belongs to, or nothing."""
    scheme, value = identifier.split(":", 1)
    found = implied_evidence(Identifier(scheme, value))
    assert (found.venue, found.year) == (venue, year)


def test_identifiers_fill_what_is_left_open() -> None:
    """What people wrote counts more than what a number implies, and that more than what a key implies."""
    number, key = ids("icml:2023/25041"), "AnnLee2022ICLR"
    assert str(paper([said(MentionKind.CARD, identifiers=number)], []).venue) == "ICML 2023"
    both = paper([said(MentionKind.CARD, identifiers=number, citekey=key)], [])
    assert (str(both.venue), both.authors, both.origins["venue"]) == ("ICML 2023", ("Ann Lee",), str(number[0]))
    assert both.origins["authors"] == "citekey"
    written = paper([said(MentionKind.CARD, identifiers=number, citekey=key, venue="ICCV", year=2021)], [])
    assert str(written.venue) == "ICCV 2021"


def test_a_citekey_implies_only_what_nothing_else_says() -> None:
    """Its author, venue and year stand in for missing ones; a published venue without year takes the key's."""
    key = "AnnLee2022ICLR"
    alone = paper([said(MentionKind.KEY, citekey=key)], [])
    assert (alone.title, alone.authors, str(alone.venue)) == (key, ("Ann Lee",), "ICLR 2022")
    assert "title" not in alone.origins
    undated = paper([said(MentionKind.ITEM, citekey=key, venue="ICLR", authors=("Ann Lee", "Bo Ray"))], [])
    assert (undated.authors, str(undated.venue)) == (("Ann Lee", "Bo Ray"), "ICLR 2022")


@pytest.mark.parametrize(
    ("evidence", "title", "labels"),
    [
        # the head of the title leads, then what places call it, each once in whatever case
        ({"title": "FlowKit: A Study of Pipes", "labels": ("Flowkit", "FK", "fk")}, None, ("FlowKit", "FK")),
        # a long head is no label, nor is what has neither capital nor digit, nor the title itself
        ({"title": "On the Study of Pipes: Sum", "labels": ("the pipes", "P2P")}, None, ("P2P",)),
        ({"title": "FlowKit", "labels": ("FLOWKIT",)}, None, ()),
        # without a title the first label stands for it
        ({"labels": ("FlowKit", "FK")}, "FlowKit", ("FK",)),
        ({"citekey": "lee2020"}, "lee2020", ()),
        ({"identifiers": ids("arxiv:1706.03762")}, "arxiv:1706.03762", ()),
        ({}, "Untitled", ()),
    ],
)
def test_title_and_labels(evidence: Mapping[str, Any], title: str | None, labels: tuple[str, ...]) -> None:
    """A paper always has a title to show, and its short names are names."""
    found = paper([said(MentionKind.ITEM, **evidence)], [])
    assert (found.title, found.labels) == (title or evidence["title"], labels)


@pytest.mark.parametrize(
    ("own", "venue", "type"),
    [
        ("book", "", "book"),
        ("article", "ICML", "article"),
        ("misc", "ICML", "inproceedings"),
        ("unpublished", "TMLR", "article"),
        ("online", "", "online"),
        ("", "ICML", "inproceedings"),
        ("", "", "misc"),
        ("misc", "arXiv", "misc"),
    ],
)
def test_type(own: str, venue: str, type: str) -> None:
    """The type of the author's entry stays unless it is a preprint since published."""
    entries = [entry(type=own)] if own else []
    assert paper([said(MentionKind.ITEM, venue=venue)], entries).type == type


def test_the_rest_is_gathered() -> None:
    """Identifiers by scheme, links by address, fields, tags in the first spelling, topics, keys: each once."""
    link, field = Link("PDF", "https://x.org/a.pdf"), Field("Task", "sums")
    first = said(
        MentionKind.ITEM,
        1,
        ("Maths",),
        identifiers=ids("acl:P19-1001", "arxiv:1706.03762"),
        links=(link,),
        tags=("Deep", "sums"),
        citekey="b2020",
    )
    card = said(
        MentionKind.CARD,
        2,
        ("Maths",),
        identifiers=ids("arxiv:1706.03762"),
        links=(Link("Paper", link.url), Link("Code", "https://x.org/b")),
        tags=("deep",),
        fields=(field, field),
        citekey="a2020",
    )
    found = paper([first, card], [entry(citekey="c2020")])
    assert [str(i) for i in found.identifiers] == ["arxiv:1706.03762", "acl:P19-1001"]
    assert [(x.label, x.url) for x in found.links] == [("Paper", link.url), ("Code", "https://x.org/b")]
    assert (found.tags, found.fields, found.topics) == (("deep", "sums"), (field,), (("Maths",),))
    assert found.aliases == ("c2020", "a2020", "b2020")
    assert [m.line for m in found.mentions] == [1, 2]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Vaswani", "vaswani"),
        ("Ashish Vaswani", "vaswani"),
        ("Müller, Hans", "muller"),
        ("Aaron van den Oord", "oord"),
        ("van den Oord, Aäron", "oord"),
        ("Martin Luther King Jr.", "king"),
        ("Łukasz Kaiser", "kaiser"),
        ("Jean-Pierre O'Neil", "neil"),
        ("李雷", "李雷"),
        ("", ""),
        (" , ", ""),
    ],
)
def test_family(name: str, expected: str) -> None:
    """The family name in whatever order a name is written, without accents and case."""
    assert family(name) == expected


@given(st.text(max_size=60))
def test_any_name_has_a_family_that_is_one_word(name: str) -> None:
    """Whatever stands where a name should: nothing is raised, and the answer has no space."""
    assert not any(c.isspace() for c in family(name))
