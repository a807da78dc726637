"""Names of authors and their parts."""

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
    """Every way of writing a name gives the same parts; only words that are particles are particles."""
    found = parse_person(name)
    assert found is not None
    assert (found.inverted, found.initials) == (inverted, initials)
    assert parse_person(found.inverted) == found


@pytest.mark.parametrize("name", ["OpenAI Team", "Google DeepMind", "{Barnes and Noble}", "The ATLAS Collaboration"])
def test_organisations(name: str) -> None:
    """An organisation has no given name."""
    assert parse_person(name) == Person(name.strip("{}"), organisation=True)


@pytest.mark.parametrize("name", ["Jane Labov", "Team, Ann", "{Madonna}", "Ai Weiwei Lee, Ann", "{\\'E}va {Roe}"])
def test_people_are_no_organisations(name: str) -> None:
    """A family name before a comma, one word in braces, or a name that only resembles such a word is a person's."""
    found = parse_person(name)
    assert found is not None
    assert not found.organisation


@pytest.mark.parametrize("name", ["", " ", ",", "{}", "~"])
def test_nobody(name: str) -> None:
    """Nothing is nobody."""
    assert parse_person(name) is None


def test_a_list_that_was_cut() -> None:
    """`et al.` in any form is no author and is remembered."""
    for written in (
        ["A. Bee", "et al."],
        ["A. Bee et al."],
        ["A. Bee", "others"],
        ["A. Bee and others"],
        ["A. Bee, ..."],
    ):
        found, cut = parse_people(written)
        assert ([p.inverted for p in found], cut) == (["Bee, A."], True)
    assert parse_people(["A. Bee", "Ann Others"])[1] is False


@given(st.text())
def test_any_text(name: str) -> None:
    """Whatever is called a name has a family name, and none of its parts holds a comma but by the inverted form."""
    found = parse_person(name)
    if found is not None:
        assert found.family.strip()
        assert found.organisation or not any("," in part for part in (found.family, found.given, found.suffix))
