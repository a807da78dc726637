"""Decide whether a list item is a remark about something, and describes no paper."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.labels.field_labels import NAMES_PAPER
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.vocabulary.model import InlineKind

_MAX_WORDS = 3
"""Words of a label."""
_BRACKETS_AT_END = re.compile(r"\s*\([^()]*\)$")
_TASK = re.compile(
    r"(?:continue|finish|read|reread|write|watch|review|check|look at|see|update|add|fix|discuss|ask|prepare|start"
    r"|study|implement) ",
    re.IGNORECASE,
)
"""The verb that opens a task."""
_DESCRIPTION = re.compile(r"[*_]{0,2}[:：]\s")
"""The colon between the link to a note and its description."""


def is_remark(inlines: list[IndexedInline]) -> bool:
    """Return whether a text begins with the label of a remark, describes a note, or is a task with one.

    Examples are `**Closest prior work:** …`, `[[TypeScript]]: a language` and `Continue [[Thesis]], and write`.
    """
    first = inlines[0][1] if inlines else None
    if first and len(inlines) > 1 and inlines[1][1].kind is InlineKind.WIKILINK and _TASK.fullmatch(first.text):
        return True
    if first and first.kind is InlineKind.WIKILINK:
        after = next((i.text for _, i in inlines[1:] if i.span.start >= first.span.end), "")
        return bool(_DESCRIPTION.match(after)) and not any(is_paper_link(i) for _, i in inlines)
    if not first or first.kind is not InlineKind.STRONG or not first.text.rstrip().endswith((":", "：")):
        return False
    label = _BRACKETS_AT_END.sub("", first.text.strip().rstrip(":："))
    if labelled_values.meaning(label) or NAMES_PAPER.search(label):
        return False
    return count_words(label) <= _MAX_WORDS and any(word.isalpha() and word.islower() for word in label.split()[1:])
