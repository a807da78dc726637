"""The sections and lists of a note that are bibliographies, as a heading or the class of a list in HTML says."""

from __future__ import annotations

from bisect import bisect_right
from operator import attrgetter

from papernotes_plugin.recognisers.evidence.labels.words_for_reading import announces_references
from papernotes_plugin.recognisers.evidence.papers import listed_papers
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_MARKED_LIST = lazy_regex(r'(class="(?:bibliography|references|csl-bib-body)")|</[ou]l>')
"""The attribute of a list that is a bibliography, or the end of a list."""
_MAX_TAG = 60
"""Characters of the tag that opens such a list."""


def works_announced_above(context: NoteContext, block: Block) -> Works | None:
    """Return what a heading, words above a list, or the title of the note announces; None for nothing."""
    if block.kind is BlockKind.HTML and _is_in_marked_list(context, block):
        return Works.REFERENCES
    if is_in_announced_list(context, block):
        return Works.REFERENCES
    return listed_papers.announced_works(context, context.heading_above[block.index])


def is_in_announced_list(context: NoteContext, block: Block) -> bool:
    """Return whether the paragraph before a list around a block announces references."""
    return any(
        _is_announced(context, one.index) for one in context.ancestors(block.index) if one.kind is BlockKind.LIST
    )


@once_per_note
def _is_announced(context: NoteContext, index: int) -> bool:
    """Return whether the paragraph before a list announces references: `Further reading:`."""
    before = context.sibling_before(context.blocks[index])
    if before is None or before.kind is not BlockKind.PARAGRAPH:
        return False
    return announces_references(context.visible_text(before.index))


def _is_in_marked_list(context: NoteContext, block: Block) -> bool:
    """Return whether the class of a list in HTML around a block says that it is a bibliography."""
    lists = _marked_lists(context)
    at = bisect_right(lists, block.span.start + _MAX_TAG, key=attrgetter("start")) - 1
    return at >= 0 and block.span.start <= lists[at].end


@once_per_note
def _marked_lists(context: NoteContext) -> tuple[Span, ...]:
    """Return the spans of the lists in HTML that are bibliographies, each from its class to its end."""
    lists: list[Span] = []
    start: int | None = None
    for match in _MARKED_LIST.finditer(context.note.text):
        if start is None:
            start = match.start() if match[1] else None
        elif not match[1]:
            lists.append(Span(start, match.start()))
            start = None
    if start is not None:
        lists.append(Span(start, len(context.note.text)))
    return tuple(lists)


def is_in_bibliography(context: NoteContext, block: Block) -> bool:
    """Return whether a heading above a block, or the title of the note, announces references."""
    return works_announced_above(context, block) is Works.REFERENCES
