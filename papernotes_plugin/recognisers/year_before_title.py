"""Recognise titles with only the year in brackets before them, where others have the venue, too.

Examples are the heading `## [2017] Title`, and the item `- [2017] Title`, in a note with `## [2017 CVPR] Title`.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.groups_of_titles import are_titles_of_papers
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.text.years import MODERN_YEAR
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind

_SIGN = lazy_regex(rf"\[{MODERN_YEAR}\]")
_DATED = lazy_regex(rf"\[(?P<year>{MODERN_YEAR})(?P<venue> [^\[\]]{{2,20}})?\]\s*(?P<title>[^\W_][^\n]{{10,250}})")
_MIN_PAPERS = 3
"""Titles with year and venue in brackets that are papers, from which the others are papers, too."""
_MIN_WORDS = 4
"""Words of a title; fewer may be the name of a method."""
_SHORT_NAME = lazy_regex(r"[A-Z](?=[\w+-]{0,20}[A-Z\d])[\w+-]{1,24}+, ")
"""The short name of a method before its full name: `SELU, Self-Normalizing Linear Unit`."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CARD` for each heading, and an `ITEM` for each list item, with the year in brackets before a title."""
    if not _SIGN.search(context.note.text, context.note.body_start):
        return
    papers = 0
    unread: list[tuple[Block, Evidence]] = []
    for block in context.blocks:
        if block.kind not in (BlockKind.HEADING, BlockKind.ITEM):
            continue
        text = block if block.kind is BlockKind.HEADING else next(iter(context.text_blocks(block)), None)
        match = _DATED.fullmatch(context.visible_text(text.index)) if text else None
        if not text or not match:
            continue
        if {block.index, text.index} & context.claimed_blocks:
            papers += match["venue"] is not None
        elif not match["venue"] and not context.has_link(text.span):
            title = split_title(match["title"]).title
            if count_words(title) >= _MIN_WORDS and not _SHORT_NAME.match(title):
                unread.append((text, Evidence(title, year=int(match["year"]))))
    if papers < _MIN_PAPERS or not are_titles_of_papers([evidence.title for _, evidence in unread], _MIN_WORDS):
        return
    for text, evidence in unread:
        if announced_works(context, context.heading_above[text.index]) is not Works.OTHERS:
            yield _mention(context, text, evidence)


def _mention(context: NoteContext, text: Block, evidence: Evidence) -> Mention:
    entry = context.enclosing_entry(text.index)
    context.claimed_blocks.add(entry.index if entry else text.index)
    kind = MentionKind.ITEM if entry else MentionKind.CARD
    return build_mention(context, kind, context.text_span(text), evidence.title, text.index, evidence)
