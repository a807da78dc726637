"""Label sequences with a linear-chain conditional random field, whose weights are in a file of the package.

The model is described in J. Lafferty et al., *Conditional Random Fields*, ICML 2001.  The forward-backward and Viterbi
algorithms are described in L. R. Rabiner, *A Tutorial on Hidden Markov Models*, 1989.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from math import exp
from operator import mul
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.segmentation.token_features import SequenceFeatures

Matrix = Sequence[Sequence[float]]
_FILE = "weights.json.xz"
_SCALE = 50
"""The file has each weight times this, without decimals."""


class Labelling(NamedTuple):
    """The most probable labels of a sequence."""

    labels: list[str]
    probabilities: list[float]
    """The probability of each label, given the whole sequence."""


class LinearChain:
    """A linear-chain conditional random field."""

    def __init__(self, labels: Sequence[str], transitions: Matrix, weights: Mapping[str, Sequence[int]]) -> None:
        """Make a model.

        Args:
            labels: The names of the labels.
            transitions: The weight of each label after each other one, by the numbers of both.
            weights: For each feature, numbers of labels and weights by turns.
        """
        self._labels = labels
        self._count = len(labels)
        self._weights = weights
        self._rows: dict[str, tuple[tuple[int, float], ...]] = {}
        self._onward = [[exp(weight) for weight in row] for row in transitions]
        self._back = [list(column) for column in zip(*self._onward, strict=True)]

    def label(self, features: SequenceFeatures) -> Labelling:
        """Return the most probable labels of a sequence of tokens, given by its features."""
        if not features.of_tokens:
            return Labelling([], [])
        of_parts = [self._sums(of_part, [0.0] * self._count) for of_part in features.of_parts]
        scores = [
            self._scores(of_token, of_parts[part])
            for of_token, part in zip(features.of_tokens, features.parts, strict=True)
        ]
        forward = self._forward(scores)
        backward = self._backward(scores)
        marginals = []
        for ahead, behind in zip(forward, backward, strict=True):
            joint = list(map(mul, ahead, behind))
            total = sum(joint)
            marginals.append([value / total for value in joint])
        best = self._best(scores)
        return Labelling(
            [self._labels[number] for number in best],
            [marginal[number] for marginal, number in zip(marginals, best, strict=True)],
        )

    def _sums(self, features: Sequence[str], sums: list[float]) -> list[float]:
        """Return sums with the weight of some features added to that of each label."""
        for feature in features:
            # most features of the file are never asked for
            row = self._rows.get(feature)
            if row is None and feature in self._weights:
                row = self._rows[feature] = _pairs(self._weights[feature])
            for number, weight in row or ():
                sums[number] += weight
        return sums

    def _scores(self, features: Sequence[str], of_part: Sequence[float]) -> list[float]:
        """Return the exponential of the score of each label; the largest is 1."""
        sums = self._sums(features, [*of_part])
        largest = max(sums)
        return [exp(value - largest) for value in sums]

    def _forward(self, scores: Matrix) -> list[list[float]]:
        state = list(scores[0])
        out = [state]
        for own in scores[1:]:
            state = [sum(map(mul, state, column)) * score for column, score in zip(self._back, own, strict=True)]
            total = sum(state)
            state = [value / total for value in state]
            out.append(state)
        return out

    def _backward(self, scores: Matrix) -> list[list[float]]:
        state = [1.0] * self._count
        out = [state]
        for own in reversed(scores[1:]):
            following = list(map(mul, state, own))
            state = [sum(map(mul, following, row)) for row in self._onward]
            total = sum(state)
            state = [value / total for value in state]
            out.append(state)
        out.reverse()
        return out

    def _best(self, scores: Matrix) -> list[int]:
        """Return the numbers of the labels of the most probable path (Viterbi)."""
        state = list(scores[0])
        origins: list[list[int]] = []
        numbers = range(self._count)
        for own in scores[1:]:
            before, following = [], []
            for number in numbers:
                products = list(map(mul, state, self._back[number]))
                largest = max(products)
                before.append(products.index(largest))
                following.append(largest * own[number])
            total = sum(following)
            state = [value / total for value in following]
            origins.append(before)
        number = state.index(max(state))
        path = [number]
        for before in reversed(origins):
            number = before[number]
            path.append(number)
        path.reverse()
        return path


def _pairs(row: Sequence[int]) -> tuple[tuple[int, float], ...]:
    """Return the numbers of labels and their weights, which the file has by turns."""
    return tuple((number, value / _SCALE) for number, value in zip(row[::2], row[1::2], strict=True))


@cache
def reference_model() -> LinearChain:
    """Return the model that labels the words of references."""
    data = resources.files(__package__).joinpath(_FILE).read_bytes()
    return LinearChain(**json.loads(lzma.decompress(data)))
