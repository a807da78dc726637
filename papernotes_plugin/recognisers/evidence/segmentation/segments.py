"""The facts of a paper that the model finds in a text, each with its probability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from papernotes_plugin.recognisers.evidence.segmentation.linear_chain import reference_model
from papernotes_plugin.recognisers.evidence.segmentation.token_features import features_of
from papernotes_plugin.recognisers.evidence.segmentation.tokens import Token

_MAX_TOKENS = 220
"""Tokens of a text that is a reference; the names of a few papers are more."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text with one label."""

    label: str
    """`A` for a name, `E` for an editor, `X` for `et al.`, `T`, `V`, `Y`, `N` for numbers, `P` for a publisher, `O`."""
    start: int
    end: int
    probability: float
    """The mean probability of the label of its words and numbers."""


def segments_of(tokens: Sequence[Token]) -> list[Segment]:
    """Return the parts of a text that the model labels alike, in their order.

    A text has none without the facts of a paper: a title, or a year and the numbers of a journal.
    """
    if len(tokens) > _MAX_TOKENS:
        return []
    model = reference_model()
    scores = model.scores(features_of(tokens))
    labels = model.best_labels(scores)
    if "TB" not in labels and not {"N", "Y"}.issubset(labels):
        return []
    return list(_joined(tokens, labels, model.probabilities(scores, labels)))


def _joined(tokens: Sequence[Token], labels: Sequence[str], probabilities: Sequence[float]) -> Iterator[Segment]:
    first = 0
    for at in range(1, len(tokens) + 1):
        if at < len(tokens) and labels[at][0] == labels[first][0] and not labels[at].endswith("B"):
            continue
        # a mark at the end of a fact may as well follow it
        of_words = [p for p, t in zip(probabilities[first:at], tokens[first:at], strict=True) if t.text[0].isalnum()]
        of_segment = of_words or probabilities[first:at]
        yield Segment(labels[first][0], tokens[first].start, tokens[at - 1].end, sum(of_segment) / len(of_segment))
        first = at
