"""Tests of the forms in which notes write references, and of the labels that the texts of a form give to another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.recognisers.evidence.segmentation.recurring_forms import RecurringForms
from papernotes_plugin.recognisers.evidence.segmentation.segments import Label, segments_of
from papernotes_plugin.recognisers.evidence.segmentation.text_forms import TokenizedText, places_of
from papernotes_plugin.recognisers.evidence.segmentation.text_parts import split_parts
from papernotes_plugin.recognisers.evidence.segmentation.tokens import tokenize

REPORTS = (
    "국회예산정책처, 「인구 전망과 재정」, 『장기 재정전망』, 2장, 2018.",
    "통계청, 「가구의 구성과 소득」, 『가계동향조사 보고서』, 3장, 2019.",
    "김철수, 「조선의 쌀값」, 『경제사학』, 4(1), 81--118, 2015.",
    "이영희, 「기술 혁신의 역사」, 『산업조직연구』, 12, 8--16, 2013.",
    "보훈교육연구원, 「노후 복지 제도」, 『복지 지원 사업평가』, 5장, 2014.",
    "한국은행, 「통화의 수요」, 『금융 연구』, 2장, 2017.",
)
"""Chapters of reports by organisations, and articles, in one form."""


def named(text: str, forms: RecurringForms | None) -> list[str]:
    """Return the words of the authors in a text."""
    segments = segments_of(TokenizedText(tokenize(text)), (lambda: forms) if forms else None)
    return [text[s.start : s.end] for s in segments if s.label is Label.AUTHOR and s.probability >= 0.8]


def test_a_word_has_the_kinds_of_the_parts_around_it() -> None:
    """Links and emphasis are one part each; elsewhere marks such as brackets separate parts, and commas count."""
    text = "Lee, Ann (2019) On Wool"
    tokens = tokenize(text, emphasised=[(16, 23)])
    places = dict(zip((token.text for token in tokens), places_of(tokens, *split_parts(tokens)), strict=True))
    assert places["Lee"] == ("w0", "y16", "")
    assert places["Ann"] == ("w0", "y16", ",")
    assert places["2019"] == ("w0", "y16", "2", "")
    assert places["On"] == places["Wool"] == ("w0", "y16", "2", "$", "")
    assert places[","] is None


@pytest.mark.parametrize(
    ("text", "linked", "form"),
    [
        ("Ann Lee, “On Wool”", [(10, 17)], ("w0", "1")),
        ("Bob Ray and Cora Poe: On the Sheep", [(22, 34)], ("w0", "1")),
        ("On Wool", [], ()),
        ("", [], ()),
    ],
)
def test_the_form_of_a_text(text: str, linked: list[tuple[int, int]], form: tuple[str, ...]) -> None:
    """Texts with the same two parts at their beginning have one form; a text of one part has none."""
    assert TokenizedText(tokenize(text, linked=linked)).form == form


def test_texts_of_one_form_give_labels_to_another() -> None:
    """An organisation is an author where the other texts of the note have people at this place."""
    forms = RecurringForms(TokenizedText(tokenize(text)) for text in REPORTS)
    alone, among_others = (sum(len(named(text, given)) for text in REPORTS) for given in (None, forms))
    assert among_others == len(REPORTS) > alone


def test_few_texts_change_no_label() -> None:
    """Less than four texts of one form change no label."""
    forms = RecurringForms(TokenizedText(tokenize(text)) for text in REPORTS[:3])
    for text in REPORTS:
        assert segments_of(TokenizedText(tokenize(text)), lambda: forms) == segments_of(TokenizedText(tokenize(text)))


@given(texts=st.lists(st.text(max_size=60), max_size=12))
def test_any_texts_have_forms(texts: list[str]) -> None:
    """Any texts are read without an error, and each word and number has a place."""
    tokenized = [TokenizedText(tokenize(text)) for text in texts]
    forms = RecurringForms(tokenized)
    for text in tokenized:
        assert [place is not None for place in text.places] == [token.text[0].isalnum() for token in text.tokens]
        segments_of(text, lambda: forms)
