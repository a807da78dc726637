"""Tests of the mean of the weights of two trainings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.training.__main__ import mean_of

MODEL: dict[str, Any] = {
    "features": "digest",
    "labels": ["B-TITLE", "O"],
    "transitions": [[0.5, 1.0], [-8.0, 0.0]],
    "weights": {"w:wool": [0, 20, 1, -10], "w:and": [1, 6]},
}
OTHER: dict[str, Any] = {
    **MODEL,
    "transitions": [[1.5, 1.0], [-8.0, 2.0]],
    "weights": {"w:wool": [0, 40], "w:on": [0, 30]},
}


def test_the_mean_of_two_models_has_the_features_of_both() -> None:
    """A weight that one model lacks counts as zero, and a small mean is left out."""
    mean = mean_of([MODEL, OTHER])
    assert mean["weights"] == {"w:on": [0, 15], "w:wool": [0, 30, 1, -5]}
    assert mean["transitions"] == [[1.0, 1.0], [-8.0, 1.0]]
    assert (mean["features"], mean["labels"]) == ("digest", MODEL["labels"])


@pytest.mark.parametrize("change", [{"features": "other"}, {"labels": ["O", "B-TITLE"]}])
def test_models_of_other_features_have_no_mean(change: dict[str, Any]) -> None:
    """The numbers of labels and the features must be those of the first model."""
    with pytest.raises(ValueError, match="other features or labels"):
        mean_of([MODEL, {**OTHER, **change}])
