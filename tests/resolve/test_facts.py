"""Tests of the facts of a paper: which evidence is used, and which origin is recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.entries.work_facts import family_name
from papernotes_plugin.identifiers import parse_identifier
from papernotes_plugin.resolve.facts import paper
from papernotes_plugin.vocabulary.model import Entry, Evidence, Field, Identifier, Link, Mention, MentionKind, Span


def ids(*texts: str) -> tuple[Identifier, ...]:
    """Return the identifiers in these texts."""
    return tuple(i for i in map(parse_identifier, texts) if i is not None)


def mention(kind: MentionKind, line: int = 1, topic: tuple[str, ...] = (), **evidence: Any) -> Mention:
    """Return a mention with this evidence."""
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
    """Return a bibliography entry with this evidence."""
    return Entry(key="k", type=type, fields=(), path=path, line=line, evidence=Evidence(**evidence))


def test_volume_and_pages_are_those_of_one_place() -> None:
    """Volume, number and pages come from the place that states the venue, and all other fields from all places."""
    fields = (Field("Pages", "20"), Field("Remark", "good")), (Field("Volume", "4"), Field("Pages", "1–9"))
    mentions = [
        mention(MentionKind.ITEM, 1, title="Maps of Small Seas", fields=fields[0]),
        mention(MentionKind.ITEM, 2, title="Maps of Small Seas", venue="Nature", year=2015, fields=fields[1]),
    ]
    assert paper(mentions).fields == (Field("Remark", "good"), Field("Volume", "4"), Field("Pages", "1–9"))


@pytest.mark.parametrize(
    ("titles", "chosen"),
    [
        (("Maps of Small Se…", "Maps of Small Seas"), "Maps of Small Seas"),
        (("Maps of Small ...", "Maps of Smal…", "Other Words"), "Maps of Small ..."),
        (("Maps of S…", "Maps of Small Se…"), "Maps of Small Se…"),
        (("Maps of Small Se…", "Tides of Lakes"), "Maps of Small Se…"),
        (("Maps of Small Seas", "Maps of Small Seas and Lakes"), "Maps of Small Seas"),
    ],
)
def test_a_title_that_is_cut_off_is_the_last_choice(titles: tuple[str, ...], chosen: str) -> None:
    """A whole title replaces one that ends with an ellipsis, if it begins alike; so does a longer one."""
    result = paper([mention(MentionKind.ITEM, line, title=title) for line, title in enumerate(titles, 1)], [])
    assert (result.title, result.origins["title"]) == (chosen, f"n.md:{titles.index(chosen) + 1}")


@pytest.mark.parametrize(
    ("key", "title", "authors"),
    [
        ("frank_wolfe_2013", "Revisiting Frank-Wolfe: Projection-Free Sparse Convex Optimization", ()),
        ("superres_2019", "Super-resolution of Small Maps", ()),
        ("gan_2014", "Generative Adversarial Nets", ()),
        ("jaggi_2013", "Revisiting Frank-Wolfe: Projection-Free Sparse Convex Optimization", ("Jaggi",)),
        ("li_2013", "Linear Maps of Small Seas", ("Li",)),
    ],
)
def test_a_word_of_the_title_in_a_citekey_is_no_author(key: str, title: str, authors: tuple[str, ...]) -> None:
    """The first part of a key is the first author, unless it is a word, a beginning or an acronym of the title."""
    assert paper([mention(MentionKind.LITERATURE_NOTE, title=title, citekey=key)]).authors == authors


def test_a_title_with_authors_comes_before_words_that_describe_a_paper() -> None:
    """Words before a link give way to the title of an item with authors or a venue, but a card comes first."""
    described = mention(MentionKind.ITEM, 1, title="A Treebank of Feelings")
    titled = mention(MentionKind.ITEM, 2, title="Recursive Models of Small Trees", authors=("Ann Lee", "Bob Ray"))
    card = mention(MentionKind.CARD, 3, title="A Card of Trees")
    assert paper([described, titled]).title == "Recursive Models of Small Trees"
    assert paper([described, titled, card]).title == "A Card of Trees"


def test_a_whole_list_of_authors_replaces_a_shortened_one() -> None:
    """All authors come from another note if the first one says `et al.`, and if both begin with the same person."""
    short = mention(MentionKind.ITEM, 1, authors=("Bjorner", "et al."))
    other = mention(MentionKind.ITEM, 2, authors=("Ray, B.", "Fox, C."))
    whole = mention(MentionKind.ITEM, 3, authors=("Bjørner, N.", "Gurfinkel, A."))
    result = paper([short, other, whole])
    assert (result.authors, result.origins["authors"]) == (("Bjørner, N.", "Gurfinkel, A."), "n.md:3")
    assert paper([short, other]).authors == ("Bjorner", "et al.")
    without_particle = mention(MentionKind.ITEM, 1, authors=("Seijen", "et al."))
    whole = mention(MentionKind.ITEM, 2, authors=("Harm van Seijen", "Mehdi Fatemi"))
    assert paper([without_particle, whole]).authors == ("Harm van Seijen", "Mehdi Fatemi")


def test_whole_names_replace_family_names() -> None:
    """Names with given names come from another note if the first one has family names alone."""
    families = mention(MentionKind.ITEM, 1, authors=("Yang", "Wang"))
    whole = mention(MentionKind.ITEM, 2, authors=("Kang Yang", "Xiao Wang"))
    shortened = mention(MentionKind.ITEM, 3, authors=("Yang", "et al."))
    assert paper([families, whole]).authors == ("Kang Yang", "Xiao Wang")
    assert paper([families, shortened]).authors == ("Yang", "Wang")
    assert paper([shortened, families]).authors == ("Yang", "Wang")


@pytest.mark.parametrize(
    ("titles", "chosen"),
    [
        (("Maps of Seas A Study", "Maps of Seas: A Study"), "Maps of Seas: A Study"),
        (("Maps of Seas. A Study", "Other Words: A Study"), "Maps of Seas. A Study"),
        (("Which Seas? A Study", "Which Seas: A Study"), "Which Seas? A Study"),
        (("Maps of Seas", "Maps of Seas: A Study"), "Maps of Seas"),
    ],
)
def test_a_title_with_a_colon_comes_before_the_same_words(titles: tuple[str, ...], chosen: str) -> None:
    """Names of files have no colon; a title with one replaces them, even from a note of lower rank."""
    kinds = (MentionKind.LITERATURE_NOTE, MentionKind.ITEM)
    result = paper(
        [mention(kind, n, title=title) for n, (kind, title) in enumerate(zip(kinds, titles, strict=True), 1)], []
    )
    assert (result.title, result.origins["title"]) == (chosen, f"n.md:{titles.index(chosen) + 1}")


SOURCE_KINDS = (MentionKind.LITERATURE_NOTE, None, MentionKind.CARD, MentionKind.ITEM)
"""Sources of evidence by precedence, highest first; None is a bibliography entry."""
ORIGINS = ("n.md:1", "p.bib:1", "n.md:2", "n.md:3")
"""Origin of each source, as path and line."""


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("title", ["A Title of the First", "A Title of the Second", "A Title of the Third", "A Title of the Fourth"]),
        ("authors", [("Ann Lee",), ("Bo Ray", "Cy Fox"), ("Cy Fox",), ("Di Elk",)]),
        ("abstract", ["first", "second", "third", "fourth"]),
        ("tldr", ["first", "second", "third", "fourth"]),
        ("track", ["Oral", "Spotlight", "Poster", "Workshop"]),
    ],
)
@pytest.mark.parametrize("highest", range(4))
def test_precedence(name: str, values: list[Any], highest: int) -> None:
    """A fact comes from front matter, bibliography, card or item, in this order, and its origin is recorded."""
    mentions = [
        mention(kind, max(1, n), **({name: value} if n >= highest else {}))
        for n, (kind, value) in enumerate(zip(SOURCE_KINDS, values, strict=True))
        if kind is not None
    ]
    entries = [entry(**{name: values[1]})] if highest <= 1 else []
    merged = paper(mentions[::-1], entries)
    assert (getattr(merged, name), merged.origins[name]) == (values[highest], ORIGINS[highest])


def test_the_later_file_takes_precedence() -> None:
    """The entry of the later file wins field by field; the earlier entry fills the missing fields."""
    first = entry("a.bib", "article", title="Old Title of the Work", authors=("Ann Lee",), year=2020)
    later = entry("b.bib", "inproceedings", title="New Title of the Work", venue="ICML", year=2021)
    merged = paper([], [first, later])
    assert (merged.title, merged.authors, merged.year, merged.type) == (
        "New Title of the Work",
        ("Ann Lee",),
        2021,
        "inproceedings",
    )
    assert merged.entry is later
    assert (merged.origins["title"], merged.origins["authors"]) == ("b.bib:1", "a.bib:1")


@pytest.mark.parametrize(
    ("places", "venue", "year"),
    [
        # a published venue wins over the preprint, with its own year
        ([{"venue": "arXiv", "year": 2016}, {"venue": "NeurIPS", "year": 2017}], "NeurIPS 2017", 2017),
        ([{"venue": "NeurIPS", "year": 2017}, {"venue": "arXiv", "year": 2016}], "NeurIPS 2017", 2017),
        # a preprint server is no venue
        ([{"venue": "arXiv", "year": 2016}], "", 2016),
        # the first of two venues wins
        ([{"venue": "ICLR", "year": 2020}, {"venue": "ICML", "year": 2021}], "ICLR 2020", 2020),
        # a venue without a year takes the year of another mention of that venue, else any year
        ([{"venue": "ICML"}, {"year": 2019}, {"venue": "ICML", "year": 2020}], "ICML 2020", 2020),
        ([{"venue": "ICML"}, {"year": 2019}], "ICML 2019", 2019),
        ([{"year": 2019}, {}], "", 2019),
        ([{}], "", None),
    ],
)
def test_venue_and_year_go_together(places: list[Mapping[str, Any]], venue: str, year: int | None) -> None:
    """The year of a paper is the year of its publication."""
    merged = paper([mention(MentionKind.ITEM, n, **place) for n, place in enumerate(places, 1)], [])
    assert (str(merged.venue or ""), merged.year) == (venue, year)


@pytest.mark.parametrize(
    ("others", "venue", "year", "kind"),
    [
        ((), "CVPR", 2015, "misc"),
        (({"venue": "arXiv", "year": 2015},), "CVPR", 2015, "misc"),
        (({"year": 2016},), "CVPR 2016", 2016, "inproceedings"),
        (({"venue": "CVPR", "year": 2016},), "CVPR 2016", 2016, "inproceedings"),
    ],
)
def test_the_year_of_a_preprint_is_not_that_of_its_venue(
    others: tuple[dict[str, Any], ...], venue: str, year: int, kind: str
) -> None:
    """A venue without a year takes no year from an arXiv number or from the preprint."""
    first = mention(MentionKind.CARD, title="Deep", venue="CVPR", identifiers=ids("arxiv:1512.03385"))
    merged = paper([first, *(mention(MentionKind.ITEM, line=2, **facts) for facts in others)], [])
    assert (str(merged.venue), merged.year, merged.type) == (venue, year, kind)


def test_separate_accents_are_joined() -> None:
    """A title and a venue of a note from macOS are the same text as elsewhere."""
    merged = paper([mention(MentionKind.CARD, title="La circulacio\u0301n", venue="Economi\u0301a", year=2006)], [])
    assert (merged.title, str(merged.venue)) == ("La circulación", "Economía 2006")


def test_identifiers_fill_missing_facts() -> None:
    """Written facts precede facts implied by an identifier, and those precede facts implied by a citekey."""
    number, key = ids("icml:2023/25041"), "AnnLee2022ICLR"
    assert str(paper([mention(MentionKind.CARD, identifiers=number)], []).venue) == "ICML 2023"
    both = paper([mention(MentionKind.CARD, identifiers=number, citekey=key)], [])
    assert (str(both.venue), both.authors, both.origins["venue"]) == ("ICML 2023", ("Ann Lee",), str(number[0]))
    assert both.origins["authors"] == "citekey"
    written = paper([mention(MentionKind.CARD, identifiers=number, citekey=key, venue="ICCV", year=2021)], [])
    assert str(written.venue) == "ICCV 2021"


def test_a_citekey_fills_only_missing_facts() -> None:
    """A citekey supplies a missing author, venue or year, also the year of a published venue without one."""
    key = "AnnLee2022ICLR"
    alone = paper([mention(MentionKind.KEY, citekey=key)], [])
    assert (alone.title, alone.name, alone.authors, str(alone.venue)) == ("", key, ("Ann Lee",), "ICLR 2022")
    assert "title" not in alone.origins
    undated = paper([mention(MentionKind.ITEM, citekey=key, venue="ICLR", authors=("Ann Lee", "Bo Ray"))], [])
    assert (undated.authors, str(undated.venue)) == (("Ann Lee", "Bo Ray"), "ICLR 2022")


@pytest.mark.parametrize(
    ("evidence", "name", "labels"),
    [
        # the part of the title before the colon comes first, then the labels, without duplicates that differ by case
        ({"title": "FlowKit: A Study of Pipes", "labels": ("Flowkit", "FK", "fk")}, None, ("FlowKit", "FK")),
        # not a label: a long head, a name without capital or digit, the title itself
        ({"title": "On the Study of Pipes: Sum", "labels": ("the pipes", "P2P")}, None, ("P2P",)),
        ({"title": "FlowKit", "labels": ("FLOWKIT",)}, None, ()),
        # without a title the first label is the name
        ({"labels": ("FlowKit", "FK")}, "FlowKit", ("FlowKit", "FK")),
        ({"citekey": "lee2020"}, "lee2020", ()),
        ({"identifiers": ids("arxiv:1706.03762")}, "arxiv:1706.03762", ()),
        ({}, "Untitled", ()),
    ],
)
def test_title_and_labels(evidence: Mapping[str, Any], name: str | None, labels: tuple[str, ...]) -> None:
    """A paper always has a name, which is a title only if a source says so; only short names become labels."""
    merged = paper([mention(MentionKind.ITEM, **evidence)], [])
    assert (merged.title, merged.labels) == (evidence.get("title", ""), labels)
    assert merged.name == (name or evidence["title"])


@pytest.mark.parametrize(
    ("entry_type", "venue", "type"),
    [
        ("book", "", "book"),
        ("article", "ICML", "article"),
        ("misc", "ICML", "inproceedings"),
        ("misc", "quarks.de", "misc"),
        ("", "NOVA Rapport", "misc"),
        ("", "20 minutes", "misc"),
        ("", "CLPsych", "inproceedings"),
        ("", "Atti del convegno di Ravenna", "inproceedings"),
        ("unpublished", "TMLR", "article"),
        ("online", "", "online"),
        ("", "ICML", "inproceedings"),
        ("", "", "misc"),
        ("misc", "arXiv", "misc"),
    ],
)
def test_type(entry_type: str, venue: str, type: str) -> None:
    """The type of the bibliography entry is used, except for a preprint that was published since."""
    entries = [entry(type=entry_type)] if entry_type else []
    assert paper([mention(MentionKind.ITEM, venue=venue)], entries).type == type


@pytest.mark.parametrize(
    ("doi", "venue", "type"),
    [
        ("10.1007/s00146-026-03070-1", "AI & SOCIETY", "article"),
        ("10.1007/978-3-032-11782-3_4", "NOVA Rapport", "misc"),
        ("10.1016/j.procs.2020.01.002", "ICML", "inproceedings"),
        ("10.1016/j.cell.2020.01.002", "", "misc"),
    ],
)
def test_type_of_doi(doi: str, venue: str, type: str) -> None:
    """A paper in an unknown venue is an article if its DOI is that of one."""
    item = mention(MentionKind.ITEM, venue=venue, identifiers=(Identifier("doi", doi),))
    assert paper([item], []).type == type


def test_other_facts_are_collected_once() -> None:
    """Identifiers, links, fields, tags, topics and keys of all mentions are collected without duplicates."""
    link, field = Link("PDF", "https://x.org/a.pdf"), Field("Task", "sums")
    first = mention(
        MentionKind.ITEM,
        1,
        ("Maths",),
        identifiers=ids("acl:P19-1001", "arxiv:1706.03762"),
        links=(link,),
        tags=("Deep", "sums"),
        citekey="b2020",
    )
    card = mention(
        MentionKind.CARD,
        2,
        ("Maths",),
        identifiers=ids("arxiv:1706.03762"),
        links=(Link("Paper", link.url), Link("Code", "https://x.org/b")),
        tags=("deep",),
        fields=(field, field),
        citekey="a2020",
    )
    merged = paper([first, card], [entry(citekey="c2020")])
    assert [str(i) for i in merged.identifiers] == ["arxiv:1706.03762", "acl:P19-1001"]
    assert [(x.label, x.url) for x in merged.links] == [("Paper", link.url), ("Code", "https://x.org/b")]
    assert (merged.tags, merged.fields, merged.topics) == (("deep", "sums"), (field,), (("Maths",),))
    assert merged.aliases == ("c2020", "a2020", "b2020")
    assert [m.line for m in merged.mentions] == [1, 2]


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
    """The family name is recognised in either order of a name, without accents and case."""
    assert family_name(name) == expected


@given(st.text(max_size=60))
def test_any_name_has_a_family_that_is_one_word(name: str) -> None:
    """Any text in place of a name raises nothing, and its family name has no space."""
    assert not any(c.isspace() for c in family_name(name))
