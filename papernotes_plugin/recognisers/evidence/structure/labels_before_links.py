"""Decide whether the label or the words before a link say that it is no link of the paper above."""

from __future__ import annotations

from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.papers.link_texts import calls_paper
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, Inline

_BOLD_LABEL = lazy_regex(
    r"\n[^\S\n]*(?:\*\*|__)(?P<label>[^*_\n]{2,30})(?:(?<=[:：])(?:\*\*|__)|(?:\*\*|__)\s?[:：])\s*$"
)
_DESCRIPTION = lazy_regex(
    r"\n(?![^\n]*\b(?i:here|paper|article|source|link|read|found|available|publi\w+|arxiv|pdf|doi|url)\b)"
    r"(?P<label>[^\W\d_][^\s:：]*(?: [^\s:：]+){3,12})[:：][ \t]*\n[ \t>]*<?$"
)
"""Words above an address that do not point at it."""
_LABEL_REACH = 100
"""Characters before a link in which a label and its marks are, so that a long list of links takes linear time."""


def has_other_label(context: NoteContext, block: Block, inline: Inline) -> bool:
    """Return whether a bold label that names no link is all that is before a link: `**Solution**: [link](…)`.

    A line of several words with a colon describes the address below it: `Weird machines and exploits:`.
    """
    start = max(block.span.start, inline.span.start - _LABEL_REACH)
    # the beginning of a block is that of a line
    before = "\n" * (start == block.span.start) + context.note.text[start : inline.span.start]
    match = _BOLD_LABEL.search(before) or (_DESCRIPTION.search(before) if inline.bare else None)
    if not match:
        return False
    label = match["label"].strip(" :：")
    return not (label_meanings.meaning(label) or is_uninformative(label) or calls_paper(label))
