"""Find labelled values in paragraphs, lists and tables: `**TL;DR:** …`, `作者：…`, `year:: 2020`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from papernotes_plugin import identifiers, venues
from papernotes_plugin.entries.item_types import is_web_clipping
from papernotes_plugin.recognisers.evidence.labels.field_labels import LINK_MEANINGS, NAMES_PAPER, is_missing
from papernotes_plugin.recognisers.evidence.labels.label_meanings import SYMBOLS, may_be_number, meaning
from papernotes_plugin.recognisers.evidence.labels.labels_in_line import (
    PLAIN_LABEL,
    ends_value,
    parts_of_line,
    pattern_of_plain_labels,
)
from papernotes_plugin.recognisers.evidence.papers import link_texts
from papernotes_plugin.recognisers.evidence.structure.context import NoteContext, once_per_note
from papernotes_plugin.recognisers.evidence.titles import false_titles
from papernotes_plugin.recognisers.evidence.titles.title_heuristics import is_uninformative, looks_like_title
from papernotes_plugin.text.lazy_regex import lazy_regex
from papernotes_plugin.vocabulary.model import Block, BlockKind, Field, InlineKind, Span

_LENTICULAR = lazy_regex(r"[ \t>]*【(?P<label>[^【】\n]{1,30})】\s*(?P<value>[^\n]*)")
# **Label:** value | **Label**: value | *Label*: | Label：value | label:: value | Label: value
_LABEL = lazy_regex(
    rf"[ \t>]*+(?:[-*+]\s+|\[\d{{1,4}}\][ \t]+)?(?P<symbol>[{SYMBOLS}]++[ \t]*+)?"
    r"(?:(?P<mark>\*\*|__|\*|_|<b>|<strong>)\s*+(?P<strong>(?:[^*_:：\n]|:(?=in(?:nen)?\b)){1,40}?)(?<!\s)\s*+"
    r"(?:(?:::?|：)\s*(?:\*\*|__|\*|_|</b>|</strong>)|(?:\*\*|__|\*|_|</b>|</strong>)\s*(?:::?|：))"
    r"|\[?(?P<plain>[^\W\d_](?:[^:：*_`\[\]\n|#]|:(?=in(?:nen)?:)){0,30}?)\]?\s*(?:::?(?!in(?:nen)?:)|：))\s*(?P<value>[^\n]*)"
)
_BOLD_LINE = lazy_regex(r"(?:\*\*|__)(?P<label>[^*_\n]{1,40})(?:\*\*|__)[ \t]*\n[ \t>]*(?P<value>[^\n]+)\s*")
_PUBLISHED = lazy_regex(r"(?P<label>Published (?:at|in)|Accepted at) (?P<value>[^\n]{2,60}?)\s*")
_ONE_LINE = ("doi", "arxiv", "year")
"""Meanings of values that never continue on the next line."""
_LABEL_SIGN = lazy_regex("[:：【]")
"""Every labelled value contains one of them."""
_LINK_SIGNS = ("://", "](", "[[", "@", "www.", ".pdf", ". ")
"""Signs of a link or of a whole reference in a value, which then is no title."""
_CLIPPING_TITLE = "full title"
"""The label of the title in the exports of Readwise, which gives the address of web pages, and not of books."""
_POINTING = frozenset(("link", "url", "source", "source link", "链接", "原文链接", "リンク", "링크"))
"""Labels of the address of what a note is about."""
_SURE_MEANINGS = ("authors", "venue", "title")
"""Meanings of headings near which another heading `Link` is about the same paper."""
_MEDIUM = lazy_regex(r"(?:video|vidéo|vídeo|podcast|film|movie|documentary|视频|動画|영상)s?", re.IGNORECASE)
"""A type of what a note is about that is no text."""
_RIGHTS = "著作权归作者所有"
"""The notice that Chinese sites of posts add to copied text, below author, address and site."""
_BOLD_BULLET = lazy_regex(
    r"^[ \t>]*[-*+]\s+(?:\*\*|__)([^*_:：\n]{1,40}?)\s*(?:[:：]|(?:\*\*|__)\s*[:：])", re.MULTILINE
)
"""The bold words before a colon that open a bullet."""
_REFERENCE_LABELS = ("参考论文",)
"""Labels of the paper of a note, or of one to which it refers."""
_MAX_LABEL_WORDS = 2
"""Words of a label that only one bullet has."""
_MAX_DEPTH = 3
"""Nested quotes and lists that still are one description."""


class LabelledValue(NamedTuple):
    """A value with its label, as written in a note."""

    label: str
    meaning: str
    """The key of `field_labels.FIELDS` that the label belongs to; empty for any other label."""
    value: str
    """The source of the value; empty for `none`, `TODO` and other placeholders."""
    span: Span
    """Span of label and value; that of the value if the label is a heading."""
    block: int
    """Index of the text block that holds the label, or the value where the label is a heading or a cell."""
    value_span: Span
    """Span of the value, or of its first line."""

    @property
    def field(self) -> Field:
        """The label and value as a field of `Evidence`."""
        return Field(self.label, self.value)


def find(context: NoteContext, blocks: Iterable[Block], depth: int = 0) -> list[LabelledValue]:
    """Return the labelled values in blocks, in the order of the note.

    Args:
        context: The note.
        blocks: The blocks; paragraphs, lists, quotes and tables of two columns are read, others are ignored.
        depth: The number of lists and quotes that were entered to get to the blocks.
    """
    values: list[LabelledValue] = []
    for block in blocks:
        if block.kind is BlockKind.PARAGRAPH:
            values += _paragraph_values(context, block.index)
        elif block.kind is BlockKind.LIST:
            values += _list_values(context, block.index, depth)
        elif block.kind is BlockKind.TABLE:
            values += _table_values(context, block)
        elif block.kind is BlockKind.QUOTE and block.info not in ("quote", "cite") and depth < _MAX_DEPTH:
            values += find(context, context.children(block.index), depth + 1)
    if values and _are_of_web_page(values):
        # title and author of a web page; a link to a paper still describes it
        return [v for v in values if v.meaning in (*LINK_MEANINGS, "tags")]
    return values


def _are_of_web_page(values: list[LabelledValue]) -> bool:
    """Return whether labelled values are those of a web page, a post, a podcast or a video."""
    stated = [(v.label.casefold().replace("-", " "), v.value, v.meaning) for v in values if v.value]
    if _RIGHTS in "\n".join([value for _, value, _ in stated]):
        return True
    labels = {label for label, _, _ in stated}
    if _CLIPPING_TITLE in labels and any(identifiers.from_url(value) for _, value, of in stated if of == "link"):
        return False
    if "type" in labels and any(label == "type" and _MEDIUM.fullmatch(value) for label, value, _ in stated):
        return True
    if types := [value for _, value, meaning_of in stated if meaning_of == "type"]:
        return any(map(is_web_clipping, types))
    return _CLIPPING_TITLE in labels and any(of == "link" and v[-4:] != ".pdf" for _, v, of in stated)


@once_per_note
def _paragraph_values(context: NoteContext, index: int) -> Sequence[LabelledValue]:
    block, source = context.blocks[index], context.readable_text
    if below := _below_bold_label(block, source):
        return below
    if not _LABEL_SIGN.search(source, *block.span):
        return _published(block, source)
    lines = list(_read_lines(context, block))
    labels = [value.label for value, marked, _ in lines if value is not None and value.meaning and not marked]
    pattern = pattern_of_plain_labels(source, [line for *_, line in lines], labels)
    values: list[tuple[LabelledValue, list[str], int]] = []
    is_open = False
    for with_known_label, _, line in lines:
        labelled = with_known_label
        if labelled is None and pattern:
            match = pattern.match(source, *line) or PLAIN_LABEL.match(source, *line)
            labelled = _from_match(match, match["label"], line.start, block) if match else None
        if labelled:
            values.append((labelled, [labelled.value], line.end))
            # `issue:` among properties is empty
            is_filled = labelled.value or labelled.meaning or with_known_label
            is_open = bool(is_filled) and (labelled.meaning not in _ONE_LINE or not labelled.value)
        elif is_open and not ends_value(values[-1][0].meaning, values[-1][0].value, source, line):
            # a line without a label continues the value before it
            first, more, _ = values[-1]
            values[-1] = first, more, line.end
            more.append(context.source(line).strip(" \t>"))
        else:
            # `Cited: 3` after an empty value ends it
            is_open = False
    return [
        v._replace(value="\n".join(texts).strip(), span=Span(v.span.start, end)) if len(texts) > 1 else v
        for v, texts, end in values
        if v.label not in _REFERENCE_LABELS or not _is_of_other_paper(context, v)
    ]


def _is_of_other_paper(context: NoteContext, value: LabelledValue) -> bool:
    """Return whether `参考论文：Title` is below the title of another paper; below a label it is that of the note."""
    heading = context.heading_above[value.block]
    words = context.visible_text(heading) if heading >= 0 and value.meaning == "title" else ""
    return looks_like_title(words) and not false_titles.is_generic(words)


def _below_bold_label(block: Block, source: str) -> Sequence[LabelledValue]:
    """Return the value in the line below a bold label without a colon: `**Authors**`, then `Ann Lee`."""
    match = _BOLD_LINE.fullmatch(source, *block.span) if source.startswith(("**", "__"), block.span.start) else None
    return (_from_match(match, match["label"], block.span.start, block),) if match and meaning(match["label"]) else ()


def _published(block: Block, source: str) -> Sequence[LabelledValue]:
    """Return the venue in a block such as `Published at SIGMOD'21`, which lacks a colon."""
    match = _PUBLISHED.fullmatch(source, *block.span)
    is_venue = match and all(venues.find_venue(match["value"])[:2])
    return (_from_match(match, match["label"], block.span.start, block),) if match and is_venue else ()


def _read_lines(context: NoteContext, block: Block) -> Iterator[tuple[LabelledValue | None, bool, Span]]:
    """Yield each line of a paragraph: its labelled value, whether the label has emphasis, and the span of the line."""
    source = context.readable_text
    at = block.span.start
    while at < block.span.end:
        end = source.find("\n", at, block.span.end)
        end = block.span.end if end < 0 else end
        has_colon = source.find(":", at, end) >= 0 or source.find("：", at, end) >= 0
        for part in parts_of_line(source, at, end) if has_colon else (Span(at, end),):
            match = _LABEL.match(source, *part) if has_colon else None
            labelled = _with_colon(match, block) if match else _in_lenticular_brackets(source, *part, block)
            yield labelled, match is not None and bool(match["mark"]), part
        at = end + 1


def _with_colon(match: re.Match[str], block: Block) -> LabelledValue | None:
    label = (match["strong"] or match["plain"] or "").strip()
    is_known = bool(meaning(label))
    # prose has colons, too: a plain word before one is a label only if it is known
    if not label or (match["plain"] and not is_known and "::" not in match.group()):
        return None
    if match["plain"] and "::" not in match[0] and match.string.startswith("[", match.start("plain") - 1):
        # the text of a link, such as `[arXiv:1706.03762](…)`
        return None
    first = "mark" if match["mark"] else "plain"
    return _from_match(match, label, match.start("symbol" if match["symbol"] else first), block)


def _in_lenticular_brackets(source: str, start: int, end: int, block: Block) -> LabelledValue | None:
    match = _LENTICULAR.match(source, start, end)
    return _from_match(match, match["label"], match.start("label") - 1, block) if match else None


def _from_match(match: re.Match[str], label: str, start: int, block: Block) -> LabelledValue:
    value_span = Span(match.start("value"), match.start("value") + len(match["value"].rstrip()))
    span = Span(start, match.end())
    value = _value(match["value"])
    return LabelledValue(label, _meaning_with(label, value), value, span, block.index, value_span)


def _meaning_with(label: str, value: str) -> str:
    """Return the meaning of a label: after `论文：` or `Paper:` there may be a title in place of a link."""
    of_label = meaning(label)
    is_number = of_label not in ("doi", "arxiv") or may_be_number(label, value)
    if of_label != "link" or not NAMES_PAPER.search(label) or any(sign in value for sign in _LINK_SIGNS):
        return of_label if is_number else ""
    return "title" if looks_like_title(value) and not is_uninformative(value) else of_label


def _value(value: str) -> str:
    """Return a value without space around it; "" for a placeholder such as `none`."""
    return "" if is_missing(value) else value.strip()


@once_per_note
def _list_values(context: NoteContext, index: int, depth: int) -> Sequence[LabelledValue]:
    return [value for item in context.children(index) for value in _item_values(context, item, depth)]


def _item_values(context: NoteContext, item: Block, depth: int) -> list[LabelledValue]:
    texts = context.text_blocks(item)
    if not texts:
        return []
    values = list(_paragraph_values(context, texts[0].index))
    if len(values) == 1 and _is_statement(context, values[0]):
        return []
    nested = [b for b in context.children(item.index) if b.kind is BlockKind.LIST]
    if not (values or nested):
        return values
    is_empty = bool(values) and not values[0].value and bool(nested)
    if is_empty and depth < _MAX_DEPTH and false_titles.is_metadata(values[0].label):
        return find(context, nested, depth + 1)
    if is_empty:
        span = Span(values[0].span.start, nested[0].span.end)
        values[0] = values[0]._replace(value=_joined_bullets(context, nested[0]), span=span, value_span=nested[0].span)
    elif values and values[0].meaning and nested and depth < _MAX_DEPTH:
        values += find(context, nested, depth + 1)
    label = context.visible_text(texts[0].index).strip(" :：") if nested and not values else ""
    if label and depth < _MAX_DEPTH and false_titles.is_metadata(label):
        return find(context, nested, depth + 1)
    if label and meaning(label):
        span = Span(texts[0].span.start, nested[0].span.end)
        value = _joined_bullets(context, nested[0])
        return [LabelledValue(label, meaning(label), value, span, texts[0].index, nested[0].span)]
    return values


@once_per_note
def _bold_bullets(context: NoteContext) -> Counter[str]:
    """Return the bold words before a colon at the start of bullets, in lower case, with their numbers."""
    return Counter(label.strip().casefold() for label in _BOLD_BULLET.findall(context.note.text))


def _is_statement(context: NoteContext, value: LabelledValue) -> bool:
    """Return whether the bold words of a bullet state something, and are no label: unknown, long and used once."""
    label = value.label.strip()
    if value.meaning or len(label.split()) <= _MAX_LABEL_WORDS or "::" in context.source(value.span):
        return False
    return not false_titles.is_metadata(label) and _bold_bullets(context)[label.casefold()] < 2


def _joined_bullets(context: NoteContext, nested: Block) -> str:
    """Return the bullets of a list as one value."""
    return ", ".join(context.first_words(item) for item in context.children(nested.index) if context.text_blocks(item))


def under_headings(context: NoteContext, headings: Sequence[Block]) -> list[LabelledValue]:
    """Return the values whose labels are headings: `## 著者` above a line of names.

    Labels that recur are those of several papers, which have headings of their own.
    """
    values: list[LabelledValue] = []
    if not headings:
        return values
    labels = [(heading, context.visible_text(heading.index)) for heading in headings]
    counts = Counter(label for _, label in labels)
    are_of_paper = any(meaning(label) in _SURE_MEANINGS for label in counts)
    for heading, label in labels:
        blocks = context.section(heading) if counts[label] == 1 and meaning(label) else ()
        if not blocks or heading.index in context.claimed_blocks:
            continue
        of_label = _meaning_with(label, context.source(blocks[0].span).strip())
        if of_label == "link" and not _is_one_link(context, label, blocks, are_of_paper=are_of_paper):
            continue
        last = blocks[-1] if meaning(label) in ("abstract", "tldr") else blocks[0]
        span = Span(blocks[0].span.start, last.span.end)
        value = _value(context.source(span).strip())
        if meaning(label) == "authors" and blocks[0].kind is BlockKind.LIST:
            texts_of_items = (t for i in context.children(blocks[0].index) for t in context.text_blocks(i)[:1])
            value = ", ".join(context.source(t.span) for t in texts_of_items)
        texts = [b.index for b in context.subtree(blocks[0]) if b.kind in (BlockKind.PARAGRAPH, BlockKind.HTML)]
        if value and texts:
            values.append(LabelledValue(label.strip(" :："), of_label, value, span, texts[0], span))
    return values


def _is_one_link(context: NoteContext, label: str, blocks: Sequence[Block], *, are_of_paper: bool) -> bool:
    """Return whether one line follows `## 論文リンク`; a list of links under `## Papers` is about other papers.

    Among headings for title, authors or venue, an address below `## Link` is that of the paper, too.
    """
    texts = [b for b in context.subtree(blocks[0]) if b.kind in (BlockKind.PARAGRAPH, BlockKind.CELL, BlockKind.HTML)]
    is_one = len(blocks) == 1 and len(texts) == 1
    links = context.unclaimed_links(texts[0].index) if is_one else []
    is_address = are_of_paper and label.casefold() in _POINTING and len(links) == 1 and links[0][1].bare
    return is_one and (link_texts.calls_paper(label) or is_address)


def _table_values(context: NoteContext, table: Block) -> list[LabelledValue]:
    """Return the rows of a table with known labels in its first column; none if it has more columns with text."""
    values: list[LabelledValue] = []
    for row in context.children(table.index):
        cells = context.children(row.index)
        if len(cells) < 2 or any(context.visible_text(cell.index) for cell in cells[2:]):
            return []
        label = context.visible_text(cells[0].index)
        # a label in code is the name of an attribute: the table documents a program
        if meaning(label) and not any(i.kind is InlineKind.CODE for _, i in context.inlines_of(cells[0].index)):
            value = context.source(cells[1].span).strip()
            values.append(LabelledValue(label, meaning(label), value, row.span, cells[1].index, cells[1].span))
    return values
