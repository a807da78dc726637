"""Recognise the works that a sentence names with their title, people and year.

Examples are `Lee and Ray (1980), “A Theory of Attention”` and `Ann Lee's 1980 paper *A Theory of Attention*`.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.references import works_in_sentences
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.references.reference_text import reference_text
from papernotes_plugin.recognisers.evidence.references.works_in_sentences import NamedWork
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import has_year
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.vocabulary.model import BlockKind, Evidence, Mention, MentionKind

_MAX_TEXT = 8000
"""Characters of a paragraph in which works are looked for."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CITATION` for each work in the sentences of a note that no other recogniser has read."""
    if not has_year(context.note.text):
        return
    for block in context.blocks:
        if block.kind is not BlockKind.PARAGRAPH or not has_year(context.source(block.span)):
            continue
        if _is_claimed(context, block.index) or any(
            may_be_paper_or_pdf(i) for _, i in context.links_within(block.span)
        ):
            continue
        words = reference_text(context.inlines_of(block.index))
        if len(words.text) <= _MAX_TEXT:
            for work in works_in_sentences.read(words):
                span = words.span(*work.span)
                yield build_mention(context, MentionKind.CITATION, span, work.title, block.index, _evidence(work))


def _is_claimed(context: NoteContext, index: int) -> bool:
    """Return whether a text, or a block around it, is a paper."""
    return index in context.claimed_blocks or any(b.index in context.claimed_blocks for b in context.ancestors(index))


def _evidence(work: NamedWork) -> Evidence:
    """Return the facts of a work as evidence."""
    published = publication_evidence(work.publication) if work.publication else Evidence()
    entry_type = "book" if work.is_book else published.entry_type
    return published._replace(title=work.title, authors=work.authors, year=work.year, entry_type=entry_type)
