"""Where the papers stand on the map."""

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
from papernotes_plugin.index import map_layout as layouts
from papernotes_plugin.index.library_index import index
from papernotes_plugin.index.map_layout import LANES, YEARS, layout
from papernotes_plugin.render import map_views, templates
from papernotes_plugin.render.page_links import PageLinks
from papernotes_plugin.vocabulary.config import Config
from papernotes_plugin.vocabulary.model import Chart, Library, Paper, Venue
from tests.helpers import small_library


def library(papers: list[dict[str, Any]], **notes: str) -> Library:
    """Papers of which only what is given is known."""
    data = [{"citekey": f"k{at}", "title": f"Paper {at}", **paper} for at, paper in enumerate(papers)]
    return small_library.library({"notes": {f"{name}.md": text for name, text in notes.items()}, "papers": data})


def chart(made: Library) -> Chart:
    """The map of a library that has one."""
    found = layout(made)
    assert found is not None
    return found


def large(number: int, seed: int = 1) -> Library:
    """A library of so many papers, with tags as a vault has them: a few that many share, and many that few do."""
    chance = random.Random(seed)
    papers = []
    for at in range(number):
        tags = [f"t{chance.randrange(8)}", f"rare/{chance.randrange(number)}"][: chance.randrange(3)]
        year = chance.choice([None, 1987, 2019, *range(2020, 2026)])
        papers.append(Paper(citekey=f"k{at}", slug=f"k{at}", title=f"Paper {at}", year=year, tags=tuple(tags)))
    chance.shuffle(papers)
    return index(papers, (), Config())


def known(papers: list[dict[str, Any]]) -> Library:
    """Papers of a year and with tags that no note mentions, which is quick."""
    made = [
        Paper(citekey=f"k{at}", slug=f"k{at}", title=f"Paper {at}", year=p.get("year"), tags=tuple(p.get("tags", ())))
        for at, p in enumerate(papers)
    ]
    return index(made, (), Config())


PAPER = st.fixed_dictionaries(
    {},
    optional={
        "year": st.integers(1700, 2030),
        "tags": st.lists(st.sampled_from(["a", "a/b", "A/c", "d", "🧠", "2024", "ICLR"]), max_size=3),
    },
)


@settings(max_examples=30)
@given(st.lists(PAPER, min_size=1, max_size=40))
def test_each_paper_has_a_place_of_its_own(papers: list[dict[str, Any]]) -> None:
    """Every paper has one dot, in the picture, in its column and lane, and no dot touches another."""
    found = chart(known(papers))
    assert sorted(dot.paper for dot in found.dots) == sorted(f"k{at}" for at in range(len(papers)))
    places = {(dot.x, dot.y) for dot in found.dots}
    assert len(places) == len(papers)
    for one, other in combinations(sorted(places), 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= found.pitch
    for dot in found.dots:
        lane = found.lanes[dot.lane]
        assert lane.top < dot.y - found.pitch / 2 < dot.y + found.pitch / 2 <= lane.top + lane.height
        assert any(c.x <= dot.x - found.pitch / 2 < dot.x + found.pitch / 2 <= c.x + c.width for c in found.columns)
    assert max(map_views._RADII) < 0.5


@settings(max_examples=30)
@given(st.lists(PAPER, min_size=1, max_size=40))
def test_columns_and_lanes_count_right(papers: list[dict[str, Any]]) -> None:
    """Columns and lanes lie side by side and count the papers that stand in them."""
    found = chart(known(papers))
    assert sum(column.papers for column in found.columns) == len(papers)
    assert [sum(counts) for counts in zip(*(lane.papers for lane in found.lanes), strict=True)] == [
        column.papers for column in found.columns
    ]
    assert Counter(dot.lane for dot in found.dots) == {at: sum(lane.papers) for at, lane in enumerate(found.lanes)}
    for one, next_one in zip(found.columns, found.columns[1:], strict=False):
        assert one.x + one.width < next_one.x
    for above, below in zip(found.lanes, found.lanes[1:], strict=False):
        assert above.top + above.height < below.top
    assert found.columns[-1].x + found.columns[-1].width < found.width
    assert found.lanes[-1].top + found.lanes[-1].height < found.height


def test_nothing_depends_on_order() -> None:
    """The same papers in another order give the same map, byte for byte."""
    made = [large(500), large(500)]
    shuffled = list(made[1].papers)
    random.Random(7).shuffle(shuffled)
    made[1] = index(shuffled, (), Config())
    maps = [chart(each) for each in made]
    assert maps[0] == maps[1]
    texts = [
        graph_json.graph_text(graph_json.graph(each, found, Config())) for each, found in zip(made, maps, strict=True)
    ]
    assert texts[0] == texts[1]


def test_no_papers_no_map() -> None:
    """An empty library has none."""
    assert layout(library([])) is None


def test_years() -> None:
    """The latest years have columns of their own, before them decades; what has no year stands first."""
    years = [1850, 1899, 1986, 1988, *range(2001, 2001 + YEARS)]
    found = chart(library([{}, *({"year": year} for year in years)]))
    labels = [column.label for column in found.columns]
    assert labels == ["no year", "\u20131899", "1980s", *(str(year) for year in range(2001, 2001 + YEARS))]
    assert [column.papers for column in found.columns][:3] == [1, 2, 2]


def test_lanes() -> None:
    """What most papers share makes the lanes, the fullest first; tags and topics of one name are one lane."""
    papers = [{"tags": ["graph-networks"]}] * 3 + [{"tags": ["Vision"]}] * 5 + [{"tags": ["alone"]}]
    topical = [{"mentions": [{"note": "n.md", "at": "x", "topic": ["Graph networks"]}]}] * 3
    found = chart(library([*papers, *topical], n="x"))
    assert [(lane.name, lane.kind, lane.group, sum(lane.papers)) for lane in found.lanes] == [
        ("Graph networks", "topics", "graph-networks", 6),
        ("Vision", "tags", "vision", 5),
        ("Everything else", "", "", 1),
    ]


def test_no_lane_of_a_time_or_a_venue() -> None:
    """The heading of a day and the name of a conference are no subjects."""
    papers = [{"tags": ["2025-11", "ICLR 2025"]}] * 4
    assert [lane.name for lane in chart(library(papers)).lanes] == ["All papers"]


def test_what_only_holds_others_is_no_lane() -> None:
    """A tag above most others gives way to those below it."""
    papers = [{"tags": ["area/vision"]}] * 4 + [{"tags": ["area/speech"]}] * 4
    assert [lane.name for lane in chart(library(papers)).lanes] == ["speech", "vision"]


def test_there_are_few_lanes() -> None:
    """However many tags there are."""
    papers = [{"tags": [f"tag-{at % 40}"]} for at in range(400)]
    found = chart(library(papers))
    assert len(found.lanes) == LANES
    assert found.lanes[-1].name == "Everything else"


def test_threads() -> None:
    """A note with two papers or more is a thread through them, each once and year by year."""
    papers = [
        {"year": year, "mentions": [{"note": note, "at": "x"} for note in notes]}
        for year, notes in ((2021, ["a.md", "b.md"]), (2020, ["a.md", "a.md"]), (2022, ["a.md"]))
    ]
    found = chart(library(papers, a="x x", b="x"))
    assert [(thread.note, thread.papers) for thread in found.threads] == [("a.md", ("k1", "k0", "k2"))]
    assert {dot.paper: dot.size for dot in found.dots} == {"k0": 2, "k1": 1, "k2": 1}


def test_a_thread_winds_through_the_rows() -> None:
    """From the end of a row a thread goes on below it, not back to where the row began."""
    papers = [{"year": 2020, "mentions": [{"note": "a.md", "at": "x"}]} for _ in range(150)]
    found = chart(library(papers, a=" ".join("x" * 150)))
    places = {dot.paper: dot for dot in found.dots}
    assert len({dot.y for dot in found.dots}) > 1
    for one, other in pairwise(places[slug] for slug in found.threads[0].papers):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) <= found.pitch or one.y != other.y
    ends = [(one, other) for one, other in pairwise(places[s] for s in found.threads[0].papers) if one.y != other.y]
    assert ends[0][0].x == ends[0][1].x


@pytest.mark.parametrize("number", [3, 30, 100, 300, 3000])
def test_the_picture_is_filled(number: int) -> None:
    """However many papers there are, the map is as wide as its page, its dots as large as fits."""
    found = chart(large(number))
    assert layouts.WIDTH * 0.8 < found.width <= layouts.WIDTH
    assert found.height <= layouts.HEIGHT


def test_width_goes_where_it_lowers_the_lanes() -> None:
    """A year that fills one lane alone gets less room than one that fills all of them."""
    one, other = layouts._widths([[30, 30], [0, 30], [0, 30]], 40, [2, 2])
    assert 2 <= one < other
    assert one + other == 40
    assert layouts._widths([[1, 1]], 40, [2, 2]) == [20, 20]


def test_no_column_is_wide_for_one_lane() -> None:
    """The lane of all the rest makes no column wider than its papers do, where others need the room."""
    lanes = [*([0, 30] for _ in range(8)), [40, 0]]
    one, other = layouts._widths(lanes, 40, [2, 2])
    assert one <= 40 * 40 / 280 * 1.2 + 2
    assert other >= 30


def test_the_work_is_linear() -> None:
    """Twice the papers ask twice as often whether a paper is in a lane, and look at twice the groups."""
    counts = []
    for number in (1000, 2000):
        made = large(number)
        real = layouts._no_subject
        with mock.patch.object(layouts, "_no_subject", side_effect=real) as asked:
            chart(made)
        counts.append(asked.call_count)
    assert counts[1] <= 2.2 * counts[0]


# --- graph.json -----------------------------------------------------------------------------------


def test_the_graph_has_its_form() -> None:
    """The graph is valid by the schema that is shipped, which knows every key of it; nothing in it is absolute."""
    schema = json.loads((resources.files("papernotes_plugin") / "templates" / "graph.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    made = library([{"year": 2020, "tags": ["a"], "mentions": [{"note": "n.md", "at": "x"}]}, {}], n="# N\n\nx")
    data = graph_json.graph(made, chart(made), Config())
    jsonschema.validate(data, schema)
    assert set(schema["properties"]) == set(data)
    for name, form in (("papers", "paper"), ("notes", "note"), ("lanes", "lane"), ("years", "year")):
        assert set(schema["$defs"][form]["properties"]) == set(data[name][0])
    assert data["schema"] == graph_json.SCHEMA == schema["properties"]["schema"]["const"]
    assert json.loads(graph_json.graph_text(data)) == data
    assert data["notes"] == [{"path": "n.md", "title": "N", "tags": [], "papers": ["k0"], "notes": []}]


def test_the_graph_of_nothing_is_json() -> None:
    """A list without anything in it is written as one."""
    made = library([{}])
    assert json.loads(graph_json.graph_text(graph_json.graph(made, chart(made), Config())))["notes"] == []


@pytest.mark.parametrize("number", [map_views.MAX_LINKED_DOTS, 10_000])
def test_weight(number: int) -> None:
    """The page of the map stays light: below 400 kB with 10,000 papers."""
    papers = [
        Paper(citekey=f"surname2025keyword{at}", slug=f"surname2025keyword{at}", title="A title as long as usual " * 3,
              year=2015 + at % 11, venue=Venue("NeurIPS", 2025), tags=(f"tag-{at % 20}",))
        for at in range(number)
    ]  # fmt: skip
    made = index(papers, (), Config())
    view = map_views.map_view(PageLinks(made, Config(), citation.STYLES["author-year"]), chart(made))
    page = templates.render_page("map_page.md", view=view, chart=view.chart)
    assert view.dots_are_links == (number == map_views.MAX_LINKED_DOTS)
    assert len(page.encode()) < 200_000
