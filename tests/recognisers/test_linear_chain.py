"""Tests of the linear-chain model: it labels as a search over all sequences of labels does."""

from __future__ import annotations

from itertools import pairwise, product
from math import exp, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papernotes_plugin.recognisers.evidence.segmentation.linear_chain import LinearChain, reference_model
from papernotes_plugin.recognisers.evidence.segmentation.token_features import SequenceFeatures, TokenFeatures

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
            [(draw.sample(FEATURES, draw.randint(0, 2)), (("unseen",), (draw.choice(FEATURES),))) for _ in parts],
            parts,
            [tuple(draw.sample((*FEATURES, "unseen"), 2)) for _ in range(2)],
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


def labelling(model: LinearChain, features: SequenceFeatures) -> tuple[list[str], list[float]]:
    """Return the most probable labels of a sequence, and their probabilities."""
    scores = model.scores(features)
    labels = model.best_labels(scores)
    return labels, model.probabilities(scores, labels)


def features_of_words(*words: str) -> SequenceFeatures:
    """Return features of a sequence of which each token has one."""
    of_tokens: list[TokenFeatures] = [([word], ()) for word in words]
    return SequenceFeatures(of_tokens, [0] * len(words), [()])


@given(seed=st.integers(0, 10**6), length=st.integers(1, 6))
def test_labels_are_the_most_probable_sequence(seed: int, length: int) -> None:
    """The labels are those of the best of all sequences."""
    tiny = Tiny(seed, length)
    scores = tiny.scores()
    labelled = tuple(map(LABELS.index, labelling(tiny.model, tiny.features)[0]))
    assert isclose(scores[labelled], max(scores.values()), rel_tol=1e-9)


@given(seed=st.integers(0, 10**6), length=st.integers(1, 6))
def test_probabilities_are_marginal(seed: int, length: int) -> None:
    """The probability of a label is the share of all sequences that have it at its place."""
    tiny = Tiny(seed, length)
    scores = tiny.scores()
    total = sum(scores.values())
    labels, probabilities = labelling(tiny.model, tiny.features)
    for at, (label, probability) in enumerate(zip(labels, probabilities, strict=True)):
        expected = sum(score for path, score in scores.items() if LABELS[path[at]] == label) / total
        assert probability == pytest.approx(expected, rel=1e-9)


def test_probabilities_sum_to_one() -> None:
    """The probabilities of two labels of one token add up to one, in whichever order the model has them."""
    weights = {"f": [0, 40, 1, -20]}
    features = features_of_words("f")
    _, (first,) = labelling(LinearChain("ab", [[0, 0], [0, 0]], weights), features)
    _, (second,) = labelling(LinearChain("ba", [[0, 0], [0, 0]], {"f": [0, -20, 1, 40]}), features)
    other = exp(-20 / SCALE) / (exp(40 / SCALE) + exp(-20 / SCALE))
    assert first == pytest.approx(second)
    assert first + other == pytest.approx(1)


def test_long_sequences_keep_finite_numbers() -> None:
    """Large weights and many tokens give probabilities, neither overflow nor zero divisions."""
    weights = {"f": [0, 30000], "g": [1, 30000]}
    features = features_of_words(*["f", "g"] * 500)
    labels, probabilities = labelling(LinearChain("ab", [[0, -8], [-8, 0]], weights), features)
    assert labels == ["a", "b"] * 500
    assert all(0.99 < probability <= 1 for probability in probabilities)


def test_an_empty_sequence_has_no_labels() -> None:
    """A text without tokens gives nothing."""
    model = reference_model()
    assert model.best_labels(model.scores(SequenceFeatures([], [], []))) == []


def test_the_model_is_read_once() -> None:
    """The weights are decompressed for the first text only."""
    assert reference_model() is reference_model()
