"""Tests of `note_templates`: the placeholders, and the facts that a template states."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from tests.benchmarks import note_templates
from tests.benchmarks.note_templates import Template

LIST = Template(
    "lists", "list", "- {title}, {Ada Lovelace, Barbara Liskov, Grace Hopper}, {acronym}'{yy}\n", before="# A\n"
)


@pytest.mark.shared
def test_templates_are_complete() -> None:
    """Each template has its own name and only placeholders that exist, and states a fact unless it has no papers."""
    templates = note_templates.read_templates()
    assert [name for name, count in Counter((t.group, t.name) for t in templates).items() if count > 1] == []
    for template in templates:
        works = template.works(random.Random(1), 2)
        notes = list(template.notes(works))
        assert len(notes) == (2 if "{" in template.note else 1), template.name
        assert "Lovelace" not in "".join(note.data.decode() for note in notes), template.name
        assert template.stated or not template.has_papers, template.name


@pytest.mark.shared
def test_papers_of_a_list_are_in_one_note() -> None:
    """The text of each paper follows the beginning of the note, with the facts of the paper."""
    works = LIST.works(random.Random(1), 2)
    (note,) = LIST.notes(works)
    head, *items = note.data.decode().splitlines()
    assert head == "# A"
    assert len(items) == 2
    for work, item in zip(works, items, strict=True):
        assert item.startswith(f"- {work.title}, {work.authors[0].natural}, ")
        assert item.endswith(f", {work.acronym}'{work.year % 100}")


@pytest.mark.shared
def test_papers_with_only_their_first_author_have_more() -> None:
    """A template that writes `et al.` gets papers with at least three authors."""
    template = replace(LIST, text="- {title}, {Lovelace} et al.\n")
    assert template.stated == {"title", "first author"}
    assert all(len(work.authors) > 2 for work in template.works(random.Random(1), 20))


def test_stated_facts() -> None:
    """A template states what it prints, unless it says that a fact is open."""
    assert LIST.stated == {"title", "authors", "year", "venue"}
    assert replace(LIST, open_facts=frozenset({"year"})).stated == {"title", "authors", "venue"}
    assert replace(LIST, text="{title} {journal}").is_in_journal
