"""Recognise lines that say what a paper is before its title: `Ann Lee et al. · ICML 2020 · **Title** · [pdf](…)`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from papernotes_plugin.recognisers.evidence.lines.described_titles import (
    marked_spans,
    marked_title,
    may_have_title,
    read_mention,
)
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention

_FACTS = (PartKind.NAMES, PartKind.FAMILIES, PartKind.VENUE)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each line with names or a venue before its marked title."""
    read = RecognisedText(context)
    for block in context.blocks:
        if block.kind is not BlockKind.PARAGRAPH or block.index in context.claimed_blocks:
            continue
        if may_have_title(context, block, read) and _may_follow_facts(context, block):
            described = marked_title(context, block)
            if described and _open_with_facts(described.parts):
                mention = read_mention(context, block, described)
                if mention:
                    yield mention


def _may_follow_facts(context: NoteContext, block: Block) -> bool:
    """Return whether letters are before marked text that may be the title of a block, as most titles open theirs."""
    before = [context.note.text[block.span.start : span.start] for span in marked_spans(context, block.index)]
    return any(map(str.isalpha, "".join(before)))


def _open_with_facts(parts: Sequence[LinePart]) -> bool:
    """Return whether names or a venue are before the title."""
    before = takewhile(lambda part: part.kind is not PartKind.TITLE, parts)
    return any(part.kind in _FACTS for part in before)
