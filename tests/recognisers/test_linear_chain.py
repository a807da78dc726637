"""Tests of the linear-chain model: it labels as a search over all sequences of labels does."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.recognisers.evidence.segmentation.linear_chain import LinearChain, reference_model
from papernotes_plugin.recognisers.evidence.segmentation.token_features import SequenceFeatures

LABELS = ("a", "b", "c")
FEATURES = ("f0", "f1", "f2", "f3")
SCALE = 50
"""The weights of features are integers, this many times as large."""


class Tiny:
    """A small model with random weights, and a sequence of random features."""

    def __init__(self, seed: int, length: int) -> None:
        draw = Random(seed)
        self.transitions = [[draw.uniform(-3, 3) for _ in LABELS] for _ in LABELS]
        self.weights = {f: [x for n in range(len(LABELS)) for x in (n, draw.randint(-150, 150))] for f in FEATURES}
        parts = sorted(draw.randrange(2) for _ in range(length))
        self.features = SequenceFeatures(
            [draw.sample(FEATURES, draw.randint(0, 3)) for _ in parts],
            parts,
            [draw.sample((*FEATURES, "unseen"), 2) for _ in range(2)],
        )
        self.model = LinearChain(LABELS, self.transitions, self.weights)

    def score(self, path: tuple[int, ...]) -> float:
        """Return the sum of the weights of a sequence of labels."""
        of_tokens = sum(
            weight / SCALE
            for number, features in zip(path, self.features.merged(), strict=True)
            for feature in features
            for label, weight in zip(
                self.weights.get(feature, [])[::2], self.weights.get(feature, [])[1::2], strict=True
            )
            if label == number
        )
        return of_tokens + sum(self.transitions[a][b] for a, b in pairwise(path))

    def scores(self) -> dict[tuple[int, ...], float]:
        """Return the exponential of the score of every sequence of labels."""
        length = len(self.features.of_tokens)
        return {path: exp(self.score(path)) for path in product(range(len(LABELS)), repeat=length)}


@given(seed=st.integers(0, 10**6), length=st.integers(1, 6))
def test_labels_are_the_most_probable_sequence(seed: int, length: int) -> None:
    """The labels are those of the best of all sequences."""
    tiny = Tiny(seed, length)
    scores = tiny.scores()
    labelled = tuple(map(LABELS.index, tiny.model.label(tiny.features).labels))
    assert isclose(scores[labelled], max(scores.values()), rel_tol=1e-9)


@given(seed=st.integers(0, 10**6), length=st.integers(1, 6))
def test_probabilities_are_marginal(seed: int, length: int) -> None:
    """The probability of a label is the share of all sequences that have it at its place."""
    tiny = Tiny(seed, length)
    scores = tiny.scores()
    total = sum(scores.values())
    labels, probabilities = tiny.model.label(tiny.features)
    for at, (label, probability) in enumerate(zip(labels, probabilities, strict=True)):
        expected = sum(score for path, score in scores.items() if LABELS[path[at]] == label) / total
        assert probability == pytest.approx(expected, rel=1e-9)


def test_probabilities_sum_to_one() -> None:
    """The probabilities of two labels of one token add up to one, in whichever order the model has them."""
    weights = {"f": [0, 40, 1, -20]}
    features = SequenceFeatures([["f"]], [0], [[]])
    _, (first,) = LinearChain("ab", [[0, 0], [0, 0]], weights).label(features)
    _, (second,) = LinearChain("ba", [[0, 0], [0, 0]], {"f": [0, -20, 1, 40]}).label(features)
    other = exp(-20 / SCALE) / (exp(40 / SCALE) + exp(-20 / SCALE))
    assert first == pytest.approx(second)
    assert first + other == pytest.approx(1)


def test_long_sequences_keep_finite_numbers() -> None:
    """Large weights and many tokens give probabilities, neither overflow nor zero divisions."""
    weights = {"f": [0, 30000], "g": [1, 30000]}
    features = SequenceFeatures([["f"], ["g"]] * 500, [0] * 1000, [[]])
    labels, probabilities = LinearChain("ab", [[0, -8], [-8, 0]], weights).label(features)
    assert labels == ["a", "b"] * 500
    assert all(0.99 < probability <= 1 for probability in probabilities)


def test_an_empty_sequence_has_no_labels() -> None:
    """A text without tokens gives nothing."""
    labels, probabilities = reference_model().label(SequenceFeatures([], [], []))
    assert (labels, probabilities) == ([], [])


def test_the_model_is_read_once() -> None:
    """The weights are decompressed for the first text only."""
    assert reference_model() is reference_model()
