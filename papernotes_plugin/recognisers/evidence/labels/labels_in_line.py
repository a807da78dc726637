"""Find where each labelled value begins in a line with several: `**Venue:** ICML | **Year:** 2020`.

Decide whether a line ends the value before it, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.labels import book_labels
from papernotes_plugin.recognisers.evidence.labels.field_labels import MEANING
from papernotes_plugin.recognisers.evidence.labels.label_meanings import SYMBOLS
from papernotes_plugin.text.lazy_regex import OPTIONAL_SPACE, lazy_regex
from papernotes_plugin.vocabulary.model import Span

_FURTHER = lazy_regex(
    rf"{OPTIONAL_SPACE}(?:[|·•,;]\s*+)?(?:[\U0001f300-\U0001faff]\ufe0f?\s*)?"
    r"(?=(?:\*\*|__)([^*_:：\n]{1,40})(?:(?:::?|：)(?:\*\*|__)|(?:\*\*|__)\s?(?:::?|：)))"
    r"|(?<!\s)\s+[|·•]\s+(?=([^\W\d_][^:：*_`\[\]\n|#]{0,30}?)\s?(?:::?|：)\s)"
)
"""Text before a further label in a line: one with emphasis, or a plain one after a bar."""
_OPENING = lazy_regex(
    r"[ \t>]*+(?:[-*+]\s+)?(?:[\U0001f300-\U0001faff]\ufe0f?\s*)?"
    r"(?:\*\*|__|(?P<plain>[^\W\d_][^:*_`\[\]\n|#]{0,30}?)\s?:)"
)
"""The beginning of a line with labels: emphasis, or a plain label."""
_FIELD = lazy_regex(
    r"[ \t>]*+[\[(](?=[^\W\d_][\w -]{0,30}::)"
    r"(?P<field>(?>(?:[^\[\]()\n]|\[\[[^\[\]\n]*\]\]|\[[^\[\]\n]*\](?:\([^()\n]*\))?|\([^()\n]*\))*))[\])]"
)
"""A field of Dataview in brackets: `[year:: 2020]`, `(authors:: [[Ann Lee]], [[Bob Ray]])`."""

PLAIN_LABEL = lazy_regex(
    rf"[ \t>]*+(?:[{SYMBOLS}]++[ \t]*+)?"
    r"(?P<label>[^\W\d_a-z][^:：*_`\[\]\n|#]{0,25}?)\s*(?:::?|：)(?!//)\s*(?P<value>[^\n]*)"
)
"""A line with a label in capitals and without emphasis."""
_PROPERTY = lazy_regex(r"[ \t>]*+(?:[-*+][ \t]+)?(?P<label>[^\W\d_][\w-]{1,30}):(?!//) *+(?P<value>[^\n]*)")
"""A line of properties as managers of references print them: `dateAdded: 2021-06-01`."""
_MANY_PROPERTIES = 4
"""Plain lines with known labels in a paragraph from which each line `word: value` is a value; or lines of that form."""
_MANY_PLAIN = 2
"""Plain lines with known labels in a paragraph from which plain lines with any label are values."""
_ONE_VALUE = ("authors", "venue", "title")
"""Meanings of labels whose values have no parts with labels of their own, as an abstract has."""
_PROPERTIES = lazy_regex(r"[\w-]{1,30}: [^\n]*\n[\w-]{1,30}: ")
"""Two lines of properties."""


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


def pattern_of_plain_labels(source: str, lines: Sequence[Span], labels: Sequence[str]) -> re.Pattern[str] | None:
    """Return the pattern of the plain labels in a paragraph that no table lists; None if these are no labels.

    Args:
        source: The note.
        lines: The lines of the paragraph.
        labels: The plain labels in it that a table lists.
    """
    if len(labels) < _MANY_PLAIN:
        return None
    if len(labels) >= _MANY_PROPERTIES or all(map(str.islower, labels)):
        return _PROPERTY
    # `DOI:`, `issue:`, `pages: 4–9` in a list of nothing else
    are_properties = sum(_PROPERTY.match(source, *line) is not None for line in lines) >= _MANY_PROPERTIES
    return _PROPERTY if are_properties else PLAIN_LABEL


def ends_value(meaning: str, value: str, source: str, line: Span) -> bool:
    """Return whether a line with a label that has no meaning ends the value before it.

    After names, a title or a venue, a label without a value does, and a field of Dataview: `ItemType:: article`.
    So does a label of books and other works: `Finished: 2021`.  After an empty value, any label does.

    Args:
        meaning: The meaning of the label before that value.
        value: The value.
        source: The note.
        line: The line.
    """
    label = PLAIN_LABEL.match(source, *line) or (None if value else _PROPERTY.match(source, *line))
    if label is None:
        return False
    is_field = not label["value"].strip() or "::" in label[0] or book_labels.is_known(label["label"])
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


def are_properties(source: str) -> bool:
    r"""Return whether the source of a heading is properties above a rule, which Markdown takes for a heading.

    Examples:
        >>> are_properties("page: 1\ntype: text-highlight\n---"), are_properties("A Title: of Words")
        (True, False)
    """
    return _PROPERTIES.match(source) is not None
