"""Tests of the facts by which works are compared."""

from __future__ import annotations

from papernotes_plugin.entries.work_comparison import do_authors_contradict
from papernotes_plugin.entries.work_facts import facts_of
from papernotes_plugin.vocabulary.model import Evidence


def test_others_are_no_editor() -> None:
    """Two lists of editors that both end in `others` do not share a person."""
    one, other = (
        facts_of(Evidence(title="Handbook"), "book", (("editor", names),))
        for names in ("Bee, Ann and others", "Cee, Bo and others")
    )
    assert (one.authors, other.authors) == (("bee",), ("cee",))
    assert do_authors_contradict(one.authors, other.authors)


def test_a_name_in_braces_is_one_editor() -> None:
    """The `and` in the name of an organisation does not divide it."""
    facts = facts_of(Evidence(title="Handbook"), "book", (("editor", "{Bureau of Weights and Measures}"),))
    assert len(facts.authors) == 1
