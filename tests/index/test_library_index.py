"""Tests of the order and the groups of the library."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.index.library_index import index_library, step_slug
from papernotes_plugin.index.related_papers import NEIGHBOURS
from papernotes_plugin.links.addresses import MAX_STEPS, fold_path, tag_path
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Group, Library, Paper
from tests.helpers import small_library

NOTES = {
    "b.md": "---\ntags: [llm, Vision]\n---\n# B\n\nx y z\n",
    "a.md": "---\ntags: [LLM/Training]\naliases: [First]\n---\n# A note\n\nx y #🧠 #🚀\n",
}
PAPERS: list[Mapping[str, Any]] = [
    {
        "citekey": "x",
        "title": "Same",
        "year": 2024,
        "venue": "ICLR 2024",
        "aliases": ["z", "old"],
        "tags": ["llm/training/rlhf", "🧠"],
        "identifiers": ["arxiv:2401.00001"],
        "mentions": [
            {"note": "a.md", "at": "x", "topic": ["Speech", "Deep"]},
            {"note": "b.md", "at": "x", "topic": ["Early"]},
        ],
    },
    {
        "citekey": "y",
        "title": "Same",
        "year": 2024,
        "venue": "ICLR",
        "tags": ["vision", "🚀"],
        "mentions": [
            {"note": "a.md", "at": "y", "topic": ["Speech"]},
            {"note": "b.md", "at": "y", "topic": ["EARLY"]},
        ],
    },
    {
        "citekey": "z",
        "title": "Another",
        "tags": ["Vision", "🧠"],
        "mentions": [{"note": "b.md", "at": "z", "topic": ["Early"]}],
    },
]


@pytest.fixture(scope="module")
def library() -> Library:
    """Return the library of the notes and papers above."""
    return small_library.library({"notes": NOTES, "papers": PAPERS})


def summaries(groups: tuple[Group, ...]) -> list[tuple[str, str, str, str]]:
    """Return path, slug, papers and notes of each group."""
    return [("/".join(g.path), g.slug, " ".join(g.papers), " ".join(g.notes)) for g in groups]


def test_order(library: Library) -> None:
    """Papers are sorted by year, then title, those without a year last; notes are sorted by path."""
    assert [paper.citekey for paper in library.papers] == ["x", "y", "z"]
    assert [note.path for note in library.notes] == ["a.md", "b.md"]


def test_keys(library: Library) -> None:
    """A key that two papers claim resolves to the paper that has it as citekey."""
    assert {key: paper.citekey for key, paper in library.by_key.items()} == {"x": "x", "y": "y", "z": "z", "old": "x"}
    assert library.by_identifier[small_library.identifier("arxiv:2401.00001")].citekey == "x"


def test_tags(library: Library) -> None:
    """Tags of notes and papers form one tree in their first spelling; case is ignored, emoji are distinct."""
    assert summaries(library.tags) == [
        ("LLM", "llm", "x", "a.md b.md"),
        ("LLM/Training", "llm/training", "x", "a.md"),
        ("LLM/Training/rlhf", "llm/training/rlhf", "x", ""),
        ("Vision", "vision", "y z", "b.md"),
        ("🚀", "rocket", "y", "a.md"),
        ("🧠", "brain", "x z", "a.md"),
    ]
    assert [g.own_papers for g in library.tags[:3]] == [(), (), ("x",)]
    assert library.tags[0].children == ("llm/training",)


def test_topics(library: Library) -> None:
    """Topics are in the order in which the notes first use them."""
    assert summaries(library.topics) == [
        ("Speech", "speech", "x y", "a.md"),
        ("Speech/Deep", "speech/deep", "x", "a.md"),
        ("Early", "early", "x y z", "b.md"),
    ]


def test_venues(library: Library) -> None:
    """A venue contains its years; the year of a paper is not that of a venue without a year."""
    assert summaries(library.venues) == [("ICLR", "iclr", "x y", ""), ("ICLR/2024", "iclr/2024", "x", "")]


def test_years_of_a_venue_are_sorted_latest_first() -> None:
    """The years of a venue are sorted with the latest first."""
    papers = [{"citekey": str(year), "year": year, "venue": f"ICML {year}"} for year in (2020, 2024, 2022)]
    venues = small_library.library({"papers": papers}).venues
    assert [group.name for group in venues] == ["ICML", "2024", "2022", "2020"]


def test_mentions(library: Library) -> None:
    """The mentions of a note are in its order, each with its paper; a note without mentions has an empty tuple."""
    assert [(m.text, p.citekey) for m, p in library.mentions["b.md"]] == [("x", "x"), ("y", "y"), ("z", "z")]
    assert small_library.library({"notes": {"n.md": "x"}}).mentions == {"n.md": ()}


def test_related(library: Library) -> None:
    """The reason for a related paper is the closest shared unit, then the number of shared tags."""
    assert [(r.paper, r.reason) for r in library.related["z"]] == [
        ("x", "same section, a shared tag"),
        ("y", "same section, a shared tag"),
    ]


@pytest.mark.parametrize("count", [0, 1])
def test_related_option(count: int) -> None:
    """The option `related` limits the number of related papers."""
    related = small_library.library({"notes": NOTES, "papers": PAPERS}, Config(related=count)).related
    assert [len(papers) for papers in related.values()] == [1, 1, 1] * count


def test_related_papers_are_computed_when_read() -> None:
    """A command that never shows related papers does not pay for them; each is a mapping by slug all the same."""
    related = small_library.library({"notes": NOTES, "papers": PAPERS}).related
    assert "_by_slug" not in vars(related)
    assert [*related] == ["x", "y", "z"]
    assert len(related) == 3
    assert "nobody" not in related


def test_related_stays_linear() -> None:
    """Of many papers with one tag only near ones are compared, and each has related papers."""
    papers = [Paper(citekey=f"k{i}", slug=f"k{i}", title=f"{i:04}", tags=("all",)) for i in range(500)]
    related = index_library(papers, (), Config(related=5)).related
    assert {len(related_papers) for related_papers in related.values()} == {5}
    assert all(
        abs(int(slug[1:]) - int(r.paper[1:])) <= NEIGHBOURS
        for slug, related_papers in related.items()
        for r in related_papers
    )


def test_nothing_depends_on_the_order_of_input() -> None:
    """The same papers and notes in any order give the same library."""
    expected = small_library.library({"notes": NOTES, "papers": PAPERS})
    for seed in range(5):
        papers, notes = list(expected.papers), list(expected.notes)
        random.Random(seed).shuffle(papers)
        random.Random(seed).shuffle(notes)
        again = index_library(papers, notes, Config())
        assert (again.papers, again.tags, again.topics, again.venues, again.related) == (
            expected.papers,
            expected.tags,
            expected.topics,
            expected.venues,
            expected.related,
        )


def test_deep_tags_are_cut() -> None:
    """A tag path has a maximum depth, and deeper papers belong to its last step."""
    deep = "/".join("abcdefghijkl")
    tags = small_library.library({"papers": [{"citekey": "x", "tags": [deep]}]}).tags
    assert len(tags) == MAX_STEPS
    assert tags[-1].own_papers == ("x",)


@given(st.lists(st.text(min_size=1, max_size=8), max_size=12))
def test_slugs_are_unique_and_safe(tags: list[str]) -> None:
    """Every tag has a unique slug that is valid on every file system."""
    groups = index_library([Paper(citekey="x", slug="x", title="x", tags=tuple(tags))], (), Config()).tags
    slugs = [group.slug for group in groups]
    assert len(set(slugs)) == len(slugs) == len({fold_path(g.path) for g in groups})
    assert {fold_path(tag_path(tag)) for tag in tags if tag_path(tag)} <= {fold_path(g.path) for g in groups}
    for slug in slugs:
        assert slug.isascii()
        assert slug == slug.lower()
        assert all(step.strip("-") and "." not in step for step in slug.split("/"))


@pytest.mark.parametrize(
    ("step", "slug"),
    [
        ("🧠", "brain"),
        ("🔥", "fire"),
        ("🚀🚀", "rocket-rocket"),
        ("index", "index-x"),
        ("中文", "4e2d-6587"),
        ("x", "x"),
    ],
)
def test_step_slug(step: str, slug: str) -> None:
    """Emoji have readable slugs, and no slug is a reserved file name."""
    assert step_slug(step) == slug


def test_colliding_tags_get_different_slugs() -> None:
    """The tag that its slug spells exactly keeps it, in any order of the tags."""
    tags = small_library.library({"papers": [{"citekey": "x", "tags": ["c++", "c", "c#"]}]}).tags
    slugs = {group.name: group.slug for group in tags}
    assert slugs["c"] == "c"
    assert len(set(slugs.values())) == 3
