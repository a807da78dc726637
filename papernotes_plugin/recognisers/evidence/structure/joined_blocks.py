"""Short blocks that follow each other and may together describe one paper: a heading or bullet, and the lines below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import takewhile

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Block, BlockKind

_MAX_BLOCKS = 5
_MAX_FIRST = 300
"""Characters of a heading, a bullet or a marked line that opens the description of a paper."""
_MAX_LENGTH = 450
"""Characters of a block below it; a longer one is a summary."""


def joined_blocks(context: NoteContext, block: Block, *, with_claimed: bool = False) -> list[Block]:
    """Return a block with the text blocks below it that may have further facts; [] if there are none.

    They are the paragraphs and quotes below a heading or another paragraph, or the bullets below a list item.  Bullets
    next to each other are not of one paper.

    Args:
        context: The note.
        block: A heading, a paragraph or a list item.
        with_claimed: Whether the blocks below may have been read, as those of a paper that the block describes.
    """
    if block.span.end - block.span.start > _MAX_FIRST and block.kind is not BlockKind.ITEM:
        return []
    if block.kind is BlockKind.ITEM:
        texts = list(context.text_blocks(block))
        lists = (child for child in context.children(block.index) if child.kind is BlockKind.LIST)
        below = (
            text for child in lists for item in context.children(child.index) for text in context.text_blocks(item)[:1]
        )
        texts += below
    else:
        texts = [block, *_following(context, block)]
    joined = [texts[0]] if texts else []
    for text in texts[1:_MAX_BLOCKS]:
        is_claimed = text.index in context.claimed_blocks and not with_claimed
        if text.span.end - text.span.start > _MAX_LENGTH or is_claimed:
            break
        joined.append(text)
    return joined if len(joined) > 1 else []


def _following(context: NoteContext, block: Block) -> Iterator[Block]:
    """Yield the text blocks that follow a heading or a paragraph, up to the next heading."""
    for following in context.siblings_after(block, _MAX_BLOCKS):
        if following.kind is BlockKind.QUOTE:
            yield from context.text_blocks(following)[:1]
        elif following.kind is BlockKind.PARAGRAPH:
            yield following
        else:
            return


def unshared_blocks(context: NoteContext, index: int, counts: Mapping[int, int], max_blocks: int) -> list[Block]:
    """Return the block of a title and those below it, up to the first that has a paper of its own.

    Args:
        context: The note.
        index: The index of the block.
        counts: The number of papers in each text block.
        max_blocks: The largest number of blocks.
    """
    joined = joined_blocks(context, context.blocks[index], with_claimed=True)[:max_blocks]
    return list(takewhile(lambda block: block.index == index or not counts.get(block.index), joined))
