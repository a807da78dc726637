"""Tests of the labels of words: tokens and their marks, parts, features, and the facts that are read from them."""

from __future__ import annotations

from importlib import resources
from itertools import chain, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from papernotes_plugin.recognisers.evidence import segmentation
from papernotes_plugin.recognisers.evidence.references.reference_text import Mark, ReferenceText
from papernotes_plugin.recognisers.evidence.segmentation.facts_of_note import tokenized
from papernotes_plugin.recognisers.evidence.segmentation.labelled_reference import read_labelled
from papernotes_plugin.recognisers.evidence.segmentation.segments import segments_of
from papernotes_plugin.recognisers.evidence.segmentation.text_forms import TokenizedText
from papernotes_plugin.recognisers.evidence.segmentation.text_parts import split_parts
from papernotes_plugin.recognisers.evidence.segmentation.token_features import features_of
from papernotes_plugin.recognisers.evidence.segmentation.tokens import (
    BRACKETED,
    EMPHASIS,
    LINK,
    QUOTED,
    STRONG,
    tokenize,
)
from papernotes_plugin.vocabulary.model import InlineKind

MAX_BYTES = 500_000
REFERENCE = "Ann Lee and Bob Ray. “Wool and Weather”. Journal of Sheep 12(3), 45–67 (2019)."
WORDS_TABLE = """
    Lee Ann A. B. van der et al. and & 2019 1987 12(3) 45–67 Nature In: eds. [J] arXiv learning 张伟 深度学习 京都 “Wool
    weather” « » ( ) [ ] , ; : // / ★ — é\u0301 \x1d
"""
WORDS = st.sampled_from(WORDS_TABLE.split(" "))
TEXTS = st.lists(WORDS | st.text(max_size=6), max_size=40).map(" ".join) | st.text(max_size=120)
"""Texts of words that references have, and any others."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lee, A. (2019)", ["Lee", ",", "A", ".", "(", "2019", ")"]),
        ("O’Neil's 10th", ["O’Neil's", "10", "th"]),
        ("45–67", ["45", "–", "67"]),
        ("深度学习 2020", ["深", "度", "学", "习", "2020"]),
        ("京都 テスト", ["京", "都", "テ", "ス", "ト"]),
        ("Erdo\u030bs and Müller", ["Erdo\u030bs", "and", "Müller"]),
        ("", []),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    """Words, numbers, marks, and letters of Chinese and Japanese are tokens, at their places in the text."""
    tokens = tokenize(text)
    assert [token.text for token in tokens] == expected
    assert all(text[token.start : token.end] == token.text for token in tokens)


@pytest.mark.parametrize(
    ("text", "marks", "word", "expected"),
    [
        ("a wool b", {"linked": [(2, 6)]}, "wool", LINK),
        ("a wool b", {"emphasised": [(2, 6)]}, "wool", EMPHASIS),
        ("a wool b", {"strong": [(2, 6)]}, "wool", STRONG),
        ("a wool b", {"linked": [(2, 6)], "emphasised": [(2, 6)]}, "wool", LINK | EMPHASIS),
        ("a “wool” b", {}, "wool", QUOTED),
        ("a „wool“ b", {}, "wool", QUOTED),
        ("a «wool» b", {}, "wool", QUOTED),
        ("a 《wool》 b", {}, "wool", QUOTED),
        ('a "wool" b', {}, "wool", QUOTED),
        ("a “wool b", {}, "wool", 0),
        ("a (wool) b", {}, "wool", BRACKETED),
        ("a [wool] b", {}, "wool", BRACKETED),
        ("a ) wool b", {}, "wool", 0),
        ("a ([x] wool) b", {}, "wool", BRACKETED),
    ],
)
def test_marks(text: str, marks: dict[str, Any], word: str, expected: int) -> None:
    """A token knows the links, the emphasis, the quotation marks and the brackets around it; the others have none."""
    labelled = {token.text: token.marks for token in tokenize(text, **marks)}
    assert labelled[word] == expected
    assert labelled["a"] == labelled["b"] == 0


def test_line_breaks() -> None:
    """The first token after each line break opens a line; breaks at the end open none."""
    text = "Wool and weather Ann Lee 2019 "
    tokens = tokenize(text, breaks=[24, 16, 29])
    assert [token.text for token in tokens if token.opens_line] == ["Ann", "2019"]


def test_parts() -> None:
    """Marks between facts, points after words, and the stops of emphasis separate parts; points of initials do not."""
    text = "Lee, A. B.: Wool. On weather Nature 2019"
    numbers, parts = split_parts(tokenize(text, emphasised=[(29, 35)]))
    words: dict[int, list[str]] = {}
    for number, token in zip(numbers, tokenize(text), strict=True):
        words.setdefault(number, []).append(token.text)
    assert list(words.values()) == [
        ["Lee", ",", "A", ".", "B", ".", ":"],
        ["Wool", "."],
        ["On", "weather"],
        ["Nature"],
        ["2019"],
    ]
    assert (parts[0].initials, parts[0].commas, parts[0].words) == (2, 1, 3)
    assert parts[4].years == 1


def test_features_are_the_same_each_time() -> None:
    """The same tokens have the same features, one list each, and the merged ones contain those of their part."""
    tokens = tokenize(REFERENCE)
    first, second = (features_of(tokens, *split_parts(tokens)) for _ in range(2))
    assert first == second
    assert len(first.of_tokens) == len(first.parts) == len(tokens)
    for merged, (own, groups), part in zip(first.merged(), first.of_tokens, first.parts, strict=True):
        assert merged == [*own, *chain.from_iterable(groups), *first.of_parts[part]]


def test_the_weights_are_small() -> None:
    """The file of the weights stays small, as each installation has it."""
    path = resources.files(segmentation).joinpath("weights.json.xz")
    assert 10_000 < len(path.read_bytes()) < MAX_BYTES


def test_a_reference_is_read() -> None:
    """The model finds the facts of a reference in the usual form."""
    (read,) = read_labelled(ReferenceText(REFERENCE), segments_of(tokenized(ReferenceText(REFERENCE))))
    assert read.reference.title.words == "Wool and Weather"
    assert read.reference.authors.names == ("Ann Lee", "Bob Ray")
    assert read.reference.year == 2019


@pytest.mark.parametrize("length", [221, 1000])
def test_a_text_of_many_words_has_no_facts(length: int) -> None:
    """The model does not look at texts that are longer than references."""
    assert segments_of(TokenizedText(tokenize("wool " * length))) == []


@given(text=TEXTS)
@example("")
@example("\x1d")
@example("é\u0301́ 2019")
def test_segments_cover_the_tokens(text: str) -> None:
    """Segments follow each other, begin and end with tokens, and have probabilities."""
    tokens = tokenize(text)
    segments = segments_of(TokenizedText(tokens))
    assert sum(token.start == segment.start for segment in segments for token in tokens) == len(segments)
    stops = {token.end for token in tokens}
    for segment, following in pairwise(segments):
        assert segment.end <= following.start
    for segment in segments:
        assert segment.start < segment.end
        assert segment.end in stops
        assert 0 <= segment.probability <= 1 + 1e-9


@given(text=TEXTS, seed=st.integers(0, 1000))
@example("Lee, A. 2019. Wool. Nature", 1)
@example("“ ” 2019 A. B.", 1)
@example("\n   Lee Lee 000000 0000:0 00000: bA0", 459)
@example(REFERENCE, 1)
def test_any_text_is_read(text: str, seed: int) -> None:
    """Any text with any marks is read without an error; facts are parts of it, and so are title and names."""
    kinds = (InlineKind.LINK, InlineKind.EMPHASIS, InlineKind.STRONG)
    marks = [Mark(*pair, kind) for number, kind in enumerate(kinds) for pair in _pairs(text, seed + number)]
    words = ReferenceText(text, sorted(marks))
    facts = segments_of(tokenized(words))
    assert all(0 <= fact.start < fact.end <= len(text) for fact in facts)
    for read in read_labelled(words, facts):
        title = read.reference.title
        assert 0 <= read.start < read.end <= len(text)
        assert text[title.start : title.end] == title.words
        assert title.words
        # names are on one line, with single spaces
        plain = "".join(text.split())
        assert all(name and "".join(name.split()) in plain for name in read.reference.authors.names)


def _pairs(text: str, seed: int) -> list[tuple[int, int]]:
    """Return the places of random marks in a text, which do not overlap."""
    draw = Random(seed)
    places = sorted(draw.sample(range(len(text) + 1), min(2 * draw.randint(0, 2), len(text) // 2 * 2)))
    return list(zip(places[::2], places[1::2], strict=True))
