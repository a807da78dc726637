"""Recognise the titles of pages of arXiv, which begin with the number of the paper: `[1706.03762] Title`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers.paper_links import identifier_from_url
from papernotes_plugin.recognisers.evidence.papers.shares_of_papers import containers
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Identifier, Mention, MentionKind, Span

_TITLE = lazy_regex(
    r"(?:%\s)?(?:[\s#>*+-]*(?:\d{1,3}[.)]\s+)?)\\?\[(?P<number>\d{4}\.\d{4,5})(?:v\d{1,2})?\\?\]\s*"
    r"(?P<title>[^\s\[\](:<][^\n\t<>]{8,250}?)(?:\s+-\s+ar[xX]iv(?:\.org)?)?(?:\s+\d{4}\.\d{4,5}(?:v\d{1,2})?\.pdf)?\s*"
    r"(?P<rest>\n(?:%|https?://)[^\n]*(?:\n%[^\n]*)*)?"
)
"""The number, the title, and perhaps the site or the name of the file; then the address, as in a title of pandoc."""
_NUMBER = lazy_regex(
    r"\[(?:(?:0[7-9]|1[0-4])(?:0[1-9]|1[0-2])\.\d{4}|(?:1[5-9]|2\d|3[0-5])(?:0[1-9]|1[0-2])\.\d{5})(?!\d)"
)
"""A number of arXiv, which begins with year and month, and has five further digits since 2015."""
_MIN_WORDS = 2


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` or a `CARD` for each line that is the number and the title of a paper on arXiv."""
    if not _NUMBER.search(context.note.text, context.note.body_start):
        return
    headings = (block for block in context.blocks if block.kind is BlockKind.HEADING)
    for block in (*containers(context), *headings):
        if block.index not in context.claimed_blocks and (mention := _mention(context, block)):
            context.claimed_blocks.add(block.index)
            yield mention


def _mention(context: NoteContext, block: Block) -> Mention | None:
    """Return the mention of a paper whose number and title are the first text of a block, with no link but its own."""
    text = next(iter(context.text_blocks(block)), block) if block.kind is not BlockKind.HEADING else block
    match = _TITLE.fullmatch(context.note.text, *text.span)
    if not match or "://" in match["title"] or not _NUMBER.search(match[0]):
        return None
    own = Identifier("arxiv", match["number"])
    links = context.unclaimed_links(text.index)
    if any(identifier_from_url(link.url) != own for _, link in links):
        return None
    title = " ".join(re.sub(r"[*_`]", "", match["title"]).split())
    is_title = title[:1].isupper() or not title[:1].isascii() or title[:1].isdigit()
    if not is_title or count_words(title) < _MIN_WORDS or is_generic(title) or is_sentence(title, has_link=True):
        return None
    kind = MentionKind.CARD if block.kind is BlockKind.HEADING else MentionKind.ITEM
    evidence = Evidence(title=title, identifiers=(own,))
    context.claimed_inlines.update(index for index, _ in links)
    return build_mention(context, kind, Span(*match.span("title")), title, text.index, evidence)
