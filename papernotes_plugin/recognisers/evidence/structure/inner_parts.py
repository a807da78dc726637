"""Find the parts of a block that may be a reference each: in raw HTML, in details, below an item, and definitions."""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.structure import html_parts
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    inlines_within,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Span

_DEFINITION = lazy_regex(r"\n:[ \t]+(?P<text>[^\n]+(?:\n(?![^\n]*\n:[ \t])[^\n]+)*)")
"""The definition of a term; the line before the next definition is a term."""
_MIN_PART = 20
"""Characters of such a part that may be a reference."""


def inner_parts(context: NoteContext, block: Block) -> Iterator[PaperCandidate]:
    """Yield the parts of a block, other than list items, that may be a reference each.

    - the parts between the tags of raw HTML, and the bullets in it;
    - the further paragraphs of an item;
    - the definitions of terms.

    Below `- [Tool](…) <details><summary>Paper</summary>` the text up to `</details>` is a part.
    """
    texts = context.text_blocks(block) if block.kind in (BlockKind.ITEM, BlockKind.FOOTNOTE) else [block]
    container = context.enclosing_entry(block.index) or block
    papers = (link.span.start for _, link in context.links_within(container.span) if may_be_paper_or_pdf(link))
    first_paper = next(papers, container.span.end)
    for text in texts:
        is_further = text is not texts[0] and is_plain(context, texts[0])
        parts = [(text.span, CandidateForm.PART)] if is_further else []
        if block.kind is BlockKind.HTML or html_parts.has_details(context, text):
            parts = [
                (part, CandidateForm.LINE if is_entry else CandidateForm.PART)
                for part, is_entry in html_parts.parts_between_tags(context.note.text, text.span)
            ]
        if block.kind is BlockKind.PARAGRAPH and has_definitions(context, text):
            definitions = _DEFINITION.finditer(context.note.text, *text.span)
            parts = [(Span(*match.span("text")), CandidateForm.LINE) for match in definitions]
        for part, form in parts:
            if part.end - part.start >= _MIN_PART:
                inlines = list(inlines_within(context, text, part))
                candidate = PaperCandidate(context, container, text, inlines, form)
                candidate.is_remark = first_paper < part.start
                yield candidate


def is_plain(context: NoteContext, text: Block) -> bool:
    """Return whether a text has no link and no marked words, so that it gives no title to the paragraphs below it."""
    return all(inline.kind is InlineKind.TEXT for _, inline in context.inlines_of(text.index))


def has_definitions(context: NoteContext, block: Block) -> bool:
    """Return whether a paragraph is a term and its definition, as in Markdown Extra: `Lee 2020`, `:   Lee`."""
    source = context.source(block.span)
    return "\n: " in source or "\n:\t" in source
