"""Bounds of `ways_of_writing`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.benchmarks import drawn_entries, drawn_templates, labelled_templates, note_templates, ways_of_writing
from tests.benchmarks.note_templates import Template
from tests.benchmarks.ways_of_writing import (
    BOUNDS,
    CHECKED_SEED,
    DRAWN_BOUNDS,
    ENTRY_BOUNDS,
    FACTS,
    LABELLED_BOUNDS,
    PAPERS,
    TUNING_SEED,
    Bounds,
    Result,
)


def missed(result: Result, bounds: Bounds) -> list[str]:
    """Return the rates of a result that miss their bounds."""
    shares = {fact: result.share(fact) for fact in FACTS}
    low = [f"{fact} {share:.3f}" for fact, share in shares.items() if share < bounds.shares[fact]]
    return [*low, *([f"untrue {result.untrue_share:.3f}"] if result.untrue_share > bounds.untrue else [])]


def test_each_group_of_templates_has_bounds() -> None:
    """There are bounds for the templates of each file, and for no other group."""
    assert {template.group for template in note_templates.read_templates()} == BOUNDS.keys()


@pytest.mark.shared
@pytest.mark.parametrize("count", [5, pytest.param(PAPERS, marks=pytest.mark.full)])
@pytest.mark.parametrize("group", BOUNDS)
def test_papers_are_read_in_all_ways_of_writing(group: str, count: int) -> None:
    """Each group of templates keeps its rates, on papers other than those that recognition is tried with."""
    templates = [template for template in note_templates.read_templates() if template.group == group]
    results = ways_of_writing.measure(templates, CHECKED_SEED, count)
    print("\n".join(ways_of_writing.table({template.name: result for template, result in results.items()})))
    assert missed(ways_of_writing.overall(results.values()), BOUNDS[group]) == []


_DRAWS = (
    (drawn_templates.draw_templates, DRAWN_BOUNDS),
    (labelled_templates.draw_templates, LABELLED_BOUNDS),
    (drawn_entries.draw_entry_templates, ENTRY_BOUNDS),
)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("seed", "count", "papers"), [(TUNING_SEED, 120, 1), pytest.param(CHECKED_SEED, 400, 4, marks=pytest.mark.full)]
)
@pytest.mark.parametrize(("draw_templates", "bounds"), _DRAWS, ids=["lines", "labels", "entries"])
def test_papers_are_read_in_drawn_ways_of_writing(
    draw_templates: Callable[[int, int], list[Template]], bounds: Bounds, seed: int, count: int, papers: int
) -> None:
    """Facts are read in any place, order and form, so also in those that no rule was made for."""
    templates = draw_templates(seed, count)
    result = ways_of_writing.overall(ways_of_writing.measure(templates, seed, papers).values())
    print("\n".join(ways_of_writing.table({"drawn": result})))
    assert missed(result, bounds) == []


@pytest.mark.parametrize(
    "draw_templates", [draw_templates for draw_templates, _ in _DRAWS], ids=["lines", "labels", "entries"]
)
def test_drawn_templates_are_the_same_again(draw_templates: Callable[[int, int], list[Template]]) -> None:
    """A seed draws the same templates, each with a name of its own and a fact to read."""
    templates = draw_templates(3, 60)
    assert templates == draw_templates(3, 60)
    assert len({template.name for template in templates}) == 60
    assert all("title" in template.stated for template in templates)


@pytest.mark.shared
def test_wrong_facts_are_counted() -> None:
    """A fact that a note does not state is untrue if it is read, and a stated fact is lost if it is not."""
    text = "- **{title}**. {Ada Lovelace, Barbara Liskov, Grace Hopper}. {acronym} {year}.\n"
    right = ways_of_writing.measure_template(Template("lists", "right", text), 1, 3)
    assert (right.count, right.untrue, right.wrong) == (3, 0, [])
    assert [right.share(fact) for fact in FACTS] == [1.0] * 5
    lost = ways_of_writing.measure_template(Template("lists", "lost", "{title} {year}\n"), 1, 3)
    assert [line.split(":")[0] for line in lost.wrong] == ["lost paper"] * 3
    untrue = ways_of_writing.measure_template(Template("lists", "untrue", text, has_papers=False), 1, 3)
    assert [line.split(":")[0] for line in untrue.wrong] == ["untrue paper"] * 3


def test_table() -> None:
    """The table has a row for each group and their sum; a fact that no note states has no rate."""
    result = Result(count=4, untrue=1)
    result.stated.update({"found": 4, "title": 4})
    result.right.update({"found": 4, "title": 3})
    assert list(ways_of_writing.table({"lists": result})) == [
        "       papers    found    title  authors     year    venue   untrue",
        "lists       4    1.000    0.750                               0.250",
        "all         4    1.000    0.750                               0.250",
    ]
