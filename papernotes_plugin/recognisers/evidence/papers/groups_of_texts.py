"""The items, paragraphs, headings and cells of a note, each with the list, section or column to which it belongs."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers.shares_of_papers import containers
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_day
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_TIME = lazy_regex(r",? \d{1,2}:\d\d.*")
"""The time of a meeting after its day."""
Group = tuple[int, int]
"""The heading above a line, or its table, and its list or column."""
_NO_LIST, _MEETINGS, _FIRST_HEADING, _FIRST_COLUMN = -1, -2, -3, -10
"""Groups of lines that are no list: paragraphs, those of all dated meetings, headings of a level, and a column."""


def texts_in_groups(context: NoteContext) -> Iterator[tuple[Block, Block, Group]]:
    """Yield the parts of a note that may each be a line: a block, its text, and the group to which they belong."""
    for block in containers(context):
        if block.kind is BlockKind.HTML:
            continue
        texts = context.text_blocks(block)
        yield block, texts[0] if texts else block, _group_of(context, block, 0)
    for block in context.blocks:
        if block.kind is BlockKind.ROW and not block.header:
            for column, cell in enumerate(context.children(block.index)):
                yield block, cell, _group_of(context, block, column)
        elif block.kind is BlockKind.HEADING:
            yield block, block, _group_of(context, block, 0)


def _group_of(context: NoteContext, block: Block, column: int) -> Group:
    """Return the list, section or column of a block."""
    if block.kind is BlockKind.ROW:
        return block.parent, _FIRST_COLUMN - column
    heading = context.heading_above[block.index]
    if block.kind is BlockKind.HEADING:
        return heading, _FIRST_HEADING - block.level
    if heading >= 0 and is_day(_TIME.sub("", context.visible_text(heading))):
        # a group of readers has a list for each meeting
        return context.heading_above[heading], _MEETINGS
    return heading, block.parent if block.kind is BlockKind.ITEM else _NO_LIST
