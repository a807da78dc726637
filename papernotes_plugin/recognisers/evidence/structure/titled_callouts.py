"""Find the callouts whose title is that of a paper: `> [!abstract] Attention Is All You Need`."""

from __future__ import annotations

from papernotes_plugin.markup.block_parser import CALLOUT
from papernotes_plugin.recognisers.evidence.papers.note_openings import may_be_title
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_MIN_WORDS = 4
"""Words of a title; fewer are a label, such as `Paper Information`."""


def title_span(context: NoteContext, block: Block) -> Span | None:
    """Return where the title of a callout is, if it is that of a paper; None for any other block."""
    if block.kind is not BlockKind.QUOTE or not block.info:
        return None
    first = next(iter(context.text_blocks(block)), None)
    match = CALLOUT.match(context.note.text, *first.span) if first else None
    if match is None or not may_be_title(match["title"]):
        return None
    is_title = count_words(match["title"]) >= _MIN_WORDS and looks_like_title(match["title"])
    return Span(*match.span("title")) if is_title else None
