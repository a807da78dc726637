"""Recognise references with titles in book marks, as the Japanese, Chinese and Koreans write them.

Examples are `大槻信『平安時代辞書論考』吉川弘文館、2019` and `山田太郎「題名について」『言語研究』147、1-20頁、2015年`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.papers import book_headings
from papernotes_plugin.recognisers.evidence.papers.bibliographies import works_announced_above
from papernotes_plugin.recognisers.evidence.papers.listed_papers import Works
from papernotes_plugin.recognisers.evidence.papers.reference_links import links_of_reference
from papernotes_plugin.recognisers.evidence.references import book_marks
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_block, text_of_inlines
from papernotes_plugin.recognisers.evidence.references.book_marks import MarkedReference
from papernotes_plugin.recognisers.evidence.references.reference_parts import (
    part_of,
    reference_candidates,
    references_in_lines,
)
from papernotes_plugin.recognisers.evidence.references.reference_text import ReferenceText
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CONTAINERS,
    PaperCandidate,
    may_stand_alone,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Evidence, Field, Mention, MentionKind, Span

_MAX_NAMES = 100
"""Characters of names before a title, at the beginning of a line."""
_MIN_ITEMS, _MIN_SHARE = 2, 0.8
"""Items of a list of works to read, and the share of those with names and a title in marks."""
_BOOKS = lazy_regex(r"书单|书目|书籍|書單|書目|書籍|文献|读书|図書|読書|도서")
"""A word of a heading above books."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each list item, footnote and paragraph that is names, a title in book marks and its facts."""
    for block in context.blocks:
        is_text_of_item = block.kind is BlockKind.PARAGRAPH and not may_stand_alone(context, block)
        if block.kind not in CONTAINERS or is_text_of_item or block.index in context.claimed_blocks:
            continue
        if _has_marks(context, block) and works_announced_above(context, block) is not Works.OTHERS:
            for candidate in reference_candidates(context, block):
                lines = references_in_lines(context, candidate, _opens_with_marks)
                mentions = [mention for part, _ in lines for mention in _mention(context, part)]
                yield from mentions or _mention(context, candidate)


def _opens_with_marks(source: str, span: Span) -> bool:
    """Return whether a mark of books is near the beginning of a line."""
    return any(
        source.find(mark, span.start, min(span.end, span.start + _MAX_NAMES)) >= 0 for mark in ("『", "《", "〈")
    )


def _are_books(context: NoteContext, block: Block) -> bool:
    """Return whether a heading or the title of the note announces books."""
    heading = context.heading_above[block.index]
    words = (context.note.title, context.visible_text(heading) if heading >= 0 else "")
    return any(map(_BOOKS.search, words))


@once_per_note
def _is_listed(context: NoteContext, index: int) -> bool:
    """Return whether nearly all items of a list to read are names and a title in book marks."""
    items = context.children(index)
    if context.blocks[index].kind is not BlockKind.LIST or len(items) < _MIN_ITEMS:
        return False
    if not book_headings.is_for_reading(context, context.heading_above[index]):
        return False
    texts = (text_of_block(context, text.index) for item in items for text in context.text_blocks(item)[:1])
    read = [book_marks.read(words.text, book_marks.start_of_reference(words), is_listed=True) for words in texts]
    return sum(reading is not None for reading in read) >= _MIN_SHARE * len(items)


def _has_marks(context: NoteContext, block: Block) -> bool:
    source = context.source(block.span)
    return "『" in source or "《" in source


def _mention(context: NoteContext, candidate: PaperCandidate) -> Iterator[Mention]:
    """Yield the mention of the reference that a candidate is."""
    words = text_of_inlines(context, candidate.inlines)
    is_announced = works_announced_above(context, candidate.block) is Works.REFERENCES
    are_books = _are_books(context, candidate.block)
    start = book_marks.start_of_reference(words)
    is_listed = _is_listed(context, candidate.container.parent) if candidate.container.parent >= 0 else False
    read = book_marks.read(words.text, start, is_announced=is_announced, are_books=are_books, is_listed=is_listed)
    if read is None and (end := _end_of_line(context, words)):
        # a remark is in the next lines
        read = book_marks.read(words.text[:end], start, is_announced=is_announced, are_books=are_books)
        if read:
            candidate = part_of(context, candidate, words.span(0, read.end))
    if read is None:
        return
    span = words.span(*read.title)
    title = context.visible_part(candidate.block.index, span)
    paper_links = links_of_reference(context, candidate, span)
    evidence = Evidence(
        title=title,
        authors=read.authors,
        venue=context.visible_part(candidate.block.index, words.span(*read.venue)) if read.venue else "",
        year=read.year,
        identifiers=paper_links.identifiers,
        links=paper_links.links,
        entry_type=_entry_type(read),
        fields=tuple(Field(label, value) for label, value in read.publication.details),
    )
    candidate.claim()
    context.claimed_inlines.update(paper_links.indices)
    yield build_mention(context, MentionKind.ITEM, span, title, candidate.block.index, evidence)


def _entry_type(read: MarkedReference) -> str:
    """Return the entry type that a reference shows; a chapter has no volume, and a publisher or the word for one."""
    published = read.publication
    if not read.is_part:
        return "book"
    return "article" if published.volume or published.issue else "incollection"


def _end_of_line(context: NoteContext, words: ReferenceText) -> int:
    """Return the offset at which the first line of a text ends in the source of the note; 0 for a single line."""
    first, last = words.span(0, len(words.text)) if words.text else (0, 0)
    end = context.note.text.find("\n", first, last)
    return bisect_left(range(len(words.text)), end, key=lambda at: words.span(at, at + 1).start) if end >= 0 else 0
