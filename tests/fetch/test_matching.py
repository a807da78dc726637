"""The line between a fact and a proposal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from papernotes_plugin.fetch.matching import judge_identified, judge_titled
from papernotes_plugin.fetch.records import Record, Status
from papernotes_plugin.fetch.wanted_papers import WantedPaper

TITLE = "Scaling Laws for Neural Language Models"
RECORD = Record(
    service="dblp",
    title=TITLE,
    authors=("Jared Kaplan", "Sam McCandlish"),
    year=2020,
    venue="NeurIPS",
    status=Status.PUBLISHED,
    kind="inproceedings",
)


def wanted(**facts: object) -> WantedPaper:
    """Return a paper with some facts of the author."""
    return WantedPaper(**({"key": "k", "place": "n.md:1", "identifiers": ()} | facts))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "record", "is_fact"),
    [
        ({}, {}, True),
        ({"title": "Scaling laws for neural language models."}, {}, True),
        ({"title": "Scaling Laws"}, {}, True),
        ({"title": "Scaling Laws for Neural Lang…"}, {}, True),
        ({"title": "Scaling Rules for Neural Lang…"}, {"authors": ("Ada Lovelace",)}, False),
        ({"title": "Deep Residual Learning for Image Recognition"}, {}, False),
        ({"title": "Physics of LLMs: Part 3.1"}, {"title": "Physics of LLMs: Part 3.3"}, False),
        ({"authors": ("Kaplan et al.",)}, {}, True),
        ({"authors": ("Ada Lovelace",)}, {}, False),
        ({"key_authors": ("Jared Kaplan",), "key_year": 2020}, {}, True),
        ({"key_authors": ("Jared Kaplan",), "key_year": 2024}, {}, False),
        ({"key_authors": ("Ada Lovelace",), "key_year": 2020}, {}, False),
        ({"key_authors": ("XIANGYUPENG",)}, {"authors": ("XIANGYU PENG",)}, True),
        ({"key_authors": ("Hannes Stark",)}, {"authors": ("Hannes Stärk", "B C")}, True),
        ({"key_year": 2022}, {"status": Status.PREPRINT, "venue": ""}, True),
        ({"key_year": 2018}, {"status": Status.PREPRINT, "venue": ""}, False),
        ({}, {"title": ""}, False),
    ],
)
def test_by_identifier(facts: dict[str, object], record: dict[str, object], is_fact: bool) -> None:
    """The answer is compared with what the notes or the citekey say."""
    assert judge_identified(wanted(**facts), replace(RECORD, **record)).is_fact is is_fact  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("facts", "record", "is_fact"),
    [
        ({}, {}, True),
        ({"title": "SCALING LAWS for neural-language models"}, {}, True),
        ({"title": "Scaling Laws for Neural Language Model"}, {}, False),
        ({"title": "Reply to Scaling Laws for Neural Language Models"}, {}, False),
        ({"title": "Consistency Models"}, {"title": "Consistency Models"}, False),
        ({"title": "Physics of Models: Part 3.1"}, {"title": "Physics of Models: Part 31"}, False),
        ({"authors": ("J. Kaplan",)}, {}, True),
        ({"authors": ("Ada Lovelace",)}, {}, False),
        ({"authors": ("Sam McCandlish", "Jared Kaplan")}, {}, True),
        ({"year": 2021}, {}, True),
        ({"year": 2023}, {}, False),
        ({"venue": "ICML"}, {}, False),
        ({}, {"authors": ()}, False),
        ({}, {"status": Status.NOT_ACCEPTED}, False),
    ],
)
def test_by_title(facts: dict[str, object], record: dict[str, object], is_fact: bool) -> None:
    """Only an equal title of four words that nothing contradicts is enough."""
    one = replace(RECORD, **record)  # type: ignore[arg-type]
    assert judge_titled(wanted(**({"title": TITLE} | facts)), one, [one]).is_fact is is_fact


@pytest.mark.parametrize(
    ("other", "is_fact"),
    [
        ({"authors": ("Ada Lovelace",)}, False),
        ({"venue": "ICML", "year": 2021}, False),
        ({"status": Status.PREPRINT, "venue": ""}, True),
        ({"service": "crossref"}, True),
    ],
)
def test_a_second_paper_that_fits(other: dict[str, object], is_fact: bool) -> None:
    """Two works with one title are a proposal; a preprint and its publication are one work."""
    second = replace(RECORD, **other)  # type: ignore[arg-type]
    assert judge_titled(wanted(title=TITLE), RECORD, [RECORD, second]).is_fact is is_fact
