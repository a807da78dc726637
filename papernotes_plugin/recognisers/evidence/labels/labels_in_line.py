"""Find where each labelled value begins in a line with several: `**Venue:** ICML | **Year:** 2020`.

Decide whether a line ends the value before it, too.
"""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels.field_labels import MEANING
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Span

_FURTHER = lazy_regex(
    r"\s*+(?:[|·•,;]\s*+)?(?:[\U0001f300-\U0001faff]\ufe0f?\s*)?"
    r"(?=(?:\*\*|__)([^*_:：\n]{1,40})(?:(?:::?|：)(?:\*\*|__)|(?:\*\*|__)\s?(?:::?|：)))"
    r"|\s+[|·•]\s+(?=([^\W\d_][^:：*_`\[\]\n|#]{0,30}?)\s?(?:::?|：)\s)"
)
"""Text before a further label in a line: one with emphasis, or a plain one after a bar."""
_OPENING = lazy_regex(
    r"[ \t>]*+(?:[-*+]\s+)?(?:[\U0001f300-\U0001faff]\ufe0f?\s*)?"
    r"(?:\*\*|__|(?P<plain>[^\W\d_][^:*_`\[\]\n|#]{0,30}?)\s?:)"
)
"""The beginning of a line with labels: emphasis, or a plain label."""
_FIELD = lazy_regex(
    r"[ \t>]*+[\[(](?=[^\W\d_][\w -]{0,30}::)"
    r"(?P<field>(?:[^\[\]()\n]|\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\](?:\([^()\n]*\))?|\([^()\n]*\))*+)[\])]"
)
"""A field of Dataview in brackets: `[year:: 2020]`, `(authors:: [[Ann Lee]], [[Bob Ray]])`."""

_ONE_VALUE = ("authors", "venue", "title")
"""Meanings of labels whose values have no parts with labels of their own, as an abstract has."""


def parts_of_line(source: str, at: int, end: int) -> list[Span]:
    """Return the parts of a line with one label at most; the line for one label, or for none.

    Examples:
        >>> line = "**Authors:** Ann Lee | **Venue:** ICML **Year**:: 2020"
        >>> [line[slice(*part)] for part in parts_of_line(line, 0, len(line))]
        ['**Authors:** Ann Lee', '**Venue:** ICML', '**Year**:: 2020']
        >>> line = "[authors:: [[Ann Lee]], [[Bob Ray]]] (year:: 2020)"
        >>> [line[slice(*part)] for part in parts_of_line(line, 0, len(line))]
        ['authors:: [[Ann Lee]], [[Bob Ray]]', 'year:: 2020']
    """
    if source.find("::", at, end) >= 0 and (fields := _fields(source, at, end)):
        return fields
    first = source.find(":", at, end)
    # most lines have one colon
    has_several = first >= 0 and source.find(":", first + 2, end) >= 0 and _opens_with_label(source, at, end)
    parts: list[Span] = []
    start = at
    for match in _FURTHER.finditer(source, at, end) if has_several else ():
        if match.start() > start and (match[1] or match[2]).strip().casefold() in MEANING:
            parts.append(Span(start, match.start()))
            start = match.end()
    return [*parts, Span(start, end)]


def ends_value(meaning: str, value: str, label: re.Match[str] | None) -> bool:
    """Return whether a line with a label that has no meaning ends the value before it.

    After names, a title or a venue, a label without a value does, and a field of Dataview: `ItemType:: article`.

    Args:
        meaning: The meaning of the label before that value.
        value: The value.
        label: The label of the line, with `value`; None if it has none.
    """
    if label is None:
        return False
    is_field = not label["value"].strip() or "::" in label[0]
    return not value or (is_field and meaning in _ONE_VALUE)


def _opens_with_label(source: str, at: int, end: int) -> bool:
    opening = _OPENING.match(source, at, end)
    return opening is not None and (not opening["plain"] or opening["plain"].casefold() in MEANING)


def _fields(source: str, at: int, end: int) -> list[Span]:
    """Return the fields of Dataview that a line consists of, without their brackets; none for any other line."""
    spans: list[Span] = []
    while field := _FIELD.match(source, at, end):
        spans.append(Span(*field.span("field")))
        at = field.end()
    return [] if source[at:end].strip(" \t,;|") else spans
