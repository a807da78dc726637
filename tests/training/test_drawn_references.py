"""Tests of the texts that the model learns from: their labels fit their tokens, and a seed gives the same texts."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.training.chunks import CJK, Chunk, Drawn, Work, assemble
from tests.training.drawn_names import draw_names
from tests.training.drawn_references import draw_gost, draw_reference, draw_style
from tests.training.other_texts import draw_citing_sentence, draw_event, plain_text
from tests.training.training_texts import draw_texts, labelled_tokens
from tests.training.works import read_works, usable_work

WORKS: list[Work] = [
    {
        "type": "article",
        "title": "Wool and Weather",
        "authors": [["Ann B", "Lee"], ["Bob", "Ray"], ["Carla", "van der Moss"]],
        "year": 2019,
        "journal": "Journal of Sheep",
        "volume": "12",
        "number": "3",
        "pages": "45--67",
    },
    {
        "type": "inproceedings",
        "title": "Learning to Shear: A Deep Approach",
        "authors": [["Jean-Luc", "Poe"], ["", "Shepherds United"]],
        "year": 2021,
        "booktitle": "Conference on Pastures",
        "arxiv": "2101.00001",
    },
    {
        "type": "book",
        "title": "Die Geschichte der Schafe",
        "editors": [["Karl", "Müller"]],
        "year": 1987,
        "publisher": "Weide Verlag",
        "address": "Bern",
        "edition": "2",
    },
    {
        "type": "incollection",
        "title": "La laine et les villes",
        "authors": [["Marie", "Dubois"]],
        "editors": [["Paul", "Petit"], ["Zoé", "Blanc"]],
        "year": 1999,
        "booktitle": "Histoire des draps",
        "publisher": "Presses du Pré",
        "series": "Draps",
    },
    {
        "type": "thesis",
        "title": "Wool Gathering",
        "authors": [["Dan", "Fox"]],
        "year": 2003,
        "school": "Moor University",
    },
    {
        "type": "article",
        "title": "Овцы и погода",
        "authors": [["Иван Петрович", "Сидоров"], ["Анна", "Козлова"]],
        "year": 1970,
        "journal": "Вестник пастуха",
        "volume": "5",
        "pages": "1-9",
    },
    {
        "type": "article",
        "title": "绵羊与天气研究",
        "authors": [["", "王小明"], ["", "李四"]],
        "year": 2010,
        "journal": "牧业学报",
    },
    {"type": "misc", "title": "Sheep Data", "authors": [["Eve", "Gray"]], "arxiv": "1901.00002"},
]
USABLE: list[Work] = [work for work in map(usable_work, WORKS) if work]
LINES = ["- We met **Bob** on [Monday](https://example.org) to talk", "Wool is warm `sheep`", "## Plans for the farm"]
REMARKS = ["a remark", "read this first"]
SEEDS = st.integers(0, 10**6)


def any_text(draw: Random) -> Drawn:
    """Return one text of any kind."""
    work = draw.choice(USABLE)
    kind = draw.randrange(4)
    if kind == 0:
        return assemble(draw_reference(draw, work, draw_style(draw, work["language"]), REMARKS))
    if kind == 1:
        return assemble(draw_gost(draw, work))
    if kind == 2:
        return assemble(draw_event(draw, work))
    return assemble(draw_citing_sentence(draw, USABLE, REMARKS))


def test_all_works_are_usable() -> None:
    """Each work has its language, by its script or its small words."""
    assert [work["language"] for work in USABLE] == ["en", "en", "de", "fr", "en", "ru", "zh", "en"]


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Abc"},
        {"title": "The {\\LaTeX} Companion"},
        {"authors": []},
        {"authors": [["Ann", " "]]},
        {"authors": [["", "Sheep"]], "title": "Wool"},
    ],
)
def test_works_without_a_title_or_a_person_are_left_out(change: Work) -> None:
    """A work needs a title and a person, both without LaTeX."""
    assert usable_work({**WORKS[0], **change}) is None


def test_works_are_read_from_several_files(tmp_path: Path) -> None:
    """Each line of each file is a work, and spaces in its strings are single."""
    for name, work in (("a", WORKS[0]), ("b", {**WORKS[1], "booktitle": "A\n  book"})):
        (tmp_path / name).write_text(json.dumps(work) + "\n", "utf-8")
    works = read_works(f"{tmp_path / 'a'},{tmp_path / 'b'}")
    assert [work["title"] for work in works] == [WORKS[0]["title"], WORKS[1]["title"]]
    assert works[1]["booktitle"] == "A book"


@given(seed=SEEDS)
def test_labels_are_parts_of_the_text(seed: int) -> None:
    """The labels follow each other without gaps, and so do their marks within the text."""
    drawn = any_text(Random(seed))
    end = 0
    for start, stop, _ in drawn.labels:
        assert start == end < stop
        end = stop
    assert end == len(drawn.text)
    for spans in (drawn.linked, drawn.emphasised, drawn.strong):
        assert all(0 <= start < stop <= len(drawn.text) for start, stop in spans)
    assert all(drawn.text[at] == " " for at in drawn.breaks)
    assert "\n" not in drawn.text


@given(seed=SEEDS)
def test_each_token_has_a_label(seed: int) -> None:
    """Each token has features and one label; a name, a title and a venue begin with a label of their own."""
    features, labels = labelled_tokens(any_text(Random(seed)))
    assert len(features) == len(labels) > 0
    assert all(features)
    assert set(labels) <= {"AB", "AI", "EB", "EI", "TB", "TI", "VB", "VI", "O", "N", "P", "X", "Y"}
    for before, label in zip(["O", *labels], labels, strict=False):
        if label.endswith("I"):
            assert before[0] == label[0]


@given(seed=SEEDS)
def test_labels_are_the_facts_of_the_work(seed: int) -> None:
    """The text with a label is that fact: the title, a part of each name, and the year."""
    draw = Random(seed)
    work = draw.choice(USABLE)
    drawn = assemble(draw_reference(draw, work, draw_style(draw, work["language"]), REMARKS))
    texts = [(label, drawn.text[start:stop]) for start, stop, label in drawn.labels]
    (title,) = (text for label, text in texts if label == "T")
    assert title.casefold() == work["title"].casefold()
    year = str(work.get("year") or "")
    assert all(text in (year, year[2:]) for label, text in texts if label == "Y")
    families = [family.casefold() for _, family in (work.get("authors") or work["editors"])]
    names = ["".join(text.split()).casefold() for label, text in texts if label == "A"]
    for name, family in zip(names, families, strict=False):
        assert name
        assert "".join(family.split()) in name


@given(seed=SEEDS)
def test_no_name_is_empty(seed: int) -> None:
    """Each drawn name has letters, in any form and any language."""
    draw = Random(seed)
    work = draw.choice(USABLE)
    chunks = draw_names(draw, work.get("authors") or work["editors"], work["language"])
    names = [chunk.text for chunk in chunks if chunk.label == "A"]
    assert names
    assert all(any(map(str.isalpha, name)) for name in names)


def test_the_same_seed_gives_the_same_texts() -> None:
    """The weights can be computed again, because a seed always gives the same texts."""
    first, second = (list(draw_texts(Random(3), USABLE, LINES, REMARKS, 40)) for _ in range(2))
    assert first == second
    assert first != list(draw_texts(Random(4), USABLE, LINES, REMARKS, 40))


def test_texts_are_of_all_kinds() -> None:
    """References, other texts, all languages and all labels are among a few hundred texts."""
    texts = list(draw_texts(Random(1), USABLE, LINES, REMARKS, 600))
    labels = Counter(label for drawn in texts for _, _, label in drawn.labels)
    assert set(labels) == set("AENOPTVXY")
    assert sum(all(label == "O" for _, _, label in drawn.labels) for drawn in texts) > len(texts) / 4
    assert any(CJK.search(drawn.text) for drawn in texts)
    assert len({drawn.text for drawn in texts}) > 600


def test_neighbouring_chunks_are_one_link() -> None:
    """The title and its quotation marks are one link, and a line break is a space at its place."""
    link = frozenset({"link"})
    drawn = assemble([Chunk("“", "O", link), Chunk("Wool", "T", link), Chunk("”\n", "O", link), Chunk("Lee", "A")])
    assert drawn == Drawn("“Wool” Lee", [(0, 1, "O"), (1, 5, "T"), (5, 7, "O"), (7, 10, "A")], [(0, 7)], [], [], [6])


def test_markdown_is_read_as_text() -> None:
    """A line of Markdown loses its marks, which are spans of the text; an address is one character."""
    drawn = plain_text("- [x] We met **Bob** and *Ann* at [the farm](farm.md), https://example.org")
    assert drawn.text == "We met Bob and Ann at the farm, \x1d"
    assert [drawn.text[a:b] for spans in (drawn.strong, drawn.emphasised, drawn.linked) for a, b in spans] == [
        "Bob",
        "Ann",
        "the farm",
    ]
