"""Find the blocks besides headings that may be titles of cards: bold paragraphs, folded sections and callouts.

`**Title**`, `<details><summary>Title</summary>` and `> [!abstract] Title`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from papernotes_plugin import venues
from papernotes_plugin.markup.block_parser import CALLOUT
from papernotes_plugin.markup.document_text import EMPHASIS_KINDS
from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import labelled_values
from papernotes_plugin.recognisers.evidence.labels.field_labels import DESCRIBES, LINK_MEANINGS
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers.note_openings import may_be_title
from papernotes_plugin.recognisers.evidence.papers.paper_links import link_lines
from papernotes_plugin.recognisers.evidence.structure import identified_bylines
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.titles import dated_venues
from papernotes_plugin.recognisers.evidence.titles.sentences import is_sentence
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import count_words, looks_like_title, split_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, InlineKind, Span

_BRACKETED = lazy_regex(r"\[(?P<text>[^\[\]]{12,200})\]|(?:\[\d{1,3}\]\s?)?《(?P<marked>[^《》]{12,200})》")
"""A title in square brackets, or in the marks that Chinese has for titles, perhaps after a number."""
_FACTS = frozenset(("authors", "venue", "doi", "arxiv"))
"""Meanings of labels that only papers have."""
_MIN_FACTS = 2
"""Facts of a paper in a list below a bold paragraph, from which no link is needed."""
_MIN_TITLE_WORDS = 4
"""Words of a bold paragraph that is the title of a part of a section."""
_COMMAND = lazy_regex(
    r"\W*(?:click|show|expand|toggle|see|view|read|open|more|details?|full|unfold|hide)\b", re.IGNORECASE
)
"""A word that opens the words on a button: `Click to expand`."""
_MIN_WORDS = 4
"""Words of a summary without capitals, and of the title of a callout; fewer are a label: `Paper Information`."""
_MAX_BLOCKS_AFTER_BOLD = 3
"""Blocks after a bold paragraph that may belong to it."""
METADATA_HEADING = lazy_regex(
    r"info|meta|基本信息|论文信息|元数据|(?:書誌|論文|基本|文献)情報|(?:基本|論文|文獻)資訊|메타|정보", re.IGNORECASE
)
"""A heading above the facts of a paper."""
_MAX_METADATA = 4
"""Words of such a heading; a Chinese or Japanese character may be one."""


def is_bold_paragraph(context: NoteContext, block: Block) -> bool:
    """Return whether a paragraph is only strong text, text in brackets, or a long title in emphasis."""
    start, end = block.span
    if end - start > 1000 or context.note.text[start : start + 1].isalnum():
        return False
    if bracketed_text(context, block):
        return True
    marked = [i for _, i in context.inlines_of(block.index) if i.kind in EMPHASIS_KINDS]
    if len(marked) != 1 or context.source(block.span).strip() != context.source(marked[0].span):
        return False
    words = marked[0].text
    if authorship.looks_like_authors(words) or (words.endswith(".") and is_sentence(words, has_link=True)):
        # `# Title` / `*Ann Lee and Bob Ray*` / `[Paper](…)`
        return False
    return marked[0].kind is InlineKind.STRONG or (count_words(words) >= _MIN_TITLE_WORDS and looks_like_title(words))


def blocks_before_titles(context: NoteContext, blocks: Sequence[Block]) -> Sequence[Block]:
    """Return the blocks of a section before its first bold title, if it has several with values below them."""
    titled = [
        position
        for position, (block, following) in enumerate(pairwise(blocks))
        if block.kind is BlockKind.PARAGRAPH
        and following.kind is BlockKind.LIST
        and is_bold_paragraph(context, block)
        and count_words(context.visible_text(block.index)) >= _MIN_TITLE_WORDS
        and labelled_values.find(context, [following])
    ]
    return blocks[: titled[0]] if len(titled) > 1 else blocks


def bracketed_text(context: NoteContext, block: Block) -> str:
    """Return the text of a block in square brackets or `《》` without links; "" for any other block."""
    match = _BRACKETED.fullmatch(context.visible_text(block.index).strip())
    return (match["text"] or match["marked"]).strip() if match and not context.unclaimed_links(block.index) else ""


def blocks_after_bold(context: NoteContext, block: Block) -> list[Block]:
    """Return the blocks that belong to a bold paragraph: up to a labelled link or a line of links.

    Only lines of names or of a venue, and labelled facts such as the abstract, may come between.  A list with several
    facts of a paper needs no link.  The result is empty if there is neither.
    """
    blocks: list[Block] = []
    for following in context.siblings_after(block, _MAX_BLOCKS_AFTER_BOLD):
        if following.kind not in (BlockKind.LIST, BlockKind.PARAGRAPH) or is_bold_paragraph(context, following):
            break
        blocks.append(following)
        if identified_bylines.read(context, following.index):
            return blocks
        values = labelled_values.find(context, [following])
        meanings = {v.meaning for v in values if v.value} & DESCRIBES
        if len(meanings) >= _MIN_FACTS and meanings & _FACTS and following.kind is BlockKind.LIST:
            return blocks
        if values and values[0].meaning in LINK_MEANINGS:
            return blocks
        if following.kind is BlockKind.PARAGRAPH and any(mostly for _, mostly in link_lines(context, following)):
            return blocks
        if _is_fact(context, following, values):
            continue
        names = authorship.YEAR_AT_END.sub("", context.visible_text(following.index)[:1000])
        if not (authorship.looks_like_authors(names) or authorship.is_person(names)):
            break
    return []


def _is_fact(context: NoteContext, block: Block, values: list[LabelledValue]) -> bool:
    """Return whether a block is a venue, or begins with a label that describes a paper: `Abstract: …`."""
    if values and values[0].meaning in DESCRIBES and values[0].span.start == block.span.start:
        return True
    words = context.visible_text(block.index)[:60]
    return bool(venues.parse_venue(words)[0] or dated_venues.read(words)[1])


def is_summary(context: NoteContext, block: Block) -> bool:
    """Return whether a block of HTML opens a folded section, and its heading may be a title."""
    source = context.source(block.span)
    if source.count("<summary") != 1 or not source.rstrip().endswith("</summary>"):
        return False
    words = context.visible_text(block.index)
    title = split_title(words).title
    return not _COMMAND.match(words) and (looks_like_title(title) or count_words(title) >= _MIN_WORDS)


def blocks_in_section(context: NoteContext, summary: Block) -> list[Block]:
    """Return the blocks of the section that a block opens, up to the end of `<details>`."""
    following = context.siblings_after(summary, len(context.blocks))
    return list(takewhile(lambda block: block.kind not in (BlockKind.HTML, BlockKind.HEADING), following))


def title_of_callout(context: NoteContext, block: Block) -> LabelledValue | None:
    """Return the title of a callout as a value, if it is that of a paper; None for any other block."""
    if block.kind is not BlockKind.QUOTE or not block.info:
        return None
    first = next(iter(context.text_blocks(block)), None)
    match = CALLOUT.match(context.note.text, *first.span) if first else None
    if first is None or match is None or not may_be_title(match["title"]):
        return None
    span = Span(*match.span("title"))
    is_title = count_words(match["title"]) >= _MIN_WORDS and looks_like_title(match["title"])
    return LabelledValue("title", "title", match["title"], span, first.index, span) if is_title else None


def blocks_below(context: NoteContext, heading: Block) -> Sequence[Block]:
    """Return the blocks below a heading, or below the heading `Metadata` that follows it at once."""
    blocks = context.section(heading)
    position = context.heading_positions[heading.index] + 1
    first = context.headings[position] if not blocks and position < len(context.headings) else None
    name = context.visible_text(first.index) if first and first.level > heading.level else ""
    is_metadata = 0 < count_words(name) <= _MAX_METADATA and METADATA_HEADING.search(name) is not None
    return context.section(first) if first and is_metadata else blocks
