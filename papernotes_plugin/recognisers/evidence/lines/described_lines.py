"""Add the facts in the lines of a paper that no recogniser has read: those around its title, and those below it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile

from papernotes_plugin.recognisers.evidence.labels import label_meanings
from papernotes_plugin.recognisers.evidence.lines.line_evidence import is_complete, with_parts
from papernotes_plugin.recognisers.evidence.lines.line_facts import MARKS
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind, read_parts
from papernotes_plugin.recognisers.evidence.lines.line_text import NO_TITLE, line_of
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.table_headers import TableHeader
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, MentionKind, Span

_MAX_LINES, _MAX_BLOCKS = 8, 3
"""Lines below a title, and blocks after its paragraph, that may have facts of its paper."""
_MAX_OTHER_LINES = 2
"""Bullets below a title that are no facts, before those that are."""
_LABEL = lazy_regex(r"[\W\x03\x04]{0,6}(?P<label>[^\W\d_][\w ()/-]{0,30}?)\s*(?:\x04\s*[:：]?|[:：=])")
_CLOSING = (")", "]", "—", "–", "|", "·")
"""Marks after which other words are no part of the facts before them."""
_OF_PAPERS = frozenset((MentionKind.ITEM, MentionKind.CARD, MentionKind.CITATION, MentionKind.LITERATURE_NOTE))


def with_described_facts(context: NoteContext, mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """Return mentions with the facts that the lines around and below their titles state.

    Args:
        context: The note.
        mentions: The mentions.
        others: The other mentions of the note; their lines are not read.
    """
    papers = Counter(
        context.text_block_at(mention.span.start)
        for mention in (*mentions, *others)
        if mention.kind is not MentionKind.NAME and mention.creates_paper
    )
    return [_completed(context, mention, papers) for mention in mentions]


def _completed(context: NoteContext, mention: Mention, papers: Counter[int]) -> Mention:
    """Return a mention with further facts.

    Args:
        context: The note.
        mention: The mention.
        papers: The number of papers in each text block.
    """
    if mention.kind not in _OF_PAPERS or not mention.evidence.title or not mention.creates_paper:
        return mention
    index = context.text_block_at(mention.span.start)
    if index < 0 or papers[index] > 1 or is_complete(mention.evidence):
        return mention
    block = context.blocks[index]
    parts = _parts_in_row(context, block) if block.kind is BlockKind.CELL else _parts_of(context, mention, papers)
    evidence = with_parts(mention.evidence, parts)
    return mention if evidence is mention.evidence else mention._replace(evidence=evidence)


def _parts_of(context: NoteContext, mention: Mention, papers: Counter[int]) -> list[LinePart]:
    """Return the parts next to the title of a mention, and those in the lines below it."""
    block = context.text_block_at(mention.span.start)
    own = read_parts(line_of(context, block, _title_span(context, mention)))
    at = next((n for n, part in enumerate(own) if part.kind is PartKind.TITLE), -1)
    if at < 0:
        return []
    before, after = _without_names_of_papers(_adjacent(own[:at][::-1])), _adjacent(own[at + 1 :])
    is_whole = all(part.kind is not PartKind.WORDS for part in own)
    if mention.kind is MentionKind.CITATION and not is_whole:
        # a link in a sentence has other words around it
        return []
    below = parts_below(context, context.blocks[block], lambda text: text.index in papers)[0] if is_whole else []
    return [*after, *before, *below]


def _without_names_of_papers(parts: list[LinePart]) -> list[LinePart]:
    """Return the parts before a title without venues that have no year, and may be names of papers: `**TIP**: …`."""
    is_dated = any(part.published.year for part in parts)
    return [part for part in parts if is_dated or part.kind is not PartKind.VENUE]


def _title_span(context: NoteContext, mention: Mention) -> Span:
    """Return where the title of a mention is; the span of a mention may have more words."""
    at = context.note.text.find(mention.evidence.title, *mention.span)
    return Span(at, at + len(mention.evidence.title)) if at >= 0 else mention.span


def _parts_in_row(context: NoteContext, cell: Block) -> list[LinePart]:
    """Return the venues in the cells of a row whose column has no other meaning."""
    row = context.blocks[cell.parent]
    header = TableHeader.of_table(context, context.blocks[row.parent])
    columns = zip(context.children(row.index), header.facts, header.are_remarks, strict=False)
    parts: list[LinePart] = []
    for other, fact, is_remark in columns:
        if other.index != cell.index and fact in ("", "venue") and not is_remark:
            parts_of_line = read_parts(line_of(context, other.index, NO_TITLE))
            parts += parts_of_line if _are_facts(parts_of_line) else []
    return [part for part in parts if part.kind is PartKind.VENUE]


def _adjacent(parts: Sequence[LinePart]) -> list[LinePart]:
    """Return the parts from a title to the first other words; the last of them is left out if the words go on."""
    taken = list(takewhile(lambda part: part.kind is not PartKind.WORDS, parts))
    if taken and len(taken) < len(parts):
        following = parts[len(taken)].text.lstrip(MARKS)
        is_divided = "\n" in taken[-1].text[-2:] or taken[-1].text.rstrip().endswith(_CLOSING)
        if following[:1].islower() and not is_divided:
            taken.pop()
    return taken


# --- below a title --------------------------------------------------------------------------------


def parts_below(
    context: NoteContext, block: Block, is_stop: Callable[[Block], bool]
) -> tuple[list[LinePart], list[Block]]:
    """Return the parts of the lines below the block of a title that say only what its paper is, and their blocks.

    Args:
        context: The note.
        block: The block of the title.
        is_stop: Whether a text block belongs to another paper.
    """
    parts: list[LinePart] = []
    blocks: list[Block] = []
    others = 0
    for text, lines in _lines_below(context, block, is_stop):
        for line in lines:
            parts_of_line = read_parts(line) if not _is_labelled(line) else []
            if _are_facts(parts_of_line):
                parts += parts_of_line
                blocks += [text] if parts_of_line and text not in blocks[-1:] else []
            else:
                others += 1
                if others > _MAX_OTHER_LINES or context.enclosing_entry(text.index) is None:
                    return _without_doubtful_names(parts), blocks
    return _without_doubtful_names(parts), blocks


def _are_facts(parts: Sequence[LinePart]) -> bool:
    return all(part.kind not in (PartKind.WORDS, PartKind.TITLE) for part in parts)


def _without_doubtful_names(parts: list[LinePart]) -> list[LinePart]:
    """Return parts without family names alone, unless a venue or a year is near them."""
    is_dated = any(part.kind in (PartKind.VENUE, PartKind.YEAR) for part in parts)
    return parts if is_dated else [part for part in parts if part.kind is not PartKind.FAMILIES]


def _is_labelled(line: str) -> bool:
    """Return whether a label opens a line, whose value other modules read: `**Venue:** ICML`."""
    label = _LABEL.match(line)
    return label is not None and bool(label_meanings.meaning(label["label"].strip(MARKS)))


def _lines_below(
    context: NoteContext, block: Block, is_stop: Callable[[Block], bool]
) -> Iterator[tuple[Block, list[str]]]:
    """Yield the text blocks below the block of a title with their lines."""
    count = 0
    for container in _blocks_below(context, block):
        for text in context.subtree(container):
            if text.kind is BlockKind.PARAGRAPH:
                if is_stop(text) or count >= _MAX_LINES:
                    return
                lines = line_of(context, text.index, NO_TITLE).split("\n")
                count += len(lines)
                yield text, [line for line in lines if line.strip(MARKS)]


def _blocks_below(context: NoteContext, block: Block) -> Iterable[Block]:
    """Return the blocks of a section, those below a bullet, or those after a paragraph."""
    if block.kind is BlockKind.HEADING:
        blocks: Iterable[Block] = context.section(block)
    elif entry := context.enclosing_entry(block.index):
        blocks = (child for child in context.children(entry.index) if child.index > block.index)
    else:
        blocks = context.siblings_after(block, _MAX_BLOCKS)
    texts = (BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.QUOTE)
    return takewhile(lambda container: container.kind in texts, blocks)
