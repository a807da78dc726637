"""Find the values below headings that are labels: `## Authors` above a line of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from papernotes_plugin.recognisers.evidence.labels.field_labels import LINK_MEANINGS
from papernotes_plugin.recognisers.evidence.labels.label_marks import meaning_with
from papernotes_plugin.recognisers.evidence.labels.label_meanings import meaning
from papernotes_plugin.recognisers.evidence.labels.labelled_values import (
    LabelledValue,
    find,
    joined_bullets,
    stated_value,
)
from papernotes_plugin.recognisers.evidence.papers import link_texts
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_POINTING = frozenset(("link", "url", "source", "source link", "链接", "原文链接", "リンク", "링크"))
"""Labels of the address of what a note is about."""
_EMPTY_FIELD = lazy_regex(r"(?:\*\*|__)[^*_\n:]{1,30}(?::(?:\*\*|__)|(?:\*\*|__):)")
"""A label without a value, as templates have it below a heading: `**Link:**`."""
_OF_ONE_PAPER = frozenset(("venue", "year", "authors"))
"""Meanings of values that a paper has once."""
_MIN_IDENTIFIERS, _MIN_UNSHAPED = 2, 6
"""Identifiers that may be those of several papers, and words of a title without capitals above those of one."""
_SURE_MEANINGS = ("authors", "venue", "title")
"""Meanings of headings near which another heading `Link` is about the same paper."""


def under_headings(context: NoteContext, headings: Sequence[Block]) -> list[LabelledValue]:
    """Return the values whose labels are headings: `## 著者` above a line of names.

    Labels that recur are those of several papers, which have headings of their own.
    """
    values: list[LabelledValue] = []
    if not headings:
        return values
    texts_of_labels = [b for h in headings for b in context.section(h) if b.level and b.kind is BlockKind.PARAGRAPH]
    labelled = find(context, texts_of_labels) if texts_of_labels else values
    if len({value.meaning for value in labelled}) == len(labelled):
        values += labelled
    labels = [(heading, context.visible_text(heading.index)) for heading in headings]
    counts = Counter(label for _, label in labels)
    are_of_paper = any(meaning(label) in _SURE_MEANINGS for label in counts)
    for heading, label in labels:
        blocks = context.section(heading) if counts[label] == 1 and meaning(label) else ()
        if not blocks or heading.index in context.claimed_blocks:
            continue
        of_label = meaning_with(label, context.source(blocks[0].span).strip())
        if of_label == "link" and not _is_one_link(context, label, blocks, are_of_paper=are_of_paper):
            continue
        last = blocks[-1] if meaning(label) in ("abstract", "tldr") else blocks[0]
        span = Span(blocks[0].span.start, last.span.end)
        value = stated_value(context.source(span).strip())
        if meaning(label) == "authors" and blocks[0].kind is BlockKind.LIST:
            value = joined_bullets(context, blocks[0], "authors")
        texts = [b.index for b in context.subtree(blocks[0]) if b.kind in (BlockKind.PARAGRAPH, BlockKind.HTML)]
        if value and texts and not _EMPTY_FIELD.fullmatch(value):
            values.append(LabelledValue(label.strip(" :："), of_label, value, span, texts[0], span))
    return values


def are_of_several_papers(title: str, values: Sequence[LabelledValue], links: Sequence[IndexedInline]) -> bool:
    """Return whether only identifiers are below words that are no title, so that each may be another paper's: `Inbox`.

    Also whether authors are stated in several parts with other values, each of which describes a paper.

    Args:
        title: The words.
        values: The labelled values below them.
        links: The links there.
    """
    stated = [value for value in values if value.value and value.meaning]
    with_authors = {value.block for value in stated if value.meaning == "authors"}
    if sum(sum(value.block == block for value in values) > 1 for block in with_authors) > 1:
        return True
    others = sum(not any(v.span.start <= link.span.start < v.span.end for v in stated) for _, link in links)
    if not stated or len(stated) + others < _MIN_IDENTIFIERS:
        return False
    has_form_of_title = looks_like_title(title) or ":" in title or count_words(title) >= _MIN_UNSHAPED
    return not has_form_of_title and all(value.meaning in LINK_MEANINGS for value in stated)


def from_title(values: list[LabelledValue]) -> list[LabelledValue]:
    """Return labelled values without those before the title, in another block, that are stated again after it.

    They describe another paper.
    """
    at = next((index for index, value in enumerate(values) if value.meaning == "title" and value.value), 0)
    before = [value for value in values[:at] if value.block != values[at].block]
    repeated = {value.meaning for value in before} & {value.meaning for value in values[at:]} & _OF_ONE_PAPER
    return values[at:] if repeated else values


def _is_one_link(context: NoteContext, label: str, blocks: Sequence[Block], *, are_of_paper: bool) -> bool:
    """Return whether one line follows `## 論文リンク`; a list of links under `## Papers` is about other papers.

    Among headings for title, authors or venue, an address below `## Link` is that of the paper, too.
    """
    texts = [b for b in context.subtree(blocks[0]) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML)]
    is_one = len(blocks) == 1 and len(texts) == 1
    links = context.unclaimed_links(texts[0].index) if is_one else []
    is_address = are_of_paper and label.casefold() in _POINTING and len(links) == 1 and links[0][1].bare
    return is_one and (link_texts.calls_paper(label) or is_address)
