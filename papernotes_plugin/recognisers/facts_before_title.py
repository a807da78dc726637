"""Recognise lines that say what a paper is before its title: `Ann Lee et al. · ICML 2020 · **Title** · [pdf](…)`.

The title may also be plain words between family names with a year and the links: `Lee & Ray 2019: Title [[pdf](…)]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.lines.described_titles import (
    marked_spans,
    marked_title,
    may_have_title,
    read_mention,
)
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind
from papernotes_plugin.recognisers.evidence.lines.recognised_text import RecognisedText
from papernotes_plugin.recognisers.evidence.papers.paper_links import is_paper_link
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block
from papernotes_plugin.recognisers.evidence.references.family_lines import may_be_line, read_line
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import CandidateForm, PaperCandidate
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention

_FACTS = (PartKind.NAMES, PartKind.FAMILIES, PartKind.VENUE)


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each line with names or a venue before its title."""
    read = RecognisedText(context)
    for block in context.blocks:
        if block.kind is not BlockKind.PARAGRAPH or block.index in context.claimed_blocks:
            continue
        if block.index in context.mere_prose:
            continue
        if mention := _plain_title(context, block):
            yield mention
        elif may_have_title(context, block, read) and _may_follow_facts(context, block):
            described = marked_title(context, block)
            if described and _open_with_facts(described.parts):
                mention = read_mention(context, block, described)
                if mention:
                    yield mention


def _may_follow_facts(context: NoteContext, block: Block) -> bool:
    """Return whether letters are before marked text that may be the title of a block, as most titles open theirs."""
    before = [context.note.text[block.span.start : span.start] for span in marked_spans(context, block.index)]
    return any(map(str.isalpha, "".join(before)))


def _open_with_facts(parts: Sequence[LinePart]) -> bool:
    """Return whether names or a venue are before the title."""
    before = takewhile(lambda part: part.kind is not PartKind.TITLE, parts)
    return any(part.kind in _FACTS for part in before)


def _plain_title(context: NoteContext, block: Block) -> Mention | None:
    """Return the mention of a title between family names with a year, and links that are labels: `[pdf]`, `[code]`.

    Names and title may be a link together: `[Lee & Ray 2019: Title](…)`.
    """
    if not (context.has_link(block.span) and may_be_line(context.source(block.span))):
        return None
    links = [inline for _, inline in context.unclaimed_links(block.index)]
    titles = [link for link in links if not (link.bare or is_uninformative(link.text))]
    if len(titles) > 1:
        return None
    if titles and any(map(str.isalpha, context.note.text[block.span.start : titles[0].span.start])):
        return None
    if not any(map(str.isdigit, context.visible_text(block.index))):
        # no year but in an address
        return None
    if not any(map(is_paper_link, links)):
        return None
    inlines = context.inlines_of(block.index)
    words = text_of_block(context, block.index)
    line = read_line(words)
    # `Mamba (2023): Linear-Time Sequence Modeling` has one name, too
    if not line or not line.are_several or not line.reference.is_dated:
        return None
    title = words.span(line.reference.title.start, line.reference.title.end)
    if line.reference.title.start < line.reference.authors.end or any(title.end > t.span.end for t in titles):
        return None
    container = context.enclosing_entry(block.index) or block
    candidate = PaperCandidate(context, container, block, inlines, CandidateForm.LINE)
    return reference.mention_of(context, candidate, words, line.reference, is_of_form=True)
