"""The form of a text: the kinds of its parts, which the texts of one list have in common."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from papernotes_plugin.recognisers.evidence.segmentation.linear_chain import Scores, reference_model
from papernotes_plugin.recognisers.evidence.segmentation.text_parts import SplitTokens, TextPart, split_parts
from papernotes_plugin.recognisers.evidence.segmentation.token_features import features_of
from papernotes_plugin.recognisers.evidence.segmentation.tokens import (
    BRACKETED,
    EMPHASIS,
    LINK,
    QUOTED,
    STRONG,
    Token,
)

Place = tuple[str, ...]
"""The kinds of some parts of a text: those before a part, the part itself, and the one after it; then the commas."""
_MARKUP = LINK | EMPHASIS | STRONG
_END = "$"
"""Kind of the end of a text."""
_MAX_BEFORE = 4
"""Parts before a word that belong to its place."""
_MAX_COMMAS = 2
"""Commas before a word in its part that belong to its place."""


class TokenizedText:
    """The tokens of a text, with their scores and their places, which are computed when they are first read."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Take the tokens of a text."""
        self.tokens = tokens

    @cached_property
    def _parts(self) -> SplitTokens:
        return split_parts(self.tokens)

    @cached_property
    def scores(self) -> Sequence[Scores]:
        """The scores of the labels for each token, as the model gives them."""
        return reference_model().scores(features_of(self.tokens, *self._parts))

    @cached_property
    def labels(self) -> Sequence[str]:
        """The most probable label of each token, without the labels of other texts."""
        return reference_model().best_labels(self.scores)

    @cached_property
    def places(self) -> Sequence[Place | None]:
        """The place of each token: see `places_of`."""
        return places_of(self.tokens, *self._parts)

    @cached_property
    def form(self) -> Place:
        """The form of the text, which is the place of its first part; empty for a text of one part."""
        form = next(filter(None, self.places), ())[:2]
        return form if form and form[-1] != _END else ()


def places_of(tokens: Sequence[Token], numbers: Sequence[int], parts: Sequence[TextPart]) -> list[Place | None]:
    """Return the place of each word and number of a text in its form; None for marks.

    The parts of a form are links and emphasis, and what other marks separate outside of them.

    Args:
        tokens: The tokens of the text.
        numbers: The number of the part of each token.
        parts: The parts of the text, as `split_parts` gives them.
    """
    part_of_token: list[int | None] = []
    commas_before: list[int] = []
    kinds: list[str] = []
    last: tuple[int, int] | None = None
    commas = 0
    for token, number in zip(tokens, numbers, strict=True):
        markup = token.marks & _MARKUP
        if token.text[0].isalnum():
            key = (markup, 0) if markup else (0, number + 1)
            if key != last:
                last, part, commas = key, parts[number], 0
                content = "" if markup else "w" if part.words else "y" if part.years else "n"
                kinds.append(f"{content}{markup or token.marks & (QUOTED | BRACKETED)}")
            part_of_token.append(len(kinds) - 1)
        else:
            part_of_token.append(None)
            commas += token.text == "," and not markup
            # a mark outside of a link or emphasis ends it
            last = last if markup or last is None or not last[0] else None
        commas_before.append(min(commas, _MAX_COMMAS))
    row = (*kinds, _END)
    places = [row[max(0, at - _MAX_BEFORE) : at + 2] for at in range(len(kinds))]
    return [
        None if number is None else (*places[number], "," * count)
        for number, count in zip(part_of_token, commas_before, strict=True)
    ]
