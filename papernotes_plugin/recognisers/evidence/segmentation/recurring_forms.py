"""The forms in which a note writes its texts, and the labels that the words at each place of a form have.

The author of a note writes all references of a list in one way.  So the labels of other texts of the same form are
evidence for those of a word: the words in emphasis are titles, for example.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import log
from operator import add

from papernotes_plugin.recognisers.evidence.segmentation.linear_chain import SCALE, Scores, reference_model
from papernotes_plugin.recognisers.evidence.segmentation.text_forms import Place, TokenizedText

_Shares = dict[str, float]
"""The mean probability of each kind of label, by its first character."""
_MIN_TEXTS, _MAX_TEXTS = 4, 24
"""Texts of one form from which its labels are learned, and the most that are labelled for it."""
_FLOOR = 0.05
"""Added to the share of each label, which limits the influence of a form."""
_EVEN = 1.0
"""Number of texts with even shares of all labels that are added to those of a place."""


class RecurringForms:
    """The labels that are frequent at the places of the forms of a note."""

    def __init__(self, texts: Iterable[TokenizedText]) -> None:
        """Sort texts by their forms; the labels of a form are learned when a text of this form is read."""
        self._model = reference_model()
        self._texts: defaultdict[Place, list[TokenizedText]] = defaultdict(list)
        self._learned: set[Place] = set()
        self._scores: dict[Place, Scores] = {}
        for text in texts:
            if text.form:
                self._texts[text.form].append(text)

    def with_form(self, text: TokenizedText) -> Sequence[Scores]:
        """Return the scores of a text, with those that the labels at the places of its form add."""
        if text.form not in self._learned:
            self._learned.add(text.form)
            self._learn(self._texts.pop(text.form, []))
        added = [self._scores.get(place) if place else None for place in text.places]
        if not any(added):
            return text.scores
        return [tuple(map(add, own, other)) if other else own for own, other in zip(text.scores, added, strict=True)]

    def _learn(self, texts: Sequence[TokenizedText]) -> None:
        """Learn the labels at each place from texts of one form."""
        if len(texts) < _MIN_TEXTS:
            return
        shares: defaultdict[Place, list[_Shares]] = defaultdict(list)
        for text in texts[:: -(-len(texts) // _MAX_TEXTS)]:
            for place, of_text in self._shares(text).items():
                shares[place].append(of_text)
        for place, of_texts in shares.items():
            if len(of_texts) >= _MIN_TEXTS:
                self._scores[place] = self._score(of_texts)

    def _shares(self, text: TokenizedText) -> dict[Place, _Shares]:
        """Return the mean probability of each kind of label at each place of a text."""
        labels = self._model.labels
        rows: defaultdict[Place, list[list[float]]] = defaultdict(list)
        for place, row in zip(text.places, self._model.marginals(text.scores), strict=True):
            if place:
                rows[place].append(row)
        shares: dict[Place, _Shares] = {}
        for place, of_place in rows.items():
            kinds = shares[place] = dict.fromkeys((label[0] for label in labels), 0.0)
            for label, *probabilities in zip(labels, *of_place, strict=True):
                kinds[label[0]] += sum(probabilities) / len(of_place)
        return shares

    def _score(self, of_texts: Sequence[_Shares]) -> Scores:
        """Return the logarithm of the mean probability of each label in some texts, as the model scores labels."""
        kinds = {label[0] for label in self._model.labels}
        total = len(of_texts) + _EVEN
        shares = {kind: (sum(one[kind] for one in of_texts) + _EVEN / len(kinds)) / total for kind in kinds}
        return tuple(round(SCALE * log(shares[label[0]] + _FLOOR)) for label in self._model.labels)
