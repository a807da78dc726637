"""Find the headings that are labelled values, `### Authors: Ann Lee`, and no headings of sections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from papernotes_plugin.recognisers.evidence.labels.label_meanings import OF_FACTS, meaning
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Span

_LABEL = lazy_regex(
    # most headings are longer than a label, which the first condition finds in one step
    r"[^\w\n]*+(?=[^:：#\n]{1,30}+(?:[:：\s*_]|$))"
    r"(?P<label>[^:：#\n]{1,30}?)[\s*_]*(?:[:：]+[ \t*_]*(?P<value>[^\s*_][^\n]*)?)?(?=\n|$)"
)
"""A heading that is a label with a value or without one: `## Authors: Ann Lee`, `## **Venue**`."""
_OF_PAPER = frozenset(("authors", "venue"))
"""Meanings of which one has to be among the labels that are headings."""


class _Labelled(NamedTuple):
    """A heading that is a label."""

    text: Block
    """The paragraph in place of the heading."""
    meaning: str
    has_value: bool


def with_labels_as_text(blocks: tuple[Block, ...], source: str) -> tuple[Block, ...]:
    """Return the blocks of a note with a paragraph in place of each heading that is a labelled value.

    The value is in the heading, or in the block below it.  There are several such headings in a row, or one of them
    has the authors.

    Args:
        blocks: The blocks of the note.
        source: The text of the note.
    """
    changed: dict[int, Block] = {}
    for run in _runs(blocks, source):
        meanings = {labelled.meaning for labelled in run}
        has_values = any(labelled.has_value for labelled in run)
        if meanings & _OF_PAPER and (len(meanings) > 1 or (meanings == {"authors"} and has_values)):
            changed.update((labelled.text.index, labelled.text) for labelled in run)
    return tuple(changed.get(block.index, block) for block in blocks) if changed else blocks


def _runs(blocks: Sequence[Block], source: str) -> Iterator[list[_Labelled]]:
    """Yield the headings in a row that are labels."""
    headings = [_labelled(block, blocks, source) for block in blocks if block.kind is BlockKind.HEADING]
    for is_labelled, run in groupby(headings, key=lambda labelled: labelled is not None):
        if is_labelled:
            yield [labelled for labelled in run if labelled]


def _labelled(heading: Block, blocks: Sequence[Block], source: str) -> _Labelled | None:
    """Return a heading as the text of a label and perhaps its value; None if it has no label of a fact."""
    match = _LABEL.match(source, *heading.span)
    of_label = meaning(match["label"]) if match else ""
    if not match or of_label not in OF_FACTS:
        return None
    if not match["value"] and of_label == "link" and _is_above_list(heading, blocks):
        # `## Links` above several
        return None
    # the line below a heading that is underlined is no part of its text
    text = heading._replace(kind=BlockKind.PARAGRAPH, span=Span(match.start("label"), match.end()))
    return _Labelled(text, of_label, bool(match["value"]))


def _is_above_list(heading: Block, blocks: Sequence[Block]) -> bool:
    following = blocks[heading.index + 1] if heading.index + 1 < len(blocks) else heading
    return following.kind is BlockKind.LIST
