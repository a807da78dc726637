"""Return what the quotation of a card shows."""

from __future__ import annotations

import re

from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block

_FACTS = {"tldr", "abstract", "venue", "title", "authors", "year", "link", "doi", "arxiv", "citekey"}
"""Meanings of values that the paper carries as facts; they are not quoted as words about it."""
_BULLET = re.compile(r"\n?[ \t]*+(?:[-*+]|\d{1,9}[.)])?+[ \t]*+")


def quotation_of_card(
    context: NoteContext, blocks: list[Block], values: list[LabelledValue], entries: list[Block]
) -> str:
    """Return the source of the blocks without BibTeX entries and values that the paper carries as facts."""
    if not blocks:
        return ""
    source = context.note.text
    at, end = source.rfind("\n", 0, blocks[0].span.start) + 1, blocks[-1].span.end
    gaps = [v.span for v in values if v.meaning in _FACTS] + [b.span for b in entries]
    parts = []
    for gap in sorted(gaps):
        if at <= gap.start < end:
            # the bullet of a removed list item goes, too
            line = max(at, source.rfind("\n", at, gap.start))
            parts.append(source[at : line if _BULLET.fullmatch(source, line, gap.start) else gap.start])
            at = gap.end
    parts.append(source[at:end])
    return re.sub(r"\n[ \t]*+\n\s*+", "\n\n", "".join(parts)).strip()
