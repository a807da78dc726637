"""Test that the weights of the package belong to its features: others would be lost without an error."""

from __future__ import annotations

import json
import lzma

from tests.training.__main__ import WEIGHTS
from tests.training.feature_digest import feature_digest


def test_the_weights_belong_to_the_features() -> None:
    """The model was trained with the features that the package computes; train it again if this test fails."""
    assert json.loads(lzma.decompress(WEIGHTS.read_bytes()))["features"] == feature_digest()
