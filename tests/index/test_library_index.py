"""How the library is ordered and grouped."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.index.library_index import index, step_slug
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
            {"note": "a.md", "at": "x", "topic": ["Later", "Deep"]},
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
            {"note": "a.md", "at": "y", "topic": ["Later"]},
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
    """The notes and papers above."""
    return small_library.library({"notes": NOTES, "papers": PAPERS})


def shown(groups: tuple[Group, ...]) -> list[tuple[str, str, str, str]]:
    """Path, slug, papers and notes of each group."""
    return [("/".join(g.path), g.slug, " ".join(g.papers), " ".join(g.notes)) for g in groups]


def test_order(library: Library) -> None:
    """Papers stand by year, then title; those without a year last.  Notes stand by path."""
    assert [paper.citekey for paper in library.papers] == ["x", "y", "z"]
    assert [note.path for note in library.notes] == ["a.md", "b.md"]


def test_keys(library: Library) -> None:
    """A key that two papers claim belongs to the one whose citekey it is."""
    assert {key: paper.citekey for key, paper in library.by_key.items()} == {"x": "x", "y": "y", "z": "z", "old": "x"}
    assert library.by_identifier[small_library.identifier("arxiv:2401.00001")].citekey == "x"


def test_tags(library: Library) -> None:
    """Tags of notes and papers are one tree; case makes no difference, the first spelling shows; emoji keep apart."""
    assert shown(library.tags) == [
        ("LLM", "llm", "x", "a.md b.md"),
        ("LLM/Training", "llm/training", "x", "a.md"),
        ("LLM/Training/rlhf", "llm/training/rlhf", "x", ""),
        ("Vision", "vision", "y z", "b.md"),
        ("🚀", "rocket", "y", "a.md"),
        ("🧠", "brain", "x z", "a.md"),
    ]
    assert [g.own for g in library.tags[:3]] == [(), (), ("x",)]
    assert library.tags[0].children == ("llm/training",)


def test_topics(library: Library) -> None:
    """Topics stand in the order in which the notes bring them up."""
    assert shown(library.topics) == [
        ("Later", "later", "x y", "a.md"),
        ("Later/Deep", "later/deep", "x", "a.md"),
        ("Early", "early", "x y z", "b.md"),
    ]


def test_venues(library: Library) -> None:
    """A venue holds its years; a paper's own year stands in where the venue has none."""
    assert shown(library.venues) == [("ICLR", "iclr", "x y", ""), ("ICLR/2024", "iclr/2024", "x y", "")]


def test_years_of_a_venue_go_back() -> None:
    """The latest year comes first."""
    papers = [{"citekey": str(year), "year": year, "venue": f"ICML {year}"} for year in (2020, 2024, 2022)]
    found = small_library.library({"papers": papers}).venues
    assert [group.name for group in found] == ["ICML", "2024", "2022", "2020"]


def test_mentions(library: Library) -> None:
    """The mentions of a note stand in its order, each with its paper; a note without any has an empty list."""
    assert [(m.text, p.citekey) for m, p in library.mentions["b.md"]] == [("x", "x"), ("y", "y"), ("z", "z")]
    assert small_library.library({"notes": {"n.md": "x"}}).mentions == {"n.md": ()}


def test_related(library: Library) -> None:
    """Neighbours come with the closest of section, topic and note, then with the number of shared tags."""
    assert [(r.paper, r.reason) for r in library.related["z"]] == [
        ("x", "same section, a shared tag"),
        ("y", "same section, a shared tag"),
    ]


@pytest.mark.parametrize("count", [0, 1])
def test_related_option(count: int) -> None:
    """`related` says how many there are at most."""
    made = small_library.library({"notes": NOTES, "papers": PAPERS}, Config(related=count))
    assert [len(r) for r in made.related.values()] == [1, 1, 1] * count


def test_related_stays_linear() -> None:
    """In a crowd of one tag only those nearby are compared, and each finds some."""
    papers = [Paper(citekey=f"k{i}", slug=f"k{i}", title=f"{i:04}", tags=("all",)) for i in range(500)]
    related = index(papers, (), Config(related=5)).related
    assert {len(found) for found in related.values()} == {5}
    assert all(abs(int(slug[1:]) - int(r.paper[1:])) <= NEIGHBOURS for slug, found in related.items() for r in found)


def test_nothing_depends_on_the_order_of_input() -> None:
    """The same papers and notes in any order give the same library."""
    made = small_library.library({"notes": NOTES, "papers": PAPERS})
    for seed in range(5):
        papers, notes = list(made.papers), list(made.notes)
        random.Random(seed).shuffle(papers)
        random.Random(seed).shuffle(notes)
        again = index(papers, notes, Config())
        assert (again.papers, again.tags, again.topics, again.venues, again.related) == (
            made.papers,
            made.tags,
            made.topics,
            made.venues,
            made.related,
        )


def test_deep_paths_end() -> None:
    """A path is cut where files would get too long a name: what lies deeper belongs to the last step."""
    deep = "/".join("abcdefghijkl")
    made = small_library.library({"papers": [{"citekey": "x", "tags": [deep]}]})
    assert len(made.tags) == MAX_STEPS
    assert made.tags[-1].own == ("x",)


@given(st.lists(st.text(min_size=1, max_size=8), max_size=12))
def test_slugs_are_unique_and_safe(tags: list[str]) -> None:
    """Whatever the tags, each has an address of its own that every file system takes."""
    groups = index([Paper(citekey="x", slug="x", title="x", tags=tuple(tags))], (), Config()).tags
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
    """Emoji have addresses that one can read; no step is called like an index."""
    assert step_slug(step) == slug


def test_colliding_tags_keep_apart() -> None:
    """Of two tags with one slug that which is told whole keeps it, whatever the order."""
    made = small_library.library({"papers": [{"citekey": "x", "tags": ["c++", "c", "c#"]}]})
    slugs = {group.name: group.slug for group in made.tags}
    assert slugs["c"] == "c"
    assert len(set(slugs.values())) == 3
