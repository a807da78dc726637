"""Recognise references whose facts are in several blocks: a heading, a bullet or a paragraph, and the blocks below it.

The model of `freeform_reference` reads these blocks as one text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, takewhile

from papernotes_plugin.recognisers import reference
from papernotes_plugin.recognisers.evidence.references.block_texts import text_of_inlines
from papernotes_plugin.recognisers.evidence.segmentation.labelled_reference import (
    JoinedReading,
    describes_work,
    read_joined,
)
from papernotes_plugin.recognisers.evidence.segmentation.reference_signs import (
    has_names,
    has_year,
    is_running_text,
)
from papernotes_plugin.recognisers.evidence.structure.candidate_blocks import (
    CandidateForm,
    PaperCandidate,
    may_stand_alone,
)
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.joined_blocks import joined_blocks
from papernotes_plugin.recognisers.evidence.structure.note_structure import IndexedInline
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words
from papernotes_plugin.text import comparison_key
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention

_MAX_AFTER = 4
"""Words after the facts in the last line of the blocks."""
_CERTAIN = 0.9
"""Probability of a title and names in several blocks."""
_OPENING = frozenset((BlockKind.HEADING, BlockKind.ITEM, BlockKind.PARAGRAPH))
_ADDRESS = lazy_regex(r"\]\([^()\s]*\)")
"""The address of a link, whose year is none of a reference."""
_REST_OF_SENTENCE = lazy_regex(r"\W*[a-zß-öø-ÿ]{3,} [a-zß-öø-ÿ]")
"""Two words in lower case after the facts of a work."""
_STATEMENT = lazy_regex(r"^[^\W\d_a-z](?>[^.?:]*? (?:is|are|was|were|has|have) )[^.?:]*+\.$")
"""A sentence below names, which is no title."""
_SIGN_IN_BLOCKS = lazy_regex(r"[,\d](?:(?<=,) [^\W\d_a-z]|(?<=\d)[-–]\d)")
"""A capital after a comma, as in a name, or a range of pages: with a year, a sign of a reference in several blocks."""


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield an `ITEM` for each heading, bullet and paragraph that describes a paper with the blocks below it."""
    if not has_year(_ADDRESS.sub("]", context.note.text)):
        return
    without_reference: set[int] = set()
    for block in context.blocks:
        is_opening = block.kind in _OPENING and (
            block.kind is not BlockKind.PARAGRAPH or may_stand_alone(context, block)
        )
        if not is_opening or block.index in context.claimed_blocks or block.index in without_reference:
            continue
        parts = list(takewhile(partial(_may_have_facts, context), joined_blocks(context, block)))
        # the year of an address is none of a reference
        shown = " ".join(context.visible_text(part.index) for part in parts)
        if len(parts) > 1 and has_year(shown) and (has_names(shown) or _SIGN_IN_BLOCKS.search(shown)):
            inlines = [_unclaimed_inlines(context, part) for part in parts]
            reading = read_joined(context, [text_of_inlines(context, part) for part in inlines])
            if reading and reading.references:
                yield from _mention_of_blocks(context, block, parts, inlines, reading)
            elif block.kind is BlockKind.PARAGRAPH:
                # a reference that begins at one of these would have been seen; without this, each is read five times
                without_reference.update(part.index for part in parts[1:-1])


def _may_have_facts(context: NoteContext, block: Block) -> bool:
    """Return whether the text of a block may be facts of a paper, and is no running text."""
    return not is_running_text(context.visible_text(block.index))


def _unclaimed_inlines(context: NoteContext, block: Block) -> list[IndexedInline]:
    return [
        (number, inline) for number, inline in context.inlines_of(block.index) if number not in context.claimed_inlines
    ]


def _mention_of_blocks(
    context: NoteContext,
    block: Block,
    parts: Sequence[Block],
    inlines: Sequence[Sequence[IndexedInline]],
    reading: JoinedReading,
) -> Iterator[Mention]:
    """Yield the mention of the paper that some blocks describe together; the first fact is in the first block.

    Args:
        context: The note.
        block: The heading, list item or paragraph that opens the description.
        parts: The blocks of the description.
        inlines: The inlines of each of them.
        reading: What the model has read in them.
    """
    read = reading.references[0]
    words, breaks = reading.words, reading.block_breaks
    own = context.note_evidence
    if own and comparison_key(own.title) == comparison_key(read.reference.title.words):
        # the paper of a literature note, which has its mention
        return
    if read.probability < _CERTAIN or not describes_work(words, read):
        return
    title = read.reference.title
    # the name of a group is above a title: `- Segmentation⏎  - Parsing of Scenes, CVPR 2017`
    is_below_group = block.kind is BlockKind.ITEM and any(title.start < at < title.end for at in breaks)
    is_short = is_below_group or not any(read.start < at < read.end for at in breaks)
    if is_short or count_words(words.text[: read.start]) > 1:
        return
    line_end = min((at for at in reading.breaks if at >= read.end), default=len(words.text))
    published = read.reference.publication
    is_published = published.volume or published.pages or published.publisher or published.place or published.is_known
    words_after = words.text[read.end : line_end]
    if not is_published or count_words(words_after) > _MAX_AFTER or _REST_OF_SENTENCE.match(words_after):
        # a section with a sentence on a work
        return
    if read.reference.title.start > breaks[0] and _STATEMENT.search(words.text[read.reference.title.start : line_end]):
        return
    count = sum(start < read.end for start in (0, *breaks))
    candidate = PaperCandidate(context, block, parts[0], chain.from_iterable(inlines[:count]), CandidateForm.LINE)
    if mention := reference.mention_of(context, candidate, words, read.reference):
        context.claimed_blocks.update(part.index for part in parts[:count])
        yield mention
