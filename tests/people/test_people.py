"""Tests of the names of authors and their parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.people import Person, parse_people, parse_person


@pytest.mark.parametrize(
    ("name", "inverted", "initials"),
    [
        ("Ashish Vaswani", "Vaswani, Ashish", "A."),
        ("Vaswani, Ashish", "Vaswani, Ashish", "A."),
        ("Ludwig van Beethoven", "van Beethoven, Ludwig", "L."),
        ("de la Cruz, Juan", "de la Cruz, Juan", "J."),
        ("van Gogh", "van Gogh", ""),
        ("Allen-Zhu, Zeyuan", "Allen-Zhu, Zeyuan", "Z."),
        ("Martin Luther King Jr.", "King, Jr., Martin Luther", "M. L."),
        ("King, Martin Luther, Jr.", "King, Jr., Martin Luther", "M. L."),
        ("Jean-Pierre Serre", "Serre, Jean-Pierre", "J.-P."),
        ("J.K. Rowling", "Rowling, J.K.", "J. K."),
        (r"Donald~E. Kn{\"u}th", "Knüth, Donald E.", "D. E."),
        ("Madonna", "Madonna", ""),
        ("danah boyd", "boyd, danah", "D."),
        ("Van Nguyen Anh", "Anh, Van Nguyen", "V. N."),
        ("a, b, c, d", "a, b c d", "B. C. D."),
        ("伟, 王", "伟, 王", "王"),
        ("Vries,", "Vries", ""),
        (r"Smith, \textless{}b\textgreater{}", "Smith, <b>", "<b>"),
    ],
)
def test_person(name: str, inverted: str, initials: str) -> None:
    """Every spelling of a name gives the same parts; only known particles are particles."""
    person = parse_person(name)
    assert person is not None
    assert (person.inverted, person.initials) == (inverted, initials)
    assert parse_person(person.inverted) == person


@pytest.mark.parametrize("name", ["OpenAI Team", "Google DeepMind", "{Barnes and Noble}", "The ATLAS Collaboration"])
def test_organisations(name: str) -> None:
    """An organisation has no given name."""
    assert parse_person(name) == Person(name.strip("{}"), organisation=True)


@pytest.mark.parametrize("name", ["Jane Labov", "Team, Ann", "{Madonna}", "Ai Weiwei Lee, Ann", "{\\'E}va {Roe}"])
def test_people_are_no_organisations(name: str) -> None:
    """A name with a comma, one word in braces, or a name similar to such a word is that of a person."""
    person = parse_person(name)
    assert person is not None
    assert not person.organisation


@pytest.mark.parametrize("name", ["", " ", ",", "{}", "~"])
def test_empty_names(name: str) -> None:
    """A name without text is no person."""
    assert parse_person(name) is None


def test_a_list_with_et_al() -> None:
    """`et al.` in any form is no author, but is reported."""
    for written in (
        ["A. Bee", "et al."],
        ["A. Bee et al."],
        ["A. Bee", "others"],
        ["A. Bee and others"],
        ["A. Bee, ..."],
        ["A. Bee", "u. a."],
        ["A. Bee", "et autres"],
        ["A. Bee", "等"],
    ):
        persons, has_others = parse_people(written)
        assert ([p.inverted for p in persons], has_others) == (["Bee, A."], True)
    assert parse_people(["A. Bee", "Ann Others"])[1] is False


@given(st.text())
def test_any_text(name: str) -> None:
    """Any name has a family name, and its parts contain no comma."""
    person = parse_person(name)
    if person is not None:
        assert person.family.strip()
        assert person.organisation or not any("," in part for part in (person.family, person.given, person.suffix))
