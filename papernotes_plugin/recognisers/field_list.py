"""Recognise papers that are described by labelled values alone, with the title as one of them.

The values are a list, a callout or paragraphs: `- 论文标题：…`, `- 作者：…`, `- 链接：…`.  One block may describe
several papers, one after the other.  The title may also be the first line of a bullet with properties.
"""

from __future__ import annotations

from collections.abc import Iterator

from papernotes_plugin.recognisers.evidence.authors import authorship
from papernotes_plugin.recognisers.evidence.labels import field_facts, heading_values, labelled_values
from papernotes_plugin.recognisers.evidence.labels.field_labels import DESCRIBES, LINK_MEANINGS, is_missing
from papernotes_plugin.recognisers.evidence.labels.labelled_values import LabelledValue
from papernotes_plugin.recognisers.evidence.papers import paper_signs
from papernotes_plugin.recognisers.evidence.papers.paper_links import PaperLinks
from papernotes_plugin.recognisers.evidence.references import heading_references
from papernotes_plugin.recognisers.evidence.structure import title_blocks, titled_items
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext
from papernotes_plugin.recognisers.evidence.structure.quoted_context import build_mention
from papernotes_plugin.recognisers.evidence.titles.false_titles import is_generic
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import (
    count_words,
    is_uninformative,
    looks_like_title,
    split_title,
)
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Mention, MentionKind

_HAS_WORD = lazy_regex(r"\w")
_OF_TITLES = ("title", "link")
"""Meanings of values that may have the title of a paper."""
_OF_BOOK = frozenset(("title", "authors", "venue"))
"""Meanings of values next to which a title may be one word."""
_OF_ITEMS = ("venue", *LINK_MEANINGS)
"""Meanings of properties by which a bullet is a paper, so that `item` reads all that it says."""
_MIN_TITLE = 3
"""Words of a title above the bullets that describe its paper."""
_KINDS = frozenset((BlockKind.LIST, BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.TABLE))


def recognise(context: NoteContext) -> Iterator[Mention]:
    """Yield a `CARD` for each group of labelled values that begins with a title."""
    for item in titled_items.find(context):
        is_left_to_items = any(value.meaning in _OF_ITEMS and value.value for value in item.values)
        if not item.kind or (is_left_to_items and item.kind != "book"):
            continue
        if mention := _mention(context, item.values, is_listed=False, kind=item.kind):
            yield mention
    groups = [group for values in _described_parts(context) for group in _groups(context, values)]
    if len(groups) == 1 and all(value.meaning not in LINK_MEANINGS for value in groups[0]):
        groups[0] += _link_under_heading(context)
    for group in groups:
        if mention := _mention(context, group, is_listed=len(groups) > 1):
            yield mention


def _described_parts(context: NoteContext) -> Iterator[list[LabelledValue]]:
    """Yield the values of each list, table and quote, and of consecutive paragraphs that begin with a label."""
    values: list[LabelledValue] = []
    above: Block | None = None
    for block in context.children(-1):
        above, previous = block, above
        if values and values[-1].span.end >= block.span.end:
            # it is the value of the label above it
            continue
        own = list(labelled_values.find(context, [block])) if block.kind in _KINDS else []
        if own and (title := _title_above(context, block, own, previous)):
            own.insert(0, title)
        is_paragraph = block.kind is BlockKind.PARAGRAPH and bool(own)
        goes_on = is_paragraph and not _HAS_WORD.search(context.note.text, block.span.start, own[0].span.start)
        if not goes_on:
            if values:
                yield values
            if own:
                yield own
            values = []
        else:
            values += own
    if values:
        yield values


def _title_above(
    context: NoteContext, block: Block, values: list[LabelledValue], above: Block | None
) -> LabelledValue | None:
    """Return the title of a callout, or that in the list above, as a value; None for neither."""
    if block.kind is BlockKind.QUOTE:
        return title_blocks.title_of_callout(context, block)
    return _title_of_item_above(context, block, values, above) if above else None


def _title_of_item_above(
    context: NoteContext, block: Block, values: list[LabelledValue], above: Block
) -> LabelledValue | None:
    """Return the only item of the list above as a value, if it may be the title of the described paper.

    The bullets are not indented: `1. Title`, then `- 논문: https://…`.
    """
    are_lists = block.kind is above.kind is BlockKind.LIST
    items = context.children(above.index) if are_lists else ()
    if len(items) != 1 or len(context.children(items[0].index)) != 1 or any(v.meaning == "title" for v in values):
        return None
    if not any(value.meaning in LINK_MEANINGS for value in values) or context.has_link(above.span):
        return None
    text = context.text_blocks(items[0])[0]
    parts = split_title(context.visible_text(text.index))
    is_title = count_words(parts.title) >= _MIN_TITLE and (looks_like_title(parts.title) or ":" in parts.title)
    if not is_title or items[0].index in context.claimed_blocks or is_generic(parts.title):
        return None
    span = context.text_span(text)
    return LabelledValue("title", "title", context.visible_text(text.index).strip(), span, text.index, span)


def _link_under_heading(context: NoteContext) -> list[LabelledValue]:
    """Return the link below the only heading that calls it the paper: `## Paper` above `https://arxiv.org/abs/…`."""
    values = [v for v in heading_values.under_headings(context, context.headings) if v.meaning == "link"]
    return values if len(values) == 1 else []


def _groups(context: NoteContext, values: list[LabelledValue]) -> Iterator[list[LabelledValue]]:
    """Yield the values of each paper, with its title first; a link before the only title opens its group."""
    starts = [at for at, value in enumerate(values) if value.meaning in _OF_TITLES and _has_title(context, value)]
    are_after_links = bool(starts) and all(at > 0 and values[at - 1].meaning in LINK_MEANINGS for at in starts)
    opens_with_link = len(starts) == 1 and values[0].meaning == "link"
    if len(starts) == 1 and _are_authors_first(values, starts[0]):
        # `Autor: …`, then `Titel: …`
        firsts = [0]
    elif are_after_links and (starts[0] == 1 or opens_with_link):
        # as in mails of arXiv: `arXiv:1706.03762`, then `Title: …`
        firsts = [0] if opens_with_link else [at - 1 for at in starts]
    elif len(starts) > 1 and (openings := _openings(values, starts)):
        firsts = openings
    else:
        firsts = starts
    for start, end, at in zip(firsts, [*firsts[1:], len(values)], starts, strict=False):
        yield [values[at], *values[start:at], *values[at + 1 : end]]


def _openings(values: list[LabelledValue], titles: list[int]) -> list[int]:
    """Return the indices of the authors that open each group, with its title next to them; none for other groups.

    A list with a paper after the other in this order has as many authors as titles: `Autor: …`, `Titel: …`, `Jahr: …`.
    """
    authors = [at for at, value in enumerate(values) if value.meaning == "authors"]
    is_in_order = len(authors) == len(titles) and authors[0] == 0
    return authors if is_in_order and all(title == at + 1 for at, title in zip(authors, titles, strict=True)) else []


def _are_authors_first(values: list[LabelledValue], title: int) -> bool:
    """Return whether people are stated as the authors before the title at an index, and none after it.

    The writer of a post may be one word: `author: "admin"`.
    """
    authors = [at for at, value in enumerate(values) if value.meaning == "authors"]
    if not authors or authors[-1] > title:
        return False
    names = authorship.split_authors(field_facts.plain_value(values[authors[0]]))
    return len(names) > 1 or any(" " in name for name in names)


def _has_title(context: NoteContext, value: LabelledValue) -> bool:
    """Return whether a value is a title, or a link to a paper with the title as text: `论文：[Title](url)`."""
    return value.meaning == "title" or field_facts.linked_title(context, value) is not None


def _mention(context: NoteContext, group: list[LabelledValue], *, is_listed: bool, kind: str = "") -> Mention | None:
    """Return the mention of a paper whose labelled values begin with its title; None if they are of something else.

    Args:
        context: The note.
        group: The labelled values.
        is_listed: Whether there are others of the same form.
        kind: The entry type of a book or paper that the note states otherwise.
    """
    meanings = {value.meaning for value in group}
    first = group[0]
    if len(meanings & DESCRIBES) < 2 or not _has_title(context, first) or first.block in context.claimed_blocks:
        return None
    title = field_facts.title_of(_title(context, first)).removeprefix("@")
    paper_links = PaperLinks()
    field_facts.take_links(context, group, paper_links)
    if (
        count_words(title) < 2 - (kind == "book" or meanings >= _OF_BOOK)
        or is_missing(title)
        or not (paper_links.identifiers or {"authors", "venue", "abstract"} & meanings)
    ):
        return None
    facts = field_facts.evidence(group, paper_links.identifiers)
    facts = heading_references.with_cited_authors(context, context.heading_above[first.block], facts)
    identifiers = paper_links.add_identifiers(facts.identifiers)
    evidence = facts._replace(title=title, identifiers=identifiers, links=paper_links.links)
    is_weak = meanings & DESCRIBES <= {"title", "authors", "year", "tldr", "link"} and not identifiers
    if kind and not evidence.entry_type:
        evidence = evidence._replace(entry_type="" if kind == "misc" else kind)
    if is_weak and not kind and not paper_signs.are_facts_of_paper(context, evidence, is_listed, group):
        return None
    context.claimed_inlines.update(paper_links.indices)
    context.claimed_blocks.update(value.block for value in group)
    if len(group) == len(context.children(context.blocks[context.blocks[first.block].parent].parent)):
        # all bullets below `- Info`
        entry = context.enclosing_entry(context.blocks[context.blocks[first.block].parent].parent)
        context.claimed_blocks.update([entry.index] if entry else [])
    context.read_spans += (value.span for value in group)
    # only what the paper does not carry as a fact is quoted
    words = [value for value in group if value.meaning in ("", "tags")]
    quotation = "\n\n".join(context.source(value.span).strip() for value in words)
    return build_mention(context, MentionKind.CARD, first.value_span, title, first.block, evidence, quotation=quotation)


def _title(context: NoteContext, value: LabelledValue) -> str:
    """Return the text of the first informative link in a value, else the value."""
    links = context.unclaimed_links_in(value.block, value.span)
    titled = (i.text for _, i in links if not (i.bare or is_uninformative(i.text)))
    return next(titled, "") or value.value
