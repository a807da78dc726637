"""Find the sections that `<details>` folds, with the words of `<summary>` as their heading."""

from __future__ import annotations

import re
from itertools import takewhile

from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.vocabulary.model import Block, BlockKind

_COMMAND = re.compile(
    r"\W*(?:click|show|expand|toggle|see|view|read|open|more|details?|full|unfold|hide)\b", re.IGNORECASE
)
"""A word that opens the words on a button: `Click to expand`."""
_MIN_WORDS = 4
"""Words of a title without capitals."""


def is_summary(context: NoteContext, block: Block) -> bool:
    """Return whether a block of HTML opens a folded section, and its heading may be a title."""
    source = context.source(block.span)
    if source.count("<summary") != 1 or not source.rstrip().endswith("</summary>"):
        return False
    words = context.visible_text(block.index)
    title = split_title(words).title
    return not _COMMAND.match(words) and (looks_like_title(title) or count_words(title) >= _MIN_WORDS)


def blocks_in_section(context: NoteContext, summary: Block) -> list[Block]:
    """Return the blocks of the section that a block opens, up to the end of `<details>`."""
    following = context.siblings_after(summary, len(context.blocks))
    return list(takewhile(lambda block: block.kind not in (BlockKind.HTML, BlockKind.HEADING), following))
