"""Recognise titles with lines below or around them that say only what a paper is: names, a venue, a year and links.

The facts may have any order and any marks: `**Title** | *Ann Lee et al.* | [pdf](…)`, with `ICML 2020` below it.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.lines.described_headings import (
    above_lines_of_facts,
    above_names,
    with_citation,
)
from papernotes_plugin.recognisers.evidence.lines.described_titles import (
    above_lines,
    in_line,
    marked_in_line,
    read_mention,
)
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import BlockKind, Mention

_READERS = {
    BlockKind.HEADING: (with_citation, above_names, above_lines_of_facts, marked_in_line),
    BlockKind.PARAGRAPH: (in_line, above_lines),
    BlockKind.CELL: (in_line,),
}


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each line, and a `CARD` for each heading, that is a title with the facts of a paper."""
    read = RecognisedText(context)
    for block in context.blocks:
        if block.kind not in _READERS or block.index in context.claimed_blocks or block.index in context.mere_prose:
            continue
        for reader in _READERS[block.kind]:
            described = reader(context, block, read)
            if described and (mention := read_mention(context, block, described)):
                yield mention
                break
