"""Recognise the works that a sentence names with their title, and with people, a year or a word for a paper.

Examples are `Lee and Ray (1980), “A Theory of Attention”`, `Ann Lee's 1980 paper *A Theory of Attention*` and `The
paper titled **A Theory of Attention** by Ann Lee, Bob Ray and Cy Elm shows …`.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works, announced_works
from papernotes_plugin.recognisers.evidence.papers.paper_links import may_be_paper_or_pdf
from papernotes_plugin.recognisers.evidence.references import works_in_sentences
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.line_breaks import line_breaks
from papernotes_plugin.recognisers.evidence.references.reference_facts import publication_evidence
from papernotes_plugin.recognisers.evidence.references.works_in_sentences import NamedWork
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import looks_like_title
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Mention, MentionKind, Span

_MAX_TEXT = 8000
"""Characters of a paragraph in which works are looked for."""
_MAX_GAP = 40
"""Characters after the facts, in which a link may be that to the paper."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a mention for each work in the sentences of a note: an `ITEM` if a word introduces it as a paper."""
    for block in context.blocks:
        if (
            block.kind is BlockKind.PARAGRAPH
            and block.index not in context.mere_prose
            and works_in_sentences.may_name_works(context.source(block.span))
            and not context.is_claimed(block.index)
        ):
            yield from _mentions(context, block)


def _mentions(context: NoteContext, block: Block) -> Iterator[Mention]:
    words = text_of_block(context, block.index)
    links: list[Span] = []
    pages: list[Span] = []
    for _, link in context.links_within(block.span):
        (links if may_be_paper_or_pdf(link) else pages).append(link.span)
    is_whole = False
    is_short = len(words.text) <= _MAX_TEXT
    for work in works_in_sentences.read(words, line_breaks(context, words)) if is_short else ():
        span, after = words.span(*work.span), words.span(work.end - 1, work.end).end + _MAX_GAP
        is_linked = any(span.start < link.end and link.start < after for link in links)
        if links and (is_linked or not (work.is_introduced and work.authors)):
            # the sentence may be about the linked paper
            continue
        if work.is_line and announced_works(context, context.heading_above[block.index]) is Works.OTHERS:
            # lists of talks and songs have this form, too
            continue
        is_page = any(page.start <= span.start and span.end <= page.end for page in pages)
        if not work.authors and (is_page or _is_heading(context, work.title)):
            # an article of a newspaper is linked, and a section may be about a talk of the same name
            continue
        if not work.is_introduced and context.is_quoted(block.index) and _is_quotation(words.text, work):
            continue
        is_whole = is_whole or work.is_introduced
        kind = MentionKind.ITEM if work.is_introduced else MentionKind.CITATION
        yield build_mention(context, kind, span, work.title, block.index, _evidence(work))
    if is_whole and not links:
        context.claimed_blocks.add(block.index)
        if entry := context.enclosing_entry(block.index):
            context.claimed_blocks.add(entry.index)


def _is_quotation(text: str, work: NamedWork) -> bool:
    """Return whether a quote is only words in quotation marks and a name: `> «Le fait social …» (Lee, 2006)`."""
    words_around = text[: work.span.start] + text[work.end :]
    return not any(map(str.isalnum, words_around)) and not looks_like_title(work.title)


def _is_heading(context: NoteContext, title: str) -> bool:
    """Return whether a title is a heading of the note."""
    return any(context.visible_text(heading.index).strip() == title for heading in context.headings)


def _evidence(work: NamedWork) -> Evidence:
    """Return the facts of a work as evidence."""
    published = publication_evidence(work.publication) if work.publication else Evidence()
    entry_type = "book" if work.is_book else published.entry_type
    return published._replace(title=work.title, authors=work.authors, year=work.year, entry_type=entry_type)
