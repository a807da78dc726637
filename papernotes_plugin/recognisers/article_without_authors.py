"""Recognise articles without authors, by a title in quotation marks before a journal with its numbers.

An example is `- “Communicating Sequential Processes.” Communications of the ACM, vol. 21, no. 8, 1978, pp. 666–77`.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.papers.shares_of_papers import containers
from papernotes_plugin.recognisers.evidence.references import quoted_articles
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_inlines
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import candidates_in
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.vocabulary.model import Mention, Span


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item, paragraph and footnote that is an article without authors."""
    text = context.note.text
    if not quoted_articles.may_be_reference(text, Span(context.note.body_start, len(text))):
        return
    for block in containers(context):
        if block.index in context.claimed_blocks or not quoted_articles.may_be_reference(text, block.span):
            continue
        for candidate in candidates_in(context, block):
            words = text_of_inlines(context, candidate.inlines)
            read = quoted_articles.read(words)
            yield from filter(None, [reference.mention_of(context, candidate, words, read) if read else None])
