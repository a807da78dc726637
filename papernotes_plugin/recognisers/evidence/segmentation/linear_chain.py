"""Label sequences with a linear-chain conditional random field, whose weights are in a file of the package.

The model is described in J. Lafferty et al., *Conditional Random Fields*, ICML 2001.  The forward-backward and Viterbi
algorithms are described in L. R. Rabiner, *A Tutorial on Hidden Markov Models*, 1989.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from math import exp
from operator import add, mul
from struct import Struct

from papernotes_plugin.recognisers.evidence.segmentation.token_features import SequenceFeatures

Matrix = Sequence[Sequence[float]]
Scores = tuple[int, ...]
_FILE = "weights.json.xz"
SCALE = 50
"""The file has each weight times this, without decimals."""
_MAX_GROUPS = 1 << 14
"""Number of cached sums of weights."""
_BITS = 32
"""Bits of the sum of the weights for one label."""


class LinearChain:
    """A linear-chain conditional random field."""

    def __init__(self, labels: Sequence[str], transitions: Matrix, weights: Mapping[str, Sequence[int]]) -> None:
        """Make a model.

        Args:
            labels: The names of the labels.
            transitions: The weight of each label after each other one, by the numbers of both.
            weights: For each feature, numbers of labels and weights by turns.
        """
        self.labels = labels
        self._numbers = {label: number for number, label in enumerate(labels)}
        self._weights = weights
        self._transitions = [[weight * SCALE for weight in column] for column in zip(*transitions, strict=True)]
        """`SCALE` times the weights of all labels before each label."""
        self._onward = [[exp(weight) for weight in row] for row in transitions]
        self._back = list(zip(*self._onward, strict=True))
        # most features of the file are never asked for
        self._packed = cache(self._pack)
        self._sum_of_group = lru_cache(maxsize=_MAX_GROUPS)(self._sum)
        self._form = Struct(f"<{len(labels)}I")
        self._constant = sum(1 << _BITS * number + _BITS - 1 for number in range(len(labels)))
        """The number that is added to the sums of weights, so that none is negative."""

    def scores(self, features: SequenceFeatures) -> list[Scores]:
        """Return a score of each label for each token: `SCALE` times the weight of its features, plus a constant."""
        of_parts = [self._constant + self._sum(of_part) for of_part in features.of_parts]
        totals = (
            of_parts[part] + self._sum(words) + sum(map(self._sum_of_group, groups))
            for (words, groups), part in zip(features.of_tokens, features.parts, strict=True)
        )
        return [self._form.unpack(total.to_bytes(self._form.size, "little")) for total in totals]

    def _sum(self, features: Iterable[str]) -> int:
        """Return the sum of the weights of some features, as `_pack` gives them."""
        return sum([self._packed(feature) for feature in features if feature in self._weights])

    def _pack(self, feature: str) -> int:
        """Return the weights of a feature for all labels as one number, with `_BITS` bits for each label.

        The sum of two such numbers has the sums of their weights, and is computed faster than each of these.
        """
        row = self._weights[feature]
        return sum(weight << _BITS * number for number, weight in zip(row[::2], row[1::2], strict=True))

    def best_labels(self, scores: Sequence[Scores]) -> list[str]:
        """Return the labels of the most probable path (Viterbi)."""
        if not scores:
            return []
        state: list[float] = [*scores[0]]
        states = [state]
        for own in scores[1:]:
            state = list(map(add, own, [max(map(add, state, before)) for before in self._transitions]))
            states.append(state)
        path = [state.index(max(state))]
        for state in reversed(states[:-1]):
            totals = list(map(add, state, self._transitions[path[-1]]))
            path.append(totals.index(max(totals)))
        return [self.labels[number] for number in reversed(path)]

    def probabilities(self, scores: Sequence[Scores], labels: Sequence[str]) -> list[float]:
        """Return the probability of the label of each token, given the whole sequence."""
        return [row[self._numbers[label]] for row, label in zip(self.marginals(scores), labels, strict=True)]

    def marginals(self, scores: Sequence[Scores]) -> list[list[float]]:
        """Return the probability of each label for each token, given the whole sequence."""
        factors = [_exponentials(own) for own in scores]
        out = []
        for ahead, behind in zip(self._forward(factors), self._backward(factors), strict=True):
            products = list(map(mul, ahead, behind))
            total = sum(products)
            out.append([product / total for product in products])
        return out

    def _forward(self, factors: Matrix) -> list[list[float]]:
        state = [1.0] * len(self.labels)
        out: list[list[float]] = []
        for own in factors:
            if out:
                state = [sum(map(mul, state, before)) for before in self._back]
            total = sum(state)
            state = [value * factor / total for value, factor in zip(state, own, strict=True)]
            out.append(state)
        return out

    def _backward(self, factors: Matrix) -> list[list[float]]:
        state = [1.0] * len(self.labels)
        out = [state]
        for own in reversed(factors[1:]):
            following = list(map(mul, state, own))
            total = sum(following)
            state = [sum(map(mul, following, after)) / total for after in self._onward]
            out.append(state)
        out.reverse()
        return out


def _exponentials(scores: Scores) -> list[float]:
    """Return numbers in proportion to the exponentials of scores; the largest is 1."""
    largest = max(scores)
    return [exp((score - largest) / SCALE) for score in scores]


@cache
def reference_model() -> LinearChain:
    """Return the model that labels the words of references."""
    content = json.loads(lzma.decompress(resources.files(__package__).joinpath(_FILE).read_bytes()))
    return LinearChain(content["labels"], content["transitions"], content["weights"])
