"""The table of given names and the program that writes it agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from papernotes_plugin.people import frequent_given_names as table
from papernotes_plugin.people import further_given_names as further_table
from papernotes_plugin.people import is_given_name
from papernotes_plugin.people.given_names import fold_name
from tests.people import word_count


def test_table_is_what_the_program_writes() -> None:
    """The file has the header, the order and the line breaks of the program, and folded names of three letters."""
    names = table.FREQUENT_GIVEN_NAMES.split()
    assert Path(table.__file__).read_text("utf-8") == word_count.module(word_count.GIVEN_NAMES_HEADER, names)
    assert names == sorted(set(names))
    assert all(name == fold_name(name) and name.isalpha() and len(name) >= 3 for name in names)
    assert 3300 <= len(names) <= 3500


def test_further_table_is_what_the_program_writes() -> None:
    """The names are none of the first table; those in Cyrillic letters stay as they are."""
    names = further_table.FURTHER_GIVEN_NAMES.split()
    assert Path(further_table.__file__).read_text("utf-8") == word_count.module(word_count.FURTHER_NAMES_HEADER, names)
    assert names == sorted(set(names) - set(table.FREQUENT_GIVEN_NAMES.split()))
    assert all(name == fold_name(name) and name.isalpha() and len(name) >= 3 for name in names)


@pytest.mark.full
@pytest.mark.shared
def test_table_is_that_of_the_papers(shared: Path) -> None:
    """The same papers give the same table again."""
    papers = word_count.papers_of([shared / "data" / "facts.jsonl.xz"])
    assert word_count.frequent_names(papers) == table.FREQUENT_GIVEN_NAMES.split()


def test_names_are_counted_in_both_forms_of_lists(tmp_path: Path) -> None:
    """A name counts once an author, and only if it is rare as a family name and in titles."""
    lines = [
        {"title": "On Markov Chains", "authors": ["Zoë Martin", "Zoe Kim", "Markov Lee", "Markov Wu", "Martin Kim"]},
        {"title": "Markov, Markov and Markov", "authors": ["Zoe Kim", "Martin Lee", "Martin Wu", "Markov Xu"]},
    ]
    (tmp_path / "a.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    (tmp_path / "lists").mkdir()
    listed = [{"title": "Title", "author": "Zoe Lee;Bo Wu; Bo Lee;Bo Kim;Markov Ray"}, {"title": "No author"}]
    (tmp_path / "lists" / "icml.json").write_text(json.dumps(listed), "utf-8")
    papers = list(word_count.papers_of([tmp_path / "a.jsonl", tmp_path / "lists"]))
    assert papers[2] == ("Title", ("Zoe Lee", "Bo Wu", "Bo Lee", "Bo Kim", "Markov Ray"))
    assert word_count.frequent_names(papers) == ["markov", "martin", "zoe"]
    assert word_count.frequent_names(papers[:2]) == ["martin"]


def test_further_names_are_those_of_works_with_lists_of_names() -> None:
    """The words of titles and publishers are rare as names; the first table has other names."""
    people = [["Zora", "Martin"], ["Zora", "Kim"], ["Zora", "Lee"], ["Gerda", "Wu"], ["Gerda", "Xu"], ["Gerda", "Li"]]
    works = [{"title": "Rivers", "publisher": "Gerda Gerda Gerda Gerda", "authors": people}]
    assert word_count.further_names([word_count._paper(work) for work in works]) == ["zora"]


@pytest.mark.parametrize("name", ["Łukasz", "Jérôme", "BJÖRN", "paweł", "Gernot", "Иван"])
def test_accents_and_case_do_not_count(name: str) -> None:
    """A name with accents, strokes or capitals is the name without them."""
    assert is_given_name(name)
