"""A digest of the features of a fixed text, which shows whether weights belong to the features of the package."""

from __future__ import annotations

from hashlib import sha256

from papernotes_plugin.recognisers.evidence.segmentation.text_parts import split_parts
from papernotes_plugin.recognisers.evidence.segmentation.token_features import features_of
from papernotes_plugin.recognisers.evidence.segmentation.tokens import tokenize

_TEXT = (
    "[3] Lee, A. B. & Ray, C. (2019) “Wool and Weather” Journal of Sheep 12(3), pp. 45–67 \x1d 2nd 张伟 Вестник СССР"
)
"""A text with tokens of all forms, and of most lists of words."""


def feature_digest() -> str:
    """Return a digest of the features of a fixed text: another one after each change of the names of features."""
    linked, emphasised, strong = map(_place, ("Wool and Weather", "Journal of Sheep", "Lee, A. B."))
    breaks = [_TEXT.index(" 2nd")]
    tokens = tokenize(_TEXT, linked=[linked], emphasised=[emphasised], strong=[strong], breaks=breaks)
    return sha256("\n".join(map(" ".join, features_of(tokens, *split_parts(tokens)).merged())).encode()).hexdigest()[
        :16
    ]


def _place(words: str) -> tuple[int, int]:
    """Return the start and end of words in the text."""
    start = _TEXT.index(words)
    return start, start + len(words)
