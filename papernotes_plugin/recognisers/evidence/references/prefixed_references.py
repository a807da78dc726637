"""Read references after other words: a bold label with a colon, or a sentence about the authors."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.references.reference_reader import (
    CERTAIN,
    LIKELY,
    Reference,
    read_reference,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import LINK_REMOVED, ReferenceText
from papernotes_plugin.recognisers.evidence.structure.reference_openings import end_of_sentence

_SPACE_OR_BULLET = re.compile(r"[\s*_>•·–—-]*")
_COLON = re.compile(r"[*_]*\s*[:：][*_]*\s+")


def read(words: ReferenceText) -> tuple[ReferenceText, Reference | None]:
    """Return the reference that ends a text, and its part of the text, if it is certain; else what the text is."""
    whole = read_reference(words)
    if whole and whole.score >= CERTAIN:
        return words, whole
    has_link = LINK_REMOVED in words.text
    if (start := _end_of_label(words)) and (labelled := _read_after(words, start, LIKELY if has_link else CERTAIN)):
        return labelled
    start = end_of_sentence(words.text, 0, len(words.text))
    return (_read_after(words, start, CERTAIN) if start else None) or (words, whole)


def _end_of_label(words: ReferenceText) -> int:
    """Return the offset after a bold label with a colon that opens a text: `**UCSD study (2023):** `; 0 for none."""
    start, end = min(words.emphasised, default=(0, 0))
    opening = _SPACE_OR_BULLET.match(words.text)
    if not end or not opening or start > opening.end():
        return 0
    if words.text[start:end].rstrip().endswith((":", "：")):
        return end
    colon = _COLON.match(words.text, end)
    return colon.end() if colon else 0


def _read_after(words: ReferenceText, start: int, min_score: float) -> tuple[ReferenceText, Reference] | None:
    """Return the reference after an offset, and its part of the text; None if its score is low."""
    rest = words.part(start, len(words.text))
    reference = read_reference(rest)
    is_certain = reference is not None and reference.score >= min_score and reference.is_published
    return (rest, reference) if reference and is_certain else None
