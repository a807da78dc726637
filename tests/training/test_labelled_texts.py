"""Test that variants of labelled texts keep the form of the text, with the facts of other works."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from tests.training.chunks import Drawn, Work
from tests.training.labelled_texts import draw_variants, read_labelled_texts, renamed

TEXT = "[3] Lee, A. B. and Ray, C. (2019). “Wool and Weather,” Journal of Sheep 12, 45. Read it."
FACTS = (
    ("Lee, A. B.", "A"), ("Ray, C.", "A"), ("2019", "Y"), ("Wool and Weather", "T"), ("Journal of Sheep", "V"),
    ("12, 45", "N"),
)  # fmt: skip
WORK: Work = {
    "title": "On Rivers", "authors": [["Eva", "Stein"], ["Jan Piet", "Maas"]], "year": 1990, "journal": "Water",
    "language": "en",
}  # fmt: skip


@pytest.fixture
def labelled(tmp_path: Path) -> list[Drawn]:
    """Return the text as the file of labelled texts has it, and one without facts."""
    spans = [(TEXT.index(words), TEXT.index(words) + len(words), label) for words, label in FACTS]
    journal = spans[4][:2]
    rows = [
        {"text": TEXT, "spans": spans, "linked": [], "emphasised": [journal], "strong": [], "breaks": [3]},
        {"text": "No work is here.", "spans": [], "linked": [], "emphasised": [], "strong": [], "breaks": []},
    ]
    path = tmp_path / "labelled.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return read_labelled_texts(str(path))


def facts_of(drawn: Drawn) -> list[tuple[str, str]]:
    """Return the words and the label of each fact."""
    return [(drawn.text[start:end], label) for start, end, label in drawn.labels if label != "O"]


def test_labelled_texts_are_read_with_all_words_between_their_facts(labelled: list[Drawn]) -> None:
    """Each character of a text has a label, and the facts are those of the file."""
    text, other = labelled
    assert facts_of(text) == [*FACTS]
    assert [start for start, _, _ in text.labels][1:] == [end for _, end, _ in text.labels][:-1]
    assert facts_of(other) == []


def test_variants_have_the_form_of_the_text_and_other_names(labelled: list[Drawn]) -> None:
    """The words between the facts are the same, and the names have the same form; a text without facts has none."""
    variants = list(draw_variants(Random(1), labelled, [WORK], 20))
    assert len(variants) == 20
    for variant in variants:
        assert variant.text.startswith("[3] ")
        assert variant.text.endswith(" Read it.")
        assert {words for words, label in facts_of(variant) if label == "A"} <= {"Stein, E.", "Maas, J. P."}
        assert variant.breaks == [3]
        venue = next(words for words, label in facts_of(variant) if label == "V")
        assert variant.text[slice(*variant.emphasised[0])] == venue
    assert any(("On Rivers", "T") in facts_of(variant) for variant in variants)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Vaswani, A.", "Lee, A. M."), ("Vaswani, Ashish", "Lee, Ann Mae"), ("VASWANI, Ashish", "LEE, Ann Mae"),
        ("Noam Shazeer", "Ann Mae Lee"), ("Parmar N", "Lee AM"), ("J. Devlin", "A. M. Lee"), ("Sahle", "Lee"),
        ("张伟", "张伟"), ("…", "…"),
    ],
)  # fmt: skip
def test_names_are_replaced_in_their_form(name: str, expected: str) -> None:
    """Initials, capitals and the order of a name are kept."""
    assert renamed(name, "Ann Mae", "Lee") == expected
