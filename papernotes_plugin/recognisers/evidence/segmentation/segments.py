"""The facts of a paper that the model finds in a text, each with its probability."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from papernotes_plugin.recognisers.evidence.segmentation.linear_chain import reference_model
from papernotes_plugin.recognisers.evidence.segmentation.recurring_forms import RecurringForms
from papernotes_plugin.recognisers.evidence.segmentation.text_forms import TokenizedText
from papernotes_plugin.recognisers.evidence.segmentation.tokens import Token

_MAX_TOKENS = 220
"""Tokens of a text that is a reference; the names of a few papers are more."""
_MAX_UNKNOWN = 30
"""Tokens of a text without any fact that may still be a title, if the other texts of its form have one."""


class Label(StrEnum):
    """A label of the model; its names of labels also have `B` for the first token of a fact, or `I` for the others."""

    AUTHOR = "A"
    EDITOR = "E"
    FURTHER_AUTHORS = "X"
    """`et al.`"""
    TITLE = "T"
    VENUE = "V"
    PUBLISHER = "P"
    YEAR = "Y"
    NUMBERS = "N"
    """A volume, an issue and pages."""
    OTHER = "O"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text with one label."""

    label: Label
    start: int
    end: int
    probability: float
    """The mean probability of the label of its words and numbers."""


def segments_of(text: TokenizedText, forms: Callable[[], RecurringForms] | None = None) -> list[Segment]:
    """Return the facts that the model finds in a text, in their order.

    A text without a title, and without a year and the numbers of a journal, has none.

    Args:
        text: The text.
        forms: Returns the forms of the texts of its note, which takes long: most long texts are sentences.
    """
    if len(text.tokens) > _MAX_TOKENS:
        return []
    model = reference_model()
    scores, labels = text.scores, text.labels
    if len(labels) > _MAX_UNKNOWN and all(label[0] == Label.OTHER for label in labels):
        return []
    # a text of one part has no form, and learns nothing from others
    with_form = forms().with_form(text) if forms and text.form else scores
    if with_form is not scores:
        scores, labels = with_form, model.best_labels(with_form)
    kinds = {label[0] for label in labels}
    if Label.TITLE not in kinds and not {Label.YEAR, Label.NUMBERS}.issubset(kinds):
        return []
    parts = _parts(text.tokens, labels, model.probabilities(scores, labels))
    return [part for part in parts if part.label is not Label.OTHER]


def _parts(tokens: Sequence[Token], labels: Sequence[str], probabilities: Sequence[float]) -> Iterator[Segment]:
    """Yield the parts of a text with one label each."""
    first = 0
    for at in range(1, len(tokens) + 1):
        if at < len(tokens) and labels[at][0] == labels[first][0] and not labels[at].endswith("B"):
            continue
        # a mark at the end of a fact may as well follow it
        of_words = [p for p, t in zip(probabilities[first:at], tokens[first:at], strict=True) if t.text[0].isalnum()]
        of_segment = of_words or probabilities[first:at]
        probability = sum(of_segment) / len(of_segment)
        yield Segment(Label(labels[first][0]), tokens[first].start, tokens[at - 1].end, probability)
        first = at
