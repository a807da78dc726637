"""Read the lines below a title that say only what its paper is."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate, takewhile

from papernotes_plugin.recognisers.evidence.authors.authorship import INITIAL, is_person
from papernotes_plugin.recognisers.evidence.labels import book_labels, label_meanings
from papernotes_plugin.recognisers.evidence.lines.line_marks import MARKS
from papernotes_plugin.recognisers.evidence.lines.line_parts import LinePart, PartKind, facts_in, read_parts
from papernotes_plugin.recognisers.evidence.lines.line_text import (
    NO_TITLE,
    is_listed_name,
    line_of,
    without_remark_on_names,
)
from papernotes_plugin.recognisers.evidence.lines.names_in_lines import names_in
from papernotes_plugin.recognisers.evidence.lines.venues_in_lines import publication_in
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, is_uninformative
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind

_MAX_LINES = 8
"""Lines below a title that may have facts of its paper."""
_MAX_BLOCKS = 3
"""Blocks after its paragraph that may have such facts."""
_MIN_TITLE = 2
"""Words of a link that may be a title."""
_MAX_OTHER_LINES = 2
"""Bullets below a title that are no facts, before those that are."""
_MARKS_AFTER_LABEL = " *_\t\x03\x04"
_LABEL = lazy_regex(r"[\W\x03\x04]{0,6}(?P<label>[^\W\d_][\w ()/-]{0,30}?)\s*(?:\x04\s*[:：]?|[:：=])")


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
        if text.index in context.claimed_blocks and _is_value(context, text, lines):
            continue
        for line in lines:
            is_labelled = _is_labelled(line)
            if facts := () if is_labelled else facts_in(without_remark_on_names(line)):
                parts += facts
                blocks += [text] if text not in blocks[-1:] else []
            elif not is_labelled:
                others += 1
                if others > _MAX_OTHER_LINES or context.enclosing_entry(text.index) is None:
                    return _without_doubtful_names(parts), blocks
    return _without_doubtful_names(parts), blocks


def _is_value(context: NoteContext, text: Block, lines: list[str]) -> bool:
    """Return whether a text is a labelled value that is read already: its label is above it, or its first line."""
    start = text.span.start
    starts, stops = _read_spans(context)
    at = bisect_left(starts, start)
    if at and stops[at - 1] > start:
        return True
    is_below_label = bool(lines) and lines[0].rstrip(_MARKS_AFTER_LABEL).endswith((":", "："))
    return is_below_label and at < len(starts) and starts[at] == start


@once_per_note
def _read_spans(context: NoteContext) -> tuple[list[int], list[int]]:
    """Return the starts of all spans that recognisers have read, and for each the furthest end up to there."""
    spans = sorted(context.read_spans)
    return [span.start for span in spans], list(accumulate((span.end for span in spans), max))


def are_below_title(context: NoteContext, block: Block) -> bool:
    """Return whether a paragraph and those above it, up to a heading, are names and other facts, but no title."""
    heading = context.heading_above[block.index]
    if block.kind is not BlockKind.PARAGRAPH or heading < 0:
        return False
    section = context.section(context.blocks[heading])[:_MAX_BLOCKS]
    if block not in section:
        return False
    above = section[: section.index(block) + 1]
    has_names = False
    for line in (line_of(context, text.index, NO_TITLE) for text in above):
        facts = facts_in(without_remark_on_names(line))
        if not facts and line.strip(MARKS):
            return False
        has_names = has_names or any(part.kind is PartKind.NAMES for part in facts)
    return has_names


def _without_doubtful_names(parts: list[LinePart]) -> list[LinePart]:
    """Return parts without family names alone, unless a venue or a year is near them."""
    is_dated = any(part.kind in (PartKind.VENUE, PartKind.YEAR) for part in parts)
    return parts if is_dated else [part for part in parts if part.kind is not PartKind.FAMILIES]


def _is_labelled(line: str) -> bool:
    """Return whether a label opens a line, whose value is no fact or is read elsewhere: `Read: 2021`, `Venue: ICML`."""
    match = _LABEL.match(line)
    label = match["label"].strip(MARKS) if match else ""
    return bool(label and label_meanings.meaning(label)) or book_labels.is_of_reading(label)


def _lines_below(
    context: NoteContext, block: Block, is_stop: Callable[[Block], bool]
) -> Iterator[tuple[Block, list[str]]]:
    """Yield the text blocks below the block of a title with their lines."""
    count = 0
    for container in _blocks_below(context, block):
        for text in context.subtree(container):
            if text.kind is BlockKind.PARAGRAPH:
                if is_stop(text) or count >= _MAX_LINES or _links_to_title(context, text):
                    return
                lines = line_of(context, text.index, NO_TITLE).split("\n")
                count += len(lines)
                yield text, [line for line in lines if line.strip(MARKS)]


def _links_to_title(context: NoteContext, text: Block) -> bool:
    """Return whether a link in a text block may have the title of another work: `[Maps of Rivers](…) - Ann Lee`."""
    links = (inline for _, inline in context.unclaimed_links(text.index) if not inline.bare)
    return any(
        count_words(link.text) >= _MIN_TITLE and not (is_uninformative(link.text) or is_fact(link.text))
        for link in links
        if not is_listed_name(context, link)
    )


def opens_with_names(line: str) -> bool:
    """Return whether a line begins with the names of several people, of which one is certain."""
    first, comma, _ = line.strip(" \t>*_").replace(" and ", ", ", 1).partition(", ")
    if not comma or not (is_person(first) or INITIAL.search(first)):
        return False
    parts = read_parts(line)
    return parts[0].kind is PartKind.NAMES and len(parts[0].names) > 1


def is_fact(words: str) -> bool:
    """Return whether words are the names of people or a venue."""
    return bool(names_in(words)[1] or publication_in(words))


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
