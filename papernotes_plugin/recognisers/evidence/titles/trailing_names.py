"""Read the short name that the author of a note writes after a title: `Deep Residual Learning (ResNet)`."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.names.common_acronyms import is_common
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import SMALL_WORDS
from papernotes_plugin.vocabulary.model import Evidence

_NAME_AT_END = re.compile(r" [(\[](?P<name>(?=[A-Za-z][\w+-]*[A-Z\d])[A-Z][A-Za-z\d+-]{2,15})[)\]]$")
"""A name with two capitals, or a capital and a digit, in brackets."""
_DISEASE = re.compile(r"[A-Z][A-Z-]+(?:-[A-Za-z]+)?-\d+")
"""An acronym with a number, as diseases and projects have it: `COVID-19`, `SARS-CoV-2`."""
_WORD = re.compile(r"[A-Za-z]+")
_MIN_WORDS = 3
"""Words before the brackets from which they are a title without the name."""


def with_trailing_name(evidence: Evidence) -> Evidence:
    """Return evidence whose title ends before a short name in brackets, which becomes a label.

    Brackets with the initials of the words before them are a part of the title, and so are common acronyms.

    Examples:
        >>> titles = "Visual Details Matter in Atari (DIAMOND)", "Vectorized Kernel Mixture (VecKM)"
        >>> [with_trailing_name(Evidence(title=title))[0] for title in titles]
        ['Visual Details Matter in Atari', 'Vectorized Kernel Mixture (VecKM)']
    """
    match = _NAME_AT_END.search(evidence.title) if evidence.title.endswith((")", "]")) else None
    if not match or is_common(match["name"].removesuffix("s")) or _DISEASE.fullmatch(match["name"]):
        return evidence
    title, name = evidence.title[: match.start()], match["name"]
    words = _WORD.findall(title)
    if len(words) < _MIN_WORDS or _are_initials(name, words):
        return evidence
    return evidence._replace(title=title, labels=(*evidence.labels, name))


def _are_initials(name: str, words: list[str]) -> bool:
    """Return whether the capitals of a name are the first letters of the last words, or of those before the last."""
    capitals = "".join(c for c in name if c.isupper())
    initials = "".join(w[0].upper() for w in words if w not in SMALL_WORDS)
    return initials.endswith(capitals) or initials[:-1].endswith(capitals)
