"""Tests of the positions of papers on the map."""

from __future__ import annotations

import json
import random
from collections import Counter
from importlib import resources
from itertools import combinations, pairwise
from typing import Any
from unittest import mock

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from papernotes_plugin import citation
from papernotes_plugin.exports import graph_json
from papernotes_plugin.index import map_layout
from papernotes_plugin.index.library_index import index_library
from papernotes_plugin.index.map_layout import LANES, YEARS, lay_out_map
from papernotes_plugin.render import map_views, templates
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Chart, Library, Paper, Venue
from tests.helpers import small_library


def library_of(papers: list[dict[str, Any]], **notes: str) -> Library:
    """Return a library of papers with these facts, and of notes with these texts."""
    data = [{"citekey": f"k{at}", "title": f"Paper {at}", **paper} for at, paper in enumerate(papers)]
    return small_library.library({"notes": {f"{name}.md": text for name, text in notes.items()}, "papers": data})


def map_of(library: Library) -> Chart:
    """Return the map of a library that is not empty."""
    result = lay_out_map(library)
    assert result is not None
    return result


def large(number: int, seed: int = 1) -> Library:
    """Return a library with this number of papers, a few frequent tags and many rare ones."""
    rng = random.Random(seed)
    papers = []
    for at in range(number):
        tags = [f"t{rng.randrange(8)}", f"rare/{rng.randrange(number)}"][: rng.randrange(3)]
        year = rng.choice([None, 1987, 2019, *range(2020, 2026)])
        papers.append(Paper(citekey=f"k{at}", slug=f"k{at}", title=f"Paper {at}", year=year, tags=tuple(tags)))
    rng.shuffle(papers)
    return index_library(papers, (), Config())


def tagged_library(papers: list[dict[str, Any]]) -> Library:
    """Return a library of papers with year and tags, without notes, which is faster."""
    library_papers = [
        Paper(citekey=f"k{at}", slug=f"k{at}", title=f"Paper {at}", year=p.get("year"), tags=tuple(p.get("tags", ())))
        for at, p in enumerate(papers)
    ]
    return index_library(library_papers, (), Config())


PAPER = st.fixed_dictionaries(
    {},
    optional={
        "year": st.integers(1700, 2030),
        "tags": st.lists(st.sampled_from(["a", "a/b", "A/c", "d", "🧠", "2024", "ICLR"]), max_size=3),
    },
)


@settings(max_examples=30)
@given(st.lists(PAPER, min_size=1, max_size=40))
def test_each_paper_has_its_own_position(papers: list[dict[str, Any]]) -> None:
    """Every paper has one dot in its column and lane, and no dot touches another."""
    chart = map_of(tagged_library(papers))
    assert sorted(dot.paper for dot in chart.dots) == sorted(f"k{at}" for at in range(len(papers)))
    places = {(dot.x, dot.y) for dot in chart.dots}
    assert len(places) == len(papers)
    for one, other in combinations(sorted(places), 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= chart.pitch
    for dot in chart.dots:
        lane = chart.lanes[dot.lane]
        assert lane.top < dot.y - chart.pitch / 2 < dot.y + chart.pitch / 2 <= lane.top + lane.height
        assert any(c.x <= dot.x - chart.pitch / 2 < dot.x + chart.pitch / 2 <= c.x + c.width for c in chart.columns)
    assert max(map_views._RADII) < 0.5


@settings(max_examples=30)
@given(st.lists(PAPER, min_size=1, max_size=40))
def test_columns_and_lanes_count_their_papers(papers: list[dict[str, Any]]) -> None:
    """Columns and lanes do not overlap, and each counts the papers in it."""
    chart = map_of(tagged_library(papers))
    assert sum(column.papers for column in chart.columns) == len(papers)
    assert [sum(counts) for counts in zip(*(lane.papers for lane in chart.lanes), strict=True)] == [
        column.papers for column in chart.columns
    ]
    assert Counter(dot.lane for dot in chart.dots) == {at: sum(lane.papers) for at, lane in enumerate(chart.lanes)}
    for one, next_one in zip(chart.columns, chart.columns[1:], strict=False):
        assert one.x + one.width < next_one.x
    for above, below in zip(chart.lanes, chart.lanes[1:], strict=False):
        assert above.top + above.height < below.top
    assert chart.columns[-1].x + chart.columns[-1].width < chart.width
    assert chart.lanes[-1].top + chart.lanes[-1].height < chart.height


def test_nothing_depends_on_order() -> None:
    """The same papers in another order give the same map, byte for byte."""
    libraries = [large(500), large(500)]
    shuffled = list(libraries[1].papers)
    random.Random(7).shuffle(shuffled)
    libraries[1] = index_library(shuffled, (), Config())
    maps = [map_of(each) for each in libraries]
    assert maps[0] == maps[1]
    texts = [
        graph_json.graph_text(graph_json.graph(each, chart, Config()))
        for each, chart in zip(libraries, maps, strict=True)
    ]
    assert texts[0] == texts[1]


def test_an_empty_library_has_no_map() -> None:
    """A library without papers has no map."""
    assert lay_out_map(library_of([])) is None


def test_years() -> None:
    """The latest years have their own columns after the decades; papers without a year are first."""
    years = [1850, 1899, 1986, 1988, *range(2001, 2001 + YEARS)]
    chart = map_of(library_of([{}, *({"year": year} for year in years)]))
    labels = [column.label for column in chart.columns]
    assert labels == ["no year", "\u20131899", "1980s", *(str(year) for year in range(2001, 2001 + YEARS))]
    assert [column.papers for column in chart.columns][:3] == [1, 2, 2]


def test_lanes() -> None:
    """Frequent tags and topics become lanes, the largest first; a tag and a topic of one name share a lane."""
    papers = [{"tags": ["graph-networks"]}] * 3 + [{"tags": ["Vision"]}] * 5 + [{"tags": ["alone"]}]
    topical = [{"mentions": [{"note": "n.md", "at": "x", "topic": ["Graph networks"]}]}] * 3
    chart = map_of(library_of([*papers, *topical], n="x"))
    assert [(lane.name, lane.kind, lane.group, sum(lane.papers)) for lane in chart.lanes] == [
        ("Graph networks", "topics", "graph-networks", 6),
        ("Vision", "tags", "vision", 5),
        ("Everything else", "", "", 1),
    ]


def test_dates_and_venues_are_no_lanes() -> None:
    """A date and the name of a conference do not become lanes."""
    papers = [{"tags": ["2025-11", "ICLR 2025"]}] * 4
    assert [lane.name for lane in map_of(library_of(papers)).lanes] == ["All papers"]


def test_a_parent_tag_is_no_lane() -> None:
    """A large tag with most of its papers in child tags gives way to these."""
    papers = [{"tags": ["area/vision"]}] * 4 + [{"tags": ["area/speech"]}] * 4
    assert [lane.name for lane in map_of(library_of(papers)).lanes] == ["speech", "vision"]


def test_a_tag_of_most_papers_is_no_lane() -> None:
    """A tag of more than half of all papers gives way to the other ones; a topic does not."""
    papers = [{"tags": ["ml", "vision"]}] * 3 + [{"tags": ["ml", "speech"]}] * 2 + [{}] * 4
    assert [lane.name for lane in map_of(library_of(papers)).lanes] == ["vision", "speech", "Everything else"]
    assert map_of(library_of([*papers, {}])).lanes[0].name == "ml"
    topical = [{"tags": ["ml"], "mentions": [{"note": "n.md", "at": "x", "topic": ["Machine learning"]}]}] * 3
    assert [lane.name for lane in map_of(library_of(topical, n="x")).lanes] == ["Machine learning"]


def test_the_number_of_lanes_is_limited() -> None:
    """Many tags give at most `LANES` lanes."""
    papers = [{"tags": [f"tag-{at % 40}"]} for at in range(400)]
    chart = map_of(library_of(papers))
    assert len(chart.lanes) == LANES
    assert chart.lanes[-1].name == "Everything else"


def test_threads() -> None:
    """A note with two papers or more is a thread through them, each paper once and sorted by year."""
    papers = [
        {"year": year, "mentions": [{"note": note, "at": "x"} for note in notes]}
        for year, notes in ((2021, ["a.md", "b.md"]), (2020, ["a.md", "a.md"]), (2022, ["a.md"]))
    ]
    chart = map_of(library_of(papers, a="x x", b="x"))
    assert [(thread.note, thread.papers) for thread in chart.threads] == [("a.md", ("k1", "k0", "k2"))]
    assert {dot.paper: dot.size for dot in chart.dots} == {"k0": 2, "k1": 1, "k2": 1}


def test_a_thread_alternates_direction_by_row() -> None:
    """A thread continues below the end of a row, not at the start of the next row."""
    papers = [{"year": 2020, "mentions": [{"note": "a.md", "at": "x"}]} for _ in range(150)]
    chart = map_of(library_of(papers, a=" ".join("x" * 150)))
    places = {dot.paper: dot for dot in chart.dots}
    assert len({dot.y for dot in chart.dots}) > 1
    for one, other in pairwise(places[slug] for slug in chart.threads[0].papers):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) <= chart.pitch or one.y != other.y
    turns = [(one, other) for one, other in pairwise(places[s] for s in chart.threads[0].papers) if one.y != other.y]
    assert turns[0][0].x == turns[0][1].x


@pytest.mark.parametrize("number", [3, 30, 100, 300, 3000])
def test_the_map_fills_its_width(number: int) -> None:
    """With any number of papers the map fills the width of its page and keeps its height."""
    chart = map_of(large(number))
    assert map_layout.WIDTH * 0.8 < chart.width <= map_layout.WIDTH
    assert chart.height <= map_layout.HEIGHT


def test_columns_are_wide_where_this_lowers_the_lanes() -> None:
    """A year with papers in one lane gets a narrower column than a year with papers in all lanes."""
    one, other = map_layout._widths([[30, 30], [0, 30], [0, 30]], 40, [2, 2])
    assert 2 <= one < other
    assert one + other == 40
    assert map_layout._widths([[1, 1]], 40, [2, 2]) == [20, 20]


def test_the_lane_of_remaining_papers_widens_no_column() -> None:
    """The lane of the remaining papers widens a column at most by its share of the papers."""
    lanes = [*([0, 30] for _ in range(8)), [40, 0]]
    one, other = map_layout._widths(lanes, 40, [2, 2])
    assert one <= 40 * 40 / 280 * 1.2 + 2
    assert other >= 30


def test_the_work_is_linear() -> None:
    """Twice as many papers cause at most about twice as many checks of a group."""
    counts = []
    for number in (1000, 2000):
        library = large(number)
        real = map_layout._no_subject
        with mock.patch.object(map_layout, "_no_subject", side_effect=real) as calls:
            map_of(library)
        counts.append(calls.call_count)
    assert counts[1] <= 2.2 * counts[0]


# --- graph.json -----------------------------------------------------------------------------------


def test_the_graph_matches_its_schema() -> None:
    """The graph is valid by the distributed schema, which describes every key of it."""
    schema = json.loads((resources.files("papernotes_plugin") / "templates" / "graph.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    library = library_of([{"year": 2020, "tags": ["a"], "mentions": [{"note": "n.md", "at": "x"}]}, {}], n="# N\n\nx")
    data = graph_json.graph(library, map_of(library), Config())
    jsonschema.validate(data, schema)
    assert set(schema["properties"]) == set(data)
    for name, form in (("papers", "paper"), ("notes", "note"), ("lanes", "lane"), ("years", "year")):
        assert set(schema["$defs"][form]["properties"]) == set(data[name][0])
    assert data["schema"] == graph_json.SCHEMA == schema["properties"]["schema"]["const"]
    assert json.loads(graph_json.graph_text(data)) == data
    assert data["notes"] == [{"path": "n.md", "title": "N", "tags": [], "papers": ["k0"], "notes": []}]


def test_empty_lists_of_the_graph_are_valid_json() -> None:
    """An empty list in the graph is written as an empty JSON list."""
    library = library_of([{}])
    assert json.loads(graph_json.graph_text(graph_json.graph(library, map_of(library), Config())))["notes"] == []


@pytest.mark.parametrize("number", [map_views.MAX_LINKED_DOTS, 10_000])
def test_size_of_the_map_page(number: int) -> None:
    """The page of the map is smaller than 200 kB with 10,000 papers."""
    papers = [
        Paper(citekey=f"surname2025keyword{at}", slug=f"surname2025keyword{at}", title="A title as long as usual " * 3,
              year=2015 + at % 11, venue=Venue("NeurIPS", 2025), tags=(f"tag-{at % 20}",))
        for at in range(number)
    ]  # fmt: skip
    library = index_library(papers, (), Config())
    view = map_views.map_view(PageLinks(library, Config(), citation.STYLES["author-year"]), map_of(library))
    page = templates.render_page("map_page.md", view=view, chart=view.chart)
    assert view.dots_are_links == (number == map_views.MAX_LINKED_DOTS)
    assert len(page.encode()) < 200_000
